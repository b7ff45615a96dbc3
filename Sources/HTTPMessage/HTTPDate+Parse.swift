extension HTTPDate {
  /// Reads IMF-fixdate, RFC 850 and asctime dates (RFC 9110 §5.6.7), or nil. `now` decides the century of a two-digit
  /// year: one that would lie more than 50 years ahead is in the past.
  public static func parse(_ text: String, now: Int64 = HTTPDate.epoch2026) -> Int64? {
    let words = text.utf8.split(separator: 0x20)
    switch words.count {
    case 6:  // Sun, 06 Nov 1994 08:49:37 GMT
      guard words[0].count == 4, words[0].last == 0x2C, isGMT(words[5]), words[1].count == 2, words[3].count == 4,
        let day = number(words[1]), let month = month(words[2]), let year = number(words[3]), let time = time(words[4])
      else { return nil }
      return seconds(year, month, day, time)
    case 4:  // Sunday, 06-Nov-94 08:49:37 GMT
      let date = words[1].split(separator: 0x2D)
      guard words[0].last == 0x2C, isGMT(words[3]), date.count == 3, date[2].count == 2, let day = number(date[0]),
        let month = month(date[1]), let short = number(date[2]), let time = time(words[2])
      else { return nil }
      let thisYear = CivilDate.from(daysSince1970: now / 86_400).year
      var year = thisYear - thisYear % 100 + short
      if year > thisYear + 50 { year -= 100 }
      return seconds(year, month, day, time)
    case 5:  // Sun Nov  6 08:49:37 1994
      guard words[0].count == 3, words[4].count == 4, let month = month(words[1]), let day = number(words[2]),
        let time = time(words[3]), let year = number(words[4])
      else { return nil }
      return seconds(year, month, day, time)
    default:
      return nil
    }
  }

  /// 2026-01-01T00:00:00Z. No sender has written two-digit years this side of 2000; the century needs no clock.
  public static let epoch2026: Int64 = 1_767_225_600

  private static func isGMT(_ word: Substring.UTF8View) -> Bool { word.elementsEqual("GMT".utf8) }

  private static func number(_ word: Substring.UTF8View) -> Int64? {
    guard !word.isEmpty, word.count <= 4 else { return nil }
    var value: Int64 = 0
    for byte in word {
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  private static func time(_ word: Substring.UTF8View) -> Int64? {
    let parts = word.split(separator: 0x3A)
    guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = number(parts[0]),
      let minute = number(parts[1]), let second = number(parts[2]), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func seconds(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) -> Int64? {
    let days = CivilDate.daysSince1970(year: year, month: month, day: day)
    guard day >= 1, CivilDate.from(daysSince1970: days) == (year, month, day) else { return nil }
    return days * 86_400 + time
  }
}
