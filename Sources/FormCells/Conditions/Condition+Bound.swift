import Support

extension Condition {
  /// The other side of a comparison.
  package enum Bound: Sendable, Comparable, CustomStringConvertible {
    /// A number, an amount, how many values are chosen.
    case number(DecimalNumber)
    case day(CalendarDate)
    case time(TimeOfDay)

    /// Of different sorts neither is more; a definition compares nothing with another sort.
    package static func < (first: Bound, second: Bound) -> Bool {
      switch (first, second) {
      case (.number(let first), .number(let second)): first < second
      case (.day(let first), .day(let second)): first < second
      case (.time(let first), .time(let second)): first < second
      default: false
      }
    }

    package var description: String {
      switch self {
      case .number(let number): number.description
      case .day(let day): day.description
      case .time(let time): time.description
      }
    }
  }

  /// How much of something a cell holds.
  enum Measure: Sendable {
    /// The number or amount that was entered.
    case number
    case day
    case time
    /// How many values are chosen, or criteria selected.
    case count
  }
}

extension Cell {
  /// The least and the most of what it can hold, as far as its definition bounds that; nil: it does not.
  package var bounds: (least: Condition.Bound?, most: Condition.Bound?) {
    switch kind {
    case .text(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .currency(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .number(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .date(let kind):
      (
        kind.minimum?.date(today: nil).map(Condition.Bound.day), kind.maximum?.date(today: nil).map(Condition.Bound.day)
      )
    case .time(let kind): (kind.minimum.map(Condition.Bound.time), kind.maximum.map(Condition.Bound.time))
    case .listPicker, .select:
      (
        .number(DecimalNumber(units: 0, decimals: 0)),
        mostValues.map { .number(DecimalNumber(units: Int128($0), decimals: 0)) }
      )
    case .orderPicker(let kind):
      (nil, .number(DecimalNumber(units: Int128(kind.criteria.count), decimals: 0)))
    case .password, .note, .switch, .radioGroup: (nil, nil)
    }
  }

  /// How many values can be chosen at most; nil: nobody can say.
  private var mostValues: Int? {
    guard let choice, !choice.options.isData else { return choice?.maximum }
    let count = choice.options.count + (choice.other == nil ? 0 : 1)
    return choice.maximum.map { min($0, count) } ?? count
  }

  /// - `value`: nil: nothing, because the cell is hidden or disabled.
  func compare(
    _ value: CellValue?, to bound: Condition.Bound, _ holds: (Condition.Bound, Condition.Bound) -> Bool
  ) -> Bool {
    measured(value ?? empty).map { holds($0, bound) } ?? false
  }

  /// Nil: nothing was entered, or nothing that can be compared.
  private func measured(_ value: CellValue) -> Condition.Bound? {
    switch behaviour.measure {
    case nil: nil
    case .number: (try? DecimalNumber(parsing: normalised(value.text))).map(Condition.Bound.number)
    case .day: CalendarDate(parsing: normalised(value.text)).map(Condition.Bound.day)
    case .time: TimeOfDay(parsing: normalised(value.text)).map(Condition.Bound.time)
    case .count: .number(DecimalNumber(units: Int128(count(in: value)), decimals: 0))
    }
  }

  private func count(in value: CellValue) -> Int {
    switch value {
    case .selection(let selection): selection.valueCount + selection.missing.count
    case .order(let order): order.count(where: \.isSelected)
    case .text, .flag: 0
    }
  }
}

extension ConditionReader {
  /// Reads what a cell is compared with; nil where it cannot be compared, or not with this, which is reported.
  func bound(_ reader: ObjectReader, _ key: String, of kind: any CellKind, _ id: String) -> Condition.Bound? {
    guard let node = reader[key] else { return nil }
    switch kind.measure {
    case .number, .count: return reader.number(key).map(Condition.Bound.number)
    case .day:
      return compared(node, reader, key, "a day “YYYY-MM-DD”") { CalendarDate(parsing: $0).map(Condition.Bound.day) }
    case .time:
      return compared(node, reader, key, "a time “HH:MM”") { TimeOfDay(parsing: $0).map(Condition.Bound.time) }
    case nil:
      reader.addNoEffect(
        key,
        "the cell “\(id)” cannot be compared: “atLeast” and “atMost” are for numbers, amounts, dates, times and numbers of "
          + "chosen values")
      return nil
    }
  }

  private func compared(
    _ node: JSONNode, _ reader: ObjectReader, _ key: String, _ expected: String,
    _ read: (String) -> Condition.Bound?
  ) -> Condition.Bound? {
    guard case .string(let text) = node.content else {
      return decoder.wrongType(node, at: reader.path(of: key), expected: expected)
    }
    let bound = read(text)
    if bound == nil { reader.add(.badValue, key, "“\(text)” is not a value of the cell; write \(expected)") }
    return bound
  }
}
