/// The result of reading a typed day. A date field posts `YYYY-MM-DD`; without one, people and programs use other forms.
package enum DateReading: Sendable, Equatable {
  case day(CalendarDate)
  /// Both of the first two numbers can be the month: `01/02/2026`.
  case ambiguous([CalendarDate])
  /// A day whose year does not have four digits, as typed.
  case year(digits: String)
  /// The month is shorter, or does not exist.
  case noSuchDay
  case noSuchMonth
  case none

  /// Three numbers in digits of any script, separated by dashes, points, slashes, blanks or 年月日, with the year first or last. If it
  /// is last, points always separate day, month and year; with slashes, dashes and blanks the month comes first in some countries.
  package init(_ typed: String) {
    guard typed.utf8.count <= Self.byteLimit, let text = DatePieces(typed) else {
      self = .none
      return
    }
    let (first, second, third) = (text.numbers[0], text.numbers[1], text.numbers[2])
    let beginsWithMonth = Self.beginsWithMonth(typed)
    if first.count > 2 || text.separator == "-" && third.count <= 2 {
      self = Self.reading(year: first, days: [beginsWithMonth == false ? (third, second) : (second, third)])
    } else if beginsWithMonth == true {
      self = Self.reading(year: third, days: [(first, second)])
    } else if text.separator == "." {
      self = Self.reading(year: third, days: [(second, first)])
    } else {
      self = Self.reading(year: third, days: [(second, first), (first, second)])
    }
  }

  private static let byteLimit = 64

  /// Whether the sign for the month is before that for the day, as in `5月1日2026年`; `nil` if they are not both there.
  private static func beginsWithMonth(_ typed: String) -> Bool? {
    let signs = typed.unicodeScalars.compactMap { scalar -> Bool? in
      switch scalar {
      case "月", "월": true
      case "日", "号", "號", "일": false
      default: nil
      }
    }
    return signs.count == 2 && signs[0] != signs[1] ? signs[0] : nil
  }

  /// Reads the same forms, and also the month by its name in the language or in English: `31 January 2026`, `31 de enero de 2026`. The
  /// day of the week may follow, as in East Asia; it has to be right.
  package init(_ typed: String, in locale: LanguageTag) {
    let weekday = TypedWeekday(typed)
    self.init(day: Self.withoutYearWord(weekday.day, in: locale), in: locale)
    if case .day(let day) = self, let number = weekday.number, number != day.weekday { self = .none }
  }

  private init(day typed: String, in locale: LanguageTag) {
    self.init(typed)
    let languages = MonthNames.languages(of: locale)
    let names = languages.map { ($0, false) } + languages.dropLast().map { ($0, true) }
    for (language, takesBeginnings) in names where self == .none {
      guard let named = DateFormat.of(language).monthNames.day(typed, takesBeginnings: takesBeginnings) else {
        continue
      }
      self = Self.reading(year: named.year, days: [(String(named.month), named.day)])
    }
  }

  /// The text without the word for the year that some languages write after it: `1.10.2026 r.`
  private static func withoutYearWord(_ typed: String, in locale: LanguageTag) -> String {
    guard let words = yearWords[locale.language],
      let last = typed.unicodeScalars.lastIndex(where: { $0.typedDigit != nil })
    else { return typed }
    let end = typed.unicodeScalars.index(after: last)
    let word = String(typed.unicodeScalars[end...]).lowercased().filter { !$0.isWhitespace && $0 != "." }
    return words.contains(word) ? String(typed.unicodeScalars[..<end]) : typed
  }

  private static let yearWords: [String: Set<String>] = [
    "bg": ["г", "година"], "pl": ["r", "roku"], "ru": ["г", "года"], "uk": ["р", "року"],
  ]

  /// The year in a text that may be a day, even one that does not exist: the first number of four digits.
  package static func year(in typed: String) -> Int? {
    var digits = ""
    for scalar in (typed + " ").unicodeScalars {
      if let digit = scalar.typedDigit {
        digits += String(digit)
      } else if digits.count == 4 {
        break
      } else {
        digits = ""
      }
    }
    return digits.count == 4 ? Int(digits) : nil
  }

  /// - Parameter days: month and day, in each way in which they can be meant.
  private static func reading(year: String, days: [(month: String, day: String)]) -> DateReading {
    guard days.allSatisfy({ 1...2 ~= $0.month.count && 1...2 ~= $0.day.count }), year.count <= 6 else { return .none }
    // A leap year, so that 29 February is a day.
    let number = year.count == 4 ? Int(year) ?? 0 : 0
    let isFull = number >= CalendarDate.firstTypedYear
    var found: [CalendarDate] = []
    for (month, day) in days {
      guard let month = Int(month), let day = Int(day),
        let date = CalendarDate(year: isFull ? number : 2000, month: month, day: day), !found.contains(date)
      else { continue }
      found.append(date)
    }
    guard let first = found.first else {
      return days.contains { 1...12 ~= Int($0.month) ?? 0 } ? .noSuchDay : .noSuchMonth
    }
    if !isFull { return .year(digits: year) }
    return found.count == 1 ? .day(first) : .ambiguous(found)
  }
}

extension CalendarDate {
  /// Earlier years are never meant: they come from a date field, which turns two typed digits into the year 26.
  package static let firstTypedYear = 1000

  /// The year that is probably meant by a number without four digits: within the range, and not far in the future.
  /// - Parameters:
  ///   - digits: ASCII.
  ///   - range: the years that can be entered.
  ///   - today: the current year.
  package static func year(meantBy digits: String, in range: ClosedRange<Int>, today: Int) -> Int {
    let number = Int(digits) ?? 0
    let short = String(number)
    var meant: [Int] = []
    if number < 100 {
      // Years up to this many ahead are likely: a passport, a loan.
      let nearYears = 20
      let century = (today + nearYears - number) / 100 * 100
      meant = [century + number, century + number - 100, century + number + 100]
    } else {
      let (own, typed) = (String(today), short)
      if own.hasPrefix(typed) || typed.hasPrefix(own) { meant = [today] }
    }
    return meant.first(where: range.contains) ?? min(max(today, range.lowerBound), range.upperBound)
  }
}

/// Three numbers and what is between them.
private struct DatePieces {
  /// ASCII digits.
  var numbers: [String] = []
  /// `-`, `.`, `/` or a blank; the same one at both places.
  var separator: Character = " "

  /// `nil` if the text is anything else than three numbers.
  init?(_ typed: String) {
    var separators: [String] = []
    var isBetween = true
    for scalar in typed.unicodeScalars where !scalar.isTypedInvisibly {
      let scalar = scalar.inASCIIWidth
      if let digit = scalar.typedDigit {
        if isBetween { numbers.append("") }
        numbers[numbers.count - 1].append(String(digit))
        isBetween = false
        continue
      }
      guard let separator = Self.separator(scalar) else { return nil }
      if isBetween, !separators.isEmpty {
        separators[separators.count - 1].append(separator)
      } else if !numbers.isEmpty {
        separators.append(String(separator))
      } else if separator != " " {
        return nil
      }
      isBetween = true
    }
    guard numbers.count == 3, separators.count >= 2 else { return nil }
    let between = separators.prefix(2).map { $0.filter { $0 != " " } }
    // A point or 日 may follow the last number.
    guard between[0] == between[1], between[0].count <= 1,
      separators.dropFirst(2).allSatisfy({ [".", ". ", " "].contains($0) })
    else { return nil }
    separator = between[0].first ?? " "
  }

  private static func separator(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.isTypedBlank { return " " }
    if scalar.isTypedDash { return "-" }
    return switch scalar {
    case ".", "年", "月", "日", "号", "號", "년", "월", "일": "."
    case "/", "\u{2044}": "/"
    default: nil
    }
  }
}
