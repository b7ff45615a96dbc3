import FormCells
import Templates

/// A value list: header, its button, rows (LV1 to LV4), `Templates/selection/value-list.html`. It is a class so that
/// slots do not copy it.
final class ValueListView: View {
  struct Button {
    let value: String
    let label: String
  }

  /// The rest of a long list.
  struct More {
    let button: Button
    /// "50 of 10,000 shown".
    let text: String
  }

  let id: String
  /// `nil` for a list without a header, which is named by the view's prompt.
  let title: String?
  /// The language of the header, if it is not the page's.
  let titleLanguage: LanguageTag?
  /// Whether sighted visitors do not need the header, because it is the only list and has no title of its own.
  let isAlone: Bool
  let button: Button?
  /// Lists of rows, from top to bottom.
  let rows: [RowList]
  /// Whether the rows are data, such as names of people. A browser that translates the page must not translate them, so
  /// that they match a search.
  let isData: Bool
  let template: Template<RowView>
  let more: More?

  init(
    id: String, title: String?, titleLanguage: LanguageTag? = nil, isAlone: Bool = false, button: Button? = nil,
    rows: [RowList], isData: Bool = false, template: Template<RowView>, more: More? = nil
  ) {
    self.id = id
    self.title = title
    self.titleLanguage = titleLanguage
    self.isAlone = isAlone
    self.button = button
    self.rows = rows
    self.isData = isData
    self.template = template
    self.more = more
  }

  var rowCount: Int { rows.reduce(0) { $0 + $1.rows.count } }

  private static func fragments(of rows: [RowList], _ template: Template<RowView>) -> [Fragment] {
    rows.flatMap { $0.fragments(template) }
  }

  static let needs: [Need] = [
    .slot("title", where: "title", or: "the list would have no header"),
    .slot("rows", adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
    .attribute("value", "buttonValue", where: "hasButton", "title", or: "the whole list could not be selected"),
    .attribute("value", "moreValue", where: "hasMore", or: "the rest of the list could not be reached"),
  ]

  static let slots: [Slot<ValueListView>] = [
    .text("id") { $0.id },
    .optionalText("titleLanguage") { $0.titleLanguage?.description },
    .optionalText("title") { $0.title },
    .flag("isAlone") { $0.isAlone },
    .text("labelledBy") { $0.title == nil ? "_prompt" : $0.id },
    .flag("hasButton") { $0.button != nil },
    .text("buttonValue") { $0.button?.value ?? "" },
    .text("buttonLabel") { $0.button?.label ?? "" },
    .optionalText("translate") { $0.isData ? "no" : nil },
    .flag("isList") { $0.rows.first?.style.isList ?? false },
    .fragments("rows") { fragments(of: $0.rows, $0.template) },
    .flag("hasMore") { $0.more != nil },
    .text("moreValue") { $0.more?.button.value ?? "" },
    .text("moreLabel") { $0.more?.button.label ?? "" },
    .optionalText("moreText") { $0.more?.text },
  ]
}

/// The value lists of one selection view.
struct ValueListBuilder {
  let picker: ShownPicker
  let offer: SelectionPresentation
  let isRequired: Bool
  let languages: [LanguageTag]
  let words: Words
  let image: @Sendable (String) -> String?
  let template: Template<RowView>
  let cache: RowCache?
  /// The search's terms.
  let terms: [SearchTerm]

  private var isMultiple: Bool { offer.isMultiple }
  private var table: OptionTable { picker.draft.selection.table }

  /// - Returns: the lists, and the rows whose boxes decide what stays chosen.
  func lists() -> ([ValueListView], kept: [RowList]) {
    // Features C23: hidden during a search.
    let selected = picker.rows.isSearch ? nil : selectedList()
    let shown = picker.rows.lists
    var (none, more) = (noneRow, moreRows)
    var lists: [ValueListView] = []
    lists.reserveCapacity(shown.count + 2)
    if let selected { lists.append(selected) }
    for position in shown.indices {
      lists.append(
        valueList(
          shown[position], behind: none.take(), isAlone: selected == nil && shown.count == 1,
          more: position == shown.count - 1 ? more.take() : nil))
    }
    if let none {
      let title = offer.hasAllList ? words[.all] : nil
      lists.append(
        ValueListView(
          id: PageID.list(0), title: title, isAlone: selected == nil && title != nil, rows: [none],
          template: template, more: more))
    }
    return (lists, isMultiple ? selected?.rows ?? [] : [])
  }

  private var moreRows: ValueListView.More? {
    guard picker.rows.hasMore else { return nil }
    return more(.showMore, text: words.shown(picker.rows.shownCount, of: picker.rows.matchCount))
  }

  /// Features C21: the row that undoes an optional single choice.
  private var noneRow: RowList? {
    guard !isMultiple, !isRequired, !picker.rows.isSearch, picker.level == nil else { return nil }
    let isChosen = picker.draft.selection.valueCount == 0 && picker.draft.selection.missing.isEmpty
    return RowList(offer.none, table: offer.noneTable, rows: RowRuns(0..<1), areTicked: isChosen)
  }

  /// - `none`: the row "None", which comes before the list's own rows.
  /// - `isAlone`: whether it is the only list.
  private func valueList(
    _ list: PickerRows.List, behind none: RowList?, isAlone: Bool, more: ValueListView.More?
  ) -> ValueListView {
    let level = picker.level.map { table.label(at: $0, in: languages) }
    let title =
      level ?? list.list.title?.text(in: languages) ?? (offer.hasAllList ? offer.allListTitle : nil)
    let paths: RowList.Paths = picker.rows.isSearch ? .ofRows : level == nil ? .none : .ofLevel
    let rows = RowList(
      offer.offered, rows: list.rows, of: picker.draft.selection, terms: terms, paths: paths, image: image, cache: cache
    )
    return ValueListView(
      id: PageID.list(list.index), title: title,
      titleLanguage: list.list.title == nil && level == nil ? nil : offer.dataLanguage,
      isAlone: isAlone && (title == words[.all] || level != nil),
      button: isMultiple && offer.hasAllList ? button(of: list) : nil, rows: none.map { [$0, rows] } ?? [rows],
      isData: offer.hasData, template: template, more: more)
  }

  /// "Select All", or "Deselect All" if the whole list is selected. With a search, it shows the number of values that
  /// it would select (C22).
  private func button(of list: PickerRows.List) -> ValueListView.Button? {
    guard list.list.action == .selectAll else { return nil }
    let count = table.enabledCount(in: list.matches)
    // A level of a tree may contain only rows that lead to other levels.
    if count == 0, table.tree != nil { return nil }
    if count > 0, picker.draft.selection.containsAll(list.matches) {
      return ValueListView.Button(value: FormAction.deselectAll(list.index).value, label: words[.deselectAll])
    }
    let label = list.list.actionLabel?.text(in: languages)
    let word = label ?? words[.selectAll]
    return ValueListView.Button(
      value: FormAction.selectAll(list.index).value,
      label: picker.rows.isSearch ? words.numbered(word, count: count) : word)
  }

  /// With several choices: the "Selected" list, if the definition has one (LV28). With a single choice: the chosen row,
  /// if it is not among the rows shown, so that visitors who reopen the view see it (LV40).
  private func selectedList() -> ValueListView? {
    let selection = picker.draft.selection
    guard !selection.isEmpty || !selection.missing.isEmpty else { return nil }
    if !isMultiple {
      if let missing = selection.missing.first, selection.isEmpty { return selectedList(of: [rows(of: [missing])]) }
      guard let chosen = selection.rows.first(where: { _ in true }),
        !picker.rows.lists.contains(where: { $0.rows.contains(chosen) })
      else { return nil }
      return selectedList(of: [chosenRows(RowRuns(chosen..<chosen + 1))])
    }
    guard offer.showsSelectedList || hidesChosen else { return nil }
    let room = max(0, picker.draft.shownSelectedRows - selection.missing.count)
    let shown = chosenRows(selection.rows(at: 0..<room))
    var rows = selection.missing.isEmpty ? [shown] : [rows(of: selection.missing), shown]
    let other = otherRow
    if let other, shown.rows.count == selection.count { rows.append(other) }
    let shownCount = rows.reduce(0) { $0 + $1.rows.count }
    let count = selection.count + selection.missing.count + (other == nil ? 0 : 1)
    return selectedList(
      of: rows, button: ValueListView.Button(value: FormAction.deselectEverything.value, label: words[.deselectAll]),
      more: count > shownCount ? more(.showMoreSelected, text: words.shown(shownCount, of: count)) : nil)
  }

  private func chosenRows(_ rows: RowRuns) -> RowList {
    RowList(offer.selected, table: table, rows: rows, areTicked: true, paths: .ofRows, image: image)
  }

  private func more(_ press: FormAction, text: String) -> ValueListView.More {
    ValueListView.More(button: ValueListView.Button(value: press.value, label: words[.showMore]), text: text)
  }

  /// The text of “Other”, if entered.
  private var otherRow: RowList? {
    guard let style = offer.other?.row, let text = picker.draft.selection.other, !text.isEmpty else { return nil }
    let table = OptionTable(options: [Option(value: OtherChoice.mark, label: Localized(text))])
    return RowList(style, table: table, rows: RowRuns(0..<1), areTicked: true)
  }

  private func selectedList(
    of rows: [RowList], button: ValueListView.Button? = nil, more: ValueListView.More? = nil
  ) -> ValueListView {
    ValueListView(
      id: PageID.selected, title: words[.selected], button: button, rows: rows, isData: offer.hasData,
      template: template,
      more: more)
  }

  private func rows(of missing: [Selection.Missing]) -> RowList { RowList(offer.missing, of: missing, words: words) }

  /// Whether a chosen value is in none of the lists shown, so that "Selected" has to show it.
  private var hidesChosen: Bool {
    guard picker.draft.selection.missing.isEmpty else { return true }
    let shownCount = picker.rows.lists.reduce(0) { $0 + picker.draft.selection.count(in: $1.rows) }
    return (picker.rows.hasMore || table.tree != nil) && shownCount < picker.draft.selection.count
  }
}
