import FormCells
package import Support

/// The messages in a cell's definition.
extension Guideline {
  static let shortMessages = Guideline(
    .lp16, rule: "A validation message is concise: one line.", advice: "Say what to do in one short sentence.",
    cell: { cell in
      let columnLimit = 80
      return cell.messages.map(\.wording).filter {
        $0.columnCount > columnLimit || $0.text.contains(where: \.isNewline)
      }.map {
        Breach(
          $0,
          message: "a message of \($0.columnCount) characters takes more than one line; shorten it to \(columnLimit)")
      }
    })

  static let fullStops = Guideline(
    .se34, rule: "A message or note that is a full sentence ends with a full stop.", advice: "Add the full stop.",
    cell: { cell in
      (cell.errorMessages.map(\.wording) + cell.notes).filter { isSentence($0) && !isEnded($0.text) }.map {
        Breach($0, message: "\($0.quoted) is a full sentence; add the full stop at its end")
      }
    })

  private static func isEnded(_ text: String) -> Bool {
    guard let last = text.last(where: { !"”\"’')»）」".contains($0) }) else { return true }
    return ".!?…。！？।؟۔".contains(last)
  }

  private static func isSentence(_ wording: Wording) -> Bool {
    // The text has two sentences, and the second does not end with a full stop.
    if ["。", "।", "؟"].contains(where: wording.text.contains) { return true }
    if wording.text.split(separator: ". ").count > 1, wording.text.split(separator: " ").count > 5 { return true }
    guard wording.isEnglish else { return false }
    let words = EnglishWord.words(of: wording.text).map(\.lowercased)
    guard words.count > 2, let first = words.first else { return false }
    return English.imperatives.contains(first) || words.contains(where: English.finiteVerbs.contains)
  }

  static let helpfulMessages = Guideline(
    .ti7, rule: "An error message says how to correct the error.", advice: "Say what is expected: “Enter six digits.”",
    cell: { cell in
      cell.errorMessages.map(\.wording).filter { $0.isEnglish && isGeneric($0.text, of: cell) }.map {
        Breach($0, message: "\($0.quoted) does not say how to correct the entry; say what is expected instead")
      }
    })

  private static func isGeneric(_ text: String, of cell: CheckedCell) -> Bool {
    let words = EnglishWord.words(of: text).map(\.lowercased)
    if let first = words.first, ["oops", "whoops", "uh", "uh-oh"].contains(first) { return true }
    guard words.contains(where: complaints.contains) else { return false }
    let label = Set(cell.labels.flatMap { EnglishWord.words(of: $0.text).map(\.lowercased) })
    return words.allSatisfy { complaints.contains($0) || fillers.contains($0) || label.contains($0) }
  }

  private static let complaints: Set<String> = [
    "invalid", "error", "wrong", "incorrect", "failed", "bad", "valid", "sorry", "mistake", "illegal", "unacceptable",
  ]

  private static let fillers: Set<String> = [
    "a", "an", "the", "this", "that", "your", "you", "is", "are", "was", "not", "no", "has", "have", "entered", "value",
    "entry",
    "input", "field", "format", "data", "text", "try", "again", "please", "something", "went", "there", "an",
    "occurred", "and",
    "number", "email", "e-mail", "address", "date", "name", "it", "must", "be", "enter", "check", "correct", "seems",
    "validation",
  ]

  static let keptRules = Guideline(
    .c2, rule: "A rule that a helper text states is not lost when an error message takes its place.",
    advice: "Repeat the rule in messages.invalid, or set helperOnError to “keep”.",
    cell: { cell in
      guard case .text(let text) = cell.cell.kind, text.pattern != nil, cell.cell.helperOnError == .replace else {
        return []
      }
      let messages = cell.messages.filter { $0.key == .invalid }.map(\.wording)
      return cell.helpers.filter(statesRule).compactMap { helper in
        guard let message = messages.first(where: { $0.language == helper.language }) else {
          return Breach(
            helper,
            message: "an error replaces this rule; repeat it in “messages.invalid”, or set “helperOnError” to “keep”")
        }
        guard significantWords(helper).isDisjoint(with: significantWords(message)) else { return nil }
        return Breach(
          message,
          message:
            "this message replaces the helper text \(helper.quoted) and does not repeat its rule; say what is expected"
        )
      }
    })

  private static func statesRule(_ helper: Wording) -> Bool {
    if helper.text.contains(where: \.isNumber) { return true }
    return helper.isEnglish && EnglishWord.words(of: helper.text).contains { ruleWords.contains($0.lowercased) }
  }

  private static let ruleWords: Set<String> = [
    "digit", "digits", "letter", "letters", "character", "characters", "hyphen", "format", "must", "least", "uppercase",
    "lowercase", "capital", "capitals", "numerals", "spaces",
  ]

  /// Words of four or more letters, and words with a digit. In scripts without spaces, single characters are compared.
  private static func significantWords(_ wording: Wording) -> Set<String> {
    let shortWord = 3
    let words = wording.text.lowercased().split { !$0.isLetter && !$0.isNumber && !"-_".contains($0) }.map(String.init)
    let signs = wording.text.filter(\.isWide).map(String.init)
    return Set(words.filter { $0.count > shortWord || $0.contains(where: \.isNumber) } + signs)
  }
}

/// The built-in words, which a folder of templates may change.
extension Guideline {
  /// Definitions have no text for Back; only the catalogues of built-in words do.
  static let shortWayBack = Guideline(
    .se14, rule: "The label of Back is short and says that it leads back.",
    advice: "Give “back” in the folder’s locales one or two words.", form: { _ in [] })

  /// Warnings about a catalogue of built-in words; none if it cannot be read, which is reported elsewhere.
  package static func warnings(onWords bytes: [UInt8], path: String) -> [Diagnostic] {
    let columnLimit = 12
    guard let root = try? JSONReader.document(bytes), let node = root.member("back"), let label = node.text else {
      return []
    }
    let wording = Wording(text: label, language: "und", offset: node.offset, keyPath: "back")
    guard wording.columnCount > columnLimit else { return [] }
    let place = SourceText(bytes).place(of: node.offset)
    return [
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: "back", code: shortWayBack.code,
        message: "\(wording.quoted) is too long for the way back; “Back” or one or two words are enough",
        excerpt: place.excerpt
      )
    ]
  }
}
