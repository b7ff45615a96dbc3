import Support

extension Condition {
  /// How the values of two cells are compared.
  package enum Relation: Sendable { case equal, atLeast, atMost }
}

extension Cell {
  /// Whether this cell's value has a relation to another cell's; `nil` if one of them has no value that can be compared.
  /// - Parameters:
  ///   - value: this cell's value; `nil` if the cell is hidden or disabled.
  ///   - other: the other cell.
  ///   - otherValue: the other cell's value, likewise.
  package func compare(
    _ value: CellValue?, relation: Condition.Relation, other: Cell, otherValue: CellValue?
  ) -> Bool? {
    if case .switch = kind { return (value?.flag ?? false) == (otherValue?.flag ?? false) }
    guard let otherValue, let value = value ?? (behaviour.measure == .count ? empty : nil) else { return nil }
    // The leading zeros of a code are part of it.
    let areCodes = relation == .equal && isCode && other.isCode
    if !areCodes, behaviour.measure != nil, other.behaviour.measure != nil {
      guard let first = measured(value), let second = other.measured(otherValue) else { return nil }
      return switch relation {
      case .equal: first == second
      case .atLeast: first >= second
      case .atMost: first <= second
      }
    }
    guard !isEmpty(value), let text = other.filterText(of: otherValue) else { return nil }
    return behaviour.holds(.text(text), in: value)
  }
}

/// Reads the other cell of a comparison: `{ "cell": "from" }`.
extension ConditionReader {
  /// Whether a value is meant as a reference to a cell. `{ "amount": …, "currency": … }` is not: it is a value of a `currency` cell.
  static func isReference(_ node: JSONNode) -> Bool {
    if case .object(let members) = node.content { members.contains { $0.key == "cell" } } else { false }
  }

  /// - Parameters:
  ///   - node: the value of `key`.
  ///   - index: the first cell, with its kind and id.
  func comparison(
    _ node: JSONNode, in reader: ObjectReader, key: String, relation: Condition.Relation, of index: Int,
    kind: any CellKind, id: String
  ) -> Condition? {
    guard let reference = ObjectReader(node, as: .cellReference, at: reader.path(of: key), decoder: decoder),
      let (other, otherKind, otherID) = subject(reference)
    else { return nil }
    guard other != index else {
      reference.add(.badValue, key: "cell", message: "“\(id)” is compared with itself; name another cell")
      return nil
    }
    guard let type = ComparedType(kind), let otherType = ComparedType(otherKind) else {
      let refused = ComparedType(kind) == nil ? id : otherID
      reference.add(
        .badValue, key: "cell",
        message:
          "“\(refused)” cannot be compared with another cell: only texts, choices, numbers, amounts, dates, times and durations can"
      )
      return nil
    }
    if relation != .equal, !type.isOrdered {
      reader.addNoEffect(of: key, "“\(id)” is \(type.name), which has no order; use “equals”")
      return nil
    }
    guard type.fits(otherType, relation: relation) else {
      reference.add(
        .badValue, key: "cell",
        message:
          "“\(id)” is \(type.name) and “\(otherID)” is \(otherType.name): these are not compared; name a cell with \(Self.wanted(type, relation: relation))"
      )
      return nil
    }
    return .compared(cell: index, relation, with: other)
  }

  /// "a number"
  private static func wanted(_ type: ComparedType, relation: Condition.Relation) -> String {
    if type == .count { return relation == .equal ? "a text or a single choice" : ComparedType.number.name }
    return type.name
  }
}

extension Cell {
  fileprivate var isCode: Bool { if case .text(let text) = kind { text.isCode } else { false } }
}
