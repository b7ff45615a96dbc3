import Glibc
import Support

/// The pairs of a Cookie field (RFC 6265 §4.2, §5.4) in their order. Anyone may send any value: check before use.
///
/// Names and values stay in the field's bytes; a `String` is made only when someone asks for it.
public struct Cookies: Sendable, Equatable {
  /// One pair as received.
  package struct Pair: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// The ranges of one pair in `bytes`.
  private struct Place: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  private let bytes: [UInt8]
  private var places: [Place] = []

  package init(_ field: String) {
    bytes = Array(field.utf8)
    read(bytes.indices)
  }

  /// The pairs of all Cookie fields.
  init(in fields: Fields) {
    bytes = fields.bytes
    var next = fields.firstIndex(of: .cookie)
    while let index = next {
      read(fields.entries[index].value)
      next = fields.firstIndex(of: .cookie, from: index + 1)
    }
  }

  private mutating func read(_ field: Range<Int>) {
    let bytes = bytes
    bytes.withUnsafeBufferPointer { bytes in
      var start = field.lowerBound
      while start < field.upperBound {
        let end = Self.index(of: 0x3B, in: bytes, start..<field.upperBound) ?? field.upperBound
        if let equals = Self.index(of: 0x3D, in: bytes, start..<end) {
          let name = Self.trimmed(start..<equals, of: bytes)
          if !name.isEmpty { places.append(Place(name: name, value: Self.trimmed(equals + 1..<end, of: bytes))) }
        }
        start = end + 1
      }
    }
  }

  private static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))
    guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else { return nil }
    return range.lowerBound + base.distance(to: found)
  }

  private static func trimmed(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  package var pairs: [Pair] {
    places.map { Pair(name: String(decoding: bytes[$0.name], as: UTF8.self), value: value($0)) }
  }

  /// The first value of that name (names are case-sensitive): user agents send the cookie with the most specific path first.
  public subscript(name: String) -> String? { places.first { isName(name, of: $0) }.map(value) }

  package func values(of name: String) -> [String] { places.filter { isName(name, of: $0) }.map(value) }

  package func forEachValue(of name: String, _ body: (Span<UInt8>) -> Void) {
    for place in places where isName(name, of: place) { body(bytes(place).span) }
  }

  package func contains(_ name: String) -> Bool { places.contains { isName(name, of: $0) } }

  package func containsName(beginning prefix: String) -> Bool {
    places.contains { bytes[$0.name].starts(with: prefix.utf8) }
  }

  private func isName(_ name: String, of place: Place) -> Bool {
    guard name.utf8.count == place.name.count else { return false }
    return name.withBytes { name in
      bytes.withUnsafeBufferPointer { bytes in
        guard let a = UnsafeBufferPointer(rebasing: bytes[place.name]).baseAddress, let b = name.baseAddress else {
          return false
        }
        return memcmp(a, b, name.count) == 0
      }
    }
  }

  private func value(_ place: Place) -> String { String(decoding: bytes(place), as: UTF8.self) }

  private func bytes(_ place: Place) -> ArraySlice<UInt8> {
    let value = bytes[place.value]
    return value.first == 0x22 ? ListField.unquoted(value)[...] : value
  }

  public static func == (a: Cookies, b: Cookies) -> Bool { a.pairs == b.pairs }
}

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
  /// Seconds; `nil`: until the browser is closed; 0: delete the cookie.
  package var maxAge: Int?
  package var isHTTPOnly: Bool
  package var isSecure: Bool
  package var sameSite: SameSite?
  /// Whether the browser keeps a separate cookie for each site that shows this one in a frame (CHIPS, `Partitioned`).
  package var isPartitioned: Bool

  package init(
    _ name: String, value: String, path: String? = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true,
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

  /// The field's value: a name is a token, a value is `*cookie-octet` (RFC 6265 §4.1.1). Octets that would end the pair or an
  /// attribute are left out.
  package var serialized: String {
    let limit = name.utf8.count + value.utf8.count + (path?.utf8.count ?? 0) + Self.attributeByteLimit
    return String(upTo: limit) { writer in
      Self.append(name, to: &writer, isAllowed: ASCII.isTokenCharacter)
      writer.append("=")
      Self.append(value, to: &writer, isAllowed: Self.isOctet)
      if let path {
        writer.append("; Path=")
        Self.append(path, to: &writer, isAllowed: Self.isOctet)
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

  private static func append(_ text: String, to writer: inout ByteWriter, isAllowed: (UInt8) -> Bool) {
    let bytes = text.utf8.span
    for index in bytes.indices where isAllowed(bytes[index]) { writer.append(bytes[index]) }
  }

  /// `cookie-octet`
  private static func isOctet(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x2C && byte != 0x3B && byte != 0x5C
  }

  /// Bytes of all attributes together, without the path.
  private static let attributeByteLimit = 96
}
