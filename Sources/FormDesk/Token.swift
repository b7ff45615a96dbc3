/// 128 bits as 32 lower-case hex digits: names of sessions, filled-in forms and submissions.
package struct Token: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(_ bits: (UInt64, UInt64)) { (high, low) = bits }

  /// Exactly 32 lower-case hex digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32 else { return nil }
    let token = text.utf8.withContiguousStorageIfAvailable { Token(digits: $0) } ?? Token(digits: Array(text.utf8))
    guard let token else { return nil }
    self = token
  }

  /// - Parameter digits: 32 of them.
  private init?(digits: some Sequence<UInt8>) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    (self.high, self.low) = (high, low)
  }

  package var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      for position in 0..<32 {
        let word = position < 16 ? high : low
        buffer[position] = digits[Int(word >> UInt64(60 - position % 16 * 4) & 15)]
      }
      return 32
    }
  }
}
