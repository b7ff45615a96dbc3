import Support

/// `time`: a time of day, as typed until it is one.
package struct TimeKind: Sendable {
  package var minimum: TimeOfDay?
  package var maximum: TimeOfDay?
  /// Minutes between the times that can be entered, counted from the minimum, or from midnight.
  package var step = 1
  package init() {}
}

extension TimeKind: EntryKind {
  static let type = CellType.time
  var kind: Cell.Kind { .time(self) }
  var measure: Condition.Measure? { .time }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if text == CellValue.incompleteText { return .incomplete }
    guard let time = TimeOfDay(parsing: text) else { return .notATime }
    if let minimum, time < minimum { return .beforeTime(minimum) }
    if let maximum, time > maximum { return .afterTime(maximum) }
    let extra = (time.minutes - base) % step
    if extra == 0 { return nil }
    guard let below = TimeOfDay(minutes: time.minutes - extra) else { return nil }
    let above = TimeOfDay(minutes: below.minutes + step).flatMap { $0 > maximum ?? .last ? nil : $0 }
    return .betweenSteps(below: below.description, above: above?.description)
  }

  private var base: Int { minimum?.minutes ?? 0 }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    let text = normalised(posted)
    return .text(TimeOfDay(typed: text)?.description ?? text)
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string") + [.init("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
  }
}

extension TimeKind {
  static let about = "A time of day."
  private static let time = Shape.matching("^([01][0-9]|2[0-3]):[0-5][0-9]$")
  static let value: Shape? = .nullable(time)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", time, "The first time."), Key("maximum", time, "The last time."),
    Key("step", .count(1...720), "Minutes between the times that can be entered; 1 if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = Self.time(reader, "minimum")
    maximum = Self.time(reader, "maximum")
    step = reader.count("step") ?? 1
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    if minimum == .midnight { reader.addNoEffect("minimum", "“minimum” has no effect: no time is before 00:00") }
    if maximum == .last { reader.addNoEffect("maximum", "“maximum” has no effect: no time is after 23:59") }
    let room = (maximum ?? .last).minutes - base
    if step > 1, 0..<step ~= room {
      reader.add(
        .badValue, "step", "a step of \(step) minutes reaches no time but \(minimum ?? .midnight)")
    }
  }

  private static func time(_ reader: ObjectReader, _ key: String) -> TimeOfDay? {
    guard let text = reader.string(key) else { return nil }
    let time = TimeOfDay(parsing: text)
    if time == nil { reader.add(.badValue, key, "“\(text)” is not a time; write HH:MM") }
    return time
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): checked(text, node, at: path, decoder).map(CellValue.text)
    case .bool, .number, .array, .object: decoder.wrongType(node, at: path, expected: "a time “HH:MM” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return checked(text, node, at: path, decoder).map(Condition.Operand.text)
  }

  private func checked(_ text: String, _ node: JSONNode, at path: String, _ decoder: FormDecoder) -> String? {
    if TimeOfDay(parsing: text) != nil { return text }
    decoder.report.add(.badValue, at: node.offset, path, "“\(text)” is not a time; write HH:MM")
    return nil
  }
}
