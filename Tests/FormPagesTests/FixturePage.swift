import CellFixtures
import FormCells
import FormPages

/// A fixture's page as the tests keep it: the same bytes whenever it is made.
enum FixturePage {
  static let root = String(#filePath.split(separator: "/Tests/").first!)

  /// Compiled once for all tests.
  static let pages = Result { try Pages(directory: "\(root)/Templates") }

  static func html(of fixture: CellFixture, _ viewport: ViewportClass) throws -> [UInt8] {
    let form = try fixture.form()
    let today = CalendarDate(parsing: "2026-01-31")!
    let state = try fixture.state(of: form, today: today, fillingID: String(repeating: "0", count: 32))
    let links = FormLinks(
      to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
    let presentation = FormPresentation(form, languages: ["en"], words: .english, links: links)
    let request = Pages.FormRequest(
      viewport: viewport, today: today, focusesProblems: state.filling.showsProblems)
    let pages = try pages.get()
    return pages.view(state.open, of: state.filling, in: presentation, request)
  }
}
