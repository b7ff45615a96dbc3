/// A value that is made when it is first asked for, by one thread; others that ask at that time wait for it.
package final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case toMake(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Lock<State>

  package init(_ make: @escaping @Sendable () -> Value) {
    state = Lock(.toMake(make))
  }

  /// Not to be asked for by what makes it.
  package var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .toMake(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
