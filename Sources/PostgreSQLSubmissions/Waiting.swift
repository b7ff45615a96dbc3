#if PostgreSQL
import FormSite
import Support

/// A submission on its way to the table, and who waits for it.
struct WaitingRecord: Sendable {
  let submission: SubmissionRecord
  let deadline: Deadline
  let continuation: CheckedContinuation<Result<Void, SubmissionError>, Never>
}

/// A submission as the table has it.
struct StoredSubmission: Sendable {
  let time: String
  let line: [UInt8]
}

/// A submission that is asked for, and who waits for the answer.
struct WaitingQuestion: Sendable {
  let id: String
  let form: String
  let deadline: Deadline
  let continuation: CheckedContinuation<Result<StoredSubmission?, SubmissionError>, Never>
}

/// All that waits for the connection.
struct Waiting: Sendable {
  private static let batchRowLimit = 1000
  private static let batchByteLimit = 8 << 20
  private static let waitingByteLimit = 64 << 20

  private(set) var records: [WaitingRecord] = []
  private(set) var questions: [WaitingQuestion] = []
  private var byteCount = 0

  var isEmpty: Bool { records.isEmpty && questions.isEmpty }

  /// False: too much waits already.
  mutating func append(_ record: WaitingRecord) -> Bool {
    guard byteCount + record.submission.line.count <= Self.waitingByteLimit else { return false }
    byteCount += record.submission.line.count
    records.append(record)
    return true
  }

  mutating func append(_ question: WaitingQuestion) { questions.append(question) }

  /// Takes what goes to the server at once, the oldest first.
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

  /// Puts back what was taken and not done.
  mutating func putBack(_ batch: Waiting) {
    records = batch.records + records
    byteCount += batch.byteCount
    questions = batch.questions + questions
  }

  /// Takes the records, to be told or put back.
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

  /// Takes out what has waited too long.
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
