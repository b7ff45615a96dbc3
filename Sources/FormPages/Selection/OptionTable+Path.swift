import FormCells

/// The path to a row of a tree, as people read it: "Germany › Bavaria".
extension OptionTable {
  /// The separator of a path's labels. The sign is mirrored between right-to-left words (UAX #9, Bidi_Mirrored).
  private static let pathSeparator = " › "

  /// The labels of the rows above a row; `nil` if the row is on the top level or in no tree.
  func path(to row: Int, in languages: [LanguageTag]) -> String? {
    guard let rows = tree?.path(to: row), !rows.isEmpty else { return nil }
    return path(of: rows, in: languages)
  }

  /// The label of a row, preceded by those of the rows above it.
  func labelWithPath(at row: Int, in languages: [LanguageTag]) -> String {
    guard let tree, tree.parent(of: row) != nil else { return label(at: row, in: languages) }
    return path(of: tree.path(to: row) + [row], in: languages)
  }

  private func path(of rows: [Int], in languages: [LanguageTag]) -> String {
    let direction = languages.first?.direction ?? .leftToRight
    return rows.map { direction.isolating(label(at: $0, in: languages)) }.joined(separator: Self.pathSeparator)
  }
}
