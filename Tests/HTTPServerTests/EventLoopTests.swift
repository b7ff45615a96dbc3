import Glibc
import HTTPCore
import Support
import Testing

@testable import HTTPServer

/// A loop whose turns and clock the test drives.
@Suite("Event loop")
struct EventLoopTests {
  private let driven: DrivenLoop
  private var loop: EventLoop { driven.loop }

  init() throws { driven = try DrivenLoop() }

  @Test("deadlines count from when bytes arrived, not from when the loop began to wait")
  func afterSilence() throws {
    driven.wait(3600)
    let client = try Client(port: driven.port)
    #expect(loop.round())
    #expect(loop.channelCount == 1)
    for _ in 0..<2 {
      // Shorter than the idle deadline; two such times are longer than the deadline of a head.
      driven.wait(9)
      try client.send("GET / HTTP/1.1\r\nHost: h\r\n")
      #expect(loop.round())
      driven.wait(9)
      try client.send("\r\n")
      #expect(loop.round())
      #expect(try client.answer().status == 200)
    }
  }

  @Test("a late head is answered with 408 in the turn that notices it")
  func late() throws {
    let client = try Client(port: driven.port)
    try client.send("GET /")
    #expect(loop.round())
    driven.pass(11)
    #expect(try client.answer().status == 408)
    #expect(try client.isClosed())
  }

  @Test("a reused descriptor does not get the events of its previous connection")
  func generations() throws {
    let first = try Client(port: driven.port)
    #expect(loop.round())
    let stale = try #require(loop.channels.compactMap { $0 }.first)
    loop.close(stale)
    let second = try Client(port: driven.port)
    #expect(loop.round())
    let fresh = try #require(loop.channels.compactMap { $0 }.first)
    #expect(fresh.token != stale.token)
    #expect(loop.channel(stale.token) == nil)
    #expect(loop.channel(fresh.token) === fresh)
    first.close()
    second.close()
  }

  @Test("the answers of a turn are written together, or earlier if the turn takes long")
  func collectedAnswers() throws {
    let (watch, clock) = (Watch(), DrivenLoop.Clock())
    let driven = try DrivenLoop(clock: clock) { request in
      watch.look()
      if request.path == "/slow" { clock.pass(Interval(.milliseconds(2))) }
      return Response(status: .ok)
    }
    let clients = try (1...5).map { count in
      let client = try Client(port: driven.port)
      #expect(driven.turns { driven.loop.channelCount == count })
      return client
    }
    watch.descriptors.withLock { $0 = clients.map { $0.descriptor } }
    for (number, client) in clients.enumerated() {
      try client.send("GET /\(number == 2 ? "slow" : "") HTTP/1.1\r\nHost: h\r\n\r\n")
    }
    driven.turn()
    #expect(watch.answered.withLock { $0 } == [0, 0, 0, 3, 4])
    for client in clients { #expect(try client.answer().status == 200) }
    watch.answered.withLock { $0 = [] }
    for client in clients { try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
    driven.turn()
    #expect(watch.answered.withLock { $0 } == [0, 0, 0, 0, 0])
    for client in clients { #expect(try client.answer().status == 200) }
  }

  /// Records how many clients could read a response, each time that a request is handled.
  private final class Watch: Sendable {
    let descriptors = Lock([Int32]())
    let answered = Lock([Int]())

    func look() {
      var entries = descriptors.withLock { $0.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }
      let count = poll(&entries, nfds_t(entries.count), 0)
      answered.withLock { $0.append(Int(count)) }
    }
  }
}
