import FormCells
import Templates

/// A number on the form, `Templates/cells/number.html`: a field, its unit, and buttons for the next and previous
/// number.
struct NumberCellView: CellView {
  let context: CellContext
  let number: NumberPresentation
  /// The number in the format of the visitor's locale, or the text as it was typed if it could not be read.
  let shown: String
  /// The text that the form state keeps.
  let kept: String

  var furtherReferences: CellReferences.Shown { number.unit == nil ? [] : .state }

  private func canPress(_ button: NumberKind.Button) -> Bool { context.bounded(number.cell).canPress(button, on: kept) }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot("unit", where: "unit", or: "the unit would not show"),
      .attribute("value", "decreaseValue", where: "hasStepper", or: "no button would make the number smaller"),
      .attribute("value", "increaseValue", where: "hasStepper", or: "no button would make the number larger"),
    ]

  static let slots: [Slot<NumberCellView>] =
    commonSlots
    + [
      .optionalText("inputmode") { $0.number.inputMode },
      .optionalText("unit") { $0.number.unit },
      .flag("hasStepper") { $0.number.cell.hasStepper && $0.context.state.isEditable },
      .text("decrease") { $0.context.words[.decrease] },
      .text("increase") { $0.context.words[.increase] },
      .text("decreaseValue") { $0.number.decrease },
      .text("increaseValue") { $0.number.increase },
      .text("value") { $0.shown },
      .flag("isLowest") { !$0.canPress(.decrease) },
      .flag("isHighest") { !$0.canPress(.increase) },
    ]
}

/// A number's attributes and texts, the same for every visitor.
final class NumberPresentation: Sendable {
  let cell: NumberKind
  let unit: String?
  let inputMode: String?
  /// The values of the buttons.
  let decrease: String
  let increase: String

  init(_ number: NumberKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    self.cell = number
    unit = surroundings.text(number.unit)
    // The numeric keyboards of some phones have no minus.
    let isNeverNegative = number.minimum.map { !$0.isNegative } ?? false
    inputMode = isNeverNegative ? number.decimals == 0 ? "numeric" : "decimal" : nil
    decrease = FormAction.change(cell: cell.id, button: NumberKind.Button.decrease.rawValue).value
    increase = FormAction.change(cell: cell.id, button: NumberKind.Button.increase.rawValue).value
  }

  /// The id of the control that gets the focus after a button was pressed. It is the same button, even at the end of
  /// the range: on the other button, the next press of a key that is held down would do the opposite. A text that is
  /// not a number has to be corrected in the field, so the field gets the focus.
  func focus(after button: NumberKind.Button, in id: String, holding text: String) -> String {
    cell.text(pressing: button, on: text) == nil ? id : "\(id)_\(button.rawValue)"
  }
}
