import FormDesk
import Support

/// The way to a visitor's session, wherever it lives.
extension Site {
  /// Does something with the first of the caller's sessions that there is.
  /// - Returns: nil: there is none.
  func transact<Result>(
    _ caller: Caller, _ edition: Edition, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    for id in caller.sessions {
      if let transaction = await transact(id, caller, edition, body) { return transaction }
    }
    return nil
  }

  /// Does something with a session, alone.
  /// - Returns: nil: there is none.
  func transact<Result>(
    _ id: Token, _ caller: Caller, _ edition: Edition, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    let now = environment.uptime()
    if let remote { return await remote.transact(id, from: caller.address, at: now, in: edition, body) }
    return sessions.transact(id, from: caller.address, at: now, in: edition, body)
  }

  /// Takes in a new session.
  /// - Returns: its id; nil: it holds more than it may.
  func insert(_ session: Session, _ caller: Caller) async -> Token? {
    let now = environment.uptime()
    if let remote { return await remote.insert(session, from: caller.address, at: now) }
    let id = Token(environment.random())
    return sessions.insert(session, as: id, from: caller.address, at: now) ? id : nil
  }
}
