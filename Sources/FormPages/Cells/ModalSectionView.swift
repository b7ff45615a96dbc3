import FormCells
import Templates

/// A modal section on the form, `Templates/cells/modal-section.html`: one cell whose button opens the section's view.
struct ModalSectionView: View {
  let section: ModalSectionPresentation
  let presentation: FormPresentation
  /// The states of its cells, from the values that were applied.
  let states: [CellState]
  /// The values inside; empty if there are none.
  let summary: [TextPiece]
  /// Everything that was entered inside, for paper.
  let printed: String?
  let hiddenFieldValue: String
  let message: String?
  /// The end of its link (`PageRequest.linkSuffix`).
  let linkSuffix: String

  init(
    _ section: ModalSectionPresentation, in presentation: FormPresentation, formState: FormState,
    displayState: DisplayState,
    linkSuffix: String
  ) {
    self.linkSuffix = linkSuffix
    self.section = section
    self.presentation = presentation
    let cells = presentation.sections[section.index].cells.map { presentation.cells[$0] }
    let visible = cells.filter { formState.states[$0.cell.index].isVisible }
    states = visible.map { formState.states[$0.cell.index] }
    summary = CellSummary.pieces(of: visible, in: formState, words: presentation.words)
    printed = summary.isEmpty ? nil : CellSummary.lines(of: visible, in: formState).joined(separator: "\n")
    hiddenFieldValue = formState.hiddenFieldValue(section: section.index)
    let wrong = displayState.messages(of: visible.map(\.cell.index), areOpen: false)
    message =
      wrong.count == 1
      ? wrong[0].message.summary
      : presentation.words.check(wrong.map { presentation.cells[$0.cell].label })
  }

  private var isRequired: Bool { states.contains(where: \.isRequired) }
  private var marks: MarkingScheme { presentation.marking }
  private var optionalMark: String? { marks.marksOptional && !isRequired ? presentation.words[.optional] : nil }

  private var labelledBy: String {
    var shown: CellReferences.Shown = isRequired || optionalMark != nil ? .marking : []
    if helper != nil { shown.insert(.helper) }
    if message != nil { shown.insert(.error) }
    return section.references.list(shown) ?? ""
  }

  private var helper: String? { message == nil ? section.footer : nil }

  static let needs: [Need] = [
    .attribute("id", "id", or: "links to the cell would lead nowhere"),
    .attribute("name", "id", or: "what was entered inside would be lost"),
    .slot("carried", adding: #"value="{carried}""#, or: "what was entered inside would be lost"),
    .attribute("name", "field.open", where: .not("isReadOnly"), or: "the section would not open"),
    .slot("label", or: "the cell would have no name"),
    .slot(
      "message", where: "message", adding: #"<t:part name="parts/picker-foot"/>"#,
      or: "nothing would say why a section was rejected"),
  ]

  static let slots: [Slot<ModalSectionView>] = [
    .text("id") { $0.section.name },
    .text("carried") { $0.hiddenFieldValue },
    .flag("isReadOnly") { _ in false },
    .flag("isDisabled") { _ in false },
    .flag("isInvalid") { $0.message != nil },
    .text("label") { $0.section.label },
    .flag("asterisk") { $0.marks.marksRequired && $0.isRequired },
    .optionalText("optional") { $0.optionalMark },
    .optionalText("required") { $0.isRequired ? $0.presentation.words[.required] : nil },
    .url("link", writing: { $1.write(url: $0.section.link, query: $0.linkSuffix) }),
    .text("labelledBy") { $0.labelledBy },
    .optionalText("opens") { _ in "section" },
    .optionalText("errorID") { $0.message == nil ? nil : $0.section.errorID },
    .optionalText("summary") { $0.summary.isEmpty ? nil : $0.summary.map(\.text).joined() },
    .list("pieces") { $0.summary },
    .optionalText("translate") { _ in nil },
    .optionalText("printed") { $0.printed },
    .text("placeholder") { $0.presentation.words[.nothingEntered] },
    .text("none") { $0.presentation.words[.nothingEntered] },
    .optionalText("helper") { $0.helper },
    .flag("hasNotes") { _ in false },
    .list("notes") { _ in [CellNoteView]() },
    .optionalText("message") { $0.message },
    .text("errorPrefix") { $0.presentation.words[.errorPrefix] },
  ]
}

/// The view of an open modal section, `Templates/selection/modal-section.html`: its cells in a sheet or dialog.
struct ModalSectionPanel: View {
  let section: ModalSectionPresentation
  /// The section's label, or the number of the entry.
  let title: String
  let words: Words
  let viewport: ViewportClass
  /// Whether the selection view of one of its cells is open. The section's cells are then only hidden inputs, so that
  /// there is a single dialog.
  let isBehind: Bool
  let asks: Bool
  let problems: [ProblemView]
  let focusesProblems: Bool
  let cells: [Fragment]
  let notice: NoticeView?

  static let needs: [Need] =
    [
      .attribute("name", "field.section", or: "the server would not know which section is open"),
      .attribute("value", "name", or: "the server would not know which section is open"),
      .slot("cells", adding: #"<t:slot name="cells"/>"#, or: "the section would have no cells"),
      .slot("title", where: .not("isBehind"), or: "the dialog would have no name"),
      .button("press.close", label: "close", where: .not("isBehind"), or: "the section could not be left"),
      .button("press.apply", label: "apply", where: .not("isBehind"), or: "nothing could be applied"),
      .slot(
        "problems", where: "problems", .not("isBehind"),
        adding: #"<t:if test="problems"><t:part name="parts/problems"/></t:if>"#,
        or: "nothing would say why a section was rejected"),
      .slot("footer", where: "footer", .not("isBehind"), or: "the section's footer would not show"),
      .notice(where: .not("isBehind")),
    ] + Need.question

  static let slots: [Slot<ModalSectionPanel>] = [
    .text("name") { $0.section.name },
    .text("title") { $0.title },
    .text("presentation") { $0.viewport.presentation.rawValue },
    .flag("isBehind") { $0.isBehind },
    .flag("focusesTitle") { !$0.asks && !$0.focusesProblems },
    .text("close") { $0.words[.close] },
    .text("apply") { $0.words[.apply] },
    .text("problemTitle") { $0.words[.problemTitle] },
    .list("problems") { $0.problems },
    .flag("focusesProblems") { $0.focusesProblems },
    .fragments("cells") { $0.cells },
    .optionalText("footer") { $0.section.footer },
    .view("notice") { $0.notice },
    .flag("asks") { $0.asks },
    .text("question") { $0.words[.discardQuestion] },
    .text("discard") { $0.words[.discardChanges] },
    .text("keep") { $0.words[.keepEditing] },
  ]
}

/// A modal section's names and texts, the same for every visitor.
final class ModalSectionPresentation: Sendable {
  let index: Int
  /// `_0`: its name in URLs and forms, and its cell's id.
  let name: String
  let label: String
  /// The section's footer: below the cells in its view, and the helper text of its cell on the form.
  let footer: String?
  let link: String
  let errorID: String
  let references: CellReferences

  init?(_ index: Int, of form: Form, links: FormLinks, text: (Localized?) -> String?) {
    let section = form.sections[index]
    guard section.container == .modal, let label = text(section.label ?? section.title) else { return nil }
    self.index = index
    name = form.name(of: .section(index))
    self.label = label
    footer = text(section.footer)
    link = links.sections[index]
    errorID = "\(name)_error"
    references = .labelling(name)
  }
}
