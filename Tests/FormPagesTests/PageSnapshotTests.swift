import CellFixtures
import FormCells
import Markup
import TestSupport
import Testing

@testable import FormPages

/// Every fixture's page as people read it in a diff. `RECORD_SNAPSHOTS=failed` writes them anew; a changed snapshot is
/// explained in its commit.
@Suite("Pages")
struct PageSnapshotTests {
  struct Shown: Sendable, CustomTestStringConvertible {
    let fixture: CellFixture
    let viewport: ViewportClass
    var testDescription: String { "\(fixture.slug), \(viewport.rawValue)" }
    var path: String {
      "\(FixturePage.root)/Tests/FormPagesTests/Snapshots/\(fixture.slug).\(viewport.rawValue).html"
    }
  }

  static let shown: [Shown] = CellFixture.all.flatMap { fixture in
    [ViewportClass.compact, .medium, .expanded].map { Shown(fixture: fixture, viewport: $0) }
  }

  @Test("a page is as its snapshot", arguments: shown)
  func snapshot(_ shown: Shown) throws {
    let html = PrettyHTML.format(try FixturePage.html(of: shown.fixture, shown.viewport))
    #expect(Snapshot.verify(String(decoding: html, as: UTF8.self), at: shown.path) == .same)
  }

  @Test("AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else")
  func sameMarkup() throws {
    for fixture in CellFixture.all {
      let pages = try [ViewportClass.compact, .medium, .expanded, .auto].map { viewport in
        String(decoding: try FixturePage.html(of: fixture, viewport), as: UTF8.self)
          .replacing("data-viewport=\"\(viewport.rawValue)\"", with: "")
          .replacing("data-presentation=\"\(viewport.presentation.rawValue)\"", with: "")
      }
      #expect(Set(pages).count == 1, "\(fixture.slug)")
    }
  }

  @Test("no snapshot without its page")
  func orphans() {
    let names = TestFile.names(in: "\(FixturePage.root)/Tests/FormPagesTests/Snapshots", suffix: ".html")
    let expected = Set(Self.shown.map { String($0.path.split(separator: "/").last!) })
    #expect(Set(names) == expected)
  }
}
