#if PostgreSQL
import Dispatch
public import FormSite
import Support

/// Submissions in PostgreSQL, one row for each, by their ids: recorded once, whoever sends them. Those that wait are recorded by
/// one statement, which is one transaction, on a separate thread. If the connection breaks meanwhile, it is not known whether they were
/// recorded, so they are sent again: a row that already exists is not added a second time.
public final class PostgreSQLSubmissions: SubmissionSink {
  /// Callers wait this long, so that they do not notice a shorter restart or failover.
  static let waitMillisecondLimit = 5000

  struct State {
    var waiting = Waiting()
    var isRunning = false
    /// Why nothing can be recorded now, and the deadline up to which new callers still wait.
    var failure: (reason: String, patience: Deadline)?
    var isToldAway = false
  }

  struct Link {
    var connection: PostgreSQLConnection?
    /// Versions whose definitions are in their table, or cannot be stored.
    var keptVersions: Set<FormVersion> = []
    var backoff = Backoff()
  }

  let address: PostgreSQLAddress
  let destinations: [String]
  let onChange: @Sendable (String?) -> Void
  let note: @Sendable (String) -> Void
  let state: Lock<State>
  /// Only used on the queue.
  let link = Lock(Link())
  let queue = DispatchQueue(label: "formcells.postgresql")
  /// For corrections and erasing, so that they do not delay the recording of submissions.
  let editing: Lane
  let edits = Lock(EditCounts())
  let limited = Lock(Limited())
  /// For submissions that are counted, each of which waits for the previous one.
  let countingLane: Lane

  /// Connects, and creates or updates the tables, without waiting for that.
  /// - Parameters:
  ///   - address: the database.
  ///   - destinations: those that a server delivers to: no submission is recorded before they are in the table.
  ///   - note: receives messages about failures other than in recording.
  ///   - onChange: receives the reason why nothing can be recorded, or `nil` once it is possible again.
  public init(
    _ address: PostgreSQLAddress, destinations: [String] = [],
    note: @escaping @Sendable (String) -> Void = { _ in },
    onChange: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    self.address = address
    self.destinations = destinations
    self.note = note
    self.onChange = onChange
    func makeLane() -> Lane {
      Lane(address) { connection, deadline throws(PostgreSQLError) in
        try SubmissionStatements.migrate(connection, by: deadline)
        try OutboxTable.add(destinations, over: connection, by: deadline)
      }
    }
    (editing, countingLane) = (makeLane(), makeLane())
    var state = State()
    state.failure = ("connecting", Deadline(inMilliseconds: Self.waitMillisecondLimit))
    self.state = Lock(state)
    queue.async { self.connect() }
    checkLater()
  }

  /// Why the database cannot be used now; `nil` if it can.
  public var failure: String? { state.withLock { $0.failure.map { "PostgreSQL: \($0.reason)" } } }

  /// Returns when the row is committed. A row that already exists is left unchanged.
  public func store(_ submission: SubmissionRecord) async throws(SubmissionError) {
    if let quotas = limited.withLock({ $0.quotas[submission.form] }) {
      try await store(submission, within: quotas)
    } else if submission.replaces == nil {
      try await record(submission)
    } else {
      try await correct(submission)
    }
  }

  func record(_ submission: SubmissionRecord) async throws(SubmissionError) {
    let result = await withCheckedContinuation { continuation in
      let record = WaitingRecord(
        submission: submission, deadline: Deadline(inMilliseconds: Self.waitMillisecondLimit),
        continuation: continuation)
      let refusal = add { $0.append(record) ? nil : "too many submissions are waiting" }
      if let refusal { continuation.resume(returning: .failure(error(refusal))) }
    }
    try result.get()
  }

  /// The time of a row; `nil` if no row has this id.
  public func time(of id: String, in form: String) async throws(SubmissionError) -> String? {
    try await stored(id, in: form)?.time
  }

  /// The row's line; `nil` if no row has this id.
  package func line(of id: String, in form: String) async throws(SubmissionError) -> [UInt8]? {
    try await stored(id, in: form)?.line
  }

  private func stored(_ id: String, in form: String) async throws(SubmissionError) -> StoredSubmission? {
    let result = await withCheckedContinuation { continuation in
      let question = WaitingQuestion(
        id: id, form: form, deadline: Deadline(inMilliseconds: Self.waitMillisecondLimit), continuation: continuation)
      let refusal = add {
        $0.append(question)
        return nil
      }
      if let refusal { continuation.resume(returning: .failure(error(refusal))) }
    }
    return try result.get()
  }

  /// Adds to what waits; returns the reason if that is not possible.
  private func add(_ append: (inout Waiting) -> String?) -> String? {
    state.withLock { state in
      if let failure = state.failure, failure.patience.isOver { return failure.reason }
      if let refusal = append(&state.waiting) { return refusal }
      if !state.isRunning, state.failure == nil {
        state.isRunning = true
        queue.async { self.run() }
      }
      return nil
    }
  }

  func error(_ reason: String, isRefusal: Bool = false) -> SubmissionError {
    SubmissionError(path: "\(address)", reason: reason, isRefusal: isRefusal)
  }
}

/// Runs on the queue: records what waits, and answers.
extension PostgreSQLSubmissions {
  private static let answerMillisecondLimit = 5000
  /// The number of attempts when transactions conflict.
  private static let attemptLimit = 4
  /// The number of statements of a batch that may time out before the server is considered the cause.
  private static let timeoutLimit = 3

  /// Runs until nothing waits, or the server is unavailable.
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

  /// Records the whole batch at once. If that fails although some records could be stored, it tries smaller and smaller parts: only
  /// those records fail that are the cause.
  /// - Throws: if the server is at fault; the records that are left in the batch have not been answered.
  private func record(_ batch: inout Waiting) throws(PostgreSQLError) {
    // The next part is at the end.
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
          // What takes long is not tried more often than necessary.
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

  /// Inserts in one transaction; repeats it if it conflicts with another one.
  private func insert(_ submissions: [SubmissionRecord]) throws(PostgreSQLError) {
    try link.withLock { link throws(PostgreSQLError) in
      for attempt in 1... {
        let deadline = Deadline(inMilliseconds: Self.answerMillisecondLimit)
        do throws(PostgreSQLError) {
          let connection = try link.connected
          try keepDefinitions(of: submissions, link: &link, over: connection, by: deadline)
          return try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
            try SubmissionStatements.record(submissions, over: connection, by: deadline)
          }
        } catch {
          guard error.isConflict, attempt < Self.attemptLimit else { throw error }
        }
      }
    }
  }

  /// Stores the definitions of these submissions, in a separate transaction: if that fails, the submissions are recorded anyway.
  private func keepDefinitions(
    of submissions: [SubmissionRecord], link: inout Link, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    let definitions = link.newDefinitions(of: submissions)
    if definitions.isEmpty { return }
    do throws(PostgreSQLError) {
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        try SubmissionStatements.record(definitions, over: connection, by: deadline)
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
      try link.connected.run(
        SubmissionStatements.stored, values: [ids], by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
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
  /// The definitions that this process has not tried to store yet.
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
      guard let connection else { throw PostgreSQLError(.lost, description: "no connection") }
      return connection
    }
  }
}

/// Runs on the queue: makes, loses and checks the connection.
extension PostgreSQLSubmissions {
  private static let connectMillisecondLimit = 3000
  private static let checkMillisecondLimit = 2000
  /// The interval at which the server is checked while nothing is recorded.
  private static let checkMilliseconds = 1000

  /// From now on nothing is recorded, until a connection can be made that works. Waiting records keep waiting, up to their limit.
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
        try SubmissionStatements.open(connection, by: deadline)
        try OutboxTable.add(destinations, over: connection, by: deadline)
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

  /// Checks the connection later: it may break while unused, and the health check should report that.
  private func checkLater() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.checkMilliseconds)) { [weak self] in
      self?.check()
      self?.checkLater()
    }
  }

  private func check() {
    do throws(PostgreSQLError) {
      try link.withLock { link throws(PostgreSQLError) in
        guard let connection = link.connection else { return }
        let deadline = Deadline(inMilliseconds: Self.checkMillisecondLimit)
        try connection.run("SELECT 1", by: deadline)
        try followTaken(over: connection, by: deadline)
        // Not right after connecting: a server that accepts connections but no rows must not be tried without a pause.
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

extension PostgreSQLSubmissions: SubmissionArchive {
  package func store(inOrder submissions: [SubmissionRecord]) async throws {
    // What waits is recorded in the order of arrival, and these arrive in sequence.
    try await withThrowingTaskGroup(of: Void.self) { group in
      let order = OneAfterTheOther()
      for submission in submissions {
        group.addTask(executorPreference: order) { try await self.recordAsItCame(submission) }
      }
      try await group.waitForAll()
    }
  }

  /// Records a submission. A correction may come without the submission that it corrects. If it is refused, the error names the line that
  /// exists instead.
  private func recordAsItCame(_ submission: SubmissionRecord) async throws(SubmissionError) {
    do { try await record(submission) } catch {
      guard error.isRefusal, let target = submission.replaces,
        let conflict = try await conflict(of: submission)
      else { throw error }
      throw SubmissionError.conflict(conflict, of: target, at: "\(address)")
    }
  }
}

/// Starts tasks in the order in which they were created.
private final class OneAfterTheOther: TaskExecutor {
  private let queue = DispatchQueue(label: "formcells.import")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
#endif
