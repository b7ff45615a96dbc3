package import Localization
import Support

/// A day of a definition: a fixed one, or one counted from the current day.
package enum DayBound: Sendable, Equatable {
  case day(CalendarDate)
  /// `today+14d`, `today-18y`; a negative number is before today.
  case fromToday(Int, Unit)

  package enum Unit: Character, Sendable, CaseIterable { case days = "d", weeks = "w", months = "m", years = "y" }

  package static let today = DayBound.fromToday(0, .days)

  /// The day itself; `nil` if it is counted from a day that is not known.
  package func date(today: CalendarDate?) -> CalendarDate? {
    switch self {
    case .day(let date): date
    case .fromToday(let count, let unit): today.map { Self.day($0, plus: count, unit: unit) }
    }
  }

  var isFixed: Bool { if case .day = self { true } else { false } }

  /// The bound itself if it is counted from today; `nil` for a fixed day.
  var counted: DayBound? { isFixed ? nil : self }

  /// Limits the day to the years that can be entered.
  private static func day(_ day: CalendarDate, plus count: Int, unit: Unit) -> CalendarDate {
    let date =
      switch unit {
      case .days: day.adding(days: count)
      case .weeks: day.adding(days: 7 * count)
      case .months: day.adding(months: count)
      case .years: day.adding(months: 12 * count)
      }
    return min(max(date ?? (count < 0 ? .firstTyped : .last), .firstTyped), .last)
  }

  /// The maximum number of years: with 999, there are days that can be entered on both sides of today.
  private static let yearLimit = 999

  /// `YYYY-MM-DD`, `today`, or `today` with a sign, a number of up to four digits and a unit.
  static let pattern = "^(today([+-]([0-9]{1,4}[dwm]|[0-9]{1,3}y))?|[1-9][0-9]{3}-[0-9]{2}-[0-9]{2})$"
  static let shape = Shape.matching(pattern)
  /// For messages.
  static let forms = "“today”, or days from it, such as “today+14d” or “today-18y” (d, w, m, y)"

  /// Whether a text is a day counted from today, but too far away.
  static func isTooFar(_ text: String) -> Bool {
    guard DayBound(fromToday: text) == nil, text.hasPrefix("today"), let sign = text.dropFirst(5).first,
      sign == "+" || sign == "-", let unit = text.last, Unit(rawValue: unit) != nil
    else { return false }
    let digits = text.dropFirst(6).dropLast()
    return !digits.isEmpty && digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// For messages.
  static func tooFar(_ text: String) -> String {
    "“\(text)” is further from today than can be counted: at most 9999 days, weeks or months (d, w, m), or \(yearLimit) years (y)"
  }

  /// Reads `today` or `today+14d`; `nil` for any other text.
  init?(fromToday text: String) {
    guard text.hasPrefix("today") else { return nil }
    let rest = text.dropFirst(5)
    if rest.isEmpty {
      self = .today
      return
    }
    let digits = rest.dropFirst().dropLast()
    guard rest.first == "+" || rest.first == "-", let unit = rest.last.flatMap(Unit.init(rawValue:)),
      1...4 ~= digits.utf8.count, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let count = Int(digits), unit != .years || count <= Self.yearLimit
    else { return nil }
    self = .fromToday(rest.first == "-" ? -count : count, unit)
  }
}

extension DayBound {
  /// Whether this day is always after the other one; both must count from today.
  func isAlwaysOver(_ other: DayBound) -> Bool {
    guard !isFixed, !other.isFixed else { return false }
    return CalendarDate.references.allSatisfy { today in
      guard let day = date(today: today), let last = other.date(today: today) else { return false }
      return day > last
    }
  }
}

extension DayBound: CustomStringConvertible {
  /// As definitions write it.
  package var description: String {
    switch self {
    case .day(let date): date.description
    case .fromToday(0, _): "today"
    case .fromToday(let count, let unit): "today\(count < 0 ? "-" : "+")\(abs(count))\(unit.rawValue)"
    }
  }
}

extension ObjectReader {
  /// A day of the definition, which must be one that can be entered.
  func dayBound(_ key: String) -> DayBound? {
    guard let text = string(key) else { return nil }
    if let bound = DayBound(fromToday: text) { return bound }
    guard let date = CalendarDate(parsing: text) else {
      if DayBound.isTooFar(text) {
        add(.badValue, key: key, message: DayBound.tooFar(text))
        return nil
      }
      add(.badValue, key: key, message: "“\(text)” is not a day; write YYYY-MM-DD, \(DayBound.forms)")
      return nil
    }
    guard date >= .firstTyped else {
      add(.badValue, key: key, message: "no year before \(CalendarDate.firstTypedYear) can be entered")
      return nil
    }
    return .day(date)
  }

  /// Reports bounds that never have a day between them. If only one of them counts from today, or this is so only on some days, it depends
  /// on the day (`DefinitionDocument.warnings(on:)`).
  func checkOrder(minimum: DayBound?, maximum: DayBound?) {
    guard let minimum, let maximum else { return }
    if case (.day(let first), .day(let last)) = (minimum, maximum) {
      checkOrder("minimum", low: first, highKey: "maximum", high: last)
    } else if minimum.isAlwaysOver(maximum) {
      add(
        .minimumOverMaximum, key: "minimum",
        message: "“minimum” \(minimum) is over “maximum” \(maximum); change one of them")
    }
  }

  /// Reports a default value that is counted from today and that the cell would refuse on every day.
  func checkBeginning(_ beginning: DayBound, minimum: DayBound?, maximum: DayBound?) {
    for (name, bound) in [("minimum", minimum), ("maximum", maximum)] {
      guard let bound, name == "minimum" ? bound.isAlwaysOver(beginning) : beginning.isAlwaysOver(bound)
      else { continue }
      add(
        .refusedDefault, key: "value",
        message: "the cell would reject this value: “\(name)” is \(bound); change one of them")
    }
  }
}

extension CalendarDate {
  /// The first day that can be entered.
  static let firstTyped = CalendarDate(year: firstTypedYear, month: 1, day: 1) ?? .last
  /// A day on which bounds counted from today are compared: the first of a month with 31 days.
  static let reference = CalendarDate(year: 2026, month: 1, day: 1) ?? .last
  /// All days of four years, which have months and years of each length.
  static let references = (0..<4 * 365 + 1).compactMap { reference.adding(days: $0) }
}
