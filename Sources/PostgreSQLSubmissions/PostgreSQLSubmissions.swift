#if PostgreSQL
import Dispatch
public import FormSite
import Support

/// Submissions in PostgreSQL, a row each, by their id: recorded once, whoever sends them. Those that wait are recorded by
/// one statement, which is one transaction, on a thread of its own. Where the connection breaks meanwhile, nobody knows
/// whether they were recorded, so they are sent again: a row that is there stays the only one.
public final class PostgreSQLSubmissions: SubmissionSink {
  /// A restart or a failing over that takes no longer than this is not noticed by those who wait.
  static let waitMillisecondLimit = 5000

  struct State {
    var waiting = Waiting()
    var isRunning = false
    /// Why nothing is recorded now, and until when those who come still wait for it.
    var failure: (reason: String, patience: Deadline)?
    var isToldAway = false
  }

  struct Link {
    var connection: PostgreSQLConnection?
    /// Those whose definitions are in their table, or cannot be.
    var keptVersions: Set<FormVersion> = []
    var backoff = Backoff()
  }

  let address: PostgreSQLAddress
  let destinations: [String]
  let onChange: @Sendable (String?) -> Void
  let note: @Sendable (String) -> Void
  let state: Lock<State>
  /// Used on the queue alone.
  let link = Lock(Link())
  let queue = DispatchQueue(label: "formcells.postgresql")
  /// For corrections and erasing, which do not hold up what is recorded.
  let editing: Lane
  let edits = Lock(EditCounts())
  let limited = Lock(Limited())
  /// For submissions that are counted, of which one waits for the other.
  let countingLane: Lane

  /// Connects, and makes or updates the tables; does not wait for that.
  /// - Parameters:
  ///   - address: the database.
  ///   - destinations: names that a server delivers to: no submission is recorded before the table has them.
  ///   - note: told of what could not be done beside recording.
  ///   - onChange: told why nothing can be recorded, or nil once it can be again.
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

  /// Why the database cannot be used now; nil: it can.
  public var failure: String? { state.withLock { $0.failure.map { "PostgreSQL: \($0.reason)" } } }

  /// Returns when the row is committed; one that is there already stays as it is.
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
      let refusal = add { $0.append(record) ? nil : "too many submissions wait" }
      if let refusal { continuation.resume(returning: .failure(error(refusal))) }
    }
    try result.get()
  }

  /// The time of a row; nil: there is none with this id.
  public func time(of id: String, in form: String) async throws(SubmissionError) -> String? {
    try await stored(id, in: form)?.time
  }

  /// The row's line; nil: there is none with this id.
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

  /// Adds to what waits; answers why not.
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

  /// Records the definitions that these submissions bring, in a transaction of their own: without them a submission is recorded
  /// all the same.
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
      guard let connection else { throw PostgreSQLError(.lost, description: "no connection") }
      return connection
    }
  }
}

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

  /// A connection that nobody uses may have broken: whoever asks for the health shall know it.
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

extension PostgreSQLSubmissions: SubmissionArchive {
  package func store(inOrder submissions: [SubmissionRecord]) async throws {
    // What waits is recorded in the order in which it came, and these come one after the other.
    try await withThrowingTaskGroup(of: Void.self) { group in
      let order = OneAfterTheOther()
      for submission in submissions {
        group.addTask(executorPreference: order) { try await self.recordAsItCame(submission) }
      }
      try await group.waitForAll()
    }
  }

  /// A correction may come without what it corrects. Where it is refused, the error says what stands in its place.
  private func recordAsItCame(_ submission: SubmissionRecord) async throws(SubmissionError) {
    do { try await record(submission) } catch {
      guard error.isRefusal, let target = submission.replaces,
        let conflict = try await conflict(of: submission)
      else { throw error }
      throw SubmissionError.conflict(conflict, of: target, at: "\(address)")
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
