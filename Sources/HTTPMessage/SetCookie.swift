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

  package init(
    _ name: String, _ value: String, path: String? = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true,
    isSecure: Bool = false, sameSite: SameSite? = .lax
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.maxAge = maxAge
    self.isHTTPOnly = isHTTPOnly
    self.isSecure = isSecure
    self.sameSite = sameSite
  }

  /// The field's value. Octets that would end the pair or the attribute are left out.
  package var serialized: String {
    var text = "\(SetCookie.cleaned(name, isName: true))=\(SetCookie.cleaned(value, isName: false))"
    if let path { text += "; Path=" + SetCookie.cleaned(path, isName: false) }
    if let maxAge { text += "; Max-Age=\(maxAge)" }
    if isHTTPOnly { text += "; HttpOnly" }
    if isSecure { text += "; Secure" }
    if let sameSite { text += "; SameSite=" + sameSite.rawValue }
    return text
  }

  /// A name is a token, a value is `*cookie-octet` (RFC 6265 §4.1.1).
  private static func cleaned(_ text: String, isName: Bool) -> String {
    String(
      decoding: text.utf8.filter { byte in
        isName
          ? ASCII.isTokenCharacter(byte)
          : byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x2C && byte != 0x3B && byte != 0x5C
      }, as: UTF8.self)
  }
}
