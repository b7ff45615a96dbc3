import HTTPCore
import Testing

@testable import HTTPServer

@Suite("Draining")
struct DrainTests {
  @Test("a drain finishes running requests, closes idle connections and accepts no new ones")
  func drain() async throws {
    let gate = Gate()
    // Only the drain may end connections, however slow the machine is.
    let patient = Deadlines(idle: .seconds(100_000), answer: .seconds(100_000))
    let server = Server(ServerConfiguration(port: 0, loops: 1, deadlines: patient)) { request in
      if request.path == "/wait" { await gate.pass() }
      return Response(contentType: "text/plain", text: request.path)
    }
    try server.start()
    let idle = try Client(port: server.port)
    #expect(try idle.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    let busy = try Client(port: server.port)
    try busy.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
    await gate.arrivals()
    let drained = DispatchedDrain(server)
    // The drain closes the idle connection, so it has begun by now.
    #expect(try idle.isClosed())
    gate.open()
    let answer = try busy.answer()
    #expect(answer.text == "/wait")
    #expect(answer.fields["connection"] == "close")
    #expect(try busy.isClosed())
    busy.close()
    drained.join()
    #expect(server.connectionCount == 0)
    #expect(throws: Client.Failure.self) { _ = try Client(port: server.port) }
  }

  @Test("a handler that never ends does not delay a drain beyond its limit")
  func limit() throws {
    let gate = Gate()
    let driven = try DrivenLoop { _ in
      await gate.pass()
      return Response()
    }
    let client = try Client(port: driven.port)
    try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    driven.turn()
    driven.drain(seconds: 10)
    #expect(driven.pass(9))
    #expect(!driven.pass(1))
    driven.end()
    #expect(try client.isClosed())
    gate.open()
  }

  @Test("a drain ends with its last connection, not at its deadline")
  func early() throws {
    let driven = try DrivenLoop()
    // A new, unused connection: it gets a moment to send, then the drain ends, an hour before its deadline.
    let fresh = try Client(port: driven.port)
    driven.turn()
    driven.drain(seconds: 3600)
    #expect(driven.pass(1))
    #expect(!driven.pass(1))
    #expect(try fresh.isClosed())
  }

  @Test("a connection accepted while others were answered has its moment from then on")
  func whileOthers() throws {
    let clock = DrivenLoop.Clock()
    let driven = try DrivenLoop(clock: clock) { request in
      if request.path == "/long" { clock.pass(Interval(.seconds(3))) }
      return Response(contentType: "text/plain", text: request.path)
    }
    let busy = try Client(port: driven.port)
    driven.pass(0)
    // The kernel reports first the descriptor that it reported last, here the listener (epoll(7)).
    driven.pass(0)
    try busy.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n")
    let fresh = try Client(port: driven.port)
    driven.pass(0)
    driven.drain(seconds: 3600)
    driven.pass(0)
    driven.pass(1)
    try fresh.send("GET /short HTTP/1.1\r\nHost: h\r\n\r\n")
    driven.pass(0)
    #expect(try fresh.answer().text == "/short")
  }

  @Test("a port in use is an error, even if the loops of a server share it")
  func taken() async throws {
    try await withServer(loops: 2) { first in
      let second = Server(ServerConfiguration(port: UInt16(first.port), loops: 2), respond: TestSite.respond)
      #expect(throws: ServerError.cannotListen(host: "127.0.0.1", port: UInt16(first.port), code: 98)) {
        try second.start()
      }
      #expect(throws: ServerError.alreadyStarted) { try first.start() }
    }
  }

  @Test("a host may be a name or an IPv4 or IPv6 address", arguments: ["127.0.0.1", "localhost", "::1", "[::1]", "::"])
  func hosts(_ host: String) throws {
    let server = Server(ServerConfiguration(host: host, port: 0, loops: 1), respond: TestSite.respond)
    try server.start()
    #expect(server.port > 0)
    server.drain()
  }

  @Test("an unknown host is an error")
  func unknownHost() {
    let server = Server(ServerConfiguration(host: "256.1.1.1.", port: 0), respond: TestSite.respond)
    #expect(throws: ServerError.unknownHost("256.1.1.1.")) { try server.start() }
  }
}
