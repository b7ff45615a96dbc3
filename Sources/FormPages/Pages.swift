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
  private let modalSection: Template<ModalSectionView>
  private let modalPanel: Template<ModalSectionPanel>
  let gallery: GalleryTemplates
  /// In all languages that the product carries.
  public let words: WordCatalogue

  /// Compiles every template below `directory` against the pages' declared slots, and reads the words in `words`.
  /// - Throws: all mistakes of all templates and languages, with their places.
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
    modalSection = library.template("cells/modal-section", for: ModalSectionView.self)
    modalPanel = library.template("selection/modal-section", for: ModalSectionPanel.self)
    gallery = GalleryTemplates(&library)
    words = WordCatalogue(&library)
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
    page(of: filling, in: presentation, request, front: nil)
  }

  /// A cell's selection view, in front of the form.
  public func selection(
    of cell: Cell, in filling: Filling, _ presentation: FormPresentation, _ request: FormRequest
  ) -> [UInt8] {
    page(of: filling, in: presentation, request, front: .cell(cell.index))
  }

  /// What is open in front of the form; nil: the form.
  public func view(
    _ view: InnerView?, of filling: Filling, in presentation: FormPresentation, _ request: FormRequest
  ) -> [UInt8] {
    page(of: filling, in: presentation, request, front: view)
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
  /// - Parameter front: what is open in front of the form. The selection view of a modal section's cell has the section
  ///   behind it.
  private func page(
    of filling: Filling, in presentation: FormPresentation, _ request: FormRequest, front: InnerView?
  ) -> [UInt8] {
    let section: Int?
    let cell: Cell?
    switch front {
    case .cell(let index):
      section = presentation.form.modalSection(of: index)
      cell = presentation.form.cells[index]
    case .section(let index): (section, cell) = (index, nil)
    case nil: (section, cell) = (nil, nil)
    }
    var messages = messages(for: filling, in: presentation, today: request.today)
    var problems = filling.showsProblems ? messages : [:]
    if let (cell, message) = request.refusal, section == nil {
      messages[cell] = message
      problems[cell] = message
    }
    let layer = section.map(filling.layered(by:)) ?? filling
    let panel = section.flatMap {
      panelFragment(of: $0, in: filling, layer, presentation, request, isBehind: cell != nil)
    }
    let view = FormView(
      presentation: presentation, action: front.map(presentation.link(to:)) ?? presentation.links.form,
      fill: filling.id, version: filling.form.version, baseline: Baseline.encoded(of: layer),
      defaultAction: defaultAction(of: front, in: filling, presentation),
      notice: front == nil ? notice(for: filling, in: presentation, request, at: nil) : nil,
      problems: panel == nil ? problemViews(problems, in: presentation) : [],
      focusesProblems: request.focusesProblems && front == nil,
      sections: sections(of: filling, in: presentation, messages, today: request.today), panel: panel?.fragment,
      selection: cell.flatMap { selectionFragment(of: $0, in: filling, layer, presentation, request) })
    // The page is called what is in front of it, and says so where that was refused.
    let (title, hasErrors) =
      switch front {
      case .cell(let cell):
        (presentation.cells[cell].label, filling.draft(of: presentation.form.cells[cell]).problem != nil)
      case .section(let section):
        (presentation.sections[section].modal?.label ?? presentation.title, panel?.hasErrors ?? false)
      case nil: (presentation.title, !problems.isEmpty)
      }
    return finish(
      form.fragment(view), title: hasErrors ? presentation.words.errorPrefix + title : title,
      language: presentation.words.language, assets: presentation.links.assets, viewport: request.viewport)
  }

  /// The form's sections, each with its visible cells; a modal one is a single cell.
  func sections(
    of filling: Filling, in presentation: FormPresentation, _ messages: [Int: String], today: CalendarDate
  ) -> [SectionView] {
    let states = presentation.form.states(in: filling.values)
    var sections: [SectionView] = []
    sections.reserveCapacity(presentation.sections.count)
    for section in presentation.sections {
      let fragments: [Fragment]
      if let modal = section.modal {
        guard section.cells.contains(where: { states[$0].isVisible }) else { continue }
        fragments = [
          modalSection.fragment(
            ModalSectionView(modal, in: presentation, filling: filling, states: states, messages: messages))
        ]
      } else {
        fragments = cellFragments(section.cells, of: filling, states, messages, presentation, today)
      }
      if !fragments.isEmpty { sections.append(SectionView(presentation: section, cells: fragments)) }
    }
    return sections
  }

  private func cellFragments(
    _ indexes: [Int], of filling: Filling, _ states: [CellState], _ messages: [Int: String],
    _ presentation: FormPresentation, _ today: CalendarDate
  ) -> [Fragment] {
    var fragments: [Fragment] = []
    fragments.reserveCapacity(indexes.count)
    for index in indexes where states[index].isVisible {
      let context = CellContext(
        presentation: presentation.cells[index], state: states[index], message: messages[index],
        success: success(of: index, filling, presentation, today), today: today)
      fragments.append(cells.fragment(context, in: filling))
    }
    return fragments
  }

  /// The view of an open modal section.
  private func panelFragment(
    of index: Int, in filling: Filling, _ layer: Filling, _ presentation: FormPresentation, _ request: FormRequest,
    isBehind: Bool
  ) -> (fragment: Fragment, hasErrors: Bool)? {
    let section = presentation.sections[index]
    guard let modal = section.modal else { return nil }
    let draft = filling.sectionDrafts[index]
    var messages = messages(for: layer, in: presentation, today: request.today)
    if !filling.showsProblems, draft?.showsProblems == true {
      messages = self.messages(
        of: filling.problemsOfApplying(index, today: request.today, numbers: presentation.numbers), in: presentation)
    }
    if let (cell, message) = request.refusal { messages[cell] = message }
    messages = messages.filter { section.cells.contains($0.key) }
    let isChecked = filling.showsProblems || draft?.showsProblems == true || request.refusal != nil
    let hasErrors = isChecked && !messages.isEmpty
    let states = presentation.form.states(in: layer.values)
    let view = ModalSectionPanel(
      section: modal, words: presentation.words, viewport: request.viewport, isBehind: isBehind,
      asks: !isBehind && draft?.asksToDiscard == true,
      problems: hasErrors ? problemViews(messages, in: presentation, inside: true) : [],
      focusesProblems: hasErrors && request.focusesProblems && !isBehind,
      cells: cellFragments(section.cells, of: layer, states, messages, presentation, request.today),
      // What was done before gives way to what is wrong now.
      notice: isBehind || request.focusesProblems
        ? nil : notice(for: filling, in: presentation, request, at: .section(index)))
    return (modalPanel.fragment(view), hasErrors)
  }

  /// The messages to show, by cell: all after a refused submit, before it only what would show while typing.
  func messages(
    for filling: Filling, in presentation: FormPresentation, today: CalendarDate
  ) -> [Int: String] {
    messages(
      of: filling.showsProblems
        ? filling.problems(today: today, numbers: presentation.numbers) : filling.problemsOfEntry, in: presentation)
  }

  private func messages(
    of problems: [(cell: Int, problem: Problem)], in presentation: FormPresentation
  ) -> [Int: String] {
    var messages: [Int: String] = [:]
    for (cell, problem) in problems {
      messages[cell] = presentation.words.message(
        for: problem, in: presentation.form.cells[cell], languages: presentation.languages,
        numbers: presentation.numbers)
    }
    return messages
  }

  private func success(
    of cell: Int, _ filling: Filling, _ presentation: FormPresentation, _ today: CalendarDate
  ) -> String? {
    guard let success = presentation.cells[cell].success, filling.isConfirmed(cell, today: today) else { return nil }
    return success
  }

  /// - Parameter inside: in the view of the cells' modal section; on the form, their links lead to the section's cell.
  private func problemViews(
    _ messages: [Int: String], in presentation: FormPresentation, inside: Bool = false
  ) -> [ProblemView] {
    messages.sorted { $0.key < $1.key }.map { cell, message in
      let section = inside ? nil : presentation.form.modalSection(of: cell)
      let name = section.map { presentation.form.name(of: .section($0)) } ?? presentation.cells[cell].id
      let line = presentation.words.problems.summary(presentation.cells[cell].label, message)
      return ProblemView(link: "#" + name, message: line)
    }
  }

  /// What stands at the bottom of a view, or, nil, of the form.
  private func notice(
    for filling: Filling, in presentation: FormPresentation, _ request: FormRequest, at view: InnerView?
  ) -> NoticeView? {
    let step = filling.undo.flatMap { $0.place(in: presentation.form) == view ? $0 : nil }
    return NoticeView(request.notice, step: step, in: presentation)
  }

  private func selectionFragment(
    of cell: Cell, in filling: Filling, _ layer: Filling, _ presentation: FormPresentation, _ request: FormRequest
  ) -> Fragment? {
    guard let offer = presentation.cells[cell.index].selection else { return nil }
    let view = SelectionView(
      filling.draft(of: cell), of: offer, in: presentation.cells[cell.index],
      isRequired: presentation.form.state(of: cell.index, in: layer.values).isRequired, form: presentation,
      viewport: request.viewport, notice: notice(for: filling, in: presentation, request, at: .cell(cell.index)),
      row: cells.row)
    return switch offer.style {
    case .listPicker: listPickerSelection.fragment(view)
    case .select: selectSelection.fragment(view)
    }
  }

  /// Enter submits the form; in a selection view it searches or applies, in a modal section it applies; it answers the
  /// discard question with "Keep Editing".
  private func defaultAction(
    of front: InnerView?, in filling: Filling, _ presentation: FormPresentation
  ) -> String {
    switch front {
    case nil: return "submit"
    case .section(let section): return filling.sectionDrafts[section]?.asksToDiscard == true ? "keep" : "apply"
    case .cell(let cell):
      guard let offer = presentation.cells[cell].selection else { return "submit" }
      if filling.draft(of: presentation.form.cells[cell]).asksToDiscard { return "keep" }
      if offer.hasSearch { return "search" }
      return offer.hasApply ? "apply" : "keep"
    }
  }

  func finish(
    _ content: Fragment, title: String, language: LanguageTag, assets: PageAssets, furtherStylesheet: String? = nil,
    viewport: ViewportClass
  ) -> [UInt8] {
    document.render(
      DocumentView(
        language: language.description, title: title, viewport: viewport.rawValue, assets: assets,
        furtherStylesheet: furtherStylesheet, content: content))
  }
}
