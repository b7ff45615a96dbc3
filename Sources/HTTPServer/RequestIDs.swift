/// Makes ids for the requests of one loop, so that no loop waits for another: a sequence that meets no other for long
/// (SplitMix64, from a random start). They name requests and keep nothing secret.
struct RequestIDs {
  private var state = UInt64.random(in: .min ... .max)

  /// Twelve characters in groups that can be read aloud, "4k7p-9x2m-q3tz": short enough to need no memory of its own.
  mutating func next() -> String {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return String(unsafeUninitializedCapacity: Self.length) { buffer in
      // One by one: every request comes by here, and a loop would cost twice as much.
      func write(_ bits: UInt64, at place: Int) {
        let digits = Self.digits.utf8Start
        buffer[place] = digits[Int(truncatingIfNeeded: bits & 31)]
        buffer[place + 1] = digits[Int(truncatingIfNeeded: bits >> 5 & 31)]
        buffer[place + 2] = digits[Int(truncatingIfNeeded: bits >> 10 & 31)]
        buffer[place + 3] = digits[Int(truncatingIfNeeded: bits >> 15 & 31)]
      }
      write(bits, at: 0)
      buffer[4] = UInt8(ascii: "-")
      write(bits >> 20, at: 5)
      buffer[9] = UInt8(ascii: "-")
      write(bits >> 40, at: 10)
      return Self.length
    }
  }

  private static let length = 14
  /// Without the letters that are taken for a digit, and without "u" (Crockford's base 32).
  private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
}
