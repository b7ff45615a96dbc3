import FormCells
import Templates

/// A cell's selection view. That of a list picker (LV1 to LV40), `Templates/selection/list-picker.html`, is a sheet on
/// compact windows and a dialog on larger ones. That of a select (SE1 to SE38), `Templates/selection/select.html`, is a
/// page or a dialog. The same markup is used for all windows. It is a class because it is large and slots would copy
/// it.
final class SelectionView: View {
  let presentation: CellPresentation
  let offer: SelectionPresentation
  let words: Words
  let viewport: ViewportClass
  let picker: ShownPicker
  let message: String?
  let lists: [ValueListView]
  let resultText: String?
  /// The values of the rows shown, as `HiddenFieldValues` writes them.
  let shown: [UInt8]
  /// The values of the rows whose boxes decide what stays chosen.
  let kept: [UInt8]
  let notice: NoticeView?
  /// The last choice, with a text field.
  let other: Fragment?
  /// Why there is nothing to apply; `nil` if there is something. Only scripts disable the button.
  let idleReason: String?
  /// Whether the text of “Other” was rejected; it then gets the focus.
  let refusesOther: Bool
  /// The level of a tree that is shown; `nil` for the top level or the results of a search.
  private let level: Level?
  /// The words saying what must be filled in first; `nil` if nothing must.
  private let awaits: String?

  /// - `applied`: the selection with which the draft began.
  /// - `awaited`: the label of the cell that must be filled in first.
  /// - `templates`: the templates of rows and of the last choice.
  init(
    _ picker: ShownPicker, applied: Selection, of offer: SelectionPresentation, in presentation: CellPresentation,
    isRequired: Bool, awaited: String?, form: FormPresentation, viewport: ViewportClass, notice: NoticeView?,
    templates: CellTemplates,
    rowCache: RowCache?
  ) {
    let cell = presentation.cell
    let message = picker.draft.problem.map {
      form.words.message(for: $0, in: cell, languages: form.languages, numbers: form.numbers, dates: form.dates)
    }
    // All other problems are shown at their place, after the button is pressed.
    let lacking: Problem? =
      switch cell.problemOfApplying(picker.draft.selection, isRequired: isRequired) {
      case .missing: .missing
      case .tooFew(let minimum, let count): .tooFew(minimum: minimum, count: count)
      default: nil
      }
    let isUnchanged = picker.draft.selection == applied
    let refusesOther = picker.draft.problem != nil && cell.refusesOther(of: picker.draft.selection)
    let other = offer.other.map {
      OtherView(
        presentation: $0, text: picker.draft.selection.other, isDisabled: false,
        message: refusesOther ? message : nil, words: form.words)
    }
    let builder = ValueListBuilder(
      picker: picker, offer: offer, isRequired: isRequired, languages: form.languages, words: form.words,
      image: form.links.assets.image, template: templates.row,
      cache: rowCache,
      terms: picker.rows.isSearch ? SearchTerm.terms(of: picker.draft.search) : [])
    let (lists, kept) = builder.lists()
    self.presentation = presentation
    self.offer = offer
    words = form.words
    self.viewport = viewport
    self.picker = picker
    self.message = refusesOther ? nil : message
    self.lists = lists
    resultText = picker.rows.isSearch ? form.words.results(picker.rows.matchCount) : nil
    shown = HiddenFieldValues.encode(picker.rows.lists.map { ($0.rows, picker.draft.selection.table) })
    self.kept = HiddenFieldValues.encode(kept.map { ($0.rows, $0.table) })
    self.notice = notice
    self.other = other.map(templates.other.fragment)
    // A single choice can always be applied, which also closes the view.
    idleReason =
      !offer.isMultiple
      ? nil
      : lacking.map {
        form.words.message(for: $0, in: cell, languages: form.languages, numbers: form.numbers, dates: form.dates)
      } ?? (isUnchanged ? form.words[.nothingChanged] : nil)
    self.refusesOther = refusesOther
    awaits = awaited.map { form.words.fillInFirst($0) }
    level = picker.level.map { Level($0, in: picker.draft.selection.table, languages: form.languages) }
  }

  private struct Level {
    /// "Germany › Bavaria", and the value of the row above, which is empty if the level above is the top level.
    let path: String
    let valueAbove: String

    init(_ row: Int, in table: OptionTable, languages: [LanguageTag]) {
      path = table.labelWithPath(at: row, in: languages)
      valueAbove = table.tree?.parent(of: row).map(table.value) ?? ""
    }
  }

  /// The number of rows above which a button leads back to the top.
  private static let anchorRows = 8

  private var describedBy: String? {
    switch (offer.prompt != nil, message != nil) {
    case (false, false): nil
    case (true, false): "_prompt"
    case (false, true): "_view_error"
    case (true, true): "_prompt _view_error"
    }
  }

  /// The number of chosen values, if several can be chosen.
  private var chosenCount: Int? {
    offer.isMultiple ? picker.draft.selection.valueCount + picker.draft.selection.missing.count : nil
  }

  /// "3 selected", preceded by a space; empty if nothing is chosen.
  private var chosenText: String {
    guard let chosenCount, chosenCount > 0 else { return "" }
    return " " + words.selected(chosenCount)
  }

  /// "3 of at most 20".
  private var chosenOfAtMost: String? {
    guard let chosenCount, let maximum = offer.maximum else { return nil }
    return words.chosen(chosenCount, ofAtMost: maximum)
  }

  private var hasAnchor: Bool {
    offer.isMultiple && lists.reduce(0) { $0 + $1.rowCount } > Self.anchorRows
  }

  static let needs: [Need] = [
    .attribute("data-presentation", "presentation", or: "nothing would say whether it is a sheet or a dialog"),
    .slot("title", or: "the dialog would have no name"),
    .button("press.close", label: "close", where: .not("path"), or: "the view could not be left"),
    .button("press.apply", label: "apply", where: "hasFoot", "hasApply", or: "nothing could be applied"),
    .hiddenFieldValue(.draft, slot: "draft", or: "what is ticked would be lost"),
    .hiddenFieldValue(.shown, slot: "shown", or: "what is ticked would be lost"),
    .hiddenFieldValue(.kept, slot: "kept", or: "what is ticked would be lost"),
    .hiddenFieldValue(.rows, slot: "shownRows", or: "the list would begin at its top again"),
    .hiddenFieldValue(.searched, slot: "searchText", or: "the current search would be lost"),
    .attribute("name", "field.level", where: "path", or: "no level above could be reached"),
    .slot("path", where: "path", or: "nothing would say which level is shown"),
    .slot("prompt", where: "prompt", or: "the instruction would not show"),
    .slot(
      "lists", adding: #"<t:each of="lists"><t:part name="selection/value-list"/></t:each>"#,
      or: "nothing could be chosen"),
    .slot("message", where: "message", or: "nothing would say why a selection was rejected"),
    .notice(where: "hasFoot"),
  ]

  /// The further needs of a list picker's view; a select's view has nothing to search, reset or ask.
  static let listPickerNeeds: [Need] =
    [
      .button("press.close", label: "close", where: "path", or: "the view could not be left"),
      .slot("other", adding: #"<t:slot name="other"/>"#, or: "the choice “Other” would be missing"),
      .attribute(
        "name", "field.search", where: "hasSearch",
        adding: #"<input type="search" name="{field.search}" value="{searchText}" aria-label="{search}"/>"#,
        or: "nothing could be searched"),
      .button("press.search", label: "search", where: "hasSearch", or: "nothing could be searched"),
      .button("press.clearSearch", label: "clear", where: "hasSearch", or: "a search could not be cleared at once"),
      .button("press.reset", label: "reset", where: "hasReset", or: "the selection could not be reset"),
      .slot("chosenOfAtMost", where: "hasFoot", "chosenOfAtMost", or: "nothing would say how many may be chosen"),
      .slot("resultText", where: "resultText", or: "nothing would say what a search has found"),
      .slot("noResults", where: "isEmpty", or: "nothing would say that the list is empty"),
    ] + Need.question

  static let slots: [Slot<SelectionView>] =
    [
      .text("presentation") { $0.viewport.presentation.rawValue },
      .text("view") { $0.offer.height },
      .flag("asks") { $0.picker.draft.asksToDiscard },
      .flag("focusesTitle") { !$0.picker.draft.asksToDiscard && !$0.refusesOther },
      .text("title") { $0.presentation.label },
      .optionalText("prompt") { $0.offer.prompt },
      .text("errorPrefix") { $0.words[.errorPrefix] },
      .optionalText("path") { $0.level?.path },
      .text("valueAbove") { $0.level?.valueAbove ?? "" },
      .optionalText("pathLanguage") { $0.offer.dataLanguage?.description },
      .text("close") { $0.words[.close] },
      .text("back") { $0.words[.back] },
      .flag("hasSearch") { $0.offer.hasSearch },
      .text("search") { $0.words[.search] },
      .text("clear") { $0.words[.clear] },
      .flag("hasReset") { $0.offer.hasReset },
      .text("reset") { $0.words[.reset] },
      .text("noResults") { $0.awaits ?? $0.words[.noResults] },
      .optionalText("noResultsHint") { $0.picker.rows.isSearch && $0.awaits == nil ? $0.words[.noResultsHint] : nil },
      .text("anchor") { $0.words[.backToTop] },
      .flag("hasApply") { $0.offer.hasApply },
      .text("apply") { $0.words[.apply] },
      .optionalText("maximum") { $0.offer.maximum.map(String.init) },
      .text("done") { $0.words[.done] },
      .text("question") { $0.offer.question },
      .text("discard") { $0.offer.discard },
      .text("keep") { $0.offer.keep },
      .optionalText("describedBy") { $0.describedBy },
      .optionalText("message") { $0.message },
      .text("searchText") { $0.picker.draft.search },
      .flag("hasNoSearchText") { $0.picker.draft.search.isEmpty },
      .optionalText("resultText") { $0.resultText },
      .flag("isEmpty") { $0.picker.rows.matchCount == 0 },
      .list("lists") { $0.lists },
      .fragments("other") { $0.other.map { [$0] } ?? [] },
      .flag("hasAnchor") { $0.hasAnchor },
      .url("anchorLink") { "#" + ($0.lists.first?.id ?? "_view_title") },
      .flag("hasFoot") { $0.offer.hasApply || $0.notice != nil },
      .optionalText("chosen") { $0.chosenCount.map(String.init) },
      .text("chosenText") { $0.chosenText },
      .optionalText("chosenOfAtMost") { $0.chosenOfAtMost },
      .optionalText("idleReason") { $0.idleReason },
      .text("draft") { $0.picker.draft.selection.encoded() },
      .text("shown") { view, output in view.shown.withUnsafeBufferPointer { output.write($0) } },
      .text("kept") { view, output in view.kept.withUnsafeBufferPointer { output.write($0) } },
      .text("shownRows") { view, output in
        output.write(view.picker.draft.shownRows)
        output.write(",")
        output.write(view.picker.draft.shownSelectedRows)
      },
      .view("notice") { $0.notice },
    ]
}

/// The draft of a selection view, and the rows that are shown. It is a class because many views refer to it, and each
/// would copy it.
final class ShownPicker: Sendable {
  let draft: PickerDraft
  let rows: PickerRows
  /// The row of a tree whose level is listed; `nil` for the top level or the results of a search.
  let level: Int?

  /// - `draft`: an open draft, or one as it would be after opening.
  init(_ draft: PickerDraft, in languages: [LanguageTag]) {
    rows = PickerRows(of: draft, in: languages)
    level = rows.isSearch ? nil : draft.levelRow
    self.draft = draft
  }
}
