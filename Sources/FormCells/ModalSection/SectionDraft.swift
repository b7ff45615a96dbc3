/// What is entered in an open modal section, apart from the form until Apply.
public struct SectionDraft: Sendable {
  /// Of the section's cells, in order.
  var values: [CellValue]
  /// "Discard changes?" is being asked (LV17).
  public internal(set) var asksToDiscard = false
  /// Apply was refused: problems are shown until they are mended.
  public internal(set) var showsProblems = false

  init(values: [CellValue]) { self.values = values }
}

/// A modal section is a layer over the form: actions on its cells act on a filling that holds the draft in place of what
/// is applied, and the draft takes their result. So every cell works inside as it works outside.
extension Filling {
  /// The form as it shows inside this section: with its draft in place of what is applied.
  public func layered(by section: Int) -> Filling {
    guard !isLayer, let draft = sectionDrafts[section] else { return self }
    var layer = self
    for (cell, value) in zip(form.sections[section].cells, draft.values) { layer.values[cell.index] = value }
    return layer
  }

  /// The form as this cell's view shows it.
  public func layered(for cell: Int) -> Filling { form.modalSection(of: cell).map(layered(by:)) ?? self }

  /// Acts on the form as the section shows it. The section opens where it is not open.
  mutating func act(in section: Int, _ change: (inout Filling) -> Void) {
    let cells = form.sections[section].cells
    let applied = values
    var draft = sectionDrafts[section] ?? SectionDraft(values: cells.map { values[$0.index] })
    sectionDrafts[section] = draft
    self = layered(by: section)
    isLayer = true
    change(&self)
    isLayer = false
    draft.values = cells.map { values[$0.index] }
    draft.asksToDiscard = false
    sectionDrafts[section] = draft
    for cell in cells { values[cell.index] = applied[cell.index] }
  }

  mutating func reduce(_ action: SectionAction, of section: Int) {
    guard form.sections.indices.contains(section), form.sections[section].container == .modal else { return }
    switch action {
    case .open: act(in: section) { _ in }
    case .act(let action): act(in: section) { $0.reduce(action) }
    case .apply(let today): apply(section: section, today: today)
    case .close:
      if changes(in: section) { sectionDrafts[section]?.asksToDiscard = true } else { discard(section: section) }
    case .discard: discard(section: section)
    case .keepEditing: sectionDrafts[section]?.asksToDiscard = false
    }
  }

  /// What Apply refuses: wrong values. What is missing can be added later; only a submit asks for it, as it does of every
  /// cell.
  public func problemsOfApplying(_ section: Int, today: CalendarDate, numbers: NumberFormat? = nil) -> [(
    cell: Int, problem: Problem
  )] {
    let layer = layered(by: section)
    return layer.problems(today: today, numbers: numbers).filter { cell, _ in
      form.modalSection(of: cell) == section && !form.cells[cell].isEmpty(layer.values[cell])
    }
  }

  private mutating func apply(section: Int, today: CalendarDate) {
    guard var draft = sectionDrafts[section] else { return }
    draft.asksToDiscard = false
    draft.showsProblems = !problemsOfApplying(section, today: today).isEmpty
    guard !draft.showsProblems else {
      sectionDrafts[section] = draft
      return
    }
    let cells = form.sections[section].cells
    let former = cells.map { values[$0.index] }
    values = layered(by: section).values
    leave(section)
    if former != draft.values { undo = UndoStep(.applied, of: .section(section), former: former) }
  }

  private mutating func discard(section: Int) {
    guard let draft = sectionDrafts[section] else { return }
    let hasChanges = changes(in: section)
    leave(section)
    if hasChanges { undo = UndoStep(.discarded, of: .section(section), former: draft.values) }
  }

  /// Sent passwords stay neither in the draft of a section nor in what can be undone.
  mutating func forgetDraftedPasswords(of sent: [CellValue]) {
    undo = nil
    for section in sectionDrafts.keys {
      for (position, cell) in form.sections[section].cells.enumerated() where cell.isPassword {
        guard sectionDrafts[section]?.values[position] == sent[cell.index] else { continue }
        sectionDrafts[section]?.values[position] = cell.initial
      }
    }
  }

  private func changes(in section: Int) -> Bool {
    guard let draft = sectionDrafts[section] else { return false }
    return draft.values != form.sections[section].cells.map { values[$0.index] }
  }

  /// The section's view closes, and with it the views of its cells.
  private mutating func leave(_ section: Int) {
    sectionDrafts[section] = nil
    for cell in form.sections[section].cells { drafts[cell.index] = nil }
    if case .cell(let cell) = undo?.target, form.modalSection(of: cell) == section { undo = nil }
  }
}

/// What is applied in a modal section, in one string: the form only carries it, as its cells are on no page but the
/// section's own. Of a password it says only that there is one.
extension Filling {
  public func carried(section: Int) -> String {
    CarriedValues.encode(
      form.sections[section].cells.flatMap { cell in
        if cell.isPassword { return cell.isEmpty(values[cell.index]) ? [] : [cell.id, ""] }
        return cell.carried(values[cell.index]).map { [cell.id, $0] } ?? []
      })
  }
}

extension Form {
  /// Reads what `Filling.carried(section:)` wrote, from anyone. What does not fit is passed over.
  /// - Returns: values by `Cell.index`, and the cells whose password was held.
  public func values(
    carried: String, ofSection section: Int
  ) -> (values: [(cell: Int, value: CellValue)], heldPasswords: [Int]) {
    let parts = CarriedValues.decode(carried, limit: 2 * sections[section].cells.count)
    var values: [(cell: Int, value: CellValue)] = []
    var heldPasswords: [Int] = []
    for position in stride(from: 0, to: parts.count - 1, by: 2) {
      guard let cell = cell(parts[position]), modalSections[cell.index] == section else { continue }
      if cell.isPassword {
        heldPasswords.append(cell.index)
      } else if let value = cell.value(carried: parts[position + 1]) {
        values.append((cell.index, value))
      }
    }
    return (values, heldPasswords)
  }
}
