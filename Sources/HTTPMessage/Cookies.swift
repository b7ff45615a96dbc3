import Support

/// The pairs of a Cookie field (RFC 6265 §4.2, §5.4) in their order. Anyone may send any value: check before use.
public struct Cookies: Sendable, Equatable {
  /// One pair as received.
  package struct Pair: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package private(set) var pairs: [Pair] = []

  package init(_ field: String) {
    var field = field
    field.withUTF8 { read($0) }
  }

  /// Those of all Cookie fields.
  init(in fields: Fields) {
    let name = FieldName.cookie
    for entry in fields.entries where fields.matches(entry, name) {
      fields.bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[entry.value])) }
    }
  }

  private mutating func read(_ field: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < field.count {
      var end = start
      var equals: Int?
      while end < field.count, field[end] != 0x3B {
        if field[end] == 0x3D, equals == nil { equals = end }
        end += 1
      }
      if let equals {
        let name = Self.trimmed(field, start..<equals)
        let value = Self.trimmed(field, equals + 1..<end)
        if !name.isEmpty {
          pairs.append(
            Pair(
              name: String(decoding: name, as: UTF8.self),
              value: value.first == 0x22
                ? String(decoding: ListField.unquoted(value), as: UTF8.self) : String(decoding: value, as: UTF8.self)))
        }
      }
      start = end + 1
    }
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// The first value of that name (names are case-sensitive): user agents send the most specific path first.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  package func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}
