extension Condition {
  /// The cells that it speaks of, by index.
  public var cells: [Int] {
    switch self {
    case .equals(let cell, _), .isIn(let cell, _), .filled(let cell): [cell]
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.cells)
    case .not(let condition): condition.cells
    }
  }
}
