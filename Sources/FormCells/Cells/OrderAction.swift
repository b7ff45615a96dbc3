import Support

/// An action on one criterion of an order picker (OP6 to OP11).
package enum OrderAction: Sendable, Hashable {
  /// Selects or deselects it; its place and its direction stay (OP10).
  case toggle
  /// Reverses the direction of a selected criterion (OP11).
  case direction
  /// Moves it one place towards the highest priority (OP9); the first one stays where it is.
  case up
  /// Moves it one place towards the lowest priority; the last one stays where it is.
  case down
  /// Moves it to a place; 1 is the highest priority (OP8). A number beyond the last place means the last place.
  case place(Int)

  private static let placePrefix = "to-"

  /// As buttons write it: `up`, `to-2`.
  package init?(_ name: String) {
    switch name {
    case "toggle": self = .toggle
    case "direction": self = .direction
    case "up": self = .up
    case "down": self = .down
    default:
      let digits = name.dropFirst(Self.placePrefix.count)
      guard name.hasPrefix(Self.placePrefix), digits.first != "+", let place = Int(digits), place > 0 else {
        return nil
      }
      self = .place(place)
    }
  }

  /// The name of `.place` with this text instead of the number, for scripts that insert the number.
  package static func placeName(_ place: String) -> String { placePrefix + place }

  package var name: String {
    switch self {
    case .toggle: "toggle"
    case .direction: "direction"
    case .up: "up"
    case .down: "down"
    case .place(let place): Self.placeName(String(place))
    }
  }
}

extension [OrderedCriterion] {
  /// - Parameter id: the criterion; an unknown one changes nothing.
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
    case .place(let place):
      insert(remove(at: position), at: Swift.min(place - 1, count))
    }
  }
}

/// A button of one row of an order picker: `up:priority`.
package struct OrderButton: Sendable, Hashable {
  package let action: OrderAction
  package let criterion: String

  package init(_ action: OrderAction, on criterion: String) {
    self.action = action
    self.criterion = criterion
  }

  package init?(_ name: String) {
    guard let (action, criterion) = name.cut(at: UInt8(ascii: ":")), let action = OrderAction(action) else {
      return nil
    }
    self.init(action, on: criterion)
  }

  package var name: String { "\(action.name):\(criterion)" }

  /// The name of a button that moves a criterion to the place `#`, which scripts replace by the number.
  package static func placeName(_ criterion: String) -> String { "\(OrderAction.placeName("#")):\(criterion)" }
}
