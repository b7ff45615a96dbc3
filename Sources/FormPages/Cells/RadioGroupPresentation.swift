import FormCells

/// The rows of a radio group, the same for every visitor.
final class RadioGroupPresentation: Sendable {
  let options: RowStyle
  /// The row that takes an optional choice back (C21).
  let none: RowStyle
  /// That row.
  let noneTable: OptionTable

  init(_ cell: Cell, _ surroundings: CellPresentation.Kind.Surroundings) {
    let languages = surroundings.languages
    options = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_", languages: languages)
    none = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_none", isNumbered: false, languages: languages)
    noneTable = .none(surroundings.words.none)
  }

  /// The rows as they stand with this choice.
  func rows(choosing selection: Selection, isRequired: Bool) -> [RowList] {
    let table = selection.table
    let rows = RowList(options, table, Array(0..<table.count), .chosen(selection))
    if isRequired { return [rows] }
    return [rows, RowList(none, noneTable, [0], selection.isEmpty ? .all : .none)]
  }
}
