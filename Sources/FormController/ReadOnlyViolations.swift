/// Locked cells of which a page was posted with something else than they hold: entries that do not count, and that no page
/// makes. For the log: it names the cells and never what was posted.
public struct ReadOnlyViolations: Sendable, Equatable, CustomStringConvertible {
  /// The form's id.
  public let form: String
  /// Ids, in the form's order.
  public let cells: [String]

  /// Cells that a line names; of the rest it says how many there are.
  private static let namedLimit = 8

  /// One line for the log; of many cells the first ones.
  public var description: String {
    let rest = cells.count - Self.namedLimit
    let names = cells.prefix(Self.namedLimit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "locked: form \(form): \(names): another value was posted, and ignored"
  }
}
