package import Localization
import Support

/// `date-range`: a first and a last day. Until both can be read, the value is the texts as typed, one per line.
package struct DateRangeKind: Sendable {
  package var minimum: DayBound?
  package var maximum: DayBound?
  /// Limits for the number of days, counting the first and the last.
  package var fewestDays: Int?
  package var mostDays: Int?
  package var quick: [QuickRange] = []
  /// The days with which the cell begins, if one of them is counted from the day on which the form is opened.
  private var beginning: (from: DayBound, to: DayBound)?
  /// The day on which weeks begin; 0 is Monday.
  private let firstWeekday: Int
}

extension DateRangeKind: InputKind {
  static let type = CellType.dateRange
  var kind: Cell.Kind { .dateRange(self) }
  var parts: [String] { RangeTexts.names }
  var reading: TextReading? { .lines }
  var beginsToday: Bool { beginning != nil }

  /// How each of its days is read and checked.
  private var day: DateKind {
    var day = DateKind()
    (day.minimum, day.maximum) = (minimum, maximum)
    return day
  }

  /// Both days; `nil` if one of them cannot be read.
  package static func days(of text: String) -> (from: CalendarDate, to: CalendarDate)? {
    let texts = RangeTexts(text)
    guard let from = CalendarDate(parsing: texts.from), let to = CalendarDate(parsing: texts.to) else { return nil }
    return (from, to)
  }

  private static func text(from: CalendarDate, to: CalendarDate) -> String {
    RangeTexts(from: from.description, to: to.description).text
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if let problem = RangeTexts(text).problem({ day.problem(with: $0, today: today) }) { return problem }
    guard let (from, to) = Self.days(of: text) else { return .notADate }
    return problem(of: from, to)
  }

  /// What is wrong with two days together.
  private func problem(of from: CalendarDate, _ to: CalendarDate) -> Problem? {
    if to < from { return .endsBeforeItBegins }
    let count = to.daysSince1970 - from.daysSince1970 + 1
    if let fewestDays, count < fewestDays { return .tooFewDays(minimum: fewestDays, count: count) }
    if let mostDays, count > mostDays { return .tooManyDays(maximum: mostDays, count: count) }
    return nil
  }

  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    RangeTexts(kept).readingProblem({ day.readingProblem(of: $0, in: numbers) }, problem: day.problem)
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    value(RangeTexts(posted: posted), numbers: numbers)
  }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    value(RangeTexts(plain: texts), numbers: numbers)
  }

  private func value(_ texts: RangeTexts, numbers: NumberFormat) -> CellValue? {
    .text(texts.map { day.value(posted: $0, numbers: numbers)?.text ?? "" }.text)
  }

  func button(named name: String) -> CellButton? {
    QuickRange(rawValue: name).flatMap { quick.contains($0) ? .range($0) : nil }
  }

  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    guard case .range(let range) = button else { return value }
    return .text(text(of: range, today: today))
  }

  /// The buttons whose days the cell would accept.
  package func quickRanges(today: CalendarDate) -> [QuickRange] {
    quick.filter { problem(with: text(of: $0, today: today), today: today) == nil }
  }

  /// The buttons whose days the bounds never allow.
  package var neverShown: [QuickRange] {
    // Only the number of days between fixed bounds matters here: how far away the bounds are depends on the current day.
    var counted = self
    (counted.minimum, counted.maximum) = (minimum?.counted, maximum?.counted)
    if case .day(let first)? = minimum, case .day(let last)? = maximum, first <= last {
      let count = last.daysSince1970 - first.daysSince1970 + 1
      counted.mostDays = min(mostDays ?? count, count)
    }
    return quick.neverShown { counted.problem(with: counted.text(of: $0, today: $1), today: $1) == nil }
  }

  private func text(of range: QuickRange, today: CalendarDate) -> String {
    let (from, to) = range.days(from: today, firstWeekday: firstWeekday)
    return Self.text(from: from, to: to)
  }

  func json(of value: CellValue) -> JSONValue? {
    RangeTexts(value.text).json(JSONValue.string)
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    RangeTexts.sentSchema(
      demand, each: ["type": "string", "format": "date", "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$"])
  }
}

/// Days that a button below a range enters.
package enum QuickRange: String, Sendable, CaseIterable {
  case today
  case thisWeek = "this-week"
  case nextWeek = "next-week"
  case lastWeek = "last-week"
  case thisMonth = "this-month"
  case nextMonth = "next-month"
  case lastMonth = "last-month"
  case thisYear = "this-year"
  case lastYear = "last-year"
  /// The days up to today, which is the last of them.
  case last7Days = "last-7-days"
  case last30Days = "last-30-days"
  /// The days from today on.
  case next7Days = "next-7-days"
  case next30Days = "next-30-days"

  static let limit = 6

  /// - Parameter firstWeekday: the day on which weeks begin, 0 is Monday.
  func days(from today: CalendarDate, firstWeekday: Int) -> (from: CalendarDate, to: CalendarDate) {
    switch self {
    case .today: Self.days(today, in: 0...0)
    case .thisWeek, .nextWeek, .lastWeek:
      Self.week(
        (self == .nextWeek ? 7 : self == .lastWeek ? -7 : 0) - (today.weekday - firstWeekday + 7) % 7, today: today)
    case .thisMonth: Self.months(1, from: today.adding(days: 1 - today.day))
    case .nextMonth: Self.months(1, from: today.adding(days: 1 - today.day)?.adding(months: 1))
    case .lastMonth: Self.months(1, from: today.adding(days: 1 - today.day)?.adding(months: -1))
    case .thisYear: Self.months(12, from: CalendarDate(year: today.year, month: 1, day: 1))
    case .lastYear: Self.months(12, from: CalendarDate(year: today.year - 1, month: 1, day: 1))
    case .last7Days: Self.days(today, in: -6...0)
    case .last30Days: Self.days(today, in: -29...0)
    case .next7Days: Self.days(today, in: 0...6)
    case .next30Days: Self.days(today, in: 0...29)
    }
  }

  private static func days(_ today: CalendarDate, in range: ClosedRange<Int>) -> (CalendarDate, CalendarDate) {
    (today.adding(days: range.lowerBound) ?? today, today.adding(days: range.upperBound) ?? .last)
  }

  private static func week(_ start: Int, today: CalendarDate) -> (CalendarDate, CalendarDate) {
    days(today, in: start...start + 6)
  }

  private static func months(_ count: Int, from first: CalendarDate?) -> (CalendarDate, CalendarDate) {
    let first = first ?? .last
    return (first, first.adding(months: count)?.adding(days: -1) ?? .last)
  }
}

extension DateRangeKind {
  static let about = "A first and a last day."
  static let value: Shape? = .nullable(.object { .dateRange })
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge, .tooFew, .tooMany]
  /// The maximum number of days of a range: a century.
  private static let dayLimit = 36_525
  static let keys = [
    Key(
      "minimum", DayBound.shape.orCell(), "The first day that can be entered: YYYY-MM-DD, today, or counted from it."),
    Key("maximum", DayBound.shape.orCell(), "The last day that can be entered, written likewise."),
    Key("minimumDays", .count(1...dayLimit), "The fewest days, the first and the last included."),
    Key("maximumDays", .count(1...dayLimit), "The most days, the first and the last included."),
    Key(
      "quick", .array(.choice(QuickRange.self), atLeast: 1),
      "Buttons that enter both days, in order, at most \(QuickRange.limit)."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = reader.bound("minimum", read: reader.dayBound)
    maximum = reader.bound("maximum", read: reader.dayBound)
    fewestDays = reader.count("minimumDays")
    mostDays = reader.count("maximumDays")
    quick = reader.quick(QuickRange.self, limit: QuickRange.limit)
    firstWeekday = reader.decoder.locale.firstWeekday
    reader.checkOrder(minimum: minimum, maximum: maximum)
    reader.checkOrder("minimumDays", low: fewestDays, highKey: "maximumDays", high: mostDays)
    if let fewestDays, let minimum, let maximum, minimum.isFixed == maximum.isFixed,
      CalendarDate.references.allSatisfy({ today in
        guard let first = minimum.date(today: today), let last = maximum.date(today: today) else { return false }
        return first <= last && last.daysSince1970 - first.daysSince1970 + 1 < fewestDays
      })
    {
      reader.add(
        .badValue, key: "minimumDays",
        message: "from “minimum” to “maximum” there are fewer than \(fewestDays) days; change one of them")
    }
    if case .object(let members)? = reader["value"]?.content {
      let bounds = RangeTexts.End.allCases.map { end -> DayBound? in
        guard case .string(let text)? = members.first(where: { $0.key == end.rawValue })?.value.content else {
          return nil
        }
        return DayBound(fromToday: text) ?? CalendarDate(parsing: text).map(DayBound.day)
      }
      if let from = bounds[0], let to = bounds[1], !from.isFixed || !to.isFixed { beginning = (from, to) }
      checkBeginning(reader)
    }
  }

  /// Reports days counted from today that never form a valid range, or are never within the bounds.
  private func checkBeginning(_ reader: ObjectReader) {
    guard let beginning, !beginning.from.isFixed, !beginning.to.isFixed else { return }
    func problem(_ today: CalendarDate) -> Problem? {
      guard let from = beginning.from.date(today: today), let to = beginning.to.date(today: today) else { return nil }
      return self.problem(of: from, to)
    }
    if let first = problem(.reference), CalendarDate.references.allSatisfy({ problem($0) != nil }) {
      reader.add(.refusedDefault, key: "value", message: "the cell would reject this value: \(first.sentence)")
    } else {
      reader.checkBeginning(beginning.from, minimum: minimum, maximum: nil)
      reader.checkBeginning(beginning.to, minimum: nil, maximum: maximum)
    }
  }

  func beginning(at moment: Moment) -> CellValue? {
    let today = moment.local.day
    guard let from = beginning?.from.date(today: today), let to = beginning?.to.date(today: today) else { return nil }
    return .text(Self.text(from: from, to: to))
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: return .text("")
    case .object: break
    case .bool, .number, .string, .array:
      return decoder.wrongType(
        node, at: path, expected: #"{ "from": "YYYY-MM-DD", "to": "YYYY-MM-DD" } or null"#)
    }
    guard let reader = ObjectReader(node, as: .dateRange, at: path, decoder: decoder) else { return nil }
    let more = decoder.isDefinition ? ", \(DayBound.forms)" : ""
    let days = RangeTexts.End.allCases.map { end in
      reader.string(end.rawValue).flatMap { text -> CalendarDate? in
        // It is right; what is wrong is the other end.
        if decoder.isDefinition, DayBound(fromToday: text) != nil { return nil }
        return decoder.day(text, node: reader[end.rawValue] ?? node, at: reader.path(of: end.rawValue), orFrom: more)
      }
    }
    guard let from = days[0], let to = days[1] else { return nil }
    return .text(Self.text(from: from, to: to))
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.noOperand(node, at: path, of: id, kind: self)
  }
}

extension KeyTable {
  static let dateRange = KeyTable(
    name: "dateRange", about: "The first and the last day.",
    keys: [
      Key("from", DayBound.shape, required: true, "The first day."),
      Key("to", DayBound.shape, required: true, "The last day."),
    ])
}

/// `date-range` in a form written in Swift: a first and a last day.
public struct DateRange: FormCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.dateRange, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension DateRange {
  /// The initial days: `YYYY-MM-DD`, or counted from today, such as `today+7d`.
  public func value(from: String, to: String) -> Self {
    with("value", ["from": .string(from), "to": .string(to)])
  }

  /// The first day that can be entered.
  public func minimum(_ day: String) -> Self { with("minimum", .string(day)) }

  /// The last day that can be entered.
  public func maximum(_ day: String) -> Self { with("maximum", .string(day)) }

  /// The fewest days, the first and the last included.
  public func minimumDays(_ count: Int) -> Self { with("minimumDays", .count(count)) }

  /// The most days, the first and the last included.
  public func maximumDays(_ count: Int) -> Self { with("maximumDays", .count(count)) }

  /// Buttons that enter both days, such as `this-week` or `last-30-days`.
  public func quick(_ ranges: [String]) -> Self { with("quick", .array(ranges.map(JSONValue.string))) }
}
