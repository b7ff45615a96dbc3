#if Valkey
/// Why Valkey was not asked, or did not do it.
public struct ValkeyError: Error, CustomStringConvertible {
  enum Kind {
    /// No connection, or it broke.
    case broken
    /// No answer in time.
    case tookTooLong
    /// An answer, that says why not.
    case refused
  }

  let kind: Kind
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
#endif
