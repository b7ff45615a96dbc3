/// The rows that a selection view shows: the lists narrowed by the search and cut to what has been asked for.
public struct PickerRows: Sendable {
  public struct List: Sendable {
    /// Position in `OptionTable.lists`.
    public let index: Int
    public let list: OptionList
    /// The shown rows, ascending.
    public let rows: [Int]
    /// All rows of the list that match the search, shown or not.
    public let matches: RowSet
  }

  /// Lists without a match are left out.
  public let lists: [List]
  /// Rows that match the search, in all lists.
  public let matchCount: Int
  /// Whether "Show more" has more to show.
  public let hasMore: Bool
  /// Whether a search narrows the lists.
  public let isSearch: Bool

  /// Rows shown, in all lists.
  public var shownCount: Int { lists.reduce(0) { $0 + $1.rows.count } }

  public init(of draft: PickerDraft, in languages: [LanguageTag]) {
    let table = draft.selection.table
    table.ask(for: draft.search, first: draft.shownRows)
    let found = table.search(draft.search, in: languages)
    isSearch = found != nil
    let all = found ?? table.offeredRows
    var lists: [List] = []
    var room = draft.shownRows
    for (index, list) in table.lists.enumerated() {
      let matches = all.slice(list.rows)
      guard !matches.isEmpty else { continue }
      let rows = matches.first(room)
      room -= rows.count
      if rows.isEmpty { break }
      lists.append(List(index: index, list: list, rows: rows, matches: matches))
    }
    self.lists = lists
    matchCount = table.matchCount ?? all.count
    hasMore = min(matchCount, table.isWhole ? .max : table.listableCount) > lists.reduce(0) { $0 + $1.rows.count }
  }
}
