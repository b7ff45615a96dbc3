import Glibc

/// A point of the monotonic clock: nobody waits beyond it.
package struct Deadline: Sendable {
  private let milliseconds: Int

  package init(inMilliseconds wait: Int) { milliseconds = Self.now() + wait }

  /// For poll(2); zero once it is over.
  package var remainingMilliseconds: Int32 { Int32(clamping: max(0, milliseconds - Self.now())) }
  package var isOver: Bool { remainingMilliseconds == 0 }

  /// Waits for events of poll(2); false once the time is over. A broken descriptor is ready: reading says why.
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
