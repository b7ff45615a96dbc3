package import Support

/// Figures for a host's metrics on what became of the forms that were filled in, since the start.
package struct SiteFigures: Sendable, Equatable {
  /// Submissions that were recorded; sent again, they do not count again.
  package var acceptedSubmissions = 0
  /// Answers that were sent, or gone on with to the next step, and had problems.
  package var refusedSubmissions = 0
  /// Submissions that could not be recorded.
  package var failedSubmissions = 0
  /// How long each of those that were recorded took to be.
  package var recording = DurationCounts()
  /// Forms that visitors began to fill in.
  package var begunDrafts = 0
  init() {}
}

extension Site {
  package var figures: SiteFigures { counts.withLock { $0 } }

  /// Whether sessions are shared with other servers now; nil: they are in memory only.
  package var reachesRemoteSessions: Bool? { remote.map { !$0.isUnreachable } }
}
