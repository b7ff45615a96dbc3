import Support

/// The rule for all future years, as in the last line of a zone file and in the variable `TZ` (POSIX.1-2024, 8.3):
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule: Sendable, Equatable {
  /// A yearly change between the two times.
  struct Change: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// A day from 1 to 365; 29 February is not counted.
      case julian(Int)
      /// A day from 0 to 365.
      case ordinal(Int)
      /// The week's weekday of a month; week 5 is the last. Sunday is 0.
      case weekday(Int, week: Int, month: Int)
    }
    let day: Day
    /// Seconds on the clock before the change; RFC 9636 allows up to a week before or after.
    let second: Int
  }

  let standard: TimeZone.Period
  /// `nil`: the same time all year.
  let summer: (period: TimeZone.Period, begin: Change, end: Change)?

  func period(at seconds: Int) -> TimeZone.Period {
    guard let summer else { return standard }
    // Beyond all calendars, where any year will do.
    let seconds = min(max(seconds, -100_000_000_000), 300_000_000_000)
    let local = Int64(seconds + standard.offset)
    let days = (local >= 0 ? local : local - 86_399) / 86_400
    let year = CivilDate.from(daysSince1970: days).year
    let begin = summer.begin.seconds(in: year) - standard.offset
    let end = summer.end.seconds(in: year) - summer.period.offset
    let isSummer = begin < end ? begin <= seconds && seconds < end : !(end <= seconds && seconds < begin)
    return isSummer ? summer.period : standard
  }

  static func == (a: TimeZoneRule, b: TimeZoneRule) -> Bool {
    a.standard == b.standard && a.summer?.period == b.summer?.period && a.summer?.begin == b.summer?.begin
      && a.summer?.end == b.summer?.end
  }
}

extension TimeZoneRule.Change {
  /// The time of the change in a year, on the clock before the change, in seconds since 1970-01-01T00:00:00.
  fileprivate func seconds(in year: Int64) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let newYear = CivilDate.days(to: year, month: 1, day: 1)
    let day: Int64
    switch self.day {
    case .julian(let number): day = newYear + Int64(number) - (isLeap && number >= 60 ? 0 : 1)
    case .ordinal(let number): day = newYear + Int64(number)
    case .weekday(let weekday, let week, let month):
      let first = CivilDate.days(to: year, month: Int64(month), day: 1)
      let next =
        month == 12
        ? CivilDate.days(to: year + 1, month: 1, day: 1) : CivilDate.days(to: year, month: Int64(month) + 1, day: 1)
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var found = first + (Int64(weekday) - firstWeekday + 7) % 7 + Int64(week - 1) * 7
      if found >= next { found -= 7 }
      day = found
    }
    return Int(day) * 86_400 + second
  }
}

extension TimeZoneRule {
  /// `nil` if the text is not a rule.
  init?(_ text: some Sequence<UInt8>) {
    var reader = RuleReader(rest: Array(text)[...])
    guard let name = reader.name(), let west = reader.time(hourLimit: 24) else { return nil }
    standard = TimeZone.Period(offset: -west, abbreviation: name)
    guard !reader.rest.isEmpty else {
      summer = nil
      return
    }
    guard let summerName = reader.name() else { return nil }
    var offset = standard.offset + 3600
    if let next = reader.rest.first, next != UInt8(ascii: ",") {
      guard let west = reader.time(hourLimit: 24) else { return nil }
      offset = -west
    }
    // Without dates, those of the United States apply (as in the C library).
    if reader.rest.isEmpty { reader.rest = Array(",M3.2.0,M11.1.0".utf8)[...] }
    guard let begin = reader.change(), let end = reader.change(), reader.rest.isEmpty else { return nil }
    summer = (TimeZone.Period(offset: offset, abbreviation: summerName), begin, end)
  }
}

/// Reads a rule from its beginning.
private struct RuleReader {
  var rest: ArraySlice<UInt8>

  private mutating func takes(_ character: Character) -> Bool {
    guard let byte = character.asciiValue, rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// A name: three or more letters, or what is between `<` and `>`.
  mutating func name() -> String? {
    let isQuoted = takes("<")
    let name = rest.prefix { byte in
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      let isSign =
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      return isLetter || isQuoted && isSign
    }
    guard 3...16 ~= name.count else { return nil }
    rest = rest.dropFirst(name.count)
    if isQuoted, !takes(">") { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  mutating func number(upTo limit: Int) -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard 1...3 ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 <= limit ? $0 : nil }
  }

  /// A time `[+-]hh[:mm[:ss]]`, in seconds.
  mutating func time(hourLimit: Int) -> Int? {
    let isNegative = takes("-")
    if !isNegative { _ = takes("+") }
    guard let hours = number(upTo: hourLimit) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where takes(":") {
      guard let part = number(upTo: 59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// A change such as `,M3.5.0/2`.
  mutating func change() -> TimeZoneRule.Change? {
    guard takes(","), let day = day() else { return nil }
    guard takes("/") else { return TimeZoneRule.Change(day: day, second: 7200) }
    return time(hourLimit: 167).map { TimeZoneRule.Change(day: day, second: $0) }
  }

  private mutating func day() -> TimeZoneRule.Change.Day? {
    if takes("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
    guard takes("M") else { return number(upTo: 365).map { .ordinal($0) } }
    guard let month = number(upTo: 12), month > 0, takes("."), let week = number(upTo: 5), week > 0, takes("."),
      let weekday = number(upTo: 6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }
}
