public import FormCells
public import FormPages
public import HTTPMessage
import PublicFiles
public import Support
import Synchronization

/// The forms as a web site, without a server: `respond(to:)` answers a request, whoever received it.
///
/// What is in memory is answered without suspending; a submission waits for the disk, a photo for its reader.
public final class Site: Sendable {
  public struct Configuration: Sendable {
    /// Seconds after which an unused session is gone.
    public var sessionIdleSeconds: Int
    /// Sessions at once. One holds what one visitor entered, some kilobytes; the one idle longest makes room.
    public var sessionLimit: Int
    /// Believes `X-Forwarded-For`, `-Proto` and `-Host`: only behind a proxy that sets them.
    public var trustsProxy: Bool
    /// Serves every cell in every state at `/gallery`.
    public var showsGallery: Bool
    /// Bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
    public var bodyByteLimit: Int?

    public init(
      sessionIdleSeconds: Int = 1800, sessionLimit: Int = 100_000, trustsProxy: Bool = false,
      showsGallery: Bool = false, bodyByteLimit: Int? = nil
    ) {
      self.bodyByteLimit = bodyByteLimit
      self.sessionIdleSeconds = sessionIdleSeconds
      self.sessionLimit = sessionLimit
      self.trustsProxy = trustsProxy
      self.showsGallery = showsGallery
    }
  }

  let configuration: Configuration
  let environment: Environment
  let assets: Assets
  let pageAssets: PageAssets
  let sessions: SessionStore
  let submissions: SubmissionStore
  let presentations: PresentationCache
  let languages: LanguageCache
  let passwords: PasswordHasher
  private let gzip = GzipPool()
  let gallery: Gallery?
  /// Told of what went wrong behind a page that a visitor saw.
  let onFailure: @Sendable (any Error) -> Void
  private let catalogue: Mutex<Catalogue>
  private let isDraining = Atomic(false)

  /// - Parameters:
  ///   - publicDirectory: the assets; pages name `css/site.css`, `css/gallery.css`, `js/formcells.mjs` and `icon.svg` in it.
  ///   - environment: clocks and entropy.
  ///   - onFailure: for the log; the visitor gets an error page in any case.
  public init(
    forms: [Form], pages: Pages, publicDirectory: String, submissions: SubmissionStore,
    configuration: Configuration = Configuration(), environment: Environment = .system,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(Diagnostic) {
    let assets = try Assets(directory: publicDirectory, prefix: Route.asset("").path)
    self.assets = assets
    pageAssets = PageAssets(
      stylesheet: try assets.link(to: "css/site.css"), galleryStylesheet: try assets.link(to: "css/gallery.css"),
      script: try assets.link(to: "js/formcells.mjs"), icon: try assets.link(to: "icon.svg"),
      image: { assets.image($0) })
    self.submissions = submissions
    self.configuration = configuration
    self.environment = environment
    self.onFailure = onFailure
    passwords = PasswordHasher()
    sessions = SessionStore(idleSeconds: configuration.sessionIdleSeconds, limit: configuration.sessionLimit)
    presentations = PresentationCache(assets: pageAssets, offersScan: environment.codeReader != nil)
    languages = LanguageCache(pages.words)
    gallery = configuration.showsGallery ? Gallery() : nil
    catalogue = Mutex(Catalogue(forms, pages))
  }

  /// Answers a request. Never fails: what cannot be done is an error page with its status.
  public func respond(to request: Request) async -> Response {
    let response =
      switch answer(request) {
      case .ready(let response): response
      case .store(let submission): await store(submission)
      case .scan(let scan): await finish(scan)
      }
    return response.compressed(for: request.fields, by: gzip)
  }

  /// From now on `/healthz` answers 503, so that a load balancer sends nobody here any more.
  public func beginDraining() { isDraining.store(true, ordering: .relaxed) }

  var isHealthy: Bool { !isDraining.load(ordering: .relaxed) }

  /// From now on these are served; who has begun a form finishes on the version that he began.
  public func replace(forms: [Form], pages: Pages) {
    catalogue.withLock { $0 = Catalogue(forms, pages, after: $0) }
    languages.replace(pages.words)
  }

  /// The source files of the forms' options, to be read again from time to time.
  public var sources: [OptionSource] { forms.flatMap(\.cells).compactMap(\.optionSource).filter(\.isData) }

  public var sessionCount: Int { sessions.count }

  func form(_ id: String) -> Form? { catalogue.withLock { $0.byID[id] } ?? gallery?.form(id) }

  /// A version of a form that is served, or was until a while ago: of pages that were made from it.
  func version(_ version: String, of id: String) -> Form? {
    if let form = form(id), form.version == version { return form }
    return earlierForms(id).last { $0.version == version }
  }

  /// The versions of a form that were served before, the last one at the end.
  func earlierForms(_ id: String) -> [Form] { catalogue.withLock { $0.earlier[id] ?? [] } }

  var forms: [Form] { catalogue.withLock { $0.forms } }
  var pages: Pages { catalogue.withLock { $0.pages } }

  /// An error page that a person can read, for a host's own errors too (a malformed request, an overload).
  public func errorPage(_ status: Status) -> Response { errorResponse(status, words: pages.words.english) }

  private struct Catalogue {
    let forms: [Form]
    let byID: [String: Form]
    let pages: Pages
    private(set) var earlier: [String: [Form]] = [:]

    /// Versions of one form, and forms, that are kept for pages which were made from them.
    private static let earlierLimit = 8
    private static let earlierFormLimit = 256

    init(_ forms: [Form], _ pages: Pages, after last: Catalogue? = nil) {
      self.forms = forms
      self.pages = pages
      byID = Dictionary(forms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      guard let last else { return }
      earlier = last.earlier
      for form in last.forms where byID[form.id]?.version != form.version {
        guard earlier[form.id] != nil || earlier.count < Self.earlierFormLimit else { continue }
        earlier[form.id, default: []].removeAll { $0.version == form.version }
        earlier[form.id, default: []].append(form)
        if earlier[form.id, default: []].count > Self.earlierLimit { earlier[form.id]?.removeFirst() }
      }
    }
  }

  /// What a request comes to.
  enum Answer {
    case ready(Response)
    /// Valid and complete: has to be on disk before the visitor hears of it.
    case store(Submission)
    /// A picture has to be read first.
    case scan(Scan)
  }
}
