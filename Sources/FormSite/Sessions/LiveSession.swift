import FormController
import Support

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
