#if PostgreSQL
import FormSite
import Support

/// A submission that waits to be recorded, and the caller who waits for it.
struct WaitingRecord: Sendable {
  let submission: SubmissionRecord
  let deadline: Deadline
  let continuation: CheckedContinuation<Result<Void, SubmissionError>, Never>
}

/// A submission as it is in the table.
struct StoredSubmission: Sendable {
  let time: String
  let line: [UInt8]
}

/// A question about a submission, and the caller who waits for the answer.
struct WaitingQuestion: Sendable {
  let id: String
  let form: String
  let deadline: Deadline
  let continuation: CheckedContinuation<Result<StoredSubmission?, SubmissionError>, Never>
}

/// Everything that waits for the connection.
struct Waiting: Sendable {
  private static let batchRowLimit = 1000
  private static let batchByteLimit = 8 << 20
  private static let waitingByteLimit = 64 << 20

  private(set) var records: [WaitingRecord] = []
  private(set) var questions: [WaitingQuestion] = []
  private var byteCount = 0

  var isEmpty: Bool { records.isEmpty && questions.isEmpty }

  /// False if too much already waits.
  mutating func append(_ record: WaitingRecord) -> Bool {
    guard byteCount + record.submission.line.count <= Self.waitingByteLimit else { return false }
    byteCount += record.submission.line.count
    records.append(record)
    return true
  }

  mutating func append(_ question: WaitingQuestion) { questions.append(question) }

  /// Removes what is sent to the server at once, the oldest first.
  mutating func takeBatch() -> Waiting {
    var batch = Waiting()
    for record in records.prefix(Self.batchRowLimit) {
      guard batch.records.isEmpty || batch.byteCount + record.submission.line.count <= Self.batchByteLimit else {
        break
      }
      batch.byteCount += record.submission.line.count
      batch.records.append(record)
    }
    records.removeFirst(batch.records.count)
    byteCount -= batch.byteCount
    batch.questions = Array(questions.prefix(Self.batchRowLimit))
    questions.removeFirst(batch.questions.count)
    return batch
  }

  /// Puts back what was taken but not done.
  mutating func putBack(_ batch: Waiting) {
    records = batch.records + records
    byteCount += batch.byteCount
    questions = batch.questions + questions
  }

  /// Removes the records, to be answered or put back.
  mutating func takeRecords() -> [WaitingRecord] {
    defer { (records, byteCount) = ([], 0) }
    return records
  }

  mutating func putBack(_ some: [WaitingRecord]) {
    records = some + records
    byteCount += some.reduce(0) { $0 + $1.submission.line.count }
  }

  mutating func removeQuestions() -> [WaitingQuestion] {
    defer { questions = [] }
    return questions
  }

  /// Removes what has waited too long.
  mutating func takeOverdue() -> Waiting {
    var overdue = Waiting()
    overdue.records = records.filter(\.deadline.isOver)
    overdue.questions = questions.filter(\.deadline.isOver)
    records.removeAll { $0.deadline.isOver }
    questions.removeAll { $0.deadline.isOver }
    byteCount = records.reduce(0) { $0 + $1.submission.line.count }
    return overdue
  }
}
#endif
