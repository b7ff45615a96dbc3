import HTTPCore
import Testing

@testable import HTTPServer

/// Deadlines as clients see them. The test moves the clock.
@Suite("Slow clients")
struct DeadlineTests {
  @Test(
    "an incomplete head is answered with 408",
    arguments: ["G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: h\r\n"])
  func head(_ start: String) throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port)
    try client.send(start)
    driven.turn()
    driven.pass(9)
    #expect(try !client.hasAnswer())
    driven.pass(1)
    let answer = try client.answer()
    #expect(answer.status == 408)
    #expect(answer.fields["connection"] == "close")
    #expect(try client.isClosed())
  }

  @Test("a head's time counts from its first byte, even if the others trickle in")
  func trickle() throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port)
    try client.send("GET / HTTP/1.1\r\nX: ")
    driven.turn()
    for _ in 0..<9 {
      driven.pass(1)
      try client.send("a")
      driven.turn()
      #expect(try !client.hasAnswer())
    }
    driven.pass(1)
    #expect(try client.answer().status == 408)
  }

  @Test("a connection that sends nothing is closed without an answer")
  func silence() throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port)
    driven.turn()
    driven.pass(10)
    #expect(try client.isClosed())
  }

  @Test("a connection that idles between requests is closed without an answer")
  func idle() throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port)
    try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    driven.turn()
    #expect(try client.answer().status == 200)
    driven.pass(14)
    #expect(driven.loop.channelCount == 1)
    driven.pass(1)
    #expect(try client.isClosed())
  }

  @Test("incomplete content is answered with 408")
  func content() throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port)
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel")
    driven.turn()
    driven.pass(10)
    #expect(try client.answer().status == 408)
    #expect(try client.isClosed())
  }

  @Test("if a site does not answer in time, the client gets 503, and the late answer is discarded")
  func answer() throws {
    let gate = Gate()
    let driven = try DrivenLoop { request in
      if request.path == "/wait" { await gate.pass() }
      return Response(contentType: "text/plain", text: request.path)
    }
    let client = try Client(port: driven.port)
    try client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
    driven.turn()
    driven.pass(59)
    #expect(try !client.hasAnswer())
    driven.pass(1)
    #expect(try client.answer().status == 503)
    gate.open()
    try client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
    // The late answer is there at once; the request arrives when the kernel reports it.
    while try !client.hasAnswer() { driven.turn() }
    #expect(try client.answer().text == "/next")
  }

  @Test("a client that does not read its answer is disconnected")
  func unread() throws {
    let driven = try DrivenLoop()
    let client = try Client(port: driven.port, receiveBufferBytes: 4096)
    try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
    driven.turn()
    // What the kernel accepts at first counts as progress; then it accepts no more.
    driven.pass(10)
    #expect(driven.loop.channelCount == 1)
    driven.pass(10)
    #expect(driven.loop.channelCount == 0)
    try client.waitUntilReset()
    var received = 0
    while let count = try? client.discard(65536), count > 0 { received += count }
    #expect(received < TestSite.large.count)
  }
}
