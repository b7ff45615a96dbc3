import Dispatch

/// Holds threads until it is opened.
final class Gate: Sendable {
  private let turnstile = DispatchSemaphore(value: 0)
  func open() { turnstile.signal() }
  func pass() {
    turnstile.wait()
    turnstile.signal()
  }
}
