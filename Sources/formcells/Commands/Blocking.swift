import Dispatch
import Support

/// For commands that do one thing after the other: waits for work that suspends.
func blocking<Outcome: Sendable>(_ work: @escaping @Sendable () async -> Outcome) -> Outcome {
  let result = BlockingResult<Outcome>()
  let isDone = DispatchSemaphore(value: 0)
  Task {
    let outcome = await work()
    result.outcome.withLock { $0 = outcome }
    isDone.signal()
  }
  while true {
    isDone.wait()
    if let outcome = result.outcome.withLock(\.self) { return outcome }
  }
}

private final class BlockingResult<Outcome: Sendable>: Sendable {
  let outcome = Lock<Outcome?>(nil)
}
