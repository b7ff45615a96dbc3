/// How a cell stands, given what the other cells hold.
public struct CellState: Sendable, Equatable {
  /// False: neither drawn nor validated nor submitted; for other cells' conditions it is empty.
  public var isVisible: Bool
  public var isRequired: Bool
  /// Its value is the definition's, whatever was posted.
  public var isReadOnly: Bool
  public var isDisabled: Bool
  public init(isVisible: Bool, isRequired: Bool, isReadOnly: Bool, isDisabled: Bool) {
    self.isVisible = isVisible
    self.isRequired = isRequired
    self.isReadOnly = isReadOnly
    self.isDisabled = isDisabled
  }

  /// Whether the visitor can change it.
  public var isEditable: Bool { isVisible && !isReadOnly && !isDisabled }
}

extension Form {
  /// How each cell stands; `values[i]` belongs to `cells[i]`.
  public func states(in values: [CellValue]) -> [CellState] {
    cells.map { state(of: $0.index, in: values) }
  }

  /// How one cell stands.
  public func state(of cell: Int, in values: [CellValue]) -> CellState {
    CellState(
      isVisible: true, isRequired: cells[cell].isRequired, isReadOnly: cells[cell].isReadOnly,
      isDisabled: cells[cell].isDisabled)
  }

  /// What each cell starts with.
  public var initialValues: [CellValue] { cells.map(\.initial) }
}
