package import Localization
import Support

/// `date-time`: a day with a time of day, as the clocks in the form's time zone show it. Until it can be read, the value is the text as
/// typed.
package struct DateTimeKind: Sendable {
  package enum Bound: Sendable, Equatable {
    case at(LocalDateTime)
    case now

    /// `nil` for `now` if the moment is not known.
    func time(at moment: Moment?) -> LocalDateTime? {
      switch self {
      case .at(let time): time
      case .now: moment?.local
      }
    }

    /// The time that the definition gives; `nil` for `now`.
    package var fixed: LocalDateTime? { if case .at(let time) = self { time } else { nil } }
  }

  package var minimum: Bound?
  package var maximum: Bound?
  /// Minutes between times that can be entered, counted from a fixed minimum, or from midnight.
  package var step = 1
  /// Whether the cell begins with the moment at which the form is opened, `"value": "now"`.
  private var beginsNow = false
}

extension DateTimeKind: InputKind {
  static let type = CellType.dateTime
  var kind: Cell.Kind { .dateTime(self) }
  var measure: Condition.Measure? { .moment }
  var beginsToday: Bool { beginsNow }
  var asksForMoment: Bool { true }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if text == CellValue.incompleteText { return .incomplete }
    guard let time = LocalDateTime(parsing: text) else {
      guard let (day, _) = TypedDateTime.read(text) else {
        return TypedDateTime.dayEnding(at: text).flatMap { problemOfEnd(of: $0, at: nil) } ?? .notADateTime
      }
      switch day {
      case .ambiguous(let days): return .ambiguousDate(days)
      case .noSuchDay, .noSuchMonth, .none: return .notADateTime
      // A valid day and time would be stored as `YYYY-MM-DDTHH:MM`, so this one is of another calendar.
      case .day: return .otherCalendar
      case .year(let digits):
        let range = CalendarDate.firstTypedYear...CalendarDate.last.year
        return .yearDigits(meant: CalendarDate.year(meantBy: digits, in: range, today: today?.year ?? 2000))
      }
    }
    guard time.day >= .firstTyped else {
      return .yearDigits(meant: max(time.day.year + 2000, CalendarDate.firstTypedYear))
    }
    return problem(of: time, at: nil) ?? problemOfStep(time, in: nil)
  }

  func problem(with value: CellValue, at moment: Moment) -> Problem? {
    guard let time = LocalDateTime(parsing: value.text) else {
      return TypedDateTime.dayEnding(at: value.text).map { problemOfEnd(of: $0, at: moment) ?? .notADateTime }
    }
    if let problem = problem(of: time, at: moment) { return problem }
    let zone = moment.zone
    switch zone.reading(of: time) {
    case .once: return problemOfStep(time, in: zone)
    case .never(let before, let after):
      return .skippedTime(before: onStep(before, direction: -1, in: zone), after: onStep(after, direction: 1, in: zone))
    case .twice(let before, let after):
      return .repeatedTime(
        before: onStep(before, direction: -1, in: zone), after: onStep(after, direction: 1, in: zone))
    }
  }

  /// What to write instead of `24:00`, which may mean the start of the next day.
  private func problemOfEnd(of day: CalendarDate, at moment: Moment?) -> Problem? {
    guard let last = LocalDateTime(day, minute: 24 * 60 - 1) else { return nil }
    let meant = [last, LocalDateTime(minutes: last.minutes + 1)].compactMap(\.self).filter { time in
      problem(of: time, at: moment) == nil && problemOfStep(time, in: nil) == nil
        && moment.map { $0.zone.reading(of: time) == .once } ?? true
    }
    return meant.first.map { .betweenSteps(below: $0.description, above: meant.dropFirst().first?.description) }
  }

  private func problemOfStep(_ time: LocalDateTime, in zone: TimeZone?) -> Problem? {
    guard offStep(time) > 0 else { return nil }
    let above = onStep(time, direction: 1, in: zone)
    let isAboveAllowed = above > time && maximum?.fixed.map { above <= $0 } ?? true
    return .betweenSteps(
      below: onStep(time, direction: -1, in: zone).description, above: isAboveAllowed ? above.description : nil)
  }

  private func problem(of time: LocalDateTime, at moment: Moment?) -> Problem? {
    if let bound = minimum?.time(at: moment), time < bound { return .beforeMoment(onStep(bound, direction: 1)) }
    if let bound = maximum?.time(at: moment), time > bound { return .afterMoment(onStep(bound, direction: -1)) }
    return nil
  }

  /// Minutes after the last time that can be entered.
  private func offStep(_ time: LocalDateTime) -> Int {
    let base = minimum?.fixed?.minutes ?? 0
    return ((time.minutes - base) % step + step) % step
  }

  /// The nearest time that can be entered, in one direction.
  /// - `zone`: its clocks must show the time exactly once; `nil` skips this check.
  func onStep(_ time: LocalDateTime, direction: Int, in zone: TimeZone? = nil) -> LocalDateTime {
    let extra = offStep(time)
    let first = extra == 0 ? 0 : direction < 0 ? -extra : step - extra
    // No clock was ever moved by more than a day.
    for steps in 0...(2 * 24 * 60 / step) {
      guard let near = LocalDateTime(minutes: time.minutes + first + direction * steps * step) else { return time }
      if zone.map({ $0.reading(of: near) == .once }) ?? true { return near }
    }
    return time
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    let text = normalised(posted)
    if let time = LocalDateTime(parsing: text) {
      // As for a date: another spelling keeps it from counting as valid.
      let isOfOther = numbers.locale.hasOtherCalendar(inYear: time.day.year)
      return .text(isOfOther ? text.replacing("-", with: "/") : text)
    }
    guard let (day, minute) = TypedDateTime.read(text, in: numbers.locale), case .day(let date) = day,
      !numbers.locale.hasOtherCalendar(inYear: date.year), let time = LocalDateTime(date, minute: minute)
    else { return .text(text) }
    return .text(time.description)
  }

  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    .ofOtherCalendar(kept, in: numbers.locale)
  }

  func beginning(at moment: Moment) -> CellValue? {
    beginsNow ? .text(onStep(moment.local, direction: 1).description) : nil
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string")
      + [.init("pattern", "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$")]
  }
}

extension DateTimeKind {
  static let about = "A day with a time of day."
  private static let time = Shape.matching(
    "^(now|[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9])$")
  static let value: Shape? = .nullable(time)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", time.orCell(), "The first time: YYYY-MM-DDTHH:MM, or now."),
    Key("maximum", time.orCell(), "The last time: YYYY-MM-DDTHH:MM, or now."),
    Key("step", .count(1...720), "Minutes between the times that can be entered; 1 if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = reader.bound("minimum") { Self.bound(reader, key: $0) }
    maximum = reader.bound("maximum") { Self.bound(reader, key: $0) }
    step = reader.count("step") ?? 1
    if case .string("now")? = reader["value"]?.content { beginsNow = true }
    reader.checkOrder("minimum", low: minimum?.fixed, highKey: "maximum", high: maximum?.fixed)
    if minimum == .now, maximum == .now {
      reader.add(
        .badValue, key: "maximum", message: "only now could be entered: “minimum” is “now” too; change one of them")
    }
  }

  private static func bound(_ reader: ObjectReader, key: String) -> Bound? {
    guard let text = reader.string(key) else { return nil }
    if text == "now" { return .now }
    guard let time = LocalDateTime(parsing: text) else {
      reader.add(.badValue, key: key, message: "“\(text)” is not a date and time; write YYYY-MM-DDTHH:MM or “now”")
      return nil
    }
    return .at(time)
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): checked(text, node: node, at: path, decoder: decoder).map(CellValue.text)
    case .bool, .number, .array, .object:
      decoder.wrongType(node, at: path, expected: "a date and time “YYYY-MM-DDTHH:MM” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return checked(text, node: node, at: path, decoder: decoder).map(Condition.Operand.text)
  }

  private func checked(_ text: String, node: JSONNode, at path: String, decoder: FormDecoder) -> String? {
    if LocalDateTime(parsing: text) != nil { return text }
    let more = decoder.isDefinition ? " or “now”" : ""
    decoder.report.add(
      .badValue, at: node.offset, path: path, message: "“\(text)” is not a date and time; write YYYY-MM-DDTHH:MM\(more)"
    )
    return nil
  }
}

/// `date-time` in a form written in Swift: a day with a time of day.
public struct DateTimeCell: MomentCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.dateTime, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension DateTimeCell {
  /// Minutes between the times that can be entered; 1 if left out.
  public func step(_ minutes: Int) -> Self { with("step", .count(minutes)) }
}
