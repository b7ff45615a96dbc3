import HTTPCore
import Support

@testable import HTTPServer

/// A loop whose turns and clock the test drives, on the test's thread.
final class DrivenLoop {
  final class Clock: Sendable {
    private let instant = Lock(Instant(nanoseconds: 1_000_000_000_000))
    var now: Instant { instant.withLock { $0 } }
    func pass(_ interval: Interval) { instant.withLock { $0 = $0 + interval } }
  }

  private let clock: Clock
  let loop: EventLoop
  let port: Int

  init(
    _ configuration: ServerConfiguration = ServerConfiguration(), clock: Clock = Clock(),
    respond: @escaping @Sendable (Request) async -> Response = TestSite.respond,
    screen: (@Sendable (Request) -> Response?)? = nil,
    receive: (@Sendable (Request) -> (any ContentReceiver)?)? = nil
  ) throws {
    self.clock = clock
    let service = Service(configuration, onExchange: nil, screen: screen, receive: receive, respond: respond)
    let listener = try Listener(Address(host: "127.0.0.1"), port: 0, host: "127.0.0.1", backlog: 16, shared: false)
    port = Int(listener.port)
    loop = EventLoop(service: service, queue: try EpollQueue(), listener: listener, now: { [clock] in clock.now })
    loop.begin()
  }

  deinit { end() }

  /// Ends the loop as its thread would.
  func end() {
    if !hasEnded { loop.end() }
    hasEnded = true
  }

  private var hasEnded = false

  /// Asks the loop to drain within this time of the test's clock.
  func drain(seconds: Int) { loop.drain(until: clock.now + Interval(.seconds(seconds))) }

  /// Runs a turn that waits for the kernel to report what the test has done before.
  /// - Returns: false if nothing is left to do.
  @discardableResult
  func turn() -> Bool { loop.round() }

  /// Runs turns until a condition holds that the test has brought about.
  /// - Returns: false if it does not hold within 20 seconds; no passing test waits that long.
  func turns(until condition: () throws -> Bool) rethrows -> Bool {
    let patience = Instant.now() + Interval(.seconds(20))
    while try !condition() {
      if Instant.now() > patience { return false }
      // A turn that finds nothing returns at once.
      loop.queue.wake()
      turn()
    }
    return true
  }

  /// Moves the clock without a turn.
  func wait(_ seconds: Int) { clock.pass(Interval(.seconds(seconds))) }

  /// Moves the clock, then runs a turn without waiting for the kernel.
  /// - Returns: false if nothing is left to do.
  @discardableResult
  func pass(_ seconds: Int) -> Bool {
    wait(seconds)
    loop.queue.wake()
    return turn()
  }
}
