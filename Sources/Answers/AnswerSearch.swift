import FormCells

/// The words that are searched for in the answers.
package struct AnswerSearch: Sendable, Equatable {
  /// A word: it occurs in a typed text, or in the label of one of these options.
  struct Word: Sendable, Equatable {
    let term: SearchTerm
    /// By the name of a column.
    let values: [String: Set<String>]
  }

  /// Options of one column whose labels have a word: they are looked for one by one.
  static let valueLimit = 100_000

  let words: [Word]
  /// The names of columns whose stored texts nobody reads: values of options, days.
  let unread: Set<String>

  /// Everything is found.
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
  /// Whether people have typed its stored texts. A number is stored as one: a text of its column was typed in another version.
  fileprivate var holdsTexts: Bool {
    switch kind {
    case .text, .count: true
    case .number: part == nil
    case .choice, .day, .time, .moment, .duration, .flag: false
    }
  }
}
