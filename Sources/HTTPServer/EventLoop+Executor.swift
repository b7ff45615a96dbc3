import Glibc
import Support
import Synchronization

/// Running the handlers' tasks, and requests from other threads.
extension EventLoop {
  /// Asks the loop to drain until the deadline. Can be called on any thread.
  func drain(until deadline: Instant, handsOver: Bool = false) {
    mailbox.withLock { mailbox in
      mailbox.drainDeadline = deadline
      mailbox.handsOver = handsOver
      if !mailbox.hasEnded { queue.wake() }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if thread.load(ordering: .relaxed) == pthread_self() {
      localJobs.append(job)
      return
    }
    let isTaken = mailbox.withLock { mailbox in
      guard !mailbox.hasEnded else { return false }
      mailbox.jobs.append(job)
      // Done under the lock: the queue exists until the loop has ended.
      if mailbox.jobs.count == 1 { queue.wake() }
      return true
    }
    // The loop has ended and nobody waits for the answer, but the task must be able to finish.
    if !isTaken { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Whether jobs are left for the next turn.
  var hasJobs: Bool { !localJobs.isEmpty }

  /// Runs ready jobs, which may enqueue others; the number of passes per iteration is limited.
  func runJobs() {
    var passes = 0
    while !localJobs.isEmpty && passes < EventLoop.jobPassLimit {
      let jobs = localJobs
      localJobs.removeAll(keepingCapacity: true)
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      passes += 1
    }
  }

  func collectMail() {
    mailbox.withLock { mailbox in
      if !mailbox.jobs.isEmpty {
        localJobs.append(contentsOf: mailbox.jobs)
        mailbox.jobs.removeAll(keepingCapacity: true)
      }
      drainDeadline = mailbox.drainDeadline
      handsOver = mailbox.handsOver
    }
  }

  func end() {
    stopListening()
    for channel in channels { channel.map(close) }
    let rest = mailbox.withLock { mailbox in
      mailbox.hasEnded = true
      let jobs = mailbox.jobs
      mailbox.jobs = []
      return jobs
    }
    localJobs.append(contentsOf: rest)
    runJobs()
    if reserve >= 0 { _ = Glibc.close(reserve) }
    queue.close()
    thread.store(0, ordering: .relaxed)
  }

  private static let jobPassLimit = 16
}
