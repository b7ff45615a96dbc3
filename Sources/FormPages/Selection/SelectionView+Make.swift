import FormCells

extension SelectionView {
  /// - Parameter draft: open or as opening would make it.
  init(
    _ draft: PickerDraft, of offer: SelectionPresentation, in presentation: CellPresentation, isRequired: Bool,
    form: FormPresentation, viewport: ViewportClass, notice: NoticeView?
  ) {
    let builder = ListBuilder(
      draft: draft, offer: offer, rows: PickerRows(of: draft, in: form.languages), isRequired: isRequired,
      languages: form.languages, words: form.words, assets: form.links.assets)
    let (lists, kept) = builder.lists()
    self.init(
      presentation: presentation, offer: offer, words: form.words, viewport: viewport, draft: draft,
      message: draft.problem.map {
        form.words.message(for: $0, in: presentation.cell, languages: form.languages)
      },
      lists: lists, resultText: builder.rows.isSearch ? form.words.results(builder.rows.matchCount) : nil,
      isEmpty: builder.rows.matchCount == 0,
      shown: CarriedValues.encode(builder.rows.lists.lazy.flatMap(\.rows).map(draft.selection.table.value(at:))),
      kept: kept, notice: notice)
  }
}

/// The value lists of one selection view.
private struct ListBuilder {
  let draft: PickerDraft
  let offer: SelectionPresentation
  let rows: PickerRows
  let isRequired: Bool
  let languages: [LanguageTag]
  let words: Words
  let assets: PageAssets

  private var table: OptionTable { draft.selection.table }
  private var isMultiple: Bool { offer.isMultiple }

  func lists() -> ([ValueListView], kept: String) {
    var lists = rows.lists.map(valueList)
    if let none = noneRow {
      if lists.isEmpty {
        lists = [ValueListView(id: "_list_0", title: offer.hasAllList ? words.all : nil, rows: [none])]
      } else {
        lists[0].rows.insert(none, at: 0)
      }
    }
    if rows.hasMore, let last = lists.indices.last {
      lists[last].more = ValueListView.Button(value: "more", label: words.showMore)
      lists[last].moreText = words.shown(rows.shownCount, of: rows.matchCount)
    }
    // Features C23: hidden during a search.
    guard !rows.isSearch, let (selected, kept) = selectedList() else { return (lists, "") }
    return ([selected] + lists, kept)
  }

  /// Features C21: the row that takes an optional single choice back.
  private var noneRow: RowView? {
    guard !isMultiple, !isRequired, !rows.isSearch else { return nil }
    return RowView(
      control: offer.control, name: offer.rowName, id: "_none", value: "", label: offer.noneLabel,
      isChecked: draft.selection.isEmpty && draft.selection.missing.isEmpty)
  }

  private func valueList(_ list: PickerRows.List) -> ValueListView {
    let title = list.list.title?.text(in: languages) ?? (offer.hasAllList ? offer.allListTitle : nil)
    return ValueListView(
      id: "_list_\(list.index)", title: title, button: isMultiple && offer.hasAllList ? button(of: list) : nil,
      rows: list.rows.map { row($0, name: offer.rowName, idPrefix: "_r") })
  }

  /// "Select All", or "Deselect All" once nothing of the list is left to select (anchors B4); with a search, the number
  /// it would take (C22).
  private func button(of list: PickerRows.List) -> ValueListView.Button? {
    guard list.list.action == .selectAll else { return nil }
    let count = table.enabledCount(in: list.matches)
    if count > 0, draft.selection.containsAll(list.matches) {
      return ValueListView.Button(value: "deselect-all:\(list.index)", label: words.deselectAll)
    }
    let label = list.list.actionLabel?.text(in: languages)
    let word = label ?? words.selectAll
    return ValueListView.Button(
      value: "select-all:\(list.index)", label: rows.isSearch ? words.numbered(word, count) : word)
  }

  /// Multiple: the "Selected" list, where the definition wants it (LV28). Single: the choice, where it is not among the
  /// rows shown, so that who reopens the view meets it (LV40, anchors B6).
  private func selectedList() -> (ValueListView, kept: String)? {
    let selection = draft.selection
    guard !selection.isEmpty || !selection.missing.isEmpty else { return nil }
    if !isMultiple {
      if let missing = selection.missing.first, selection.isEmpty { return (missingChoice(missing), "") }
      guard let chosen = selection.rows.first(where: { _ in true }),
        !rows.lists.contains(where: { $0.rows.contains(chosen) })
      else { return nil }
      return (
        ValueListView(
          id: "_selected", title: words.selected,
          rows: [row(chosen, name: offer.rowName, idPrefix: "_s")]),
        ""
      )
    }
    guard offer.showsSelectedList || hidesChosen else { return nil }
    var views = selection.missing.enumerated().map { position, missing in
      RowView(
        control: .checkbox, name: "_keep", id: "_m\(position)", value: missing.value, label: missing.label,
        description: words.noLongerAvailable, isChecked: true)
    }
    let room = max(0, draft.shownSelectedRows - views.count)
    let shown = Array(selection.rows.prefix(room))
    views += shown.map { row($0, name: "_keep", idPrefix: "_s") }
    let total = selection.count + selection.missing.count
    var list = ValueListView(
      id: "_selected", title: words.selected,
      button: ValueListView.Button(value: "deselect-everything", label: words.deselectAll), rows: views)
    if total > views.count {
      list.more = ValueListView.Button(value: "more-selected", label: words.showMore)
      list.moreText = words.shown(views.count, of: total)
    }
    return (list, CarriedValues.encode(views.map(\.value)))
  }

  /// Single: the choice is no longer among the options. It is shown, and cannot be made again.
  private func missingChoice(_ missing: Selection.Missing) -> ValueListView {
    ValueListView(
      id: "_selected", title: words.selected,
      rows: [
        RowView(
          control: offer.control, name: offer.rowName, id: "_m0", value: missing.value, label: missing.label,
          description: words.noLongerAvailable, isChecked: true, isDisabled: true)
      ])
  }

  /// An image that is not under `Public` gives way to initials. Where some rows have a face, those without one show the
  /// first letters of their label, so that the texts line up.
  private func picture(of row: Int) -> RowView.Picture? {
    let isContact = table.hasContacts
    if let image = table.image(at: row), let link = assets.image(image) { return .image(link, isContact: isContact) }
    if let initials = table.initials(at: row) { return .initials(initials) }
    return isContact ? .initials(Self.initials(of: table.label(at: row, in: languages))) : nil
  }

  private static func initials(of label: String) -> String {
    let words = label.split(whereSeparator: \.isWhitespace)
    return [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first?.uppercased() }.joined()
  }

  /// Whether a chosen value stands in none of the lists shown: then it has to be met in "Selected".
  private var hidesChosen: Bool {
    let selection = draft.selection
    guard selection.missing.isEmpty else { return true }
    return rows.hasMore && rows.lists.reduce(0) { $0 + $1.rows.count(where: selection.contains) } < selection.count
  }

  private func row(_ row: Int, name: String, idPrefix: String) -> RowView {
    RowView(
      control: offer.control, name: name, id: "\(idPrefix)\(row)", value: table.value(at: row),
      label: table.label(at: row, in: languages), description: table.description(at: row, in: languages),
      footnote: table.footnote(at: row, in: languages), status: table.status(at: row, in: languages),
      picture: picture(of: row), isChecked: draft.selection.contains(row), isDisabled: table.isDisabled(at: row))
  }
}
