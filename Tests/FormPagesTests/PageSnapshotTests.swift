import CellFixtures
import FormCells
import Markup
import TestSupport
import Testing

@testable import FormPages

/// Every fixture's page as people read it in a diff, at compact, medium and expanded: one file serves the three, as they
/// differ in two attributes. `RECORD_SNAPSHOTS=failed` writes it anew; a changed snapshot is explained in its commit.
@Suite("Pages")
struct PageSnapshotTests {
  struct Shown: Sendable, CustomTestStringConvertible {
    let fixture: CellFixture
    var testDescription: String { fixture.slug }
  }

  static let shown = CellFixture.all.map(Shown.init)
  static let folder = "\(FixturePage.root)/Tests/FormPagesTests/Snapshots"

  @Test("a page is as its snapshot", arguments: shown)
  func snapshot(_ shown: Shown) throws {
    let html = PrettyHTML.format(try FixturePage.html(of: shown.fixture, .compact))
    let path = "\(Self.folder)/\(shown.fixture.slug).html"
    #expect(Snapshot.verify(String(decoding: html, as: UTF8.self), at: path) == .same)
  }

  @Test(
    "AL3 AL4 the same markup serves all classes: pages differ in what says the class, and in nothing else",
    arguments: shown)
  func sameMarkup(_ shown: Shown) throws {
    func page(_ viewport: ViewportClass) throws -> String {
      String(decoding: try FixturePage.html(of: shown.fixture, viewport), as: UTF8.self)
        .replacing("data-viewport=\"\(viewport.rawValue)\"", with: "")
        .replacing("data-presentation=\"\(viewport.presentation.rawValue)\"", with: "")
    }
    let compact = try page(.compact)
    for viewport in [ViewportClass.medium, .expanded, .auto] { #expect(try page(viewport) == compact) }
  }

  @Test("no snapshot without its page")
  func orphans() {
    let names = TestFile.names(in: Self.folder, suffix: ".html")
    #expect(Set(names) == Set(Self.shown.map { "\($0.fixture.slug).html" }))
  }
}
