import FormSite
import HTTPEngine
import HTTPMessage
import Support

/// Counters in Prometheus' text format.
final class Metrics: Sendable {
  /// Upper bounds of the answer times, in microseconds.
  private static let bounds = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 1_000_000]

  private struct Counts {
    var byStatus: [UInt16: Int] = [:]
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var nanoseconds: UInt64 = 0
    var bytes = 0
    var lockedEntries = 0
  }

  private let counts = Lock(Counts())

  func record(_ exchange: Exchange) {
    let microseconds = Int(exchange.durationNanoseconds / 1000)
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.byStatus[exchange.status.rawValue, default: 0] += 1
      counts.buckets[bucket] += 1
      counts.nanoseconds += exchange.durationNanoseconds
      counts.bytes += exchange.bytes
    }
  }

  /// A request came with other values for cells that nobody can change.
  func recordLockedEntries() { counts.withLock { $0.lockedEntries += 1 } }

  func text(sessions: SessionFigures, connections: Int) -> String {
    let counts = counts.withLock { $0 }
    var lines = ["# HELP formcells_requests_total Requests answered.", "# TYPE formcells_requests_total counter"]
    for (status, count) in counts.byStatus.sorted(by: { $0.key < $1.key }) {
      lines.append("formcells_requests_total{status=\"\(status)\"} \(count)")
    }
    lines += [
      "# HELP formcells_request_duration_seconds Time from a request's first byte to its answer.",
      "# TYPE formcells_request_duration_seconds histogram",
    ]
    var total = 0
    for (position, count) in counts.buckets.enumerated() {
      total += count
      let bound = position < Self.bounds.count ? String(Double(Self.bounds[position]) / 1_000_000) : "+Inf"
      lines.append("formcells_request_duration_seconds_bucket{le=\"\(bound)\"} \(total)")
    }
    lines += [
      "formcells_request_duration_seconds_sum \(Double(counts.nanoseconds) / 1_000_000_000)",
      "formcells_request_duration_seconds_count \(total)",
      "# HELP formcells_response_bytes_total Bytes of content sent.",
      "# TYPE formcells_response_bytes_total counter", "formcells_response_bytes_total \(counts.bytes)",
      "# HELP formcells_locked_entries_total Requests with other values for cells that nobody can change.",
      "# TYPE formcells_locked_entries_total counter", "formcells_locked_entries_total \(counts.lockedEntries)",
      "# HELP formcells_sessions Sessions held.", "# TYPE formcells_sessions gauge",
      "formcells_sessions \(sessions.count)",
      "# HELP formcells_session_bytes Bytes of the sessions held.", "# TYPE formcells_session_bytes gauge",
      "formcells_session_bytes \(sessions.byteCount)",
      "# HELP formcells_sessions_dropped_total Sessions that were unused for too long, or made room for others.",
      "# TYPE formcells_sessions_dropped_total counter",
      "formcells_sessions_dropped_total{reason=\"expired\"} \(sessions.expired)",
      "formcells_sessions_dropped_total{reason=\"blank\"} \(sessions.evictedBlank)",
      "formcells_sessions_dropped_total{reason=\"same-network\"} \(sessions.evictedOfAddress)",
      "formcells_sessions_dropped_total{reason=\"idle-longest\"} \(sessions.evictedIdle)",
      "# HELP formcells_connections Open connections.", "# TYPE formcells_connections gauge",
      "formcells_connections \(connections)", "",
    ]
    return lines.joined(separator: "\n")
  }
}
