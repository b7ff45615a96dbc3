/// A word that is searched for. A text has it where one of its spellings stands in the text's folded words, or in their
/// other spellings (``Folding/appendSearched(_:to:spelling:)``): "mueller" and "muller" find "Müller", "müller" finds
/// "Mueller" too, and "muller" does not, which nobody means by it.
package struct SearchTerm: Hashable, Sendable {
  /// Terms beyond these narrow nothing: a visitor types three or four. Also bounds the work of one request.
  package static let termLimit = 16
  /// Bytes of a query that are read; more than the longest label anyone would paste.
  package static let byteLimit = 1024

  /// Folded. None is empty, none is within another.
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

  /// The terms of a query, each once. Punctuation around a word does not count.
  package static func terms(of query: String) -> [SearchTerm] {
    var text = String(decoding: query.utf8.prefix(byteLimit), as: UTF8.self)
    // A spelling changes letters within words: word for word they are the same.
    let variants = text.withUTF8 { utf8 in
      Spelling(in: utf8).combinations.map { spelling in
        var folded: [UInt8] = []
        Folding.append(utf8, to: &folded, spelling)
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
  /// The parts of a text in which any of these terms stands, whole characters: offsets into its UTF-8, ascending, apart.
  package static func matches(of terms: [SearchTerm], in text: String) -> [Range<Int>] {
    // Where each character ends.
    var ends: [Int] = []
    for character in text { ends.append((ends.last ?? 0) + character.utf8.count) }
    var isMatched = [Bool](repeating: false, count: ends.count)
    var text = text
    text.withUTF8 { utf8 in
      for spelling in Spelling(in: utf8).combinations {
        // Each folded byte with the character that it is of.
        var folded: [UInt8] = []
        var owners: [Int] = []
        for index in ends.indices {
          let start = index == 0 ? 0 : ends[index - 1]
          Folding.append(UnsafeBufferPointer(rebasing: utf8[start..<ends[index]]), to: &folded, spelling)
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
