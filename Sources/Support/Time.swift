import Glibc

/// Days of the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
package enum CivilDate {
  package static func from(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Days from 1970-01-01 to a day.
  package static func days(to year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// A point in time of the monotonic clock, until which callers wait.
package struct Deadline: Sendable {
  private let milliseconds: Int

  package init(inMilliseconds wait: Int) { milliseconds = Self.now() + wait }

  /// For poll(2); zero when it has passed.
  package var remainingMilliseconds: Int32 { Int32(clamping: max(0, milliseconds - Self.now())) }
  package var isOver: Bool { remainingMilliseconds == 0 }

  /// Waits for events of poll(2); `false` if the deadline has passed. A broken descriptor counts as ready: reading it reports
  /// the error.
  package func wait(for events: Int32, on descriptor: Int32) -> Bool {
    while true {
      var waited = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
      let count = poll(&waited, 1, remainingMilliseconds)
      if count < 0 && errno == EINTR { continue }
      return count != 0
    }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// How long to wait before the next attempt to connect: twice as long each time, up to a limit.
package struct Backoff: Sendable {
  private static let firstMilliseconds = 50
  /// The longest time until a recovered service is noticed.
  private static let waitMillisecondLimit = 2000

  private var next = firstMilliseconds

  package init() {}

  package mutating func nextMilliseconds() -> Int {
    defer { next = min(next * 2, Self.waitMillisecondLimit) }
    return next
  }

  package mutating func reset() { next = Self.firstMilliseconds }
}

/// How long something took, counted by upper bounds, as a histogram.
package struct DurationCounts: Sendable, Equatable {
  /// In microseconds.
  package static let bounds = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 1_000_000]

  /// By bound; the last one counts longer durations.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  package private(set) var nanoseconds: UInt64 = 0

  package init() {}

  package mutating func add(nanoseconds duration: UInt64) {
    let bucket = Self.bounds.firstIndex { duration <= UInt64($0) * 1000 } ?? Self.bounds.count
    counts[bucket] += 1
    nanoseconds += duration
  }

  package mutating func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    add(nanoseconds: UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000)
  }

  package static func += (sum: inout DurationCounts, part: DurationCounts) {
    for (index, count) in part.counts.enumerated() { sum.counts[index] += count }
    sum.nanoseconds += part.nanoseconds
  }
}
