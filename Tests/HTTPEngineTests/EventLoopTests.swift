import HTTPMessage
import Synchronization
import Testing

@testable import HTTPEngine

/// A loop whose turns and clock the test drives.
@Suite("Event loop")
struct EventLoopTests {
  private final class Clock: Sendable {
    private let instant = Mutex(Instant(nanoseconds: 1_000_000_000_000))
    var now: Instant { instant.withLock { $0 } }
    func pass(_ seconds: Int) { instant.withLock { $0 = $0 + Interval(.seconds(seconds)) } }
  }

  private let clock = Clock()
  private let loop: EventLoop
  private let port: Int

  init() throws {
    let service = Service(ServerConfiguration(), onExchange: nil, respond: TestSite.respond)
    let listener = try Listener(
      Address(host: "127.0.0.1"), port: 0, host: "127.0.0.1", backlog: 16, shared: false)
    port = Int(listener.port)
    loop = EventLoop(service: service, queue: try EpollQueue(), listener: listener, now: { [clock] in clock.now })
    loop.begin()
  }

  @Test("deadlines count from what came, not from when the loop began to wait for it")
  func afterSilence() throws {
    defer { loop.end() }
    clock.pass(3600)
    let client = try Client(port: port)
    #expect(loop.round())
    #expect(loop.channelCount == 1)
    for _ in 0..<2 {
      // Less than the time to idle, more than the time of a head.
      clock.pass(9)
      try client.send("GET / HTTP/1.1\r\nHost: h\r\n")
      #expect(loop.round())
      clock.pass(9)
      try client.send("\r\n")
      #expect(loop.round())
      #expect(try client.answer().status == 200)
    }
  }

  @Test("a head that is late is answered 408 by the turn that finds it")
  func late() throws {
    defer { loop.end() }
    let client = try Client(port: port)
    try client.send("GET /")
    #expect(loop.round())
    clock.pass(11)
    loop.queue.wake()
    #expect(loop.round())
    #expect(try client.answer().status == 408)
    #expect(try client.isClosed())
  }

  @Test("a descriptor's next connection does not get the events of the one before")
  func generations() throws {
    defer { loop.end() }
    let first = try Client(port: port)
    #expect(loop.round())
    let stale = try #require(loop.channels.compactMap { $0 }.first)
    loop.close(stale)
    let second = try Client(port: port)
    #expect(loop.round())
    let fresh = try #require(loop.channels.compactMap { $0 }.first)
    #expect(fresh.token != stale.token)
    #expect(loop.channel(stale.token) == nil)
    #expect(loop.channel(fresh.token) === fresh)
    first.close()
    second.close()
  }
}
