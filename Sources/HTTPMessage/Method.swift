/// A request method (RFC 9110 §9): a case-sensitive token. Methods that have no constant here are values like any other.
public struct Method: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// `GET`
  public let rawValue: String

  /// - Parameter rawValue: the token, in the case that it has on the wire.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.rawValue = value }

  public var description: String { rawValue }

  /// Asks for a page or a file.
  public static let get = Method("GET")
  /// Asks for what GET would answer, without its content.
  public static let head = Method("HEAD")
  /// Sends what a form holds.
  public static let post = Method("POST")
  package static let put = Method("PUT")
  package static let patch = Method("PATCH")
  package static let delete = Method("DELETE")
  package static let options = Method("OPTIONS")
  package static let trace = Method("TRACE")
  package static let connect = Method("CONNECT")
}
