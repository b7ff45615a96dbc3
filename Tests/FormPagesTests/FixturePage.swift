import Gallery
import FormCells
import FormPages

/// A fixture's page as the tests keep it: the same bytes whenever it is made.
enum FixturePage {
  static let root = String(#filePath.split(separator: "/Tests/").first!)

  /// Compiled once for all tests.
  static let pagesWithGallery = Result { try Pages.withGallery(directory: "\(root)/Templates") }
  static let pages = pagesWithGallery.map(\.0)
  static let today = CalendarDate(parsing: "2026-01-31")!

  static func html(of fixture: CellFixture, _ viewport: ViewportClass) throws -> [UInt8] {
    let form = try fixture.form()
    let state = try fixture.state(of: form, today: today)
    let request = PageRequest(
      viewport: viewport, today: today, focusesProblems: state.formState.showsProblems)
    return try pages.get().page(
      of: state.formState, overlay: state.open, in: presentation(of: form), request)
  }

  static func presentation(of form: Form) throws -> FormPresentation {
    let links = FormLinks(
      to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
    let language = PageLanguage(of: form, for: [], in: try pages.get().words)
    return FormPresentation(form, languages: [language.tag], words: language.words, links: links)
  }
}
