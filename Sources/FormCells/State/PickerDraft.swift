/// The ticks, the search and the visible rows of an open selection view, separate from the applied value until Apply.
package struct PickerDraft: Sendable, Equatable {
  /// The number of rows that a page shows at first, and that each "Show more" adds.
  package static let rowsPerPage = 50
  /// The maximum length of a search in characters. The rest is cut off, since a longer search finds nothing anyway.
  package static let searchCharacterLimit = 200

  package internal(set) var selection: Selection
  /// The current search, as typed; empty if there is none.
  package internal(set) var search = ""
  /// The maximum number of rows shown in the lists; it grows by `rowsPerPage`.
  package internal(set) var shownRows = PickerDraft.rowsPerPage
  /// The maximum number of rows shown in the "Selected" list.
  package internal(set) var shownSelectedRows = PickerDraft.rowsPerPage
  /// Whether "Discard changes?" is being asked (LV17).
  package internal(set) var asksToDiscard = false
  /// The value of the tree row whose level is shown; empty for the top level.
  package internal(set) var level = ""
  /// Why the last Apply was refused.
  package internal(set) var problem: Problem?
  /// The options that fit the values of other cells, set whenever the draft is read; `nil` for all options.
  package internal(set) var offered: OptionSubset?

  package init(of selection: Selection) { self.selection = selection }
}

extension PickerDraft {
  /// Hashes everything in it.
  /// - Returns: false if it has a problem or only a part of the options: these are not hashed.
  func combine(into hasher: inout Hasher) -> Bool {
    selection.combine(into: &hasher)
    hasher.combine(search)
    hasher.combine(shownRows)
    hasher.combine(shownSelectedRows)
    hasher.combine(asksToDiscard)
    hasher.combine(level)
    return problem == nil && offered == nil
  }
}

/// Everything that can be done inside a selection view.
package enum PickerAction: Sendable {
  /// Rows ticked and unticked since the page was made, in page order. In a single selection the last ticked row counts.
  case tick([Int], untick: [Int])
  /// Unticks values that are no longer among the options.
  case untickMissing([String])
  case search(String)
  /// Shows the level below a tree row, given by its value; empty for the top level.
  case level(String)
  case showMore
  case showMoreSelected
  /// Selects every enabled row of this list that matches the search (LV3, LV31, C22).
  case selectAll(list: Int, languages: [LanguageTag])
  case deselectAll(list: Int, languages: [LanguageTag])
  /// "Deselect All" of the "Selected" list: deselects everything, whatever the search (C22).
  case deselectEverything
  /// Back to the definition's default (LV6).
  case reset
  /// Chooses a row; `nil` is "None" and removes the single choice (C21).
  case choose(row: Int?)
  /// Chooses the text of `other` in a single selection; `nil` removes it. Only for cells with `other`.
  case other(String?)
}

extension PickerDraft {
  /// - `initial`: the value that "Reset" restores; `nil` for the definition's.
  mutating func reduce(_ action: PickerAction, in cell: Cell, initial: CellValue? = nil) {
    asksToDiscard = false
    problem = nil
    switch action {
    case .tick(let ticked, let unticked):
      tick(ticked, untick: unticked, in: cell)
    case .untickMissing(let values):
      for value in values { selection.remove(missing: value) }
    case .search(let text):
      let text = Self.cut(text)
      if text != search { shownRows = Self.rowsPerPage }
      search = text
    case .level(let value): begin(level: value)
    case .showMore:
      shownRows = min(shownRows + Self.rowsPerPage, max(selection.table.listableCount, Self.rowsPerPage))
    case .showMoreSelected:
      shownSelectedRows = min(shownSelectedRows + Self.rowsPerPage, max(selection.valueCount, Self.rowsPerPage))
    case .selectAll(let list, let languages):
      guard cell.allowsSeveral, let rows = rows(of: list, languages) else { return }
      selection.insert(rows)
    case .deselectAll(let list, let languages):
      guard cell.allowsSeveral, let rows = rows(of: list, languages) else { return }
      selection.remove(rows)
    case .deselectEverything:
      selection.removeAll()
    case .reset:
      guard case .selection(let initial) = initial ?? cell.initial else { return }
      selection = initial.rebased(onto: selection.table)
    case .choose(let row):
      guard !cell.allowsSeveral else { return }
      if let row { tick([row], untick: [], in: cell) } else { selection.removeAll() }
    case .other(let text):
      guard cell.other != nil else { return }
      if !cell.allowsSeveral, text != nil { selection.removeAll() }
      selection.setOther(text)
    }
  }

  /// Shows the level of a tree that a page or an address names.
  package mutating func show(level value: String) {
    if value != level { begin(level: value) }
  }

  /// Shows a level from its beginning and ends a search. On the way back up, the level shows enough rows to include the one that was
  /// opened.
  private mutating func begin(level value: String) {
    let table = selection.table
    guard let tree = table.tree else { return }
    let left = levelRow
    level = value
    search = ""
    shownRows = Self.rowsPerPage
    guard let left, tree.parent(of: left) == levelRow else { return }
    table.ask(for: "", below: level, first: Self.rowsShownAgain)
    guard let place = table.rows(ofLevelBelow: levelRow)?.prefix(Self.rowsShownAgain).firstIndex(of: left) else {
      return
    }
    shownRows += place / Self.rowsPerPage * Self.rowsPerPage
  }

  /// The number of rows among which that row is looked for.
  private static let rowsShownAgain = 10 * rowsPerPage

  /// The row whose level is shown; `nil` for the top level.
  package var levelRow: Int? { level.isEmpty ? nil : selection.table.parentRow(of: level) }

  /// The rows that are listed without a search.
  fileprivate var listedRows: RowSet {
    selection.table.rows(ofLevelBelow: levelRow) ?? offered?.rows ?? selection.table.offeredRows
  }

  /// Tells the options' provider what the view lists.
  fileprivate func ask(in languages: [LanguageTag]) {
    if let offered {
      offered.ask(for: search, in: languages, first: shownRows)
    } else {
      selection.table.ask(for: search, in: languages, below: askedLevel, first: shownRows)
    }
  }

  /// The level of a provider's tree that is listed; `nil` if the options are not a tree. A level that is not known yet counts as existing.
  private var askedLevel: String? {
    guard selection.table.tree != nil else { return nil }
    return level.isEmpty || levelRow != nil || selection.table.isUnasked(level) ? level : ""
  }

  /// Restores the search and row numbers of the page to which the next action refers, whatever another tab has searched since.
  mutating func resume(search: String, shownRows: Int, shownSelectedRows: Int) {
    asksToDiscard = false
    problem = nil
    self.search = Self.cut(search)
    self.shownRows = max(Self.rowsPerPage, min(shownRows, selection.table.listableCount))
    self.shownSelectedRows = max(Self.rowsPerPage, min(shownSelectedRows, selection.count))
  }

  /// Shows all rows at once, for a browser that caches the view.
  /// - Returns: false if there are too many rows, or not all of them are known here.
  mutating func listAllRows() -> Bool {
    guard selection.table.isWhole, listedRows.count <= Self.cachedRows else { return false }
    shownRows = Self.cachedRows
    return true
  }

  /// About 200 kB of HTML.
  private static let cachedRows = 20 * rowsPerPage

  /// A character may have any number of accents, so scalars are limited too.
  private static func cut(_ text: String) -> String {
    String(String(text.unicodeScalars.prefix(4 * searchCharacterLimit)).prefix(searchCharacterLimit))
  }

  /// Replaces the selection, with the current options.
  mutating func restore(_ former: Selection) {
    asksToDiscard = false
    problem = nil
    selection = former.rebased(onto: selection.table)
  }

  private mutating func tick(_ ticked: [Int], untick unticked: [Int], in cell: Cell) {
    let table = selection.table
    // A page may be older than the answers that filter the options.
    let unfitting = ticked.filter { !offers($0) }
    if !unfitting.isEmpty { problem = .unfittingOptions(unfitting.prefix(Problem.namedLimit + 1).map(table.value)) }
    // If only the lowest rows of a tree can be chosen, no page offers a row with others below it.
    let parents = ticked.filter { table.tree?.isParent($0) == true && table.isDisabled(at: $0) }
    if !parents.isEmpty { problem = .disabledOptions(parents.prefix(Problem.namedLimit + 1).map(table.value)) }
    // Remove all at once, since each removal searches the whole selection.
    if !unticked.isEmpty { selection.remove(RowSet(rows: Set(unticked).sorted().map(UInt32.init))) }
    if cell.allowsSeveral {
      for row in ticked where !table.isDisabled(at: row) && offers(row) { selection.insert(row) }
    } else if let row = ticked.last, !table.isDisabled(at: row), offers(row) {
      selection.replace(with: row)
    }
  }

  private func offers(_ row: Int) -> Bool { offered?.contains(row) ?? true }

  /// The offered rows that match the search; `nil` if there is no search.
  fileprivate func found(in languages: [LanguageTag]) -> RowSet? {
    let table = selection.table
    return table.search(search, in: languages).map { found in offered.map { found.intersection($0.rows) } ?? found }
  }

  /// The rows of a list that match the search.
  private func rows(of list: Int, _ languages: [LanguageTag]) -> RowSet? {
    let table = selection.table
    // A provider's lists are known only after it was asked for them.
    ask(in: languages)
    guard table.lists.indices.contains(list), table.lists[list].action == .selectAll else { return nil }
    let all = found(in: languages) ?? listedRows
    return all.slice(table.lists[list].rows)
  }
}

/// The rows that a selection view shows: the lists, filtered by the search and limited to the requested number.
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
  /// Whether "Show more" would show more rows.
  package let hasMore: Bool
  /// Whether a search filters the lists.
  package let isSearch: Bool

  /// Rows shown, in all lists.
  package var shownCount: Int { lists.reduce(0) { $0 + $1.rows.count } }

  /// The row at a position, counted over all lists; `nil` if fewer are shown.
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
    draft.ask(in: languages)
    let found = draft.found(in: languages)
    isSearch = found != nil
    let all = found ?? draft.listedRows
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
    matchCount = (draft.offered == nil ? table.matchCount : draft.offered?.matchCount) ?? all.count
    hasMore = min(matchCount, table.isWhole ? .max : table.listableCount) > lists.reduce(0) { $0 + $1.rows.count }
  }
}
