/// The last change that can be taken back (anchors F13): one step, kept until the next change.
public struct UndoStep: Sendable, Equatable {
  public enum Cause: String, Sendable {
    /// "Apply" took a draft into the form.
    case applied
    /// "Reset" inside a selection view.
    case reset
    /// "Deselect All" inside a selection view.
    case cleared
    /// A selection view was left and its changes with it.
    case discarded
  }

  public let cause: Cause
  /// The cell whose value or draft it was, by `Cell.index`.
  public let cell: Int
  /// What the cell, or its draft, held before.
  public let former: CellValue

  init(_ cause: Cause, of cell: Int, former: CellValue) {
    self.cause = cause
    self.cell = cell
    self.former = former
  }

  /// Whether it is about a draft that is still open: it is then shown in the selection view, else on the form.
  public var isInsideView: Bool { cause == .reset || cause == .cleared }
}

extension Filling {
  /// Takes the last change back; without one, nothing happens.
  mutating func undoLast() {
    guard let step = undo else { return }
    undo = nil
    let cell = form.cells[step.cell]
    guard form.state(of: step.cell, in: values).isEditable else { return }
    switch (step.cause, step.former) {
    case (.applied, let former):
      values[step.cell] = former
    case (.reset, .selection(let selection)), (.cleared, .selection(let selection)):
      var draft = draft(of: cell)
      draft.restore(selection)
      drafts[step.cell] = draft
    case (.discarded, .selection(let selection)):
      drafts[step.cell] = PickerDraft(of: selection.rebased(onto: self.selection(of: cell).table))
    default: return
    }
  }
}

/// In one string for a hidden input, so that "Undo" works after the session is gone too.
extension UndoStep {
  public func carried(in form: Form) -> String {
    let cell = form.cells[cell]
    return CarriedValues.encode([cause.rawValue, cell.id, cell.carried(former) ?? ""])
  }

  /// Reads what `carried(in:)` wrote, from anyone; nil where it does not fit the form.
  public init?(carried: String, in form: Form) {
    let parts = CarriedValues.decode(carried, limit: 3)
    guard parts.count == 3, let cause = Cause(rawValue: parts[0]), let cell = form.cell(parts[1]),
      let former = cell.value(carried: parts[2])
    else { return nil }
    self.init(cause, of: cell.index, former: former)
  }
}
