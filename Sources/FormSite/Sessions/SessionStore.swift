import FormCells
import FormController
import Support
import HTTPCore

/// The sessions in memory by id. They are kept as packed bytes, limited in number and size, and dropped when idle. Those used
/// lately are kept unpacked too. Requests of one visitor run one after another; other visitors do not wait for them.
final class SessionStore: Sendable {
  /// What a request did with its session.
  enum Change: Sendable {
    case none
    case kept
    /// It continues under this id; its old id becomes invalid.
    case moved(to: Token)
  }

  enum Transaction<Result> {
    /// - Parameter id: the session's current id.
    case done(Result, id: Token)
    /// The session would become larger than allowed; it is unchanged.
    case tooLarge
  }

  private final class Part: Sendable {
    let shard: Lock<SessionShard>
    init(_ limits: SessionLimits) { shard = Lock(SessionShard(limits)) }
  }

  /// How long a session's old id leads to its new one.
  static let formerSecondLimit = 30
  private static let formerLimit = 4096

  private let parts: [Part]
  private let former = Lock<[Token: (session: FormerSession, end: Int)]>([:])
  /// Bytes of one draft, and of one session.
  let draftByteLimit: Int
  let sessionByteLimit: Int

  init(_ limits: SessionLimits) {
    let part = limits.ofPart
    parts = (0..<limits.partCount).map { _ in Part(part) }
    draftByteLimit = min(limits.draftByteLimit, part.byteLimit)
    sessionByteLimit = part.byteLimit
  }

  /// Runs `body` with a session, exclusively.
  /// - `client`: the address that the request comes from.
  /// - `snapshot`: has the forms for unpacking the session.
  /// - Returns: `nil` if there is no such session.
  func transact<Result>(
    _ id: Token, from client: String, at now: Int, in snapshot: SiteSnapshot,
    body: (inout Session) -> (Result, Change)
  ) -> Transaction<Result>? {
    guard let use = begin(id, from: client, at: now) else { return nil }
    return use.live.state.withLock { state in
      guard var session = state.session ?? Self.session(use.bytes, tables: use.tables, in: snapshot) else {
        part(of: state.id).shard.withLock { $0.end(state.id, packed: nil) }
        return nil
      }
      // This leaves one reference, so the values change in place.
      state.session = nil
      let (result, change) = body(&session)
      if case .none = change {
        state.session = session
        part(of: state.id).shard.withLock { $0.end(state.id, packed: nil) }
        return .done(result, id: state.id)
      }
      let packed = session.packed()
      guard fits(packed) else {
        let before = part(of: state.id).shard.withLock { $0.bytes(endingUseOf: state.id) }
        state.session = before.flatMap { Self.session($0.bytes, tables: $0.tables, in: snapshot) }
        return .tooLarge
      }
      state.session = session
      if case .moved(let next) = change {
        move(use.live, state: &state, to: next, packed: packed, from: client, at: now)
      } else {
        part(of: state.id).shard.withLock { $0.end(state.id, packed: packed) }
      }
      return .done(result, id: state.id)
    }
  }

  /// Adds a new session.
  /// - Returns: `false` if it is larger than allowed.
  func insert(_ session: Session, as id: Token, from client: String, at now: Int) -> Bool {
    let packed = session.packed()
    guard fits(packed) else { return false }
    part(of: id).shard.withLock {
      $0.insert(
        id, packed: packed, live: LiveSession(session, as: id), from: FormerSession.network(of: client), at: now)
    }
    return true
  }

  /// Drops expired sessions.
  func dropExpired(at now: Int) {
    for part in parts { part.shard.withLock { $0.dropExpired(at: now, limit: .max) } }
    former.withLock { former in former = former.filter { now < $0.value.end } }
  }

  var figures: SessionFigures { parts.reduce(into: SessionFigures()) { $0 += $1.shard.withLock { $0.figures } } }

  func fits(_ packed: Session.Packed) -> Bool {
    packed.draftByteCount <= draftByteLimit
      && packed.bytes.count + SessionLimits.overheadByteCount <= sessionByteLimit
  }

  private func begin(_ id: Token, from client: String, at now: Int) -> SessionShard.Use? {
    if let use = part(of: id).shard.withLock({ $0.begin(id, at: now) }) { return use }
    guard let next = next(of: id, from: client, at: now) else { return nil }
    return part(of: next).shard.withLock { $0.begin(next, at: now) }
  }

  /// The id under which a session continues that had this id until a moment ago.
  func next(of id: Token, from client: String, at now: Int) -> Token? {
    former.withLock { former in
      guard let (session, end) = former[id], now < end, session.leads(client) else { return nil }
      return session.next
    }
  }

  private func leadOn(_ id: Token, to next: Token, from client: String, at now: Int) {
    former.withLock { former in
      if former.count >= Self.formerLimit { former = former.filter { now < $0.value.end } }
      guard former.count < Self.formerLimit else { return }
      former[id] = (FormerSession(next: next, client: client), now + Self.formerSecondLimit)
    }
  }

  /// Requests that wait for the session continue with it under its new id.
  private func move(
    _ live: LiveSession, state: inout LiveSession.State, to id: Token, packed: Session.Packed, from client: String,
    at now: Int
  ) {
    let last = state.id
    part(of: id).shard.withLock {
      $0.insert(id, packed: packed, live: live, from: FormerSession.network(of: client), pins: 1, at: now)
    }
    leadOn(last, to: id, from: client, at: now)
    let pins = part(of: last).shard.withLock { $0.remove(last) } ?? 1
    part(of: id).shard.withLock {
      $0.addPins(pins, to: id)
      $0.end(id, packed: nil)
      $0.end(id, packed: nil)
    }
    state.id = id
  }

  private func part(of id: Token) -> Part { parts[Int(id.low % UInt64(parts.count))] }

  /// `nil` if the bytes are not a session. Its content is lost then, and visitors continue with what their pages carry.
  private static func session(_ bytes: [UInt8], tables: [OptionTable], in snapshot: SiteSnapshot) -> Session? {
    try? Session(unpacking: bytes, tables, in: snapshot)
  }
}

/// Hands sessions over to another process.
extension SessionStore {
  /// All sessions, unordered.
  func handed(at now: Int) -> [HandedSession] { parts.flatMap { $0.shard.withLock { $0.handed(at: now) } } }

  func insert(_ session: HandedSession, at now: Int) {
    guard session.bytes.count + SessionLimits.overheadByteCount <= sessionByteLimit else { return }
    part(of: session.id).shard.withLock { $0.insert(session, at: now) }
  }
}

/// For a remote store, which keeps copies here.
extension SessionStore {
  /// A session and its mark; `nil` if there is none.
  func copy(_ id: Token, at now: Int, in snapshot: SiteSnapshot) -> (session: Session, mark: UInt64)? {
    guard let use = part(of: id).shard.withLock({ $0.begin(id, at: now) }) else { return nil }
    return use.live.state.withLock { state in
      defer { part(of: id).shard.withLock { $0.end(id, packed: nil) } }
      let session = state.session ?? Self.session(use.bytes, tables: use.tables, in: snapshot)
      state.session = session
      return session.map { ($0, use.mark) }
    }
  }

  /// Adds a session, or replaces the one of this id.
  func put(
    _ session: Session, packed: Session.Packed, as id: Token, from client: String, mark: UInt64, at now: Int
  ) {
    guard let use = part(of: id).shard.withLock({ $0.begin(id, at: now) }) else {
      part(of: id).shard.withLock {
        $0.insert(
          id, packed: packed, live: LiveSession(session, as: id), from: FormerSession.network(of: client), mark: mark,
          at: now)
      }
      return
    }
    use.live.state.withLock { state in
      state.session = session
      part(of: id).shard.withLock { $0.end(id, packed: packed, mark: mark) }
    }
  }

  /// Removes a session; its id leads to the new id for a while.
  func leave(_ id: Token, for next: Token, from client: String, at now: Int) {
    leadOn(id, to: next, from: client, at: now)
    _ = part(of: id).shard.withLock { $0.remove(id) }
  }
}

/// A session in use, or used lately, unpacked and with what its pages need. Its lock makes requests of one visitor run one
/// after another; each session has its own lock.
final class LiveSession: Sendable {
  struct State {
    /// `nil` if only the bytes exist so far.
    var session: Session?
    /// Changes when it is moved to a new id.
    var id: Token
  }

  let state: Lock<State>

  init(_ session: consuming Session? = nil, as id: Token) { state = Lock(State(session: session, id: id)) }
}

/// What is left of a session under its old id. Requests that were running when the id changed find the session with it, but
/// only from the same network. So an attacker who planted the old id does not.
struct FormerSession: Sendable {
  let next: Token
  private let network: UInt64

  init(next: Token, client: String) {
    self.next = next
    network = Self.network(of: client)
  }

  /// `nil` if the bytes are something else.
  init?(_ bytes: [UInt8]) {
    guard bytes.first == Session.formerFormatByte else { return nil }
    var reader = PackedReader(bytes)
    do throws(PackingError) {
      _ = try reader.byte()
      next = try reader.token()
      network = try reader.word()
    } catch { return nil }
  }

  var bytes: [UInt8] {
    var writer = PackedWriter()
    writer.append(byte: Session.formerFormatByte)
    writer.append(next)
    writer.append(word: network)
    return writer.bytes
  }

  func leads(_ client: String) -> Bool { network == Self.network(of: client) }

  /// The part of an address that one customer of a network provider has; 0 if it is not known.
  static func network(of client: String) -> UInt64 {
    guard let network = IPAddress(client)?.network else { return 0 }
    // For IPv4 the higher half is zero, for the network of an IPv6 address the lower half.
    return network.high | network.low
  }
}

/// The most that the session store may hold.
struct SessionLimits: Sendable {
  var idleSecondLimit: Int
  var sessionLimit: Int
  /// Of all sessions, including the overhead of each.
  var byteLimit: Int
  /// Of one draft.
  var draftByteLimit: Int
  /// Sessions that are kept unpacked, and their bytes. The others are unpacked on use.
  var liveLimit = 4096
  var liveByteLimit = 32 << 20

  /// Bytes that a session takes in addition to its own: its slot, its entries in indexes and lists, and the header of its
  /// buffer.
  static let overheadByteCount = 192
  /// Enough that event loops rarely wait for the same lock.
  private static let partLimit = 16
  /// A smaller part would drop sessions long before the whole store is full.
  private static let leastSessionsOfPart = 64
  private static let leastDraftsOfPart = 32

  /// Parts of the store, each with its own lock.
  var partCount: Int {
    max(
      1,
      min(Self.partLimit, sessionLimit / Self.leastSessionsOfPart, byteLimit / draftByteLimit / Self.leastDraftsOfPart))
  }

  /// The limits of one part.
  var ofPart: SessionLimits {
    func share(_ limit: Int) -> Int { limit / partCount + (limit % partCount == 0 ? 0 : 1) }
    var part = self
    part.sessionLimit = share(sessionLimit)
    part.byteLimit = share(byteLimit)
    part.liveLimit = share(liveLimit)
    part.liveByteLimit = share(liveByteLimit)
    return part
  }
}

/// Figures on the sessions in memory, for metrics.
package struct SessionFigures: Sendable, Equatable {
  package var count = 0
  /// Of all sessions, including the overhead of each.
  package var byteCount = 0
  /// Sessions dropped since the start because they were unused for too long.
  package var expired = 0
  /// Sessions dropped since the start to make room: those without content; those of the newcomer's network; the ones idle
  /// longest.
  package var evictedBlank = 0
  package var evictedOfAddress = 0
  package var evictedIdle = 0

  static func += (figures: inout SessionFigures, part: SessionFigures) {
    figures.count += part.count
    figures.byteCount += part.byteCount
    figures.expired += part.expired
    figures.evictedBlank += part.evictedBlank
    figures.evictedOfAddress += part.evictedOfAddress
    figures.evictedIdle += part.evictedIdle
  }
}
