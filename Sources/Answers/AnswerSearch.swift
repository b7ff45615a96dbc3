import FormCells

/// The words that are searched for in the answers.
package struct AnswerSearch: Sendable, Equatable {
  /// A word. It must occur in a typed text, or in the label of one of these options.
  struct Word: Sendable, Equatable {
    let term: SearchTerm
    /// The values of options whose labels contain the word, by the name of the column.
    let values: [String: Set<String>]
  }

  /// The largest number of options in one column whose labels may contain a word; each is looked up.
  static let valueLimit = 100_000

  let words: [Word]
  /// The names of columns whose stored texts are not for people: values of options, days.
  let unread: Set<String>

  /// Matches every submission.
  init() { (words, unread) = ([], []) }

  init(_ text: String, in columns: [FormColumn]) throws(AnswerError) {
    var words: [Word] = []
    for term in SearchTerm.terms(of: text) {
      let word = String(decoding: term.spellings[0], as: UTF8.self)
      var values: [String: Set<String>] = [:]
      for column in columns {
        guard let options = column.options else { continue }
        let found = try options.values(holding: word, limit: Self.valueLimit)
        if !found.isEmpty { values[column.column.name] = Set(found) }
      }
      words.append(Word(term: term, values: values))
    }
    self.words = words
    unread = Set(columns.map(\.column).filter { !$0.holdsTexts }.map(\.name))
  }
}

extension AnswerColumn {
  /// Whether its stored texts were typed by people. Numbers are stored as numbers, so a text in a number's column was
  /// typed in another version.
  fileprivate var holdsTexts: Bool {
    switch kind {
    case .text, .count: true
    case .number: part == nil
    case .choice, .day, .time, .moment, .duration, .flag: false
    }
  }
}
