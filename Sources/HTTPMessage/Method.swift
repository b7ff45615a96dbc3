/// A request method (RFC 9110 §9): a case-sensitive token. Methods that have no constant here are values like any other.
public struct Method: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.rawValue = value }

  public var description: String { rawValue }

  public static let get = Method("GET")
  public static let head = Method("HEAD")
  public static let post = Method("POST")
  package static let put = Method("PUT")
  package static let patch = Method("PATCH")
  package static let delete = Method("DELETE")
  package static let options = Method("OPTIONS")
  package static let trace = Method("TRACE")
  package static let connect = Method("CONNECT")
}
