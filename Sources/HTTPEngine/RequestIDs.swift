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
      for place in 0..<Self.length {
        if place % 5 == 4 {
          buffer[place] = UInt8(ascii: "-")
        } else {
          buffer[place] = Self.digits.utf8Start[Int(truncatingIfNeeded: bits & 31)]
          bits >>= 5
        }
      }
      return Self.length
    }
  }

  private static let length = 14
  /// Without the letters that are taken for a digit, and without "u" (Crockford's base 32).
  private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
}
