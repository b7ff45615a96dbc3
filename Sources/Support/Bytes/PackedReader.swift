/// Reads what `PackedWriter` wrote, from anyone: whatever the bytes are, it answers a value or an error, and allocates no
/// more than they are long.
package struct PackedReader {
  private let content: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { content = bytes }

  package var isAtEnd: Bool { position == content.count }

  package mutating func byte() throws(PackingError) -> UInt8 {
    guard position < content.count else { throw .malformed }
    defer { position += 1 }
    return content[position]
  }

  /// - Throws: also where the number is greater than the limit.
  package mutating func number(upTo limit: Int) throws(PackingError) -> Int {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift <= 35 {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard number <= UInt64(max(0, limit)) else { throw .malformed }
        return Int(number)
      }
      shift += 7
    }
    throw .malformed
  }

  package mutating func word() throws(PackingError) -> UInt64 {
    guard content.count - position >= 8 else { throw .malformed }
    var word: UInt64 = 0
    for place in 0..<8 { word |= UInt64(content[position + place]) << UInt64(place * 8) }
    position += 8
    return word
  }

  package mutating func token() throws(PackingError) -> Token { Token((try word(), try word())) }

  package mutating func text() throws(PackingError) -> String {
    guard let text = String(validating: try part(), as: UTF8.self) else { throw .malformed }
    return text
  }

  package mutating func bytes() throws(PackingError) -> [UInt8] { Array(try part()) }

  private mutating func part() throws(PackingError) -> ArraySlice<UInt8> {
    let count = try number(upTo: content.count)
    guard count <= content.count - position else { throw .malformed }
    defer { position += count }
    return content[position..<position + count]
  }

  /// - Parameter count: of the flags that were written.
  package mutating func flags(_ count: Int) throws(PackingError) -> [Bool] {
    let byteCount = count / 8 + (count % 8 == 0 ? 0 : 1)
    guard count >= 0, byteCount <= content.count - position else { throw .malformed }
    defer { position += byteCount }
    return (0..<count).map { content[position + $0 / 8] >> UInt8($0 % 8) & 1 == 1 }
  }
}

/// Why packed bytes are not a value.
package enum PackingError: Error, Sendable, Equatable {
  /// They are not what a writer writes, or they are of another form.
  case malformed
}
