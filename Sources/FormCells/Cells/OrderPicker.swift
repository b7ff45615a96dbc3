public import Localization
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
  /// The number of criteria that must be selected.
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
  ///   - id: the id of the criterion.
  ///   - isSelected: whether it is selected.
  ///   - direction: which end of the criterion comes first.
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

  /// An optional cell may be left empty, unless it has a minimum.
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

  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool {
    guard case .text(let id) = operand else { return false }
    return value.order.contains { $0.id == id && $0.isSelected }
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { value(hiddenFieldValue: posted) }
  /// `ID` or `ID DIRECTION` of each selected criterion, as an export writes it; the others follow, not selected.
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

  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    guard case .order(let button) = button else { return value }
    var order = value.order
    order.reduce(button.action, on: button.criterion)
    return .order(order)
  }
}

extension OrderPickerKind {
  static let about = "Criteria to put in order."
  static let value: Shape? = .array(.object { .ordered }, atLeast: 0)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooFew]
  static let keys = [
    Key("criteria", .array(.object { .criterion }, atLeast: 1), required: true, "What is put in order."),
    Key("directionLabels", .object { .directionLabels }, "Words for the directions."),
    Key("wrap", .boolean, "Whether long texts wrap instead of being cut off."),
    Key("minimum", .count(0...1_000_000), "How many criteria must be selected; 0 if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    guard let elements = reader.elements("criteria") else { return nil }
    criteria = []
    directionLabels = Self.directionLabels(reader)
    wraps = reader.flag("wrap") ?? false
    minimum = reader.count("minimum") ?? 0
    if minimum > elements.count {
      reader.add(.minimumOverMaximum, key: "minimum", message: "\(minimum) cannot be selected of \(elements.count)")
    }
    var ids: Set<String> = []
    for (node, path) in elements {
      guard let element = ObjectReader(node, as: .criterion, at: path, decoder: reader.decoder) else { continue }
      let id = element.id("id")
      criteria.append(
        Criterion(
          id: id ?? "", label: element.text("label") ?? "", isSelected: element.flag("selected") ?? false,
          direction: element.choice("direction", OrderedCriterion.Direction.self) ?? .ascending,
          directionLabels: Self.directionLabels(element)))
      if let id, !ids.insert(id).inserted {
        element.add(.duplicate, key: "id", message: "another criterion already has the id “\(id)”")
      }
      guard reader.has("value") else { continue }
      for key in ["selected", "direction"] where element.has(key) {
        element.addNoEffect(of: key, "“\(key)” has no effect: the cell's “value” already sets it for all criteria")
      }
    }
    if criteria.count < elements.count { return nil }
  }

  private static func directionLabels(_ reader: ObjectReader) -> DirectionLabels? {
    reader.object("directionLabels").map {
      DirectionLabels(ascending: $0.text("ascending"), descending: $0.text("descending"))
    }
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    guard case .array(let elements) = node.content else {
      return decoder.wrongType(node, at: path, expected: "an array")
    }
    let known = Set(criteria.map(\.id))
    var placed: Set<String> = []
    var order: [OrderedCriterion] = []
    for (index, element) in elements.enumerated() {
      guard let reader = ObjectReader(element, as: .ordered, at: "\(path)[\(index)]", decoder: decoder),
        let id = reader.id("id"), let isSelected = reader.flag("selected"),
        let direction = reader.choice("direction", OrderedCriterion.Direction.self)
      else { return nil }
      guard known.contains(id) else {
        let meant = Suggestion.nearest(to: id, among: criteria.map(\.id)).map { "; did you mean “\($0)”?" } ?? ""
        reader.add(.unknownReference, key: "id", message: "no criterion has the id “\(id)”\(meant)")
        return nil
      }
      guard placed.insert(id).inserted else {
        reader.add(.duplicate, key: "id", message: "the criterion “\(id)” is a duplicate")
        return nil
      }
      order.append(OrderedCriterion(id: id, isSelected: isSelected, direction: direction))
    }
    let missing = criteria.map(\.id).filter { !placed.contains($0) }
    guard missing.isEmpty else {
      decoder.report.add(
        .missingKey, at: node.offset, path: path,
        message:
          "every criterion has its place in the order; missing is \(missing.map { "“\($0)”" }.joined(separator: ", "))")
      return nil
    }
    return .order(order)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, kind: self)
  }
}

extension KeyTable {
  fileprivate static let criterion = KeyTable(
    name: "criterion", about: "One criterion of an order picker.",
    keys: [
      Key("id", .id, required: true, "What is submitted."),
      Key("label", .text, required: true, "What is read."),
      Key("selected", .boolean, "Whether it begins selected."),
      Key(
        "direction", .choice(OrderedCriterion.Direction.self), "The direction it begins with; ascending if left out."),
      Key("directionLabels", .object { .directionLabels }, "Its own words for the directions."),
    ])

  fileprivate static let directionLabels = KeyTable(
    name: "directionLabels", about: "Words for the directions.",
    keys: [
      Key("ascending", .text, "\"Ascending\" if left out."),
      Key("descending", .text, "\"Descending\" if left out."),
    ])

  fileprivate static let ordered = KeyTable(
    name: "ordered", about: "One criterion of an order.",
    keys: [
      Key("id", .id, required: true, "The criterion."),
      Key("selected", .boolean, required: true, "Whether it counts."),
      Key("direction", .choice(OrderedCriterion.Direction.self), required: true, "Its direction."),
    ])
}

/// `order-picker` in a form written in Swift: criteria to put in order.
public struct OrderPicker: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - criteria: what is put in order.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, criteria: [Criterion], file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(
      .orderPicker, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("criteria", .array(criteria.map(\.definition))))
  }
}

extension OrderPicker {
  /// The initial value: all criteria in order.
  public func value(_ order: [OrderedCriterion]) -> Self { with("value", .array(order.map(\.definition))) }

  /// Words for the directions.
  public func directionLabels(_ labels: DirectionLabels) -> Self { with("directionLabels", labels.definition) }

  /// Whether long texts wrap instead of being cut off.
  public func wrap(_ wraps: Bool = true) -> Self { with("wrap", .bool(wraps)) }

  /// How many criteria must be selected; 0 if left out.
  public func minimum(_ count: Int) -> Self { with("minimum", .count(count)) }
}

extension OrderPicker {
  /// Words for the directions.
  public struct DirectionLabels: Sendable {
    let definition: JSONValue

    /// - Parameters:
    ///   - ascending: "Ascending" if left out.
    ///   - descending: "Descending" if left out.
    public init(ascending: Localized? = nil, descending: Localized? = nil) {
      definition = .object(said("ascending", ascending) + said("descending", descending))
    }
  }

  /// One criterion.
  public struct Criterion: Sendable {
    let definition: JSONValue

    /// - Parameters:
    ///   - id: what is submitted.
    ///   - label: what is read.
    ///   - selected: whether it is selected at first.
    ///   - direction: its initial direction; `ascending` if left out.
    ///   - directionLabels: its own words for the directions.
    public init(
      _ id: String, label: Localized, selected: Bool? = nil, direction: OrderedCriterion.Direction? = nil,
      directionLabels: DirectionLabels? = nil
    ) {
      definition = .object(
        said("id", .string(id)) + said("label", label) + said("selected", selected.map(JSONValue.bool))
          + said("direction", direction) + said("directionLabels", directionLabels?.definition))
    }
  }
}

extension OrderedCriterion {
  /// As submissions write it.
  var definition: JSONValue {
    .object(said("id", .string(id)) + said("selected", .bool(isSelected)) + said("direction", direction))
  }
}
