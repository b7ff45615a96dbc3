import Glibc
import Support
import Testing

@testable import FormSite

@Suite("Blocking work outside the event loops")
final class BlockingWorkTests: Sendable {
  /// One piece of work runs at a time; it is held until the gate opens.
  private let gate = Gate()
  private let done = Lock<[Int]>([])

  private func work(clientWaitingLimit: Int) -> BlockingWork<Int, Int> {
    BlockingWork(concurrentLimit: 1, waitingLimit: 6, clientWaitingLimit: clientWaitingLimit) { [self] number in
      gate.pass()
      done.withLock { $0.append(number) }
      return number
    }
  }

  @Test("A client has a few waiting places; its further work is refused, and other clients' work is accepted")
  func clients() async {
    let work = work(clientWaitingLimit: 2)
    // Each task has a place, or is refused, before the next one starts.
    let clients: [UInt64?] = [1, 1, 1, 1, 2, 1, nil, nil, nil, 3]
    let tasks = clients.enumerated().map { number, client in
      Task.immediate { await work.result(of: number, for: WorkClaim(client: client, view: nil)) }
    }
    for refused in [3, 5, 9] { #expect(await tasks[refused].value == nil, "\(refused) of 10") }
    gate.open()
    for admitted in [0, 1, 2, 4, 6, 7, 8] { #expect(await tasks[admitted].value == admitted) }
    #expect(done.withLock { $0 } == [0, 1, 2, 4, 6, 7, 8])
  }

  @Test("New work for a view replaces that view's waiting work, even if its client has no other place")
  func views() async {
    let work = work(clientWaitingLimit: 2)
    let drafts = [Token((0, 1)), Token((0, 2))]
    let views = [(0, "part"), (0, "part"), (1, "part"), (0, "part"), (0, "site"), (0, "part")]
    let tasks = views.enumerated().map { number, view in
      let view = WorkClaim.View(draft: drafts[view.0], cell: view.1)
      return Task.immediate { await work.result(of: number, for: WorkClaim(client: 1, view: view)) }
    }
    // Task 0 runs. Tasks 1 and 3 give way to later work of the same view. Task 4 is for another view and exceeds the client's places.
    for refused in [1, 3, 4] { #expect(await tasks[refused].value == nil, "\(refused) of 6") }
    gate.open()
    for admitted in [0, 5, 2] { #expect(await tasks[admitted].value == admitted) }
    #expect(done.withLock { $0 } == [0, 5, 2])
  }

  @Test("Once idle work has exceeded its patience, later work is no longer idle", arguments: [true, false])
  func starved(isPatient: Bool) async {
    let idlePolicy: Int32 = 5
    let work = BlockingWork<Int, Bool>(
      concurrentLimit: 1, waitingLimit: 1, priority: .idle, patience: isPatient ? .seconds(3600) : .zero
    ) { [self] _ in
      gate.pass()
      return sched_getscheduler(0) == idlePolicy
    }
    let tasks = (0..<2).map { number in Task.immediate { await work.result(of: number) } }
    gate.open()
    #expect(await tasks[0].value == true)
    #expect(await tasks[1].value == isPatient)
  }
}
