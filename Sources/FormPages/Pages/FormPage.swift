import FormCells
import Templates
import Support

/// Renders one page of one visitor's form.
struct FormPage {
  let pages: Pages
  let formState: FormState
  let presentation: FormPresentation
  let request: PageRequest
  /// The view that is open in front of the form, if any.
  let overlay: Overlay?
  private var displayState: DisplayState

  /// The cell of the open selection view, and the view's draft and rows.
  private let cell: Cell?
  private let picker: ShownPicker?
  /// The modal section in front of the form, or behind the selection view of one of its cells.
  private let section: Int?
  /// The page of the form, whether or not a view is in front of it.
  private let pageID: FormPageID
  /// The form state with the modal section's draft; `nil` if no section is open.
  private let sectionLayer: FormState?

  init(
    pages: Pages, formState: FormState, presentation: FormPresentation, request: PageRequest, overlay: Overlay?,
    displayState: consuming DisplayState
  ) {
    self.pages = pages
    let formState = formState.asShown
    self.formState = formState
    self.presentation = presentation
    self.request = request
    self.overlay = overlay
    switch overlay {
    case .cell(let index): (cell, section) = (presentation.form.cells[index], presentation.form.modalSection(of: index))
    case .section(let index): (cell, section) = (nil, index)
    case nil: (cell, section) = (nil, nil)
    }
    // A method passed as a value would copy the form state.
    picker = cell.map {
      var draft = formState.draft(of: $0)
      if let level = request.level { draft.show(level: level) }
      return ShownPicker(draft, in: presentation.languages)
    }
    pageID = overlay.map { .step(presentation.form.step(of: $0)) } ?? request.pageID
    sectionLayer = section.map { formState.layered(by: $0).asShown }
    self.displayState = displayState
    if let cell = request.unfinished { self.displayState.quiet(cell) }
    for (cell, message) in refusals { self.displayState.show(message, on: cell, isOpen: isSectionOpen) }
  }

  /// The form state with the modal section's draft, if one is open.
  private var layer: FormState { sectionLayer ?? formState }

  /// Whether the section has a draft. If not, the section is shown as it would be after opening.
  private var isSectionOpen: Bool { section.map { formState.sectionDrafts[$0] != nil } ?? false }

  /// Why requested changes of cells could not be made.
  private var refusals: [(cell: Int, message: DisplayState.Message)] {
    request.refusals.map { ($0.cell, DisplayState.Message($0.message, on: presentation.cells[$0.cell])) }
  }

  func bytes() -> [UInt8] {
    switch pageID {
    case .step(let step): bytes(of: step)
    case .review: review()
    }
  }

  /// Hidden inputs for the sections of other pages, hidden cells and secrets.
  private var hiddenSections: [HiddenSectionView] {
    var views: [HiddenSectionView] = []
    func add(_ field: PageField, secret: String?) {
      if let secret { views.append(HiddenSectionView(name: field.rawValue, text: secret)) }
    }
    add(.changes, secret: request.change)
    add(.invitation, secret: request.invitation)
    add(.saved, secret: request.saved)
    return views
      + formState.hiddenSections(on: pageID).map {
        HiddenSectionView(name: presentation.form.name(of: .section($0.section)), text: $0.text)
      }
  }

  private var offersStartOver: Bool {
    request.offersStartOver && !request.linkSuffix.isEmpty && overlay == nil && formState.hasInput
  }

  private func bytes(of step: Int) -> [UInt8] {
    let heading = PageHeading(pageID, of: formState, in: presentation)
    let problems = section == nil ? problems(of: step) : []
    let sections = sections(of: step)
    let (title, hasErrors) = title(heading, problems: problems)
    let view = FormView(
      presentation: presentation,
      action: action(of: step),
      pageID: presentation.form.hasPages ? String(step + 1) : nil, offersStartOver: offersStartOver,
      offersSaving: request.offersSaving,
      gone: request.isGone ? presentation.words[.gone] : nil, closing: request.closing, fill: formState.id,
      version: formState.form.version,
      baseline: sectionLayer.map { Baseline.shown(by: $0, open: section) } ?? Baseline.shown(by: formState),
      prefill: request.prefill, seal: request.seal, defaultAction: defaultAction(on: step).value, heading: heading,
      next: next(after: step),
      offersBack: presentation.form.hasSteps && formState.pageID(before: pageID) != nil,
      hiddenSections: hiddenSections,
      notice: overlay == nil ? notice(at: nil) : nil,
      problems: problems, focusesProblems: request.focusesProblems && overlay == nil,
      sectionLinks: links(to: sections), sections: sections,
      panel: section.flatMap { panel(of: $0) }, selection: cell.flatMap { selection(of: $0) })
    let showsMore = overlay != nil || !request.isNew || tellsSomething(view, of: step)
    return pages.finish(
      pages.form.fragment(consume view),
      title: title, behind: hasErrors ? presentation.words[.errorPrefix] : "",
      in: presentation.document,
      showsMore: showsMore, isFirst: request.isFirst, viewport: request.viewport)
  }

  /// Whether the page has a notice or messages in addition to the form.
  private func tellsSomething(_ view: FormView, of step: Int) -> Bool {
    view.gone != nil || view.notice != nil || !view.problems.isEmpty
      || !displayState.messages(of: formState.cells(ofStep: step), areOpen: false).isEmpty
  }

  /// Where the form posts to. If the step's address has a query, the draft's name is already in it.
  private func action(of step: Int) -> FormActionURL {
    if let overlay {
      let level = picker?.draft.level ?? ""
      return level.isEmpty
        ? FormActionURL(url: presentation.link(to: overlay), suffix: request.linkSuffix)
        : FormActionURL(url: presentation.link(to: overlay, level: level, request.linkSuffix), suffix: "")
    }
    return step == 0
      ? FormActionURL(url: presentation.links.form, suffix: request.linkSuffix)
      : FormActionURL(url: presentation.link(to: .step(step), request.linkSuffix), suffix: "")
  }

  /// The action of the main button of the form's page.
  private func next(after step: Int) -> FormAction {
    formState.goesOn(from: .step(step), today: request.today) ? .goOn : .submit
  }

  /// The document's title. It names the view in front, and says so if that view was rejected.
  /// - Parameter problems: of the form.
  private func title(_ heading: PageHeading, problems: [ProblemView]) -> (title: String, hasErrors: Bool) {
    switch overlay {
    case .cell(let cell):
      (presentation.cells[cell].label, picker?.draft.problem != nil)
    case .section(let section):
      (presentation.title(ofSection: section, in: formState), !panelProblems(of: section).isEmpty)
    case nil: (heading.title(of: presentation.title, presentation.words), !problems.isEmpty)
    }
  }

  /// The action of the Enter key. It submits the page; in a selection view it searches or applies; in a modal section
  /// it applies; in the discard question it means "Keep Editing".
  private func defaultAction(on step: Int) -> FormAction {
    if let cell, let offer = presentation.cells[cell.index].selection {
      if picker?.draft.asksToDiscard == true { return .keepEditing }
      if offer.hasSearch { return .search }
      return offer.hasApply || offer.other != nil ? .apply : .keepEditing
    }
    guard case .section(let section) = overlay else { return next(after: step) }
    return formState.sectionDrafts[section]?.asksToDiscard == true ? .keepEditing : .apply
  }

  /// The feedback at the bottom of a view; for `nil`, at the bottom of the form's page.
  private func notice(at view: Overlay?) -> NoticeView? {
    guard request.notice != nil || formState.undo != nil else { return nil }
    let step = formState.undo.flatMap { step in
      step.place(in: presentation.form) == view && (view != nil || isHere(step.target)) ? step : nil
    }
    return NoticeView(
      request.notice, saysUndone: request.saysUndone, step: step, in: presentation, formState: formState)
  }

  /// Whether the cell of a view is on this page of the form; true for `nil`, which means the form itself.
  private func isHere(_ view: Overlay?) -> Bool {
    view.map { pageID == .step(presentation.form.step(of: $0)) } ?? true
  }
}

/// The form itself.
extension FormPage {
  /// The sections of all steps.
  func allSections() -> [SectionView] { presentation.form.steps.indices.flatMap(sections(of:)) }

  /// The sections of a step, each with its visible cells. A modal section is a single cell.
  func sections(of step: Int) -> [SectionView] {
    var sections: [SectionView] = []
    let here = presentation.form.steps[step].sections
    sections.reserveCapacity(here.count)
    for position in here {
      let section = presentation.sections[position]
      let fragments: [Fragment]
      if let repeated = section.repeated {
        guard formState.isShown(repeated: position) else { continue }
        fragments = [
          pages.repeatedSection.fragment(
            RepeatedSectionView(
              position, section: repeated, entries: formState.entries(of: position), in: presentation,
              formState: formState,
              displayState: displayState))
        ]
      } else if let modal = section.modal {
        guard section.cells.contains(where: { formState.states[$0].isVisible }) else { continue }
        fragments = [
          pages.modalSection.fragment(
            ModalSectionView(
              modal, in: presentation, formState: formState, displayState: displayState, linkSuffix: request.linkSuffix)
          )
        ]
      } else {
        fragments = cells(section.cells, of: formState, areOpen: false)
      }
      if !fragments.isEmpty {
        sections.append(SectionView(position: position, presentation: section, cells: fragments))
      }
    }
    return sections
  }

  /// The entries of the list of sections.
  private func links(to sections: [SectionView]) -> [SectionLinkView] {
    guard presentation.listsSections else { return [] }
    return sections.compactMap { section in
      guard let title = section.presentation.listTitle else { return nil }
      let cells =
        section.presentation.repeated == nil
        ? section.presentation.cells : formState.cells(ofSection: section.position)
      let problems = cells.count { displayState.message(of: $0, isOpen: false) != nil }
      let state: SectionLinkView.State =
        if problems > 0 {
          .wrong(problems)
        } else if formState.isComplete(cells, today: request.today) {
          .complete
        } else {
          .open(answers: formState.answers(in: cells))
        }
      return SectionLinkView(
        headingID: section.presentation.headingID, title: title, state: state, words: presentation.words)
    }
  }

  /// The visible cells among those of a section.
  /// - Parameter areOpen: whether to show them as in their open modal section.
  private func cells(_ indices: [Int], of formState: FormState, areOpen: Bool) -> [Fragment] {
    let (states, values) = (formState.states, formState.values)
    var visible: [Int] = []
    visible.reserveCapacity(indices.count)
    for index in indices where states[index].isVisible { visible.append(index) }
    func cell(_ index: Int) -> Fragment {
      let cell = presentation.cells[index]
      let value = cell.options == nil ? values[index] : .selection(formState.selection(of: cell.cell))
      let display = displayState.display(of: index, isOpen: areOpen)
      return pages.cells.fragment(
        CellContext(
          cell, state: states[index], value: value, display: display, today: request.today,
          linkSuffix: request.linkSuffix,
          awaited: formState.awaitedCell(of: index).map { presentation.cells[$0].label },
          offered: cell.cell.opensView ? nil : formState.offeredRows(at: index), bounds: formState.bounds(of: index)))
    }
    // A provider may give another answer for each request.
    guard presentation.isKept, !presentation.asksProviders, !visible.isEmpty else { return visible.map(cell) }
    let assetLink = presentation.links.assets.file
    let keys = RenderKeys(presentation, today: request.today, linkSuffix: request.linkSuffix)
    let (cells, digests) = (presentation.cells, formState.digests)
    func display(_ index: Int) -> Int? {
      let display = displayState.digest(of: index, isOpen: areOpen)
      guard formState.form.hasFollowers else { return display }
      let (offered, bounds) = (formState.offeredOptions(at: index), formState.bounds(of: index))
      if offered == nil, bounds == nil { return display }
      var hasher = Hasher()
      hasher.combine(display)
      hasher.combine(offered)
      hasher.combine(bounds)
      return hasher.finalize()
    }
    let section = pages.cache.views(
      keys.section(visible, of: cells, states: states, digests: digests, display: display)
    ) {
      let fragments = visible.map { index in
        pages.cache.views(
          keys.cell(cells[index], state: states[index], digest: digests[index], display: display(index))
        ) {
          RenderedViews([cell(index)], linking: assetLink)
        }.fragment
      }
      return RenderedViews(fragments, linking: assetLink)
    }
    return [section.fragment]
  }

  /// The lines of the error summary above the form's page, after it was rejected or a change could not be made.
  private func problems(of step: Int) -> [ProblemView] {
    let isRefused = formState.showsProblems(ofStep: step)
    if let doubt = request.doubt { return problems(of: doubt) }
    guard isRefused || !request.refusals.isEmpty else { return [] }
    guard isRefused else {
      return refusals.map { cell, message in
        ProblemView(
          link: presentation.cells[cell].formAnchor, message: message.summary, hasAnswers: presentation.hasAnswers)
      }
    }
    let ofCells = problems(of: formState.cells(ofStep: step), areOpen: false, at: \.formAnchor)
    return displayState.messagesAtForm.isEmpty ? ofCells : problemsOfForm + ofCells
  }

  private func problems(of doubt: PageDoubt) -> [ProblemView] {
    [ProblemView(link: nil, message: doubt.text(in: presentation.words))]
  }

  /// The messages of the host's check that are about the form as a whole.
  private var problemsOfForm: [ProblemView] {
    formState.showsProblems ? displayState.messagesAtForm.map { ProblemView(link: nil, message: $0) } : []
  }

  /// - `areOpen`: whether the cells are shown as in their open modal section.
  /// - `anchor`: where the line of a cell leads.
  private func problems(
    of cells: some Collection<Int>, areOpen: Bool, at anchor: (CellPresentation) -> String
  ) -> [ProblemView] {
    var problems: [ProblemView] = []
    for cell in cells {
      guard let message = displayState.message(of: cell, isOpen: areOpen) else { continue }
      if let rule = message.rule, cell != firstCell(of: rule, among: cells, areOpen: areOpen) { continue }
      if problems.isEmpty { problems.reserveCapacity(cells.count) }
      let (cell, link) = (presentation.cells[cell], anchor(presentation.cells[cell]))
      if let section = repeatedSection(with: cell.cell.index) {
        problems.append(
          ProblemView(
            link: "#" + presentation.form.name(of: .section(section)),
            message: presentation.words.problems.summary(
              presentation.sections[section].repeated?.title ?? "", message.text),
            hasAnswers: presentation.hasAnswers))
        continue
      }
      let entry = areOpen ? nil : title(ofEntryWith: cell.cell.index)
      problems.append(
        ProblemView(
          link: link == cell.anchor ? link + message.place : link,
          message: entry.map { presentation.words.problems.summary($0, message.summary) } ?? message.summary,
          hasAnswers: presentation.hasAnswers))
    }
    return problems
  }

  /// The first of the cells that shows the message of a rule.
  private func firstCell(of rule: Int, among cells: some Collection<Int>, areOpen: Bool) -> Int? {
    presentation.form.rules[rule].cells.first {
      cells.contains($0) && displayState.message(of: $0, isOpen: areOpen)?.rule == rule
    }
  }
}

extension FormPage {
  /// The position of the repeated section that contains a cell and whose problems are shown at that cell.
  private func repeatedSection(with cell: Int) -> Int? {
    presentation.form.repeatedSections.first { presentation.sections[$0].cells.contains(cell) }
  }

  /// "Expense 2", for a cell of an entry; `nil` if it is in none.
  private func title(ofEntryWith cell: Int) -> String? {
    presentation.form.modalSection(of: cell).flatMap { section in
      formState.number(ofEntry: section).flatMap { presentation.itemTitle(ofEntry: section, number: $0) }
    }
  }
}

/// The views in front of the form.
extension FormPage {
  /// The view of a modal section.
  private func panel(of index: Int) -> Fragment? {
    let section = presentation.sections[index]
    guard let modal = section.modal else { return nil }
    let isBehind = cell != nil
    let problems = panelProblems(of: index)
    let asks = !isBehind && formState.sectionDrafts[index]?.asksToDiscard == true
    return pages.modalPanel.fragment(
      ModalSectionPanel(
        section: modal, title: presentation.title(ofSection: index, in: formState), words: presentation.words,
        viewport: request.viewport, isBehind: isBehind, asks: asks,
        problems: problems, focusesProblems: !problems.isEmpty && request.focusesProblems && !isBehind,
        cells: cells(section.cells, of: layer, areOpen: isSectionOpen),
        // The message about an earlier change makes room for the present problems.
        notice: isBehind || request.focusesProblems ? nil : notice(at: .section(index))))
  }

  private func panelProblems(of index: Int) -> [ProblemView] {
    let isChecked =
      formState.showsProblems(ofStep: presentation.form.step(of: .section(index)))
      || formState.sectionDrafts[index]?.showsProblems == true || !request.refusals.isEmpty
    guard isChecked else { return [] }
    return problems(of: presentation.sections[index].cells, areOpen: isSectionOpen, at: \.anchor)
  }

  private func selection(of cell: Cell) -> Fragment? {
    let cellPresentation = presentation.cells[cell.index]
    guard let offer = cellPresentation.selection, let picker else { return nil }
    let view = SelectionView(
      picker, applied: formState.selection(of: cell), of: offer, in: cellPresentation,
      isRequired: layer.states[cell.index].isRequired,
      awaited: layer.awaitedCell(of: cell.index).map { presentation.cells[$0].label },
      form: presentation, viewport: request.viewport, notice: notice(at: .cell(cell.index)), templates: pages.cells,
      rowCache: presentation.isKept
        ? RowCache(
          cache: pages.cache, keys: RenderKeys(presentation, today: request.today, linkSuffix: ""), cell: cell,
          assetLink: presentation.links.assets.file) : nil)
    let template =
      switch offer.style {
      case .listPicker: pages.listPickerSelection
      case .select: pages.selectSelection
      }
    return template.fragment(view)
  }
}

/// The review: all answers before they are sent.
extension FormPage {
  private func review() -> [UInt8] {
    let heading = PageHeading(.review, of: formState, in: presentation)
    let changed = Set(request.changedAnswers)
    let problems =
      changed.isEmpty
      ? request.doubt.map(problems(of:)) ?? problemsOfForm
      : request.changedAnswers.map {
        ProblemView(
          link: "#\(AnswerView.anchor(of: $0))", message: presentation.cells[$0].label,
          hasAnswers: presentation.hasAnswers)
      }
    let view = ReviewView(
      presentation: presentation, action: presentation.link(to: .review, request.linkSuffix), fill: formState.id.text,
      version: formState.form.version, seal: request.seal, hiddenSections: hiddenSections, heading: heading,
      problemTitle: presentation.words[changed.isEmpty ? .problemTitle : .answersChanged], problems: problems,
      focusesProblems: request.focusesProblems,
      groups: presentation.answers(in: formState, changed: changed, change: link(toChange:)), notice: notice(at: nil),
      offersStartOver: offersStartOver)
    return pages.finish(
      pages.review.fragment(view), title: heading.title(of: presentation.title, presentation.words),
      behind: problems.isEmpty ? "" : presentation.words[.errorPrefix], in: presentation.document,
      viewport: request.viewport)
  }

  /// The address of a cell, or of its modal section's cell if it is in one.
  private func link(toChange cell: Int) -> String {
    let form = presentation.form
    let id = form.modalSection(of: cell).map { form.name(of: .section($0)) } ?? form.cells[cell].id
    return "\(presentation.link(to: .step(form.step(of: cell)), request.linkSuffix))#\(id)"
  }
}
