import FormCells
import Markup

@testable import FormPages

/// The pages that are kept as snapshots, named by what they show.
struct SamplePage: Sendable {
  let name: String
  var definition = SamplePage.definition
  var values: [(String, Sample)] = []
  var isSubmitted = false
  var open: String?
  var actions: [DraftAction] = []
  var closes = false
  var notice: String?
  var viewports: [ViewportClass] = [.compact, .medium, .expanded]

  enum Sample: Sendable {
    case text(String)
    case chosen([String])
  }

  static let all: [SamplePage] =
    pages + CellStates.all.flatMap(\.pages)

  private static let pages: [SamplePage] = [
    SamplePage(name: "form-empty"),
    SamplePage(
      name: "form-filled",
      values: [("name", .text("A & <b>\"x\"</b>")), ("days", .text("3")), ("kinds", .chosen(["b", "a"]))]),
    SamplePage(name: "form-problems", values: [("name", .text("much too long a name"))], isSubmitted: true),
    SamplePage(name: "form-optional-marking", definition: SamplePage.optionalDefinition),
    SamplePage(name: "form-notice", notice: "Saved."),
    SamplePage(name: "picker-multiple", values: [("kinds", .chosen(["b"]))], open: "kinds"),
    SamplePage(name: "picker-search", open: "kinds", actions: [.search("ber")]),
    SamplePage(name: "picker-no-results", open: "kinds", actions: [.search("zzz")]),
    SamplePage(
      name: "picker-question", open: "kinds", actions: [.tick([0], untick: [])], closes: true),
    SamplePage(name: "picker-single", values: [("one", .chosen(["y"]))], open: "one"),
    SamplePage(name: "picker-immediate", open: "now"),
  ]

  func render(_ viewport: ViewportClass) throws -> [UInt8] {
    let form = try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "sample.json", directory: PageSnapshotTests.root)
    let links = FormLinks(
      to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
    let presentation = FormPresentation(form, languages: ["en"], words: .english, links: links)
    let request = Pages.FormRequest(
      viewport: viewport, today: CalendarDate(parsing: "2026-01-31")!, notice: notice, focusesProblems: isSubmitted)
    var filling = Filling(form: form, id: String(repeating: "0", count: 32))
    for (id, value) in values {
      let cell = form.cell(id)!
      switch value {
      case .text(let text): filling.reduce(.enter(cell: cell.index, .text(text)))
      case .chosen(let values):
        filling.reduce(
          .restore(cell: cell.index, .selection(Selection(values: values, in: cell.optionSource!.current))))
      }
    }
    if isSubmitted { filling.reduce(.submit(today: request.today)) }
    let pages = try Pages(directory: PageSnapshotTests.root + "/Templates")
    guard let open else { return pages.form(filling, in: presentation, request) }
    let cell = form.cell(open)!
    filling.reduce(.open(cell: cell.index))
    for action in actions { filling.reduce(.draft(cell: cell.index, action)) }
    if closes { filling.reduce(.close(cell: cell.index)) }
    return pages.selection(of: cell, in: filling, presentation, request)
  }

  private static let cells = """
    { "title": "Person", "footer": "Kept for this form only.", "cells": [
      { "id": "name", "type": "text", "label": "Name", "required": true, "maxLength": 12, "placeholder": "Ada",
        "helper": "As on the badge.", "autocomplete": "name" },
      { "id": "days", "type": "text", "label": "Days", "required": false, "format": "integer", "minimum": 0,
        "messages": { "invalid": "Enter the days as a whole number." } },
      { "id": "code", "type": "text", "label": "Code", "required": false, "maxLength": 4, "overflow": "stop",
        "value": "1234" },
      { "id": "fixed", "type": "text", "label": "Fixed", "value": "CC-1", "readOnly": true, "helper": "From payroll." },
      { "id": "off", "type": "text", "label": "Off", "disabled": true }
    ] },
    { "cells": [
      { "id": "kinds", "type": "list-picker", "label": "Kinds", "required": true, "selection": "multiple",
        "helper": "All that fit.", "prompt": "Tick what applies.", "lists": [
          { "title": "Letters", "options": [{ "value": "a", "label": "Alpha", "description": "First" },
            { "value": "b", "label": "Béta", "footnote": "Note", "status": "New" }] },
          { "title": "Others", "action": "none", "options": ["Amber", { "value": "d", "label": "Delta", "disabled": true }] }
        ] },
      { "id": "one", "type": "list-picker", "label": "One", "required": false, "view": "full", "noneLabel": "Nothing",
        "options": ["x", "y"] },
      { "id": "now", "type": "list-picker", "label": "Now", "required": false, "apply": false, "search": false,
        "reset": false, "options": ["p", "q"] },
      { "id": "shown", "type": "list-picker", "label": "Shown", "readOnly": true, "value": "x", "options": ["x", "y"] }
    ] }
    """
  static let definition =
    "{ \"id\": \"sample\", \"title\": \"Sample\", \"description\": \"For snapshots.\", \"sections\": [\(cells)] }"
  static let optionalDefinition =
    "{ \"id\": \"sample\", \"title\": \"Sample\", \"marking\": \"optional\", \"sections\": [\(cells)] }"
}
