@testable import Gallery
import Markup
import FormCells
import FormPages
import Testing

/// The pages that are kept whole: what stands around cells and dialogs is checked in these.
enum WholePage: String, CaseIterable {
  case formEmpty = "form-empty"
  case formRefused = "form-refused"
  case formNotice = "form-notice"
  case listPickerOpen = "list-picker-open"
  case listPickerQuestion = "list-picker-question"
  case selectOpen = "select-open"
  case modalSectionOpen = "modal-section-open"
  case modalSectionPicker = "modal-section-picker"
  case receipt, index, error, gallery

  /// The fixture whose page it is, at compact; nil for pages that show no form.
  var slug: String? {
    switch self {
    case .formEmpty: "form-all"
    case .formRefused: "form-problems"
    case .formNotice: "form-notice"
    case .listPickerOpen: "list-picker-view-search"
    case .listPickerQuestion: "list-picker-view-question"
    case .selectOpen: "select-view-multiple"
    case .modalSectionOpen: "modal-section-refused"
    case .modalSectionPicker: "modal-section-picker"
    case .receipt, .index, .error, .gallery: nil
    }
  }

  func html() throws -> [UInt8] {
    switch self {
    case .receipt: return try Self.receipt()
    case .index: return try Self.index()
    case .error: return try Self.error()
    case .gallery: return try Self.gallery()
    default: return try FixturePage.html(of: Self.fixture(try #require(slug)), .compact)
    }
  }

  private static func fixture(_ slug: String) throws -> CellFixture {
    try #require(CellFixture.all.first { $0.slug == slug }, "\(slug)")
  }

  private static func receipt() throws -> [UInt8] {
    let presentation = try FixturePage.presentation(of: fixture("form-all").form())
    return try FixturePage.pages.get().receipt(
      of: "0123456789abcdef", at: "2026-01-31 12:00 UTC", in: presentation, viewport: .compact)
  }

  private static func index() throws -> [UInt8] {
    let forms = try ["form-all", "form-sections"].map { try FixturePage.presentation(of: fixture($0).form()) }
    let pages = try FixturePage.pages.get()
    return pages.index(of: forms, words: pages.words.english, assets: .unhashed, viewport: .compact)
  }

  private static func error() throws -> [UInt8] {
    let pages = try FixturePage.pages.get()
    let words = pages.words.english
    return pages.error(
      title: words.errors.notFound.title, text: words.errors.notFound.text, home: "/", words: words, assets: .unhashed)
  }

  /// A cell, and one whose view is open.
  private static func gallery() throws -> [UInt8] {
    let (pages, templates) = try FixturePage.pagesWithGallery.get()
    let entries = try ["text-error", "select-view-single"].map { slug in
      let fixture = try fixture(slug)
      let form = try fixture.form()
      let state = try fixture.state(of: form, today: FixturePage.today, fillingID: FixturePage.fillingID)
      let entry = GalleryEntry(
        slug: slug, sentence: fixture.sentence, features: fixture.features,
        pages: [("Compact", "/gallery/\(slug)?viewport=compact")], filling: state.filling, isOpen: state.open != nil,
        presentation: try FixturePage.presentation(of: form))
      let request = PageRequest(viewport: .compact, today: FixturePage.today)
      let cells = entry.isOpen ? [] : pages.cells(of: state.filling, in: entry.presentation, request)
      return GalleryEntryView(entry: entry, cells: cells)
    }
    let groups = [
      GalleryGroupView(id: "_text", title: "Text", entries: [entries[0]]),
      GalleryGroupView(id: "_select", title: "Select", entries: [entries[1]]),
    ]
    return pages.finish(
      templates.index.fragment(GalleryView(groups: groups)), title: "Gallery", language: "en", assets: .unhashed,
      furtherStylesheet: PageAssets.unhashed.galleryStylesheet, viewport: .compact)
  }
}
