/// A table has fewer rows that can be chosen than somebody must choose.
package struct OptionShortage: Sendable, Equatable {
  /// All rows.
  package let count: Int
  /// Those that are not disabled.
  package let enabledCount: Int
  package let needed: Int

  /// The beginning of a sentence.
  package var finding: String {
    if count == 0 { return "the file has no options" }
    if enabledCount == 0 { return "all options are disabled" }
    return "\(enabledCount) of the \(needed) that must be chosen can be"
  }
}

extension OptionTable {
  /// Nil: so many rows can be chosen.
  package func shortage(of needed: Int) -> OptionShortage? {
    let enabled = enabledCount(in: RowSet(0..<count))
    return enabled < needed ? OptionShortage(count: count, enabledCount: enabled, needed: needed) : nil
  }
}
