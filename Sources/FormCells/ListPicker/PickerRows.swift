/// The rows that a selection view shows: the lists narrowed by the search and cut to what has been asked for.
package struct PickerRows: Sendable {
  package struct List: Sendable {
    /// Position in `OptionTable.lists`.
    package let index: Int
    package let list: OptionList
    /// The shown rows, ascending.
    package let rows: RowRuns
    /// All rows of the list that match the search, shown or not.
    package let matches: RowSet
  }

  /// Lists without a match are left out.
  package let lists: [List]
  /// Rows that match the search, in all lists.
  package let matchCount: Int
  /// Whether "Show more" has more to show.
  package let hasMore: Bool
  /// Whether a search narrows the lists.
  package let isSearch: Bool

  /// Rows shown, in all lists.
  package var shownCount: Int { lists.reduce(0) { $0 + $1.rows.count } }

  /// The row shown at a position of all lists, one after the other; nil: fewer are shown.
  package func row(at position: Int) -> Int? {
    var rest = position
    for list in lists {
      if rest < list.rows.count { return list.rows.row(at: rest) }
      rest -= list.rows.count
    }
    return nil
  }

  package init(of draft: PickerDraft, in languages: [LanguageTag]) {
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
