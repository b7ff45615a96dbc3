/// The words of what scripts add: pages carry them in attributes, so that scripts know no language.
extension Words {
  /// Said after a criterion was moved: "Priority, 1 of 4, descending" (OP9).
  /// - Parameters:
  ///   - position: 1 is the highest priority.
  ///   - direction: nil where it is not selected.
  public func placed(_ label: String, _ position: Int, of count: Int, _ direction: String?) -> String {
    let place = "\(label), \(self.position(position, of: count))"
    return direction.map { "\(place), \($0)" } ?? place
  }
}
