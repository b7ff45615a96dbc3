package import Support

/// The input of a posted page by cell, and its hidden fields. Values are raw, and parsed only if needed.
package struct PageInput: Sendable {
  /// Whether the posted page was rendered from the current draft.
  package enum PageOrigin: Sendable {
    /// From the current draft: unchanged values of the page change nothing.
    case same
    /// There was no draft, so the page is the only source.
    case alone
  }

  let origin: PageOrigin
  /// By `Cell.index`: the position of the cell's field among those that were sent; `noField` if the page has no such field.
  let posted: [Int]
  /// The page's fields.
  let sent: SentTexts
  package static let noField = -1
  /// Texts of `other` choices, by `Cell.index`.
  let others: [Int: String]
  /// The texts of cells with several fields (`InputKind.parts`), by `Cell.index`.
  let parts: [Int: [String]]
  /// The digests of the values that the page showed (`Baseline`).
  let baseline: String
  /// The modal section whose view the page was.
  let openSection: Int?
  /// The applied values of sections whose cells are not on the page, from its hidden fields, by position.
  let hiddenSections: [Int: String]
  /// Cells for which the page says that a password was entered, by id.
  let heldPasswords: [String]
  /// Cells whose posted value counts as the visitor's, whatever the page showed before, by index.
  let chosen: Set<Int>
  /// Whether the page was submitted rather than posted by one of its other buttons.
  let isWhole: Bool

  package init(
    _ origin: PageOrigin, posted: [Int], in sent: SentTexts, others: [Int: String] = [:],
    parts: [Int: [String]] = [:], baseline: String, openSection: Int?, hiddenSections: [Int: String],
    heldPasswords: [String], chosen: Set<Int> = [], isWhole: Bool
  ) {
    self.origin = origin
    self.posted = posted
    self.sent = sent
    self.others = others
    self.parts = parts
    self.baseline = baseline
    self.openSection = openSection
    self.hiddenSections = hiddenSections
    self.heldPasswords = heldPasswords
    self.chosen = chosen
    self.isWhole = isWhole
  }

  /// What was posted for a cell.
  fileprivate enum PostedText {
    case field(SentTexts.Place)
    case lines(String)
  }

  /// `nil` if the page has no field for the cell.
  fileprivate func postedText(of cell: Int) -> PostedText? {
    if posted[cell] != Self.noField { return .field(sent.fields[posted[cell]].value) }
    if let lines = parts[cell] { return .lines(Cell.joined(lines)) }
    // Only the text of `other` was posted; no option is chosen.
    return others[cell] == nil ? nil : .field(SentTexts.Place(0..<0, isEncoded: false))
  }

  fileprivate func text(of posted: PostedText) -> String {
    switch posted {
    case .field(let place): sent.string(at: place)
    case .lines(let text): text
    }
  }

  /// The texts of all boxes of a cell, which are next to each other; `posted` is the position of the last one.
  fileprivate func texts(of cell: Cell) -> [String] {
    var texts: [String] = []
    var position = posted[cell.index]
    while position >= 0, sent.isText(cell.id, at: sent.fields[position].name) {
      texts.append(sent.string(at: sent.fields[position].value))
      position -= 1
    }
    return texts.reversed()
  }

  /// Whether a posted text is the ambiguous number with which a link began the form. It is asked about until somebody changes it.
  fileprivate func isUnread(_ text: PostedText, holding value: CellValue) -> Bool {
    guard case .field(let posted) = text, case .text(let kept) = value,
      let typed = NumberRules.unread(kept)
    else { return false }
    return sent.isText(typed, at: posted)
  }

  /// Whether a posted text is known to mean the current value, without reading it.
  /// - `shownText`: as in `FormState.merge`.
  fileprivate func repeats(
    _ text: PostedText, of cell: Cell, holding value: CellValue, shownText: (Int) -> String?
  ) -> Bool {
    guard case .field(let posted) = text else { return false }
    if let keeping = cell.keeping { return keeping.isKept(posted, in: sent, as: value.text) }
    return shownText(cell.index).map { sent.isText($0, at: posted) } ?? false
  }
}

extension FormState {
  /// Merges the input of a page: sets all values at once, then evaluates the conditions once. The time is linear in the cells.
  /// - `numbers`: how the visitor writes numbers.
  /// - `shownText`: a cell's value as the visitor's pages show it, if it is formatted (amounts), by `Cell.index`. A text that is posted
  ///   unchanged need not be read.
  /// - Returns: the read-only cells for which the page has another value (F10).
  @discardableResult
  package mutating func merge(
    _ page: PageInput, numbers: NumberFormat, shownText: (Int) -> String? = { _ in nil }
  ) -> [Int] {
    let shownStates = states
    let shown =
      page.origin == .same || !page.others.isEmpty
      ? Baseline(page.baseline, of: form, open: page.openSection) : nil
    let baseline = page.origin == .same ? shown ?? .none : .none
    var outside = MergedValues()
    var inside = MergedValues()
    if page.origin == .alone {
      for section in form.repeatedSections {
        if let numbers = page.hiddenSections[section] { restoreEntries(numbers, of: section) }
      }
      restoreSections(of: page, into: &outside)
    }
    for cell in form.cells {
      guard let posted = page.postedText(of: cell.index) else { continue }
      // Hidden values only repeat the draft's, which may be newer.
      if cell.isHiddenField, page.origin == .same, !page.chosen.contains(cell.index) { continue }
      if page.origin == .alone, page.isUnread(posted, holding: values[cell.index]) { continue }
      // The page repeats the current value.
      if baseline.showed(digest: digests[cell.index], in: cell.index),
        page.repeats(posted, of: cell, holding: values[cell.index], shownText: shownText)
      {
        continue
      }
      if let section = page.openSection, form.modalSection(of: cell.index) == section {
        inside.read(posted, of: cell, on: page, baseline: baseline, shown: shown, numbers: numbers)
      } else {
        outside.read(posted, of: cell, on: page, baseline: baseline, shown: shown, numbers: numbers)
      }
    }
    take(outside)
    if let section = page.openSection { act(in: section) { $0.take(inside) } }
    guard form.hasLocks || !hostValues.locked.isEmpty else { return [] }
    return form.cells.indices.filter { cell in
      // A cell that the page's own input locked was editable when the visitor changed it.
      !shownStates[cell].takesInput && !states[cell].takesInput && !form.cells[cell].isCalculated
        && page.postedText(of: cell).map {
          isOther(page.text(of: $0), than: cell, baseline: baseline, numbers: numbers)
        } ?? false
    }
  }

  /// Merges values that a program sends without a page: sets all at once, then evaluates the conditions once.
  /// - Returns: the read-only cells for which it sent another value (F10).
  package mutating func enter(_ sent: [CellInput]) -> [Int] {
    let sent = sent.filter { $0.entry == nil }
    var merged = MergedValues()
    merged.entered = sent.map { ($0.cell, $0.value) }
    take(merged, sent: Set(sent.map(\.cell)))
    return sent.filter { !states[$0.cell].takesInput && $0.value != initial(of: form.cells[$0.cell]) }.map(\.cell)
  }

  /// Whether a text posted for a read-only cell is neither its value nor what the page showed.
  private func isOther(_ posted: String, than index: Int, baseline: Baseline, numbers: NumberFormat) -> Bool {
    let (cell, held) = (form.cells[index], values[index])
    if cell.isPassword { return !posted.isEmpty }
    if cell.isHiddenField, posted == cell.hiddenFieldValue(held) { return false }
    // An option that no longer exists does not count.
    guard let value = cell.value(posted: posted, numbers: numbers) else { return !cell.isHiddenField }
    return value != held && value != initial(of: cell) && !baseline.showed(value, in: index)
  }

  /// The applied values of sections whose cells are not on the page, from its hidden fields.
  private func restoreSections(of page: PageInput, into merged: inout MergedValues) {
    for (section, hiddenFieldValue) in page.hiddenSections where form.sections[section].repeated == nil {
      let (values, heldPasswords) = form.values(hiddenFieldValue: hiddenFieldValue)
      merged.lostPasswords += heldPasswords
      merged.entered += values
    }
  }

  private mutating func take(_ merged: MergedValues, sent: Set<Int> = []) {
    if !merged.entered.isEmpty || !merged.restored.isEmpty {
      let (before, former) = (values, states)
      change(sent: sent) { values in
        for (cell, value) in merged.entered { values[cell] = value }
        for (cell, value) in merged.restored { values[cell] = value }
      }
      // A cell that cannot take input after these values keeps its former value, unless it could take input before. No condition sees the
      // difference: such a cell counts as its default or as nothing.
      let refused =
        merged.entered.filter { !states[$0.cell].takesInput && !former[$0.cell].takesInput }
        + merged.restored.filter { !states[$0.cell].isEditable }
      if !refused.isEmpty { change { values in for (cell, _) in refused { values[cell] = before[cell] } } }
    }
    for cell in merged.foundPasswords where states[cell].takesInput { lostPasswords.remove(cell) }
    for cell in merged.lostPasswords where form.cells[cell].isEmpty(values[cell]) { lostPasswords.insert(cell) }
  }
}

/// The values of a page that are to be merged.
private struct MergedValues {
  /// Includes hidden cells: a choice on the same page may have hidden a cell, and may show it again.
  var entered: [(cell: Int, value: CellValue)] = []
  /// Values that are set elsewhere, from the page's hidden fields.
  var restored: [(cell: Int, value: CellValue)] = []
  var lostPasswords: [Int] = []
  /// Passwords that were entered, or are no longer wanted.
  var foundPasswords: [Int] = []

  /// - Parameters:
  ///   - baseline: values that the page only repeats are ignored.
  ///   - shown: what the page showed; `nil` if it is not needed.
  fileprivate mutating func read(
    _ text: PageInput.PostedText, of cell: Cell, on page: PageInput, baseline: Baseline, shown: Baseline?,
    numbers: NumberFormat
  ) {
    if cell.hasBoxes {
      guard let value = cell.value(posted: page.texts(of: cell), other: page.others[cell.index]),
        page.chosen.contains(cell.index) || !baseline.showed(value, in: cell.index)
      else { return }
      return entered.append((cell.index, value))
    }
    let posted = page.text(of: text)
    if cell.isPassword { return readPassword(posted, of: cell, on: page) }
    let value =
      page.others[cell.index].map { other in
        cell.choice?.value(posted: posted, other: other) { shown?.showed($0, in: cell.index) ?? cell.isEmpty($0) }
      } ?? cell.value(posted: posted, numbers: numbers)
    guard let value else { return }
    let isChosen = page.chosen.contains(cell.index)
    if !isChosen, baseline.showed(value, in: cell.index) { return }
    let isRestored = cell.isHiddenField && !isChosen
    if isRestored { restored.append((cell.index, value)) } else { entered.append((cell.index, value)) }
  }

  /// A page never shows a password, so an empty field means the one in the session. If the page says that one was entered but the session
  /// no longer exists, the password is lost, and the visitor is told.
  private mutating func readPassword(_ posted: String, of cell: Cell, on page: PageInput) {
    if !posted.isEmpty {
      entered.append((cell.index, .text(posted)))
      foundPasswords.append(cell.index)
    } else if page.heldPasswords.contains(cell.id) {
      if page.origin == .alone { lostPasswords.append(cell.index) }
    } else if page.isWhole {
      // The field was shown empty and sent empty, so a lost password is no longer wanted. Until then it is asked for.
      foundPasswords.append(cell.index)
    }
  }
}

/// Cells with several fields (`InputKind.parts`).
extension Cell {
  /// Sets the text of one of its fields among the texts of all of them; a name that the cell does not have is ignored.
  package func put(_ text: String, asPart name: String, of lines: inout [String]?) {
    let names = parts
    guard let place = names.firstIndex(of: name) else { return }
    if lines == nil { lines = names.map { _ in "" } }
    lines?[place] = TextReading.line.read(text)
  }

  /// The texts of all fields as one text.
  package static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
