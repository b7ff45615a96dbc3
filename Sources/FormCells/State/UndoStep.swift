/// The last change, which can be undone: one step, kept until the next change. After the removal of an entry or file is undone, the
/// removals right before it can be undone too, the last one first.
package struct UndoStep: Sendable, Equatable {
  package enum Cause: String, Sendable {
    /// "Apply" accepted a draft.
    case applied
    /// "Reset" inside a selection view.
    case reset
    /// "Deselect All" inside a selection view, "Clear" on the form.
    case cleared
    /// A view was left, and its changes were discarded.
    case discarded
    /// "Start Over" restored all default values.
    case startedOver
    /// A cell was changed, and choices that depend on it were cleared.
    case followed
    /// "Apply" added an entry of a repeated section.
    case added
    /// An entry of a repeated section was removed.
    case removed
    /// A file was removed from an attachment.
    case detached
  }

  package let cause: Cause
  /// Whose value or draft was changed; `nil` for the whole form.
  package let target: Overlay?
  /// The values before the change: one for a cell, or one for each cell of a section or of the form. `nil` if unknown, because pages
  /// contain no passwords.
  let former: [CellValue?]
  /// The form as it was before "Start Over", besides its values.
  let rest: Rest

  /// The removals right before this one, the latest at the end; only the session has them.
  private(set) var earlier: [UndoStep] = []
  /// How many removals in a row can be undone.
  private static let removalLimit = 10

  /// The open selection views and modal sections, and the progress, as in `FormState`.
  struct Rest: Sendable, Equatable {
    var drafts: [Int: PickerDraft] = [:]
    var sectionDrafts: [Int: SectionDraft] = [:]
    var progress = StepProgress()
    /// Before an entry was added or removed, and before "Start Over".
    var entries = EntryLists()
  }

  init(_ cause: Cause, of target: Overlay?, former: [CellValue?], rest: Rest = Rest()) {
    self.cause = cause
    self.target = target
    self.former = former
    self.rest = rest
  }

  /// The same step, recorded after this removal.
  func following(_ removal: UndoStep?) -> UndoStep {
    guard var last = removal else { return self }
    let earlier = last.earlier
    last.earlier = []
    var step = self
    step.earlier = (earlier + [last]).suffix(Self.removalLimit - 1)
    return step
  }

  /// The removal that can be undone after this one; `nil` if there is none.
  var before: UndoStep? {
    guard var step = earlier.last else { return nil }
    step.earlier = earlier.dropLast()
    return step
  }

  /// Where it can be undone: in the selection view whose draft it was, in the modal section of its cell, or, if nil, on the form.
  package func place(in form: Form) -> Overlay? {
    if cause == .followed { return target }
    guard case .cell(let cell)? = target else { return nil }
    switch cause {
    case .reset: return target
    case .cleared where isOfSelection: return target
    case .applied, .cleared, .discarded, .startedOver, .followed, .added, .removed, .detached:
      return form.modalSection(of: cell).map { .section($0) }
    }
  }
}

extension UndoStep {
  /// Whether it is about a selection rather than a typed value.
  package var isOfSelection: Bool {
    if case .selection = former.first ?? nil { true } else { false }
  }
}

extension UndoStep {
  /// The name of the file that was removed.
  package func detachedFile(of formState: FormState) -> String? {
    guard cause == .detached, case .cell(let cell)? = target, case .text(let former)?? = former.first else {
      return nil
    }
    let rest = AttachedFile.list(formState.layered(for: cell).values[cell].text)
    return AttachedFile.list(former).first { file in !rest.contains { $0.isSame(as: file) } }?.name
  }
}

extension FormState {
  /// Offers to undo a change that a page carried, after its session was lost.
  package mutating func restoreUndo(_ step: UndoStep) { undo = step }

  /// Undoes the last change, if there is one.
  mutating func undoLast() {
    guard let step = undo else { return }
    undo = nil
    switch step.target {
    case nil where step.cause == .followed: restore(zip(form.cells, step.former))
    case nil: restore(step)
    case .cell(let cell):
      guard let former = step.former.first ?? nil else { return }
      if let section = form.modalSection(of: cell) {
        act(in: section) { $0.restore(former, of: cell, after: step.cause) }
      } else {
        restore(former, of: cell, after: step.cause)
      }
      if step.cause == .detached { undo = step.before }
    case .section(let section) where [.added, .removed].contains(step.cause):
      leave(section)
      entries.restore(step.rest.entries)
      let cells = form.sections[section].cells
      change { values in
        for case (let cell, let value?) in zip(cells, step.former) { values[cell.index] = value }
      }
      undo = step.before
    case .section(let section):
      let cells = form.sections[section].cells
      if [.discarded, .followed].contains(step.cause) {
        act(in: section) { $0.restore(zip(cells, step.former)) }
      } else {
        restore(zip(cells, step.former))
      }
    }
  }

  /// Forgets changes that "Submit" and "Continue" confirm, because the visitor saw them on the page. Choices that were cleared
  /// automatically, and removed entries and files, can still be restored.
  mutating func forgetOrdinaryUndo() {
    switch undo?.cause {
    case .followed, .removed, .detached, nil: break
    case .applied, .reset, .cleared, .discarded, .startedOver, .added: undo = nil
    }
  }

  /// Restores all default values; "Undo" brings everything back in one step.
  mutating func startOver() {
    guard hasInput || showsProblems else { return }
    // A lost password can only be lost again.
    let former = form.cells.map { lostPasswords.contains($0.index) ? nil : values[$0.index] }
    let step = UndoStep(
      .startedOver, of: nil, former: former,
      rest: UndoStep.Rest(drafts: drafts, sectionDrafts: sectionDrafts, progress: progress, entries: entries))
    let initial = form.cells.map(initial(of:))
    // Other pages still show the former entries: none of their buttons may act on a new entry.
    entries.removeAll()
    change { $0 = DigestedValues(initial) }
    (drafts, sectionDrafts, applied, lostPasswords, showsProblems) = ([:], [:], [], [], false)
    revealed = []
    progress = StepProgress()
    hostMessages = HostMessages()
    undo = step
  }

  /// Brings back the form as it was before "Start Over".
  private mutating func restore(_ step: UndoStep) {
    let cells = form.cells
    entries.restore(step.rest.entries)
    change { values in
      for case (let cell, let value?) in zip(cells, step.former) { values[cell.index] = value }
    }
    for (cell, former) in zip(cells, step.former) where former == nil && cell.isPassword {
      lostPasswords.insert(cell.index)
    }
    (drafts, sectionDrafts, progress) = (step.rest.drafts, step.rest.sectionDrafts, step.rest.progress)
  }

  /// Restores the former values of the cells that can be changed.
  private mutating func restore(_ former: some Sequence<(Cell, CellValue?)>) {
    let states = states
    change { values in
      for case (let cell, let value?) in former where states[cell.index].isEditable { values[cell.index] = value }
    }
  }

  private mutating func restore(_ former: CellValue, of cell: Int, after cause: UndoStep.Cause) {
    guard states[cell].isEditable else { return }
    switch (cause, former) {
    case (.applied, _), (.detached, .text), (.cleared, .text), (.cleared, .flag), (.cleared, .order):
      set(former, in: cell)
    case (.reset, .selection(let selection)), (.cleared, .selection(let selection)):
      var draft = draft(of: form.cells[cell])
      draft.restore(selection)
      drafts[cell] = draft
    case (.discarded, .selection(let selection)):
      drafts[cell] = PickerDraft(of: selection.rebased(onto: self.selection(of: form.cells[cell]).table))
    default: return
    }
  }
}

/// The step as one string for a hidden input, so that "Undo" also works after the session was lost.
extension UndoStep {
  package func hiddenFieldValue(in form: Form) -> String {
    let cells = form.cells(of: target)
    // Cells of entries for which there was no room at that time have no former value.
    let values = cells.enumerated().map { position, cell in
      let former = position < former.count ? former[position] : nil
      let isMarked = cell.isPassword && target == nil
      return isMarked ? Self.mark(former, of: cell) : former.flatMap(cell.hiddenFieldValue) ?? ""
    }
    let entries = form.repeatedSections.map { rest.entries.hiddenFieldValue(of: $0) }
    return HiddenFieldValues.encode([cause.rawValue, target.map(form.name) ?? ""] + values + entries)
  }

  /// The form with room for the entries that the string names.
  package static func room(in hiddenFieldValue: String, of form: Form) -> Form {
    let sections = form.repeatedSections
    guard !sections.isEmpty else { return form }
    let lists = HiddenFieldValues.decode(hiddenFieldValue).suffix(sections.count)
    return zip(sections, lists).reduce(form) { form, part in
      let texts = HiddenFieldValues.decode(part.1, limit: RepeatedSection.entryLimit + 1)
      return form.withRoom(for: form.entryNumbers(texts, of: part.0)?.last ?? 0)
    }
  }

  /// For a password, which is on no page, a mark that there was one.
  private static func mark(_ former: CellValue?, of cell: Cell) -> String { former == cell.initial ? "" : "held" }

  /// Reads what `hiddenFieldValue(in:)` wrote, which may come from anyone; `nil` if it does not fit the form.
  package init?(hiddenFieldValue: String, in form: Form) {
    let entryCount = form.repeatedSections.count
    let parts = HiddenFieldValues.decode(hiddenFieldValue, limit: form.cells.count + 2 + entryCount)
    guard parts.count > 2, let cause = Cause(rawValue: parts[0]) else { return nil }
    let target = form.overlay(named: parts[1])
    guard cause == .followed || (target == nil) == (cause == .startedOver), target != nil || parts[1].isEmpty else {
      return nil
    }
    let cells = form.cells(of: target)
    guard parts.count == cells.count + 2 + entryCount else { return nil }
    var entries = EntryLists()
    for (section, text) in zip(form.repeatedSections, parts.suffix(entryCount)) {
      let texts = HiddenFieldValues.decode(text, limit: RepeatedSection.entryLimit + 1)
      guard let (numbers, last) = form.entryNumbers(texts, of: section) else { return nil }
      entries.set(numbers, last: last, in: section)
    }
    let former = zip(cells, parts.dropFirst(2)).map { cell, text -> CellValue? in
      // The former values of cells that were not touched are not known.
      if cause == .followed, text.isEmpty { return nil }
      return cell.isPassword && target == nil ? (text.isEmpty ? cell.initial : nil) : cell.value(hiddenFieldValue: text)
    }
    guard former.contains(where: { $0 != nil }) else { return nil }
    self.init(cause, of: target, former: former, rest: Rest(entries: entries))
  }
}

extension UndoStep {
  /// The same step without passwords; `nil` if nothing is left of it.
  func withoutPasswords(in form: Form) -> UndoStep? {
    let known = zip(form.cells(of: target), former).map { cell, former in
      cell.isPassword && (target != nil || former != cell.initial) ? nil : former
    }
    var rest = rest
    for section in rest.sectionDrafts.keys {
      for (position, cell) in form.sections[section].cells.enumerated() where cell.isPassword {
        rest.sectionDrafts[section]?.values[position] = cell.initial
      }
    }
    return known.contains { $0 != nil } ? UndoStep(cause, of: target, former: known, rest: rest) : nil
  }
}

extension Form {
  /// The cells that a change of this view concerns; all of the form's for `nil`.
  func cells(of view: Overlay?) -> [Cell] {
    switch view {
    case nil: cells
    case .cell(let cell): [cells[cell]]
    case .section(let section): sections[section].cells
    }
  }
}
