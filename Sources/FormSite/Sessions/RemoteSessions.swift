import FormController
import Support
import Synchronization

/// Sessions outside of the process, which several servers share: what a site asks of such a store. `SessionStore` keeps
/// them in memory where there is none.
///
/// A session is some bytes that only sites understand, under an id that only its visitor's cookie has. No password is ever
/// among them: one that was entered is asked for again where another server goes on. Two servers may go on with one
/// session at the same time, so each save names the version that it was made from: the second one reads again and
/// repeats its work. A visitor's requests at one server follow each other.
///
/// Whatever is thrown counts as a store that is away: it is logged once, visitors go on with what their pages carry, and
/// what is changed in memory meanwhile is saved when the store answers again. A call should give up after a second or two: a visitor waits for it.
public protocol RemoteSessions: Sendable {
  /// The session of this id, or nil. Counts as a use: it is kept for so many seconds from now on.
  func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession?

  /// Keeps these bytes under this id for so many seconds, unless somebody else has saved since.
  /// - `version`: the one that was loaded; 0: there was none.
  func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome
}

/// A session as a remote store has it.
public struct StoredSession: Sendable, Equatable {
  /// Only sites understand them.
  public var bytes: [UInt8]
  /// Another one after each save, never 0.
  public var version: UInt64

  /// - Parameters:
  ///   - bytes: as they were saved.
  ///   - version: another one after each save, never 0.
  public init(bytes: [UInt8], version: UInt64) {
    self.bytes = bytes
    self.version = version
  }
}

/// The outcome of saving a session.
public enum SaveOutcome: Sendable, Equatable {
  /// The bytes are kept, under this version.
  case saved(version: UInt64)
  /// Somebody else has saved since, or the session is gone; nothing has changed.
  case conflict
}

/// Sessions that several servers share, with a copy of those used lately in memory: it has what no other server may know
/// (passwords), saves reading bytes again, and keeps what is changed while the remote store is away.
///
/// What could not be saved goes on under an id of which the remote store has no other state: no server shows an older one
/// without saying so.
final class RemoteSessionStore: Sendable {
  typealias Change = SessionStore.Change
  typealias Transaction = SessionStore.Transaction

  /// A session that is gone on with, and what it was made from.
  private struct Held {
    var session: Session
    /// Of the remote store; 0: it has none.
    var version: UInt64
    /// Memory has what the remote store has not: it was changed while that was away.
    var isAhead = false
    /// Memory has just this.
    var isKept = false
    /// The remote store does not answer.
    var isUnconfirmed = false

    /// The part of a copy that counts where the remote store says nothing. Another server may have gone on with it, so
    /// its drafts do not: the visitor's pages hold them. One that is ahead was changed here since.
    var unconfirmed: Held {
      var held = self
      if !isAhead { held.session = session.withoutDrafts }
      return held
    }
  }

  private enum Found {
    case held(Held)
    case nothing
    /// It goes on under another id.
    case moved(Token)
  }

  private enum Attempt<Result> {
    case ended(Transaction<Result>?)
    /// Another server was faster: once more, with the session of this id.
    case again(Token)
  }

  /// Attempts of one request, until its change is kept in memory alone for now.
  private static let attemptLimit = 32

  private let remote: any RemoteSessions
  private let memory: SessionStore
  private let idleSecondLimit: Int
  private let makeToken: @Sendable () -> Token
  private let turns = Turns()
  private let isAway = Atomic(false)
  private let onFailure: @Sendable (any Error) -> Void

  /// - `onFailure`: told once when the store goes away and once when it is back.
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

  /// Does something with a session, one request of this server at a time; if another server was faster, it is done again
  /// with what that one made of the session.
  /// - Returns: nil: there is no such session.
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

  /// Takes in a new session.
  /// - Returns: its id; nil: it holds more than it may.
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
      // It is not asked again now. Without drafts there is only what was sent, which is true in any state.
      if next == id, held.version > 0, !held.session.drafts.isEmpty { next = makeToken() }
      held.isAhead = true
      if next != id {
        held.version = 0
        memory.leave(id, for: next, from: client, at: now)
      }
      keep(held, packed: packed, as: next, from: client, at: now)
      return .ended(.done(result, id: next))
    }
    // Under a new id there is nothing yet.
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
      // It was lost there, or the store was away when it began.
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

  /// - Returns: nil: the store is away.
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

  /// Requests that were under way when the id changed find the session for a while, also at other servers.
  /// - Returns: false: another server has gone on with it under the old one.
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

  /// Whether the store did not answer when it was asked last.
  var isUnreachable: Bool { isAway.load(ordering: .relaxed) }

  /// - Parameter error: nil: the store has answered.
  private func note(_ error: (any Error)?) {
    guard isAway.exchange(error != nil, ordering: .relaxed) != (error != nil) else { return }
    onFailure(error.map { RemoteSessionsNote.away("\($0)") } ?? .back)
  }
}

// MARK: The copy in memory

extension RemoteSessionStore {
  /// A save that failed may have been done all the same: the id is a new one.
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

/// For the log: that the remote store went away, and that it is back.
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

/// Lets one request at a time go on with a session, in the order in which they come; the others wait without a thread.
final class Turns: Sendable {
  /// Those that wait, by session; a session without an entry is free.
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
