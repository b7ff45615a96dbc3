import Support

/// Runs work that blocks on threads of its own, so that no event loop stands still. Some runs at once, some waits in the
/// order in which it came, and anything beyond that is refused; so is what one client asks for beyond its part. Its threads
/// give way to all others: what visitors wait for is short, and comes first.
final class BlockingWork<Input: Sendable, Output: Sendable>: Sendable {
  private struct Job: Sendable {
    let input: Input
    let claim: WorkClaim?
    let continuation: CheckedContinuation<Output?, Never>

    func replaces(_ older: Job) -> Bool { claim?.view != nil && claim?.view == older.claim?.view }

    func isOfSameClient(_ other: Job) -> Bool { claim?.client != nil && claim?.client == other.claim?.client }
  }

  private struct State {
    /// Threads.
    var running = 0
    var waiting: [Job] = []
  }

  private enum Action {
    case refuse, wait, start
    case replace(Job)
  }

  private let concurrentLimit: Int
  private let waitingLimit: Int
  private let clientWaitingLimit: Int
  private let state = Lock(State())
  private let work: @Sendable (Input) -> Output

  /// - `clientWaitingLimit`: of one client; nil: as many as may wait in all.
  init(
    concurrentLimit: Int, waitingLimit: Int, clientWaitingLimit: Int? = nil, work: @escaping @Sendable (Input) -> Output
  ) {
    self.concurrentLimit = concurrentLimit
    self.waitingLimit = waitingLimit
    self.clientWaitingLimit = clientWaitingLimit ?? waitingLimit
    self.work = work
  }

  /// Nil: too much waits already, or newer work has taken its place.
  func result(of input: Input, for claim: WorkClaim? = nil) async -> Output? {
    await withCheckedContinuation { continuation in
      let job = Job(input: input, claim: claim, continuation: continuation)
      switch state.withLock({ admit(job, to: &$0) }) {
      case .refuse: continuation.resume(returning: nil)
      case .replace(let older): older.continuation.resume(returning: nil)
      case .wait: break
      case .start: BackgroundThread.start { self.run(job) }
      }
    }
  }

  private func admit(_ job: Job, to state: inout State) -> Action {
    if let position = state.waiting.firstIndex(where: { job.replaces($0) }) {
      let older = state.waiting[position]
      state.waiting[position] = job
      return .replace(older)
    }
    guard state.running == concurrentLimit else {
      state.running += 1
      return .start
    }
    guard state.waiting.count < waitingLimit, state.waiting.count(where: job.isOfSameClient) < clientWaitingLimit else {
      return .refuse
    }
    state.waiting.append(job)
    return .wait
  }

  private func run(_ first: Job) {
    var next: Job? = first
    while let job = next {
      let output = work(job.input)
      next = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
      job.continuation.resume(returning: output)
    }
  }
}
