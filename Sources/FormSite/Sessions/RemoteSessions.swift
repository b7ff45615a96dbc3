import FormController
import Support
import Synchronization

/// A store outside the process for sessions that several servers share. Without one, `SessionStore` keeps sessions in memory.
///
/// A session is a sequence of bytes that only sites understand. Its id is known only to its visitor's cookie. It never contains
/// a password: when a visitor continues at another server, a password that was entered has to be entered again there. Two
/// servers may continue one session at the same time. So each save names the version that it was made from; the second server
/// gets a conflict, loads again and repeats its work. At one server, a visitor's requests run one after another.
///
/// Any error means that the store is unreachable. It is logged once; visitors continue with what their pages carry, and changes
/// in memory are saved when the store answers again. A call should give up after a second or two, because a visitor waits for
/// it.
public protocol RemoteSessions: Sendable {
  /// The session of this id, or `nil`. Counts as a use: the session is kept for this number of seconds from now on.
  func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession?

  /// Keeps these bytes under this id for this number of seconds, unless another server has saved since.
  /// - `version`: the one that was loaded; 0 if there was none.
  func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome
}

/// A session as a remote store has it.
public struct StoredSession: Sendable, Equatable {
  /// The session in a format that only sites understand.
  public var bytes: [UInt8]
  /// Different after each save, and never 0.
  public var version: UInt64

  /// - Parameters:
  ///   - bytes: as they were saved.
  ///   - version: different after each save, and never 0.
  public init(bytes: [UInt8], version: UInt64) {
    self.bytes = bytes
    self.version = version
  }
}

/// The outcome of saving a session.
public enum SaveOutcome: Sendable, Equatable {
  /// The bytes are kept, under this version.
  case saved(version: UInt64)
  /// Another server has saved since, or the session no longer exists; nothing was changed.
  case conflict
}

/// Shared sessions, with a copy in memory of those used lately. The copy has what no other server may know (passwords), avoids
/// unpacking the bytes again, and keeps changes while the remote store is unreachable.
///
/// Changes that could not be saved continue under a new id, of which the remote store has no older state. So no server shows an
/// older state without saying so.
final class RemoteSessionStore: Sendable {
  typealias Change = SessionStore.Change
  typealias Transaction = SessionStore.Transaction

  /// A session in use, and the state that it was made from.
  private struct Held {
    var session: Session
    /// Of the remote store; 0 if that has none.
    var version: UInt64
    /// Memory has changes that the remote store lacks, because it was unreachable.
    var isAhead = false
    /// The copy in memory is identical.
    var isKept = false
    /// The remote store does not answer.
    var isUnconfirmed = false

    /// The part of a copy that can be used while the remote store does not answer. Another server may have changed the session,
    /// so its drafts are left out: the visitor's pages carry them. A copy that is ahead was changed here since, and keeps them.
    var unconfirmed: Held {
      var held = self
      if !isAhead { held.session = session.withoutDrafts }
      return held
    }
  }

  private enum Found {
    case held(Held)
    case nothing
    /// The session continues under another id.
    case moved(Token)
  }

  private enum Attempt<Result> {
    case ended(Transaction<Result>?)
    /// Another server was faster: try again with the session of this id.
    case again(Token)
  }

  /// Attempts of one request. After that its change is kept in memory only, for now.
  private static let attemptLimit = 32

  private let remote: any RemoteSessions
  private let memory: SessionStore
  private let idleSecondLimit: Int
  private let makeToken: @Sendable () -> Token
  private let turns = Turns()
  private let isAway = Atomic(false)
  private let onFailure: @Sendable (any Error) -> Void

  /// - `onFailure`: called once when the store becomes unreachable and once when it answers again.
  init(
    _ remote: any RemoteSessions, memory: SessionStore, idleSecondLimit: Int,
    makeToken: @escaping @Sendable () -> Token, onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.remote = remote
    self.memory = memory
    self.idleSecondLimit = idleSecondLimit
    self.makeToken = makeToken
    self.onFailure = onFailure
  }

  /// Runs `body` with a session, one request of this server at a time. If another server was faster, `body` runs again with the
  /// session as that server left it.
  /// - Returns: `nil` if there is no such session.
  func transact<Result>(
    _ id: Token, from client: String, at now: Int, in snapshot: SiteSnapshot,
    body: (inout Session) -> (Result, Change)
  ) async -> Transaction<Result>? {
    var id = id
    for number in 1...Self.attemptLimit {
      let isLast = number == Self.attemptLimit
      let attempt = await turns.take(id) {
        await self.attempt(id, isLast: isLast, from: client, at: now, in: snapshot, body: body)
      }
      switch attempt {
      case .ended(let transaction): return transaction
      case .again(let next): id = next
      }
    }
    return nil
  }

  /// Adds a new session.
  /// - Returns: its id; `nil` if it is larger than allowed.
  func insert(_ session: Session, from client: String, at now: Int) async -> Token? {
    let packed = session.packed()
    guard memory.fits(packed) else { return nil }
    let id = makeToken()
    var held = Held(session: session, version: 0)
    guard case .saved(let version) = await save(session, packed: packed, as: id, after: 0) else {
      return keepUnsaved(held, packed: packed, from: client, at: now)
    }
    held.version = version
    keep(held, packed: packed, as: id, from: client, at: now)
    return id
  }

  private func attempt<Result>(
    _ id: Token, isLast: Bool, from client: String, at now: Int, in snapshot: SiteSnapshot,
    body: (inout Session) -> (Result, Change)
  ) async -> Attempt<Result> {
    var held: Held
    switch await find(id, from: client, at: now, in: snapshot) {
    case .nothing: return .ended(nil)
    case .moved(let next): return .again(next)
    case .held(let found): held = found
    }
    let (result, change) = body(&held.session)
    var next = id
    switch change {
    case .none where held.isUnconfirmed || !held.isAhead:
      if !held.isKept { keep(held, packed: held.session.packed(), as: id, from: client, at: now) }
      return .ended(.done(result, id: id))
    case .none, .kept: break
    case .moved(let new): next = new
    }
    let packed = held.session.packed()
    guard memory.fits(packed) else { return .ended(.tooLarge) }
    if held.isUnconfirmed {
      // The store is not asked again now. Without drafts, only sent forms are left, which hold in any state.
      if next == id, held.version > 0, !held.session.drafts.isEmpty { next = makeToken() }
      held.isAhead = true
      if next != id {
        held.version = 0
        memory.leave(id, for: next, from: client, at: now)
      }
      keep(held, packed: packed, as: next, from: client, at: now)
      return .ended(.done(result, id: next))
    }
    // A new id has no version yet.
    let outcome = await save(held.session, packed: packed, as: next, after: next == id ? held.version : 0)
    if case .saved(let version) = outcome {
      if next != id, !(await leave(id, version: held.version, for: next, from: client, at: now)), !isLast {
        return .again(id)
      }
      (held.version, held.isAhead) = (version, false)
      keep(held, packed: packed, as: next, from: client, at: now)
      return .ended(.done(result, id: next))
    }
    if outcome == .conflict, !isLast { return .again(id) }
    next = keepUnsaved(held, packed: packed, from: client, at: now)
    memory.leave(id, for: next, from: client, at: now)
    return .ended(.done(result, id: next))
  }
}

// MARK: The remote store

extension RemoteSessionStore {
  private func find(
    _ id: Token, from client: String, at now: Int, in snapshot: SiteSnapshot
  ) async -> Found {
    let copy = memory.copy(id, at: now, in: snapshot).map {
      Held(session: $0, version: $1 >> 1, isAhead: $1 & 1 == 1, isKept: true)
    }
    let stored: StoredSession?
    do {
      stored = try await remote.load(id.text, idleSecondLimit: idleSecondLimit)
      note(nil)
    } catch {
      note(error)
      if var copy = copy?.unconfirmed {
        copy.isUnconfirmed = true
        return .held(copy)
      }
      return memory.next(of: id, from: client, at: now).map { .moved($0) } ?? .nothing
    }
    guard let stored else {
      // The remote store lost it, or was unreachable when the session began.
      guard var copy = copy?.unconfirmed else { return .nothing }
      copy.version = 0
      return .held(copy)
    }
    if let copy, copy.version == stored.version, !copy.isAhead { return .held(copy) }
    if let former = FormerSession(stored.bytes) {
      return former.leads(client) ? .moved(former.next) : .nothing
    }
    guard var session = try? Session(unpacking: stored.bytes, in: snapshot) else { return .nothing }
    guard let copy, copy.isAhead else { return .held(Held(session: session, version: stored.version)) }
    session.takeIn(sentOf: copy.session, isUnchanged: copy.version == stored.version)
    return .held(Held(session: session, version: stored.version, isAhead: true))
  }

  /// - Returns: `nil` if the store is unreachable.
  private func save(
    _ session: Session, packed: Session.Packed, as id: Token, after version: UInt64
  ) async -> SaveOutcome? {
    let bytes = session.holdsPasswords ? session.withoutPasswords.packed().bytes : packed.bytes
    do {
      let outcome = try await remote.save(bytes, as: id.text, after: version, idleSecondLimit: idleSecondLimit)
      note(nil)
      return outcome
    } catch {
      note(error)
      return nil
    }
  }

  /// Lets requests that were running when the id changed find the session for a while, also at other servers.
  /// - Returns: `false` if another server has changed the session under the old id.
  private func leave(_ id: Token, version: UInt64, for next: Token, from client: String, at now: Int) async -> Bool {
    do {
      let outcome = try await remote.save(
        FormerSession(next: next, client: client).bytes, as: id.text, after: version,
        idleSecondLimit: SessionStore.formerSecondLimit)
      note(nil)
      if outcome == .conflict { return false }
    } catch { note(error) }
    memory.leave(id, for: next, from: client, at: now)
    return true
  }

  /// Whether the last call to the store failed.
  var isUnreachable: Bool { isAway.load(ordering: .relaxed) }

  /// - Parameter error: `nil` if the store has answered.
  private func note(_ error: (any Error)?) {
    guard isAway.exchange(error != nil, ordering: .relaxed) != (error != nil) else { return }
    onFailure(error.map { RemoteSessionsNote.away("\($0)") } ?? .back)
  }
}

// MARK: The copy in memory

extension RemoteSessionStore {
  /// A failed save may have been stored after all, so the session gets a new id.
  private func keepUnsaved(_ held: Held, packed: Session.Packed, from client: String, at now: Int) -> Token {
    let id = makeToken()
    var held = held
    (held.version, held.isAhead) = (0, true)
    keep(held, packed: packed, as: id, from: client, at: now)
    return id
  }

  private func keep(_ held: Held, packed: Session.Packed, as id: Token, from client: String, at now: Int) {
    memory.put(
      held.session, packed: packed, as: id, from: client, mark: held.version << 1 | (held.isAhead ? 1 : 0), at: now)
  }
}

/// For the log: the remote store became unreachable, or answers again.
private enum RemoteSessionsNote: Error, CustomStringConvertible {
  case away(String)
  case back

  var description: String {
    switch self {
    case .away(let reason): "sessions: the remote store is unreachable; continuing with what pages carry: \(reason)"
    case .back: "sessions: the remote store answers again"
    }
  }
}

/// Lets one request at a time use a session, in the order of arrival. The others wait without blocking a thread.
final class Turns: Sendable {
  /// Waiting requests by session; a session without an entry is free.
  private let waiting = Lock<[Token: [CheckedContinuation<Void, Never>]]>([:])

  func take<Result>(_ id: Token, body: () async -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        if waiting[id] == nil {
          waiting[id] = []
          return true
        }
        waiting[id]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    let result = await body()
    let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
      if waiting[id]?.isEmpty != false {
        waiting[id] = nil
        return nil
      }
      return waiting[id]?.removeFirst()
    }
    next?.resume()
    return result
  }
}
