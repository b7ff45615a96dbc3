import Glibc

/// A point of the monotonic clock in nanoseconds. Values, so that tests bring their own.
struct Instant: Comparable, Sendable {
  var nanoseconds: UInt64

  static let never = Instant(nanoseconds: .max)

  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  static func + (instant: Instant, interval: Interval) -> Instant {
    let (sum, over) = instant.nanoseconds.addingReportingOverflow(interval.nanoseconds)
    return over ? .never : Instant(nanoseconds: sum)
  }

  /// Nanoseconds since an earlier point, zero if it is later.
  func since(_ earlier: Instant) -> UInt64 { nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0 }
}

/// A length of time in nanoseconds, converted once from `Duration`, whose arithmetic is 128 bits wide.
struct Interval: Sendable {
  var nanoseconds: UInt64

  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else {
      nanoseconds = 0
      return
    }
    let (product, over) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = over ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
  }
}
