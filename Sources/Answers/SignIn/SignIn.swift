import FormSite
import HTTPCore
package import Support

/// Who has signed in. Sessions are in memory: who signs out, has another password, or is removed, is out at once; so is everybody
/// when the server starts again.
package final class SignIn: Sendable {
  package enum Outcome: Sendable, Equatable {
    /// - `session`: the name of the new session, for the cookie.
    case done(session: Token)
    /// The name is unknown, or the password is another one: nobody is told which.
    case wrong
    /// Too many wrong passwords came from this address, or for this name: seconds until another one is looked at.
    case wait(seconds: Int)
    /// So many wait for their passwords to be compared that this one was not.
    case busy
  }

  private struct Session {
    let name: String
    /// Another password ends the session.
    let hash: String
    let start: Int
    var lastUse: Int
  }

  /// Seconds without a request, and in all.
  private static let idleSecondLimit = 8 * 3600
  private static let secondLimit = 24 * 3600
  /// Sessions at once; beyond them the one that was used longest ago ends.
  private static let sessionLimit = 1000

  private let users: UserFile
  private let uptime: @Sendable () -> Int
  private let random: @Sendable () -> (UInt64, UInt64)
  private let sessions = Lock<[Token: Session]>([:])
  private let guesses: Lock<GuessMeter>
  private let comparisons: BlockingWork<(password: String, hash: String), Result<Bool, PasswordError>>
  /// Compared with where there is no such user, so that it takes as long.
  private let nobody = Lazy { try? Yescrypt.hash("nobody has this password") }

  /// - Parameters:
  ///   - uptime: seconds of a clock that never jumps.
  ///   - random: 128 bits that nobody can guess.
  package init(
    users: UserFile, uptime: @escaping @Sendable () -> Int, random: @escaping @Sendable () -> (UInt64, UInt64)
  ) {
    (self.users, self.uptime, self.random) = (users, uptime, random)
    guesses = Lock(GuessMeter())
    comparisons = BlockingWork(concurrentLimit: 1, waitingLimit: 32) { guess in
      do throws(PasswordError) { return .success(try Yescrypt.fits(guess.password, hash: guess.hash)) } catch {
        return .failure(error)
      }
    }
  }

  /// Compares a name and a password with those of the file.
  /// - Throws: the file cannot be read, or passwords cannot be compared: nobody is let in.
  package func signIn(name: String, password: String, from address: String) async throws -> Outcome {
    let name = User.name(name) ?? ""
    let now = uptime()
    // Counted before it is compared: many at once are not looked at together.
    if let seconds = guesses.withLock({ $0.begin(name: name, address: address, now: now) }) {
      return .wait(seconds: seconds)
    }
    let user = try users.users()[name]
    guard let hash = user?.hash ?? nobody.value else { throw PasswordError.noLibrary }
    guard let result = await comparisons.result(of: (password, hash)) else { return .busy }
    guard try result.get(), let user, password.utf8.count <= User.passwordByteLimit else { return .wrong }
    guesses.withLock { $0.end(name: name, address: address) }
    let session = Token(random())
    sessions.withLock { sessions in
      sessions = sessions.filter { Self.isAlive($0.value, at: now) }
      if sessions.count >= Self.sessionLimit, let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        sessions[oldest.key] = nil
      }
      sessions[session] = Session(name: user.name, hash: user.hash, start: now, lastUse: now)
    }
    return .done(session: session)
  }

  /// The user of a session; nil: it is none any more.
  package func user(of session: Token) throws(UserFileError) -> User? {
    let now = uptime()
    let found: Session? = sessions.withLock { sessions in
      guard let found = sessions[session], Self.isAlive(found, at: now) else {
        sessions[session] = nil
        return nil
      }
      sessions[session]?.lastUse = now
      return found
    }
    guard let found, let user = try users.users()[found.name], user.hash == found.hash else { return nil }
    return user
  }

  package func signOut(_ session: Token) { sessions.withLock { $0[session] = nil } }

  private static func isAlive(_ session: Session, at now: Int) -> Bool {
    now - session.lastUse < idleSecondLimit && now - session.start < secondLimit
  }
}

/// Slows guesses: five wrong passwords are free, then each has to wait twice as long as the one before. Counted by address,
/// and by name, for which the longest time is short: nobody can lock an owner out.
struct GuessMeter {
  private enum Key: Hashable {
    case name(String)
    case address(String)

    /// Of IPv6 a customer of a network has 2⁶⁴ addresses.
    init(address: String) { self = .address(IPAddress(address)?.network.description ?? address) }

    /// Seconds between two guesses at most.
    var secondLimit: Int {
      switch self {
      case .name: 30
      case .address: 15 * 60
      }
    }
  }

  private struct Record {
    var count: Int
    /// When the next one may come.
    var next: Int
    var last: Int
  }

  private static let freeCount = 5
  /// Seconds after which a record is forgotten.
  private static let memory = 3600
  /// Records at once; beyond them the ones used longest ago go.
  private static let recordLimit = 20_000

  private var records: [Key: Record] = [:]

  var recordCount: Int { records.count }

  /// Counts a guess before it is compared.
  /// - Returns: nil: it may be; else the seconds until one may be.
  mutating func begin(name: String, address: String, now: Int) -> Int? {
    let keys = [Key.name(name), Key(address: address)]
    let wait = keys.compactMap { records[$0] }.filter { now - $0.last < Self.memory }.map { $0.next - now }.max() ?? 0
    if wait > 0 { return wait }
    for key in keys {
      var record = records[key] ?? Record(count: 0, next: now, last: now)
      if now - record.last >= Self.memory { record.count = 0 }
      record.count += 1
      record.last = now
      let excess = record.count - Self.freeCount
      record.next = excess < 0 ? now : now + min(key.secondLimit, 1 << min(excess, 16))
      records[key] = record
    }
    if records.count > Self.recordLimit { forgetSome(now) }
    return nil
  }

  /// The password was right.
  mutating func end(name: String, address: String) {
    records[.name(name)] = nil
    records[Key(address: address)] = nil
  }

  private mutating func forgetSome(_ now: Int) {
    records = records.filter { now - $0.value.last < Self.memory }
    guard records.count > Self.recordLimit / 2 else { return }
    for key in records.sorted(by: { $0.value.last < $1.value.last }).prefix(Self.recordLimit / 4).map(\.key) {
      records[key] = nil
    }
  }
}
