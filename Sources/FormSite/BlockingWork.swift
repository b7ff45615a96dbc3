import Dispatch
import Synchronization

/// Runs work that blocks on threads of its own, so that no event loop stands still. Some runs at once, some waits in the
/// order in which it came, and anything beyond that is refused.
final class BlockingWork<Input: Sendable, Output: Sendable>: Sendable {
  private struct Job: Sendable {
    let input: Input
    let continuation: CheckedContinuation<Output?, Never>
  }

  private struct State {
    var running = 0
    /// Running, waiting, or about to run.
    var admitted = 0
    var waiting: [Job] = []
  }

  private enum Action { case refuse, wait, start }

  private let concurrentLimit: Int
  private let waitingLimit: Int
  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let work: @Sendable (Input) -> Output

  /// - Parameter label: what debuggers call its threads' queue.
  init(
    _ label: String, concurrentLimit: Int, waitingLimit: Int, work: @escaping @Sendable (Input) -> Output
  ) {
    self.concurrentLimit = concurrentLimit
    self.waitingLimit = waitingLimit
    self.work = work
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  /// Nil: too much waits already.
  func result(of input: Input) async -> Output? {
    await withCheckedContinuation { continuation in
      let action: Action = state.withLock { state in
        guard state.admitted < concurrentLimit + waitingLimit else { return .refuse }
        state.admitted += 1
        state.waiting.append(Job(input: input, continuation: continuation))
        guard state.running < concurrentLimit else { return .wait }
        state.running += 1
        return .start
      }
      switch action {
      case .refuse: continuation.resume(returning: nil)
      case .wait: break
      case .start: queue.async { self.run() }
      }
    }
  }

  private func run() {
    while true {
      let job: Job? = state.withLock { state in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let job else { return }
      let output = work(job.input)
      state.withLock { $0.admitted -= 1 }
      job.continuation.resume(returning: output)
    }
  }
}
