import FormCells
import Templates

/// The last choice of a cell, which has a text entry, `Templates/selection/other.html`.
struct OtherView: View {
  let presentation: OtherPresentation
  /// `nil` if it is not chosen.
  let text: String?
  let isDisabled: Bool
  /// Why its text was rejected, if the message is shown here; `nil` if there is no message or it is below the cell.
  let message: String?
  /// The id of the message below the cell that is about it.
  var describedBy: String?
  let words: Words

  static let needs: [Need] = [
    .slot("label", where: "type", or: "the choice would have no name"),
    .slot("label", where: "hasApply", or: "the text would have no name"),
    .attribute("aria-label", "entryLabel", where: "entryLabel", or: "the text field would have no name"),
    .attribute("name", "name", where: "type", or: "the choice could not be made"),
    .attribute("value", "mark", where: "type", or: "the choice could not be made"),
    .attribute("checked", "isChecked", where: "type", or: "nothing would show whether it is chosen"),
    .attribute("name", "entryName", or: "the text would not be sent"),
    .slot("text", adding: #"value="{text}""#, or: "what was entered would be lost"),
    .slot("message", where: "message", or: "nothing would say why a text was rejected"),
    .button("press.apply", label: "apply", where: "hasApply", or: "the text could not be applied"),
  ]

  static let slots: [Slot<OtherView>] = [
    .text("id") { $0.presentation.id },
    .optionalText("type") { $0.presentation.type },
    .text("name") { $0.presentation.name },
    .text("mark") { _ in OtherChoice.mark },
    .text("label") { $0.presentation.label },
    .optionalText("entryLabel") { $0.presentation.entryLabel },
    .flag("isChecked") { $0.text != nil },
    .flag("isDisabled") { $0.isDisabled },
    .text("entryID") { $0.presentation.entryID },
    .text("entryName") { $0.presentation.entryName },
    .text("text") { $0.text ?? "" },
    .optionalText("printed") { $0.text.flatMap(LimitedText.printed) },
    .flag("isInvalid") { $0.message != nil },
    .optionalText("describedBy") { $0.message == nil ? $0.describedBy : $0.presentation.errorID },
    .optionalText("errorID") { $0.message == nil ? nil : $0.presentation.errorID },
    .optionalText("message") { $0.message },
    .text("errorPrefix") { $0.words[.errorPrefix] },
    .flag("hasApply") { $0.presentation.entryLabel == nil },
    .text("apply") { $0.words[.apply] },
  ]
}

/// The parts of the last choice that are the same for every visitor.
final class OtherPresentation: Sendable {
  let label: String
  /// The type of its control, `radio` or `checkbox`; `nil` if the control is elsewhere, or there is only a button that
  /// applies the text.
  let type: String?
  let name: String
  let id: String
  let entryName: String
  let entryID: String
  /// The entry's name, in addition to that of the choice; `nil` if there is no choice and its label names the entry.
  let entryLabel: String?
  var errorID: String { "\(id)_error" }
  /// Its row in the "Selected" list, or in a group on the form.
  let row: RowStyle

  /// For a selection view.
  init(_ other: OtherChoice, control: RowStyle.Control, in surroundings: CellPresentation.Kind.Surroundings) {
    label = surroundings.text(other.label) ?? surroundings.words[.other]
    type =
      switch control {
      case .radio: "radio"
      case .checkbox: "checkbox"
      case .button: nil
      }
    name = PageField.pick.rawValue
    id = "_o"
    entryName = PageField.other.rawValue
    entryID = PageField.other.rawValue
    entryLabel = type == nil ? nil : surroundings.words.ownText(label)
    row = RowStyle(
      control, name: PageField.keep.rawValue, idPrefix: "_so", isNumbered: false, languages: surroundings.languages,
      isEntered: true)
  }

  /// For a group on the form: its control is among the others, and its entry is below them.
  init(
    _ other: OtherChoice, control: RowStyle.Control, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings
  ) {
    label = surroundings.text(other.label) ?? surroundings.words[.other]
    type = nil
    name = cell.id
    id = "\(cell.id)_other"
    entryName = PageField.other(of: cell.id)
    entryID = "\(id)_text"
    entryLabel = surroundings.words.ownText(label)
    row = RowStyle(
      control, name: name, idPrefix: id, isNumbered: false, languages: surroundings.languages, isList: false)
  }
}
