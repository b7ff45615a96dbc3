import Support
import Glibc

/// Runs work that blocks on threads of its own, so that no event loop stands still. Some runs at once, some waits in the
/// order in which it came, and anything beyond that is refused; so is what one client asks for beyond its part. Its threads
/// give way to all others: what visitors wait for is short, and comes first.
package final class BlockingWork<Input: Sendable, Output: Sendable>: Sendable {
  private struct Ending: Sendable {
    /// Nil: it was not done.
    let output: Output?
    /// Goes on with what waits, where that needs another thread.
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
    /// Threads.
    var running = 0
    var waiting: [Job] = []
    /// Until when idle work is not behind all others, as it has starved there.
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
  ///   - clientWaitingLimit: of one client; nil: as many as may wait in all.
  ///   - patience: idle work that takes longer has starved, and is done at `.low` for a second.
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

  /// Nil: too much waits already, or newer work has taken its place.
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

  /// Does what waits, one by one. Neither a thread nor those that it starts leave its priority for a higher one: whoever waits
  /// for the result starts the thread that goes on then.
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

/// The one who asks for work that may have to wait, and the view that shows it.
package struct WorkClaim: Sendable {
  /// A selection view of a draft. Nobody waits any more for what it was to show before.
  struct View: Sendable, Equatable {
    let draft: Token
    let cell: String
  }

  /// The part of an address that one customer of a network has; nil: not known.
  let client: UInt64?
  /// Newer work for it takes the place of work that waits; nil: it takes no place but its own.
  let view: View?
}

/// A thread that runs one piece of work behind all others and ends with it.
package enum BackgroundThread {
  /// Its place in the processor's queue, from 0 (as all threads) to 19 (behind all). At 10 it gets a tenth of what each of them
  /// gets where all processors are busy: its work takes long then, and is done.
  private static let niceness: Int32 = 10
  /// `SCHED_IDLE`, which the C library shows to GNU sources only (sched(7)).
  private static let idlePolicy: Int32 = 5

  package enum Priority: Sendable {
    /// Behind all others.
    case low
    /// Whoever wants the processor has it at once: for work that never ends, such as that of files that keep coming. Where all
    /// processors are busy it gets a three hundredth of what others get: `BlockingWork` does not leave it there for long.
    case idle
  }

  /// Where the machine gives no thread, the work is done at once by the caller, who then waits.
  package static func start(at priority: Priority = .low, _ body: @escaping @Sendable () -> Void) {
    do {
      try Thread {
        giveWay(at: priority)
        body()
      }.detach()
    } catch { body() }
  }

  /// On Linux both are the thread's own; 0 means the calling one.
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
