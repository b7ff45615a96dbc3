/// A hash of bytes that is the same in every process: it goes into the digest that a page carries, and into the names of
/// assets. The bytes come from the operator's files, never from visitors, so it needs no secret.
package enum ByteHash {
  @inlinable
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = combine(0x9E37_79B9_7F4A_7C15, UInt64(bytes.count))
    var index = 0
    while index + 8 <= raw.count {
      hash = combine(hash, UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    return combine(hash, rest)
  }

  /// 16 lower-case hex digits.
  package static func hex(of bytes: [UInt8]) -> String {
    let digits = String(bytes.withUnsafeBufferPointer(hash), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Multiplies to 128 bits and folds them: every bit of both reaches every bit of the result.
  @inlinable
  package static func combine(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: b ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}
