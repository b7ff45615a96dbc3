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

  /// Whether the sign for the month stands before that for the day, as in `5月1日2026年`; nil: they are not both there.
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

  /// The same, also with the month by its name in the language or in English: `31 January 2026`, `31 de enero de 2026`.
  package init(_ typed: String, in locale: LanguageTag) {
    let typed = Self.withoutYearWord(typed, in: locale)
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

  /// Without the word for the year that some languages write behind it: `1.10.2026 r.`
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
    case ".", "年", "月", "日", "号", "號", "년", "월", "일": "."
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
    read(text).flatMap { $0 < 2 * noon ? $0 : nil }
  }

  /// Whether it is `24:00`, which is the next day's 00:00.
  package static func isEndOfDay(typed text: String) -> Bool { read(text) == 2 * noon }

  private static func read(_ text: String) -> Int? {
    guard text.utf8.count <= byteLimit else { return nil }
    var (numbers, words) = pieces(text)
    if numbers.count == 3, numbers[2] == "00", separators.contains(words[2]) {
      numbers.removeLast()
      words.remove(at: 2)
    }
    guard var front = words.first, let last = words.last, let hour = number(numbers.first, digits: 1...2) else {
      return nil
    }
    var isHour = hoursInFront.contains(front)
    if isHour || introductions.contains(front) { front = "" }
    let (hasHourBehind, behind) = withoutHour(last)
    if hasHourBehind { isHour = true }
    guard front.isEmpty || isPartOfDay(front) && !isPartOfDay(behind) else { return nil }
    let part = front.isEmpty ? behind : front
    var minute: Int?
    switch numbers.count {
    case 1:
      guard behind.isEmpty || isPartOfDay(behind), isHour || isPartOfDay(part) else { return nil }
      minute = 0
    case 2:
      let isNamed = minutes.contains(behind)
      guard separators.contains(words[1]) || hours.contains(words[1]),
        behind.isEmpty || isNamed || isPartOfDay(behind)
      else { return nil }
      minute = number(numbers[1], digits: isNamed ? 1...2 : 2...2)
    default: return nil
    }
    guard let minute, minute < 60 else { return nil }
    // Noon by the law of Japan, midnight by its clocks.
    if hour == 12, minute == 0, ["午前", "午後"].contains(part) { return nil }
    if let half = halves[part] {
      // The hour after midnight, and that after noon, is 0 in Japanese.
      return (front.isEmpty ? 1 : 0)...12 ~= hour ? hour % 12 * 60 + minute + half : nil
    }
    if let hours = partsOfDay[part] {
      let readings = hour == 12 ? [12, 0] : 1..<12 ~= hour ? [hour, hour + 12] : [hour]
      let meant = readings.filter(hours.contains)
      return meant.count == 1 ? meant[0] * 60 + minute : nil
    }
    return hour < 24 || hour == 24 && minute == 0 ? hour * 60 + minute : nil
  }

  private static func isPartOfDay(_ word: String) -> Bool { halves[word] != nil || partsOfDay[word] != nil }

  /// What stands behind a number, without the word for the hour: `Uhr nachmittags`.
  private static func withoutHour(_ word: String) -> (hasHour: Bool, rest: String) {
    if hours.contains(word) { return (true, "") }
    if isPartOfDay(word) { return (false, word) }
    let rest = hours.lazy.filter(word.hasPrefix).map { String(word.dropFirst($0.count)) }.first(where: isPartOfDay)
    return rest.map { (true, $0) } ?? (false, word)
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
    "点", "시", "बजे", "ч", "час", "часа", "часов", "год", "hod",
  ]
  private static let minutes: Set<String> = ["m", "min", "мин", "хв", "分", "분"]
  /// Words before a time, without blanks, that say nothing more: `um 9:30 Uhr`, `at 9:30 PM`, `a las 9:30`.
  private static let introductions: Set<String> = [
    "at", "um", "à", "às", "alas", "ala", "alle", "om", "o", "v", "ve", "в", "о",
  ]
  /// The same for words that say that the number behind them is an hour.
  private static let hoursInFront: Set<String> = [
    "ore", "alleore", "kl", "klockan", "klokken", "klo", "kello", "godz", "ogodz", "saat",
  ]

  /// Words for parts of the day, with the hours that they can mean: `晚上9:30`, `3 Uhr nachmittags`. Where the hour may be in two days, as
  /// in "12 at night", it is left out.
  private static let partsOfDay: [String: Range<Int>] = [
    "凌晨": 0..<6, "清晨": 4..<9, "早晨": 4..<12, "早上": 4..<12, "中午": 11..<14, "傍晚": 16..<20, "晚上": 17..<24, "晚间": 17..<24,
    "晚間": 17..<24, "朝": 4..<12, "夕方": 15..<19, "夜": 18..<24, "晩": 18..<24, "새벽": 1..<7, "아침": 5..<12, "낮": 11..<17,
    "저녁": 17..<23, "밤": 18..<24, "morgens": 3..<12, "vorm": 6..<12, "vormittags": 6..<12, "mittags": 11..<15,
    "nachm": 12..<19, "nachmittags": 12..<19, "abends": 16..<24, "inthemorning": 1..<12, "intheafternoon": 12..<18,
    "intheevening": 16..<24, "delamañana": 1..<12, "delatarde": 12..<21, "delanoche": 19..<24, "damanhã": 1..<12,
    "datarde": 12..<20, "danoite": 18..<24, "утра": 3..<12, "дня": 12..<18, "вечера": 16..<24, "ночи": 1..<5,
    // 12 in the evening is noon to some, and midnight to others.
    "صباحًا": 0..<12, "صباحا": 0..<12, "مساءً": 13..<24, "مساء": 13..<24,
  ]

  /// Words for the halves of the day, with the minutes at which they begin: those of all locales, and others in use.
  private static let halves: [String: Int] = {
    let others = [
      ["AM", "PM"], ["午前", "午後"], ["上午", "下午"], ["ÖÖ", "ÖS"], ["לפנה״צ", "אחה״צ"],
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
