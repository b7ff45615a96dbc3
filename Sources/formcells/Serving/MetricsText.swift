import FormCells
import FormSite
import HTTPServer
import Support

/// Metrics as lines of text, version 0.0.4 of the format. Labels come from this program, never from a request.
struct MetricsText {
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""
  private var name = ""

  /// Begins a metric; append its lines afterwards.
  mutating func begin(_ name: String, kind: Kind, help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func append(_ labels: [(name: String, value: String)], value: Int) {
    line("", labels: labels, value: "\(value)")
  }

  mutating func append(_ labels: [(name: String, value: String)], durations: DurationCounts) {
    var total = 0
    for (index, count) in durations.counts.enumerated() {
      total += count
      let bound = index < DurationCounts.bounds.count ? "\(Double(DurationCounts.bounds[index]) / 1_000_000)" : "+Inf"
      line("_bucket", labels: labels + [("le", bound)], value: "\(total)")
    }
    line("_sum", labels: labels, value: "\(Double(durations.nanoseconds) / 1_000_000_000)")
    line("_count", labels: labels, value: "\(total)")
  }

  /// Appends a metric with a single line.
  mutating func append(_ name: String, kind: Kind, help: String, value: Int) {
    begin(name, kind: kind, help: help)
    append([], value: value)
  }

  private mutating func line(_ suffix: String, labels: [(name: String, value: String)], value: String) {
    let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
  }
}

extension MetricsText {
  mutating func append(_ figures: SiteFigures, submissions: any SubmissionSink) {
    begin(
      "formcells_submissions_total", kind: .counter,
      help: "Forms sent: recorded, refused, or not recorded.")
    append([("outcome", "accepted")], value: figures.acceptedSubmissions)
    append([("outcome", "refused")], value: figures.refusedSubmissions)
    append([("outcome", "failed")], value: figures.failedSubmissions)
    begin(
      "formcells_submission_duration_seconds", kind: .histogram, help: "Time until an accepted submission was recorded."
    )
    append([], durations: figures.recording)
    append(
      "formcells_drafts_begun_total", kind: .counter, help: "Forms that visitors began to fill in.",
      value: figures.begunDrafts)
    append(
      "formcells_files_added_total", kind: .counter, help: "Files that were added to forms.", value: figures.addedFiles)
    begin("formcells_files_refused_total", kind: .counter, help: "Files that could not be added, by the reason.")
    for reason in AttachmentRefusal.Reason.Name.allCases {
      append([("reason", reason.rawValue)], value: figures.refusedFiles[reason] ?? 0)
    }
    if let bytes = figures.fileBytes {
      append("formcells_file_bytes", kind: .gauge, help: "Bytes of all files in the folder.", value: bytes)
    }
    append(
      "formcells_submissions_up", kind: .gauge, help: "Whether submissions can be recorded now, by the last attempt.",
      value: submissions.failure == nil ? 1 : 0)
  }

  /// Appends the metrics of submissions in files.
  mutating func append(_ counts: SubmissionCounts) {
    append(
      "formcells_submissions_stored_total", kind: .counter, help: "Submissions written and synced.",
      value: counts.stored)
    begin(
      "formcells_submission_sync_duration_seconds", kind: .histogram,
      help: "Time to write and sync submissions; those that wait share one sync.")
    append([], durations: counts.syncs)
    append(
      "formcells_submission_write_failures_total", kind: .counter, help: "Attempts to write submissions that failed.",
      value: counts.failedWrites)
    append(
      "formcells_submission_lines_damaged_total", kind: .counter,
      help: "Damaged lines (torn, or with flipped bits) found at start, set aside or repaired.",
      value: counts.damagedLines)
  }

  mutating func append(_ counts: EditCounts) {
    append(
      "formcells_submissions_corrected_total", kind: .counter, help: "Submissions that corrected another one.",
      value: counts.corrected)
    append(
      "formcells_submissions_erased_total", kind: .counter, help: "Submissions erased, for whatever reason.",
      value: counts.erased)
    guard let seconds = counts.expirySeconds else { return }
    append(
      "formcells_retention_last_run_timestamp_seconds", kind: .gauge,
      help: "When expired submissions were last erased, in seconds since 1970.", value: seconds)
  }

  /// Appends the metrics of destinations.
  mutating func append(_ destinations: [(name: String, figures: DestinationFigures)], now: Int) {
    begin(
      "formcells_deliveries_total", kind: .counter, help: "Attempts to deliver submissions, by destination and outcome."
    )
    for (name, figures) in destinations {
      append([("destination", name), ("outcome", "delivered")], value: figures.delivered)
      append([("destination", name), ("outcome", "failed")], value: figures.failedAttempts)
    }
    begin("formcells_deliveries_waiting", kind: .gauge, help: "Submissions that are not delivered yet.")
    for (name, figures) in destinations { append([("destination", name)], value: figures.waiting) }
    begin(
      "formcells_delivery_oldest_waiting_seconds", kind: .gauge,
      help: "Seconds since the oldest submission that is not delivered yet was sent; 0: all are.")
    for (name, figures) in destinations {
      append([("destination", name)], value: figures.oldestSeconds.map { max(0, now - $0) } ?? 0)
    }
  }

  /// - `reachesRemote`: `nil` if sessions are only in memory.
  mutating func append(_ sessions: SessionFigures, reachesRemote: Bool?) {
    append("formcells_sessions", kind: .gauge, help: "Sessions held.", value: sessions.count)
    append("formcells_session_bytes", kind: .gauge, help: "Bytes of the sessions held.", value: sessions.byteCount)
    begin(
      "formcells_sessions_dropped_total", kind: .counter,
      help: "Sessions that were unused for too long, or made room for others.")
    append([("reason", "expired")], value: sessions.expired)
    append([("reason", "blank")], value: sessions.evictedBlank)
    append([("reason", "same-network")], value: sessions.evictedOfAddress)
    append([("reason", "idle-longest")], value: sessions.evictedIdle)
    if let reachesRemote {
      append(
        "formcells_remote_sessions_up", kind: .gauge,
        help: "Whether the store that servers share answered when it was asked last.",
        value: reachesRemote ? 1 : 0)
    }
  }

  mutating func append(_ refusals: Refusals, heldBytes: Int) {
    append(
      "formcells_held_bytes", kind: .gauge,
      help: "Bytes of memory reserved for requests on their way or being answered.",
      value: heldBytes)
    begin(
      "formcells_refused_total", kind: .counter,
      help: "Refused: requests without memory left, posts and connections beyond an address's limit.")
    append([("what", "body")], value: refusals.bodies)
    append([("what", "post")], value: refusals.posts)
    append([("what", "connection")], value: refusals.connections)
    append(
      "formcells_displaced_connections_total", kind: .counter, help: "Connections closed to make room for others.",
      value: refusals.displacedConnections)
  }
}
