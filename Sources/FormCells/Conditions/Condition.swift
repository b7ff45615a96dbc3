/// Form logic: `visibleWhen`, `requiredWhen`, `readOnlyWhen`.
package indirect enum Condition: Sendable, Equatable {
  /// The cell (by index in `Form.cells`) holds this value; where it holds several, this one is among them. A cell that
  /// is hidden or disabled holds nothing: null, and a switch is off.
  case equals(cell: Int, Operand)
  /// The cell holds one of these values.
  case isIn(cell: Int, [Operand])
  /// The cell holds no less than this. A cell that holds nothing that can be compared is neither more nor less, but of
  /// several values that can be chosen nothing is none.
  case atLeast(cell: Int, Bound)
  /// The cell holds no more than this.
  case atMost(cell: Int, Bound)
  /// The cell holds anything: a text that is not blank, a choice, a selected criterion.
  case filled(cell: Int)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// A value as a definition writes it.
  package enum Operand: Sendable, Equatable {
    /// A text, an option's value, a day, or the digits of an amount.
    case text(String)
    case flag(Bool)
    case null
  }
}
