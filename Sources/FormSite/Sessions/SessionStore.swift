import FormCells
import FormController
import Support
import HTTPCore

/// The sessions in memory, by id: as bytes, bounded by their number and their bytes, forgotten when idle. Those used lately
/// are there as values too. Requests of one visitor follow each other; those of others do not wait.
final class SessionStore: Sendable {
  /// A request's change of its session.
  enum Change: Sendable {
    case none
    case kept
    /// It goes on under this id, and its old one names nothing any more.
    case moved(to: Token)
  }

  enum Transaction<Result> {
    /// - Parameter id: the session's, as it is now.
    case done(Result, id: Token)
    /// The session would hold more than it may; it is as it was before.
    case tooLarge
  }

  private final class Part: Sendable {
    let shard: Lock<SessionShard>
    init(_ limits: SessionLimits) { shard = Lock(SessionShard(limits)) }
  }

  /// How long an id that a session had leads to its new one.
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

  /// Does something with a session, alone.
  /// - `client`: the address that the request comes from.
  /// - `snapshot`: for the forms of a session that is there as bytes only.
  /// - Returns: nil: there is no such session.
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
      // The values change in place: there is no other reference to them.
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

  /// Takes in a new session.
  /// - Returns: false: it holds more than it may.
  func insert(_ session: Session, as id: Token, from client: String, at now: Int) -> Bool {
    let packed = session.packed()
    guard fits(packed) else { return false }
    part(of: id).shard.withLock {
      $0.insert(
        id, packed: packed, live: LiveSession(session, as: id), from: FormerSession.network(of: client), at: now)
    }
    return true
  }

  /// Drops what is unused for too long.
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

  /// The id under which the session goes on that had this one until a moment ago.
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

  /// Requests that wait for the session meanwhile go on with it under its new id.
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

  /// Nil where the bytes are no session: what they held is lost, and pages go on with what they carry.
  private static func session(_ bytes: [UInt8], tables: [OptionTable], in snapshot: SiteSnapshot) -> Session? {
    try? Session(unpacking: bytes, tables, in: snapshot)
  }
}

/// For the process that goes on with the sessions.
extension SessionStore {
  /// In no order.
  func handed(at now: Int) -> [HandedSession] { parts.flatMap { $0.shard.withLock { $0.handed(at: now) } } }

  func insert(_ session: HandedSession, at now: Int) {
    guard session.bytes.count + SessionLimits.overheadByteCount <= sessionByteLimit else { return }
    part(of: session.id).shard.withLock { $0.insert(session, at: now) }
  }
}

/// For a remote store, which keeps its copies here.
extension SessionStore {
  /// A session as it is, and its mark; nil: there is none.
  func copy(_ id: Token, at now: Int, in snapshot: SiteSnapshot) -> (session: Session, mark: UInt64)? {
    guard let use = part(of: id).shard.withLock({ $0.begin(id, at: now) }) else { return nil }
    return use.live.state.withLock { state in
      defer { part(of: id).shard.withLock { $0.end(id, packed: nil) } }
      let session = state.session ?? Self.session(use.bytes, tables: use.tables, in: snapshot)
      state.session = session
      return session.map { ($0, use.mark) }
    }
  }

  /// Takes a session in, in the place of the one of this id where there is one.
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

  /// Takes a session out, and leads to its new id for a while.
  func leave(_ id: Token, for next: Token, from client: String, at now: Int) {
    leadOn(id, to: next, from: client, at: now)
    _ = part(of: id).shard.withLock { $0.remove(id) }
  }
}

/// A session in use, or used lately, as values rather than bytes, with what its pages need worked out. Requests of one
/// visitor follow each other at its lock; those of others have another one.
final class LiveSession: Sendable {
  struct State {
    /// Nil: only its bytes are known so far.
    var session: Session?
    /// Changes when it is moved to a new id.
    var id: Token
  }

  let state: Lock<State>

  init(_ session: consuming Session? = nil, as id: Token) { state = Lock(State(session: session, id: id)) }
}

/// The rest of a session under the id that it had until a moment ago: requests that were under way when it changed find
/// the session, but only from the same network: an attacker who planted the id does not.
struct FormerSession: Sendable {
  let next: Token
  private let network: UInt64

  init(next: Token, client: String) {
    self.next = next
    network = Self.network(of: client)
  }

  /// Nil where these bytes are something else.
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

  /// The part of an address that one customer of a network has; 0 where that is not known.
  static func network(of client: String) -> UInt64 {
    guard let network = IPAddress(client)?.network else { return 0 }
    // Of an IPv4 address the higher half is zero, of the network of an IPv6 address the lower one.
    return network.high | network.low
  }
}

/// The most that the session store may hold.
struct SessionLimits: Sendable {
  var idleSecondLimit: Int
  var sessionLimit: Int
  /// Of all sessions, with what is known of each.
  var byteLimit: Int
  /// Of one draft.
  var draftByteLimit: Int
  /// Sessions that are kept as values too, and their bytes: the others are read from their bytes when they are asked for.
  var liveLimit = 4096
  var liveByteLimit = 32 << 20

  /// Bytes that a session takes besides its own: its slot, its places in indexes and lists, the head of its buffer.
  static let overheadByteCount = 192
  /// Enough that event loops rarely meet at one lock.
  private static let partLimit = 16
  /// So small a part would push sessions out long before the whole is full.
  private static let leastSessionsOfPart = 64
  private static let leastDraftsOfPart = 32

  /// Parts that the store has, each with a lock of its own.
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

/// The sessions in memory in figures, for metrics.
package struct SessionFigures: Sendable, Equatable {
  package var count = 0
  /// Of all sessions, with what is known of each.
  package var byteCount = 0
  /// Sessions unused for too long, since the start.
  package var expired = 0
  /// Sessions that made room, since the start: such as held nothing; the oldest ones of the address that a newcomer came
  /// from; the ones idle longest.
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
