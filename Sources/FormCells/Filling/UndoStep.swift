/// The last change that can be taken back: one step, kept until the next change.
public struct UndoStep: Sendable, Equatable {
  public enum Cause: String, Sendable {
    /// "Apply" took a draft over.
    case applied
    /// "Reset" inside a selection view.
    case reset
    /// "Deselect All" inside a selection view, "Clear" on the form.
    case cleared
    /// A view was left and its changes with it.
    case discarded
  }

  public let cause: Cause
  /// Whose value or draft it was.
  public let target: InnerView
  /// The values before it: one of a cell, or one for each cell of a section. Nil where that is not known: a password
  /// is on no page.
  let former: [CellValue?]

  init(_ cause: Cause, of target: InnerView, former: [CellValue?]) {
    self.cause = cause
    self.target = target
    self.former = former
  }

  /// Where it can be taken back: in the selection view whose draft it was, in the modal section of its cell, or, nil, on
  /// the form.
  public func place(in form: Form) -> InnerView? {
    guard case .cell(let cell) = target else { return nil }
    switch cause {
    case .reset: return target
    case .cleared where isOfSelection: return target
    case .applied, .cleared, .discarded: return form.modalSection(of: cell).map { .section($0) }
    }
  }
}

extension UndoStep {
  /// Whether it is about what is ticked rather than about an entry.
  public var isOfSelection: Bool {
    if case .selection = former.first ?? nil { true } else { false }
  }
}

extension Filling {
  /// Offers a change to be taken back that a page carried, after its session was gone.
  public mutating func restoreUndo(_ step: UndoStep) { undo = step }

  /// Takes the last change back; without one, nothing happens.
  mutating func undoLast() {
    guard let step = undo else { return }
    undo = nil
    switch step.target {
    case .cell(let cell):
      guard let former = step.former.first ?? nil else { return }
      if let section = form.modalSection(of: cell) {
        act(in: section) { $0.restore(former, of: cell, step.cause) }
      } else {
        restore(former, of: cell, step.cause)
      }
    case .section(let section):
      let cells = form.sections[section].cells
      if step.cause == .discarded {
        act(in: section) { $0.restore(zip(cells, step.former)) }
      } else {
        restore(zip(cells, step.former))
      }
    }
  }

  /// Only the cells that can be changed take their former value.
  private mutating func restore(_ former: some Sequence<(Cell, CellValue?)>) {
    let states = states
    change { values in
      for case (let cell, let value?) in former where states[cell.index].isEditable { values[cell.index] = value }
    }
  }

  private mutating func restore(_ former: CellValue, of cell: Int, _ cause: UndoStep.Cause) {
    guard states[cell].isEditable else { return }
    switch (cause, former) {
    case (.applied, _), (.cleared, .text), (.cleared, .flag), (.cleared, .order):
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

/// In one string for a hidden input, so that "Undo" works after the session is gone too.
extension UndoStep {
  public func carried(in form: Form) -> String {
    let cells = form.cells(of: target)
    let values = zip(cells, former).map { cell, former in former.flatMap(cell.carried) ?? "" }
    return CarriedValues.encode([cause.rawValue, form.name(of: target)] + values)
  }

  /// Reads what `carried(in:)` wrote, from anyone; nil where it does not fit the form.
  public init?(carried: String, in form: Form) {
    let parts = CarriedValues.decode(carried, limit: FormDecoder.cellLimit + 2)
    guard parts.count > 2, let cause = Cause(rawValue: parts[0]), let target = form.innerView(named: parts[1]) else {
      return nil
    }
    let cells = form.cells(of: target)
    guard parts.count == cells.count + 2 else { return nil }
    let former = zip(cells, parts.dropFirst(2)).map { cell, text in cell.value(carried: text) }
    guard former.contains(where: { $0 != nil }) else { return nil }
    self.init(cause, of: target, former: former)
  }
}

extension Form {
  fileprivate func cells(of view: InnerView) -> [Cell] {
    switch view {
    case .cell(let cell): [cells[cell]]
    case .section(let section): sections[section].cells
    }
  }
}
