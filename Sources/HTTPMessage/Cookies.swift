import Glibc
import Support

/// The pairs of a Cookie field (RFC 6265 §4.2, §5.4) in their order. Anyone may send any value: check before use.
///
/// They stay where they stand in the field; a `String` is made when someone asks for it.
public struct Cookies: Sendable, Equatable {
  /// One pair as received.
  package struct Pair: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// Where one pair stands in `bytes`.
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

  /// Those of all Cookie fields.
  init(in fields: Fields) {
    bytes = fields.bytes
    let name = FieldName.cookie
    for entry in fields.entries where fields.matches(entry, name) { read(entry.value) }
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

  /// The first value of that name (names are case-sensitive): user agents send the most specific path first.
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
    var name = name
    return name.withUTF8 { name in
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
