import FormCells

/// The rows of a radio group, the same for every visitor.
final class RadioGroupPresentation: Sendable {
  let options: RowStyle
  /// The row that takes an optional choice back (C21).
  let none: RowStyle
  /// That row.
  let noneTable: OptionTable
  /// The last choice, with a text field.
  let other: OtherPresentation?
  /// Its row.
  private let otherTable: OptionTable?

  init(_ group: RadioGroupKind, of cell: Cell, _ surroundings: CellPresentation.Kind.Surroundings) {
    let languages = surroundings.languages
    options = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_", languages: languages)
    none = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_none", isNumbered: false, languages: languages)
    noneTable = .none(surroundings.words.none)
    other = group.other.map { OtherPresentation($0, of: cell, surroundings) }
    otherTable = other.map {
      OptionTable(options: [Option(value: OtherChoice.mark, label: Localized($0.label))])
    }
  }

  /// The rows as they stand with this choice.
  func rows(choosing selection: Selection, isRequired: Bool) -> [RowList] {
    var rows = [RowList(options, RowRuns(0..<selection.table.count), of: selection)]
    if !isRequired { rows.append(RowList(none, noneTable, RowRuns(0..<1), areTicked: selection.valueCount == 0)) }
    if let other, let otherTable {
      rows.append(RowList(other.row, otherTable, RowRuns(0..<1), areTicked: selection.other != nil))
    }
    return rows
  }
}
