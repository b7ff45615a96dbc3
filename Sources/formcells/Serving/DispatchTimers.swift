import Dispatch

/// The timers of libdispatch. It opens descriptors for them when the first one is set, and ends the process where none is left:
/// so a timer that a failing disk sets would be the end of a server whose descriptors are used up.
struct DispatchTimers {
  private let hasFired = DispatchSemaphore(value: 0)

  /// Sets a first one.
  init() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { [hasFired] in hasFired.signal() }
  }

  /// Returns when the first one has fired.
  func wait() { hasFired.wait() }
}
