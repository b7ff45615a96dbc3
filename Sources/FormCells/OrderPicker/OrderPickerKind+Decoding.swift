import Support

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
      reader.add(.minimumOverMaximum, "minimum", "\(minimum) cannot be selected of \(elements.count)")
    }
    var ids: Set<String> = []
    for (node, path) in elements {
      guard let element = ObjectReader(node, .criterion, at: path, decoder: reader.decoder) else { continue }
      let id = element.id("id")
      criteria.append(
        Criterion(
          id: id ?? "", label: element.text("label") ?? "", isSelected: element.flag("selected") ?? false,
          direction: element.choice("direction", OrderedCriterion.Direction.self) ?? .ascending,
          directionLabels: Self.directionLabels(element)))
      if let id, !ids.insert(id).inserted {
        element.add(.duplicate, "id", "another criterion has the id “\(id)” already")
      }
      guard reader.has("value") else { continue }
      for key in ["selected", "direction"] where element.has(key) {
        element.addNoEffect(key, "“\(key)” has no effect: the cell's “value” already sets it for all criteria")
      }
    }
    if criteria.count < elements.count { return nil }
  }

  private static func directionLabels(_ reader: ObjectReader) -> DirectionLabels? {
    reader.object("directionLabels").map {
      DirectionLabels(ascending: $0.text("ascending"), descending: $0.text("descending"))
    }
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    guard case .array(let elements) = node.content else {
      return decoder.wrongType(node, at: path, expected: "an array")
    }
    let known = Set(criteria.map(\.id))
    var placed: Set<String> = []
    var order: [OrderedCriterion] = []
    for (index, element) in elements.enumerated() {
      guard let reader = ObjectReader(element, .ordered, at: "\(path)[\(index)]", decoder: decoder),
        let id = reader.id("id"), let isSelected = reader.flag("selected"),
        let direction = reader.choice("direction", OrderedCriterion.Direction.self)
      else { return nil }
      guard known.contains(id) else {
        let meant = Suggestion.nearest(to: id, among: criteria.map(\.id)).map { "; did you mean “\($0)”?" } ?? ""
        reader.add(.unknownReference, "id", "no criterion has the id “\(id)”\(meant)")
        return nil
      }
      guard placed.insert(id).inserted else {
        reader.add(.duplicate, "id", "the criterion “\(id)” is a duplicate")
        return nil
      }
      order.append(OrderedCriterion(id: id, isSelected: isSelected, direction: direction))
    }
    let missing = criteria.map(\.id).filter { !placed.contains($0) }
    guard missing.isEmpty else {
      decoder.report.add(
        .missingKey, at: node.offset, path,
        "every criterion has its place in the order; missing is \(missing.map { "“\($0)”" }.joined(separator: ", "))")
      return nil
    }
    return .order(order)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, self)
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
