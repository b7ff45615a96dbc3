import Support

/// A button of one row of an order picker: `up:priority`.
package struct OrderButton: Sendable, Hashable {
  package let action: OrderAction
  package let criterion: String

  package init(_ action: OrderAction, _ criterion: String) {
    self.action = action
    self.criterion = criterion
  }

  package init?(_ name: String) {
    guard let (action, criterion) = name.cut(at: UInt8(ascii: ":")), let action = OrderAction(action) else {
      return nil
    }
    self.init(action, criterion)
  }

  package var name: String { "\(action.name):\(criterion)" }

  /// The name of a button that moves a criterion to the place `#`: scripts put the number in.
  package static func placeName(_ criterion: String) -> String { "\(OrderAction.placeName("#")):\(criterion)" }
}
