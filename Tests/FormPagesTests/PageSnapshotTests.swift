import Gallery
import Templates
import TestSupport
import Testing

@testable import FormPages

/// Every cell in every state, and some whole pages, as people read them in a diff. They are recorded at compact: pages
/// of the other classes differ in two attributes. `RECORD_SNAPSHOTS=failed` writes them anew; a changed snapshot is
/// explained in its commit.
@Suite("Pages")
struct PageSnapshotTests {
  struct Shown: Sendable, CustomTestStringConvertible {
    let fixture: CellFixture
    var testDescription: String { fixture.slug }
  }

  static let shown = CellFixture.all.map(Shown.init)
  /// All but the forms that are kept as whole pages.
  static let excerpts = shown.filter { shown in
    shown.fixture.group != .form || !WholePage.allCases.contains { $0.slug == shown.fixture.slug }
  }
  static let cells = "\(FixturePage.root)/Tests/FormPagesTests/Snapshots/cells"
  static let pages = "\(FixturePage.root)/Tests/FormPagesTests/Snapshots/pages"

  @Test("a cell is as its snapshot", arguments: excerpts)
  func cell(_ shown: Shown) throws {
    let html = try FixtureExcerpt.html(of: shown.fixture)
    try #require(!html.isEmpty)
    #expect(Snapshot.verify(html, at: "\(Self.cells)/\(shown.fixture.slug).html") == .same)
  }

  @Test("a whole page is as its snapshot", arguments: WholePage.allCases)
  func page(_ page: WholePage) throws {
    let html = String(decoding: PrettyHTML.format(try page.html()), as: UTF8.self)
    #expect(Snapshot.verify(html, at: "\(Self.pages)/\(page.rawValue).html") == .same)
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

  @Test("no snapshot without what it shows")
  func orphans() {
    let cells = Set(TestFile.names(in: Self.cells, suffix: ".html"))
    #expect(cells == Set(Self.excerpts.map { "\($0.fixture.slug).html" }))
    let pages = Set(TestFile.names(in: Self.pages, suffix: ".html"))
    #expect(pages == Set(WholePage.allCases.map { "\($0.rawValue).html" }))
  }
}
