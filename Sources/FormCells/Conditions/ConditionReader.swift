import Support

/// Reads the conditions of one cell, or of one section.
struct ConditionReader {
  let decoder: FormDecoder
  let drafts: CellDrafts
  /// The cells that the condition shows or changes. It must not refer to them.
  var own: Range<Int>
  /// Whether it shows a whole section or step.
  var isOfSection = false
  /// What it is called in messages.
  var name = "condition"
  /// The cell in whose entry the condition is evaluated; `nil` outside of all entries.
  var place: Int?

  func condition(_ node: JSONNode, at path: String) -> Condition? {
    guard let reader = ObjectReader(node, as: .condition, at: path, decoder: decoder) else { return nil }
    let given = KeyTable.condition.keys.map(\.name).filter { reader.has($0) }
    guard KeyTable.condition.alternatives.contains(where: { Set($0) == Set(given) }) else {
      let ways = KeyTable.condition.alternatives.map { "{\($0.map { "“\($0)”" }.joined(separator: ", "))}" }
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message:
          "a condition has one of these sets of keys: \(ways.joined(separator: ", ")); join several conditions with “all” or “any”"
      )
      return nil
    }
    if reader.has("section") { return entryCondition(reader) }
    if reader.has("all") { return conditions(reader, key: "all").map(Condition.all) }
    if reader.has("any") { return conditions(reader, key: "any").map(Condition.any) }
    if let node = reader["not"] { return condition(node, at: reader.path(of: "not")).map(Condition.not) }
    return cellCondition(reader)
  }

  private func conditions(_ reader: ObjectReader, key: String) -> [Condition]? {
    guard let elements = reader.elements(key) else { return nil }
    let conditions = elements.map { condition($0.node, at: $0.path) }
    return conditions.contains { $0 == nil } ? nil : conditions.compactMap(\.self)
  }

  /// A condition on the entries of a repeated section.
  private func entryCondition(_ reader: ObjectReader) -> Condition? {
    guard let id = reader.id("section") else { return nil }
    guard let section = drafts.repeated.sections.first(where: { $0.id == id }) else {
      if let mistake = drafts.repeated.mistake(inUnknownSection: id) {
        reader.add(.unknownReference, key: "section", message: mistake)
      }
      return nil
    }
    guard own.isEmpty || !own.overlaps(section.cells) else {
      reader.add(.cycle, key: "section", message: "the condition refers to its own section; name another one")
      return nil
    }
    if let count = reader.object("count") {
      let (least, most) = (count.count("atLeast"), count.count("atMost"))
      count.checkOrder("atLeast", low: least, highKey: "atMost", high: most)
      guard least != nil || most != nil else {
        count.report.add(
          .missingKey, at: count.offset, path: count.path, message: "write “atLeast” or “atMost”, or both")
        return nil
      }
      guard least ?? 0 > 0 || most ?? .max < section.maximum else {
        count.report.add(
          .noEffect, at: count.offset, path: count.path,
          message:
            "the condition always holds: “\(id)” has 0 to \(section.maximum) entries; write another number, or remove it"
        )
        return nil
      }
      return .entryCount(section: section.position, places: [], atLeast: least, atMost: most)
    }
    var inside = self
    inside.own = 0..<0
    inside.place = section.cells.lowerBound
    let key = reader.has("any") ? "any" : "all"
    guard let condition = reader[key].flatMap({ inside.condition($0, at: reader.path(of: key)) }) else { return nil }
    guard condition.cells.contains(where: section.cells.contains) else {
      reader.add(
        .noEffect, key: key,
        message:
          "the condition does not depend on the entries: no cell of “\(id)” is named here; name one, or write the condition without “section”"
      )
      return nil
    }
    return key == "any"
      ? .anyEntry(section: section.position, condition) : .everyEntry(section: section.position, condition)
  }

  /// The cell that an object names with its key `cell`; `nil` if there is none, or it has errors, which are reported.
  func subject(_ reader: ObjectReader) -> (index: Int, kind: any CellKind, id: String)? {
    guard let id = reader.id("cell") else { return nil }
    guard let index = drafts.indexByID[id] else {
      let instead =
        name == "bound" ? outside : "write {\"section\": \"\(id)\", …} with “count”, “any” or “all”"
      if let mistake = drafts.repeated.mistake(inUnknown: id, among: drafts.indexByID.keys, instead: instead) {
        reader.add(.unknownReference, key: "cell", message: mistake)
      }
      return nil
    }
    guard !own.contains(index) else {
      reader.add(
        .cycle, key: "cell",
        message: own.count == 1 && !isOfSection
          ? "the \(name) refers to its own cell; name another cell"
          : "the condition refers to a cell of its own section, which would be hidden with it; name a cell outside")
      return nil
    }
    if let refusal = drafts.repeated.refusal(of: index, id: id, from: place) {
      let condition = "write {\"section\": \"\(refusal.section)\", \"any\": {\"cell\": \"\(id)\", …}}, or “all”"
      let instead =
        name == "bound"
        ? outside : name == "rule" ? "make it one of the “rules” of that section, or \(condition)" : condition
      reader.add(.badValue, key: "cell", message: "\(refusal.message); \(instead)")
      return nil
    }
    guard let kind = drafts.kind(of: index) else { return nil }
    guard type(of: kind).hasValue else {
      reader.add(
        .badValue, key: "cell", message: "“\(id)” is a text of the form, which has no value; name another cell")
      return nil
    }
    return (index, kind, id)
  }

  /// The advice where a single value is needed.
  private var outside: String { "name a cell outside of repeated sections, such as one that calculates the bound" }

  private func cellCondition(_ reader: ObjectReader) -> Condition? {
    guard let (index, kind, id) = subject(reader) else { return nil }
    if reader.has("filled") {
      guard let filled = reader.flag("filled") else { return nil }
      if type(of: kind).alwaysHasValue {
        reader.add(.badValue, key: "filled", message: "a switch always has a value; use \"equals\": true")
        return nil
      }
      return filled ? .filled(cell: index) : .not(.filled(cell: index))
    }
    if reader.has("atLeast") || reader.has("atMost") {
      let least = bound(reader, key: "atLeast", relation: .atLeast, of: index, kind: kind, id: id)
      let most = bound(reader, key: "atMost", relation: .atMost, of: index, kind: kind, id: id)
      reader.checkOrder("atLeast", low: least?.bound, highKey: "atMost", high: most?.bound)
      let conditions = [least, most].compactMap(\.self)
      return conditions.count == 2 ? .all(conditions) : conditions.first
    }
    if let node = reader["equals"], Self.isReference(node) {
      return comparison(node, in: reader, key: "equals", relation: .equal, of: index, kind: kind, id: id)
    }
    if let node = reader["equals"] {
      return kind.operand(node, at: reader.path(of: "equals"), of: id, decoder: decoder).map {
        .equals(cell: index, $0)
      }
    }
    guard let elements = reader.elements("in") else { return nil }
    if let (node, path) = elements.first(where: { Self.isReference($0.node) }) {
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message: "“in” lists values; to compare with other cells, join conditions with “equals” by “any”")
      return nil
    }
    let operands = elements.map { kind.operand($0.node, at: $0.path, of: id, decoder: decoder) }
    return operands.contains { $0 == nil } ? nil : .isIn(cell: index, operands.compactMap(\.self))
  }

  /// Reads `atLeast` or `atMost`; `nil` if the cell cannot be compared with the value, which is reported.
  private func bound(
    _ reader: ObjectReader, key: String, relation: Condition.Relation, of index: Int, kind: any CellKind, id: String
  ) -> Condition? {
    if let node = reader[key], Self.isReference(node) {
      return comparison(node, in: reader, key: key, relation: relation, of: index, kind: kind, id: id)
    }
    return bound(reader, key: key, of: kind, id: id).map {
      relation == .atLeast ? .atLeast(cell: index, $0) : .atMost(cell: index, $0)
    }
  }

  private func bound(_ reader: ObjectReader, key: String, of kind: any CellKind, id: String) -> Condition.Bound? {
    guard let node = reader[key] else { return nil }
    switch kind.measure {
    case .number, .count: return reader.number(key).map(Condition.Bound.number)
    case .day:
      return compared(node, in: reader, key: key, expected: "a day “YYYY-MM-DD”") {
        CalendarDate(parsing: $0).map(Condition.Bound.day)
      }
    case .time:
      return compared(node, in: reader, key: key, expected: "a time “HH:MM”") {
        TimeOfDay(parsing: $0).map(Condition.Bound.time)
      }
    case .moment:
      return compared(node, in: reader, key: key, expected: "a date and time “YYYY-MM-DDTHH:MM”") {
        LocalDateTime(parsing: $0).map(Condition.Bound.moment)
      }
    case .duration: return DurationKind.bound(reader, key: key).map(Condition.Bound.duration)
    case nil:
      reader.addNoEffect(
        of: key,
        "the cell “\(id)” cannot be compared: “atLeast” and “atMost” are for numbers, amounts, dates, times, durations and "
          + "numbers of chosen values")
      return nil
    }
  }

  private func compared(
    _ node: JSONNode, in reader: ObjectReader, key: String, expected: String,
    read: (String) -> Condition.Bound?
  ) -> Condition.Bound? {
    guard case .string(let text) = node.content else {
      return decoder.wrongType(node, at: reader.path(of: key), expected: expected)
    }
    let bound = read(text)
    if bound == nil {
      reader.add(.badValue, key: key, message: "“\(text)” is not a value of the cell; write \(expected)")
    }
    return bound
  }
}

extension KeyTable {
  static let condition = KeyTable(
    name: "condition", about: "A condition on what other cells hold. A hidden cell counts as empty.",
    keys: [
      Key("cell", .id, "The id of another cell."),
      Key(
        "equals", operand,
        "The cell holds this value, or that of another cell: { \"cell\": … }; of several chosen values, this one is among them."
      ),
      Key("in", .array(operand, atLeast: 1), "The cell holds one of these values."),
      Key(
        "atLeast", bound,
        "The cell holds no less: a number, a day, a time, a duration, how many values are chosen, or the value of another cell."
      ),
      Key("atMost", bound, "The cell holds no more."),
      Key("filled", .boolean, "Whether the cell holds anything."),
      Key("section", .id, "The id of a repeated section, of whose entries something is asked."),
      Key("count", .object { .entryCount }, "How many entries there are."),
      Key(
        "all", .either(.array(.condition, atLeast: 1), .condition),
        "All of these hold; of the entries of a section, this one holds for each."),
      Key(
        "any", .either(.array(.condition, atLeast: 1), .condition),
        "At least one of these holds; of the entries of a section, this one holds for at least one."),
      Key("not", .condition, "This does not hold."),
    ],
    alternatives: [
      ["cell", "equals"], ["cell", "in"], ["cell", "filled"], ["cell", "atLeast"], ["cell", "atMost"],
      ["cell", "atLeast", "atMost"], ["all"], ["any"], ["not"], ["section", "any"], ["section", "all"],
      ["section", "count"],
    ])

  static let entryCount = KeyTable(
    name: "entryCount", about: "How many entries a repeated section has.",
    keys: [
      Key("atLeast", .count(0...RepeatedSection.entryLimit), "No fewer."),
      Key("atMost", .count(0...RepeatedSection.entryLimit), "No more."),
    ])

  private static let operand = Shape.schema(["not": ["type": "array"]])
  private static let bound = Shape.either(.schema(["type": ["number", "string"]]), .object { .cellReference })
}

extension Condition {
  /// The bound of a comparison with a value.
  fileprivate var bound: Bound? {
    switch self {
    case .atLeast(_, let bound), .atMost(_, let bound): bound
    default: nil
    }
  }
}
