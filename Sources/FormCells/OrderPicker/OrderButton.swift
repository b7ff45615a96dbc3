/// A button of one row of an order picker: `up:priority`.
public struct OrderButton: Sendable, Hashable {
  public let action: OrderAction
  public let criterion: String

  public init(_ action: OrderAction, _ criterion: String) {
    self.action = action
    self.criterion = criterion
  }

  public init?(_ name: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")), let action = OrderAction(name[..<colon]) else {
      return nil
    }
    self.init(action, String(name[name.utf8.index(after: colon)...]))
  }

  public var name: String { "\(action.name):\(criterion)" }

  /// The name of a button that moves a criterion to the place `#`: scripts put the number in.
  package static func placeName(_ criterion: String) -> String { "\(OrderAction.placeName("#")):\(criterion)" }
}
