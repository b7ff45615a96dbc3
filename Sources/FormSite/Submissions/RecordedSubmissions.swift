import Support

/// The submissions that the sink has accepted or is storing. If the same filled-in form is sent twice, the sink gets it once,
/// even a sink that remembers nothing.
final class RecordedSubmissions: Sendable {
  private struct State {
    /// By the form's id.
    var recorded: [String: SubmissionIndex] = [:]
    /// Submissions that are being stored.
    var pending: [Token: Pending] = [:]
  }

  private struct Pending {
    let content: Token
    /// The requests that wait for the result.
    var waiting: [(content: Token, continuation: CheckedContinuation<Turn, Never>)] = []
  }

  /// What a request has to do.
  private enum Turn {
    case store
    /// Another request has sent the same.
    case end(Result<Void, any Error>)
    /// Another request has sent something else under this id.
    case other(isRecorded: Bool)
  }

  /// For one form; 40 bytes each at most.
  static let idLimit = 20_000

  private let state = Lock(State())

  /// When this submission was accepted; `nil` if it was not, or if too many others came since.
  func time(of id: Token, in form: String) -> String? { state.withLock { $0.recorded[form]?.time(of: id)?.text } }

  func insert(_ id: Token, of form: String, at time: String) {
    guard let time = SubmissionTime(time) else { return }
    state.withLock {
      $0.recorded[form, default: SubmissionIndex(idLimit: Self.idLimit, marksForgotten: false)].insert(id, at: time)
    }
  }

  /// Stores a submission, unless another request is storing it. Then it waits for the result of that.
  /// - Parameter content: distinguishes it from other submissions with the same id.
  /// - Returns: `false` if another submission was stored under this id meanwhile.
  func once(_ id: Token, content: Token, store: () async throws -> Void) async throws -> Bool {
    while true {
      switch await turn(id, content: content) {
      case .end(let result):
        try result.get()
        return true
      case .other(isRecorded: true): return false
      // The id is free again.
      case .other(isRecorded: false): continue
      case .store:
        let result: Result<Void, any Error>
        do { result = .success(try await store()) } catch { result = .failure(error) }
        finish(id, result: result)
        try result.get()
        return true
      }
    }
  }

  /// Waits for the request that is storing this submission, if there is one.
  func waitForRecording(of id: Token) async {
    _ = await withCheckedContinuation { (continuation: CheckedContinuation<Turn, Never>) in
      let isPending = state.withLock { state in
        state.pending[id]?.waiting.append((.zero, continuation))
        return state.pending[id] != nil
      }
      if !isPending { continuation.resume(returning: .store) }
    }
  }

  private func turn(_ id: Token, content: Token) async -> Turn {
    await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        if state.pending[id] == nil {
          state.pending[id] = Pending(content: content)
          return true
        }
        state.pending[id]?.waiting.append((content, continuation))
        return false
      }
      if isFirst { continuation.resume(returning: .store) }
    }
  }

  private func finish(_ id: Token, result: Result<Void, any Error>) {
    guard let pending = state.withLock({ $0.pending.removeValue(forKey: id) }) else { return }
    let isRecorded = if case .success = result { true } else { false }
    for (content, continuation) in pending.waiting {
      continuation.resume(returning: content == pending.content ? .end(result) : .other(isRecorded: isRecorded))
    }
  }
}
