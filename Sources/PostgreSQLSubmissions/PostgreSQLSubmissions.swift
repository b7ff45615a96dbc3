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
  let onChange: @Sendable (String?) -> Void
  let note: @Sendable (String) -> Void
  let state: Lock<State>
  /// Used on the queue alone.
  let link = Lock(Link())
  let queue = DispatchQueue(label: "formcells.postgresql")

  /// Connects, and makes or updates the tables; does not wait for that.
  /// - Parameters:
  ///   - address: the database.
  ///   - note: told of what could not be done beside recording.
  ///   - onChange: told why nothing can be recorded, or nil once it can be again.
  public init(
    _ address: PostgreSQLAddress, note: @escaping @Sendable (String) -> Void = { _ in },
    onChange: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    self.address = address
    self.note = note
    self.onChange = onChange
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
#endif
