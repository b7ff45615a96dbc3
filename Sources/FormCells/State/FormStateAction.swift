/// Everything that a visitor can do with a form. Rows are those of the cell's current `OptionTable`.
package enum FormStateAction: Sendable {
  /// Enters a value in a cell on the form itself.
  case enter(cell: Int, CellValue)
  /// The same in the view of the cell's modal section, which opens if necessary.
  case enterInSection(cell: Int, CellValue)
  /// Empties a cell.
  case clear(cell: Int)
  /// Presses a button of the cell, such as those of an order picker's rows.
  case press(cell: Int, button: CellButton, today: CalendarDate)
  /// Adds files to an attachment.
  case attach(cell: Int, [AttachedFile])
  /// Runs an action in a cell's selection view, which opens if necessary.
  case pick(cell: Int, PickerAction)
  case open(Overlay)
  /// Applies the draft to the form and closes the view; refused while a value is wrong.
  case apply(Overlay, today: CalendarDate)
  /// Leaves the view, but first asks if something has changed and the definition wants the question (LV17).
  case close(Overlay)
  /// Leaves the view without a question (LV5).
  case discard(Overlay)
  /// Answers the question with "Keep Editing".
  case keepEditing(Overlay)
  /// Restores all first values, and closes every view.
  case startOver
  /// Removes the entry in this section, by position.
  case removeEntry(section: Int)
  /// Moves an entry before the previous one (-1), or after the next one (1).
  case moveEntry(section: Int, by: Int)
  /// Undoes the last change.
  case undo
  /// Sets the page of the form that the visitor is on.
  case visit(FormPageID)
  /// Presses "Continue" on a step's page; if its cells have problems, shows these instead.
  case pass(step: Int, today: CalendarDate)
  /// The same for an earlier step to which "Continue" of a later one leads back. Problems that could be corrected later are shown, too.
  case recheck(step: Int, today: CalendarDate)
  /// Sends the form; if cells have problems, shows these instead.
  case submit(today: CalendarDate)
}

extension FormState {
  /// Runs one action. Actions on read-only, disabled or hidden cells, and on disabled rows, change nothing (TI45).
  package mutating func reduce(_ action: FormStateAction) {
    switch action {
    case .enter(let cell, let value): enter(value, in: cell)
    case .enterInSection(let cell, let value): onPage(of: cell) { $0.enter(value, in: cell) }
    case .clear(let cell): onPage(of: cell) { $0.clear(cell) }
    case .press(let cell, let button, let today):
      onPage(of: cell) { $0.press(button, in: cell, today: today) }
    case .attach(let cell, let files): onPage(of: cell) { $0.attach(files, to: cell) }
    case .pick(let cell, let action): onPage(of: cell) { $0.pick(action, in: cell) }
    case .open(.cell(let cell)): onPage(of: cell) { $0.open(cell) }
    case .apply(.cell(let cell), _): onPage(of: cell) { $0.apply(cell) }
    case .close(.cell(let cell)): onPage(of: cell) { $0.close(cell) }
    case .discard(.cell(let cell)): onPage(of: cell) { $0.discard(cell) }
    case .keepEditing(.cell(let cell)): onPage(of: cell) { $0.drafts[cell]?.asksToDiscard = false }
    case .open(.section(let section)):
      act(in: section) { _ in }
      sectionDrafts[section]?.asksToDiscard = false
    case .apply(.section(let section), let today): apply(section: section, today: today)
    case .close(.section(let section)): close(section: section)
    case .discard(.section(let section)): discard(section: section)
    case .keepEditing(.section(let section)): sectionDrafts[section]?.asksToDiscard = false
    case .startOver: startOver()
    case .removeEntry(let section): removeEntry(section)
    case .moveEntry(let section, let step): moveEntry(section, by: step)
    case .undo: undoLast()
    case .visit(let pageID): progress.pageID = pageID
    case .pass(let step, let today): pass(step, isLast: false, today: today)
    case .recheck(let step, let today): pass(step, isLast: true, today: today)
    case .submit(let today):
      forgetOrdinaryUndo()
      revealed = []
      showsProblems = hasProblems(today: today)
    }
  }

  /// Runs a change on the form, or, for a cell in a modal section, on the form as that section shows it.
  private mutating func onPage(of cell: Int, _ change: (inout FormState) -> Void) {
    if let section = form.modalSection(of: cell) { act(in: section, change) } else { change(&self) }
  }

  private mutating func enter(_ value: CellValue, in cell: Int) {
    // Also for a hidden cell: a choice on the same page may have hidden it, and may show it again.
    guard states[cell].takesInput else { return }
    set(value, in: cell)
    lostPasswords.remove(cell)
  }

  private mutating func clear(_ cell: Int) {
    guard states[cell].isEditable, !form.cells[cell].isEmpty(values[cell]) else { return }
    undo = UndoStep(.cleared, of: .cell(cell), former: [values[cell]])
    set(form.cells[cell].empty, in: cell)
  }

  private mutating func press(_ button: CellButton, in cell: Int, today: CalendarDate) {
    guard states[cell].isEditable else { return }
    let former = values[cell]
    set(
      form.cells[cell].behaviour(within: bounds(of: cell)).value(pressing: button, on: former, today: today), in: cell)
    if case .attachment(.remove) = button, values[cell] != former {
      undo = UndoStep(.detached, of: .cell(cell), former: [former]).following(
        undo?.cause == .detached && undo?.target == .cell(cell) ? undo : nil)
    }
  }

  private mutating func attach(_ files: [AttachedFile], to cell: Int) {
    guard states[cell].takesInput, case .attachment = form.cells[cell].kind else { return }
    set(.text(AttachmentKind.adding(files, to: values[cell].text)), in: cell)
    forgetUndo(of: cell, [.detached])
  }
}

/// The selection view of one cell.
extension FormState {
  mutating func open(_ cell: Int) {
    guard states[cell].isEditable else { return }
    guard drafts[cell] == nil else {
      // The visitor left the question with Back.
      drafts[cell]?.asksToDiscard = false
      return
    }
    drafts[cell] = draft(of: form.cells[cell])
    forgetUndo(of: cell, [.discarded])
  }

  mutating func pick(_ action: PickerAction, in cell: Int) {
    guard states[cell].isEditable else { return }
    let before = draft(of: form.cells[cell])
    var draft = before
    draft.reduce(action, in: form.cells[cell], initial: initial(of: form.cells[cell]))
    drafts[cell] = draft
    guard draft.selection != before.selection else { return }
    forgetUndo(of: cell, [.reset, .cleared])
    if let cause = action.undoCause { undo = UndoStep(cause, of: .cell(cell), former: [.selection(before.selection)]) }
  }

  private mutating func apply(_ cell: Int) {
    guard states[cell].isEditable, drafts[cell] != nil else { return }
    var draft = draft(of: form.cells[cell])
    draft.asksToDiscard = false
    let ticked: Problem? =
      switch draft.problem {
      case .unfittingOptions, .disabledOptions: draft.problem
      default: nil
      }
    draft.problem =
      ticked ?? form.cells[cell].problemOfApplying(draft.selection, isRequired: states[cell].isRequired)
      ?? draft.offered.flatMap(draft.selection.problemOfUnfitting)
    guard draft.problem == nil else {
      drafts[cell] = draft
      return
    }
    let former = selection(of: form.cells[cell])
    if undo?.cause == .followed { undo = nil }
    set(.selection(draft.selection), in: cell)
    drafts[cell] = nil
    applied.insert(cell)
    if former == draft.selection {
      forgetUndo(of: cell, [.reset, .cleared])
    } else if undo?.cause != .followed {
      undo = UndoStep(.applied, of: .cell(cell), former: [.selection(former)])
    }
  }

  private mutating func close(_ cell: Int) {
    guard drafts[cell] != nil else { return }
    let draft = draft(of: form.cells[cell])
    if form.cells[cell].confirmsDiscard, draft.selection != selection(of: form.cells[cell]) {
      drafts[cell]?.asksToDiscard = true
    } else {
      discard(cell)
    }
  }

  private mutating func discard(_ cell: Int) {
    guard drafts[cell] != nil else { return }
    let draft = draft(of: form.cells[cell])
    drafts[cell] = nil
    if draft.selection == selection(of: form.cells[cell]) {
      forgetUndo(of: cell, [.reset, .cleared])
    } else {
      undo = UndoStep(.discarded, of: .cell(cell), former: [.selection(draft.selection)])
    }
  }

  private mutating func forgetUndo(of cell: Int, _ causes: [UndoStep.Cause]) {
    if let step = undo, step.target == .cell(cell), causes.contains(step.cause) { undo = nil }
  }
}

extension PickerAction {
  /// The cause of the undo step for the action; `nil` if the action can be reversed just as easily.
  fileprivate var undoCause: UndoStep.Cause? {
    switch self {
    case .reset: .reset
    case .deselectAll, .deselectEverything: .cleared
    case .tick, .untickMissing, .search, .level, .showMore, .showMoreSelected, .selectAll, .choose, .other: nil
    }
  }
}
