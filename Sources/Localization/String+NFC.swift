@_spi(_Unicode) import Swift

extension String {
  /// Marks on one letter that are put in order. No script has a tenth of them; putting them in order takes time that grows
  /// with their square.
  private static let markLimit = 256

  /// Normalization Form C (UAX #15). A text that piles more marks on a letter than any script does stays as it is.
  package var nfc: String {
    var marks = 0
    var mayChange = false
    for scalar in unicodeScalars where scalar.value >= 0x300 {
      mayChange = true
      marks = scalar.canBeReordered ? marks + 1 : 0
      if marks > Self.markLimit { return self }
    }
    // What stands below the first mark is in the form already.
    guard mayChange else { return self }
    var composed = String.UnicodeScalarView()
    for scalar in withMarksApart._nfc { composed.append(scalar) }
    return String(composed)
  }

  /// Three vowel signs of Tibetan are two marks each, which the standard library would put in order only when they stand apart
  /// already. They never come together again (UAX #15, composition exclusions).
  private var withMarksApart: String {
    guard unicodeScalars.contains(where: { Self.marksApart[$0] != nil }) else { return self }
    var apart = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let marks = Self.marksApart[scalar] { apart.append(contentsOf: marks) } else { apart.append(scalar) }
    }
    return String(apart)
  }

  private static let marksApart: [Unicode.Scalar: [Unicode.Scalar]] = [
    "\u{0F73}": ["\u{0F71}", "\u{0F72}"], "\u{0F75}": ["\u{0F71}", "\u{0F74}"], "\u{0F81}": ["\u{0F71}", "\u{0F80}"],
  ]
}

extension Unicode.Scalar {
  /// Whether it is a mark with a place among others, or becomes some: one of three whose decomposition begins with a mark.
  fileprivate var canBeReordered: Bool {
    properties.canonicalCombiningClass != .notReordered || [0x0F73, 0x0F75, 0x0F81].contains(value)
  }
}
