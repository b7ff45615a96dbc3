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
    func ownBody(_ session: inout Session) -> (Result?, SessionStore.Change) {
      guard session.owner == caller.owner else { return (nil, .none) }
      session.give(caller.values)
      let (result, change) = body(&session)
      return (result, change)
    }
    let transaction =
      if let remote {
        await remote.transact(id, from: caller.address, at: now, in: edition, ownBody)
      } else {
        sessions.transact(id, from: caller.address, at: now, in: edition, ownBody)
      }
    return switch transaction {
    case .done(let result?, let id): .done(result, id: id)
    // It is somebody else's.
    case .done(nil, _): nil
    case .tooLarge: .tooLarge
    case nil: nil
    }
  }

  /// Takes in a new session.
  /// - Returns: its id; nil: it holds more than it may.
  func insert(_ session: Session, _ caller: Caller) async -> Token? {
    let now = environment.uptime()
    var session = session
    session.owner = caller.owner
    if let remote { return await remote.insert(session, from: caller.address, at: now) }
    let id = Token(environment.random())
    return sessions.insert(session, as: id, from: caller.address, at: now) ? id : nil
  }
}
