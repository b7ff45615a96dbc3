import HTTPCore
import Support
import Testing

@testable import HTTPServer

/// Request content that goes to a receiver while it arrives.
@Suite("Streaming")
struct StreamingTests {
  /// Keeps the blocks that it receives.
  private final class Receiver: ContentReceiver {
    let byteLimit: Int
    /// Holds the receiver back; `nil` if nothing does.
    private let gate: Gate?
    private let content = Lock<[[UInt8]]>([])
    private let heldBytes: Int

    init(byteLimit: Int = 1 << 20, heldBytes: Int = 0, gate: Gate? = nil) {
      (self.byteLimit, self.heldBytes, self.gate) = (byteLimit, heldBytes, gate)
    }

    var blocks: [[UInt8]] { content.withLock { $0 } }

    func receive(_ block: [UInt8]) async -> Int {
      content.withLock { $0.append(block) }
      await gate?.pass()
      return heldBytes
    }

    func finish(_ request: Request) async -> Request {
      var request = request
      request.body = Array("\(blocks.joined().count) bytes".utf8)
      return request
    }
  }

  private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  /// Bodies in memory are limited to 1000 bytes; posts to "/files" are streamed.
  private func loop(_ receiver: @escaping @Sendable () -> Receiver, heldBytes: Int = 1 << 20) throws -> DrivenLoop {
    try DrivenLoop(
      ServerConfiguration(limits: MessageLimits(bodyByteLimit: 1000), heldByteLimit: heldBytes),
      screen: { $0.path == "/no" ? Response(status: .notFound) : nil },
      receive: { $0.path == "/files" ? receiver() : nil })
  }

  private func head(_ fields: String, to path: String = "/files") -> [UInt8] {
    Array("POST \(path) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n".utf8)
  }

  private static func chunked(_ content: [UInt8], by size: Int) -> [UInt8] {
    var body: [UInt8] = []
    for start in stride(from: 0, to: content.count, by: size) {
      let chunk = content[start..<min(start + size, content.count)]
      body += Array(String(chunk.count, radix: 16).utf8) + [13, 10] + chunk + [13, 10]
    }
    return body + Array("0\r\n\r\n".utf8)
  }

  /// Sends in pieces, so that the loop can read each one.
  private func send(_ bytes: [UInt8], from client: Client, to driven: DrivenLoop) throws {
    for start in stride(from: 0, to: bytes.count, by: 50_000) {
      try client.send(Array(bytes[start..<min(start + 50_000, bytes.count)]))
      driven.loop.queue.wake()
      driven.turn()
    }
  }

  private func answer(
    _ client: Client, _ driven: DrivenLoop, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Client.Answer {
    try #require(try driven.turns { try client.hasAnswer() }, sourceLocation: sourceLocation)
    return try client.answer()
  }

  @Test("content arrives in blocks in any framing, and the connection continues", arguments: [0, 10, 4096, 200_000])
  func blocks(chunkSize: Int) throws {
    let receiver = Receiver()
    let driven = try loop { receiver }
    let client = try Client(port: driven.port)
    let request =
      chunkSize == 0
      ? head("Content-Length: \(Self.content.count)") + Self.content
      : head("Transfer-Encoding: chunked") + Self.chunked(Self.content, by: chunkSize)
    try send(request, from: client, to: driven)
    #expect(try answer(client, driven).text.hasSuffix(" 300000 bytes"))
    #expect(receiver.blocks.joined().elementsEqual(Self.content))
    #expect(receiver.blocks.dropLast().allSatisfy { 64 * 1024...128 * 1024 ~= $0.count })
    try client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try answer(client, driven).text.hasPrefix("GET /next"))
    #expect(driven.loop.service.held.takenBytes == 0)
  }

  @Test("only content with a receiver may be larger than a body in memory")
  func limits() throws {
    let driven = try loop { Receiver(byteLimit: 100_000) }
    func status(_ request: [UInt8]) throws -> Int {
      let client = try Client(port: driven.port)
      try send(request, from: client, to: driven)
      return try answer(client, driven).status
    }
    #expect(try status(head("Content-Length: 1001", to: "/length")) == 413)
    #expect(try status(head("Content-Length: 1001\r\nExpect: 100-continue", to: "/length")) == 413)
    #expect(try status(head("Transfer-Encoding: chunked", to: "/length") + Array("3e9\r\n".utf8)) == 413)
    #expect(try status(head("Content-Length: 1000000", to: "/no")) == 404)
    #expect(try status(head("Content-Length: 100001")) == 413)
    #expect(try status(head("Content-Length: 9223372036854775807")) == 413)
    let large = Self.chunked(Array(Self.content[..<100_001]), by: 50_000)
    #expect(try status(head("Transfer-Encoding: chunked") + large) == 413)
    #expect(try status(head("Content-Length: 100000") + Self.content[..<100_000]) == 200)
    #expect(driven.loop.service.held.takenBytes == 0)
  }

  @Test("a client that waits for 100 Continue gets it, and sends its content")
  func continues() throws {
    let driven = try loop { Receiver() }
    let client = try Client(port: driven.port)
    try client.send(head("Content-Length: 100000\r\nExpect: 100-continue"))
    #expect(try answer(client, driven).status == 100)
    try send(Array(Self.content[..<100_000]), from: client, to: driven)
    #expect(try answer(client, driven).text.hasSuffix(" 100000 bytes"))
  }

  @Test("while a receiver takes a block, nothing more is read, and other clients are answered")
  func backPressure() async throws {
    let gate = Gate()
    let receiver = Receiver(gate: gate)
    let driven = try loop { receiver }
    let client = try Client(port: driven.port)
    try client.send(head("Content-Length: \(Self.content.count)") + Self.content[..<200_000])
    #expect(driven.turns { receiver.blocks.count == 1 })
    for _ in 0..<20 {
      driven.loop.queue.wake()
      driven.turn()
    }
    #expect(receiver.blocks.count == 1)
    let other = try Client(port: driven.port)
    try other.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try answer(other, driven).text.hasPrefix("GET /other"))
    gate.open()
    try client.send(Array(Self.content[200_000...]))
    #expect(try answer(client, driven).text.hasSuffix(" 300000 bytes"))
    #expect(receiver.blocks.joined().elementsEqual(Self.content))
  }

  @Test("a connection that ends early releases its receiver", arguments: [true, false])
  func endsEarly(whileTaking: Bool) async throws {
    let gate = Gate()
    if !whileTaking { gate.open() }
    weak let weakReceiver: Receiver?
    let driven: DrivenLoop
    do {
      let receiver = Receiver(gate: gate)
      weakReceiver = receiver
      let kept = Lock<Receiver?>(receiver)
      driven = try loop {
        kept.withLock { receiver in
          defer { receiver = nil }
          return receiver ?? Receiver()
        }
      }
    }
    let client = try Client(port: driven.port)
    try client.send(head("Content-Length: \(Self.content.count)") + Self.content[..<100_000])
    #expect(driven.turns { weakReceiver?.blocks.count == 1 })
    client.close()
    gate.open()
    #expect(driven.turns { weakReceiver == nil })
    #expect(driven.turns { driven.loop.channelCount == 0 })
    #expect(driven.loop.service.held.takenBytes == 0)
  }

  @Test("memory that a receiver holds counts, and its request is refused if there is no room")
  func budget() throws {
    let driven = try loop({ Receiver(heldBytes: 400_000) }, heldBytes: 500_000)
    let client = try Client(port: driven.port)
    try send(head("Content-Length: \(Self.content.count)") + Self.content, from: client, to: driven)
    #expect(try answer(client, driven).status == 503)
    #expect(driven.loop.service.held.takenBytes == 0)
  }
}

/// Response content that is read while it is sent.
@Suite("Streamed responses")
struct StreamTests {
  private static let byteCount = 900_000

  /// A response that is read in pieces of 100,000 bytes.
  private static func response(readableCount: Int = .max) -> Response {
    var response = Response()
    response.stream = ContentStream(byteCount: byteCount) { offset in
      await Task.yield()
      return offset >= readableCount ? nil : [UInt8](repeating: 1, count: min(100_000, byteCount - offset))
    }
    return response
  }

  /// Reads `end` bytes, or until the connection ends.
  private func read(_ client: Client, _ driven: DrivenLoop, until end: Int) throws -> (count: Int, isClosed: Bool) {
    var (count, isClosed) = (0, false)
    _ = try driven.turns {
      while try !isClosed && client.hasAnswer() {
        do {
          let got = try client.discard(1 << 16)
          (count, isClosed) = (count + got, got == 0)
        } catch Client.Failure.broken {
          isClosed = true
        }
      }
      return isClosed || count >= end
    }
    return (count, isClosed)
  }

  @Test("a stream is sent completely, and then the next request is answered")
  func whole() throws {
    let driven = try DrivenLoop(respond: { request in
      #expect(request.takesStream)
      return request.path == "/next" ? Response(contentType: "a/b", text: "next") : Self.response()
    })
    let client = try Client(port: driven.port)
    try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nHEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
    let head = try read(client, driven, until: Self.byteCount + 200)
    // The heads of two responses, but only one content.
    #expect(Self.byteCount + 150...Self.byteCount + 400 ~= head.count)
    try client.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
    try #require(try driven.turns { try client.hasAnswer() })
    #expect(try client.answer().text == "next")
  }

  @Test("a stream that cannot be read to its end breaks the connection")
  func broken() throws {
    let driven = try DrivenLoop(respond: { _ in Self.response(readableCount: 500_000) })
    let client = try Client(port: driven.port)
    try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    let (count, isClosed) = try read(client, driven, until: Self.byteCount)
    #expect(isClosed)
    #expect(count < Self.byteCount)
  }
}
