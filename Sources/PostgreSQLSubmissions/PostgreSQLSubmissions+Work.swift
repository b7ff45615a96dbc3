#if PostgreSQL
import FormSite
import Support

/// On the queue: what waits is recorded and answered.
extension PostgreSQLSubmissions {
  private static let answerMillisecondLimit = 5000

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

  /// Records all of the batch at once. Where a value is not as the table wants it, each by itself: only that one fails.
  /// - Throws: where the server is at fault; those that are still in the batch have been told nothing.
  private func record(_ batch: inout Waiting) throws(PostgreSQLError) {
    guard !batch.records.isEmpty else { return }
    do throws(PostgreSQLError) {
      try insert(batch.records.map(\.submission))
      for record in batch.removeRecords() { record.continuation.resume(returning: .success(())) }
    } catch {
      guard error.isOfTheValues else { throw error }
      while let record = batch.records.first {
        var result: Result<Void, SubmissionError> = .success(())
        do throws(PostgreSQLError) { try insert([record.submission]) } catch {
          guard error.isOfTheValues else { throw error }
          result = .failure(self.error(error.description, isRefusal: true))
        }
        _ = batch.removeFirstRecord()
        record.continuation.resume(returning: result)
      }
    }
  }

  private func insert(_ submissions: [SubmissionRecord]) throws(PostgreSQLError) {
    let columns: [(SubmissionRecord) -> [UInt8]] = [
      { Array($0.id.utf8) }, { Array($0.form.utf8) }, { Array($0.version.utf8) }, { Array($0.time.utf8) }, \.line,
    ]
    try answer(to: SubmissionTable.insert, columns.map { BinaryValue.texts(submissions.map($0)) })
  }

  private func answer(_ batch: inout Waiting) throws(PostgreSQLError) {
    guard !batch.questions.isEmpty else { return }
    let rows = try answer(
      to: SubmissionTable.times, [BinaryValue.texts(batch.questions.map { Array($0.id.utf8) })])
    var times: [String: (form: String, time: String)] = [:]
    for row in 0..<rows.rowCount {
      guard let id = rows.text(row: row, column: 0), let form = rows.text(row: row, column: 1),
        let time = rows.text(row: row, column: 2)
      else { continue }
      times[id] = (form, time)
    }
    for question in batch.removeQuestions() {
      let held = times[question.id]
      question.continuation.resume(returning: .success(held?.form == question.form ? held?.time : nil))
    }
  }

  @discardableResult
  private func answer(to statement: String, _ values: [[UInt8]]) throws(PostgreSQLError) -> PostgreSQLResult {
    try link.withLock { link throws(PostgreSQLError) in
      guard let connection = link.connection else { throw PostgreSQLError(.lost, "no connection") }
      return try connection.run(
        prepared: statement, values, by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
    }
  }
}
#endif
