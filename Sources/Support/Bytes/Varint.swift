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

  /// Nil at the end, in the middle of a number, and beyond 42 bits.
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
