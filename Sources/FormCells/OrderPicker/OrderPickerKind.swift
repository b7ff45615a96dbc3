import Support

/// `order-picker`: criteria to put in order (OP).
package struct OrderPickerKind: Sendable {
  package struct Criterion: Sendable {
    package var id: String
    package var label: Localized
    package var isSelected: Bool
    package var direction: OrderedCriterion.Direction
    package var directionLabels: DirectionLabels?
    package init(
      id: String, label: Localized, isSelected: Bool = false, direction: OrderedCriterion.Direction = .ascending,
      directionLabels: DirectionLabels? = nil
    ) {
      self.id = id
      self.label = label
      self.isSelected = isSelected
      self.direction = direction
      self.directionLabels = directionLabels
    }
  }
  package struct DirectionLabels: Sendable {
    package var ascending: Localized?
    package var descending: Localized?
    package init(ascending: Localized? = nil, descending: Localized? = nil) {
      self.ascending = ascending
      self.descending = descending
    }
  }
  package var criteria: [Criterion]
  package var directionLabels: DirectionLabels?
  package var wraps: Bool = false
  /// Criteria that must be selected.
  package var minimum: Int = 0
  package init(criteria: [Criterion]) { self.criteria = criteria }
}

/// One criterion of an order picker's value.
public struct OrderedCriterion: Sendable, Equatable {
  /// Which end of the criterion comes first.
  public enum Direction: String, Sendable, CaseIterable {
    /// From the least.
    case ascending
    /// From the most.
    case descending
  }
  package var id: String
  package var isSelected: Bool
  package var direction: Direction
  /// - Parameters:
  ///   - id: that of the criterion.
  ///   - isSelected: whether it counts.
  ///   - direction: which end of it comes first.
  public init(id: String, isSelected: Bool, direction: Direction) {
    self.id = id
    self.isSelected = isSelected
    self.direction = direction
  }
}

extension OrderPickerKind: CellKind {
  static let type = CellType.orderPicker
  var kind: Cell.Kind { .orderPicker(self) }
  static let place = PlaceOnPages.hiddenFieldValue

  /// The criteria as the definition has them.
  var empty: CellValue {
    .order(criteria.map { OrderedCriterion(id: $0.id, isSelected: $0.isSelected, direction: $0.direction) })
  }

  func isEmpty(_ value: CellValue) -> Bool { !value.order.contains(where: \.isSelected) }

  /// An optional cell left empty is fine, but a minimum of criteria asks for more than an answer.
  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem? {
    if isRequired { return .missing }
    return minimum > 0 ? .tooFew(minimum: minimum, count: 0) : nil
  }

  func problem(with value: CellValue, today: CalendarDate?) -> Problem? {
    let known = Set(criteria.map(\.id))
    let unknown = value.order.map(\.id).filter { !known.contains($0) }
    if !unknown.isEmpty { return .unknownOptions(Array(unknown.prefix(Problem.namedLimit))) }
    let count = value.order.count(where: \.isSelected)
    return count < minimum ? .tooFew(minimum: minimum, count: count) : nil
  }

  func json(of value: CellValue) -> JSONValue? {
    .array(
      value.order.map {
        ["id": .string($0.id), "selected": .bool($0.isSelected), "direction": .string($0.direction.rawValue)]
      })
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    let count = JSONValue.number(String(criteria.count))
    let criterion = JSONValue.sentObject(
      [
        .init("id", ["enum": .array(criteria.map { .string($0.id) })]), .init("selected", ["type": "boolean"]),
        .init("direction", ["enum": .array(OrderedCriterion.Direction.allCases.map { .string($0.rawValue) })]),
      ], required: ["id", "selected", "direction"])
    var members: [JSONValue.Member] = [
      .init("type", "array"), .init("items", .object(criterion)), .init("minItems", count), .init("maxItems", count),
    ]
    let needed = max(minimum, demand == .filled ? 1 : 0)
    if demand.isChecked, needed > 0 {
      members.append(.init("contains", ["properties": ["selected": ["const": true]]]))
      members.append(.init("minContains", .number(String(needed))))
    }
    return members
  }

  var measure: Condition.Measure? { .count }

  func holds(_ operand: Condition.Operand, _ value: CellValue) -> Bool {
    guard case .text(let id) = operand else { return false }
    return value.order.contains { $0.id == id && $0.isSelected }
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { value(hiddenFieldValue: posted) }
  /// `ID` or `ID DIRECTION` of each selected criterion, as an export writes them; the others follow, not selected.
  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    var order: [OrderedCriterion] = []
    for text in texts.flatMap({ $0.split(separator: ";") }) {
      let words = text.split(separator: " ")
      guard let id = words.first, words.count <= 2, !order.contains(where: { $0.id == id }),
        let criterion = criteria.first(where: { $0.id == id }),
        let direction = words.count == 1 ? criterion.direction : .init(rawValue: String(words[1]))
      else { return nil }
      order.append(OrderedCriterion(id: criterion.id, isSelected: true, direction: direction))
    }
    let selected = Set(order.map(\.id))
    for criterion in criteria where !selected.contains(criterion.id) {
      order.append(OrderedCriterion(id: criterion.id, isSelected: false, direction: criterion.direction))
    }
    return .order(order)
  }

  func hiddenFieldValue(_ value: CellValue) -> String? { OrderFieldValue.encode(value.order) }
  func value(hiddenFieldValue: String) -> CellValue? {
    OrderFieldValue.decode(hiddenFieldValue, of: self).map(CellValue.order)
  }

  func button(named name: String) -> CellButton? {
    guard let button = OrderButton(name), criteria.contains(where: { $0.id == button.criterion }) else { return nil }
    return .order(button)
  }

  func value(pressing button: CellButton, on value: CellValue) -> CellValue {
    guard case .order(let button) = button else { return value }
    var order = value.order
    order.reduce(button.action, on: button.criterion)
    return .order(order)
  }
}
