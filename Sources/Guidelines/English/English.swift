/// English words, as far as the rules know them.
enum English {
  /// Articles, conjunctions and prepositions: small in a title, unless they begin it. Those of four letters and more may
  /// be either.
  static let minorWords: Set<String> = [
    "a", "an", "the", "and", "but", "or", "nor", "for", "so", "yet", "of", "in", "on", "at", "to", "by", "up", "as",
    "per",
    "via", "vs", "with", "from", "into", "onto", "over", "than", "then", "off", "out", "if", "is", "are", "be", "it",
    "its",
    "not", "that", "when", "about", "after", "before", "between", "during", "under", "until", "upon", "without",
    "within",
    "near", "like", "de", "la", "le", "el", "du", "da", "di", "van", "von", "der", "den", "al", "bin", "vis", "et",
  ]

  /// Units, which keep their own letters.
  static let units: Set<String> = [
    "kg", "mg", "km", "cm", "mm", "nm", "ml", "cl", "dl", "kwh", "kw", "mw", "hz", "khz", "mhz", "ghz", "kb", "mb",
    "gb", "tb",
    "lb", "lbs", "oz", "ft", "yd", "mi", "mph", "kph", "rpm", "ppm", "psi", "bar", "min", "sec", "hrs", "hr", "pcs",
    "m²", "m³",
    "am", "pm", "px", "pt", "dpi", "kcal", "kj", "no", "nos", "etc", "eg", "ie",
  ]

  /// Words that forms use often, and that are not names.
  static let commonNouns: Set<String> = [
    "name", "names", "date", "dates", "number", "numbers", "address", "code", "phone", "type", "city", "street",
    "country",
    "mail", "email", "status", "time", "day", "days", "month", "year", "amount", "price", "total", "reason",
    "description",
    "comment", "comments", "note", "notes", "details", "title", "file", "password", "account", "order", "size", "color",
    "colour", "quantity", "location", "language", "question", "answer", "birth", "card", "bill", "invoice",
  ]

  /// Words that are capitalised only at the beginning of a sentence, and everywhere in a title.
  static let sentenceWords: Set<String> = [
    "your", "my", "our", "their", "his", "her", "you", "we", "they", "this", "these", "those", "must", "have", "has",
    "had",
    "will", "can", "cannot", "should", "would", "was", "were", "does", "do", "which", "where", "who", "whom", "only",
    "least",
    "enter", "choose", "please", "printed", "shown", "used", "written", "needed", "required", "at", "as", "is", "are",
    "be",
    "with", "for", "from", "to", "and", "or", "of", "on", "in", "if", "when", "that",
  ]

  /// Words of an error message that make it a whole sentence.
  static let finiteVerbs: Set<String> = [
    "is", "are", "was", "were", "must", "has", "have", "can", "cannot", "can't", "should", "needs", "need", "will",
    "does",
    "do", "don't", "doesn't", "isn't", "aren't", "may", "begins", "ends", "goes", "takes", "holds",
  ]

  /// Verbs with which an instruction begins.
  static let imperatives: Set<String> = [
    "enter", "choose", "select", "use", "add", "write", "type", "give", "pick", "check", "tick", "tell", "fill",
    "provide",
    "shorten", "remove", "try", "upload", "set", "keep", "make", "answer", "accept", "confirm", "correct", "name",
    "state",
    "put", "specify", "describe",
  ]

  /// Verbs that say what a form is for anyhow. Those that are nouns too count only before a determiner.
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

  /// A text without the parts that it quotes.
  static func withoutQuotations(_ text: String) -> String {
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
