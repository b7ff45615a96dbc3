import FormCells
import FormPages
import FormSite
import Gallery
import Glibc
import HTTPEngine
import HTTPMessage
import Markup
import PublicFiles
import Support

/// `formcells serve`: templates, forms, site and server, put together and kept until a signal.
struct ServeCommand {
  private let forms: String
  private let templates: String
  private let publicDirectory: String
  private let data: String
  private let host: String
  private let metrics: (host: String, port: Int)?
  private let watches: Bool
  private let showsGallery: Bool
  private let logFormat: AccessLog.Format
  private var server = ServerConfiguration()
  private var site = Site.Configuration()

  private enum SessionKind: String, CaseIterable { case memory }

  /// Requests that are in flight when a signal comes have this long.
  private static let drainLimit = Duration.seconds(10)

  init(_ arguments: Arguments) throws(UsageError) {
    templates = arguments.text(.templates, default: "Templates")
    publicDirectory = arguments.text(.public, default: "Public")
    forms = arguments.argument ?? "\(templates)/forms"
    data = arguments.text(.data, default: "./data")
    host = arguments.text(.host, default: "127.0.0.1")
    metrics = try arguments.address(.metrics)
    watches = try arguments.flag(.watch)
    logFormat = try arguments.choice(.log, default: .text)
    let _: SessionKind = try arguments.choice(.sessions, default: .memory)
    server.host = host
    server.port = UInt16(try arguments.number(.port, in: 0...65_535, default: 8080))
    server.loops = try arguments.number(.workers, in: 1...1024, default: 0)
    server.limits.bodyByteLimit = try arguments.bytes(.maxBody, default: 1 << 20)
    site.bodyByteLimit = server.limits.bodyByteLimit
    site.sessionIdleSecondLimit = try arguments.seconds(.sessionIdle, default: 1800)
    site.sessionLimit = try arguments.number(.sessionLimit, in: 1...100_000_000, default: 100_000)
    site.trustsProxy = try arguments.flag(.trustProxy)
    showsGallery = try arguments.flag(.gallery)
  }

  func run() throws {
    let signals = Signals()
    let log = AccessLog(logFormat)
    let metrics = Metrics()
    let site = try makeSite(log)

    var configuration = server
    configuration.errorPage = { site.errorPage($0) }
    let server = Server(
      configuration,
      onExchange: { exchange in
        log.record(exchange)
        metrics.record(exchange)
      }, respond: { await site.respond(to: $0) })
    do throws(ServerError) { try server.start() } catch { throw Failure("error: \(error)") }
    let metricsServer = try startMetrics(metrics, of: site, server)
    Terminal.print("listening on http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)")

    var watcher = Watcher(paths: [forms, templates])
    signals.wait(everyTick: {
      log.flush()
      reload(site, log)
      if watches, watcher.hasChanged() { reloadAll(site, log) }
    })
    site.beginDraining()
    server.drain(within: Self.drainLimit)
    metricsServer?.drain(within: .seconds(1))
    log.flush()
  }

  private func makeSite(_ log: AccessLog) throws(Failure) -> Site {
    let forms = try Definitions.load(forms)
    let (pages, gallery) = try makePages()
    let submissions: SubmissionStore
    do throws(SubmissionError) { submissions = try SubmissionStore(data: data) } catch { throw Failure("\(error)") }
    do throws(Diagnostic) {
      return try Site(
        forms: forms, pages: pages, further: gallery, publicDirectory: publicDirectory, submissions: submissions,
        configuration: site, onFailure: { log.note("error: \($0)") })
    } catch {
      throw Failure("\(error)")
    }
  }

  private func makePages() throws(Failure) -> (Pages, Gallery?) {
    do throws(TemplateErrors) {
      let (pages, gallery) = try Pages.withGallery(directory: templates)
      return (pages, showsGallery ? Gallery(gallery) : nil)
    } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }

  /// Source files of options are read again when they change; the last good one stays in force.
  private func reload(_ site: Site, _ log: AccessLog) {
    for source in site.sources {
      switch source.reloadIfChanged() {
      case .unchanged: break
      case .reloaded(let count): log.note("reloaded \(source.path ?? ""): \(count) options")
      case .failed(let errors): log.note("\(errors)\nerror: \(source.path ?? ""): the last good version stays in force")
      }
    }
  }

  private func reloadAll(_ site: Site, _ log: AccessLog) {
    do throws(Failure) {
      let forms = try Definitions.load(forms)
      let (pages, gallery) = try makePages()
      site.replace(forms: forms, pages: pages, further: gallery)
      log.note("reloaded \(forms.count) forms and their templates")
    } catch {
      log.note((error.lines + ["error: the last good version stays in force"]).joined(separator: "\n"))
    }
  }

  private func startMetrics(_ metrics: Metrics, of site: Site, _ server: Server) throws(Failure) -> Server? {
    guard let address = self.metrics else { return nil }
    let endpoint = Server(
      ServerConfiguration(host: address.host, port: UInt16(address.port), loops: 1),
      respond: { request in
        guard request.path == "/metrics" else {
          return Response(status: .notFound, contentType: "text/plain", text: "the metrics are at /metrics\n")
        }
        return Response(
          contentType: "text/plain; version=0.0.4",
          text: metrics.text(sessions: site.sessionCount, connections: server.connectionCount))
      })
    do throws(ServerError) { try endpoint.start() } catch { throw Failure("error: --metrics: \(error)") }
    return endpoint
  }
}
