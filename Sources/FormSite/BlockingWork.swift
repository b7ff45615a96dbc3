import Support
import Glibc

/// Runs blocking work on separate threads, so that no event loop stalls. A limited number of jobs run at once, and a limited
/// number wait in the order of their arrival. More are refused, also when one client has too many waiting. The threads run at a
/// lower priority than all others: visitors wait for short work, and that comes first.
package final class BlockingWork<Input: Sendable, Output: Sendable>: Sendable {
  private struct Ending: Sendable {
    /// `nil` if the work was not done.
    let output: Output?
    /// Starts the next waiting job when that needs a thread of another priority.
    var goOn: (@Sendable () -> Void)?
  }

  private struct Job: Sendable {
    let input: Input
    let claim: WorkClaim?
    let continuation: CheckedContinuation<Ending, Never>
    let start = ContinuousClock.now

    func replaces(_ older: Job) -> Bool { claim?.view != nil && claim?.view == older.claim?.view }

    func isOfSameClient(_ other: Job) -> Bool { claim?.client != nil && claim?.client == other.claim?.client }
  }

  private struct State {
    /// Threads that run now.
    var running = 0
    var waiting: [Job] = []
    /// Until then idle work runs at `.low`, because it got too little processor time.
    var reliefEnd: ContinuousClock.Instant?
  }

  private enum Action {
    case refuse, wait
    case start(BackgroundThread.Priority)
    case replace(Job)
  }

  private let concurrentLimit: Int
  private let waitingLimit: Int
  private let clientWaitingLimit: Int
  private let priority: BackgroundThread.Priority
  private let patience: Duration
  private let state = Lock(State())
  private let work: @Sendable (Input) -> Output

  /// - Parameters:
  ///   - clientWaitingLimit: of one client; `nil` allows as many as `waitingLimit`.
  ///   - patience: when idle work takes longer, work runs at `.low` for a second.
  package init(
    concurrentLimit: Int, waitingLimit: Int, clientWaitingLimit: Int? = nil,
    priority: BackgroundThread.Priority = .low, patience: Duration = .milliseconds(250),
    work: @escaping @Sendable (Input) -> Output
  ) {
    self.concurrentLimit = concurrentLimit
    self.waitingLimit = waitingLimit
    self.clientWaitingLimit = clientWaitingLimit ?? waitingLimit
    self.priority = priority
    self.patience = patience
    self.work = work
  }

  /// `nil` if too much waits already, or if newer work has replaced this.
  package func result(of input: Input, for claim: WorkClaim? = nil) async -> Output? {
    let ending = await withCheckedContinuation { continuation in
      let job = Job(input: input, claim: claim, continuation: continuation)
      switch state.withLock({ admit(job, to: &$0) }) {
      case .refuse: continuation.resume(returning: Ending(output: nil))
      case .replace(let older): older.continuation.resume(returning: Ending(output: nil))
      case .wait: break
      case .start(let priority): start(job, at: priority)
      }
    }
    ending.goOn?()
    return ending.output
  }

  private func admit(_ job: Job, to state: inout State) -> Action {
    if let position = state.waiting.firstIndex(where: { job.replaces($0) }) {
      let older = state.waiting[position]
      state.waiting[position] = job
      return .replace(older)
    }
    guard state.running == concurrentLimit else {
      state.running += 1
      return .start(priority(in: state))
    }
    guard state.waiting.count < waitingLimit, state.waiting.count(where: job.isOfSameClient) < clientWaitingLimit else {
      return .refuse
    }
    state.waiting.append(job)
    return .wait
  }

  private func priority(in state: State) -> BackgroundThread.Priority {
    priority == .idle && state.reliefEnd.map { ContinuousClock.now < $0 } == true ? .low : priority
  }

  private func start(_ job: Job, at priority: BackgroundThread.Priority) {
    BackgroundThread.start(at: priority) { self.run(job, at: priority) }
  }

  /// Runs jobs one after another. A thread cannot raise its own priority or that of threads it starts. So when the next job
  /// needs a higher one, the caller that waits for this result starts the new thread.
  private func run(_ first: Job, at priority: BackgroundThread.Priority) {
    var next: Job? = first
    while let job = next {
      let output = work(job.input)
      let goOn: (@Sendable () -> Void)?
      (next, goOn) = state.withLock { state in
        if job.start.duration(to: .now) > patience { state.reliefEnd = .now + .seconds(1) }
        if state.waiting.isEmpty {
          state.running -= 1
          return (nil, nil)
        }
        let (waiting, needed) = (state.waiting.removeFirst(), self.priority(in: state))
        return needed == priority ? (waiting, nil) : (nil, { self.start(waiting, at: needed) })
      }
      job.continuation.resume(returning: Ending(output: output, goOn: goOn))
    }
  }
}

/// Who asks for work that may have to wait, and the view that shows its result.
package struct WorkClaim: Sendable {
  /// A selection view of a draft. Its newest search replaces an older one that still waits.
  struct View: Sendable, Equatable {
    let draft: Token
    let cell: String
  }

  /// The client's network: the part of the address that one customer of a provider has. `nil` if it is not known.
  let client: UInt64?
  /// New work for a view replaces its waiting work. `nil`: the work replaces nothing.
  let view: View?
}

/// A thread that runs one piece of work at a low priority, and then ends.
package enum BackgroundThread {
  /// Niceness, from 0 (as other threads) to 19 (lowest priority). At 10, with all processors busy, the thread gets about a
  /// tenth of what each other thread gets: its work takes long, but finishes.
  private static let niceness: Int32 = 10
  /// `SCHED_IDLE`. The C library declares it only for GNU sources (sched(7)).
  private static let idlePolicy: Int32 = 5

  package enum Priority: Sendable {
    /// Below all other threads.
    case low
    /// Any other thread preempts it: for work that never ends, such as reading files that keep arriving. With all processors
    /// busy it gets about a three-hundredth of what others get, so `BlockingWork` does not leave work there for long.
    case idle
  }

  /// If no thread can be started, the caller does the work itself and waits for it.
  package static func start(at priority: Priority = .low, _ body: @escaping @Sendable () -> Void) {
    do {
      try Thread {
        giveWay(at: priority)
        body()
      }.detach()
    } catch { body() }
  }

  /// On Linux both calls change one thread only; 0 means the calling one.
  private static func giveWay(at priority: Priority) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    guard priority == .idle else { return }
    var parameters = sched_param()
    sched_setscheduler(0, idlePolicy, &parameters)
  }
}

extension BackgroundThread {
  /// Lets other threads go first during long work. Each call gives up the rest of a time slice; on a busy machine that would
  /// add up to seconds, so after some time it has no effect.
  struct Courtesy {
    private static let millisecondLimit = 20
    private let end = ContinuousClock.now + .milliseconds(Self.millisecondLimit)

    func giveWay() {
      if ContinuousClock.now < end { sched_yield() }
    }
  }
}
