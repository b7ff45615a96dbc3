/// English words that the guidelines know.
enum English {
  /// Articles, conjunctions and prepositions, which are in lower case in a title unless they begin it. Those of four or
  /// more letters may also be capitalized.
  fileprivate static let minorWords: Set<String> = [
    "a", "an", "the", "and", "but", "or", "nor", "for", "so", "yet", "of", "in", "on", "at", "to", "by", "up", "as",
    "per",
    "via", "vs", "with", "from", "into", "onto", "over", "than", "then", "off", "out", "if", "is", "are", "be", "it",
    "its",
    "not", "that", "when", "about", "after", "before", "between", "during", "under", "until", "upon", "without",
    "within",
    "near", "like", "de", "la", "le", "el", "du", "da", "di", "van", "von", "der", "den", "al", "bin", "vis", "et",
  ]

  /// Units, whose case is fixed.
  static let units: Set<String> = [
    "kg", "mg", "km", "cm", "mm", "nm", "ml", "cl", "dl", "kwh", "kw", "mw", "hz", "khz", "mhz", "ghz", "kb", "mb",
    "gb", "tb",
    "lb", "lbs", "oz", "ft", "yd", "mi", "mph", "kph", "rpm", "ppm", "psi", "bar", "min", "sec", "hrs", "hr", "pcs",
    "m²", "m³",
    "am", "pm", "px", "pt", "dpi", "kcal", "kj", "no", "nos", "etc", "eg", "ie",
  ]

  /// Words that are frequent in forms and are not names.
  fileprivate static let commonNouns: Set<String> = [
    "name", "names", "date", "dates", "number", "numbers", "address", "code", "phone", "type", "city", "street",
    "country",
    "mail", "email", "status", "time", "day", "days", "month", "year", "amount", "price", "total", "reason",
    "description",
    "comment", "comments", "note", "notes", "details", "title", "file", "password", "account", "order", "size", "color",
    "colour", "quantity", "location", "language", "question", "answer", "birth", "card", "bill", "invoice",
  ]

  /// Words that are capitalized only at the beginning of a sentence or in a title.
  fileprivate static let sentenceWords: Set<String> = [
    "your", "my", "our", "their", "his", "her", "you", "we", "they", "this", "these", "those", "must", "have", "has",
    "had",
    "will", "can", "cannot", "should", "would", "was", "were", "does", "do", "which", "where", "who", "whom", "only",
    "least",
    "enter", "choose", "please", "printed", "shown", "used", "written", "needed", "required", "at", "as", "is", "are",
    "be",
    "with", "for", "from", "to", "and", "or", "of", "on", "in", "if", "when", "that",
  ]

  /// Verbs that show that an error message is a whole sentence.
  static let finiteVerbs: Set<String> = [
    "is", "are", "was", "were", "must", "has", "have", "can", "cannot", "can't", "should", "needs", "need", "will",
    "does",
    "do", "don't", "doesn't", "isn't", "aren't", "may", "begins", "ends", "goes", "takes", "holds",
  ]

  /// Verbs at the beginning of an instruction.
  static let imperatives: Set<String> = [
    "enter", "choose", "select", "use", "add", "write", "type", "give", "pick", "check", "tick", "tell", "fill",
    "provide",
    "shorten", "remove", "try", "upload", "set", "keep", "make", "answer", "accept", "confirm", "correct", "name",
    "state",
    "put", "specify", "describe",
  ]

  /// Verbs that are superfluous in a form. Those that are also nouns count only before a determiner.
  static let superfluousVerbs: Set<String> = [
    "enter", "choose", "select", "provide", "specify", "input", "insert", "please", "add",
  ]
  static let ambiguousVerbs: Set<String> = [
    "type", "pick", "set", "write", "give", "put", "fill", "tell", "describe", "search", "state", "upload",
  ]
  static let determiners: Set<String> = [
    "your", "the", "a", "an", "any", "one", "in", "out", "here", "us", "by", "for", "what", "how", "why", "where",
    "which",
    "each", "all", "this",
  ]

  /// A text without its quoted parts.
  fileprivate static func withoutQuotations(_ text: String) -> String {
    var kept = ""
    var isQuoted = false
    for character in text {
      if "“”\"„«»".contains(character) {
        isQuoted.toggle()
      } else if !isQuoted {
        kept.append(character)
      }
    }
    return isQuoted ? text : kept
  }
}

/// A word of an English text, without the punctuation around it.
struct EnglishWord {
  let text: String
  let lowercased: String
  /// Whether it is the first word or follows a full stop or the like.
  let beginsSentence: Bool

  /// The words of a text, except those in parentheses.
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

  /// Whether its case is its own: iPhone, pH, 3rd, km, a@b.example, or a single letter.
  var hasOwnForm: Bool {
    text.count == 1 || text.dropFirst().contains { $0.isUppercase }
      || text.contains { $0.isNumber || "@._%".contains($0) }
      || English.units.contains(lowercased)
  }

  var isAcronym: Bool { text.count > 1 && text.allSatisfy { !$0.isLowercase } }
  var isMinor: Bool { English.minorWords.contains(lowercased) }
}

/// Checks English texts for title case and sentence case.
enum LetterCase {
  /// The first word that title case would capitalize, or the whole text if it is all capitals; `nil` if it is in title
  /// case or is a sentence.
  static func wordAgainstTitleCase(_ text: String) -> String? {
    guard let last = text.last, !"?.!…".contains(last), !text.hasPrefix("I ") else { return nil }
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: text)
    for (index, word) in words.enumerated() where word.isSmall && !word.hasOwnForm {
      if index == 0 || !word.isMinor { return word.text }
    }
    return nil
  }

  /// The first word that sentence case would not capitalize. It may be a name, which looks the same.
  static func wordAgainstSentenceCase(ofLabel text: String) -> String? {
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: text)
    if let first = words.first, first.isSmall, !first.hasOwnForm { return first.text }
    return words.first {
      $0.isCapitalised && !$0.beginsSentence && !$0.hasOwnForm
        && (English.commonNouns.contains($0.lowercased) || English.sentenceWords.contains($0.lowercased))
    }?.text
  }

  /// The same for a longer text, in which a single capital proves nothing.
  static func wordAgainstSentenceCase(_ text: String) -> String? {
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: English.withoutQuotations(text)).filter { !$0.beginsSentence && !$0.hasOwnForm }
    let capitals = words.filter(\.isCapitalised)
    let small = words.count { !$0.isCapitalised && !$0.isMinor }
    guard capitals.count >= 2, capitals.count >= 3 * small else { return nil }
    let telling = capitals.filter { English.sentenceWords.contains($0.lowercased) }
    if let word = telling.first { return word.text }
    let nouns = capitals.filter { English.commonNouns.contains($0.lowercased) }
    return nouns.count >= 2 ? nouns[0].text : nil
  }

  /// The lower-case word at the beginning of a text; `nil` if the text begins like a sentence or with a word of fixed
  /// case.
  static func smallBeginning(_ text: String) -> String? {
    guard text.first?.isLowercase == true, let token = text.split(separator: " ").first else { return nil }
    // An abbreviation or an address.
    if token.contains(".") || token.contains("@") || token.contains(":") || token.contains("/") { return nil }
    guard let word = EnglishWord.words(of: text).first, !word.hasOwnForm else { return nil }
    return word.text
  }

  /// Whether the text is all capitals and too long for an abbreviation.
  static func isShouted(_ text: String) -> Bool {
    let letterLimit = 9
    let words = EnglishWord.words(of: text)
    guard words.allSatisfy({ word in !word.text.contains { $0.isLowercase || $0.isNumber } }) else { return false }
    return words.reduce(0) { $0 + $1.text.count { $0.isLetter } } >= letterLimit
  }
}
