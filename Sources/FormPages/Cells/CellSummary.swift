import FormCells

/// The values of several cells in a line: "Status: Open, Done; Rush: On".
enum CellSummary {
  /// Cells and labels that a summary names; of the rest it says how many there are.
  private static let shownCells = 4
  private static let shownLabels = 3
  /// Characters of a longer text.
  private static let shownCharacters = 40

  /// Nil where none of them holds anything.
  static func text(of cells: [CellPresentation], in filling: Filling, words: Words) -> String? {
    let items = cells.compactMap { item(of: $0, in: filling) }
    guard !items.isEmpty else { return nil }
    let rest = items.count - shownCells
    return (items.prefix(shownCells) + (rest > 0 ? [words.andMore(rest)] : [])).joined(separator: words.entrySeparator)
  }

  /// Nil where the cell holds nothing.
  private static func item(of cell: CellPresentation, in filling: Filling) -> String? {
    let value = filling.values[cell.cell.index]
    switch value {
    case .flag(let isOn):
      guard case .switch(let positions) = cell.kind else { preconditionFailure("only a switch is on or off") }
      return isOn || positions.hasOwnWords ? entry(cell, isOn ? positions.on : positions.off) : nil
    case .order(let order):
      guard case .orderPicker(let picker) = cell.kind else { preconditionFailure("only an order picker has an order") }
      let chosen = order.filter(\.isSelected).compactMap { criterion in
        picker.criteria[criterion.id].map {
          "\($0.label) (\(criterion.direction == .ascending ? $0.ascending : $0.descending))"
        }
      }
      return chosen.isEmpty ? nil : entry(cell, list(chosen, of: chosen.count, cell.words))
    case .selection:
      let selection = filling.appliedSelection(of: cell.cell)
      let labels =
        selection.rows.prefix(shownLabels).map { selection.table.label(at: $0, in: cell.languages) }
        + selection.missing.prefix(shownLabels).map(\.label) + [selection.other].compactMap(\.self)
      let count = selection.valueCount + selection.missing.count
      return count == 0 ? nil : entry(cell, list(labels, of: count, cell.words))
    case .text(let text):
      guard !cell.cell.isEmpty(value) else { return nil }
      if cell.cell.isPassword { return cell.label }
      return entry(cell, shortened(cell.cell.shown(text, in: cell.numbers)))
    }
  }

  private static func entry(_ cell: CellPresentation, _ value: String) -> String {
    cell.words.entry(cell.label, value)
  }

  private static func list(_ labels: [String], of count: Int, _ words: Words) -> String {
    words.list(labels.prefix(shownLabels) + (count > shownLabels ? [words.andMore(count - shownLabels)] : []))
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > shownCharacters ? line.prefix(shownCharacters) + "…" : line
  }
}
