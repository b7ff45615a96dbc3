import FormCells

/// The rows of a radio group, the same for every visitor.
final class RadioGroupPresentation: Sendable {
  /// None of them checked.
  let rows: [RowView]
  /// The row that takes an optional choice back (features C21).
  let none: RowView

  init(_ group: RadioGroup, of cell: Cell, _ surroundings: CellPresentation.Kind.Surroundings) {
    let languages = surroundings.languages
    let table = group.options.current
    rows = (0..<table.count).map { row in
      RowView(
        control: .radio, name: cell.id, id: "\(cell.id)_\(row)", value: table.value(at: row),
        label: table.label(at: row, in: languages), description: table.description(at: row, in: languages),
        footnote: table.footnote(at: row, in: languages), status: table.status(at: row, in: languages),
        isChecked: false, isDisabled: table.isDisabled(at: row))
    }
    none = RowView(
      control: .radio, name: cell.id, id: "\(cell.id)_none", value: "", label: surroundings.words.none, isChecked: false
    )
  }

  /// The rows as they stand with this choice.
  func rows(choosing selection: Selection, isRequired: Bool) -> [RowView] {
    var rows = rows
    for row in rows.indices where selection.contains(row) { rows[row].isChecked = true }
    guard !isRequired else { return rows }
    var none = none
    none.isChecked = selection.isEmpty
    return rows + [none]
  }
}
