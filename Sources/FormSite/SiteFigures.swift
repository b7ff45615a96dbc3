public import Support

/// Figures for a host's metrics on what became of the forms that were filled in, since the start.
public struct SiteFigures: Sendable, Equatable {
  /// Submissions that were recorded; sent again, they do not count again.
  public var acceptedSubmissions = 0
  /// Answers that were sent, or gone on with to the next step, and had problems.
  public var refusedSubmissions = 0
  /// Submissions that could not be recorded.
  public var failedSubmissions = 0
  /// How long each of those that were recorded took to be.
  public var recording = DurationCounts()
  /// Forms that visitors began to fill in.
  public var begunDrafts = 0
  init() {}
}

extension Site {
  public var figures: SiteFigures { counts.withLock { $0 } }

  /// Whether sessions are shared with other servers now; nil: they are in memory only.
  public var reachesRemoteSessions: Bool? { remote.map { !$0.isUnreachable } }
}
