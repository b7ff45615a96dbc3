/// Form logic: `visibleWhen`, `requiredWhen`, `readOnlyWhen`.
public indirect enum Condition: Sendable, Equatable {
  /// The cell (by index in `Form.cells`) holds this value.
  case equals(cell: Int, Operand)
  case isIn(cell: Int, [Operand])
  case filled(cell: Int)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// A value as a definition writes it.
  public enum Operand: Sendable, Equatable {
    case text(String)
    case flag(Bool)
    case null
  }
}
