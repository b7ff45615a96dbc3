/// What can be done to one criterion of an order picker (features OP).
public enum OrderAction: String, Sendable, CaseIterable {
  /// Selects it, or takes the selection back; its place and its direction stay (OP10).
  case toggle
  /// Turns the direction of a selected criterion round (OP11).
  case direction
  /// One place towards the highest priority (OP9); the first one stays where it is.
  case up
  /// One place towards the lowest priority; the last one stays where it is.
  case down
}

extension [OrderedCriterion] {
  /// - Parameter id: a criterion that is not there changes nothing.
  mutating func reduce(_ action: OrderAction, on id: String) {
    guard let position = firstIndex(where: { $0.id == id }) else { return }
    switch action {
    case .toggle: self[position].isSelected.toggle()
    case .direction:
      guard self[position].isSelected else { return }
      self[position].direction = self[position].direction == .ascending ? .descending : .ascending
    case .up:
      if position > 0 { swapAt(position, position - 1) }
    case .down:
      if position < count - 1 { swapAt(position, position + 1) }
    }
  }
}
