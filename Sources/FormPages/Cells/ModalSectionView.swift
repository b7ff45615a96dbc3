import FormCells
import Markup

/// A modal section on the form, `Templates/cells/modal-section.html`: one cell whose button opens the section's view.
struct ModalSectionView: View {
  let section: ModalSectionPresentation
  let presentation: FormPresentation
  /// How its cells stand, by what is applied.
  let states: [CellState]
  let summary: String?
  let carried: String
  let message: String?

  init(
    _ section: ModalSectionPresentation, in presentation: FormPresentation, filling: Filling, appearance: Appearance
  ) {
    self.section = section
    self.presentation = presentation
    let cells = presentation.sections[section.index].cells.map { presentation.cells[$0] }
    let visible = cells.filter { filling.states[$0.cell.index].isVisible }
    states = visible.map { filling.states[$0.cell.index] }
    summary = CellSummary.text(of: visible, in: filling, words: presentation.words)
    carried = filling.carried(section: section.index)
    let wrong = appearance.messages(of: visible.map(\.cell.index), areOpen: false)
    message =
      wrong.count == 1
      ? presentation.words.problems.summary(presentation.cells[wrong[0].cell].label, wrong[0].message)
      : presentation.words.check(wrong.map { presentation.cells[$0.cell].label })
  }

  private var isRequired: Bool { states.contains(where: \.isRequired) }
  private var marks: MarkingScheme { presentation.marking }

  private var labelledBy: String {
    var shown: CellReferences.Shown = []
    if helper != nil { shown.insert(.helper) }
    if message != nil { shown.insert(.error) }
    return section.references.list(shown) ?? ""
  }

  private var helper: String? { message == nil ? section.footer : nil }

  static let slots: [Slot<ModalSectionView>] = [
    .text("id") { $0.section.name },
    .text("carried") { $0.carried },
    .flag("isReadOnly") { _ in false },
    .flag("isDisabled") { _ in false },
    .flag("isInvalid") { $0.message != nil },
    .text("label") { $0.section.label },
    .flag("asterisk") { $0.marks.marksRequired && $0.isRequired },
    .optionalText("optional") { $0.marks.marksOptional && !$0.isRequired ? $0.presentation.words.optional : nil },
    .url("link") { $0.section.link },
    .text("labelledBy") { $0.labelledBy },
    .optionalText("errorID") { $0.message == nil ? nil : $0.section.errorID },
    .optionalText("summary") { $0.summary },
    .text("placeholder") { $0.presentation.words.nothingEntered },
    .text("none") { $0.presentation.words.nothingEntered },
    .optionalText("helper") { $0.helper },
    .optionalText("message") { $0.message },
    .text("errorPrefix") { $0.presentation.words.errorPrefix },
  ]
}

/// The view of an open modal section, `Templates/selection/modal-section.html`: its cells in a sheet or dialog.
struct ModalSectionPanel: View {
  let section: ModalSectionPresentation
  let words: Words
  let viewport: ViewportClass
  /// The selection view of one of its cells is open: the section's cells are only carried, so that there is one dialog.
  let isBehind: Bool
  let asks: Bool
  let problems: [ProblemView]
  let focusesProblems: Bool
  let cells: [Fragment]
  let notice: NoticeView?

  static let slots: [Slot<ModalSectionPanel>] = [
    .text("name") { $0.section.name },
    .text("title") { $0.section.label },
    .text("presentation") { $0.viewport.presentation.rawValue },
    .flag("isBehind") { $0.isBehind },
    .flag("focusesTitle") { !$0.asks && !$0.focusesProblems },
    .text("close") { $0.words.close },
    .text("apply") { $0.words.apply },
    .text("problemTitle") { $0.words.problemTitle },
    .list("problems") { $0.problems },
    .flag("focusesProblems") { $0.focusesProblems },
    .fragments("cells") { $0.cells },
    .optionalText("footer") { $0.section.footer },
    .view("notice") { $0.notice },
    .flag("asks") { $0.asks },
    .text("question") { $0.words.discardQuestion },
    .text("discard") { $0.words.discardChanges },
    .text("keep") { $0.words.keepEditing },
  ]
}
