import Support

/// A view that opens in front of a form, with its own name in addresses.
package enum Overlay: Sendable, Hashable {
  /// A cell's selection view, by `Cell.index`.
  case cell(Int)
  /// A modal section, by its position among `Form.sections`.
  case section(Int)
}

extension Form {
  /// A cell's id; for a modal section `_` and its position among the sections. No cell's id begins with `_`.
  package func name(of view: Overlay) -> String {
    switch view {
    case .cell(let cell): cells[cell].id
    case .section(let section): "_\(section)"
    }
  }

  /// The name in addresses; for an entry the section's id and the entry's number, `expenses/7`.
  package func address(of view: Overlay) -> String {
    guard case .section(let section) = view, let entry = sections[section].entry,
      let repeated = sections[entry.section].repeated
    else { return name(of: view) }
    return "\(repeated.id)/\(entry.number)"
  }

  /// The cell, modal section or entry with this name; `nil` if there is none.
  package func overlay(named name: String) -> Overlay? {
    if let (id, digits) = name.cut(at: UInt8(ascii: "/")) {
      guard let section = repeatedSection(id), let number = Int(digits), String(number) == digits else { return nil }
      return self.section(of: EntryPlace(section: section, number: number)).map { .section($0) }
    }
    guard name.hasPrefix("_") else { return cell(name).map { .cell($0.index) } }
    let digits = name.dropFirst()
    guard digits.utf8.allSatisfy({ 48...57 ~= $0 }), let section = Int(digits), String(section) == digits,
      sections.indices.contains(section), sections[section].container == .modal
    else { return nil }
    return .section(section)
  }

  /// The position of the modal section with this cell; `nil` for a cell on the form itself.
  package func modalSection(of cell: Int) -> Int? { modalSections[cell] }
}

/// The values in an open modal section, separate from the form until Apply.
package struct SectionDraft: Sendable, Equatable {
  /// The values of the section's cells, in order.
  var values: [CellValue]
  /// Whether "Discard changes?" is being asked (LV17).
  package internal(set) var asksToDiscard = false
  /// Whether Apply was refused. Problems are then shown until they are corrected.
  package internal(set) var showsProblems = false

  init(values: [CellValue]) { self.values = values }
}

/// A modal section is a layer over the form. An action on one of its cells runs on a form state in which the section's draft replaces the
/// applied values, and the draft receives the result. So every cell works inside a section as it does outside.
extension FormState {
  /// The form as it shows inside this section: its draft replaces the applied values.
  package func layered(by section: Int) -> FormState {
    guard let draft = sectionDrafts[section] else { return self }
    var layer = self
    // In the layer, the draft's values are the applied ones.
    layer.sectionDrafts[section] = nil
    if !isEntry(section) { layer.insertEntry(section) }
    layer.change { values in
      for (cell, value) in zip(form.sections[section].cells, draft.values) { values[cell.index] = value }
    }
    // Choices outside the section that depend on the draft are cleared when it is applied.
    layer.undo = undo
    return layer
  }

  /// The form as this cell's view shows it.
  package func layered(for cell: Int) -> FormState { form.modalSection(of: cell).map(layered(by:)) ?? self }

  /// The state and the value of a cell as its view shows them.
  package func shown(_ cell: Int) -> (state: CellState, value: CellValue) {
    guard let section = form.modalSection(of: cell) else { return (states[cell], values[cell]) }
    let layer = layered(by: section)
    return (layer.states[cell], layer.values[cell])
  }

  /// Runs a change on the form as the section shows it. The section opens if necessary.
  mutating func act(in section: Int, _ change: (inout FormState) -> Void) {
    guard form.sections.indices.contains(section), form.sections[section].container == .modal else { return }
    let cells = form.sections[section].cells
    var draft = sectionDrafts[section] ?? SectionDraft(values: cells.map { values[$0.index] })
    sectionDrafts[section] = draft
    var layer = layered(by: section)
    change(&layer)
    if layer.undo != undo, layer.undo?.cause == .followed {
      layer.undo = layer.undo?.followed(within: section, of: form) ?? undo
    }
    draft.values = cells.map { layer.values[$0.index] }
    draft.asksToDiscard = false
    sectionDrafts[section] = draft
    (drafts, undo, applied, lostPasswords) = (layer.drafts, layer.undo, layer.applied, layer.lostPasswords)
  }

  /// The problems because of which Apply is refused: wrong values. Missing ones can be added later; only a submit demands them.
  private func problemsOfApplying(_ section: Int, today: CalendarDate, numbers: NumberFormat? = nil) -> [CellProblem] {
    let layer = layered(by: section)
    return form.sections[section].cells.compactMap {
      layer.problemOfApplying($0.index, today: today, numbers: numbers)
    }
  }

  /// The problem of a modal section's cell because of which Apply is refused, on the form as the section shows it.
  package func problemOfApplying(_ cell: Int, today: CalendarDate?, numbers: NumberFormat? = nil) -> CellProblem? {
    let own = form.cells[cell].isEmpty(values[cell]) ? nil : ownProblem(of: cell, today: today, numbers: numbers)
    return own ?? form.modalSection(of: cell).flatMap { problemOfRuleWithin(section: $0, at: cell) }
  }

  mutating func apply(section: Int, today: CalendarDate) {
    guard var draft = sectionDrafts[section] else { return }
    draft.asksToDiscard = false
    draft.showsProblems = !problemsOfApplying(section, today: today).isEmpty
    guard !draft.showsProblems else {
      sectionDrafts[section] = draft
      return
    }
    let cells = form.sections[section].cells
    let former = cells.map { values[$0.index] }
    let formerEntries = isEntry(section) ? nil : entries
    if formerEntries != nil { insertEntry(section) }
    change { values in for (cell, value) in zip(cells, draft.values) { values[cell.index] = value } }
    leave(section)
    if let formerEntries {
      undo = UndoStep(.added, of: .section(section), former: former, rest: UndoStep.Rest(entries: formerEntries))
    } else if former != draft.values, undo?.cause != .followed || undo?.target != nil {
      undo = UndoStep(.applied, of: .section(section), former: former)
    }
  }

  mutating func close(section: Int) {
    if changes(in: section) { sectionDrafts[section]?.asksToDiscard = true } else { discard(section: section) }
  }

  mutating func discard(section: Int) {
    guard let draft = sectionDrafts[section] else { return }
    let hasChanges = changes(in: section)
    leave(section)
    if hasChanges { undo = UndoStep(.discarded, of: .section(section), former: draft.values) }
  }

  /// Removes sent passwords from the form, from drafts of sections, and from the undo step.
  /// - Parameter sent: the values of the form that was sent.
  package mutating func forgetPasswords(of sent: [CellValue]) {
    undo = nil
    hostMessages = HostMessages()
    let form = form
    change { values in
      for cell in form.cells where cell.isPassword && values[cell.index] == sent[cell.index] {
        values[cell.index] = cell.initial
      }
    }
    for section in sectionDrafts.keys {
      for (position, cell) in form.sections[section].cells.enumerated() where cell.isPassword {
        guard sectionDrafts[section]?.values[position] == sent[cell.index] else { continue }
        sectionDrafts[section]?.values[position] = cell.initial
      }
    }
  }

  private func changes(in section: Int) -> Bool {
    guard let draft = sectionDrafts[section] else { return false }
    return zip(form.sections[section].cells, draft.values).contains { !$0.isCalculated && $1 != values[$0.index] }
  }

  /// Closes the section's view and the views of its cells.
  mutating func leave(_ section: Int) {
    sectionDrafts[section] = nil
    for cell in form.sections[section].cells { drafts[cell.index] = nil }
    if case .cell(let cell) = undo?.target, form.modalSection(of: cell) == section { undo = nil }
  }
}

/// The applied values of a section as one string, for pages that do not show its cells: all pages except the view of a modal section, or
/// the page of a step. For a password it tells only that there is one, or that one was lost and is still asked for.
extension FormState {
  package func hiddenFieldValue(section: Int) -> String {
    if form.sections[section].repeated != nil { return hiddenFieldValue(entriesOf: section) }
    let cells = form.sections[section].cells
    let lost = cells.filter { lostPasswords.contains($0.index) && $0.isEmpty(values[$0.index]) }
    let fields = Self.fields(cells) { values[$0.index] } + lost.map { (cell: $0.id, text: "") }
    return HiddenFieldValues.encode(fields.flatMap { [$0.cell, $0.text] })
  }

  /// The ids and texts of the cells that have one.
  /// - Parameter value: returns the value of a cell.
  static func fields(_ cells: [Cell], value: (Cell) -> CellValue) -> [(cell: String, text: String)] {
    cells.compactMap { cell in
      let text = cell.isPassword ? cell.isEmpty(value(cell)) ? nil : "" : cell.hiddenFieldValue(value(cell))
      return text.map { (cell.id, $0) }
    }
  }
}

extension Form {
  /// Reads what `FormState.hiddenFieldValue(section:)` wrote, which may come from anyone. What does not fit is ignored.
  /// - Returns: values by `Cell.index`, and the cells for which a password had been entered.
  func values(hiddenFieldValue: String) -> (values: [(cell: Int, value: CellValue)], heldPasswords: [Int]) {
    let parts = HiddenFieldValues.decode(hiddenFieldValue, limit: 2 * cells.count)
    var values: [(cell: Int, value: CellValue)] = []
    var heldPasswords: [Int] = []
    for position in stride(from: 0, to: parts.count - 1, by: 2) {
      guard let cell = sentCell(parts[position]) else { continue }
      if cell.isPassword {
        heldPasswords.append(cell.index)
      } else if let value = cell.value(hiddenFieldValue: parts[position + 1]) {
        values.append((cell.index, value))
      }
    }
    return (values, heldPasswords)
  }
}
