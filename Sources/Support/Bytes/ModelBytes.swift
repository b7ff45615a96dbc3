/// Bytes that many bodies are much like: a page as everybody gets it, without anything of a visitor's. What an encoder makes of
/// them stands with them, so that it is made once.
package final class ModelBytes: Sendable {
  private enum State {
    case bytes([UInt8])
    case prepared((any AnyObject & Sendable)?)
  }

  private let state: Lock<State>

  package init(_ bytes: [UInt8]) { state = Lock(.bytes(bytes)) }

  /// The object that `prepare` makes of the bytes; it is asked once, and the bytes are let go.
  package func prepared<Prepared: AnyObject & Sendable>(_ prepare: ([UInt8]) -> Prepared?) -> Prepared? {
    let prepared: (any AnyObject & Sendable)? = state.withLock { state in
      if case .bytes(let bytes) = state { state = .prepared(prepare(bytes)) }
      if case .prepared(let object) = state { return object }
      return nil
    }
    return prepared as? Prepared
  }
}
