extension PickerDraft {
  /// - `initial`: the value that "Reset" goes back to; nil: the definition's.
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

  /// The page's search and rows: the next action is about these, whatever another tab searched since.
  mutating func resume(search: String, shownRows: Int, shownSelectedRows: Int) {
    asksToDiscard = false
    problem = nil
    self.search = Self.cut(search)
    self.shownRows = max(Self.rowsPerPage, min(shownRows, selection.table.listableCount))
    self.shownSelectedRows = max(Self.rowsPerPage, min(shownSelectedRows, selection.count))
  }

  /// A character may be as long as anyone likes; its accents are no more words to search for.
  private static func cut(_ text: String) -> String {
    String(String(text.unicodeScalars.prefix(4 * searchCharacterLimit)).prefix(searchCharacterLimit))
  }

  /// Takes this selection instead, over the options now in force.
  mutating func restore(_ former: Selection) {
    asksToDiscard = false
    problem = nil
    selection = former.rebased(onto: selection.table)
  }

  private mutating func tick(_ ticked: [Int], untick unticked: [Int], in cell: Cell) {
    let table = selection.table
    // All at once: one by one, each would look through everything that is chosen.
    if !unticked.isEmpty { selection.remove(RowSet(rows: Set(unticked).sorted().map(UInt32.init))) }
    if cell.allowsSeveral {
      for row in ticked where !table.isDisabled(at: row) { selection.insert(row) }
    } else if let row = ticked.last, !table.isDisabled(at: row) {
      selection.replace(with: row)
    }
  }

  /// The rows of a list that match the search.
  private func rows(of list: Int, _ languages: [LanguageTag]) -> RowSet? {
    let table = selection.table
    guard table.lists.indices.contains(list), table.lists[list].action == .selectAll else { return nil }
    table.ask(for: search, first: shownRows)
    let all = table.search(search, in: languages) ?? table.offeredRows
    return all.slice(table.lists[list].rows)
  }
}
