/// 128 bits as 32 lower-case hex digits: names of sessions, filled-in forms and submissions.
package struct Token: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// Names nothing: no page carries it.
  package static let zero = Token((0, 0))

  package init(_ bits: (UInt64, UInt64)) { (high, low) = bits }

  /// Exactly 32 lower-case hex digits.
  package init?(_ text: String) {
    guard text.utf8.count == 32 else { return nil }
    var text = text
    guard let token = text.withUTF8({ Token(digits: $0) }) else { return nil }
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
    String(unsafeUninitializedCapacity: 32) { buffer in
      for place in 0..<16 {
        buffer[place] = Self.digit(place, of: high)
        buffer[place + 16] = Self.digit(place, of: low)
      }
      return 32
    }
  }

  /// The last 16 digits.
  package var lowText: String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      for place in 0..<16 { buffer[place] = Self.digit(place, of: low) }
      return 16
    }
  }

  /// - Parameter place: 0 for the highest of 16.
  private static func digit(_ place: Int, of word: UInt64) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - place * 4) & 15)
    return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}
