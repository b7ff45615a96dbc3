import FormCells
import Markup

/// One page of one visitor's form on its way to bytes.
struct FormPage {
  let pages: Pages
  let filling: Filling
  let presentation: FormPresentation
  let request: PageRequest
  /// The view that is open in front of the form; nil: none.
  let front: InnerView?
  private var appearance: Appearance

  /// The open selection view's cell.
  private let cell: Cell?
  /// The modal section in front of the form, or behind the selection view of one of its cells.
  private let section: Int?
  /// The form as the section shows it.
  private let layer: Filling

  init(
    pages: Pages, filling: Filling, presentation: FormPresentation, request: PageRequest, front: InnerView?,
    appearance: Appearance
  ) {
    self.pages = pages
    self.filling = filling
    self.presentation = presentation
    self.request = request
    self.front = front
    switch front {
    case .cell(let index): (cell, section) = (presentation.form.cells[index], presentation.form.modalSection(of: index))
    case .section(let index): (cell, section) = (nil, index)
    case nil: (cell, section) = (nil, nil)
    }
    layer = section.map(filling.layered(by:)) ?? filling
    self.appearance = appearance
    if let (cell, message) = request.refusal { self.appearance.show(message, on: cell, isOpen: isSectionOpen) }
  }

  /// Whether the section has a draft of its own; else it is shown as opening it would show it.
  private var isSectionOpen: Bool { section.map { filling.sectionDrafts[$0] != nil } ?? false }

  func bytes() -> [UInt8] {
    let (title, hasErrors) = heading()
    let view = FormView(
      presentation: presentation, action: front.map(presentation.link(to:)) ?? presentation.links.form,
      fill: filling.id, version: filling.form.version, baseline: Baseline.encoded(of: layer),
      defaultAction: defaultAction.value, notice: front == nil ? notice(at: nil) : nil,
      problems: section == nil ? problems() : [], focusesProblems: request.focusesProblems && front == nil,
      sections: sections(), panel: section.flatMap(panel), selection: cell.flatMap(selection))
    return pages.finish(
      pages.form.fragment(view), title: hasErrors ? presentation.words.errorPrefix + title : title,
      language: presentation.words.language, assets: presentation.links.assets, viewport: request.viewport)
  }

  /// The page is called what is in front of it, and says so where that was refused.
  private func heading() -> (title: String, hasErrors: Bool) {
    switch front {
    case .cell(let cell):
      (presentation.cells[cell].label, filling.draft(of: presentation.form.cells[cell]).problem != nil)
    case .section(let section):
      (presentation.sections[section].modal?.label ?? presentation.title, !panelProblems(of: section).isEmpty)
    case nil: (presentation.title, !problems().isEmpty)
    }
  }

  /// Enter submits the form; in a selection view it searches or applies, in a modal section it applies; it answers the
  /// discard question with "Keep Editing".
  private var defaultAction: Press {
    if let cell, let offer = presentation.cells[cell.index].selection {
      if filling.draft(of: cell).asksToDiscard { return .keepEditing }
      if offer.hasSearch { return .search }
      return offer.hasApply ? .apply : .keepEditing
    }
    guard case .section(let section) = front else { return .submit }
    return filling.sectionDrafts[section]?.asksToDiscard == true ? .keepEditing : .apply
  }

  /// The feedback at the bottom of a view, or, nil, of the form.
  private func notice(at view: InnerView?) -> NoticeView? {
    let step = filling.undo.flatMap { $0.place(in: presentation.form) == view ? $0 : nil }
    return NoticeView(request.notice, step: step, in: presentation)
  }
}

/// The form itself.
extension FormPage {
  /// The form's sections, each with its visible cells; a modal one is a single cell.
  func sections() -> [SectionView] {
    var sections: [SectionView] = []
    sections.reserveCapacity(presentation.sections.count)
    for section in presentation.sections {
      let fragments: [Fragment]
      if let modal = section.modal {
        guard section.cells.contains(where: { filling.states[$0].isVisible }) else { continue }
        fragments = [
          pages.modalSection.fragment(
            ModalSectionView(modal, in: presentation, filling: filling, appearance: appearance))
        ]
      } else {
        fragments = cells(section.cells, of: filling, areOpen: false)
      }
      if !fragments.isEmpty { sections.append(SectionView(presentation: section, cells: fragments)) }
    }
    return sections
  }

  private func cells(_ indices: [Int], of filling: Filling, areOpen: Bool) -> [Fragment] {
    var fragments: [Fragment] = []
    fragments.reserveCapacity(indices.count)
    for index in indices where filling.states[index].isVisible {
      let context = CellContext(
        presentation: presentation.cells[index], state: filling.states[index],
        face: appearance.face(of: index, isOpen: areOpen), today: request.today)
      fragments.append(pages.cells.fragment(context, in: filling))
    }
    return fragments
  }

  /// The lines of the summary above the form: after a refused submit, or of what could not be done.
  private func problems() -> [ProblemView] {
    guard filling.showsProblems || request.refusal != nil else { return [] }
    let messages =
      filling.showsProblems
      ? appearance.messages(of: Array(presentation.cells.indices), areOpen: false)
      : request.refusal.map { [($0.cell, $0.message)] } ?? []
    return messages.map { cell, message in
      // The link to a cell of a modal section leads to the section's.
      let section = presentation.form.modalSection(of: cell)
      return problem(
        of: cell, message,
        at: section.map { presentation.form.name(of: .section($0)) } ?? presentation.cells[cell].id)
    }
  }
}

/// In front of the form.
extension FormPage {
  /// The view of a modal section.
  private func panel(of index: Int) -> Fragment? {
    let section = presentation.sections[index]
    guard let modal = section.modal else { return nil }
    let isBehind = cell != nil
    let problems = panelProblems(of: index)
    let asks = !isBehind && filling.sectionDrafts[index]?.asksToDiscard == true
    return pages.modalPanel.fragment(
      ModalSectionPanel(
        section: modal, words: presentation.words, viewport: request.viewport, isBehind: isBehind, asks: asks,
        problems: problems, focusesProblems: !problems.isEmpty && request.focusesProblems && !isBehind,
        cells: cells(section.cells, of: layer, areOpen: isSectionOpen),
        // What was done before gives way to what is wrong now.
        notice: isBehind || request.focusesProblems ? nil : notice(at: .section(index))))
  }

  private func panelProblems(of index: Int) -> [ProblemView] {
    let isChecked =
      filling.showsProblems || filling.sectionDrafts[index]?.showsProblems == true || request.refusal != nil
    guard isChecked else { return [] }
    return appearance.messages(of: presentation.sections[index].cells, areOpen: isSectionOpen).map { cell, message in
      problem(of: cell, message, at: presentation.cells[cell].id)
    }
  }

  /// The summary stands away from the cell: its lines say which one it is.
  private func problem(of cell: Int, _ message: String, at id: String) -> ProblemView {
    ProblemView(
      link: "#" + id, message: presentation.words.problems.summary(presentation.cells[cell].label, message))
  }

  private func selection(of cell: Cell) -> Fragment? {
    let cellPresentation = presentation.cells[cell.index]
    guard let offer = cellPresentation.selection else { return nil }
    let view = SelectionView(
      filling.draft(of: cell), of: offer, in: cellPresentation, isRequired: layer.states[cell.index].isRequired,
      form: presentation, viewport: request.viewport, notice: notice(at: .cell(cell.index)), row: pages.cells.row)
    return switch offer.style {
    case .listPicker: pages.listPickerSelection.fragment(view)
    case .select: pages.selectSelection.fragment(view)
    }
  }
}
