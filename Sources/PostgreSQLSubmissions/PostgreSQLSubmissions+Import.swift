#if PostgreSQL
import Dispatch
package import FormSite

extension PostgreSQLSubmissions: SubmissionArchive {
  package func store(inOrder submissions: [SubmissionRecord]) async throws {
    // What waits is recorded in the order in which it came, and these come one after the other.
    try await withThrowingTaskGroup(of: Void.self) { group in
      let order = OneAfterTheOther()
      for submission in submissions {
        group.addTask(executorPreference: order) { try await self.store(submission) }
      }
      try await group.waitForAll()
    }
  }
}

/// Begins tasks in the order in which they are made.
private final class OneAfterTheOther: TaskExecutor {
  private let queue = DispatchQueue(label: "formcells.import")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
#endif
