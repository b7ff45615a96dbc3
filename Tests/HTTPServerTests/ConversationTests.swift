import HTTPCore
import Testing

@testable import HTTPServer

/// A conversation without a socket, with a clock that stands still until it is set.
@Suite("Conversation")
struct ConversationTests {
  private var conversation: Conversation
  private var now = Instant(nanoseconds: 1_000_000_000_000)

  init() {
    conversation = Conversation(limits: MessageLimits(), pace: Pace(Deadlines()), now: now)
  }

  private mutating func receive(_ text: String) {
    Array(text.utf8).withUnsafeBytes { conversation.received($0, at: now) }
  }

  /// The next action, if every request is admitted and there is enough memory.
  private mutating func next() -> Action {
    while true {
      switch conversation.next(at: now) {
      case .screen: _ = conversation.takeRequest()
      case .reserve: conversation.reserved(conversation.wantedBytes)
      case let action: return action
      }
    }
  }

  private mutating func pass(_ seconds: Int) { now = now + Interval(.seconds(seconds)) }

  private mutating func writeAll() { conversation.wrote(conversation.output.count, at: now) }

  private mutating func answer(_ response: Response = Response(contentType: "text/plain", text: "x")) {
    conversation.respond(with: response, dateLine: [], at: now)
  }

  @Test("a request is read, answered and written, and then the next one is read")
  mutating func round() {
    #expect(conversation.next(at: now) == .read)
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    #expect(conversation.takeRequest()?.path == "/")
    #expect(conversation.next(at: now) == .wait)
    answer()
    #expect(conversation.next(at: now) == .write)
    writeAll()
    #expect(conversation.next(at: now) == .read)
    #expect(conversation.isIdle)
  }

  @Test("the next request waits until the previous answer is ready")
  mutating func order() {
    receive("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    #expect(conversation.takeRequest()?.path == "/1")
    #expect(conversation.next(at: now) == .wait)
    answer()
    #expect(conversation.next(at: now) == .respond)
    #expect(conversation.takeRequest()?.path == "/2")
  }

  @Test("a large answer is written before the next request is handled")
  mutating func backpressure() {
    receive("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    answer(Response(contentType: "text/plain", body: [UInt8](repeating: 0, count: 100_000)))
    #expect(conversation.next(at: now) == .write)
    conversation.wrote(50_000, at: now)
    #expect(conversation.next(at: now) == .write)
    writeAll()
    #expect(conversation.next(at: now) == .respond)
  }

  private func streamed(_ byteCount: Int) -> Response {
    var response = Response()
    response.stream = ContentStream(byteCount: byteCount) { _ in nil }
    return response
  }

  @Test("a stream is read in pieces, each after the previous one is written")
  mutating func stream() {
    receive("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    answer(streamed(250))
    #expect(conversation.next(at: now) == .write)
    #expect(String(decoding: conversation.output.run, as: UTF8.self).contains("Content-Length: 250\r\n"))
    for (offset, count) in [(0, 100), (100, 100), (200, 50)] {
      writeAll()
      #expect(conversation.next(at: now) == .fetch)
      let taken = conversation.takeStream(at: now)
      #expect(taken?.stream.byteCount == 250)
      #expect(taken?.offset == offset)
      #expect(conversation.next(at: now) == .wait)
      #expect(!conversation.isIdle)
      let isTaken = conversation.fetched([UInt8](repeating: 1, count: count), at: now)
      #expect(isTaken)
      #expect(conversation.output.count == count)
      #expect(conversation.next(at: now) == .write)
      conversation.wrote(10, at: now)
      #expect(conversation.next(at: now) == .write)
    }
    writeAll()
    #expect(conversation.next(at: now) == .respond)
    #expect(conversation.takeRequest()?.path == "/2")
  }

  @Test("a piece that is missing, empty or too large ends the connection", arguments: [nil, 0, 251])
  mutating func wrongPiece(count: Int?) {
    receive("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    answer(streamed(250))
    writeAll()
    #expect(conversation.next(at: now) == .fetch)
    _ = conversation.takeStream(at: now)
    let isTaken = conversation.fetched(count.map { [UInt8](repeating: 1, count: $0) }, at: now)
    #expect(!isTaken)
  }

  @Test("a piece that takes too long ends the connection, as does a client that reads nothing")
  mutating func slowStream() {
    receive("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    answer(streamed(250_000))
    writeAll()
    #expect(conversation.next(at: now) == .fetch)
    _ = conversation.takeStream(at: now)
    pass(59)
    #expect(conversation.expire(at: now) == nil)
    pass(2)
    #expect(conversation.expire(at: now) == .reset)
    let isTaken = conversation.fetched([UInt8](repeating: 1, count: 200_000), at: now)
    #expect(isTaken)
    #expect(conversation.next(at: now) == .write)
    pass(11)
    #expect(conversation.expire(at: now) == .reset)
  }

  @Test("the answer to HEAD has a stream's length, and does not read the stream")
  mutating func headOfStream() {
    receive("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    answer(streamed(250))
    #expect(String(decoding: conversation.output.run, as: UTF8.self).contains("Content-Length: 250\r\n"))
    writeAll()
    #expect(conversation.next(at: now) == .read)
    #expect(conversation.isIdle)
  }

  @Test("after a refusal is written, the client has a moment to read it before the connection closes")
  mutating func refusal() {
    receive("GET / HTTP/9.9\r\n")
    #expect(conversation.next(at: now) == .refuse(.unsupportedVersion))
    answer(ErrorAnswer.plain(.httpVersionNotSupported))
    #expect(conversation.next(at: now) == .write)
    writeAll()
    #expect(conversation.next(at: now) == .linger)
    #expect(conversation.next(at: now) == .read)
    pass(3)
    #expect(conversation.expire(at: now) == .close)
  }

  @Test("a client that sends more than 8 MiB after a refusal lingers too long")
  mutating func lingersTooLong() {
    receive("GET / HTTP/9.9\r\n")
    _ = conversation.next(at: now)
    answer(ErrorAnswer.plain(.badRequest))
    _ = conversation.next(at: now)
    writeAll()
    _ = conversation.next(at: now)
    let megabyte = String(repeating: "a", count: 1_048_576)
    for _ in 0..<8 { receive(megabyte) }
    #expect(!conversation.lingersTooLong)
    receive("a")
    #expect(conversation.lingersTooLong)
  }

  @Test("a head has ten seconds in total, even if bytes keep arriving")
  mutating func headDeadline() {
    receive("G")
    for octet in "ET / HTTP" {
      #expect(conversation.next(at: now) == .read)
      pass(1)
      #expect(conversation.expire(at: now) == nil)
      receive(String(octet))
    }
    pass(1)
    #expect(conversation.expire(at: now) == .refuse(.tooSlow))
    answer(ErrorAnswer.plain(.requestTimeout))
    #expect(conversation.next(at: now) == .write)
    #expect(conversation.isEnding)
  }

  @Test("content may be slow as long as it makes progress")
  mutating func progress() {
    receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
    for _ in 0..<5 {
      #expect(next() == .read)
      pass(10)
      receive(String(repeating: "a", count: 1024))
      #expect(next() == .read)
      #expect(conversation.expire(at: now) == nil)
    }
    pass(10)
    receive("a")
    #expect(next() == .read)
    #expect(conversation.expire(at: now) == .refuse(.tooSlow))
  }

  @Test("content has two minutes in total")
  mutating func contentDeadline() {
    receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
    var expiry: Expiry?
    var seconds = 0
    while expiry == nil && seconds < 1000 {
      #expect(next() == .read)
      pass(10)
      seconds += 10
      receive(String(repeating: "a", count: 2048))
      #expect(next() == .read)
      expiry = conversation.expire(at: now)
    }
    #expect(expiry == .refuse(.tooSlow))
    #expect(seconds == 120)
  }

  /// Begins a request whose content is streamed.
  private mutating func stream(_ bytes: Int) {
    conversation = Conversation(limits: MessageLimits(), pace: Pace(Deadlines()), asksForReceiver: true, now: now)
    receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(bytes)\r\n\r\n")
    #expect(conversation.next(at: now) == .screen)
    conversation.stream(byteLimit: bytes, at: now)
  }

  /// Sends at this rate until all content has arrived or the time is over.
  /// - Returns: the seconds that it took, and why it ended early.
  private mutating func send(_ bytes: Int, perSecond rate: Int) -> (seconds: Int, expiry: Expiry?) {
    let piece = String(repeating: "a", count: rate * 10)
    var (seconds, sent) = (0, 0)
    while sent < bytes {
      var action = next()
      while action == .receive {
        _ = conversation.takeBlock()
        conversation.receiverTookBlock(heldBytes: 0, at: now)
        action = next()
      }
      #expect(action == .read)
      pass(10)
      seconds += 10
      sent += piece.utf8.count
      receive(String(piece.prefix(piece.utf8.count - max(0, sent - bytes))))
      if next() == .read, let expiry = conversation.expire(at: now) { return (seconds, expiry) }
    }
    return (seconds, nil)
  }

  @Test("streamed content may take more than an hour at the rate of a slow phone")
  mutating func slowPhone() {
    stream(30_000_000)
    #expect(send(30_000_000, perSecond: 5000) == (6000, nil))
  }

  @Test("streamed content that only trickles is refused after little more than two minutes")
  mutating func trickle() {
    stream(30_000_000)
    #expect(send(30_000_000, perSecond: 200) == (130, .refuse(.tooSlow)))
  }

  @Test("a receiver's time does not count as the sender's, and is limited to a minute")
  mutating func slowReceiver() {
    stream(1_000_000)
    for _ in 0..<10 {
      receive(String(repeating: "a", count: 70_000))
      #expect(next() == .receive)
      _ = conversation.takeBlock()
      #expect(next() == .wait)
      pass(59)
      #expect(conversation.expire(at: now) == nil)
      conversation.receiverTookBlock(heldBytes: 0, at: now)
      #expect(next() == .read)
    }
    pass(9)
    #expect(conversation.expire(at: now) == nil)
    receive(String(repeating: "a", count: 70_000))
    #expect(next() == .receive)
    pass(60)
    #expect(conversation.expire(at: now) == .giveUp)
    answer(ErrorAnswer.plain(.serviceUnavailable))
    #expect(conversation.next(at: now) == .write)
    #expect(conversation.isEnding)
  }

  @Test("a connection that idles for fifteen seconds between requests is closed without an answer")
  mutating func idle() {
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = conversation.next(at: now)
    answer()
    _ = conversation.next(at: now)
    writeAll()
    #expect(conversation.next(at: now) == .read)
    pass(14)
    #expect(conversation.expire(at: now) == nil)
    pass(1)
    #expect(conversation.expire(at: now) == .close)
  }

  @Test("a second request's head has its own ten seconds")
  mutating func secondHead() {
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = conversation.next(at: now)
    answer()
    _ = conversation.next(at: now)
    writeAll()
    #expect(conversation.next(at: now) == .read)
    pass(12)
    receive("GET ")
    #expect(conversation.next(at: now) == .read)
    pass(9)
    #expect(conversation.expire(at: now) == nil)
    pass(1)
    #expect(conversation.expire(at: now) == .refuse(.tooSlow))
  }

  @Test("an answer that nobody reads is given up; one that is read slowly is not")
  mutating func write() {
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = conversation.next(at: now)
    answer(Response(contentType: "text/plain", body: [UInt8](repeating: 0, count: 100_000)))
    for _ in 0..<3 {
      #expect(conversation.next(at: now) == .write)
      pass(10)
      conversation.wrote(2000, at: now)
      #expect(conversation.expire(at: now) == nil)
    }
    #expect(conversation.next(at: now) == .write)
    pass(10)
    conversation.wrote(1, at: now)
    #expect(conversation.expire(at: now) == .reset)
  }

  @Test("a site has a minute to answer")
  mutating func site() {
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(conversation.next(at: now) == .respond)
    pass(59)
    #expect(conversation.expire(at: now) == nil)
    pass(1)
    #expect(conversation.expire(at: now) == .giveUp)
  }

  @Test("while the server drains, each answer is the last of its connection")
  mutating func drain() {
    receive("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = conversation.next(at: now)
    conversation.drain(at: now)
    answer()
    #expect(conversation.isEnding)
    #expect(String(decoding: conversation.output.run, as: UTF8.self).contains("Connection: close\r\n"))
  }

  @Test("while the server drains, a new connection keeps a moment for its request")
  mutating func drainFresh() {
    conversation.drain(at: now)
    pass(1)
    #expect(conversation.expire(at: now) == nil)
    pass(1)
    #expect(conversation.expire(at: now) == .close)
  }

  @Test("an old connection that was never used delays a drain by at most a second")
  mutating func drainUnused() {
    pass(5)
    conversation.drain(at: now)
    #expect(conversation.expire(at: now) == nil)
    pass(1)
    #expect(conversation.expire(at: now) == .close)
  }

  @Test("a client that ends its input within a request gets a refusal")
  mutating func truncated() {
    receive("GET /")
    conversation.inputEnded()
    #expect(conversation.next(at: now) == .refuse(.inputEndedEarly))
    answer(ErrorAnswer.plain(.badRequest))
    #expect(conversation.next(at: now) == .write)
    writeAll()
    #expect(conversation.next(at: now) == .close)
  }

  @Test("100 Continue is sent before content is read")
  mutating func continues() {
    receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
    #expect(next() == .write)
    #expect(conversation.output.run == ResponseWriter.continueLine)
    writeAll()
    #expect(next() == .read)
    receive("x")
    #expect(next() == .respond)
  }
}
