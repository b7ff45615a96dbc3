import FormCells

/// The way to a row of a tree as people read it: "Germany › Bavaria".
extension OptionTable {
  /// Between the labels of a path. The sign turns round among words from right to left (UAX #9, Bidi_Mirrored).
  private static let pathSeparator = " › "

  /// The labels of the rows above a row; nil: it is on the top level, or in no tree.
  func path(to row: Int, in languages: [LanguageTag]) -> String? {
    guard let rows = tree?.path(to: row), !rows.isEmpty else { return nil }
    return path(of: rows, in: languages)
  }

  /// The label of a row behind those of the rows above it.
  func labelWithPath(at row: Int, in languages: [LanguageTag]) -> String {
    guard let tree, tree.parent(of: row) != nil else { return label(at: row, in: languages) }
    return path(of: tree.path(to: row) + [row], in: languages)
  }

  private func path(of rows: [Int], in languages: [LanguageTag]) -> String {
    let direction = languages.first?.direction ?? .leftToRight
    return rows.map { direction.isolating(label(at: $0, in: languages)) }.joined(separator: Self.pathSeparator)
  }
}
