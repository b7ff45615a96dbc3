package import Localization
import Support

extension OptionTable {
  /// The rows whose label, description or value contains every term of `query`, ignoring case and accents. "&" means "and".
  /// - Returns: `nil` if the query has no word: then nothing is searched.
  package func search(_ query: String, in languages: [LanguageTag]) -> RowSet? {
    search(query, in: languages) {}
  }

  /// - `inBetween`: called again and again during a long search, to let others run first.
  package func search(_ query: String, in languages: [LanguageTag], inBetween: () -> Void) -> RowSet? {
    let terms = SearchTerm.terms(of: query)
    guard !terms.isEmpty else { return nil }
    // The provider has already searched.
    guard isWhole else { return offeredRows }
    guard searchesSlowly else { return searchIndex(in: languages).rows(holding: terms) }
    if let rows = searchMemory.withLock({ $0.rows(holding: terms) }) { return rows }
    let rows = searchIndex(in: languages).rows(holding: terms, inBetween)
    searchMemory.withLock { $0.remember(rows, holding: terms) }
    return rows
  }

  /// The number of rows above which a search delays others on the same thread, by some tenths of a millisecond.
  package static let slowSearchRowCount = 50_000

  /// Whether searches take long, and results are kept: in a large table from a file. A definition has few options.
  package var searchesSlowly: Bool {
    isWhole && count > Self.slowSearchRowCount && localized == nil && translations == nil
  }

  /// Whether a search for this text would take long: in a large table, without a kept result.
  package func isSlow(toSearch query: String) -> Bool {
    guard searchesSlowly else { return false }
    let terms = SearchTerm.terms(of: query)
    return !terms.isEmpty && !searchMemory.withLock { $0.remembers(terms) }
  }

  /// Prepares searches. A file's table does it on a separate thread after the start (`OptionSource.prepareSearch()`); fixed options,
  /// which are few and often never searched, do it at the first search.
  func prepareSearch() { _ = searchIndex(in: []) }

  /// Frees the larger half of the table's memory. Idle drafts may keep an old table for long; they read its labels and values but hardly
  /// ever search.
  func retire() {
    searches.withLock { $0 = SearchIndexes() }
    searchMemory.withLock { $0 = SearchMemory() }
  }

  private func searchIndex(in languages: [LanguageTag]) -> SearchIndex {
    guard let localized else {
      guard let translations else { return searches.withLock { $0.index(for: "") { SearchIndex(columns) } } }
      let further = translations.searchedColumns(in: languages)
      return searches.withLock {
        $0.index(for: translations.variant(in: languages)) { SearchIndex(columns, and: further) }
      }
    }
    let variant = Self.variant(of: localized, in: languages)
    return searches.withLock { $0.index(for: variant) { SearchIndex(localized, in: languages) } }
  }

  /// A name for the languages that can make a difference to these options: those that they have, in order of preference, up to
  /// the first one that all texts have.
  private static func variant(of options: [Option], in languages: [LanguageTag]) -> String {
    var known: Set<LanguageTag> = []
    var complete: Set<LanguageTag>?
    for option in options {
      for text in [option.label, option.description].compactMap({ $0 }) where !text.languages.isEmpty {
        known.formUnion(text.languages)
        complete = complete?.intersection(text.languages) ?? Set(text.languages)
      }
    }
    var tags: [String] = []
    for tag in languages.flatMap(\.fallbacks) where known.contains(tag) && !tags.contains(tag.description) {
      tags.append(tag.description)
      if complete?.contains(tag) == true { break }
    }
    return tags.joined(separator: ",")
  }
}

/// The search indexes made so far, by language variant.
struct SearchIndexes: Sendable {
  /// The number of variants that are kept, limited because visitors choose the order of languages. Further ones are made for one search.
  private static let limit = 16
  private var indexes: [String: SearchIndex] = [:]

  mutating func index(for variant: String, make: () -> SearchIndex) -> SearchIndex {
    if let index = indexes[variant] { return index }
    let index = make()
    if indexes.count < Self.limit { indexes[variant] = index }
    return index
  }
}

/// The results of the last searches in one large table, by their terms.
struct SearchMemory: Sendable {
  /// Bytes of all results together; the last one is kept whatever its size.
  private static let byteLimit = 8 << 20
  private static let resultLimit = 64

  private struct Result: Sendable {
    let terms: [SearchTerm]
    let rows: RowSet
    var byteCount: Int { rows.byteCount }
  }

  /// The results; the last one used is at the end.
  private var results: [Result] = []

  mutating func rows(holding terms: [SearchTerm]) -> RowSet? {
    guard let position = results.lastIndex(where: { $0.terms == terms }) else { return nil }
    let result = results.remove(at: position)
    results.append(result)
    return result.rows
  }

  func remembers(_ terms: [SearchTerm]) -> Bool { results.contains { $0.terms == terms } }

  mutating func remember(_ rows: RowSet, holding terms: [SearchTerm]) {
    results.append(Result(terms: terms, rows: rows))
    var bytes = results.reduce(0) { $0 + $1.byteCount }
    while results.count > 1, bytes > Self.byteLimit || results.count > Self.resultLimit {
      bytes -= results.removeFirst().byteCount
    }
  }
}
