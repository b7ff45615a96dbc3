/// A time zone: the offset of a place's clocks from UTC at each moment.
public struct TimeZone: Sendable, Equatable {
  /// The offset and name during one period.
  package struct Period: Sendable, Equatable {
    /// Seconds east of UTC.
    package let offset: Int
    /// "CET", or "+0530" if the place has no abbreviation.
    package let abbreviation: String
  }

  /// All rules behind one reference, because requests copy zones often.
  private final class Rules: Sendable {
    let name: String
    let transitions: [Int]
    let periods: [Period]
    let first: Period
    let rule: TimeZoneRule?

    init(_ name: String, transitions: [Int], periods: [Period], first: Period, rule: TimeZoneRule?) {
      self.name = name
      self.transitions = transitions
      self.periods = periods
      self.first = first
      self.rule = rule
    }
  }

  private let rules: Rules

  /// - Parameters:
  ///   - name: IANA's, such as "Europe/Berlin".
  ///   - transitions: the moments at which a new period begins, in seconds since 1970-01-01T00:00:00Z, in order.
  ///   - periods: the period that begins at each transition.
  ///   - first: the period before the first transition.
  ///   - rule: applies after the last transition; `nil`: the last period never ends.
  init(name: String, transitions: [Int], periods: [Period], first: Period, rule: TimeZoneRule?) {
    rules = Rules(name, transitions: transitions, periods: periods, first: first, rule: rule)
  }

  /// The name in IANA's database, such as "Europe/Berlin".
  package var name: String { rules.name }
  var transitions: [Int] { rules.transitions }
  var periods: [Period] { rules.periods }
  var first: Period { rules.first }
  var rule: TimeZoneRule? { rules.rule }

  /// Coordinated Universal Time.
  public static let utc = TimeZone(
    name: "UTC", transitions: [], periods: [], first: Period(offset: 0, abbreviation: "UTC"), rule: nil)

  public static func == (a: TimeZone, b: TimeZone) -> Bool {
    a.rules === b.rules
      || a.name == b.name && a.transitions == b.transitions && a.periods == b.periods && a.first == b.first
        && a.rule == b.rule
  }

  /// The period at a moment.
  /// - Parameter seconds: since 1970-01-01T00:00:00Z.
  package func period(at seconds: Int) -> Period {
    guard let last = transitions.last else { return rule?.period(at: seconds) ?? first }
    if seconds >= last, let rule { return rule.period(at: seconds) }
    // Finds the first later transition.
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : periods[low - 1]
  }

  /// The day at the place; `nil` if the year is out of range.
  package func day(at seconds: Int) -> CalendarDate? {
    let (local, isOver) = seconds.addingReportingOverflow(period(at: seconds).offset)
    return isOver ? nil : CalendarDate(unixSeconds: local)
  }
}

/// The local time of a place at a moment.
package struct LocalTime: Sendable {
  package let day: CalendarDate
  /// Seconds since midnight by the clock.
  package let second: Int
  package let period: TimeZone.Period

  /// `nil` if the year is out of range.
  package init?(_ seconds: Int, in zone: TimeZone) {
    period = zone.period(at: seconds)
    let (local, isOver) = seconds.addingReportingOverflow(period.offset)
    guard !isOver, let day = CalendarDate(unixSeconds: local) else { return nil }
    self.day = day
    second = (local % 86_400 + 86_400) % 86_400
  }

  /// For people: "January 31, 2026, 1:00 PM CET".
  package func text(in dates: DateFormat) -> String {
    "\(dates.text(day, hour: second / 3600, minute: second / 60 % 60)) \(period.shownName)"
  }

  /// RFC 3339, for machines: `2026-01-31T13:00:00+01:00`.
  package var iso8601: String {
    "\(day)T\(clock(second)):\(padded(second % 60))\(period.offset == 0 ? "Z" : period.distance)"
  }
}

extension TimeZone.Period {
  /// "CET"; or the offset, "UTC+05:30", if there is no abbreviation.
  fileprivate var shownName: String {
    abbreviation.utf8.allSatisfy { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      ? abbreviation : "UTC\(distance)"
  }

  /// `+05:30`; the seconds of historical local times are dropped.
  fileprivate var distance: String { (offset < 0 ? "-" : "+") + clock(abs(offset)) }
}

/// Seconds since midnight as `HH:MM`.
private func clock(_ seconds: Int) -> String { "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))" }

private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

/// Reading zone files (TZif, RFC 9636, formerly RFC 8536) of any origin.
extension TimeZone {
  /// More transitions than any zone has.
  private static let transitionLimit = 4_096
  private static let headByteCount = 44

  /// `nil` if the bytes are not a zone file.
  package init?(name: String, file bytes: [UInt8]) {
    guard let head = Head(bytes, at: 0) else { return nil }
    // From version 2 on, a second block with times of eight bytes follows the first.
    guard head.version >= UInt8(ascii: "2") else {
      self.init(name: name, head: head, bytes: bytes, at: Self.headByteCount, timeByteCount: 4, rule: nil)
      return
    }
    let second = Self.headByteCount + head.byteCount(timeByteCount: 4)
    guard let head = Head(bytes, at: second) else { return nil }
    let footer = second + Self.headByteCount + head.byteCount(timeByteCount: 8)
    guard footer < bytes.count, bytes[footer] == UInt8(ascii: "\n") else { return nil }
    let text = bytes[(footer + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    guard footer + 1 + text.count < bytes.count else { return nil }
    let rule = TimeZoneRule(text)
    guard rule != nil || text.isEmpty else { return nil }
    self.init(name: name, head: head, bytes: bytes, at: second + Self.headByteCount, timeByteCount: 8, rule: rule)
  }

  /// A zone that has only a rule, as in the variable `TZ`.
  package init?(rule: String) {
    guard let read = TimeZoneRule(rule.utf8) else { return nil }
    self.init(name: rule, transitions: [], periods: [], first: read.standard, rule: read)
  }

  private init?(name: String, head: Head, bytes: [UInt8], at start: Int, timeByteCount: Int, rule: TimeZoneRule?) {
    let types = start + head.timeCount * (timeByteCount + 1)
    let letters = types + head.typeCount * 6
    var kinds: [Period] = []
    for place in stride(from: types, to: letters, by: 6) {
      let offset = Self.number(in: bytes, at: place, count: 4)
      let from = letters + Int(bytes[place + 5])
      let end = letters + head.letterCount
      // RFC 9636, 3.2: a local time differs from UTC by less than 26 hours.
      guard -89_999...93_599 ~= offset, from < end, let stop = bytes[from..<end].firstIndex(of: 0),
        let text = String(validating: bytes[from..<stop], as: UTF8.self)
      else { return nil }
      kinds.append(Period(offset: offset, abbreviation: text))
    }
    guard let first = kinds.first else { return nil }
    var transitions: [Int] = []
    var periods: [Period] = []
    for index in 0..<head.timeCount {
      let time = Self.number(in: bytes, at: start + index * timeByteCount, count: timeByteCount)
      let kind = Int(bytes[start + head.timeCount * timeByteCount + index])
      guard kinds.indices.contains(kind), transitions.last.map({ $0 < time }) ?? true else { return nil }
      transitions.append(time)
      periods.append(kinds[kind])
    }
    self.init(name: name, transitions: transitions, periods: periods, first: first, rule: rule)
  }

  /// A signed big-endian number. The place was checked before.
  private static func number(in bytes: [UInt8], at place: Int, count: Int) -> Int {
    let bits = bytes[place..<place + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return count == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }

  /// The head of a block that is complete.
  private struct Head {
    let version: UInt8
    let timeCount: Int
    let typeCount: Int
    let letterCount: Int
    private let leapCount: Int
    private let standardCount: Int
    private let universalCount: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, bytes.count - start >= TimeZone.headByteCount,
        bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      let counts = (0..<6).map { TimeZone.number(in: bytes, at: start + 20 + $0 * 4, count: 4) }
      // Each count is limited, so that no sum of them overflows.
      guard counts.allSatisfy({ 0...TimeZone.transitionLimit ~= $0 }), 1...256 ~= counts[4] else { return nil }
      (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, letterCount) = (counts[3], counts[4], counts[5])
      let timeByteCount = start == 0 ? 4 : 8
      guard bytes.count - start - TimeZone.headByteCount >= byteCount(timeByteCount: timeByteCount) else { return nil }
    }

    func byteCount(timeByteCount: Int) -> Int {
      timeCount * (timeByteCount + 1) + typeCount * 6 + letterCount + leapCount * (timeByteCount + 4) + standardCount
        + universalCount
    }
  }
}
