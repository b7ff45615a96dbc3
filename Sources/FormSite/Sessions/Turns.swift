import Support

/// Lets one request at a time go on with a session, in the order in which they come; the others wait without a thread.
final class Turns: Sendable {
  /// Those that wait, by session; a session without an entry is free.
  private let waiting = Lock<[Token: [CheckedContinuation<Void, Never>]]>([:])

  func take<Result>(_ id: Token, _ body: () async -> Result) async -> Result {
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
