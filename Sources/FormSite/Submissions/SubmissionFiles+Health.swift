import Dispatch
package import Support

/// Figures for a host's metrics, since the start.
package struct SubmissionCounts: Sendable, Equatable {
  package var stored = 0
  /// Attempts to write that failed; each may be of several submissions.
  package var failedWrites = 0
  /// Lines that were found torn or flipped.
  package var damagedLines = 0
  /// How long writing and syncing lines took; those that wait share one sync.
  package var syncs = DurationCounts()
}

/// Whether submissions can be stored. After a failed write it is tried again, once a second, until it works: nobody has to send
/// a form to find that out.
extension SubmissionFiles {
  private static let probePause = DispatchTimeInterval.seconds(1)

  /// The forms that cannot be written now, and why; nil: all can.
  public var failure: String? {
    state.withLock { state in
      state.failing.min { $0.key < $1.key }.map { "\($0.key): \($0.value.error.reason)" }
    }
  }

  package var counts: SubmissionCounts { state.withLock { $0.counts } }

  /// Remembers whether a form's journal can be written.
  func settle(_ result: Result<Void, SubmissionError>, of form: String, byteCount: Int) {
    let hasRecovered = state.withLock { state in
      switch result {
      case .success: return state.failing.removeValue(forKey: form) != nil
      case .failure(let error):
        state.failing[form] = (error, byteCount)
        if !state.isProbing {
          state.isProbing = true
          queue.asyncAfter(deadline: .now() + Self.probePause) { [weak self] in self?.probe() }
        }
        return false
      }
    }
    if hasRecovered { tell("\(path(of: form)): submissions are stored again") }
  }

  private func probe() {
    let failing = state.withLock { state in
      state.isProbing = false
      return state.folder == nil ? [:] : state.failing
    }
    for (form, failed) in failing {
      let result = withJournal(of: form) { journal throws(SubmissionError) in
        try journal.probe(byteCount: failed.byteCount)
      }
      settle(result, of: form, byteCount: failed.byteCount)
    }
  }
}
