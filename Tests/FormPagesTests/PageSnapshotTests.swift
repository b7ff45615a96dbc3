import FormCells
import Markup
import TestSupport
import Testing

@testable import FormPages

/// Whole pages as people read them in a diff. `RECORD_SNAPSHOTS=failed` writes them anew; a changed snapshot is explained
/// in its commit.
@Suite("Pages")
struct PageSnapshotTests {
  static let root = String(#filePath.split(separator: "/Tests/").first!)

  struct Shown: Sendable, CustomTestStringConvertible {
    let name: String
    let viewport: ViewportClass
    var testDescription: String { "\(name), \(viewport.rawValue)" }
    var path: String { "\(PageSnapshotTests.root)/Tests/FormPagesTests/Snapshots/\(name).\(viewport.rawValue).html" }
  }

  static let shown: [Shown] = SamplePage.all.flatMap { page in
    page.viewports.map { Shown(name: page.name, viewport: $0) }
  }

  @Test("a page is as its snapshot", arguments: shown)
  func snapshot(_ shown: Shown) throws {
    let sample = try #require(SamplePage.all.first { $0.name == shown.name })
    let html = PrettyHTML.format(try sample.render(shown.viewport))
    #expect(Snapshot.verify(String(decoding: html, as: UTF8.self), at: shown.path) == .same)
  }

  @Test("AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else")
  func sameMarkup() throws {
    for sample in SamplePage.all {
      let pages = try [ViewportClass.compact, .medium, .expanded, .auto].map { viewport in
        String(decoding: try sample.render(viewport), as: UTF8.self)
          .replacing("data-viewport=\"\(viewport.rawValue)\"", with: "")
          .replacing("data-presentation=\"\(viewport.presentation.rawValue)\"", with: "")
      }
      #expect(Set(pages).count == 1, "\(sample.name)")
    }
  }

  @Test("no snapshot without its page")
  func orphans() {
    let names = TestFile.names(in: "\(Self.root)/Tests/FormPagesTests/Snapshots", suffix: ".html")
    let expected = Set(Self.shown.map { String($0.path.split(separator: "/").last!) })
    #expect(Set(names) == expected)
  }
}
