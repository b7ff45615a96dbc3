import FormCells
import FormSite
import HTTPServer
import Support

/// Metrics as lines of text, version 0.0.4 of the format. Labels come from this program, never from a request.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""
  private var name = ""

  /// Begins a metric: its lines follow.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func append(_ labels: [(name: String, value: String)], _ value: Int) {
    line("", labels: labels, value: "\(value)")
  }

  mutating func append(_ labels: [(name: String, value: String)], _ durations: DurationCounts) {
    var total = 0
    for (index, count) in durations.counts.enumerated() {
      total += count
      let bound = index < DurationCounts.bounds.count ? "\(Double(DurationCounts.bounds[index]) / 1_000_000)" : "+Inf"
      line("_bucket", labels: labels + [("le", bound)], value: "\(total)")
    }
    line("_sum", labels: labels, value: "\(Double(durations.nanoseconds) / 1_000_000_000)")
    line("_count", labels: labels, value: "\(total)")
  }

  /// A metric of one line.
  mutating func append(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    begin(name, kind, help)
    append([], value)
  }

  private mutating func line(_ suffix: String, labels: [(name: String, value: String)], value: String) {
    let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
  }
}

extension MetricsText {
  mutating func append(_ figures: SiteFigures, _ submissions: any SubmissionSink) {
    begin("formcells_submissions_total", .counter, "Forms sent: recorded, refused for their problems, or not recorded.")
    append([("outcome", "accepted")], figures.acceptedSubmissions)
    append([("outcome", "refused")], figures.refusedSubmissions)
    append([("outcome", "failed")], figures.failedSubmissions)
    begin("formcells_submission_duration_seconds", .histogram, "Time until an accepted submission was recorded.")
    append([], figures.recording)
    append("formcells_drafts_begun_total", .counter, "Forms that visitors began to fill in.", figures.begunDrafts)
    append("formcells_files_added_total", .counter, "Files that were added to forms.", figures.addedFiles)
    begin("formcells_files_refused_total", .counter, "Files that could not be added, by the reason.")
    for reason in AttachmentRefusal.Reason.Name.allCases {
      append([("reason", reason.rawValue)], figures.refusedFiles[reason] ?? 0)
    }
    if let bytes = figures.fileBytes {
      append("formcells_file_bytes", .gauge, "Bytes of all files in the folder.", bytes)
    }
    append(
      "formcells_submissions_up", .gauge, "Whether submissions can be recorded now, by the last attempt.",
      submissions.failure == nil ? 1 : 0)
  }

  /// Of files.
  mutating func append(_ counts: SubmissionCounts) {
    append("formcells_submissions_stored_total", .counter, "Submissions written and synced.", counts.stored)
    begin(
      "formcells_submission_sync_duration_seconds", .histogram,
      "Time to write and sync submissions; those that wait share one sync.")
    append([], counts.syncs)
    append(
      "formcells_submission_write_failures_total", .counter, "Attempts to write submissions that failed.",
      counts.failedWrites)
    append(
      "formcells_submission_lines_damaged_total", .counter,
      "Lines found torn or flipped at the start, set aside or mended.", counts.damagedLines)
  }

  mutating func append(_ counts: EditCounts) {
    append(
      "formcells_submissions_corrected_total", .counter, "Submissions that corrected another one.", counts.corrected)
    append("formcells_submissions_erased_total", .counter, "Submissions erased, for whatever reason.", counts.erased)
    guard let seconds = counts.expirySeconds else { return }
    append(
      "formcells_retention_last_run_timestamp_seconds", .gauge,
      "When what had been kept long enough was erased last, since 1970.", seconds)
  }

  /// Of destinations.
  mutating func append(_ destinations: [(name: String, figures: DestinationFigures)], now: Int) {
    begin("formcells_deliveries_total", .counter, "Attempts to deliver submissions, by destination and outcome.")
    for (name, figures) in destinations {
      append([("destination", name), ("outcome", "delivered")], figures.delivered)
      append([("destination", name), ("outcome", "failed")], figures.failedAttempts)
    }
    begin("formcells_deliveries_waiting", .gauge, "Submissions that are not delivered yet.")
    for (name, figures) in destinations { append([("destination", name)], figures.waiting) }
    begin(
      "formcells_delivery_oldest_waiting_seconds", .gauge,
      "Seconds since the oldest submission that is not delivered yet was sent; 0: all are.")
    for (name, figures) in destinations {
      append([("destination", name)], figures.oldestSeconds.map { max(0, now - $0) } ?? 0)
    }
  }

  /// - `reachesRemote`: nil: sessions are in memory only.
  mutating func append(_ sessions: SessionFigures, reachesRemote: Bool?) {
    append("formcells_sessions", .gauge, "Sessions held.", sessions.count)
    append("formcells_session_bytes", .gauge, "Bytes of the sessions held.", sessions.byteCount)
    begin(
      "formcells_sessions_dropped_total", .counter,
      "Sessions that were unused for too long, or made room for others.")
    append([("reason", "expired")], sessions.expired)
    append([("reason", "blank")], sessions.evictedBlank)
    append([("reason", "same-network")], sessions.evictedOfAddress)
    append([("reason", "idle-longest")], sessions.evictedIdle)
    if let reachesRemote {
      append(
        "formcells_remote_sessions_up", .gauge, "Whether the store that servers share answered when it was asked last.",
        reachesRemote ? 1 : 0)
    }
  }

  mutating func append(_ refusals: Refusals, heldBytes: Int) {
    append(
      "formcells_held_bytes", .gauge, "Memory set aside for requests on their way or being answered.", heldBytes)
    begin(
      "formcells_refused_total", .counter,
      "Turned away: requests without memory left, posts and connections beyond an address's limit.")
    append([("what", "body")], refusals.bodies)
    append([("what", "post")], refusals.posts)
    append([("what", "connection")], refusals.connections)
    append(
      "formcells_displaced_connections_total", .counter, "Connections closed to make room for others.",
      refusals.displacedConnections)
  }
}
