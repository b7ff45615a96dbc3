import FormSite
import HTTPCore
package import Support

/// The users who are signed in. Sessions are in memory. A user's sessions end at once when the user signs out, gets
/// another password, or is removed. All sessions end when the server restarts.
package final class SignIn: Sendable {
  package enum Outcome: Sendable, Equatable {
    /// - `session`: the new session's token, for the cookie.
    case done(session: Token)
    /// The name is unknown or the password is wrong; the user is not told which.
    case wrong
    /// There were too many wrong passwords from this address, or for this name. The value is the seconds until another
    /// one is compared.
    case wait(seconds: Int)
    /// So many passwords are waiting to be compared that this one was not.
    case busy
  }

  private struct Session {
    let name: String
    /// The password hash at the time of signing in; the session ends when it changes.
    let hash: String
    let start: Int
    var lastUse: Int
  }

  /// The limits in seconds: without a request, and in total.
  private static let idleSecondLimit = 8 * 3600
  private static let secondLimit = 24 * 3600
  /// The number of sessions at a time. Beyond it, the least recently used one ends.
  private static let sessionLimit = 1000

  private let users: UserFile
  private let uptime: @Sendable () -> Int
  private let random: @Sendable () -> (UInt64, UInt64)
  private let sessions = Lock<[Token: Session]>([:])
  private let guesses: Lock<GuessMeter>
  private let comparisons: BlockingWork<(password: String, hash: String), Result<Bool, PasswordError>>
  /// The hash that is compared for an unknown user, so that the answer takes the same time.
  private let nobody = Lazy { try? Yescrypt.hash("nobody has this password") }

  /// - Parameters:
  ///   - uptime: the seconds of a monotonic clock.
  ///   - random: 128 unpredictable bits.
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

  /// Compares a name and a password with those in the file.
  /// - Throws: if the file cannot be read or passwords cannot be compared; nobody can sign in then.
  package func signIn(name: String, password: String, from address: String) async throws -> Outcome {
    let name = User.name(name) ?? ""
    let now = uptime()
    // The attempt is counted before the comparison, so that many simultaneous attempts do not all get through.
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

  /// The user of a session; `nil` if the session no longer exists.
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

/// Slows down guessing. Five wrong passwords are free; after that, each wait is twice as long as the one before.
/// Attempts are counted by address and by name. The longest wait for a name is short, so that nobody can lock an owner
/// out.
struct GuessMeter {
  private enum Key: Hashable {
    case name(String)
    case address(String)

    /// IPv6 addresses are counted by network, because a customer has 2⁶⁴ of them.
    init(address: String) { self = .address(IPAddress(address)?.network.description ?? address) }

    /// The longest wait between two attempts, in seconds.
    var secondLimit: Int {
      switch self {
      case .name: 30
      case .address: 15 * 60
      }
    }
  }

  private struct Record {
    var count: Int
    /// The time of the next allowed attempt.
    var next: Int
    var last: Int
  }

  private static let freeCount = 5
  /// Seconds after which a record is removed.
  private static let memory = 3600
  /// The number of records at a time. Beyond it, the least recently used ones are removed.
  private static let recordLimit = 20_000

  private var records: [Key: Record] = [:]

  var recordCount: Int { records.count }

  /// Counts an attempt before its password is compared.
  /// - Returns: `nil` if the attempt is allowed; otherwise the seconds until one is.
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

  /// Removes the records, because the password was right.
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
