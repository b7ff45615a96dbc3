import FormController
import FormSite
import Glibc
import HTTPServer
import HTTPCore
import Support

/// Counters in Prometheus' text format.
///
/// Each thread counts separately, because otherwise all loops would wait for one lock; the parts are added up when they are read.
final class Metrics: Sendable {
  private struct Counts {
    var byStatus: [UInt16: Int] = [:]
    /// The durations by route and method.
    var durations = [DurationCounts](
      repeating: DurationCounts(), count: RouteLabel.allCases.count * MethodLabel.allCases.count)
    var bytes = 0
    var readOnlyViolations = 0

    static func += (sum: inout Counts, part: Counts) {
      sum.byStatus.merge(part.byStatus, uniquingKeysWith: +)
      for (index, durations) in part.durations.enumerated() { sum.durations[index] += durations }
      sum.bytes += part.bytes
      sum.readOnlyViolations += part.readOnlyViolations
    }
  }

  private final class Part: Sendable {
    let counts = Lock(Counts())
  }

  private let parts = (0..<16).map { _ in Part() }
  private let basePath: MountPath

  /// - Parameter basePath: where the site's addresses begin.
  init(below basePath: MountPath) { self.basePath = basePath }

  /// The part for this thread, which it shares with few others.
  private var part: Part {
    // Addresses of threads differ by powers of two; after the multiplication, their upper bits still differ.
    let scattered = UInt64(pthread_self()) &* 0x9E37_79B9_7F4A_7C15
    return parts[Int(scattered >> 60)]
  }

  func record(_ exchange: Exchange) {
    let index =
      RouteLabel(exchange.path, below: basePath).rawValue * MethodLabel.allCases.count
      + MethodLabel(exchange.method).rawValue
    part.counts.withLock { counts in
      counts.byStatus[exchange.status.rawValue, default: 0] += 1
      counts.durations[index].add(nanoseconds: exchange.durationNanoseconds)
      counts.bytes += exchange.bytes
    }
  }

  /// Counts a request that had other values for read-only cells.
  func recordReadOnlyViolations() { part.counts.withLock { $0.readOnlyViolations += 1 } }

  /// All metrics.
  func text(
    of site: Site, submissions: any SubmissionSink, server: Server, outbox: (any Outbox)?
  ) -> String {
    var text = MetricsText()
    appendRequests(to: &text)
    text.append(site.figures, submissions: submissions)
    if let files = submissions as? SubmissionFiles { text.append(files.counts) }
    if let editor = submissions as? any SubmissionEditor { text.append(editor.editCounts) }
    if let outbox { text.append(outbox.figures, now: Environment.system.now().seconds) }
    text.append(site.sessionFigures, reachesRemote: site.reachesRemoteSessions)
    text.append("formcells_connections", kind: .gauge, help: "Open connections.", value: server.connectionCount)
    text.append(server.refusals, heldBytes: server.heldBytes)
    return text.text
  }

  private func appendRequests(to text: inout MetricsText) {
    var counts = Counts()
    for part in parts { counts += part.counts.withLock { $0 } }
    text.begin("formcells_requests_total", kind: .counter, help: "Requests answered, by status.")
    for (status, count) in counts.byStatus.sorted(by: { $0.key < $1.key }) {
      text.append([("status", "\(status)")], value: count)
    }
    text.begin(
      "formcells_request_duration_seconds", kind: .histogram,
      help: "Time from a request's first byte to its answer, by route and method.")
    for route in RouteLabel.allCases {
      for method in MethodLabel.allCases {
        let durations = counts.durations[route.rawValue * MethodLabel.allCases.count + method.rawValue]
        if durations != DurationCounts() {
          text.append([("route", route.text), ("method", method.text)], durations: durations)
        }
      }
    }
    text.append("formcells_response_bytes_total", kind: .counter, help: "Bytes of content sent.", value: counts.bytes)
    text.append(
      "formcells_locked_entries_total", kind: .counter,
      help: "Requests with other values for cells that nobody can change.",
      value: counts.readOnlyViolations)
  }
}

extension Metrics {
  /// Starts a server that serves only `/metrics`.
  func serve(
    host: String, port: Int, of site: Site, submissions: any SubmissionSink, server: Server, outbox: (any Outbox)?
  ) throws(Failure) -> Server {
    let endpoint = Server(
      ServerConfiguration(
        host: host, port: UInt16(port), loops: 1, connectionLimit: DescriptorBudget.metricsConnections),
      respond: { request in
        guard request.path == "/metrics" else {
          return Response(status: .notFound, contentType: "text/plain", text: "the metrics are at /metrics\n")
        }
        guard request.method == .get || request.method == .head else {
          var response = Response(
            status: .methodNotAllowed, contentType: "text/plain", text: "the metrics are read with GET\n")
          response.fields[.allow] = "GET, HEAD"
          return response
        }
        return Response(
          contentType: "text/plain; version=0.0.4",
          text: self.text(of: site, submissions: submissions, server: server, outbox: outbox))
      })
    do throws(ServerError) { try endpoint.start() } catch { throw Failure("error: --metrics: \(error)") }
    return endpoint
  }
}

/// The routes in metrics: patterns, so that there are few, whatever visitors request.
private enum RouteLabel: Int, CaseIterable {
  case index, form, cell, entry, formSchema, health, device, offline, serviceWorker, manifest, schema, asset, other

  init(_ path: String, below basePath: MountPath) {
    self =
      switch Route(path: path, below: basePath) {
      case .index: .index
      case .form: .form
      case .cell: .cell
      case .entry: .entry
      case .formSchema: .formSchema
      case .health: .health
      case .device: .device
      case .offline: .offline
      case .serviceWorker: .serviceWorker
      case .manifest: .manifest
      case .schema: .schema
      case .asset: .asset
      case .extraPages, nil: .other
      }
  }

  var text: String {
    switch self {
    case .index: "/"
    case .form: "/forms/{form}"
    case .cell: "/forms/{form}/cells/{cell}"
    case .entry: "/forms/{form}/items/{section}/{number}"
    case .formSchema: "/forms/{form}/schema.json"
    case .health: "/healthz"
    case .device: "/device"
    case .offline: "/offline"
    case .serviceWorker: "/service-worker.js"
    case .manifest: "/manifest.webmanifest"
    case .schema: "/schema/form.json"
    case .asset: "/assets/{file}"
    case .other: "other"
    }
  }
}

private enum MethodLabel: Int, CaseIterable {
  case get, post, other

  init(_ method: String) {
    self = method == "GET" ? .get : method == "POST" ? .post : .other
  }

  var text: String {
    switch self {
    case .get: "GET"
    case .post: "POST"
    case .other: "other"
    }
  }
}
