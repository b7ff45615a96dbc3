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
  /// is last, points always separate day, month and year; with slashes and dashes the month comes first in some countries.
  package init(_ typed: String) {
    guard typed.utf8.count <= Self.byteLimit, let text = DatePieces(typed) else {
      self = .none
      return
    }
    let (first, second, third) = (text.numbers[0], text.numbers[1], text.numbers[2])
    if first.count > 2 || text.separator == "-" && third.count <= 2 {
      self = Self.reading(year: first, days: [(second, third)])
    } else if text.separator == "." || text.separator == " " {
      self = Self.reading(year: third, days: [(second, first)])
    } else {
      self = Self.reading(year: third, days: [(second, first), (first, second)])
    }
  }

  private static let byteLimit = 64

  /// The same, also with the month by its name in the language or in English: `31 January 2026`, `31 de enero de 2026`.
  package init(_ typed: String, in locale: LanguageTag) {
    self.init(typed)
    for language in MonthNames.languages(of: locale) where self == .none {
      guard let named = DateFormat.of(language).monthNames.day(typed) else { continue }
      self = Self.reading(year: named.year, days: [(String(named.month), named.day)])
    }
  }

  /// The year in a text that may be a day, also one that does not exist: the first number of four digits.
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

  /// - Parameter days: month and day, each way in which they can be meant.
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
  /// Nobody means an earlier one: a date field turns two typed digits into the year 26.
  package static let firstTypedYear = 1000

  /// The year that is probably meant by other than four digits: within the bounds, and not far ahead.
  /// - Parameters:
  ///   - digits: ASCII.
  ///   - range: of the years that can be entered.
  ///   - today: the current year.
  package static func year(meantBy digits: String, in range: ClosedRange<Int>, today: Int) -> Int {
    let number = Int(digits) ?? 0
    let short = String(number)
    var meant: [Int] = []
    if number < 100 {
      // So many years ahead are likely: a passport, a loan.
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

/// Three numbers and what stands between them.
private struct DatePieces {
  /// ASCII digits.
  var numbers: [String] = []
  /// `-`, `.`, `/` or a blank; one and the same at both places.
  var separator: Character = " "

  /// Nil if these are not three numbers and nothing else.
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
    case ".", "年", "月", "日", "년", "월", "일": "."
    case "/", "\u{2044}": "/"
    default: nil
    }
  }
}

/// Reads a time of day as people type it without a time field, and as programs write it: `9:30`, `09.30`, `9h30`, `9:30 pm`,
/// `9 p.m.`, `٩:٣٠ م`, `9 Uhr`, `午後9時30分`, `09:30:00`, in digits of any script.
package enum TimeReading {
  private static let byteLimit = 64
  private static let noon = 12 * 60

  /// Minutes since midnight; nil: it is not a time, or an ambiguous one.
  package static func minutes(typed text: String) -> Int? {
    guard text.utf8.count <= byteLimit else { return nil }
    var (numbers, words) = pieces(text)
    if numbers.count == 3, numbers[2] == "00", separators.contains(words[2]) {
      numbers.removeLast()
      words.remove(at: 2)
    }
    guard let front = words.first, let behind = words.last, let hour = number(numbers.first, digits: 1...2) else {
      return nil
    }
    let half = halves[front] ?? halves[behind]
    guard front.isEmpty || halves[front] != nil && halves[behind] == nil else { return nil }
    var minute: Int?
    switch numbers.count {
    case 1:
      guard hours.contains(behind) || half != nil && (behind.isEmpty || halves[behind] != nil) else { return nil }
      minute = 0
    case 2:
      let isNamed = minutes.contains(behind)
      guard separators.contains(words[1]) || hours.contains(words[1]),
        behind.isEmpty || isNamed || hours.contains(behind) || halves[behind] != nil
      else { return nil }
      minute = number(numbers[1], digits: isNamed ? 1...2 : 2...2)
    default: return nil
    }
    guard let minute, minute < 60 else { return nil }
    guard let half else { return hour < 24 ? hour * 60 + minute : nil }
    // The hour after midnight, and that after noon, is 0 in Japanese.
    return (front.isEmpty ? 1 : 0)...12 ~= hour ? hour % 12 * 60 + minute + half : nil
  }

  private static func number(_ digits: String?, digits count: ClosedRange<Int>) -> Int? {
    guard let digits, count ~= digits.utf8.count else { return nil }
    return Int(digits)
  }

  /// The numbers in ASCII digits, and the words before, between and after them in small letters, without blanks.
  private static func pieces(_ text: String) -> (numbers: [String], words: [String]) {
    var numbers: [String] = []
    var words: [String] = [""]
    var isInNumber = false
    for scalar in text.unicodeScalars where !scalar.isTypedInvisibly {
      if let digit = scalar.typedDigit {
        if !isInNumber {
          numbers.append("")
          words.append("")
        }
        numbers[numbers.count - 1].append(String(digit))
        isInNumber = true
        continue
      }
      isInNumber = false
      if !scalar.isTypedBlank { words[words.count - 1].append(scalar.inASCIIWidth.properties.lowercaseMapping) }
    }
    return (numbers, words.map { separators.contains($0) ? $0 : word($0) })
  }

  /// Without the points and quotation marks of abbreviations.
  private static func word(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !".\u{5F4}\"״".contains($0) }
  }

  private static let separators: Set<String> = [":", "."]
  /// Words for the hour, in the languages of the pages.
  private static let hours: Set<String> = [
    "h", "hr", "hrs", "hs", "uhr", "uur", "godz", "heure", "heures", "hora", "horas", "ora", "ore", "น", "時", "时", "點",
    "点", "시", "बजे",
  ]
  private static let minutes: Set<String> = ["m", "min", "分", "분"]

  /// Words for the halves of the day, with the minutes at which they begin: those of all locales, and others in use.
  private static let halves: [String: Int] = {
    let others = [
      ["AM", "PM"], ["午前", "午後"], ["上午", "下午"], ["ÖÖ", "ÖS"], ["לפנה״צ", "אחה״צ"], ["صباحًا", "مساءً"],
      ["صباحا", "مساء"],
      ["पूर्वाह्न", "अपराह्न"], ["fm", "em"], ["de", "du"], ["SA", "CH"], ["ق.ظ.", "ب.ظ."], ["ap", "ip"], ["dop", "odp"],
    ]
    var found: [String: Int] = [:]
    for pair in DateFormatTable.shared.halves + others {
      found[word(pair[0])] = 0
      found[word(pair[1])] = noon
    }
    return found
  }()
}
