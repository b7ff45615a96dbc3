import FormCells
import Markup

/// The value lists of one selection view.
struct ListBuilder {
  let draft: PickerDraft
  let offer: SelectionPresentation
  let rows: PickerRows
  let isRequired: Bool
  let languages: [LanguageTag]
  let words: Words
  let image: @Sendable (String) -> String?
  let template: Template<RowView>

  private var table: OptionTable { draft.selection.table }
  private var isMultiple: Bool { offer.isMultiple }

  /// - Returns: the lists, and the rows whose boxes say what stays chosen.
  func lists() -> ([ValueListView], kept: [RowList]) {
    // A method as a value would copy the builder.
    var lists = rows.lists.map { valueList($0) }
    if let none = noneRow {
      if lists.isEmpty {
        lists = [
          ValueListView(id: PageID.list(0), title: offer.hasAllList ? words.all : nil, rows: [none], template: template)
        ]
      } else {
        lists[0].rows.insert(none, at: 0)
      }
    }
    if rows.hasMore, let last = lists.indices.last {
      lists[last].more = ValueListView.Button(value: Press.showMore.value, label: words.showMore)
      lists[last].moreText = words.shown(rows.shownCount, of: rows.matchCount)
    }
    // Features C23: hidden during a search.
    guard !rows.isSearch, let selected = selectedList() else {
      if lists.count == 1 { lists[0].isAlone = lists[0].title == words.all }
      return (lists, [])
    }
    return ([selected] + lists, isMultiple ? selected.rows : [])
  }

  /// Features C21: the row that takes an optional single choice back.
  private var noneRow: RowList? {
    guard !isMultiple, !isRequired, !rows.isSearch else { return nil }
    let isChosen = draft.selection.valueCount == 0 && draft.selection.missing.isEmpty
    return RowList(offer.none, offer.noneTable, RowRuns(0..<1), isChosen ? .all : .none)
  }

  private func valueList(_ list: PickerRows.List) -> ValueListView {
    let title = list.list.title?.text(in: languages) ?? (offer.hasAllList ? offer.allListTitle : nil)
    return ValueListView(
      id: PageID.list(list.index), title: title,
      titleLanguage: list.list.title == nil ? nil : offer.dataLanguage,
      button: isMultiple && offer.hasAllList ? button(of: list) : nil,
      rows: [RowList(offer.offered, table, list.rows, .chosen(draft.selection), image: image)],
      template: template)
  }

  /// "Select All", or "Deselect All" once nothing of the list is left to select; with a search, the number that it would
  /// take (C22).
  private func button(of list: PickerRows.List) -> ValueListView.Button? {
    guard list.list.action == .selectAll else { return nil }
    let count = table.enabledCount(in: list.matches)
    if count > 0, draft.selection.containsAll(list.matches) {
      return ValueListView.Button(value: Press.deselectAll(list.index).value, label: words.deselectAll)
    }
    let label = list.list.actionLabel?.text(in: languages)
    let word = label ?? words.selectAll
    return ValueListView.Button(
      value: Press.selectAll(list.index).value, label: rows.isSearch ? words.numbered(word, count) : word)
  }

  /// Multiple: the "Selected" list, where the definition wants it (LV28). Single: the choice, where it is not among the
  /// rows shown, so that who reopens the view meets it (LV40).
  private func selectedList() -> ValueListView? {
    let selection = draft.selection
    guard !selection.isEmpty || !selection.missing.isEmpty else { return nil }
    if !isMultiple {
      // A choice that is no longer among the options is shown, and cannot be made again.
      if let missing = selection.missing.first, selection.isEmpty {
        return selectedList(of: [rows(of: [missing], isDisabled: true)])
      }
      guard let chosen = selection.rows.first(where: { _ in true }),
        !rows.lists.contains(where: { $0.rows.contains(chosen) })
      else { return nil }
      return selectedList(of: [RowList(offer.selected, table, RowRuns(chosen..<chosen + 1), .all, image: image)])
    }
    guard offer.showsSelectedList || hidesChosen else { return nil }
    let room = max(0, draft.shownSelectedRows - selection.missing.count)
    let shown = RowList(offer.selected, table, selection.rows(at: 0..<room), .all, image: image)
    var list = selectedList(of: selection.missing.isEmpty ? [shown] : [rows(of: selection.missing), shown])
    list.button = ValueListView.Button(value: Press.deselectEverything.value, label: words.deselectAll)
    let other = otherRow
    if let other, shown.rows.count == selection.count { list.rows.append(other) }
    let total = selection.count + selection.missing.count + (other == nil ? 0 : 1)
    if total > list.rowCount {
      list.more = ValueListView.Button(value: Press.showMoreSelected.value, label: words.showMore)
      list.moreText = words.shown(list.rowCount, of: total)
    }
    return list
  }

  /// A text of one's own, where it was entered.
  private var otherRow: RowList? {
    guard let style = offer.other?.selected, let text = draft.selection.other, !text.isEmpty else { return nil }
    return RowList(
      style, OptionTable(options: [Option(value: OtherChoice.mark, label: Localized(text))]), RowRuns(0..<1), .all)
  }

  private func selectedList(of rows: [RowList]) -> ValueListView {
    ValueListView(id: PageID.selected, title: words.selected, rows: rows, template: template)
  }

  /// Values that were chosen and are no longer among the options.
  private func rows(of missing: [Selection.Missing], isDisabled: Bool = false) -> RowList {
    let table = OptionTable(
      options: missing.map {
        Option(
          value: $0.value, label: Localized($0.label), description: Localized(words.noLongerAvailable),
          isDisabled: isDisabled)
      })
    return RowList(offer.missing, table, RowRuns(0..<table.count), .all)
  }

  /// Whether a chosen value stands in none of the lists shown: then it has to be met in "Selected".
  private var hidesChosen: Bool {
    let selection = draft.selection
    guard selection.missing.isEmpty else { return true }
    return rows.hasMore && rows.lists.reduce(0) { $0 + selection.count(in: $1.rows) } < selection.count
  }
}
