import FormCells

/// The labels of chosen options, each with what tells it apart where two read alike: "Air Filter (20 mm)".
enum ChosenLabels {
  /// - `limit`: of so many options; alike are those among them.
  static func labels(of selection: Selection, limit: Int, in languages: [LanguageTag]) -> [String] {
    let table = selection.table
    let rows = Array(selection.rows.prefix(limit))
    let labels = rows.map { table.label(at: $0, in: languages) }
    // So few that comparing them is cheaper than a set.
    guard labels.indices.contains(where: { labels[..<$0].contains(labels[$0]) }) else { return labels }
    return zip(rows, labels).map { row, label in
      let alike = zip(rows, labels).filter { $0.1 == label }.map(\.0)
      return alike.count == 1 ? label : "\(label) (\(difference(of: row, among: alike, in: table, languages)))"
    }
  }

  /// Whether two labels that stand in these bytes are the same: without a string made of any.
  static func readAlike(_ labels: [Range<Int>], in bytes: [UInt8]) -> Bool {
    for (index, label) in labels.enumerated() {
      for other in labels[..<index] where other.count == label.count && bytes[other] == bytes[label] { return true }
    }
    return false
  }

  /// The first of the texts beside the label that all of these rows have, each another one; else the value.
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
