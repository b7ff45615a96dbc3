import Glibc

/// How long a peer may take. Without these limits, idle clients could block the server.
public struct Deadlines: Sendable, Equatable {
  /// From a request's first octet (or the connection's opening) to the end of its head, in total: sending a byte now and then does
  /// not extend it. A slow phone needs a second.
  package var head: Duration
  /// For the whole content of a request. Streamed content gets one more second for each `streamedBytesPerSecond` received: 30 MB from
  /// a slow phone may take more than an hour, but a peer that sends only a byte now and then gets no more time than others.
  package var content: Duration
  /// Streamed content that is slower than this on average ends with `content`. 2G has 6 to 25 KB/s.
  package var streamedBytesPerSecond = 4096
  /// In each window of this length the peer must send, or accept, `progressBytes`.
  package var progress: Duration
  /// Bytes in each `progress` window, or the rest if that is less. A modem's speed, far below any phone's.
  package var progressBytes: Int
  /// Between requests on a persistent connection. Browsers open a new one without the visitor noticing.
  package var idle: Duration
  /// From a whole request to its answer; after that, 503. Longer than any working disk or store takes.
  package var answer: Duration
  /// After a last answer: how long to wait for the peer to read it and close (RFC 9112 §9.6).
  package var linger: Duration

  /// - Parameters:
  ///   - head: from a request's first byte (or the connection's opening) to the end of its head.
  ///   - content: for the whole content of a request; content that is streamed to the disk gets more time as it arrives.
  ///   - progress: in each window of this length the peer must send, or accept, `progressBytes`.
  ///   - progressBytes: bytes in each window of `progress`.
  ///   - idle: between requests on a persistent connection.
  ///   - answer: from a whole request to its answer; after that, 503.
  ///   - linger: after a last answer, until the peer has closed.
  public init(
    head: Duration = .seconds(10), content: Duration = .seconds(120), progress: Duration = .seconds(10),
    progressBytes: Int = 1024, idle: Duration = .seconds(15), answer: Duration = .seconds(60),
    linger: Duration = .seconds(2)
  ) {
    self.head = head
    self.content = content
    self.progress = progress
    self.progressBytes = progressBytes
    self.idle = idle
    self.answer = answer
    self.linger = linger
  }
}

/// `Deadlines` in the units of the loop.
struct Pace: Sendable {
  var head: Interval
  var content: Interval
  var streamedBytesPerSecond: Int
  var progress: Interval
  var progressBytes: Int
  var idle: Interval
  var answer: Interval
  var linger: Interval
  /// The time that an unused connection gets when the server drains: its first request may be on the way.
  var drainGrace = Interval(.milliseconds(500))
  /// The least time that an unused connection gets from its opening: a lost packet is sent again after a second (RFC 6298 §2.1).
  var firstRequestGrace = Interval(.seconds(2))

  init(_ deadlines: Deadlines) {
    head = Interval(deadlines.head)
    content = Interval(deadlines.content)
    streamedBytesPerSecond = max(1, deadlines.streamedBytesPerSecond)
    progress = Interval(deadlines.progress)
    progressBytes = deadlines.progressBytes
    idle = Interval(deadlines.idle)
    answer = Interval(deadlines.answer)
    linger = Interval(deadlines.linger)
  }
}

/// A point of the monotonic clock in nanoseconds. A plain value, so that tests can choose it.
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

  /// Nanoseconds since an earlier point; zero if that point is later.
  func since(_ earlier: Instant) -> UInt64 { nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0 }
}

/// A length of time in nanoseconds, converted once from `Duration`, whose arithmetic is 128 bits wide.
struct Interval: Sendable {
  var nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

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
