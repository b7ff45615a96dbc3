extension Filling {
  /// The one way in which a filling changes. Actions on cells that are read-only, disabled or hidden, and rows that are
  /// disabled, change nothing (features TI45, anchors F10).
  public func reduced(by action: Action) -> Filling {
    var next = self
    next.reduce(action)
    return next
  }

  public mutating func reduce(_ action: Action) {
    if let cell = action.viewedCell, !isLayer, let section = form.modalSection(of: cell) {
      return act(in: section) { $0.reduce(action) }
    }
    switch action {
    case .enter(let cell, let value):
      // Also where the cell is hidden: a choice made on the same page may have hidden it, and may show it again.
      let state = form.state(of: cell, in: values)
      guard !state.isReadOnly, !state.isDisabled else { return }
      values[cell] = value
      lostPasswords.remove(cell)
    case .losePassword(let cell):
      if form.cells[cell].isPassword, form.cells[cell].isEmpty(values[cell]) { lostPasswords.insert(cell) }
    case .forgetPasswords(let sent):
      for cell in form.cells where cell.isPassword && values[cell.index] == sent[cell.index] {
        values[cell.index] = cell.initial
      }
      forgetDraftedPasswords(of: sent)
    case .restore(let cell, let value):
      guard isEditable(cell) else { return }
      values[cell] = value
    case .clear(let cell):
      guard isEditable(cell), !form.cells[cell].isEmpty(values[cell]) else { return }
      undo = UndoStep(.cleared, of: .cell(cell), former: [values[cell]])
      values[cell] = form.cells[cell].empty
    case .open(let cell):
      guard isEditable(cell), drafts[cell] == nil else { return }
      drafts[cell] = draft(of: form.cells[cell])
      forgetUndo(of: cell, [.discarded])
    case .order(let cell, let action, let criterion):
      guard isEditable(cell), case .order(var order) = values[cell] else { return }
      order.reduce(action, on: criterion)
      values[cell] = .order(order)
    case .draft(let cell, let action):
      guard isEditable(cell) else { return }
      reduce(action, inDraftOf: cell)
    case .apply(let cell):
      apply(cell)
    case .close(let cell):
      guard drafts[cell] != nil else { return }
      let draft = draft(of: form.cells[cell])
      if form.cells[cell].confirmsDiscard, draft.selection != selection(of: form.cells[cell]) {
        drafts[cell]?.asksToDiscard = true
      } else {
        discard(cell)
      }
    case .discard(let cell):
      discard(cell)
    case .keepEditing(let cell):
      drafts[cell]?.asksToDiscard = false
    case .section(let section, let action):
      reduce(action, of: section)
    case .undo:
      undoLast()
    case .restoreUndo(let step):
      undo = step
    case .submit(let today):
      undo = nil
      showsProblems = !problems(today: today).isEmpty
    }
  }

  private mutating func reduce(_ action: DraftAction, inDraftOf cell: Int) {
    let before = draft(of: form.cells[cell])
    var draft = before
    draft.reduce(action, in: form.cells[cell])
    drafts[cell] = draft
    guard draft.selection != before.selection else { return }
    forgetUndo(of: cell, [.reset, .cleared])
    if let cause = action.undoCause { undo = UndoStep(cause, of: .cell(cell), former: [.selection(before.selection)]) }
  }

  private mutating func apply(_ cell: Int) {
    guard isEditable(cell), drafts[cell] != nil else { return }
    var draft = draft(of: form.cells[cell])
    draft.asksToDiscard = false
    draft.problem = form.cells[cell].selectionSizeProblem(draft.selection)
    guard draft.problem == nil else {
      drafts[cell] = draft
      return
    }
    let former = selection(of: form.cells[cell])
    values[cell] = .selection(draft.selection)
    drafts[cell] = nil
    applied.insert(cell)
    if former == draft.selection {
      forgetUndo(of: cell, [.reset, .cleared])
    } else {
      undo = UndoStep(.applied, of: .cell(cell), former: [.selection(former)])
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

  private func isEditable(_ cell: Int) -> Bool {
    form.state(of: cell, in: values).isEditable
  }
}

extension Action {
  /// The cell on whose view it acts. Such a view shows what its modal section shows, and acts on that.
  fileprivate var viewedCell: Int? {
    switch self {
    case .clear(let cell), .open(let cell), .order(let cell, _, _), .draft(let cell, _), .apply(let cell),
      .close(let cell),
      .discard(let cell), .keepEditing(let cell):
      cell
    case .enter, .losePassword, .forgetPasswords, .restore, .section, .undo, .restoreUndo, .submit: nil
    }
  }
}

extension DraftAction {
  /// Why its change can be taken back; nil for what is as easily done anew.
  fileprivate var undoCause: UndoStep.Cause? {
    switch self {
    case .reset: .reset
    case .deselectAll, .deselectEverything: .cleared
    default: nil
    }
  }
}
