/// The rules of a place's clocks: how far they are from UTC at each moment.
public struct TimeZone: Sendable, Equatable {
  /// The time that clocks show for a while.
  package struct Period: Sendable, Equatable {
    /// Seconds east of UTC.
    package let offset: Int
    /// "CET", or "+0530" where the place has no letters for it.
    package let abbreviation: String
  }

  /// All that holds there, behind one reference: zones are handed around with every request.
  private final class Rules: Sendable {
    let name: String
    let transitions: [Int]
    let periods: [Period]
    let first: Period
    let rule: TimeZoneRule?

    init(_ name: String, _ transitions: [Int], _ periods: [Period], _ first: Period, _ rule: TimeZoneRule?) {
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
  ///   - transitions: the moments from which on another period holds, in seconds since 1970-01-01T00:00:00Z, in order.
  ///   - periods: by position among `transitions`: what holds from then on.
  ///   - first: before the first transition.
  ///   - rule: after the last transition; nil: the last period goes on.
  init(name: String, transitions: [Int], periods: [Period], first: Period, rule: TimeZoneRule?) {
    rules = Rules(name, transitions, periods, first, rule)
  }

  /// IANA's, such as "Europe/Berlin".
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
    // The first transition that is still to come.
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : periods[low - 1]
  }

  /// The day that the place's calendars show; nil where no calendar date has its year.
  package func day(at seconds: Int) -> CalendarDate? {
    let (local, isOver) = seconds.addingReportingOverflow(period(at: seconds).offset)
    return isOver ? nil : CalendarDate(unixSeconds: local)
  }
}

/// A moment as the clocks of a place show it.
package struct LocalTime: Sendable {
  package let day: CalendarDate
  /// Since midnight, as the clock shows it.
  package let second: Int
  package let period: TimeZone.Period

  /// Nil where no calendar date has its year.
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
  /// "CET"; a place without letters is named by its distance, "UTC+05:30".
  fileprivate var shownName: String {
    abbreviation.utf8.allSatisfy { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      ? abbreviation : "UTC\(distance)"
  }

  /// `+05:30`; the seconds of a place's own time, as of old, are left out.
  fileprivate var distance: String { (offset < 0 ? "-" : "+") + clock(abs(offset)) }
}

/// `HH:MM` of seconds since midnight.
private func clock(_ seconds: Int) -> String { "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))" }

private func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
