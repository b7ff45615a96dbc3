package import Support

/// A day of the proleptic Gregorian calendar, years 1 to 9999.
package struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int

  /// 9999-12-31.
  package static let last = CalendarDate(checkedYear: 9999, month: 12, day: 31)

  private init(checkedYear year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Nil if there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Hashed as one number, because the cache key of every page contains its day.
  package func hash(into hasher: inout Hasher) { hasher.combine((year * 16 + month) * 32 + day) }

  /// Exactly `YYYY-MM-DD` (HTML's valid date string, four digits of year).
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a time of the Unix clock, in UTC.
  /// - Parameter seconds: since 1970-01-01T00:00:00Z; the result is `nil` if the year is outside of 1 to 9999.
  package init?(unixSeconds seconds: Int) {
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let (year, month, day) = CivilDate.from(daysSince1970: Int64(days))
    self.init(year: Int(year), month: Int(month), day: Int(day))
  }

  /// Negative before 1970-01-01.
  package var daysSince1970: Int { Int(CivilDate.days(to: Int64(year), month: Int64(month), day: Int64(day))) }

  /// `nil` if the year is out of range.
  package func adding(days count: Int) -> CalendarDate? { CalendarDate(unixSeconds: (daysSince1970 + count) * 86_400) }

  /// The same day of another month, or the last one of a shorter month; `nil` if the year is out of range.
  package func adding(months count: Int) -> CalendarDate? {
    let months = year * 12 + month - 1 + count
    let (year, month) = (months / 12, months % 12 + 1)
    return months < 12 ? nil : CalendarDate(year: year, month: month, day: min(day, Self.days(in: month, of: year)))
  }

  package static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// `YYYY-MM-DD`
  package var description: String { String(upTo: 10) { write(to: &$0) } }

  /// Writes the ten bytes of `description`.
  package func write(to writer: inout ByteWriter) {
    writer.append(decimal: year, digits: 4)
    writer.append("-")
    writer.append(decimal: month, digits: 2)
    writer.append("-")
    writer.append(decimal: day, digits: 2)
  }

  package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension LanguageTag {
  /// Whether a year probably belongs to another calendar that is used with the language: 1404 in Iran, 1447 in Arab countries,
  /// 2569 in Thailand and 5786 in Israel are the year 2026.
  package func hasOtherCalendar(inYear year: Int) -> Bool {
    switch language {
    case "ar", "ckb", "fa", "ps", "ur": year < 1600
    case "th": 2400...2699 ~= year
    case "he": 5600...5899 ~= year
    default: false
    }
  }
}
