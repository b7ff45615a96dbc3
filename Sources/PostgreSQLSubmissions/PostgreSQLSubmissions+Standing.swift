#if PostgreSQL
import Dispatch
import FormSite
import Support

/// On the queue: the connection comes, goes, and is looked after.
extension PostgreSQLSubmissions {
  private static let connectMillisecondLimit = 3000
  private static let checkMillisecondLimit = 2000
  /// While all is quiet, the server is asked this often whether it is there.
  private static let checkMilliseconds = 1000

  /// From now on nothing is recorded, until a connection is made that can. Those who wait go on waiting, to their limit.
  func goAway(_ error: PostgreSQLError) {
    link.withLock { $0.connection = nil }
    let isNew = state.withLock { state in
      state.isRunning = false
      let patience = state.failure?.patience ?? Deadline(inMilliseconds: Self.waitMillisecondLimit)
      state.failure = (error.description, patience)
      defer { state.isToldAway = true }
      return !state.isToldAway
    }
    if isNew { onChange(error.description) }
    refuseOverdue(error.description)
    let wait = link.withLock { $0.backoff.nextMilliseconds() }
    queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in self?.connect() }
  }

  func connect() {
    do throws(PostgreSQLError) {
      try link.withLock { link throws(PostgreSQLError) in
        let deadline = Deadline(inMilliseconds: Self.connectMillisecondLimit)
        let connection = try PostgreSQLConnection(to: address, by: deadline)
        try SubmissionTable.open(connection, by: deadline)
        link.connection = connection
      }
      let isBack = state.withLock { state in
        state.failure = nil
        state.isRunning = true
        defer { state.isToldAway = false }
        return state.isToldAway
      }
      if isBack { onChange(nil) }
      run()
    } catch {
      goAway(error)
    }
  }

  /// A connection that nobody uses may have broken: whoever asks for the health shall know it.
  func checkLater() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.checkMilliseconds)) { [weak self] in
      self?.check()
      self?.checkLater()
    }
  }

  private func check() {
    do throws(PostgreSQLError) {
      try link.withLock { link throws(PostgreSQLError) in
        guard let connection = link.connection else { return }
        try connection.run("SELECT 1", by: Deadline(inMilliseconds: Self.checkMillisecondLimit))
        // Not at once after connecting: a server that accepts connections and no rows is not asked without a pause.
        link.backoff.reset()
      }
    } catch {
      goAway(error)
    }
  }

  private func refuseOverdue(_ reason: String) {
    let overdue = state.withLock { $0.waiting.takeOverdue() }
    for record in overdue.records { record.continuation.resume(returning: .failure(self.error(reason))) }
    for question in overdue.questions { question.continuation.resume(returning: .failure(self.error(reason))) }
  }
}
#endif
