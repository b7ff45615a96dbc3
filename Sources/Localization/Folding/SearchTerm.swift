import Support

/// A word to search for. A text contains it if one of its spellings is in the text's folded words or in their other spellings
/// (``Folding/appendSearched(_:to:spelling:)``): "mueller" and "muller" find "Müller", "müller" finds "Mueller" too, but "muller"
/// does not.
package struct SearchTerm: Hashable, Sendable {
  /// Further terms are ignored: visitors type three or four. This also limits the work of one request.
  package static let termLimit = 16
  /// Bytes of a query that are read: more than any label that somebody might paste.
  package static let byteLimit = 1024

  /// The folded spellings. None is empty, and none is contained in another.
  package let spellings: [[UInt8]]

  /// Bytes of its longest spelling.
  package var byteCount: Int { spellings.reduce(0) { max($0, $1.count) } }

  private init(_ words: [[UInt8]]) {
    var spellings: [[UInt8]] = []
    for word in words.sorted(by: { $0.count < $1.count })
    where !spellings.contains(where: { word.firstRange(of: $0) != nil }) {
      spellings.append(word)
    }
    self.spellings = spellings
  }

  /// The terms of a query, each once, without the punctuation around words.
  package static func terms(of query: String) -> [SearchTerm] {
    let text = String(decoding: query.utf8.prefix(byteLimit), as: UTF8.self)
    // A spelling only changes letters within words, so the words correspond.
    let variants = text.withBytes { utf8 in
      Spelling(in: utf8).combinations.map { spelling in
        var folded: [UInt8] = []
        Folding.append(utf8, to: &folded, spelling: spelling)
        return words(of: folded)
      }
    }
    var terms: [SearchTerm] = []
    for index in variants[0].indices where terms.count < termLimit {
      let term = SearchTerm(variants.map { $0[index] })
      if !terms.contains(term) { terms.append(term) }
    }
    return terms
  }

  private static func words(of folded: [UInt8]) -> [[UInt8]] {
    folded.split(separator: Folding.wordEnd).map { trimmed(String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
  }

  private static func trimmed(_ word: String) -> [UInt8] {
    var scalars = word.unicodeScalars[...]
    while let first = scalars.first, first.isPunctuation { scalars.removeFirst() }
    while let last = scalars.last, last.isPunctuation { scalars.removeLast() }
    return Array(String(scalars).utf8)
  }
}

extension SearchTerm {
  /// The parts of a text that match any of these terms, extended to whole characters: offsets into its UTF-8, ascending, not touching.
  package static func matches(of terms: [SearchTerm], in text: String) -> [Range<Int>] {
    // The end of each character.
    var ends: [Int] = []
    for character in text { ends.append((ends.last ?? 0) + character.utf8.count) }
    var isMatched = [Bool](repeating: false, count: ends.count)
    text.withBytes { utf8 in
      for spelling in Spelling(in: utf8).combinations {
        // Each folded byte, with the index of the character that it comes from.
        var folded: [UInt8] = []
        var owners: [Int] = []
        for index in ends.indices {
          let start = index == 0 ? 0 : ends[index - 1]
          Folding.append(UnsafeBufferPointer(rebasing: utf8[start..<ends[index]]), to: &folded, spelling: spelling)
          while owners.count < folded.count { owners.append(index) }
        }
        for term in terms {
          for word in term.spellings {
            var start = 0
            while let match = folded[start...].firstRange(of: word) {
              for owner in owners[match.lowerBound]...owners[match.upperBound - 1] { isMatched[owner] = true }
              start = match.lowerBound + 1
            }
          }
        }
      }
    }
    var ranges: [Range<Int>] = []
    for index in ends.indices where isMatched[index] {
      let start = index == 0 ? 0 : ends[index - 1]
      if ranges.last?.upperBound == start {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<ends[index]
      } else {
        ranges.append(start..<ends[index])
      }
    }
    return ranges
  }
}

extension Unicode.Scalar {
  fileprivate var isPunctuation: Bool {
    switch properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
      .connectorPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}

/// How letters with an umlaut, a stroke or a ring are written by people without the key for them, in other ways than the letter alone,
/// which is how ``Folding`` writes them. All umlauts of a text are written in the same way.
///
/// "æ", "œ" and "ß" are not among them: they have only one such spelling, and always fold to it.
package struct Spelling: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// "ae", "oe", "ue" for "ä", "ö", "ø", "ü".
  package static let umlauts = Spelling(rawValue: 1)
  /// "aa" for "å", "dj" for "đ".
  package static let rings = Spelling(rawValue: 2)

  /// All spellings of a text with letters of these kinds; the plain one first.
  package var combinations: [Spelling] {
    switch self {
    case []: [[]]
    case .umlauts, .rings: [[], self]
    default: [[], .umlauts, .rings, self]
    }
  }

  /// The kinds of letters that a text has; may include a kind that it does not have.
  /// - Parameter utf8: well-formed.
  init(in utf8: UnsafeBufferPointer<UInt8>) {
    self = []
    guard !Folding.isASCII(utf8) else { return }
    var index = 0
    while index < utf8.count {
      // All of these letters have two or three bytes.
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

  /// The letter that one kind of spelling adds after a character's base letter. A mark adds one too, so that a text is spelled in the
  /// same way however it is composed.
  @inline(__always)
  fileprivate static func addition(to scalar: UInt32) -> (kind: Spelling, letter: UInt8)? {
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

  /// The letter to add after `last`, which is the folded letter of this character, or the letter that carries this mark.
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
