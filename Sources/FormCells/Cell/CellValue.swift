/// What a cell holds. The case belongs to the cell's kind and never changes.
public enum CellValue: Sendable, Equatable {
  /// `text`, `note`, `password`, `date` (as typed until valid) and `currency` (the amount as typed or exact decimal
  /// digits): line ends are LF.
  case text(String)
  /// `switch`
  case flag(Bool)
  /// `list-picker`, `select`, `radio-group`
  case selection(Selection)
  /// `order-picker`, highest priority first
  case order([OrderedCriterion])
}

/// One criterion of an order picker's value.
public struct OrderedCriterion: Sendable, Equatable {
  public enum Direction: String, Sendable, CaseIterable { case ascending, descending }
  public var id: String
  public var isSelected: Bool
  public var direction: Direction
  public init(id: String, isSelected: Bool, direction: Direction) {
    self.id = id
    self.isSelected = isSelected
    self.direction = direction
  }
}
