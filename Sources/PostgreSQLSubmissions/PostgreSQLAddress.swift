#if PostgreSQL
import CPostgreSQL

/// Where a PostgreSQL server is, and how it is entered: a connection URI of libpq,
/// `postgresql://[user[:password]@]HOST[:PORT]/DATABASE[?sslmode=verify-full&…]`. What it leaves out comes from libpq's
/// own environment variables and password file.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
  let uri: String
  /// For the log and for people: without the password.
  public let description: String

  /// Why a text is no such address.
  public struct Fault: Error, CustomStringConvertible {
    /// In libpq's words.
    public let description: String
  }

  /// - Throws: where libpq does not take it, with its words.
  public init(_ text: String) throws(Fault) {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
      throw Fault(description: "an address begins with postgresql://")
    }
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      throw Fault(description: message.map { firstLine(of: $0) } ?? "no address")
    }
    defer { PQconninfoFree(options) }
    var parts: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    // libpq looks at ports only when it connects.
    guard (parts["port"] ?? "").split(separator: ",").allSatisfy({ UInt16($0) != nil }) else {
      throw Fault(description: "'\(parts["port"] ?? "")' is not a port")
    }
    uri = text
    description = "postgresql://\(parts["host"] ?? "")\(parts["port"].map { ":\($0)" } ?? "")/\(parts["dbname"] ?? "")"
  }
}

/// libpq ends its messages with a line break, and adds hints in further lines.
func firstLine(of message: UnsafePointer<CChar>) -> String {
  String(String(cString: message).prefix { $0 != "\n" })
}
#endif
