public import Localization
import Support

/// `date`: a day; until it can be read, the text as typed.
package struct DateKind: Sendable {
  package enum Bound: Sendable, Equatable {
    case today
    case day(CalendarDate)

    /// The day itself; nil for today if the day is not known.
    package func date(today: CalendarDate?) -> CalendarDate? {
      switch self {
      case .today: today
      case .day(let date): date
      }
    }
  }
  package var minimum: Bound?
  package var maximum: Bound?
  /// Whether the cell begins with the day on which the form is opened, `"value": "today"`.
  package var beginsToday = false
  package init() {}
}

extension DateKind: EntryKind {
  static let type = CellType.date
  var kind: Cell.Kind { .date(self) }
  var measure: Condition.Measure? { .day }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if text == CellValue.incompleteText { return .incomplete }
    let date: CalendarDate
    switch DateReading(text) {
    case .day(let day):
      // A day that was read is stored as `YYYY-MM-DD`.
      if day.description != text { return .otherCalendar }
      date = day
    case .ambiguous(let days): return .ambiguousDate(days)
    case .year(let digits): return .yearDigits(meant: year(meantBy: digits, today))
    case .noSuchDay: return .noSuchDay
    case .noSuchMonth: return .noSuchMonth
    case .none: return .notADate
    }
    if let bound = minimum?.date(today: today), date < bound { return .beforeMinimum(bound) }
    if let bound = maximum?.date(today: today), date > bound { return .afterMaximum(bound) }
    return nil
  }

  private func year(meantBy digits: String, _ today: CalendarDate?) -> Int {
    let first = minimum?.date(today: today)?.year ?? CalendarDate.firstTypedYear
    let last = maximum?.date(today: today)?.year ?? CalendarDate.last.year
    let range = min(first, last)...max(first, last)
    // Without a day, the year 2000 stands in for this year.
    return CalendarDate.year(meantBy: digits, in: range, today: today?.year ?? 2000)
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    let text = normalised(posted)
    guard case .day(let date) = DateReading(text) else { return .text(text) }
    guard numbers.locale.hasOtherCalendar(inYear: date.year) else { return .text(date.description) }
    // Not as YYYY-MM-DD, so that it is not taken for a day that was read: `problem(with:)` says that it is of another calendar.
    return .text(text == date.description ? text.replacing("-", with: "/") : text)
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string") + [.init("format", "date"), .init("pattern", "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$")]
  }
}

extension DateKind {
  static let about = "A day."
  static let value: Shape? = .nullable(bound)
  private static let bound = Shape.matching("^(today|[1-9][0-9]{3}-[0-9]{2}-[0-9]{2})$")
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", bound, "The first day, or today."), Key("maximum", bound, "The last day, or today."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = Self.bound(reader, key: "minimum")
    maximum = Self.bound(reader, key: "maximum")
    if case .string("today")? = reader["value"]?.content { beginsToday = true }
    if case .day(let first) = minimum, case .day(let last) = maximum {
      reader.checkOrder("minimum", first, "maximum", last)
    }
  }

  private static func bound(_ reader: ObjectReader, key: String) -> Bound? {
    guard let text = reader.string(key) else { return nil }
    if text == "today" { return .today }
    guard let date = CalendarDate(parsing: text) else {
      reader.add(.badValue, key: key, "“\(text)” is not a day; write YYYY-MM-DD or “today”")
      return nil
    }
    guard date.year >= CalendarDate.firstTypedYear else {
      reader.add(.badValue, key: key, "no year before \(CalendarDate.firstTypedYear) can be entered")
      return nil
    }
    return .day(date)
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): day(text, node: node, at: path, decoder: decoder).map { .text($0.description) }
    case .bool, .number, .array, .object: decoder.wrongType(node, at: path, expected: "a day “YYYY-MM-DD” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return day(text, node: node, at: path, decoder: decoder).map { .text($0.description) }
  }

  private func day(_ text: String, node: JSONNode, at path: String, decoder: FormDecoder) -> CalendarDate? {
    let date = CalendarDate(parsing: text)
    if date == nil {
      decoder.report.add(.badValue, at: node.offset, path: path, "“\(text)” is not a day; write YYYY-MM-DD")
    }
    return date
  }
}

/// `date`: a day, of a form that is written in Swift.
public struct DateCell: MomentCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.date, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}
