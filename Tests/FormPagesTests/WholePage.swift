@testable import Gallery
import Templates
import FormCells
import FormPages
import Testing

/// The pages with snapshots of the whole page: these check what surrounds cells and dialogs.
enum WholePage: String, CaseIterable {
  case formEmpty = "form-empty"
  case formRefused = "form-refused"
  case formNotice = "form-notice"
  case listPickerOpen = "list-picker-open"
  case listPickerQuestion = "list-picker-question"
  case selectOpen = "select-open"
  case modalSectionOpen = "modal-section-open"
  case modalSectionPicker = "modal-section-picker"
  case formStep = "form-step"
  case formReview = "form-review"
  case receiptAnswers = "receipt-answers"
  case receipt, index, error, gallery

  /// The fixture that the page shows, in a compact window; `nil` for pages without a form.
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
    case .formStep, .formReview, .receiptAnswers, .receipt, .index, .error, .gallery: nil
    }
  }

  func html() throws -> [UInt8] {
    switch self {
    case .formStep: return try Self.stepped(.step(1))
    case .formReview: return try Self.stepped(.review)
    case .receiptAnswers: return try Self.stepped(nil)
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

  private static let trip = """
    { "id": "trip", "title": "Trip", "description": "Where you go.", "review": true, "submit": { "label": "Send" },
      "timeZone": "Europe/Oslo",
      "receipt": { "text": "A planner calls you.", "link": { "label": "Travel Rules", "url": "/rules" } }, "sections": [
      { "container": "step", "title": "About You", "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true },
        { "id": "pin", "type": "password", "label": "PIN" },
        { "id": "advance", "type": "currency", "label": "Advance", "currency": "EUR" }] },
      { "container": "step", "label": "Route", "title": "Where Do You Go?", "footer": "At most a week.", "cells": [
        { "id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "options": ["Bergen", "Lyon"] },
        { "id": "days", "type": "number", "label": "Days", "unit": "d", "required": true }] },
      { "container": "modal", "label": "Luggage", "cells": [
        { "id": "bags", "type": "switch", "label": "Large Bags", "value": true }] },
      { "container": "step", "cells": [{ "id": "more", "type": "note", "label": "Remarks", "readOnly": true }] }] }
    """

  /// The second step after "Continue" was refused, or the review; the receipt if `pageID` is `nil`.
  private static func stepped(_ pageID: FormPageID?) throws -> [UInt8] {
    let form = try FormDefinition.decode(bytes: Array(trip.utf8), path: "trip.json", directory: "/")
    let values = try form.values(
      decoding: Array(
        #"{"name": "Ada & Co", "advance": {"amount": "1234.50", "currency": "EUR"}, "towns": ["Lyon"]}"#.utf8),
      path: "values.json")
    var formState = FormState(form: form, values: values)
    formState.reduce(.enter(cell: 1, .text("493027")))
    if pageID == .step(1) { formState.reduce(.pass(step: 1, today: FixturePage.today)) }
    let links = FormLinks(
      to: form, home: "/", form: "/forms/trip", assets: .unhashed, view: { "/forms/trip/cells/\($0)" },
      pageID: { $0 == .review ? "?step=review" : $0 == .step(0) ? "" : "?step=2" })
    let pages = try FixturePage.pages.get()
    let presentation = FormPresentation(form, languages: ["en"], words: pages.words.english, links: links)
    guard let pageID else {
      return pages.receipt(
        of: "0123456789abcdef0123456789abcdef", at: try #require(LocalTime(1_769_860_800, in: form.timeZone ?? .utc)),
        answers: formState.sent, in: presentation, viewport: .compact)
    }
    let request = PageRequest(
      pageID: pageID, viewport: .compact, today: FixturePage.today, focusesProblems: pageID != .review,
      linkSuffix: "?draft=0000000000000001")
    return pages.page(of: formState, in: presentation, request)
  }

  private static func receipt() throws -> [UInt8] {
    let presentation = try FixturePage.presentation(of: fixture("form-all").form())
    return try FixturePage.pages.get().receipt(
      of: "0123456789abcdef", at: try #require(LocalTime(1_769_860_800, in: .utc)), answers: nil, in: presentation,
      viewport: .compact)
  }

  private static func index() throws -> [UInt8] {
    let forms = try ["form-all", "form-sections"].map { try FixturePage.presentation(of: fixture($0).form()) }
    let pages = try FixturePage.pages.get()
    func draft(_ name: String, _ time: String, answered: Int) -> DraftSummary {
      DraftSummary(
        linkSuffix: "?draft=\(name)", savedAt: "2026-01-31T12:00:00Z", savedTime: time, answeredCount: answered,
        cellCount: 11)
    }
    let drafts = [
      forms[0].form.id: [
        draft("0000000000000001", "12:00 PM", answered: 5),
        draft("0000000000000002", "January 30, 2026, 9:15 AM", answered: 3),
      ]
    ]
    return pages.index(
      of: forms, drafts: drafts, device: "/device", words: pages.words.english, assets: .unhashed, viewport: .compact)
  }

  private static func error() throws -> [UInt8] {
    let pages = try FixturePage.pages.get()
    let words = pages.words.english
    return pages.error(
      title: words.errors.notFound.title, text: words.errors.notFound.text, ways: ErrorWays(home: "/"), words: words,
      assets: .unhashed, viewport: .auto)
  }

  /// A gallery with a cell and with one whose view is open.
  private static func gallery() throws -> [UInt8] {
    let (pages, templates) = try FixturePage.pagesWithGallery.get()
    let entries = try ["text-error", "select-view-single"].map { slug in
      let fixture = try fixture(slug)
      let form = try fixture.form()
      let state = try fixture.state(of: form, today: FixturePage.today)
      let entry = GalleryEntry(
        slug: slug, sentence: fixture.sentence, features: fixture.features,
        pages: [("Compact", "/gallery/\(slug)?viewport=compact")], formState: state.formState,
        isOpen: state.open != nil,
        presentation: try FixturePage.presentation(of: form))
      let request = PageRequest(viewport: .compact, today: FixturePage.today)
      let cells = entry.isOpen ? [] : pages.cells(of: state.formState, in: entry.presentation, request)
      return GalleryEntryView(entry: entry, cells: cells)
    }
    let groups = [
      GalleryGroupView(id: "_text", title: "Text", entries: [entries[0]]),
      GalleryGroupView(id: "_select", title: "Select", entries: [entries[1]]),
    ]
    let view = GalleryView(groups: groups, words: pages.words.english, forms: "/")
    return pages.finish(
      templates.index.fragment(view), title: "Gallery",
      in: DocumentContext(language: "en", words: pages.words.english, assets: .unhashed),
      furtherStylesheet: PageAssets.unhashed.galleryStylesheet, viewport: .compact)
  }
}
