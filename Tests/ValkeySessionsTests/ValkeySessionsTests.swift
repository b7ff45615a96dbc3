#if Valkey
import FormSite
import Testing

@testable import ValkeySessions

@Suite("Sessions in Valkey")
struct ValkeySessionsTests {
  private static let id = "0123456789abcdef0123456789abcdef"
  private static let bytes: [UInt8] = [0, 13, 10, 255, 0, 36]

  @Test("a session is loaded unchanged, and saved only after the version from which it was made")
  func versions() async throws {
    let server = try RedisServer()
    let (one, other) = try (Self.sessions(server), Self.sessions(server))
    #expect(try await Self.answered { try await one.load(Self.id, idleSecondLimit: 3600) } == nil)

    let first = try await one.save(Self.bytes, as: Self.id, after: 0, idleSecondLimit: 3600)
    let version = try #require(Self.version(of: first))
    #expect(version > 0)
    let loaded = try await Self.answered { try await other.load(Self.id, idleSecondLimit: 3600) }
    #expect(loaded == StoredSession(bytes: Self.bytes, version: version))

    // Both continue from this version. The second one to save must load again.
    let second = try await other.save([2], as: Self.id, after: version, idleSecondLimit: 3600)
    #expect(Self.version(of: second) != nil)
    #expect(try await one.save([1], as: Self.id, after: version, idleSecondLimit: 3600) == .conflict)
    #expect(try await one.save([1], as: Self.id, after: 0, idleSecondLimit: 3600) == .conflict)
    #expect(try await one.load(Self.id, idleSecondLimit: 3600)?.bytes == [2])
    let gone = String(Self.id.reversed())
    #expect(try await one.save([1], as: gone, after: version, idleSecondLimit: 3600) == .conflict)
  }

  @Test("a save that is sent twice counts once, and is no conflict")
  func repetition() async throws {
    let server = try RedisServer()
    let client = ValkeyClient(try Self.address(server))
    func save(_ version: UInt8) -> ValkeyConnection.Command {
      ValkeySessions.save([0, 0, 0, 0, 0, 0, 0, version, 7], as: "k", after: [], idleSecondLimit: 3600)
    }
    #expect(try await Self.answered { try await client.reply(to: save(1)) } == .integer(1))
    #expect(try await client.reply(to: save(1)) == .integer(1))
    // Saved by another server that did not know the session.
    #expect(try await client.reply(to: save(2)) == .integer(0))
    #expect(try await client.reply(to: save(1)) == .integer(1))
  }

  @Test("a session has an expiry time, and each use extends it")
  func expiry() async throws {
    let server = try RedisServer()
    let sessions = try Self.sessions(server)
    let client = ValkeyClient(try Self.address(server))
    let isSaved = try await Self.answered {
      try await sessions.save([1], as: Self.id, after: 0, idleSecondLimit: 10_000)
    }
    #expect(isSaved != .conflict)
    // The seconds that are left; on a busy machine, many may have passed.
    func limit() async throws -> Int {
      let result = try await client.reply(to: ValkeyConnection.command(["TTL", "formcells:session:\(Self.id)"]))
      guard case .integer(let seconds) = result else { return -1 }
      return seconds
    }
    #expect(try await 1...10_000 ~= limit())
    _ = try await sessions.load(Self.id, idleSecondLimit: 100_000)
    #expect(try await 10_001...100_000 ~= limit())
  }

  @Test("many concurrent commands share few writes")
  func pipeline() async throws {
    let server = try RedisServer()
    let client = ValkeyClient(try Self.address(server))
    _ = try await Self.answered { try await client.reply(to: ValkeyConnection.command(["PING"])) }
    let replies = try await withThrowingTaskGroup(of: ValkeyReply.self) { group in
      for number in 0..<5000 {
        group.addTask { try await client.reply(to: ValkeyConnection.command(["ECHO", String(number)])) }
      }
      return try await group.reduce(into: Set<String>()) { texts, result in
        if case .bytes(let bytes) = result { texts.insert(String(decoding: bytes, as: UTF8.self)) }
      }
    }
    #expect(replies == Set((0..<5000).map(String.init)))
    guard case .bytes(let info) = try await client.reply(to: ValkeyConnection.command(["INFO", "stats"])) else {
      Issue.record("no statistics")
      return
    }
    let text = String(decoding: info, as: UTF8.self)
    let reads = try #require(text.firstMatch(of: #/total_reads_processed:(\d+)/#).flatMap { Int($0.output.1) })
    #expect(reads < 2500)
  }

  @Test("if a server ends or freezes, commands fail, and they work again when it is back")
  func outages() async throws {
    let server = try RedisServer()
    let sessions = try Self.sessions(server)
    _ = try await Self.answered { try await sessions.save([1], as: Self.id, after: 0, idleSecondLimit: 3600) }
    server.freeze()
    await #expect(throws: ValkeyError.self) { try await sessions.load(Self.id, idleSecondLimit: 3600) }
    server.goOn()
    #expect(try await Self.answered { try await sessions.load(Self.id, idleSecondLimit: 3600) }?.bytes == [1])
    server.kill()
    await #expect(throws: ValkeyError.self) { try await sessions.load(Self.id, idleSecondLimit: 3600) }
    try server.start()
    // The restarted server has lost everything.
    #expect(try await Self.answered { try await sessions.load(Self.id, idleSecondLimit: 3600) } == nil)
    #expect(try await sessions.save([2], as: Self.id, after: 0, idleSecondLimit: 3600) != .conflict)
    // A restart between two commands is not noticed by the client.
    server.kill()
    try server.start()
    #expect(try await Self.answered { try await sessions.load(Self.id, idleSecondLimit: 3600) } == nil)
  }

  @Test("a server that refuses writes counts as unavailable, with its reason")
  func refusals() async throws {
    let full = try RedisServer(options: ["--maxmemory", "1"])
    #expect(try await Self.reason(of: Self.sessions(full)).hasPrefix("OOM"))
    let closed = try RedisServer(options: ["--requirepass", "right"])
    #expect(try await Self.reason(of: Self.sessions(closed)).hasPrefix("NOAUTH"))
    let reason = try await Self.reason(of: Self.sessions(closed, user: ":wrong@"))
    #expect(reason.hasPrefix("WRONGPASS") && !reason.contains("wrong@"))
    let opened = try Self.sessions(closed, user: ":right@", database: 3)
    #expect(try await Self.answered { try await opened.load(Self.id, idleSecondLimit: 3600) } == nil)
  }

  @Test("a missing or wrong library is named in the error", arguments: ["libssl-none.so.3", "libz.so.1"])
  func missingLibrary(_ name: String) throws {
    let error = try #require(throws: ValkeyError.self) { try OpenSSL(name) }
    #expect(error.description.contains(name))
    _ = try OpenSSL.shared.get()
  }

  /// Repeats a question that fails, until the server has started or is back.
  private static func answered<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    for _ in 0..<600 {
      do { return try await ask() } catch is ValkeyError { try await Task.sleep(for: .milliseconds(50)) }
    }
    return try await ask()
  }

  /// The reason that the server itself reports, once it has started.
  private static func reason(of sessions: ValkeySessions) async throws -> String {
    var reason = ""
    for _ in 0..<600 {
      do {
        _ = try await sessions.load(Self.id, idleSecondLimit: 3600)
        return "nothing is wrong"
      } catch let error as ValkeyError {
        reason = error.description
        if error.kind == .refused { return reason }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    return reason
  }

  private static func sessions(_ server: RedisServer, user: String = "", database: Int = 0) throws -> ValkeySessions {
    try ValkeySessions(try address(server, user: user, database: database))
  }

  private static func address(_ server: RedisServer, user: String = "", database: Int = 0) throws -> ValkeyAddress {
    try #require(ValkeyAddress("valkey://\(user)127.0.0.1:\(server.port)/\(database)"))
  }

  private static func version(of outcome: SaveOutcome) -> UInt64? {
    if case .saved(let version) = outcome { version } else { nil }
  }
}

@Suite("Addresses of Valkey")
struct ValkeyAddressTests {
  @Test("all parts of an address are read")
  func parts() throws {
    let full = try #require(ValkeyAddress("valkeys://ada:p%40ss%3A@[::1]:7000/12?ca=/etc/my%20ca.pem"))
    #expect(full.host == "::1" && full.port == 7000 && full.database == 12 && full.usesTLS)
    #expect(full.user == "ada" && full.password == "p@ss:" && full.authorities == "/etc/my ca.pem")
    let short = try #require(ValkeyAddress("redis://:secret@cache"))
    #expect(short.host == "cache" && short.port == 6379 && short.database == 0 && !short.usesTLS)
    #expect(short.user == nil && short.password == "secret" && short.authorities == nil)
    #expect(try #require(ValkeyAddress("rediss://cache/")).usesTLS)
  }

  @Test(
    "invalid addresses are refused",
    arguments: [
      "valkey:", "valkey://", "valkey://:6379", "http://cache", "valkey://cache:0", "valkey://cache:65536",
      "valkey://cache:+1", "valkey://cache/-1", "valkey://cache/one", "valkey://cache/1/2", "valkey://ada@cache",
      "valkey://cache?ca=x", "valkeys://cache?cert=x", "valkey://cache:", "valkey://ada:secret@\u{35F}cache",
    ])
  func wrong(_ text: String) { #expect(ValkeyAddress(text) == nil) }
}
#endif
