#if PostgreSQL
import FormSite
import Support

/// On the queue: what waits is recorded and answered.
extension PostgreSQLSubmissions {
  private static let answerMillisecondLimit = 5000
  /// Attempts where transactions meet.
  private static let attemptLimit = 4
  /// Statements of a batch that may take too long before it is the server that does.
  private static let timeoutLimit = 3

  /// Goes on until nothing waits, or the server is away.
  func run() {
    while true {
      var batch = state.withLock { state in
        let batch = state.waiting.takeBatch()
        if batch.isEmpty { state.isRunning = false }
        return batch
      }
      if batch.isEmpty { return }
      do throws(PostgreSQLError) {
        try record(&batch)
        try answer(&batch)
      } catch {
        state.withLock { $0.waiting.putBack(batch) }
        goAway(error)
        return
      }
    }
  }

  /// Records all of the batch at once. Where that fails although others could be recorded, smaller and smaller parts of it: only
  /// those records fail that are the reason.
  /// - Throws: where the server is at fault; those that are still in the batch have been told nothing.
  private func record(_ batch: inout Waiting) throws(PostgreSQLError) {
    // The next one at the end.
    var parts = [batch.takeRecords()]
    var timeoutCount = 0
    while let part = parts.popLast() {
      if part.isEmpty { continue }
      var result: Result<Void, SubmissionError> = .success(())
      do throws(PostgreSQLError) { try insert(part.map(\.submission)) } catch {
        if error.isTimeout { timeoutCount += 1 }
        do throws(PostgreSQLError) {
          if error.isOfTheServer || timeoutCount > Self.timeoutLimit { throw error }
          try insert([])
        } catch {
          batch.putBack(part + parts.reversed().flatMap(\.self))
          throw error
        }
        if part.count > 1 {
          // Of what takes long nothing is tried more often than it must be.
          let size = error.isTimeout ? 1 : (part.count + 1) / 2
          parts += stride(from: 0, to: part.count, by: size).map { Array(part[$0..<min(part.count, $0 + size)]) }
            .reversed()
          continue
        }
        result = .failure(self.error(error.description, isRefusal: error.isOfTheValues))
      }
      for record in part { record.continuation.resume(returning: result) }
    }
  }

  /// In one transaction; once more where it meets another one.
  private func insert(_ submissions: [SubmissionRecord]) throws(PostgreSQLError) {
    try link.withLock { link throws(PostgreSQLError) in
      for attempt in 1... {
        let deadline = Deadline(inMilliseconds: Self.answerMillisecondLimit)
        do throws(PostgreSQLError) {
          let connection = try link.connected
          try keepDefinitions(of: submissions, &link, connection, by: deadline)
          return try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
            try SubmissionTable.record(submissions, connection, by: deadline)
          }
        } catch {
          guard error.isConflict, attempt < Self.attemptLimit else { throw error }
        }
      }
    }
  }

  /// Records the definitions that these submissions bring, in a transaction of their own: without them a submission is recorded
  /// all the same.
  private func keepDefinitions(
    of submissions: [SubmissionRecord], _ link: inout Link, _ connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    let definitions = link.newDefinitions(of: submissions)
    if definitions.isEmpty { return }
    do throws(PostgreSQLError) {
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        try SubmissionTable.record(definitions, connection, by: deadline)
      }
    } catch {
      if error.isOfTheServer || error.isConflict { throw error }
      note("\(address): error: \(error); submissions are recorded without the form's definition")
    }
    link.keptVersions.formUnion(definitions.keys)
  }

  private func answer(_ batch: inout Waiting) throws(PostgreSQLError) {
    guard !batch.questions.isEmpty else { return }
    let ids = BinaryValue.texts(batch.questions.map { Array($0.id.utf8) })
    let rows = try link.withLock { link throws(PostgreSQLError) in
      try link.connected.run(SubmissionTable.stored, [ids], by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
    }
    var held: [String: (form: String, stored: StoredSubmission)] = [:]
    for row in 0..<rows.rowCount {
      guard let id = rows.text(row: row, column: 0), let form = rows.text(row: row, column: 1),
        let time = rows.text(row: row, column: 2), let line = rows.bytes(row: row, column: 3)
      else { continue }
      held[id] = (form, StoredSubmission(time: time, line: line))
    }
    for question in batch.removeQuestions() {
      let held = held[question.id]
      question.continuation.resume(returning: .success(held?.form == question.form ? held?.stored : nil))
    }
  }
}

extension PostgreSQLSubmissions.Link {
  /// Those that this process has not tried to record yet.
  fileprivate func newDefinitions(of submissions: [SubmissionRecord]) -> [FormVersion: [UInt8]] {
    var definitions: [FormVersion: [UInt8]] = [:]
    for submission in submissions {
      let version = FormVersion(form: submission.form, version: submission.version)
      if !keptVersions.contains(version) { definitions[version] = submission.definition }
    }
    return definitions
  }

  fileprivate var connected: PostgreSQLConnection {
    get throws(PostgreSQLError) {
      guard let connection else { throw PostgreSQLError(.lost, "no connection") }
      return connection
    }
  }
}
#endif
