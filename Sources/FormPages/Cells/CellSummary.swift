import FormCells

/// The values of several cells in a line: "Status: Open, Done; Rush: On".
enum CellSummary {
  /// The number of cells, and of labels, that a summary names; it gives the number of the others.
  private static let shownCells = 4
  private static let shownLabels = 3
  /// The number of characters shown of a longer text.
  private static let shownCharacters = 40

  /// The summary in pieces, because data may be in another language than the page; empty if none of the cells has a
  /// value.
  static func pieces(of cells: [CellPresentation], in formState: FormState, words: Words) -> [TextPiece] {
    let items = cells.compactMap { item(of: $0, in: formState) }
    let rest = items.count - shownCells
    let shown: [[TextPiece]] = items.prefix(shownCells) + (rest > 0 ? [[TextPiece(text: words.andMore(rest))]] : [])
    return Array(shown.joined(separator: [TextPiece(text: words[.entrySeparator])]))
  }

  /// All cells that have a value, one in each line, in full.
  static func lines(of cells: [CellPresentation], in formState: FormState) -> [String] {
    cells.compactMap { cell in
      let answer = CellAnswer.lines(of: cell, in: formState).map { $0.before + $0.text + $0.behind }
      return answer.isEmpty ? nil : cell.words.entry(cell.label, cell.words.list(answer))
    }
  }

  /// The summary of one cell; `nil` if it has no value.
  private static func item(of cell: CellPresentation, in formState: FormState) -> [TextPiece]? {
    let value = formState.values[cell.cell.index]
    switch value {
    case .flag(let isOn):
      guard case .switch(let positions) = cell.kind else { preconditionFailure("only a switch is on or off") }
      return isOn || positions.hasOwnWords
        ? entry(cell, value: [TextPiece(text: isOn ? positions.on : positions.off)]) : nil
    case .order(let order):
      guard case .orderPicker(let picker) = cell.kind else { preconditionFailure("only an order picker has an order") }
      let chosen = order.filter(\.isSelected).compactMap { criterion in
        picker.criteria[criterion.id].map {
          TextPiece(text: "\($0.label) (\(criterion.direction == .ascending ? $0.ascending : $0.descending))")
        }
      }
      return chosen.isEmpty ? nil : entry(cell, value: list(chosen, of: chosen.count, words: cell.words))
    case .selection:
      let selection = formState.appliedSelection(of: cell.cell)
      let count = selection.valueCount + selection.missing.count
      let values = TextPiece.values(of: selection, in: cell, limit: shownLabels)
      return count == 0 ? nil : entry(cell, value: list(values, of: count, words: cell.words))
    case .text(let text):
      guard !cell.cell.isEmpty(value) else { return nil }
      if cell.cell.isPassword { return [TextPiece(text: cell.label)] }
      if case .dateRange = cell.kind {
        return entry(cell, value: [TextPiece(text: DateRangeView.answerLine(text, of: cell).text, isEntered: true)])
      }
      if case .slider(_, let slider) = cell.kind, slider.isRange {
        return entry(
          cell, value: [TextPiece(text: SliderRangeView.answerLine(text, unit: nil, of: cell).text, isEntered: true)])
      }
      if case .matrix(let matrix) = cell.kind {
        let rows = matrix.rows.count
        let answered = cell.words.answered(rows - matrix.kind.openRows(in: text).count, of: rows)
        return entry(cell, value: [TextPiece(text: answered)])
      }
      if case .attachment = cell.kind {
        let names = AttachedFile.list(text).map { TextPiece(text: shortened($0.name), isEntered: true) }
        return entry(cell, value: cell.words.list(names))
      }
      let shown = shortened(cell.cell.shown(text, in: cell.numbers))
      return entry(cell, value: cell.words.list([TextPiece(text: shown, isEntered: true)]))
    }
  }

  private static func entry(_ cell: CellPresentation, value: [TextPiece]) -> [TextPiece] {
    cell.words.entry.pieces(cell.label, second: value)
  }

  private static func list(_ items: [TextPiece], of count: Int, words: Words) -> [TextPiece] {
    let rest = count - shownLabels
    return words.list(items.prefix(shownLabels) + (rest > 0 ? [TextPiece(text: words.andMore(rest))] : []))
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > shownCharacters ? line.prefix(shownCharacters) + "…" : line
  }
}

/// The labels of chosen options, with their paths in a tree. Where two are the same, each has a text that tells them
/// apart: "Air Filter (20 mm)".
enum ChosenLabels {
  /// - `limit`: the number of options; only labels among them are compared.
  static func labels(of selection: Selection, limit: Int, in languages: [LanguageTag]) -> [String] {
    let table = selection.table
    let rows = Array(selection.rows.prefix(limit))
    let labels = rows.map { table.labelWithPath(at: $0, in: languages) }
    // There are so few that comparing them is cheaper than a set.
    guard labels.indices.contains(where: { labels[..<$0].contains(labels[$0]) }) else { return labels }
    return zip(rows, labels).map { row, label in
      let alike = zip(rows, labels).filter { $0.1 == label }.map(\.0)
      return alike.count == 1 ? label : "\(label) (\(difference(of: row, among: alike, in: table, languages)))"
    }
  }

  /// Whether two of the labels in these bytes are the same; compared without creating strings.
  static func readAlike(_ labels: [Range<Int>], in bytes: [UInt8]) -> Bool {
    for (index, label) in labels.enumerated() {
      for other in labels[..<index] where other.count == label.count && bytes[other] == bytes[label] { return true }
    }
    return false
  }

  /// The first of the option's other texts that differs in each of these rows; otherwise the value.
  private static func difference(
    of row: Int, among rows: [Int], in table: OptionTable, _ languages: [LanguageTag]
  ) -> String {
    for text in [OptionTable.description, OptionTable.footnote, OptionTable.status] {
      let texts = rows.compactMap { text(table)($0, languages) }
      if Set(texts).count == rows.count, let own = text(table)(row, languages) { return own }
    }
    return table.value(at: row)
  }
}
