import Support

/// Work took longer than allowed.
struct TimeLimitError: Error {
  let limit: Duration
}

/// The result of work, or an error when the time is over. The work is cancelled then; if it ignores that, it continues and its
/// result is dropped.
func within<Result: Sendable>(
  _ limit: Duration, work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let race = Race<Result>()
  let task = Task { try await work() }
  let timer = Task {
    try await Task.sleep(for: limit)
    race.end(.failure(TimeLimitError(limit: limit)))
    task.cancel()
  }
  Task {
    race.end(await task.result)
    timer.cancel()
  }
  return try await race.result()
}

/// The first of two results.
private final class Race<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var result: Result<Value, any Error>?
    var continuation: CheckedContinuation<Value, any Error>?
  }

  private let state = Lock(State())

  func end(_ result: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      guard state.result == nil else { return nil }
      state.result = result
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  func result() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Value, any Error>? = state.withLock { state in
        state.continuation = continuation
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }
  }
}
