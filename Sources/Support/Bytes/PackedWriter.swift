/// Writes values one behind the other in few bytes; `PackedReader` reads them in the same order. Nothing says what they
/// are: both sides know.
package struct PackedWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter byteCount: as many as it will probably write.
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

  /// The number of bytes of its UTF-8 form, and these.
  package mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Their number, and these bytes.
  package mutating func append(_ part: [UInt8]) { append(part[...]) }

  /// The same.
  package mutating func append(_ part: ArraySlice<UInt8>) {
    append(part.count)
    bytes.append(contentsOf: part)
  }

  /// Eight flags a byte, the first one in the lowest bit; how many there are is not written.
  package mutating func append(_ flags: [Bool]) { append(flags: flags.count) { flags[$0] } }

  /// The same.
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
