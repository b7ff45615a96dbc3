@_spi(_Unicode) import Swift

extension String {
  /// Marks on one letter that are sorted. No script uses a tenth of them, and sorting takes quadratic time.
  private static let markLimit = 256

  /// Normalization Form C (UAX #15). A text with more marks on one letter than any script uses is returned unchanged.
  package var nfc: String {
    var marks = 0
    var mayChange = false
    // Scalars below the first mark are in this form already.
    for scalar in unicodeScalars where scalar.value >= 0x300 {
      guard !scalar.isComposed else {
        marks = 0
        continue
      }
      mayChange = true
      marks = scalar.canBeReordered ? marks + 1 : 0
      if marks > Self.markLimit { return self }
    }
    guard mayChange else { return self }
    var composed = String.UnicodeScalarView()
    for scalar in withMarksApart._nfc { composed.append(scalar) }
    return String(composed)
  }

  /// Three vowel signs of Tibetan each decompose into two marks, which the standard library sorts only after decomposition. They are
  /// never composed again (UAX #15, composition exclusions).
  private var withMarksApart: String {
    guard unicodeScalars.contains(where: { 0xF73...0xF81 ~= $0.value }) else { return self }
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
  /// Whether it is known to be in Normalization Form C after any letter, and not to be a mark: Cyrillic, Arabic letters, dashes and
  /// quotes, Chinese characters.
  var isComposed: Bool {
    switch value {
    case 0x400...0x482, 0x620...0x64A, 0x2010...0x2027, 0x4E00...0x9FFF: true
    default: false
    }
  }

  /// Whether it is a mark that can change places with others, or one of three scalars whose decomposition begins with such a mark.
  fileprivate var canBeReordered: Bool {
    properties.canonicalCombiningClass != .notReordered || [0x0F73, 0x0F75, 0x0F81].contains(value)
  }
}

extension String {
  /// Maximum bytes of one character. A family of four has 25, a letter with a few accents 10; thousands of accents on one letter are an
  /// attempt to cheat the counter.
  private static let characterByteLimit = 64

  /// The number of characters as people count them, by a rule that the page's script shares (`modules/text.mjs`): browsers and Swift
  /// have grapheme clusters (UAX #29) of different Unicode versions, and would count the same text differently.
  ///
  /// Each code point counts as a character, except those that belong to the one before: marks; invisible characters and controls;
  /// skin tones; the vowels and finals of Hangul; a symbol after a joiner; a letter after a sign that makes it conjunct;
  /// the second half of a flag; LF after CR. A text with only invisible characters has none. If characters are larger than real ones,
  /// their bytes count (`characterByteLimit`).
  package var characterCount: Int {
    if isPlainLine { return utf8.count }
    if isInvisible { return 0 }
    var count = 0
    var counter = CharacterCounter()
    for scalar in unicodeScalars where counter.begins(scalar) { count += 1 }
    return max(count, utf8.count / Self.characterByteLimit)
  }
}

/// Goes through a text and says where a character begins.
private struct CharacterCounter {
  private var last: Unicode.Scalar = "\0"
  /// Whether a sign that makes the next letter conjunct came last, not counting marks and joiners.
  private var isConjunct = false
  /// Whether the last scalar is the first half of a flag.
  private var isHalfFlag = false

  /// Whether the next code point of the text begins a character.
  mutating func begins(_ scalar: Unicode.Scalar) -> Bool {
    let (before, wasConjunct, wasHalfFlag) = (last, isConjunct, isHalfFlag)
    last = scalar
    isHalfFlag = 0x1F1E6...0x1F1FF ~= scalar.value && !wasHalfFlag
    if scalar.value < 0x300 { isConjunct = false }
    switch scalar.value {
    case 0x0A: return before != "\r"
    case 0x09, 0x0B...0x0D, 0x85: return true
    case ..<0x20, 0x7F...0x9F, 0xAD: return false
    case ..<0x300: return true
    case 0xE33, 0xEB3, 0x1160...0x11FF, 0xD7B0...0xD7FB, 0xFF9E, 0xFF9F, 0x1F3FB...0x1F3FF: return false
    case 0x200C:
      isConjunct = false
      return false
    case 0x1F1E6...0x1F1FF: return !wasHalfFlag
    default: break
    }
    let category = scalar.properties.generalCategory
    if [.nonspacingMark, .spacingMark, .enclosingMark].contains(category) {
      if Self.linkers.contains(scalar.value) { isConjunct = true }
      return false
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    isConjunct = false
    if category == .otherLetter { return !wasConjunct }
    let isSymbol = 0x2190...0x2BFF ~= scalar.value || 0x1F000...0x1FAFF ~= scalar.value
    return !(isSymbol && before == "\u{200D}")
  }

  /// The signs that join the letters around them (Indic_Conjunct_Break=Linker, UAX #44).
  private static let linkers: Set<UInt32> = [
    0x94D, 0x9CD, 0xACD, 0xB4D, 0xC4D, 0xD4D, 0x1039, 0x17D2, 0x1A60, 0x1B44, 0x1BAB, 0xA9C0, 0xAAF6, 0x10A3F, 0x11133,
    0x113D0, 0x1193E, 0x11A47, 0x11A99, 0x11F42,
  ]
}
