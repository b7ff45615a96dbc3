import Support

/// A Set-Cookie field (RFC 6265 §4.1).
package struct SetCookie: Sendable, Equatable {
  /// When the cookie goes with requests from other sites (RFC 6265bis §4.1.2.7).
  package enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
    case none = "None"
  }

  package var name: String
  package var value: String
  /// "/" unless said otherwise.
  package var path: String?
  /// Seconds; nil: as long as the browser runs; 0: delete.
  package var maxAge: Int?
  package var isHTTPOnly: Bool
  package var isSecure: Bool
  package var sameSite: SameSite?
  /// Whether each site that shows this one in a frame has a cookie jar of its own for it (CHIPS, `Partitioned`).
  package var isPartitioned: Bool

  package init(
    _ name: String, _ value: String, path: String? = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true,
    isSecure: Bool = false, sameSite: SameSite? = .lax, isPartitioned: Bool = false
  ) {
    self.isPartitioned = isPartitioned
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isHTTPOnly = isHTTPOnly
    self.isSecure = isSecure
    self.sameSite = sameSite
  }

  /// The field's value: a name is a token, a value is `*cookie-octet` (RFC 6265 §4.1.1). Octets that would end the pair or the
  /// attribute are left out.
  package var serialized: String {
    let limit = name.utf8.count + value.utf8.count + (path?.utf8.count ?? 0) + Self.attributeByteLimit
    return String(upTo: limit) { writer in
      Self.append(name, to: &writer, ASCII.isTokenCharacter)
      writer.append("=")
      Self.append(value, to: &writer, Self.isOctet)
      if let path {
        writer.append("; Path=")
        Self.append(path, to: &writer, Self.isOctet)
      }
      if let maxAge { writer.append(text: "; Max-Age=\(maxAge)") }
      if isHTTPOnly { writer.append("; HttpOnly") }
      if isSecure { writer.append("; Secure") }
      if let sameSite {
        writer.append("; SameSite=")
        writer.append(text: sameSite.rawValue)
      }
      if isPartitioned { writer.append("; Partitioned") }
    }
  }

  private static func append(_ text: String, to writer: inout ByteWriter, _ isAllowed: (UInt8) -> Bool) {
    let bytes = text.utf8.span
    for index in bytes.indices where isAllowed(bytes[index]) { writer.append(bytes[index]) }
  }

  /// `cookie-octet`
  private static func isOctet(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x2C && byte != 0x3B && byte != 0x5C
  }

  /// Of all attributes together, without the path.
  private static let attributeByteLimit = 96
}
