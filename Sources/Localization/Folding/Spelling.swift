/// How letters with an umlaut, a stroke or a ring are written where the keyboard lacks them: otherwise than by their letter
/// alone, which is how ``Folding`` writes them. Whoever writes one umlaut so writes all of them so.
///
/// "æ", "œ" and "ß" are not among them: they have one such spelling, and always fold to it.
package struct Spelling: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// "ae", "oe", "ue" for "ä", "ö", "ø", "ü".
  package static let umlauts = Spelling(rawValue: 1)
  /// "aa" for "å", "dj" for "đ".
  package static let rings = Spelling(rawValue: 2)

  /// Every way to write a text that has letters of these kinds; the plain one first.
  package var combinations: [Spelling] {
    switch self {
    case []: [[]]
    case .umlauts, .rings: [[], self]
    default: [[], .umlauts, .rings, self]
    }
  }

  /// The kinds of letters that a text has, and perhaps one more.
  /// - Parameter utf8: well-formed.
  init(in utf8: UnsafeBufferPointer<UInt8>) {
    self = []
    guard !Folding.isASCII(utf8) else { return }
    var index = 0
    while index < utf8.count {
      // All of these letters have two bytes, or three.
      let byte = utf8[index]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= utf8.count else { return }
      if length == 2 || length == 3 {
        var scalar = UInt32(byte) & (length == 2 ? 0x1F : 0xF)
        for i in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + i] & 0x3F) }
        if let added = Self.addition(to: scalar) { insert(added.kind) }
      }
      index += length
    }
  }

  /// The letter that follows a character's own in its kind of spelling. A mark adds one too, so that a text says the same
  /// however it is composed.
  @inline(__always)
  static func addition(to scalar: UInt32) -> (kind: Spelling, letter: UInt8)? {
    switch scalar {
    // ä ö ü with and without further marks, ø, and the diaeresis alone.
    case 0xC4, 0xD6, 0xD8, 0xDC, 0xE4, 0xF6, 0xF8, 0xFC, 0x1D5...0x1DC, 0x1DE, 0x1DF, 0x1FE, 0x1FF, 0x22A, 0x22B, 0x308,
      0x1E4E, 0x1E4F, 0x1E7A, 0x1E7B:
      (.umlauts, UInt8(ascii: "e"))
    // å with and without an accent, as the sign of a unit, and the ring alone.
    case 0xC5, 0xE5, 0x1FA, 0x1FB, 0x30A, 0x212B: (.rings, UInt8(ascii: "a"))
    case 0x110, 0x111: (.rings, UInt8(ascii: "j"))
    default: nil
    }
  }

  /// The letter that follows `last`, the folded letter of this character or the one below this mark.
  @inline(__always)
  func letter(of scalar: UInt32, after last: UInt8?) -> UInt8? {
    guard let added = Self.addition(to: scalar), contains(added.kind), let last else { return nil }
    let isBelow =
      switch added.letter {
      case UInt8(ascii: "e"): last == UInt8(ascii: "a") || last == UInt8(ascii: "o") || last == UInt8(ascii: "u")
      case UInt8(ascii: "a"): last == UInt8(ascii: "a")
      default: last == UInt8(ascii: "d")
      }
    return isBelow ? added.letter : nil
  }
}
