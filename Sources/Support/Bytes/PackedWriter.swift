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
  package mutating func append(_ part: [UInt8]) {
    append(part.count)
    bytes.append(contentsOf: part)
  }

  /// Eight flags a byte, the first one in the lowest bit; how many there are is not written.
  package mutating func append(_ flags: [Bool]) {
    var byte: UInt8 = 0
    var count: UInt8 = 0
    for flag in flags {
      if flag { byte |= 1 << count }
      count += 1
      if count == 8 {
        bytes.append(byte)
        (byte, count) = (0, 0)
      }
    }
    if count > 0 { bytes.append(byte) }
  }
}
