/// Writes values compactly, one after another. `PackedReader` reads them in the same order. The bytes do not describe
/// themselves: both sides know the format.
package struct PackedWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter byteCount: the expected number of bytes.
  package init(expecting byteCount: Int = 0) { bytes.reserveCapacity(byteCount) }

  package mutating func append(byte: UInt8) { bytes.append(byte) }

  /// - Parameter number: not negative, below 2⁴².
  package mutating func append(_ number: Int) { Varint.append(UInt64(number), to: &bytes) }

  /// Eight bytes, the lowest first.
  package mutating func append(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ token: Token) {
    append(word: token.high)
    append(word: token.low)
  }

  /// Appends the length in UTF-8 bytes, followed by these bytes.
  package mutating func append(_ text: String) {
    append(text.utf8.count)
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  /// Appends the number of bytes, followed by the bytes.
  package mutating func append(_ part: [UInt8]) { append(part[...]) }

  /// Appends the number of bytes, followed by the bytes.
  package mutating func append(_ part: ArraySlice<UInt8>) {
    append(part.count)
    bytes.append(contentsOf: part)
  }

  /// Appends the flags, eight in each byte, the first one in the lowest bit. Their number is not written.
  package mutating func append(_ flags: [Bool]) { append(flags: flags.count) { flags[$0] } }

  /// Appends flags, eight in each byte, the first one in the lowest bit. Their number is not written.
  package mutating func append(flags count: Int, _ flag: (Int) -> Bool) {
    var byte: UInt8 = 0
    for place in 0..<count {
      if flag(place) { byte |= 1 << UInt8(place & 7) }
      if place & 7 == 7 {
        bytes.append(byte)
        byte = 0
      }
    }
    if count & 7 != 0 { bytes.append(byte) }
  }
}

/// Reads what `PackedWriter` wrote, from an untrusted source. For any bytes it returns a value or an error, and it allocates no
/// more than their length.
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

  /// - Throws: also if the number is greater than the limit.
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

  /// - Parameter count: the number of flags that were written.
  package mutating func flags(_ count: Int) throws(PackingError) -> [Bool] {
    let byteCount = count / 8 + (count % 8 == 0 ? 0 : 1)
    guard count >= 0, byteCount <= content.count - position else { throw .malformed }
    defer { position += byteCount }
    return (0..<count).map { content[position + $0 / 8] >> UInt8($0 % 8) & 1 == 1 }
  }
}

/// Why packed bytes are not a value.
package enum PackingError: Error, Sendable, Equatable {
  /// A writer did not write them, or they have another format.
  case malformed
}

/// Numbers in seven bits a byte, lowest first (LEB128).
package enum Varint {
  package static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var number = number
    while number >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(number))
  }
}

/// Reads what `Varint` wrote.
package struct VarintReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isAtEnd: Bool { rest.isEmpty }

  /// `nil` at the end, for an incomplete number, and beyond 42 bits.
  package mutating func next() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst(), shift <= 35 {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
