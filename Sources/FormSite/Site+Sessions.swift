import FormController
import Support

/// The way to a visitor's session, wherever it lives.
extension Site {
  /// Does something with the first of the request's sessions that there is.
  /// - Returns: nil: there is none.
  func transact<Result>(
    _ requestContext: RequestContext, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    for id in requestContext.sessions {
      if let transaction = await transact(id, requestContext, body) { return transaction }
    }
    return nil
  }

  /// Does something with a session, alone.
  /// - Returns: nil: there is none, or it is somebody else's.
  func transact<Result>(
    _ id: Token, _ requestContext: RequestContext, _ body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    func ownBody(_ session: inout Session) -> (Result?, SessionStore.Change) {
      guard session.owner == requestContext.owner else { return (nil, .none) }
      session.followOptions()
      session.setHostValues(requestContext.values)
      return body(&session)
    }
    let (client, now, snapshot) = (requestContext.address, environment.uptime(), requestContext.snapshot)
    let transaction =
      if let remote {
        await remote.transact(id, from: client, at: now, in: snapshot, ownBody)
      } else {
        sessions.transact(id, from: client, at: now, in: snapshot, ownBody)
      }
    return switch consume transaction {
    case .done(let result?, let id): .done(result, id: id)
    case .done(nil, _), nil: nil
    case .tooLarge: .tooLarge
    }
  }

  /// Takes in a new session.
  /// - Returns: its id; nil: it holds more than it may.
  func insert(_ session: Session, _ requestContext: RequestContext) async -> Token? {
    var session = session
    session.owner = requestContext.owner
    let (client, now) = (requestContext.address, environment.uptime())
    if let remote { return await remote.insert(session, from: client, at: now) }
    let id = makeToken()
    return sessions.insert(session, as: id, from: client, at: now) ? id : nil
  }
}
