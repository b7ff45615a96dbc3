import FormController
import Support

/// The way to a visitor's session, wherever it lives.
extension Site {
  /// Does something with the first of the caller's sessions that there is.
  /// - Returns: nil: there is none.
  func transact<Result>(
    _ caller: Caller, _ snapshot: SiteSnapshot, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    for id in caller.sessions {
      if let transaction = await transact(id, caller, snapshot, body) { return transaction }
    }
    return nil
  }

  /// Does something with a session, alone.
  /// - Returns: nil: there is none.
  func transact<Result>(
    _ id: Token, _ caller: Caller, _ snapshot: SiteSnapshot, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    guard let remote else { return transactInMemory(id, caller, snapshot, body) }
    return Self.own(
      await remote.transact(id, from: caller.address, at: environment.uptime(), in: snapshot) {
        caller.doing(body, with: &$0)
      })
  }

  /// Does something with the first of the caller's sessions that there is, where none is anywhere else.
  /// - Returns: nil: there is none.
  func transactInMemory<Result>(
    _ caller: Caller, _ snapshot: SiteSnapshot, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) -> SessionStore.Transaction<Result>? {
    for id in caller.sessions {
      if let transaction = transactInMemory(id, caller, snapshot, body) { return transaction }
    }
    return nil
  }

  private func transactInMemory<Result>(
    _ id: Token, _ caller: Caller, _ snapshot: SiteSnapshot, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) -> SessionStore.Transaction<Result>? {
    Self.own(
      sessions.transact(id, from: caller.address, at: environment.uptime(), in: snapshot) {
        caller.doing(body, with: &$0)
      })
  }

  private static func own<Result>(
    _ transaction: consuming SessionStore.Transaction<Result?>?
  ) -> SessionStore.Transaction<Result>? {
    switch consume transaction {
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
    guard let remote else { return insertInMemory(session, caller) }
    var session = session
    session.owner = caller.owner
    return await remote.insert(session, from: caller.address, at: environment.uptime())
  }

  /// Takes in a new session, where none is anywhere else.
  /// - Returns: its id; nil: it holds more than it may.
  func insertInMemory(_ session: Session, _ caller: Caller) -> Token? {
    var session = session
    session.owner = caller.owner
    let id = makeToken()
    return sessions.insert(session, as: id, from: caller.address, at: environment.uptime()) ? id : nil
  }
}

extension Caller {
  /// - Returns: nil: the session is somebody else's.
  fileprivate func doing<Result>(
    _ body: (inout Session) -> (Result, SessionStore.Change), with session: inout Session
  ) -> (Result?, SessionStore.Change) {
    guard session.owner == owner else { return (nil, .none) }
    session.followOptions()
    session.setHostValues(values)
    let (result, change) = body(&session)
    return (result, change)
  }
}
