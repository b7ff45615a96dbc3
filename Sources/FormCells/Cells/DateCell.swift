public import Localization
import Support

/// `date`: a day. Until it can be read, the value is the text as typed.
package struct DateKind: Sendable {
  package var minimum: DayBound?
  package var maximum: DayBound?
  /// The day with which the cell begins, if it is counted from the day on which the form is opened: `"value": "today"`.
  package var beginning: DayBound?
  /// Its buttons, in order.
  package var quick: [QuickDay] = []
  /// Whether day, month and year are typed into separate fields.
  package var hasParts = false
  /// Whether HTML's autofill field is that of the birthday.
  package var isBirthday = false
  package init() {}
}

extension DateKind: InputKind {
  static let type = CellType.date
  var kind: Cell.Kind { .date(self) }
  var measure: Condition.Measure? { .day }
  var beginsToday: Bool { beginning != nil }

  var parts: [String] { hasParts ? DateParts.names : [] }
  // Lines of several fields stay lines.
  var reading: TextReading? { hasParts ? .lines : .code }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if text == CellValue.incompleteText { return .incomplete }
    if let parts = DateParts(lines: text) {
      switch parts.date(year: { year(meantBy: $0, today) }) {
      case .failure(let problem): return problem
      // A valid day would no longer be stored in lines, so this one is of another calendar.
      case .success: return .otherCalendar
      }
    }
    let date: CalendarDate
    switch DateReading(text) {
    case .day(let day):
      // A valid day is stored as `YYYY-MM-DD`, so another spelling is of another calendar.
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
    // If today is not known, 2000 stands in for the current year.
    return CalendarDate.year(meantBy: digits, in: range, today: today?.year ?? 2000)
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    if hasParts, let parts = DateParts(lines: posted) {
      let lines = parts.lines(in: numbers.locale)
      guard !lines.isBlank else { return empty }
      guard case .success(let date)? = DateParts(lines: lines)?.date(year: { Int($0) ?? 0 }),
        !numbers.locale.hasOtherCalendar(inYear: date.year)
      else { return .text(lines) }
      return .text(date.description)
    }
    let text = TextReading.code.read(posted)
    guard case .day(let date) = DateReading(text, in: numbers.locale) else { return .text(text) }
    guard numbers.locale.hasOtherCalendar(inYear: date.year) else { return .text(date.description) }
    // Not stored as YYYY-MM-DD, which would mark it as valid: `problem(with:)` reports that it is of another calendar.
    return .text(text == date.description ? text.replacing("-", with: "/") : text)
  }

  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    .ofOtherCalendar(kept, in: numbers.locale)
  }

  func button(named name: String) -> CellButton? {
    QuickDay(rawValue: name).flatMap { quick.contains($0) ? .day($0) : nil }
  }

  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    guard case .day(let day) = button else { return value }
    return .text(day.date(from: today).description)
  }

  /// The buttons whose days the bounds allow.
  package func quickDays(today: CalendarDate) -> [QuickDay] {
    quick.filter { problem(with: $0.date(from: today).description, today: today) == nil }
  }

  /// The buttons whose days the bounds never allow.
  package var neverShown: [QuickDay] {
    // How far away fixed bounds are depends on the current day.
    var counted = self
    (counted.minimum, counted.maximum) = (minimum?.counted, maximum?.counted)
    return quick.neverShown { counted.problem(with: $0.date(from: $1).description, today: $1) == nil }
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string") + [.init("format", "date"), .init("pattern", "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$")]
  }
}

extension Problem {
  /// The problem of a typed day whose year is of another calendar: its day and month may be, too.
  static func ofOtherCalendar(_ typed: String, in locale: LanguageTag) -> Problem? {
    guard let year = DateReading.year(in: typed), year >= CalendarDate.firstTypedYear,
      locale.hasOtherCalendar(inYear: year)
    else { return nil }
    return .otherCalendar
  }
}

extension DateKind {
  static let about = "A day."
  static let value: Shape? = .nullable(DayBound.shape)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", DayBound.shape.orCell(), "The first day: YYYY-MM-DD, today, or counted from it, such as today+14d."),
    Key("maximum", DayBound.shape.orCell(), "The last day, written likewise, such as today-18y."),
    Key(
      "quick", .array(.choice(QuickDay.self), atLeast: 1),
      "Buttons that enter a day, in order, at most \(QuickDay.limit)."),
    Key(
      "parts", .boolean,
      "Whether day, month and year are typed into three fields: for dates that people know by heart."),
    Key("autocomplete", .choice([birthday]), "bday: browsers offer the visitor's birthday."),
    .calculate,
  ]
  private static let birthday = "bday"

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = reader.bound("minimum", read: reader.dayBound)
    maximum = reader.bound("maximum", read: reader.dayBound)
    reader.checkOrder(minimum: minimum, maximum: maximum)
    quick = reader.quick(QuickDay.self, limit: QuickDay.limit)
    hasParts = reader.flag("parts") ?? false
    if let field = reader.string("autocomplete") {
      isBirthday = field == Self.birthday
      if !isBirthday {
        reader.add(.badValue, key: "autocomplete", message: "a date fills in “\(Self.birthday)” only, not “\(field)”")
      }
    }
    if case .string(let text)? = reader["value"]?.content { beginning = DayBound(fromToday: text) }
    if let beginning { reader.checkBeginning(beginning, minimum: minimum, maximum: maximum) }
  }

  func beginning(at moment: Moment) -> CellValue? {
    (beginning?.date(today: moment.local.day)).map { .text($0.description) }
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text):
      decoder.day(text, node: node, at: path, orFrom: decoder.isDefinition ? ", \(DayBound.forms)" : "")
        .map { .text($0.description) }
    case .bool, .number, .array, .object: decoder.wrongType(node, at: path, expected: "a day “YYYY-MM-DD” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return decoder.day(text, node: node, at: path).map { .text($0.description) }
  }
}

extension FormDecoder {
  /// Reads a day from a definition, a program or a host; `nil` if it is not a day, which is reported.
  /// - Parameter more: what else can be written, for the message.
  func day(_ text: String, node: JSONNode, at path: String, orFrom more: String = "") -> CalendarDate? {
    let date = CalendarDate(parsing: text)
    if date == nil {
      report.add(
        .badValue, at: node.offset, path: path,
        message: !more.isEmpty && DayBound.isTooFar(text)
          ? DayBound.tooFar(text) : "“\(text)” is not a day; write YYYY-MM-DD\(more)")
    }
    return date
  }
}

/// `date` in a form written in Swift: a day.
public struct DateCell: MomentCell, CalculatedCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.date, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension DateCell {
  /// Buttons that enter a day: `today`, `tomorrow`, `yesterday`, `next-week`, `next-month`.
  public func quick(_ days: [String]) -> Self { with("quick", .array(days.map(JSONValue.string))) }

  /// Whether day, month and year are typed into three fields.
  public func parts(_ areSeparate: Bool = true) -> Self { with("parts", .bool(areSeparate)) }

  /// HTML's autofill field: `bday`.
  public func autocomplete(_ field: String) -> Self { with("autocomplete", .string(field)) }
}
