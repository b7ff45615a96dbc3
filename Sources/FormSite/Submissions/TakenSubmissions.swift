import Support

/// The submissions that the sink has taken, and those that it is taking: the same filled-in form sent twice, at once or one after
/// the other, reaches it once, also where the sink remembers nothing.
final class TakenSubmissions: Sendable {
  private struct State {
    /// By the form's id.
    var taken: [String: SubmissionIndex] = [:]
    /// The requests that wait for a submission on its way.
    var waiting: [Token: [CheckedContinuation<Result<Void, any Error>?, Never>]] = [:]
  }

  /// Of one form; in all 40 bytes each at most.
  static let idLimit = 20_000

  private let state = Lock(State())

  /// When this submission was taken; nil: it was not, or so many others were since.
  func time(of id: Token, in form: String) -> String? { state.withLock { $0.taken[form]?.time(of: id)?.text } }

  func insert(_ id: Token, of form: String, at time: String) {
    guard let time = SubmissionTime(time) else { return }
    state.withLock {
      $0.taken[form, default: SubmissionIndex(idLimit: Self.idLimit, marksForgotten: false)].insert(id, at: time)
    }
  }

  /// Takes a submission, unless another request is at it: then waits for what comes of that.
  func once(_ id: Token, _ take: () async throws -> Void) async throws {
    let outcome: Result<Void, any Error>? = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        if state.waiting[id] == nil {
          state.waiting[id] = []
          return true
        }
        state.waiting[id]?.append(continuation)
        return false
      }
      if isFirst { continuation.resume(returning: nil) }
    }
    if let outcome { return try outcome.get() }
    let result: Result<Void, any Error>
    do { result = .success(try await take()) } catch { result = .failure(error) }
    let others = state.withLock { $0.waiting.removeValue(forKey: id) ?? [] }
    for other in others { other.resume(returning: result) }
    try result.get()
  }
}
