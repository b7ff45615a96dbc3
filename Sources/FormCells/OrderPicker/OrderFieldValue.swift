/// An order in one attribute-safe string, as pages carry it: `priority:selected:descending,date:open:ascending`.
package enum OrderFieldValue {
  private static let selected = "selected"
  private static let open = "open"
  /// Parts that are read: the definition that the page was made from may have had other criteria, hardly so many.
  private static let partLimit = 1000

  package static func encode(_ order: [OrderedCriterion]) -> String {
    var text = ""
    text.reserveCapacity(order.count * 32)
    write(order) { text.append($0) }
    return text
  }

  /// The same in pieces.
  package static func write(_ order: [OrderedCriterion], to take: (String) -> Void) {
    var isFirst = true
    for criterion in order {
      if !isFirst { take(",") }
      isFirst = false
      take(criterion.id)
      take(criterion.isSelected ? ":selected:" : ":open:")
      take(criterion.direction.rawValue)
    }
  }

  /// The order of this picker that the string tells: each criterion once. What it says of criteria that the picker does
  /// not have is passed over; criteria that it does not name follow as the definition has them.
  /// - Returns: nil where the string is no such order.
  package static func decode(_ text: String, of picker: OrderPickerKind) -> [OrderedCriterion]? {
    // What is left to place, by id.
    var rest = Dictionary(
      picker.criteria.enumerated().map { ($1.id[...], $0) }, uniquingKeysWith: { first, _ in first })
    var order: [OrderedCriterion] = []
    for part in text.split(separator: ",", maxSplits: partLimit, omittingEmptySubsequences: false) {
      let fields = part.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 3, fields[1] == selected || fields[1] == open,
        let direction = OrderedCriterion.Direction(rawValue: String(fields[2]))
      else { return nil }
      guard let position = rest.removeValue(forKey: fields[0]) else { continue }
      let id = picker.criteria[position].id
      order.append(OrderedCriterion(id: id, isSelected: fields[1] == selected, direction: direction))
    }
    for criterion in picker.criteria where rest[criterion.id[...]] != nil {
      order.append(
        OrderedCriterion(id: criterion.id, isSelected: criterion.isSelected, direction: criterion.direction))
    }
    return order
  }
}
