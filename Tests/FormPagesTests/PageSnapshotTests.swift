import Gallery
import Templates
import TestSupport
import Testing

@testable import FormPages

/// Snapshots of cells that together have every kind of element, and of some whole pages, laid out for reading in a diff. They are recorded
/// for compact windows: the pages of other viewport classes differ only in two attributes. `RECORD_SNAPSHOTS=failed` records those that
/// differ; the commit explains each change. What all cells say in all states is in the accessibility trees, which are recorded in a browser
/// and compared with transcripts.
@Suite("Pages")
struct PageSnapshotTests {
  struct Shown: Sendable, CustomTestStringConvertible {
    let fixture: CellFixture
    var testDescription: String { fixture.slug }
  }

  static let shown = CellFixture.all.map(Shown.init)
  /// The fixtures with a snapshot.
  static let excerpts = shown.filter { recorded.contains($0.fixture.slug) }
  private static let recorded: Set = [
    "attachment-disabled", "attachment-filled", "attachment-missing", "attachment-read-only",
    "attachment-read-only-filled", "attachment-single",
    "checkbox-group-chips", "checkbox-group-disabled", "checkbox-group-error", "checkbox-group-inline",
    "checkbox-group-lists", "checkbox-group-other", "checkbox-group-read-only",
    "content-details-warning", "content-links", "content-text", "content-warning", "currency-disabled",
    "currency-maximum", "date-disabled", "date-parts-disabled",
    "date-parts-part", "date-parts-read-only", "date-quick",
    "date-range-disabled", "date-range-half", "date-range-quick", "date-range-read-only", "date-range-wrong",
    "date-time-disabled",
    "date-time-filled", "date-time-read-only", "date-wrong", "duration-ambiguous", "duration-disabled",
    "duration-read-only", "entries-error", "entries-few", "entries-full", "entries-none", "entries-table-error",
    "form-notes", "form-section-list",
    "design-cvs-errors", "list-picker-disabled", "list-picker-view-contacts", "list-picker-view-contacts-immediate",
    "list-picker-view-contacts-pictures", "list-picker-view-lists", "list-picker-view-long",
    "list-picker-view-no-results", "list-picker-view-other-immediate", "list-picker-view-other-missing",
    "list-picker-view-tree", "list-picker-view-tree-any", "list-picker-view-tree-level", "list-picker-view-tree-search",
    "matrix-disabled", "matrix-filled", "matrix-long", "matrix-open", "matrix-read-only", "modal-section-filled",
    "note-disabled", "note-helper", "note-read-only", "note-stop-reached", "number-disabled",
    "number-lowest", "order-picker-disabled", "order-picker-error", "order-picker-wrapped", "password-disabled",
    "password-error", "password-success", "radio-group-disabled", "radio-group-disabled-option", "radio-group-error",
    "radio-group-lists", "radio-group-lists-inline", "radio-group-read-only", "radio-group-segmented",
    "rating-disabled", "rating-error", "rating-filled", "rating-read-only", "rating-stars", "select-read-only",
    "select-table-disabled", "select-view-tree", "slider-disabled", "slider-error",
    "slider-helper", "slider-range", "slider-range-disabled", "slider-range-wrong", "switch-disabled",
    "switch-checkbox", "switch-checkbox-disabled", "switch-checkbox-error", "switch-checkbox-read-only",
    "switch-error",
    "switch-read-only", "switch-words", "text-decimal", "text-disabled", "text-scan", "text-stop-reached",
    "time-disabled", "time-error", "time-read-only", "time-steps",
  ]
  static let cells = "\(FixturePage.root)/Tests/FormPagesTests/Snapshots/cells"
  static let pages = "\(FixturePage.root)/Tests/FormPagesTests/Snapshots/pages"

  @Test("a cell equals its snapshot", arguments: excerpts)
  func cell(_ shown: Shown) throws {
    let html = try FixtureExcerpt.html(of: shown.fixture)
    try #require(!html.isEmpty)
    #expect(Snapshot.verify(html, at: "\(Self.cells)/\(shown.fixture.slug).html") == .same)
  }

  @Test("a whole page equals its snapshot", arguments: WholePage.allCases)
  func page(_ page: WholePage) throws {
    let html = String(decoding: PrettyHTML.format(try page.html()), as: UTF8.self)
    #expect(Snapshot.verify(html, at: "\(Self.pages)/\(page.rawValue).html") == .same)
  }

  @Test(
    "AL3 AL4 the pages of all viewport classes differ only in the attributes that name the class",
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

  @Test("every kind of element, with each attribute that fixtures give it, is in a snapshot")
  func isComplete() throws {
    var met = try WholePage.allCases.reduce(into: Set<String>()) { $0.formUnion(Self.markup(of: try $1.html())) }
    for shown in Self.excerpts { met.formUnion(try Self.markup(of: shown)) }
    for shown in Self.shown {
      #expect(try Self.markup(of: shown).subtracting(met) == [], "record \(shown.fixture.slug) too")
    }
  }

  private static func markup(of shown: Shown) throws -> Set<String> {
    markup(of: Array(try FixtureExcerpt.html(of: shown.fixture).utf8))
  }

  /// Each kind of element by name and class, and each of its attributes: `button.picker-button`,
  /// `button.picker-button aria-invalid`. The values of attributes are ignored.
  private static func markup(of html: [UInt8]) -> Set<String> {
    HTMLPage(html).elements.reduce(into: []) { markup, element in
      let kind = "\(element.name).\(element["class"] ?? element["type"] ?? "")"
      markup.insert(kind)
      markup.formUnion(element.attributes.keys.map { "\(kind) \($0)" })
    }
  }

  @Test("every snapshot belongs to a fixture or a page")
  func orphans() {
    let cells = Set(TestFile.names(in: Self.cells, suffix: ".html"))
    #expect(cells == Set(Self.recorded.map { "\($0).html" }))
    let pages = Set(TestFile.names(in: Self.pages, suffix: ".html"))
    #expect(pages == Set(WholePage.allCases.map { "\($0.rawValue).html" }))
  }
}
