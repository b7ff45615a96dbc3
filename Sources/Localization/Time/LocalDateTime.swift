import Support

/// A day and a time of day in whole minutes, by the clocks of some place.
package struct LocalDateTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let day: CalendarDate
  /// Minutes since midnight, 0 to 1439.
  package let minute: Int

  /// `nil` if the day has no such minute.
  package init?(_ day: CalendarDate, minute: Int) {
    guard 0..<24 * 60 ~= minute else { return nil }
    self.day = day
    self.minute = minute
  }

  /// Exactly `YYYY-MM-DDTHH:MM` (HTML's valid normalized local date and time string without seconds).
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      let day = CalendarDate(parsing: String(decoding: bytes[..<10], as: UTF8.self))
    else { return nil }
    let (hours, minutes) = (bytes[11..<13], bytes[14..<16])
    guard (hours + minutes).allSatisfy(ASCII.isDigit), let hour = Int(String(decoding: hours, as: UTF8.self)),
      let minute = Int(String(decoding: minutes, as: UTF8.self)), hour < 24, minute < 60
    else { return nil }
    self.init(day, minute: hour * 60 + minute)
  }

  /// Minutes since 1970-01-01T00:00 of the same clock.
  package var minutes: Int { day.daysSince1970 * 24 * 60 + minute }

  /// - Parameter minutes: since 1970-01-01T00:00; the result is `nil` if the year is out of range.
  package init?(minutes: Int) {
    let minute = (minutes % (24 * 60) + 24 * 60) % (24 * 60)
    guard let day = CalendarDate(unixSeconds: minutes * 60) else { return nil }
    self.init(day, minute: minute)
  }

  /// `YYYY-MM-DDTHH:MM`
  package var description: String {
    String(upTo: 16) { writer in
      day.write(to: &writer)
      writer.append("T")
      writer.append(decimal: minute / 60, digits: 2)
      writer.append(":")
      writer.append(decimal: minute % 60, digits: 2)
    }
  }

  package static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { (a.day, a.minute) < (b.day, b.minute) }
}

/// A moment, and the place by whose clocks it is shown.
package struct Moment: Sendable, Equatable {
  /// The time that the clocks of the place show.
  package let local: LocalDateTime
  package let zone: TimeZone

  /// - Parameter seconds: since 1970-01-01T00:00:00Z; the result is `nil` if the year is out of range.
  package init?(_ seconds: Int, in zone: TimeZone) {
    guard let time = LocalTime(seconds, in: zone), let local = LocalDateTime(time.day, minute: time.second / 60) else {
      return nil
    }
    self.local = local
    self.zone = zone
  }

  /// Midnight of a day in UTC, for when only the day is known.
  package init(_ day: CalendarDate) {
    local = LocalDateTime(day, minute: 0) ?? LocalDateTime.first
    zone = .utc
  }
}

extension LocalDateTime {
  fileprivate static let first = LocalDateTime(checked: .last)
  private init(checked day: CalendarDate) { (self.day, minute) = (day, 0) }
}

/// How often the clocks of a place show a time: they skip an hour in spring and repeat one in autumn.
package enum ClockReading: Sendable, Equatable {
  case once
  /// Never, or twice: with the last minute before all such times and the first one after them.
  case never(before: LocalDateTime, after: LocalDateTime)
  case twice(before: LocalDateTime, after: LocalDateTime)
}

extension TimeZone {
  private static let daySeconds = 86_400

  /// The moments at which the clocks show a time, in seconds since 1970, from the first to the last. For a time that they skip, the
  /// moment at which they are set forward.
  /// - Parameter minutes: `LocalDateTime.minutes`
  package func seconds(ofLocalMinutes minutes: Int) -> ClosedRange<Int> {
    let local = minutes * 60
    // No place is more than a day from UTC, and none changes its clocks twice within two days.
    let offsets = [period(at: local - Self.daySeconds).offset, period(at: local + Self.daySeconds).offset]
    let moments = offsets.map { local - $0 }.filter { $0 + period(at: $0).offset == local }
    guard let first = moments.min(), let last = moments.max() else {
      // Between the two readings of a skipped time.
      var (low, high) = (local - Self.daySeconds, local + Self.daySeconds)
      while high - low > 1 {
        let middle = (low + high) / 2
        if period(at: middle).offset == offsets[0] { low = middle } else { high = middle }
      }
      return high...high
    }
    return first...last
  }

  /// How often the clocks show a time.
  package func reading(of time: LocalDateTime) -> ClockReading {
    let local = time.minutes * 60
    // No place is more than a day from UTC, and none changes its clocks twice within two days.
    let (start, end) = (local - Self.daySeconds, local + Self.daySeconds)
    let (first, second) = (period(at: start).offset, period(at: end).offset)
    guard first != second else { return .once }
    var (low, high) = (start, end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if period(at: middle).offset == first { low = middle } else { high = middle }
    }
    // The second offset holds from this moment on. The clocks change from the first of these times to the second.
    let (old, new) = (high + first, high + second)
    guard min(old, new)..<max(old, new) ~= local,
      let before = LocalDateTime(minutes: (min(old, new) - 1).flooredMinutes),
      let after = LocalDateTime(minutes: -(-max(old, new)).flooredMinutes)
    else { return .once }
    return new > old ? .never(before: before, after: after) : .twice(before: before, after: after)
  }
}

extension Int {
  /// Seconds as whole minutes, rounded down.
  fileprivate var flooredMinutes: Int { self >= 0 ? self / 60 : -((59 - self) / 60) }
}
