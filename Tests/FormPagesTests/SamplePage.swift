import FormCells
import Markup

@testable import FormPages

/// A page of cells in their states, kept as a snapshot.
struct SamplePage: Sendable {
  let name: String
  let definition: String
  var values: [(String, Sample)] = []
  var isSubmitted = false
  var viewports: [ViewportClass] = [.compact, .medium, .expanded]

  enum Sample: Sendable {
    case text(String)
    case chosen([String])
  }

  static let all = CellStates.all.flatMap(\.pages)

  func render(_ viewport: ViewportClass) throws -> [UInt8] {
    let form = try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "sample.json", directory: FixturePage.root)
    let links = FormLinks(
      home: "/", form: "/forms/\(form.id)", cells: form.cells.map { "/forms/\(form.id)/cells/\($0.id)" },
      assets: .unhashed)
    let presentation = FormPresentation(form, languages: ["en"], words: .english, links: links)
    let request = Pages.FormRequest(
      viewport: viewport, today: CalendarDate(parsing: "2026-01-31")!, focusesProblems: isSubmitted)
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
    let pages = try Pages(directory: FixturePage.root + "/Templates")
    return pages.form(filling, in: presentation, request)
  }
}
