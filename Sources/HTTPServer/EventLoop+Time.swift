import Glibc
import HTTPCore

extension EventLoop {
  /// Time until the next deadline, rounded up so that it has passed by then; -1 if there is none.
  func waitMilliseconds() -> Int32 {
    if !answered.isEmpty || hasJobs { return 0 }
    let next = min(nextSweep, listenAgain, drainDeadline)
    guard next != .never else { return -1 }
    let milliseconds = (next.since(time) + 999_999) / 1_000_000
    return Int32(clamping: milliseconds)
  }

  /// Looks at every deadline. That is some microseconds for a thousand connections, and it happens only when the
  /// earliest deadline known has passed, at most once in `sweepPause`: cheaper than a queue of timers that every request
  /// would have to touch.
  func sweep() {
    for case let channel? in channels where channel.conversation.deadline <= time { expire(channel) }
    var next = Instant.never
    for case let channel? in channels { next = min(next, channel.conversation.deadline) }
    nextSweep = next == .never ? .never : max(next, time + EventLoop.sweepPause)
  }

  private func expire(_ channel: Channel) {
    switch channel.conversation.expire(at: time) {
    case nil:
      return
    case .refuse(let fault):
      refuse(channel, fault: fault)
    case .giveUp:
      // Whatever the site still answers is for nobody.
      channel.serial &+= 1
      respond(to: channel, with: errorPage(.serviceUnavailable, for: channel))
    case .close:
      return close(channel)
    case .reset:
      Socket.forgetUnsent(channel.descriptor)
      return close(channel)
    }
    drive(channel)
  }

  /// Stops accepting and closes idle connections; requests in progress are finished.
  func beginDrain() {
    // Who is in the kernel's queue believes to be connected; where another process listens on the same sockets, that one
    // lets them in.
    var passes = 0
    while isListening, !handsOver, passes < EventLoop.lastAcceptPassLimit, acceptAll() { passes += 1 }
    isDraining = true
    stopListening()
    for case let channel? in channels {
      channel.conversation.drain(at: time)
      // A request may lie in the kernel's buffer: look once, close only if there is none.
      channel.isExhausted = false
      drive(channel)
    }
    nextSweep = time
  }

  /// Accepting ends, however fast they come: this often, as many as a turn takes.
  private static let lastAcceptPassLimit = 256
  private static let sweepPause = Interval(.milliseconds(20))
}

/// The Date line (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private(set) var bytes: [UInt8] = []
  private var second: Int64 = .min

  mutating func refresh() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    let now = Int64(time.tv_sec)
    guard now != second else { return }
    second = now
    bytes = Array("Date: \(HTTPDate.format(now))\r\n".utf8)
  }
}
