public import FormCells
package import FormDesk
public import FormPages
public import HTTPMessage
import PublicFiles
public import Support
import Synchronization

/// The forms as a web site, without a server: `respond(to:)` answers a request, whoever received it.
///
/// It is the only room with effects: it finds the session, asks the desk, and carries the answer out. What is in memory is
/// answered without suspending; a submission waits for the disk, a photo for its reader.
public final class Site: Sendable {
  public struct Configuration: Sendable {
    /// Seconds after which an unused session is gone.
    public var sessionIdleSecondLimit: Int
    /// Sessions at once. One holds what one visitor entered, some kilobytes; the one idle longest makes room.
    public var sessionLimit: Int
    /// Believes `X-Forwarded-For`, `-Proto` and `-Host`: only behind a proxy that sets them.
    public var trustsProxy: Bool
    /// Bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
    public var bodyByteLimit: Int?

    public init(
      sessionIdleSecondLimit: Int = 1800, sessionLimit: Int = 100_000, trustsProxy: Bool = false,
      bodyByteLimit: Int? = nil
    ) {
      self.bodyByteLimit = bodyByteLimit
      self.sessionIdleSecondLimit = sessionIdleSecondLimit
      self.sessionLimit = sessionLimit
      self.trustsProxy = trustsProxy
    }
  }

  let configuration: Configuration
  let environment: Environment
  let assets: Assets
  let sessions: SessionStore
  let submissions: SubmissionStore
  let passwords: PasswordHasher
  /// Told of what went wrong behind a page that a visitor saw.
  let onFailure: @Sendable (any Error) -> Void
  private let currentEdition: AtomicReference<Edition>
  private let gzip = GzipPool()
  private let isDraining = Atomic(false)

  /// - Parameters:
  ///   - publicDirectory: the assets; pages name `css/site.css`, `css/gallery.css`, `js/formcells.mjs` and `icon.svg` in it.
  ///   - environment: clocks and entropy.
  ///   - onFailure: for the log; the visitor gets an error page in any case.
  public convenience init(
    forms: [Form], pages: Pages, publicDirectory: String, submissions: SubmissionStore,
    configuration: Configuration = Configuration(), environment: Environment = .system,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(Diagnostic) {
    try self.init(
      forms: forms, pages: pages, further: nil, publicDirectory: publicDirectory, submissions: submissions,
      configuration: configuration, environment: environment, onFailure: onFailure)
  }

  /// - Parameter further: pages beside the forms' own.
  package init(
    forms: [Form], pages: Pages, further: (any FurtherPages)?, publicDirectory: String, submissions: SubmissionStore,
    configuration: Configuration = Configuration(), environment: Environment = .system,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(Diagnostic) {
    let assets = try Assets(directory: publicDirectory, prefix: Route.asset("").path)
    self.assets = assets
    let links = PageAssets(
      stylesheet: try assets.link(to: "css/site.css"), galleryStylesheet: try assets.link(to: "css/gallery.css"),
      script: try assets.link(to: "js/formcells.mjs"), icon: try assets.link(to: "icon.svg"),
      image: { assets.image($0) })
    self.submissions = submissions
    self.configuration = configuration
    self.environment = environment
    self.onFailure = onFailure
    passwords = PasswordHasher()
    sessions = SessionStore(idleSecondLimit: configuration.sessionIdleSecondLimit, limit: configuration.sessionLimit)
    currentEdition = AtomicReference(
      Edition(
        forms: forms, pages: pages, assets: links, further: further, offersScan: environment.codeReader != nil,
        bodyByteLimit: configuration.bodyByteLimit))
  }

  /// Answers a request. Never fails: what cannot be done is an error page with its status.
  public func respond(to request: Request) async -> Response {
    await answer(request, edition).compressed(for: request.fields, by: gzip)
  }

  /// From now on `/healthz` answers 503, so that a load balancer sends nobody here any more.
  public func beginDraining() { isDraining.store(true, ordering: .relaxed) }

  var isHealthy: Bool { !isDraining.load(ordering: .relaxed) }

  var edition: Edition { currentEdition.load() }

  /// From now on these are served; who has begun a form finishes on the version that they began.
  public func replace(forms: [Form], pages: Pages) { replace(forms: forms, pages: pages, further: nil) }

  package func replace(forms: [Form], pages: Pages, further: (any FurtherPages)?) {
    let last = edition
    currentEdition.store(
      Edition(
        forms: forms, pages: pages, assets: last.assets, further: further,
        offersScan: environment.codeReader != nil, bodyByteLimit: configuration.bodyByteLimit, after: last))
  }

  /// The source files of the forms' options, to be read again from time to time.
  public var sources: [OptionSource] { edition.forms.flatMap(\.cells).compactMap(\.optionSource).filter(\.isData) }

  public var sessionCount: Int { sessions.count }

  /// An error page that a person can read, for a host's own errors too (a malformed request, an overload).
  public func errorPage(_ status: Status) -> Response { Desk.errorPage(status, edition.pages.words.english, edition) }
}
