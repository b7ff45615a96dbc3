/// A word of an English text, without the punctuation around it.
struct EnglishWord {
  let text: String
  let lowercased: String
  /// Whether a full stop or the like stood before it, or it is the first.
  let beginsSentence: Bool

  /// The words of a text, apart from those in brackets.
  static func words(of text: String) -> [EnglishWord] {
    var words: [EnglishWord] = []
    var depth = 0
    var begins = true
    let separators: Set<Character> = ["/", "–", "—", "…", "|", "·"]
    for token in text.split(whereSeparator: { $0.isWhitespace || separators.contains($0) }) {
      let wasInside = depth > 0
      depth += token.count { "([".contains($0) } - token.count { ")]".contains($0) }
      let word = token.drop { !$0.isLetter && !$0.isNumber }
      let bare = word.lastIndex { $0.isLetter || $0.isNumber }.map { word[...$0] } ?? ""
      if !wasInside, depth <= 0, !token.contains("("), !bare.isEmpty {
        words.append(EnglishWord(text: String(bare), lowercased: bare.lowercased(), beginsSentence: begins))
      }
      if let last = token.last { begins = ".!?:;".contains(last) }
    }
    return words
  }

  private var first: Character? { text.first }
  var isCapitalised: Bool { first?.isUppercase == true }
  var isSmall: Bool { first?.isLowercase == true }

  /// Whether it is written its own way: iPhone, pH, 3rd, km, a@b.example, a letter by itself.
  var hasOwnForm: Bool {
    text.count == 1 || text.dropFirst().contains { $0.isUppercase }
      || text.contains { $0.isNumber || "@._%".contains($0) }
      || English.units.contains(lowercased)
  }

  var isAcronym: Bool { text.count > 1 && text.allSatisfy { !$0.isLowercase } }
  var isMinor: Bool { English.minorWords.contains(lowercased) }
}
