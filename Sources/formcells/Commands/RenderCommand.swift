import FormCells
import FormController
import FormPages
import Glibc
import Guidelines
import Support
import Templates

/// `formcells render`: prints one page's HTML, always the same bytes for the same input, for snapshot tests in any language.
struct RenderCommand {
  private let arguments: Arguments
  private let templates: String
  private let sourceFolders: [String]
  private let viewport: ViewportClass
  private let page: RenderTarget
  /// The step, from 0 on; `nil`: the first one that shows a cell.
  private let step: Int?
  private let locale: LanguageTag?
  private let today: CalendarDate
  /// The day of a page if none is given, so that the output depends only on the input.
  static let usualDay = Witness.usualDay
  private static let fixedReference = "0123456789abcdef0123456789abcdef"

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    templates = arguments.text(.templates, default: Installation.templates)
    sourceFolders = try arguments.folders(.allowSources)
    viewport = try arguments.choice(.viewport, default: .auto)
    page = try arguments.choice(.page, default: .form)
    step = try arguments.number(.step, in: 1...2000).map { $0 - 1 }
    _ = try arguments.required("FORM")
    locale = try arguments.text(.locale).map { text throws(UsageError) in
      do throws(LanguageTag.Refusal) { return try LanguageTag(checking: text) } catch {
        throw arguments.usageError(.locale, message: error.message)
      }
    }
    today = try arguments.day(.today) ?? Self.usualDay
    for flag in [OptionName.errors, .pretty] { _ = try arguments.flag(flag) }
    for option in [OptionName.step, .cell, .values, .errors, .search]
    where arguments.text(option) != nil && !page.options.contains(option) {
      throw arguments.usageError(option, message: "has no effect with --page \(page.rawValue)")
    }
    if step != nil, arguments.text(.cell) != nil {
      throw arguments.usageError(.step, message: "has no effect with --cell, which shows that cell's step")
    }
    if arguments.text(.search) != nil, arguments.text(.cell) == nil {
      throw arguments.usageError(.search, message: "needs --cell: the selection view to search in")
    }
  }

  func run() throws {
    let form = try Definitions.form(
      try arguments.required("FORM"), templates: templates, sourceFolders: sourceFolders)
    let pages: Pages
    let mistakes = Lock<[Diagnostic]>([])
    let onLateMistakes: WordCatalogue.LateMistakes = { found in mistakes.withLock { $0 += found } }
    do throws(TemplateErrors) {
      pages = try Pages(
        directory: templates, builtIn: Installation.templates(besides: templates),
        onLateMistakes: Installation.root == nil ? nil : onLateMistakes, further: { _ in })
    } catch {
      throw Failure(error.errors.map(\.description))
    }
    let formState = try filled(form)
    let language = PageLanguage(of: form, for: locale.map { [$0] } ?? [], in: pages.words)
    let links = FormLinks(
      to: formState.form, home: "/", form: Route.form(form.id).path, assets: .unhashed,
      view: { Route.view(of: form.id, $0).path },
      pageID: { pageID in StepQuery.text(of: pageID).map { "?step=\($0)" } ?? "" })
    let presentation = FormPresentation(
      formState.form, languages: [language.tag], words: language.words, links: links, numbers: language.numbers,
      dates: language.dates)
    let page = try withOptions(of: form) {
      try bytes(of: formState, pages: pages, presentation: presentation)
    }
    let wrong = mistakes.withLock { $0 }
    if !wrong.isEmpty { throw Failure(wrong.map(\.description)) }
    try Terminal.print(arguments.flag(.pretty) ? PrettyHTML.format(page) : page)
  }

  /// Makes a page, with the options that it needs from providers.
  private func withOptions(of form: Form, _ page: @escaping @Sendable () throws -> [UInt8]) throws -> [UInt8] {
    guard form.cells.contains(where: { $0.optionSource?.isProvided == true }) else { return try page() }
    let windows = blocking {
      do {
        return Result<OptionWindows, any Error>.success(
          try await OptionWindows.needed(by: { _ = try? page() }) { source, question in
            guard case .provider(let provider)? = source.store else {
              return OptionAnswer(page: OptionPage(options: [], matchCount: 0))
            }
            return try await provider.options(for: question, in: source.tree)
          })
      } catch { return .failure(Failure("error: \(form.id): no options: \(error)")) }
    }
    return try OptionWindows.$current.withValue(try windows.get()) { try page() }
  }

  private func bytes(of formState: FormState, pages: Pages, presentation: FormPresentation) throws -> [UInt8] {
    let form = formState.form
    switch page {
    case .index:
      return pages.index(
        of: [presentation], device: "/device", words: presentation.words, assets: .unhashed, viewport: viewport)
    case .receipt:
      guard let time = LocalTime(today.daysSince1970 * 86_400, in: form.timeZone ?? .utc) else { return [] }
      return pages.receipt(
        of: Self.fixedReference, at: time, answers: formState.sent, in: presentation, viewport: viewport)
    case .review:
      guard form.hasReview else { throw Failure("error: \(form.id) has no review; give it \"review\": true") }
      return pages.page(of: formState, in: presentation, request(at: .review, of: form))
    case .form: return try formPage(of: formState, pages: pages, presentation: presentation)
    }
  }

  private func request(at pageID: FormPageID, of form: Form) -> PageRequest {
    var request = PageRequest(pageID: pageID, viewport: viewport, today: today)
    // Left empty, as only a server can make a seal.
    if form.carriesSeal { request.seal = "" }
    return request
  }

  private func formPage(of formState: FormState, pages: Pages, presentation: FormPresentation) throws -> [UInt8] {
    let form = formState.form
    var formState = formState
    if let step {
      guard form.hasSteps, form.steps.indices.contains(step) else {
        throw Failure(
          form.hasSteps
            ? "error: \(form.id) has no step \(step + 1); it has \(form.steps.count)" : "error: \(form.id) has no steps"
        )
      }
      guard formState.shows(step: step) else {
        throw Failure("error: step \(step + 1) of \(form.id) shows no cell with these values")
      }
    }
    let request = request(at: step.map(FormPageID.step) ?? formState.firstPageID, of: form)
    if try arguments.flag(.errors) {
      formState.reduce(step.map { .pass(step: $0, today: request.today) } ?? .submit(today: request.today))
    }
    var overlay: Overlay?
    if let name = arguments.text(.cell) {
      guard let view = form.openable(name) else {
        throw Failure("error: \(form.id) has no cell '\(name)' with a selection view")
      }
      overlay = view
      formState.reduce(.open(view))
      if case .cell(let cell) = view, let search = arguments.text(.search) {
        formState.reduce(.pick(cell: cell, .search(search)))
      }
    }
    return pages.page(of: formState, overlay: overlay, in: presentation, request)
  }

  private func filled(_ form: Form) throws -> FormState {
    let moment = Moment(today)
    guard let path = arguments.text(.values) else {
      return FormState(form: form, hostValues: HostValues.none.beginning(form, at: moment))
    }
    do throws(DefinitionErrors) {
      return try FormState(form: form, decoding: Definitions.read(path), path: path, at: moment)
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }
}

/// The pages that `render` prints.
enum RenderTarget: String, CaseIterable {
  case form, review, receipt, index

  /// The options that apply to this page, besides those of every page.
  var options: Set<OptionName> {
    switch self {
    case .form: [.step, .cell, .values, .errors, .search]
    case .review, .receipt: [.values]
    case .index: []
    }
  }
}
