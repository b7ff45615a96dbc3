import Support

/// How one locale writes days and times, from the Unicode CLDR: days in the long form ("January 31, 2026"), times in the short one
/// ("2:05 PM"). The calendar is always the Gregorian one, in which days are also entered.
package struct DateFormat: Sendable {
  /// The locale of the table line that was found: `en-GB`, `de`.
  package let locale: LanguageTag
  private let day: [Part]
  private let time: [Part]
  private let together: [Part]
  /// The words for before and after noon; none if the clock has 24 hours.
  private let halves: [String]
  private let months: [String]
  /// Further names of each month.
  private let otherMonthNames: [[String]]
  private let zero: Unicode.Scalar

  private enum Part {
    case text(String)
    case year, monthName
    case month(digits: Int), day(digits: Int), hour(digits: Int), halfHour(digits: Int), minute
    case half
    case wholeDay, wholeTime

    /// The part's text; a blank if the part is a field.
    var ownText: String { if case .text(let text) = self { text } else { " " } }
    var isLetters: Bool { if case .text(let text) = self { text.allSatisfy(\.isLetter) } else { false } }
    var isMonthName: Bool { if case .monthName = self { true } else { false } }
  }

  /// The format of a locale. A locale that is not in the table is written like its language, an unknown language like English.
  package static func of(_ locale: LanguageTag) -> DateFormat { DateFormatTable.shared.format(of: locale) }

  /// The parts of a day that is written in numbers.
  package enum DayPart: String, Sendable, CaseIterable { case day, month, year }

  /// The parts in the order in which the language writes them.
  package var dayParts: [DayPart] {
    day.compactMap { part in
      switch part {
      case .day: .day
      case .month, .monthName: .month
      case .year: .year
      default: nil
      }
    }
  }

  /// The names of January to December, each in all its forms.
  var namesOfMonths: [[String]] { zip(months, otherMonthNames).map { [$0] + $1 } }

  var monthNames: MonthNames { DateFormatTable.shared.monthNames(of: self) }

  /// - Parameter variants: the formats of the language's regions.
  fileprivate func makeMonthNames(beside variants: [DateFormat]) -> MonthNames {
    let place = day.firstIndex { $0.isMonthName } ?? day.endIndex
    return MonthNames(
      namesOfMonths, prefix: day[..<place].reversed().prefix { $0.isLetters }.reversed().map(\.ownText).joined(),
      suffix: day[place...].dropFirst().prefix { $0.isLetters }.map(\.ownText).joined(),
      otherTexts: [day, together].map { $0.map(\.ownText).joined() },
      elsewhere: variants.flatMap {
        $0.namesOfMonths.enumerated().flatMap { index, names in names.map { (index + 1, $0) } }
      }
        + MonthNames.otherNames[locale.language, default: []])
  }

  /// "January 31, 2026"
  package func text(_ date: CalendarDate) -> String { text(day, fields: Fields(date: date)) }

  /// "2026"
  package func text(year: Int) -> String { digits(year, count: 4) }

  /// "2:05 PM"
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  package func text(hour: Int, minute: Int) -> String { text(time, fields: Fields(hour: hour, minute: minute)) }

  /// "January 31, 2026, 2:05 PM"
  /// - `hour`: 0 to 23.
  /// - `minute`: 0 to 59.
  package func text(_ date: CalendarDate, hour: Int, minute: Int) -> String {
    text(together, fields: Fields(date: date, hour: hour, minute: minute))
  }

  private struct Fields {
    var date: CalendarDate?
    var hour = 0
    var minute = 0
  }

  private func text(_ parts: [Part], fields: Fields) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .year: text += digits(fields.date?.year ?? 0, count: 1)
      case .monthName: text += months[(fields.date?.month ?? 1) - 1]
      case .month(let count): text += digits(fields.date?.month ?? 0, count: count)
      case .day(let count): text += digits(fields.date?.day ?? 0, count: count)
      case .hour(let count): text += digits(fields.hour, count: count)
      case .halfHour(let count): text += digits((fields.hour + 11) % 12 + 1, count: count)
      case .minute: text += digits(fields.minute, count: 2)
      case .half: text += halves.isEmpty ? "" : halves[fields.hour < 12 ? 0 : 1]
      case .wholeDay: text += self.text(day, fields: fields)
      case .wholeTime: text += self.text(time, fields: fields)
      }
    }
    return text
  }

  private func digits(_ number: Int, count: Int) -> String {
    var scalars = String.UnicodeScalarView()
    let digits = String(number).utf8
    for _ in digits.count..<max(count, digits.count) { scalars.append(zero) }
    for digit in digits { scalars.append(Unicode.Scalar(zero.value + UInt32(digit &- 0x30)) ?? zero) }
    return String(scalars)
  }

  /// - `line`: a line of the generated table.
  init?(_ line: Substring, zero: Unicode.Scalar) {
    let fields = line.pieces(at: "|", keepsEmpty: true)
    guard fields.count == 7 else { return nil }
    locale = LanguageTag(stringLiteral: String(fields[0]))
    day = Self.parts(fields[1])
    time = Self.parts(fields[2])
    together = Self.pair(fields[3])
    halves = fields[4].pieces(at: ";").map(String.init)
    months = fields[5].pieces(at: ";").map(String.init)
    otherMonthNames = fields[6].pieces(at: ";", keepsEmpty: true).map { $0.pieces(at: ",").map(String.init) }
    self.zero = zero
    guard months.count == 12, otherMonthNames.count == 12, halves.isEmpty || halves.count == 2 else { return nil }
  }

  /// - Parameter pattern: such as `d. N y`; text between apostrophes is literal.
  private static func parts(_ pattern: Substring) -> [Part] {
    var parts: [Part] = []
    var rest = pattern
    while let letter = rest.popFirst() {
      if letter == "'" {
        parts.append(.text(String(rest.prefix { $0 != "'" })))
        rest = rest.drop { $0 != "'" }.dropFirst()
        continue
      }
      let run = rest.prefix { $0 == letter }
      guard let part = part(letter, digits: run.count + 1) else {
        parts.append(.text(String(letter)))
        continue
      }
      parts.append(part)
      rest = rest[run.endIndex...]
    }
    return parts
  }

  private static func part(_ letter: Character, digits: Int) -> Part? {
    switch letter {
    case "y": .year
    case "N": .monthName
    case "M": .month(digits: digits)
    case "d": .day(digits: digits)
    case "H": .hour(digits: digits)
    case "h": .halfHour(digits: digits)
    case "m": .minute
    case "a": .half
    default: nil
    }
  }

  /// - Parameter pattern: such as `{1}, {0}`.
  private static func pair(_ pattern: Substring) -> [Part] {
    var parts: [Part] = []
    var rest = pattern
    while !rest.isEmpty {
      if rest.hasPrefix("{1}") || rest.hasPrefix("{0}") {
        parts.append(rest.hasPrefix("{1}") ? .wholeDay : .wholeTime)
        rest = rest.dropFirst(3)
      } else if let letter = rest.popFirst() {
        parts.append(.text(String(letter)))
      }
    }
    return parts
  }
}

/// The locales with known formats of days and times. Read at first use.
final class DateFormatTable: Sendable {
  static let shared = DateFormatTable()

  private let lines: [Substring: Substring]
  /// The month names, by locale of the line. They are made on demand: only texts that cannot be read as days without them need them.
  private let names = Lock<[LanguageTag: MonthNames]>([:])

  private init() {
    lines = Dictionary(
      Self.lines.pieces(at: "\n").map { (Substring($0.utf8.prefix { $0 != UInt8(ascii: "|") }), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The words for before and after noon, in the locales that use them.
  var halves: [[String]] {
    lines.values.map { line in
      // Counts from the unit between the patterns and the months.
      line.pieces(at: "|", keepsEmpty: true).dropFirst(4).first?.pieces(at: ";").map(String.init) ?? []
    }.filter { $0.count == 2 }
  }

  var locales: [LanguageTag] { lines.keys.map { LanguageTag(stringLiteral: String($0)) } }

  func monthNames(of format: DateFormat) -> MonthNames {
    names.withLock { names in
      if let known = names[format.locale] { return known }
      let language = format.locale.language
      let variants = locales.filter { $0.language == language }.sorted { $0.description < $1.description }
      let made = format.makeMonthNames(beside: variants.map(self.format))
      names[format.locale] = made
      return made
    }
  }

  func format(of locale: LanguageTag) -> DateFormat {
    let line = locale.formatCandidates.lazy.compactMap { [lines] in lines[$0[...]] }.first ?? lines["en"] ?? ""
    guard let format = DateFormat(line, zero: NumberFormat.of(locale).zero) else {
      preconditionFailure("the table of date formats is damaged")
    }
    return format
  }
}
