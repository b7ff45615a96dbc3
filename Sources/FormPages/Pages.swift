public import FormCells
public import Markup

/// All pages, compiled from their templates once. Making a page cannot fail.
public final class Pages: Sendable {
  private let document: Template<DocumentView>
  private let form: Template<FormView>
  private let index: Template<IndexView>
  private let receipt: Template<ReceiptView>
  private let error: Template<ErrorView>
  private let cells: CellTemplates
  private let listPickerSelection: Template<SelectionView>
  private let selectSelection: Template<SelectionView>
  let gallery: GalleryTemplates

  /// Compiles every template below `directory` against the pages' declared slots.
  /// - Throws: all mistakes of all templates, with their places.
  public convenience init(directory: String) throws(TemplateErrors) {
    try self.init(TemplateLibrary(directory: directory))
  }

  init(_ library: TemplateLibrary) throws(TemplateErrors) {
    var library = library
    document = library.template("document", for: DocumentView.self)
    form = library.template("form", for: FormView.self)
    index = library.template("index", for: IndexView.self)
    receipt = library.template("receipt", for: ReceiptView.self)
    error = library.template("error", for: ErrorView.self)
    cells = CellTemplates(&library)
    listPickerSelection = library.template("selection/list-picker", for: SelectionView.self)
    selectSelection = library.template("selection/select", for: SelectionView.self)
    gallery = GalleryTemplates(&library)
    try library.finish()
  }

  /// How a form's page is asked for.
  public struct FormRequest: Sendable {
    public var viewport: ViewportClass
    public var today: CalendarDate
    /// Page-level feedback (features LP15, FO6).
    public var notice: String?
    /// After a failed submit: focus goes to the summary (contract, section 5).
    public var focusesProblems: Bool
    /// Why what was asked of a cell could not be done; stands as its message. By `Cell.index`.
    public var refusal: (cell: Int, message: String)?

    public init(
      viewport: ViewportClass = .auto, today: CalendarDate, notice: String? = nil, focusesProblems: Bool = false,
      refusal: (cell: Int, message: String)? = nil
    ) {
      self.refusal = refusal
      self.viewport = viewport
      self.today = today
      self.notice = notice
      self.focusesProblems = focusesProblems
    }
  }

  /// The form as filled in so far.
  public func form(_ filling: Filling, in presentation: FormPresentation, _ request: FormRequest) -> [UInt8] {
    page(of: filling, in: presentation, request, open: nil)
  }

  /// A cell's selection view, in front of the form.
  public func selection(
    of cell: Cell, in filling: Filling, _ presentation: FormPresentation, _ request: FormRequest
  ) -> [UInt8] {
    page(of: filling, in: presentation, request, open: cell)
  }

  /// The list of forms, given as presentations.
  public func index(
    of forms: [FormPresentation], words: Words, assets: PageAssets, viewport: ViewportClass
  ) -> [UInt8] {
    let view = IndexView(
      title: words.forms, empty: words.noForms,
      entries: forms.map { IndexView.Entry(link: $0.links.form, title: $0.title, description: $0.description) })
    return finish(
      index.fragment(view), title: words.forms, language: words.language, assets: assets, viewport: viewport)
  }

  /// The receipt of a submission on disk.
  /// - Parameter time: as people read it.
  public func receipt(
    of reference: String, at time: String, in presentation: FormPresentation, viewport: ViewportClass
  ) -> [UInt8] {
    let view = ReceiptView(presentation: presentation, reference: reference, time: time)
    return finish(
      receipt.fragment(view), title: presentation.words.receiptTitle, language: presentation.words.language,
      assets: presentation.links.assets, viewport: viewport)
  }

  /// An error that a person can read.
  public func error(
    title: String, text: String, home: String, words: Words, assets: PageAssets
  ) -> [UInt8] {
    let view = ErrorView(title: title, text: text, home: home, homeWord: words.forms)
    return finish(
      error.fragment(view), title: title, language: words.language, assets: assets, viewport: .auto)
  }
}

extension Pages {
  private func page(
    of filling: Filling, in presentation: FormPresentation, _ request: FormRequest, open: Cell?
  ) -> [UInt8] {
    var messages = messages(for: filling, in: presentation, today: request.today)
    var problems = filling.showsProblems ? messages : [:]
    if let (cell, message) = request.refusal {
      messages[cell] = message
      problems[cell] = message
    }
    let view = FormView(
      presentation: presentation, action: open.map { presentation.links.cells[$0.index] } ?? presentation.links.form,
      fill: filling.id, baseline: Baseline.encoded(of: filling),
      defaultAction: open.map { defaultAction(of: $0, in: filling, presentation) } ?? "submit",
      notice: open == nil ? notice(for: filling, in: presentation, request) : nil,
      problems: problemViews(problems, in: presentation),
      focusesProblems: request.focusesProblems && open == nil,
      sections: sections(of: filling, in: presentation, messages, today: request.today),
      selection: open.flatMap { selectionFragment(of: $0, in: filling, presentation, request) })
    let title = open.map { presentation.cells[$0.index].label } ?? presentation.title
    return finish(
      form.fragment(view),
      title: problems.isEmpty ? title : presentation.words.errorPrefix + title,
      language: presentation.words.language, assets: presentation.links.assets, viewport: request.viewport)
  }

  func sections(
    of filling: Filling, in presentation: FormPresentation, _ messages: [Int: String], today: CalendarDate
  ) -> [SectionView] {
    let states = presentation.form.states(in: filling.values)
    var sections: [SectionView] = []
    sections.reserveCapacity(presentation.sections.count)
    for section in presentation.sections {
      var fragments: [Fragment] = []
      fragments.reserveCapacity(section.cells.count)
      for index in section.cells {
        guard states[index].isVisible else { continue }
        let context = CellContext(
          presentation: presentation.cells[index], state: states[index], message: messages[index],
          success: success(of: index, filling, presentation, today), today: today)
        fragments.append(cells.fragment(context, in: filling))
      }
      if !fragments.isEmpty { sections.append(SectionView(presentation: section, cells: fragments)) }
    }
    return sections
  }

  /// The messages to show, by cell: all after a refused submit, before it only what would show while typing.
  func messages(
    for filling: Filling, in presentation: FormPresentation, today: CalendarDate
  ) -> [Int: String] {
    var messages: [Int: String] = [:]
    let problems =
      filling.showsProblems ? filling.problems(today: today, numbers: presentation.numbers) : filling.problemsOfEntry
    for (cell, problem) in problems {
      messages[cell] = presentation.words.message(
        for: problem, in: presentation.form.cells[cell], label: presentation.cells[cell].label,
        languages: presentation.languages, numbers: presentation.numbers)
    }
    return messages
  }

  private func success(
    of cell: Int, _ filling: Filling, _ presentation: FormPresentation, _ today: CalendarDate
  ) -> String? {
    guard let success = presentation.cells[cell].success, filling.isConfirmed(cell, today: today) else { return nil }
    return success
  }

  private func problemViews(_ messages: [Int: String], in presentation: FormPresentation) -> [ProblemView] {
    messages.sorted { $0.key < $1.key }.map { cell, message in
      ProblemView(link: "#" + presentation.cells[cell].id, message: message)
    }
  }

  /// What stands at the bottom of the form, or of the selection view of `cell`.
  private func notice(
    for filling: Filling, in presentation: FormPresentation, _ request: FormRequest, inViewOf cell: Cell? = nil
  ) -> NoticeView? {
    let step = filling.undo.flatMap { step in
      (step.isInsideView ? step.cell == cell?.index : cell == nil) ? step : nil
    }
    return NoticeView(request.notice, step: step, in: presentation)
  }

  private func selectionFragment(
    of cell: Cell, in filling: Filling, _ presentation: FormPresentation, _ request: FormRequest
  ) -> Fragment? {
    guard let offer = presentation.cells[cell.index].selection else { return nil }
    let view = SelectionView(
      filling.draft(of: cell), of: offer, in: presentation.cells[cell.index],
      isRequired: presentation.form.state(of: cell.index, in: filling.values).isRequired, form: presentation,
      viewport: request.viewport, notice: notice(for: filling, in: presentation, request, inViewOf: cell))
    return switch offer.style {
    case .listPicker: listPickerSelection.fragment(view)
    case .select: selectSelection.fragment(view)
    }
  }

  /// Enter in a selection view searches or applies, and answers the discard question with "Keep Editing".
  private func defaultAction(of cell: Cell, in filling: Filling, _ presentation: FormPresentation) -> String {
    guard let offer = presentation.cells[cell.index].selection else { return "submit" }
    if filling.draft(of: cell).asksToDiscard { return "keep" }
    if offer.hasSearch { return "search" }
    return offer.hasApply ? "apply" : "keep"
  }

  func finish(
    _ content: Fragment, title: String, language: LanguageTag, assets: PageAssets, viewport: ViewportClass
  ) -> [UInt8] {
    document.render(
      DocumentView(
        language: language.description, title: title, viewport: viewport.rawValue, assets: assets,
        content: content))
  }
}
