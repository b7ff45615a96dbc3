import HTTPCore
import Support

@testable import HTTPServer

/// A loop whose turns and clock a test drives, on the test's own thread.
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

  /// Asks the loop to drain within these seconds of the test's clock.
  func drain(seconds: Int) { loop.drain(until: clock.now + Interval(.seconds(seconds))) }

  /// A turn that waits for the kernel to tell of something, which a test has brought about before; false when nothing is
  /// left to do.
  @discardableResult
  func turn() -> Bool { loop.round() }

  /// Turns until what a test has brought about has come; false where it does not come, which no test waits for.
  func turns(until condition: () throws -> Bool) rethrows -> Bool {
    let patience = Instant.now() + Interval(.seconds(20))
    while try !condition() {
      if Instant.now() > patience { return false }
      // A turn that finds nothing goes on at once.
      loop.queue.wake()
      turn()
    }
    return true
  }

  /// Lets time pass without a turn.
  func wait(_ seconds: Int) { clock.pass(Interval(.seconds(seconds))) }

  /// Lets time pass; then a turn that finds nothing new but the time, false when nothing is left to do.
  @discardableResult
  func pass(_ seconds: Int) -> Bool {
    wait(seconds)
    loop.queue.wake()
    return turn()
  }
}
