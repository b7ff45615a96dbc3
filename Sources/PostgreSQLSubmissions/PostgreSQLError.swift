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

  /// Whether the values are at fault (data exceptions, integrity constraints) and not the server.
  var isOfTheValues: Bool {
    guard case .refused(let code) = kind else { return false }
    return code.hasPrefix("22") || code.hasPrefix("23")
  }
}
#endif
