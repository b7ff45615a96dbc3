import FormCells
import Templates

/// A switch on the form (FO8), `Templates/cells/switch.html`. A hidden input posts `off` before the box posts `on`. It
/// tells a switch that is off from a switch that was not on the page.
struct SwitchCellView: CellView {
  let context: CellContext
  let presentation: SwitchPresentation
  let isOn: Bool

  var furtherReferences: CellReferences.Shown { presentation.hasOwnWords ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .attribute("name", "id", where: .not("isReadOnly"), or: "the switch would not be sent"),
      .attribute("checked", "isOn", where: .not("isReadOnly"), or: "nothing would show whether it is on"),
    ]

  static let slots: [Slot<SwitchCellView>] =
    commonSlots
    + [
      .text("on") { $0.presentation.on },
      .text("off") { $0.presentation.off },
      .flag("hidesWords") { !$0.presentation.hasOwnWords },
      .flag("isOn") { $0.isOn },
      .text("position") { $0.isOn ? $0.presentation.on : $0.presentation.off },
    ]
}

/// A switch in the form of one checkbox, whose label may contain links, `Templates/cells/checkbox.html`.
struct CheckboxCellView: CellView {
  let context: CellContext
  let presentation: SwitchPresentation
  let isOn: Bool

  static let needs: [Need] =
    unlabelledEntryNeeds + [
      .slot("spans", or: "the box would have no name"),
      .attribute("name", "id", where: .not("isReadOnly"), or: "the box would not be sent"),
      .attribute("checked", "isOn", where: .not("isReadOnly"), or: "nothing would show whether it is ticked"),
    ]

  static let slots: [Slot<CheckboxCellView>] =
    commonSlots + [
      .list("spans") { $0.presentation.spans },
      .flag("isOn") { $0.isOn },
      .text("position") { $0.isOn ? $0.presentation.on : $0.presentation.off },
    ]
}

/// The words of a switch's two positions, the same for every visitor.
final class SwitchPresentation: Sendable {
  let on: String
  let off: String
  /// Whether the definition names the positions. Screen readers then say these words in addition to "on" and "off",
  /// which the role says by itself.
  let hasOwnWords: Bool
  /// Whether it is a checkbox.
  let isBox: Bool
  /// The checkbox's label.
  let spans: [SpanView]

  init(_ cell: SwitchKind, in surroundings: CellPresentation.Kind.Surroundings) {
    isBox = cell.style == .checkbox
    on = surroundings.text(cell.onLabel) ?? surroundings.words[isBox ? .yes : .on]
    off = surroundings.text(cell.offLabel) ?? surroundings.words[isBox ? .no : .off]
    spans = surroundings.marked(cell.markedLabel).flatMap(\.self)
    hasOwnWords = cell.onLabel != nil || cell.offLabel != nil
  }
}
