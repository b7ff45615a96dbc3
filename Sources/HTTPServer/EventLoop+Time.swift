import Glibc
import HTTPCore

extension EventLoop {
  /// Milliseconds until the next deadline, rounded up so that it has passed by then; -1 if there is none.
  func waitMilliseconds() -> Int32 {
    if !answered.isEmpty || hasJobs { return 0 }
    let next = min(nextSweep, listenAgain, drainDeadline)
    guard next != .never else { return -1 }
    let milliseconds = (next.since(time) + 999_999) / 1_000_000
    return Int32(clamping: milliseconds)
  }

  /// Checks every deadline. That takes some microseconds for a thousand connections, and it happens only when the
  /// earliest known deadline has passed, at most once in `sweepPause`: cheaper than a queue of timers that every request
  /// would have to update.
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
      // An answer that the site still gives is ignored.
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
    // Clients in the kernel's queue believe that they are connected. If another process listens on the same sockets, that one accepts
    // them.
    var passes = 0
    while isListening, !handsOver, passes < EventLoop.lastAcceptPassLimit, acceptAll() { passes += 1 }
    isDraining = true
    stopListening()
    for case let channel? in channels {
      channel.conversation.drain(at: time)
      // A request may already be in the kernel's buffer: read once, and close only if there is none.
      channel.isExhausted = false
      drive(channel)
    }
    nextSweep = time
  }

  /// Accepts at most this number of times, as many connections each time as a turn allows, so that accepting ends even in a flood.
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
