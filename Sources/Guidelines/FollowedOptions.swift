import FormCells
import Support

/// Checks pickers whose options follow another choice (`"where"` in a source): whether the values in the file's column
/// match the options of that choice.
extension CheckedCell {
  /// The number of options that one finding names.
  private static let namedLimit = 3

  var misfits: [Contradiction] {
    cell.filters.compactMap { filter in
      let followed = form.cells[filter.cell]
      guard let place = place["source"]?["where"]?[filter.column], followed.other == nil,
        let options = Self.values(of: followed), !options.isEmpty,
        let texts = cell.optionSource?.current.filterTexts(column: filter.column), !texts.isEmpty
      else { return nil }
      return misfit(of: texts, in: filter.column, with: options, of: followed.id).map {
        Contradiction($0.code, breach: place.breach($0.message))
      }
    }
  }

  /// The options that can be chosen; `nil` if only a provider knows them.
  private static func values(of followed: Cell) -> [String]? {
    guard let source = followed.optionSource, !source.isProvided else { return nil }
    let table = source.current
    return (0..<table.count).filter { !table.isDisabled(at: $0) }.map { table.value(at: $0) }
  }

  private func misfit(
    of texts: Set<String>, in column: String, with options: [String], of followed: String
  ) -> (code: Diagnostic.Code, message: String)? {
    let without = options.filter { !texts.contains($0) }
    if without.count == options.count {
      return (
        .neverTrue,
        "no options are ever offered: the column “\(column)” has \(Self.list(texts.sorted())), and “\(followed)” has the options "
          + "\(Self.list(options)); write the same in both"
      )
    }
    // Looks for an option that is spelled differently in the file.
    let known = Set(options)
    for text in texts.subtracting(known).sorted() {
      if let meant = Suggestion.nearest(to: text, among: options) {
        return (
          .nothingOffered,
          "“\(text)” in the column “\(column)” is not an option of “\(followed)”, so its rows are never offered; did you mean "
            + "“\(meant)”?"
        )
      }
    }
    guard !without.isEmpty, cell.isRequired || cell.requiredWhen != nil else { return nil }
    return (
      .nothingOffered,
      "for \(Self.list(without)) of “\(followed)” the cell has no options, so it is not asked: no row has that in the column "
        + "“\(column)”; add rows, or show the cell by “visibleWhen” only for the others"
    )
  }

  private static func list(_ values: [String]) -> String {
    let rest = values.count - namedLimit
    return values.prefix(namedLimit).map { "“\($0)”" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Diagnostic.Code {
  fileprivate static let nothingOffered = Self(
    "nothing-offered",
    summary: "Choices for which a picker that follows them has no options, or rows that it never offers.")
}
