/// A button of a cell's own, which changes its value.
package enum CellButton: Sendable, Equatable {
  /// Of an order picker's row.
  case order(OrderButton)
  /// Beside a number.
  case step(NumberKind.Button)
}
