import FormSite
import Glibc
import Support
import Synchronization
import TestSupport
import Testing

@testable import Answers

/// Who may see the answers, and for how long.
@Suite("Sign-in")
struct SignInTests {
  private final class Clock: Sendable {
    let seconds = Atomic(1000)
  }

  private final class Door: Sendable {
    let folder: TemporaryFolder
    let clock = Clock()
    let signIn: SignIn

    init() throws {
      folder = try TemporaryFolder()
      let users = UserFile(data: folder.path)
      try users.update { users in
        users["grace"] = User(name: "grace", hash: try Yescrypt.hash("a dozen letters"), forms: nil)
        users["alan"] = User(name: "alan", hash: try Yescrypt.hash("another dozen"), forms: ["expense"])
      }
      signIn = SignIn(
        users: users, uptime: { [clock] in clock.seconds.load(ordering: .relaxed) },
        random: { Environment.system.random() })
    }

    deinit { folder.remove() }

    func change(_ body: (inout [String: User]) throws -> Void) throws { try UserFile(data: folder.path).update(body) }

    func enter(_ name: String = "grace", _ password: String = "a dozen letters", from address: String = "192.0.2.1")
      async throws -> SignIn.Outcome
    {
      try await signIn.signIn(name: name, password: password, from: address)
    }

    func session(_ name: String = "grace", _ password: String = "a dozen letters") async throws -> Token {
      guard case .done(let session) = try await enter(name, password) else { throw NobodyEntered() }
      return session
    }

    func pass(_ seconds: Int) { clock.seconds.add(seconds, ordering: .relaxed) }
  }

  private struct NobodyEntered: Error {}

  @Test("The right password begins a session with the user's forms")
  func enters() async throws {
    let door = try Door()
    let user = try door.signIn.user(of: try await door.session("ALAN", "another dozen"))
    #expect(user?.name == "alan")
    #expect(user?.maySee("expense") == true)
    #expect(user?.maySee("trip") == false)
  }

  @Test(
    "A wrong password, an unknown name and another user's password get the same answer",
    arguments: [
      ("grace", "a dozen letterz"), ("grace", ""), ("bob", "a dozen letters"), ("grace", "another dozen"), ("", ""),
    ])
  func wrong(_ name: String, _ password: String) async throws {
    #expect(try await Door().enter(name, password) == .wrong)
  }

  @Test("After five wrong passwords each attempt has to wait longer, also one with the right password")
  func slowed() async throws {
    let door = try Door()
    var waits: [Int] = []
    for _ in 0..<10 {
      var outcome = try await door.enter("grace", "wrong")
      if case .wait(let seconds) = outcome {
        waits.append(seconds)
        #expect(try await door.enter() == .wait(seconds: seconds))
        door.pass(seconds)
        outcome = try await door.enter("grace", "wrong")
      }
      #expect(outcome == .wrong)
    }
    #expect(waits == [1, 2, 4, 8, 16])
    door.pass(32)
    _ = try await door.session()
    #expect(try await door.enter("grace", "wrong") == .wrong)
  }

  @Test("Guesses for one name from many addresses are slowed, by at most half a minute")
  func slowedByName() async throws {
    let door = try Door()
    var longest = 0
    for address in 0..<40 {
      var outcome = try await door.enter("grace", "wrong", from: "192.0.2.\(address)")
      while case .wait(let seconds) = outcome {
        longest = max(longest, seconds)
        door.pass(seconds)
        outcome = try await door.enter("grace", "wrong", from: "192.0.2.\(address)")
      }
    }
    #expect(longest == 30)
  }

  @Test("Guesses for many names from one address are slowed; other addresses are not")
  func slowedByAddress() async throws {
    let door = try Door()
    for name in 0..<5 { _ = try await door.enter("bob\(name)", "wrong") }
    #expect(try await door.enter("bob9", "wrong") == .wait(seconds: 1))
    guard case .done = try await door.enter(from: "198.51.100.7") else { throw NobodyEntered() }
  }

  @Test("A session ends by sign-out, after hours, by a password change, and when its user is removed")
  func ends() async throws {
    let door = try Door()
    let first = try await door.session()
    door.signIn.signOut(first)
    #expect(try door.signIn.user(of: first) == nil)

    let idle = try await door.session()
    door.pass(8 * 3600 - 1)
    #expect(try door.signIn.user(of: idle) != nil)
    door.pass(8 * 3600)
    #expect(try door.signIn.user(of: idle) == nil)

    let old = try await door.session()
    for _ in 0..<5 {
      door.pass(5 * 3600 - 720)
      _ = try door.signIn.user(of: old)
    }
    #expect(try door.signIn.user(of: old) == nil)

    let changed = try await door.session()
    try door.change { $0["grace"]?.hash = try Yescrypt.hash("a third password") }
    #expect(try door.signIn.user(of: changed) == nil)

    let removed = try await door.session("grace", "a third password")
    try door.change { $0["grace"] = nil }
    #expect(try door.signIn.user(of: removed) == nil)
  }

  @Test("If the file of users cannot be read, nobody can sign in")
  func unreadable() async throws {
    let door = try Door()
    let session = try await door.session()
    door.folder.write("users", Array("grace".utf8))
    await #expect(throws: UserFileError.self) { try await door.enter() }
    #expect(throws: UserFileError.self) { try door.signIn.user(of: session) }
  }

  @Test("Guesses from one IPv6 network are slowed like those from one address")
  func network() {
    var meter = GuessMeter()
    let waits = (0..<12).map { meter.begin(name: "user\($0)", address: "2001:db8:1:2::\($0)", now: 0) }
    #expect(waits.prefix(5).allSatisfy { $0 == nil } && waits.last.flatMap(\.self) != nil)
    #expect(meter.begin(name: "other", address: "2001:db8:1:3::1", now: 0) == nil)
  }

  @Test("The number of remembered guesses is limited")
  func bounded() {
    var meter = GuessMeter()
    for number in 0..<60_000 { _ = meter.begin(name: "user\(number)", address: "\(number)", now: number / 100) }
    #expect(1...20_000 ~= meter.recordCount)
  }
}
