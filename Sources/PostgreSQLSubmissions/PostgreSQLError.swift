#if PostgreSQL
/// Why PostgreSQL did not do something.
struct PostgreSQLError: Error, CustomStringConvertible {
  enum Kind: Equatable {
    /// No connection, it broke, or no answer came in time: nobody knows whether it was done.
    case lost
    /// An answer with an error's code (SQLSTATE): it was not done.
    case refused(code: String)
  }

  let kind: Kind
  let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  private var code: String { if case .refused(let code) = kind { code } else { "" } }

  private func isOfClass(_ classes: String...) -> Bool { classes.contains { code.hasPrefix($0) } }

  /// Whether nothing else would be done either: no connection, no right to enter, a server that takes no writes, has no room
  /// left, or is about to stop.
  var isOfTheServer: Bool { kind == .lost || isOfClass("08", "25", "28", "3D", "53", "57P", "58") }

  /// Whether the values would be refused again: data exceptions, constraints, views that check, limits of the program, and
  /// what a trigger raises.
  var isOfTheValues: Bool { isOfClass("22", "23", "44", "54", "P0") }

  /// A deadlock or a conflict with another transaction: the same may do well now.
  var isConflict: Bool { isOfClass("40") }

  /// A lock or a statement took too long.
  var isTimeout: Bool { isOfClass("55P03", "57014") }
}
#endif
