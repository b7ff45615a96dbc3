package import Support

extension Cell {
  package var type: CellType { Swift.type(of: behaviour).type }

  /// Whether its value is set elsewhere than on the form itself (a selection view, the buttons of an order picker): the
  /// page then only carries it.
  package var isHiddenField: Bool { place == .hiddenFieldValue }
  /// Whether no page ever shows its value.
  package var isPassword: Bool { place == .withheld }
  /// Whether the form's page shows its value in a field.
  var hasField: Bool { place == .field }

  /// The value where the definition has none.
  package var empty: CellValue { behaviour.empty }

  /// Whether the value counts as nothing: a blank text, no selected option or criterion, a switch that is off.
  package func isEmpty(_ value: CellValue) -> Bool { behaviour.isEmpty(value) }

  /// The first problem of a value of this cell.
  /// - `isRequired`: as `CellState` has it.
  /// - `today`: nil leaves bounds of today alone.
  package func problem(with value: CellValue, isRequired: Bool, today: CalendarDate?) -> Problem? {
    behaviour.isEmpty(value)
      ? behaviour.problem(withEmpty: value, isRequired: isRequired) : behaviour.problem(with: value, today: today)
  }

  /// The value in the form of a submission; nil for a password, which is never written.
  package func json(of value: CellValue) -> JSONValue? { behaviour.json(of: value) }

  /// The value that a text posted under the cell's id stands for; nil where it says nothing of this cell: it is none of
  /// its values, or the cell is a password, of which an empty field says nothing.
  /// - `numbers`: how the visitor writes numbers.
  package func value(posted: String, numbers: NumberFormat) -> CellValue? {
    behaviour.value(posted: posted, numbers: numbers)
  }

  /// The value of what a program sends without the form's page: the plain value under the cell's id, several as several
  /// texts; nil where they are none of its values. Numbers are written as in a submission or as the visitor's language does.
  /// - `other`: a text of one's own, beside them; where one value can be chosen, an option goes before it.
  package func value(plain texts: [String], other: String? = nil, numbers: NumberFormat) -> CellValue? {
    // Several values that are one are not a mistake.
    if case .orderPicker = kind {} else if !allowsSeveral, Set(texts).count > 1 { return nil }
    if isPassword { return texts.last.map(CellValue.text) }
    let value = texts.isEmpty ? empty : behaviour.value(plain: texts, numbers: numbers)
    guard let other, !other.isBlank, case .selection(var selection)? = value else { return value }
    if allowsSeveral || selection.isEmpty { selection.setOther(other) }
    return .selection(selection)
  }

  /// The value as one string, as pages carry it in hidden inputs; nil for a password, which no page carries.
  package func hiddenFieldValue(_ value: CellValue) -> String? { behaviour.hiddenFieldValue(value) }

  /// Reads what `hiddenFieldValue(_:)` wrote, from anyone; nil where it is not a value of this cell.
  package func value(hiddenFieldValue: String) -> CellValue? { behaviour.value(hiddenFieldValue: hiddenFieldValue) }

  /// The cell's own button of this name (a row of an order picker has some); nil where it has none such.
  package func button(named name: String) -> CellButton? { behaviour.button(named: name) }

  /// The value after a button of the cell's own was pressed.
  package func value(pressing button: CellButton, on value: CellValue) -> CellValue {
    behaviour.value(pressing: button, on: value)
  }
}
