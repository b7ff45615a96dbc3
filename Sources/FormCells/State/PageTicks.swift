/// The boxes of a posted selection view, and its hidden fields.
package struct PageTicks: Sendable {
  /// The draft that the view was made from, as the page carries it.
  package var draft: String
  /// The current search, as typed.
  package var search: String
  /// The level of a tree that the view shows (`PickerDraft.level`).
  package var level = ""
  /// Whether the boxes count as the visitor's choice, whatever the page showed before, because the response to an earlier post of them was
  /// lost.
  package var isChosen = false
  /// The maximum numbers of rows that the view shows of the lists and of the "Selected" list.
  package var shownRows: Int
  package var shownSelectedRows: Int
  /// Values whose box in the lists came back ticked; in a single selection the chosen one, empty for "None".
  package var picked: [String]
  /// Values whose box in the "Selected" list came back ticked.
  package var kept: [String]
  /// All values that the lists and the "Selected" list showed, as the page carries them (`HiddenFieldValues`).
  package var shown: String
  package var shownSelected: String
  /// The text of `other`; `nil` if the view has no such field.
  package var other: String?
  /// Whether the action is "Apply".
  package var isApplied: Bool

  package init(
    draft: String, search: String, shownRows: Int, shownSelectedRows: Int, picked: [String], kept: [String],
    shown: String, shownSelected: String, other: String? = nil, isApplied: Bool = false
  ) {
    self.draft = draft
    self.search = search
    self.shownRows = shownRows
    self.shownSelectedRows = shownSelectedRows
    self.picked = picked
    self.kept = kept
    self.shown = shown
    self.shownSelected = shownSelected
    self.other = other
    self.isApplied = isApplied
  }
}

extension FormState {
  /// Merges the boxes that were ticked and unticked on a selection view; other tabs may have changed the draft since.
  package mutating func merge(_ page: PageTicks, of cell: Cell) {
    let index = cell.index
    let hiddenFieldValue = cell.choice?.selection(hiddenFieldValue: page.draft)
    if drafts[index] == nil {
      reduce(.open(.cell(index)))
      if let hiddenFieldValue { drafts[index]?.restore(hiddenFieldValue) }
    }
    guard drafts[index] != nil else { return }
    drafts[index] = draft(of: cell)
    drafts[index]?.show(level: page.level)
    drafts[index]?.resume(search: page.search, shownRows: page.shownRows, shownSelectedRows: page.shownSelectedRows)
    let base = page.isChosen ? draft(of: cell).selection : hiddenFieldValue ?? draft(of: cell).selection
    if cell.allowsSeveral {
      mergeBoxes(of: page, base: base, in: index)
      mergeOtherBox(of: page, base: base, in: index)
    } else if let text = page.other, countsAlone(text, on: page, base: base, in: cell) {
      reduce(.pick(cell: index, .other(text)))
    } else if let picked = page.picked.first {
      mergeRadio(picked, base: base, in: index)
    }
  }

  /// Whether the text of `other` is the single choice: its radio button is chosen, or it was typed while the choice that the page showed
  /// stayed chosen. A new choice takes precedence over it.
  private func countsAlone(_ text: String, on page: PageTicks, base: Selection, in cell: Cell) -> Bool {
    var entered = base
    entered.setOther(text)
    let isChanged = entered.other != base.other ?? ""
    if case .listPicker(let picker) = cell.kind, picker.choosesAtOnce { return page.isApplied || isChanged }
    let picked = page.picked.first ?? ""
    if picked == OtherChoice.mark { return true }
    guard isChanged, entered.other?.isEmpty == false else { return false }
    return picked.isEmpty ? base.valueCount == 0 : base.table.row(of: picked).map(base.contains) ?? false
  }

  /// A typed text counts even if its box is not ticked.
  private mutating func mergeOtherBox(of page: PageTicks, base: Selection, in cell: Int) {
    guard let text = page.other else { return }
    var entered = base
    entered.setOther(text)
    var isTicked = page.picked.contains(OtherChoice.mark)
    if base.other == nil {
      isTicked = isTicked || entered.other?.isEmpty == false
    } else if HiddenFieldValues.decode(page.shownSelected).contains(OtherChoice.mark) {
      isTicked = isTicked && page.kept.contains(OtherChoice.mark)
    }
    if !isTicked { entered.setOther(nil) }
    if entered.other != base.other { reduce(.pick(cell: cell, .other(entered.other))) }
  }

  private mutating func mergeRadio(_ picked: String, base: Selection, in cell: Int) {
    if picked.isEmpty {
      if base.valueCount > 0 || !base.missing.isEmpty { reduce(.pick(cell: cell, .choose(row: nil))) }
    } else if let row = base.table.row(of: picked), !base.contains(row) {
      reduce(.pick(cell: cell, .choose(row: row)))
    }
  }

  /// A box has changed if its posted state differs from what the page showed. A value is both in "Selected" and in its list, and unticking
  /// either deselects it (LV39).
  private mutating func mergeBoxes(of page: PageTicks, base: Selection, in cell: Int) {
    let picked = Set(page.picked)
    let kept = Set(page.kept)
    var ticked: [Int] = []
    var unticked: [Int] = []
    var missing: [String] = []
    for value in HiddenFieldValues.decode(page.shown) {
      guard let row = base.table.row(of: value), picked.contains(value) != base.contains(row) else { continue }
      if base.contains(row) { unticked.append(row) } else { ticked.append(row) }
    }
    for value in HiddenFieldValues.decode(page.shownSelected) where value != OtherChoice.mark {
      switch (base.table.row(of: value), kept.contains(value)) {
      case (let row?, false): unticked.append(row)
      case (nil, false): missing.append(value)
      // A script had drafted it as unticked, and it was ticked again since.
      case (let row?, true) where !base.contains(row): ticked.append(row)
      case (_, true): break
      }
    }
    reduce(.pick(cell: cell, .tick(ticked, untick: unticked)))
    if !missing.isEmpty { reduce(.pick(cell: cell, .untickMissing(missing))) }
  }
}
