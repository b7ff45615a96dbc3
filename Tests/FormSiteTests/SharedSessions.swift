import FormSite
import Support

/// A remote store in memory, which several sites share and a test can take away.
final class SharedSessions: RemoteSessions {
  struct Away: Error {}

  private struct State {
    var sessions: [String: StoredSession] = [:]
    var version: UInt64 = 0
    var isAway = false
    /// Done once, right before the next save.
    var beforeSave: (@Sendable () async -> Void)?
    /// Done once, right after the next save.
    var afterSave: (@Sendable () -> Void)?
    var losesAnswer = false
  }

  private let state = Lock(State())

  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  /// The next save is done, and nobody hears of it.
  var losesNextAnswer: Bool {
    get { state.withLock { $0.losesAnswer } }
    set { state.withLock { $0.losesAnswer = newValue } }
  }

  /// The sessions that are kept.
  var bytes: [[UInt8]] { state.withLock { $0.sessions.values.map(\.bytes) } }

  func removeAll() { state.withLock { $0.sessions = [:] } }

  /// Another server is faster than the next save.
  func beforeNextSave(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.beforeSave = body } }

  /// Happens between the next save and whatever comes then.
  func afterNextSave(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.afterSave = body } }

  func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession? {
    try state.withLock { state in
      if state.isAway { throw Away() }
      return state.sessions[id]
    }
  }

  func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome {
    let body = state.withLock { state in
      defer { state.beforeSave = nil }
      return state.beforeSave
    }
    await body?()
    let (outcome, after) =
      try state.withLock { state in
        if state.isAway { throw Away() }
        guard (state.sessions[id]?.version ?? 0) == version else { return (SaveOutcome.conflict, nil) }
        state.version += 1
        state.sessions[id] = StoredSession(bytes: bytes, version: state.version)
        defer { (state.losesAnswer, state.afterSave) = (false, nil) }
        if state.losesAnswer { throw Away() }
        return (.saved(version: state.version), state.afterSave)
      } as (SaveOutcome, (@Sendable () -> Void)?)
    after?()
    return outcome
  }
}
