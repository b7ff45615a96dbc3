import Dispatch

/// The timers of libdispatch. It opens descriptors for them when the first one is set, and ends the process where none is left:
/// so a timer that a failing disk sets would be the end of a server whose descriptors are used up.
enum DispatchTimers {
  /// Sets a first one; returns when it fired.
  static func open() {
    let hasFired = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { hasFired.signal() }
    hasFired.wait()
  }
}
