import FormCells
import FormDesk
import FormPages
import Glibc
import Markup
import Support

/// `formcells render`: one page's HTML, the same bytes for the same input, for snapshot tests in any language.
struct RenderCommand {
  private let arguments: Arguments
  private let templates: String
  private let viewport: ViewportClass

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    templates = arguments.text(.templates, default: "Templates")
    viewport = try arguments.choice(.viewport, default: .auto)
    _ = try arguments.required("FORM")
    if let locale = arguments.text(.locale), LanguageTag(parsing: locale) == nil {
      throw arguments.usageError(.locale, "'\(locale)' is no language tag like en-US")
    }
    for flag in [OptionName.errors, .pretty] { _ = try arguments.flag(flag) }
    if arguments.text(.search) != nil, arguments.text(.cell) == nil {
      throw arguments.usageError(.search, "needs --cell: the selection view to search in")
    }
  }

  func run() throws {
    let form = try Definitions.form(try arguments.required("FORM"), templates: templates)
    let pages: Pages
    do throws(TemplateErrors) { pages = try Pages(directory: templates) } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
    let asked = arguments.text(.locale).flatMap(LanguageTag.init(parsing:)).map { [$0] } ?? []
    let words = pages.words.preferred(by: asked, locale: form.locale)
    let links = FormLinks(
      to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
    let presentation = FormPresentation(
      form, languages: [words.language], words: words, links: links,
      numbers: .of(asked.first ?? form.locale))
    // A fixed day and a fixed name: what is printed depends on the input alone.
    let request = PageRequest(viewport: viewport, today: CalendarDate(parsing: "2026-01-31")!)
    var filling = try filled(form)
    if try arguments.flag(.errors) { filling.reduce(.submit(today: request.today)) }
    var front: InnerView?
    if let name = arguments.text(.cell) {
      guard let view = form.openable(name) else {
        throw Failure("error: \(form.id) has no cell '\(name)' with a selection view")
      }
      front = view
      filling.reduce(.open(view))
      if case .cell(let cell) = view, let search = arguments.text(.search) {
        filling.reduce(.pick(cell: cell, .search(search)))
      }
    }
    let bytes = pages.page(of: filling, front: front, in: presentation, request)
    Terminal.print(try arguments.flag(.pretty) ? PrettyHTML.format(bytes) : bytes)
  }

  private func filled(_ form: Form) throws -> Filling {
    let id = String(repeating: "0", count: 32)
    guard let path = arguments.text(.values) else { return Filling(form: form, id: id) }
    do throws(DefinitionErrors) {
      return Filling(form: form, id: id, values: try form.values(decoding: try Definitions.read(path), path: path))
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }
}
