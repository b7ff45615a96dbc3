import HTTPCore
import Testing

@testable import HTTPServer

/// Which requests and connections are admitted, how many bytes they may use, and which ones give way.
@Suite("Admission")
struct AdmissionTests {
  private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private func post(_ bytes: Int, to path: String = "/length") -> String {
    "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(bytes)\r\n\r\n"
  }

  private func loop(
    connections: Int = 1000, perAddress: Int? = nil, posts: Int? = nil, heldBytes: Int = 100_000
  ) throws -> DrivenLoop {
    try DrivenLoop(
      ServerConfiguration(
        connectionLimit: connections, addressConnectionLimit: perAddress, addressPostLimit: posts,
        heldByteLimit: heldBytes),
      screen: { $0.path == "/no" ? Response(status: .notFound) : nil })
  }

  private func client(_ driven: DrivenLoop, from: UInt8 = 1, sends text: String) throws -> Client {
    let client = try Client(port: driven.port, from: from)
    try client.send(text)
    return client
  }

  /// A client that has sent half a request, which the loop has read.
  private func half(_ driven: DrivenLoop, from: UInt8 = 1, sends text: String) throws -> Client {
    func count() -> Int { driven.loop.channels.count { $0?.conversation.isReceiving == true } }
    let before = count()
    let client = try client(driven, from: from, sends: text)
    #expect(driven.turns { count() > before })
    return client
  }

  private func answer(
    _ client: Client, _ driven: DrivenLoop, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Client.Answer {
    try #require(try driven.turns { try client.hasAnswer() }, sourceLocation: sourceLocation)
    return try client.answer()
  }

  @Test("a request refused by its head is answered before its content arrives, and its connection closes")
  func screened() throws {
    let driven = try loop()
    for head in [post(50_000, to: "/no"), "POST /no HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"] {
      let client = try Client(port: driven.port)
      try client.send(head)
      let answer = try answer(client, driven)
      #expect(answer.status == 404)
      #expect(answer.fields["connection"] == "close")
    }
    #expect(driven.loop.service.held.takenBytes == 0)
  }

  @Test("a client that waits for 100 Continue gets the refusal instead")
  func screenedExpectation() throws {
    let driven = try loop()
    let client = try Client(port: driven.port)
    try client.send("POST /no HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    #expect(try answer(client, driven).status == 404)
  }

  @Test("a complete request is answered and keeps its connection")
  func whole() throws {
    let driven = try loop()
    let client = try Client(port: driven.port)
    for _ in 0..<2 {
      try client.send(post(2, to: "/no") + "ok")
      #expect(try answer(client, driven).status == 200)
    }
  }

  @Test("content counts by its announced length, and is refused if there is no room")
  func budget() throws {
    let driven = try loop()
    let first = try half(driven, sends: post(40_000) + "a")
    let second = try half(driven, sends: post(40_000))
    #expect(driven.loop.service.held.takenBytes == 80_000)
    let third = try client(driven, sends: post(40_000))
    let refusal = try answer(third, driven)
    #expect(refusal.status == 503)
    #expect(refusal.fields["retry-after"] == "5")
    #expect(refusal.fields["connection"] == "close")
    try first.send(String(repeating: "a", count: 39_999))
    #expect(try answer(first, driven).text == "40000")
    #expect(driven.loop.service.held.takenBytes == 40_000)
    second.close()
    #expect(driven.turns { driven.loop.service.held.takenBytes == 0 })
    #expect(driven.loop.networks.values.allSatisfy { $0.heldByteCount == 0 })
    #expect(driven.loop.service.counts.values.bodies == 1)
  }

  @Test("chunks count by their announced size, and large heads count too")
  func growing() throws {
    let driven = try loop()
    let chunked = try half(
      driven, sends: "POST /length HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n7000\r\n")
    #expect(driven.loop.service.held.takenBytes == 0x7000)
    let head = try half(driven, sends: "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 20_000))")
    #expect(driven.loop.service.held.takenBytes > 0x7000 + 20_000)
    try chunked.send(String(repeating: "a", count: 0x7000) + "\r\nf0000\r\n")
    #expect(try answer(chunked, driven).status == 503)
    try head.send("\r\n\r\n")
    #expect(try answer(head, driven).status == 200)
    #expect(driven.loop.service.held.takenBytes == 0)
  }

  @Test("if memory is used up, the oldest request of the address that holds the most is refused")
  func fairBudget() throws {
    let driven = try loop()
    let oldest = try half(driven, from: 2, sends: post(40_000))
    driven.wait(1)
    let newer = try half(driven, from: 2, sends: post(40_000))
    let visitor = try client(driven, sends: post(30_000))
    #expect(try answer(oldest, driven).status == 503)
    try visitor.send(String(repeating: "a", count: 30_000))
    #expect(try answer(visitor, driven).text == "30000")
    try newer.send(String(repeating: "a", count: 40_000))
    #expect(try answer(newer, driven).text == "40000")
  }

  @Test("if connections are used up, the address that has the most loses its oldest incomplete head")
  func fairConnections() throws {
    let driven = try loop(connections: 4)
    let idle = try client(driven, sends: get)
    #expect(try answer(idle, driven).status == 200)
    let heads = try (0..<3).map { _ in
      driven.wait(1)
      return try half(driven, from: 2, sends: "GET / HT")
    }
    var visitors: [Client] = []
    for round in 0..<2 {
      let visitor = try client(driven, from: UInt8(3 + round), sends: get)
      #expect(try answer(visitor, driven).status == 200)
      visitors.append(visitor)
      #expect(try driven.turns { try heads[round].hasAnswer() })
      #expect(try heads[round].isClosed())
      // The idle connection is its address's only one, so it stays as long as another address has more.
      if round == 0 { #expect(try !idle.hasAnswer()) }
    }
    #expect(driven.loop.channelCount == 4)
    #expect(driven.loop.service.counts.values.displacedConnections == 2)
  }

  @Test("an address with too many connections loses its idle ones first")
  func idleFirst() throws {
    let driven = try loop(connections: 3)
    let idle = try client(driven, from: 2, sends: get)
    #expect(try answer(idle, driven).status == 200)
    let content = try half(driven, from: 2, sends: post(1000))
    let head = try half(driven, from: 2, sends: "GET / HT")
    let visitor = try client(driven, sends: get)
    #expect(try answer(visitor, driven).status == 200)
    #expect(try idle.isClosed())
    #expect(try !content.hasAnswer() && !head.hasAnswer())
  }

  @Test("the connections of an address are limited, and further ones get 503")
  func addressLimit() throws {
    let driven = try loop(perAddress: 2)
    let clients = try (0..<2).map { _ in try client(driven, from: 2, sends: get) }
    for client in clients { #expect(try answer(client, driven).status == 200) }
    let third = try Client(port: driven.port, from: 2)
    try third.send(get)
    let refusal = try answer(third, driven)
    #expect(refusal.status == 503)
    #expect(refusal.fields["retry-after"] == "5")
    #expect(try third.isClosed())
    #expect(try answer(try client(driven, sends: get), driven).status == 200)
    #expect(driven.loop.service.counts.values.connections == 1)
    let count = driven.loop.channelCount
    clients[0].close()
    #expect(driven.turns { driven.loop.channelCount < count })
    #expect(try answer(try client(driven, from: 2, sends: get), driven).status == 200)
  }

  @Test("the posts of an address per minute are limited; other requests are not")
  func posts() throws {
    let driven = try loop(posts: 2)
    let client = try Client(port: driven.port)
    func status(_ request: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
      try client.send(request)
      return try answer(client, driven, sourceLocation: sourceLocation).status
    }
    #expect(try status(post(1) + "a") == 200)
    // A post is counted once, even if the loop reads it in two turns.
    try client.send(post(2) + "a")
    driven.pass(0)
    #expect(try status("b") == 200)
    #expect(try status(post(1) + "a") == 429)
    #expect(try status(get) == 200)
    let other = try Client(port: driven.port, from: 2)
    try other.send(post(1) + "a")
    #expect(try answer(other, driven).status == 200)
    driven.pass(10)
    #expect(try status(get) == 200)
    driven.pass(10)
    #expect(try status(get) == 200)
    driven.pass(10)
    #expect(try status(post(1) + "a") == 200)
    #expect(driven.loop.service.counts.values.posts == 1)
  }

  @Test("addresses of one /64 count as one, and the meter's memory does not grow")
  func networks() throws {
    let meter = PostMeter(minuteLimit: 1)
    let time = Instant(nanoseconds: 1_000_000_000_000)
    func count(_ text: String) throws -> Bool { meter.admit(try #require(IPAddress(text)), at: time) }
    #expect(try count("2001:db8:0:1::1"))
    #expect(try !count("2001:db8:0:1:ffff::2"))
    #expect(try count("2001:db8:0:2::1"))
    #expect(try count("192.0.2.1"))
    #expect(try count("192.0.2.2"))
    // An address is refused only if it shares all its places in the table with others, so of a thousand hardly any is.
    let refused = (0..<1000).count { !meter.admit(IPAddress(ipv4: 0x0A00_0000 + UInt32($0)), at: time) }
    #expect(refused < 10)
  }

  @Test("an https target is refused as misdirected, unless a trusted proxy passes it on")
  func misdirected() throws {
    let request = "GET https://h/ HTTP/1.1\r\nHost: h\r\n\r\n"
    for (trusted, status) in [(false, 421), (true, 200)] {
      let driven = try DrivenLoop(ServerConfiguration(trustsProxy: trusted))
      let client = try Client(port: driven.port)
      try client.send(request)
      #expect(try answer(client, driven).status == status)
    }
  }
}
