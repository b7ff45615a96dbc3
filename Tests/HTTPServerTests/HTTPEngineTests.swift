import HTTPServer
import HTTPCore
import Support
import Testing

@Suite("A running server")
struct ServerTests {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test("an answer has Date and Content-Length, and the connection stays open")
  func persistent() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      for _ in 0..<3 {
        let answer = try client.exchange(get)
        #expect(answer.status == 200)
        #expect(answer.text == "GET /a h 127.0.0.1 ")
        #expect(
          answer.fields["date"].map {
            $0.wholeMatch(of: /[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT/) != nil
          } == true)
        #expect(answer.fields["connection"] == nil)
      }
    }
  }

  @Test("pipelined requests are answered in order, even if handlers wait")
  func pipelined() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let paths = (0..<200).map { $0 % 3 == 0 ? "/yield?\($0)" : "/x?\($0)" }
      try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
      for path in paths { #expect(try client.answer().text == "GET \(path) h 127.0.0.1 ") }
    }
  }

  @Test("every request has a unique id: in its answer, in the log, and on the page of a server error")
  func requestIDs() async throws {
    let seen = Lock<[String]>([])
    try await withServer(onExchange: { exchange in seen.withLock { $0.append(exchange.requestID) } }) { server in
      let client = try Client(port: server.port)
      var told: [String?] = []
      for path in ["/a", "/yield", "/none"] {
        told.append(try client.exchange("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n").fields["x-request-id"])
      }
      let fault = try client.exchange("GET /interim HTTP/1.1\r\nHost: h\r\n\r\n")
      let id = try #require(fault.fields["x-request-id"])
      #expect(id.wholeMatch(of: /([0-9a-z]{4}-){2}[0-9a-z]{4}/) != nil)
      #expect(fault.status == 500)
      #expect(fault.text.contains("Request id: \(id)\n"))
      let refused = try client.exchange("nonsense\r\n\r\n")
      #expect(refused.status == 400)
      #expect(!refused.text.contains("Request id"))
      told += [id, refused.fields["x-request-id"]]
      #expect(seen.withLock { $0 } == told)
      #expect(Set(told).count == 5)
    }
  }

  @Test("HEAD has the fields of GET and no content, whatever the site does")
  func head() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      var viaGet = try client.exchange("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
      var viaHead = try client.exchange("HEAD /large HTTP/1.1\r\nHost: h\r\n\r\n", isHead: true)
      viaGet.body = []
      for own in ["date", "x-request-id"] { (viaGet.fields[own], viaHead.fields[own]) = (nil, nil) }
      #expect(viaHead == viaGet)
      #expect(try client.exchange(get).status == 200)
    }
  }

  @Test("204 has no content and no length")
  func noContent() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let answer = try client.exchange("GET /none HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(answer.status == 204)
      #expect(answer.fields["content-length"] == nil)
      #expect(try client.exchange(get).status == 200)
    }
  }

  @Test("an interim status from a site is answered with 500")
  func interim() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      #expect(try client.exchange("GET /interim HTTP/1.1\r\nHost: h\r\n\r\n").status == 500)
    }
  }

  @Test("a client that waits for 100 Continue gets it before it sends its content")
  func continues() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let head = "POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
      #expect(try client.exchange(head).status == 100)
      #expect(try client.exchange("ok").text == "POST /e h 127.0.0.1 ok")
    }
  }

  @Test("each kind of bad request gets its status and a page, and the connection closes", arguments: BadRequest.all)
  func bad(_ bad: BadRequest) async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let answer = try client.exchange(bad.octets)
      #expect(answer.status == bad.status, "\(bad.octets.prefix(80))")
      #expect(answer.fields["connection"] == "close")
      #expect(answer.text.hasPrefix("\(answer.status) "))
      #expect(try client.isClosed())
    }
  }

  @Test("200,000 NULs without a line end do not bring the server down")
  func nuls() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      // The server may close the connection before everything is sent.
      try? client.send([UInt8](repeating: 0, count: 200_000))
      #expect(try client.answer().status == 400)
      let other = try Client(port: server.port)
      #expect(try other.exchange(get).status == 200)
    }
  }

  @Test("a client that sends all of a refused upload first can still read the answer")
  func lingering() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n")
      try client.send([UInt8](repeating: 0x61, count: 4_000_000))
      client.endSending()
      #expect(try client.answer().status == 413)
      #expect(try client.isClosed())
    }
  }

  @Test("a client that stops sending still gets its answer", arguments: ["/x", "/yield"])
  func halfClosed(_ path: String) async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
      client.endSending()
      #expect(try client.answer().text == "GET \(path) h 127.0.0.1 ")
      #expect(try client.isClosed())
    }
  }

  @Test("an HTTP/1.0 connection is closed, unless the client asks for keep-alive")
  func http10() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let stays = try client.exchange("GET /a HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
      #expect(stays.fields["connection"] == "keep-alive")
      #expect(try client.exchange("GET /a HTTP/1.0\r\n\r\n").fields["connection"] == "close")
      #expect(try client.isClosed())
    }
  }

  @Test("ten megabytes reach a slow reader completely, and others are served meanwhile")
  func slowReader() async throws {
    try await withServer { server in
      let slow = try Client(port: server.port, receiveBufferBytes: 4096)
      try slow.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
      let other = try Client(port: server.port)
      #expect(try other.exchange(get).status == 200)
      #expect(try slow.answer().body == TestSite.large)
      #expect(try slow.exchange(get).status == 200)
    }
  }

  @Test("a megabyte arrives completely, by length and by chunks")
  func largeBodies() async throws {
    try await withServer { server in
      let client = try Client(port: server.port)
      let body = [UInt8](repeating: 0x61, count: 1_048_576)
      try client.send("POST /length HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
      try client.send(body)
      #expect(try client.answer().text == "1048576")
      try client.send("POST /length HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<1024 { try client.send(Array("400\r\n".utf8) + body[..<1024] + Array("\r\n".utf8)) }
      try client.send("0\r\n\r\n")
      #expect(try client.answer().text == "1048576")
    }
  }

  @Test("a client that pipelines requests before it reads gets all large answers")
  func backpressure() async throws {
    try await withServer { server in
      let client = try Client(port: server.port, receiveBufferBytes: 4096)
      for _ in 0..<20 { try client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n") }
      for _ in 0..<20 { #expect(try client.answer().body.count == TestSite.large.count) }
    }
  }

  @Test("three hundred connections are served at once, on two loops")
  func many() async throws {
    try await withServer(loops: 2) { server in
      let clients = try (0..<300).map { _ in try Client(port: server.port) }
      for client in clients { try client.send(get) }
      for client in clients { #expect(try client.answer().status == 200) }
      for client in clients.reversed() { #expect(try client.exchange(get).status == 200) }
    }
  }

  @Test("at the limit, the connection that has been idle longest is closed")
  func shedding() async throws {
    try await withServer(connectionLimit: 2) { server in
      let first = try Client(port: server.port)
      #expect(try first.exchange(get).status == 200)
      let second = try Client(port: server.port)
      #expect(try second.exchange(get).status == 200)
      let third = try Client(port: server.port)
      #expect(try third.exchange(get).status == 200)
      #expect(try first.isClosed())
      #expect(try second.exchange(get).status == 200)
    }
  }

  @Test("each answer is logged, and a refusal with its reason")
  func log() async throws {
    let exchanges = Lock<[Exchange]>([])
    try await withServer(onExchange: { exchange in exchanges.withLock { $0.append(exchange) } }) { server in
      let client = try Client(port: server.port)
      _ = try client.exchange("POST /e?q HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok")
      _ = try client.exchange("GET /x HTTP/1.1\r\n\r\n")
      let seen = exchanges.withLock { $0 }
      #expect(seen.map(\.method) == ["POST", "GET"])
      #expect(seen.map(\.target) == ["/e?q", "/x"])
      #expect(seen.map(\.status) == [.ok, .badRequest])
      #expect(seen.map(\.fault) == [nil, "hostMissing"])
      #expect(seen.allSatisfy { $0.peer == "127.0.0.1" && $0.bytes > 0 && $0.durationNanoseconds > 0 })
    }
  }
}
