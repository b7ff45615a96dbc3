import HTTPEngine
import HTTPMessage
import Testing

/// Deadlines of some milliseconds; the client waits for what the server does, never for a time.
@Suite("Slow clients")
struct DeadlineTests {
  private let short = Duration.milliseconds(60)

  @Test(
    "a head that does not come is answered 408",
    arguments: ["G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: h\r\n"])
  func head(_ start: String) async throws {
    try await withServer(deadlines: Deadlines(head: short)) { server in
      let client = try Client(port: server.port)
      let answer = try client.exchange(start)
      #expect(answer.status == 408)
      #expect(answer.fields["connection"] == "close")
      #expect(try client.isClosed())
    }
  }

  @Test("a head's time is counted from its first octet, however the others trickle")
  func trickle() async throws {
    // However many octets come within the deadline, they are not too many.
    try await withServer(limits: MessageLimits(fieldByteLimit: 1 << 30), deadlines: Deadlines(head: short)) { server in
      let client = try Client(port: server.port)
      // Each octet is sent as fast as it goes; a server that counted from the last one would never end this.
      try client.send("GET / HTTP/1.1\r\nX: ")
      while (try? client.send("a")) != nil, try !client.hasAnswer() {}
      #expect(try client.answer().status == 408)
    }
  }

  @Test("a connection that says nothing is closed without a word")
  func silence() async throws {
    try await withServer(deadlines: Deadlines(head: short)) { server in
      let client = try Client(port: server.port)
      #expect(try client.isClosed())
    }
  }

  @Test("a connection that idles between requests is closed without a word")
  func idle() async throws {
    try await withServer(deadlines: Deadlines(idle: short)) { server in
      let client = try Client(port: server.port)
      #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
      #expect(try client.isClosed())
    }
  }

  @Test("content that does not come is answered 408")
  func content() async throws {
    try await withServer(deadlines: Deadlines(progress: short)) { server in
      let client = try Client(port: server.port)
      let answer = try client.exchange("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel")
      #expect(answer.status == 408)
      #expect(try client.isClosed())
    }
  }

  @Test("a site that does not answer is answered for with 503, and its late answer is for nobody")
  func answer() async throws {
    let gate = Gate()
    try await withServer(
      deadlines: Deadlines(answer: short),
      respond: { request in
        if request.path == "/wait" { await gate.pass() }
        return Response(contentType: "text/plain", text: request.path)
      }
    ) { server in
      let client = try Client(port: server.port)
      #expect(try client.exchange("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n").status == 503)
      gate.open()
      #expect(try client.exchange("GET /next HTTP/1.1\r\nHost: h\r\n\r\n").text == "/next")
    }
  }

  @Test("a client that does not read its answer is cut off")
  func unread() async throws {
    try await withServer(deadlines: Deadlines(progress: short)) { server in
      let client = try Client(port: server.port, receiveBufferBytes: 4096)
      try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
      try client.waitUntilReset()
      var received = 0
      while let count = try? client.discard(65536), count > 0 { received += count }
      #expect(received < TestSite.large.count)
    }
  }
}
