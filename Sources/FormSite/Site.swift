public import FormCells
public import FormController
public import FormPages
public import HTTPCore
package import Assets
public import Support
import Synchronization
// The values of a submission are JSON, which sinks read.
@_exported public import enum Support.JSONValue
// Hosts tell who visits.
@_exported public import struct FormController.VisitorContext

/// The forms as a web site, without a server: `respond(to:)` answers a request from any server.
///
/// All effects are here: it finds the session, asks the controller, and carries out the result. What is in memory is
/// answered without suspending; a submission waits for the disk, a photo for its reader.
public final class Site: Sendable {
  /// Limits of a site, and what stands around it.
  public struct Configuration: Sendable {
    /// Seconds after which an unused session is gone.
    package var sessionIdleSecondLimit: Int
    /// Sessions at once. Those that hold nothing make room first, then those of the newcomer's own network, then the one
    /// idle longest.
    package var sessionLimit: Int
    /// Bytes of all sessions in memory together; they make room in the same order.
    package var sessionByteLimit: Int
    /// Bytes of what one visitor has entered into one form; a post beyond it is refused.
    package var draftByteLimit: Int
    /// Bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
    package var bodyByteLimit: Int?
    /// Of forms that name none: what `today` means, and the times on receipts.
    package var timeZone: TimeZone
    /// The beginning of all addresses of the site: requests come with it. What a proxy has taken off before
    /// (`Request.strippedPrefix`) stands in front of it, on pages only.
    package var basePath: MountPath
    /// How long a provider of options may take; then the visitor is asked to try again.
    public var optionProviderLimit = Duration.seconds(5)
    /// How long a sink may take for a submission; then the visitor is told that it could not be saved, keeps everything, and
    /// can send it again. A sink gets it under the same id then: it may have taken it after all.
    public var submissionLimit = Duration.seconds(30)
    /// How long the host's check of a submission may take; then the visitor is told that it could not be saved, keeps everything,
    /// and can send it again.
    public var checkLimit = Duration.seconds(5)
    /// Checks at once. Those that go on after `checkLimit` count until they end. Who comes beyond it is told the same.
    public var concurrentCheckLimit = 64
    /// Bytes of one file that a visitor sends; a larger one is not kept, and the form says so. A cell's own `maxBytes` may be less.
    public var fileByteLimit = 25 << 20
    /// The folder of files while they arrive; nil: they arrive in memory.
    public var spoolDirectory: String?
    /// Bytes of all files that arrive at the same time, in `spoolDirectory`.
    package var spoolByteLimit = 2 << 30
    /// Bytes of files that one address may send in an hour.
    package var addressFileByteLimit = 1 << 30
    /// Whether protected forms (`"protect": true`) refuse robots; not where those who own the forms fill them in.
    package var refusesRobots = true
    /// Whether scripts cache opened forms and queue forms that could not be sent (`Public/js/offline`).
    public var worksOffline = true
    /// Nil: they do not.
    var offline: OfflineSettings? { worksOffline ? OfflineSettings(lifetime: sessionIdleSecondLimit) : nil }
    /// Those who may show the forms in a frame; left out: nobody.
    public var frameAncestors = FrameAncestors.none

    /// - Parameters:
    ///   - sessionIdleSecondLimit: seconds after which an unused session is gone.
    ///   - sessionLimit: sessions at once; beyond it those that hold nothing make room, then the one idle longest.
    ///   - sessionByteLimit: bytes of all sessions in memory together; they make room in the same order.
    ///   - draftByteLimit: bytes of what one visitor has entered into one form; a post beyond it is refused.
    ///   - bodyByteLimit: bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
    ///   - timeZone: of forms that name none: what `today` means, and the times on receipts.
    ///   - basePath: the beginning of all addresses of the site: requests come with it.
    public init(
      sessionIdleSecondLimit: Int = 1800, sessionLimit: Int = 100_000, sessionByteLimit: Int = 256 << 20,
      draftByteLimit: Int = 256 << 10, bodyByteLimit: Int? = nil,
      timeZone: TimeZone = .ofMachine, basePath: MountPath = .root
    ) {
      self.basePath = basePath
      self.timeZone = timeZone
      self.bodyByteLimit = bodyByteLimit
      self.sessionIdleSecondLimit = sessionIdleSecondLimit
      self.sessionLimit = sessionLimit
      self.sessionByteLimit = sessionByteLimit
      self.draftByteLimit = draftByteLimit
    }
  }

  let configuration: Configuration
  let environment: Environment
  let makeToken: @Sendable () -> Token
  let assets: AtomicReference<AssetShelf>
  private let readFiles: @Sendable () throws(Diagnostic) -> Assets
  /// The JSON Schema of definitions.
  let schema = Lazy { Asset(schema: FormSchema.json) }
  let formSchemas = AtomicReference(FormSchemas())
  let sessions: SessionStore
  /// Nil: sessions are in memory only.
  let remote: RemoteSessionStore?
  let submissions: any SubmissionSink
  /// The same where it counts what submissions take; nil: no form has a limit or places.
  let counting: (any CountingSink)?
  /// How many submissions a form has taken, by its id.
  let submissionCount: @Sendable (String) -> Int
  let taken = TakenSubmissions()
  /// Nil: what the forms accept is recorded.
  let check: SubmissionCheck?
  /// Nil: the forms have no attachments.
  let attachments: (any AttachmentStore)?
  /// Nil: no draft can be saved for later.
  let drafts: (any DraftStore)?
  /// Each save may make a file.
  let saves = HourlyAllowance(200)
  /// Nil: no form is by invitation.
  let invitations: (any InvitationStore)?
  /// Nil: files are added as they come.
  let fileCheck: FileCheck?
  let seal = Lock<AttachmentSeal?>(nil)
  /// Nil: no page has needed it yet.
  let pageSeal = Lock<PageSeal?>(nil)
  /// The server's; nil: nothing has needed it yet.
  let key = Lock<[UInt8]?>(nil)
  let fileBytes: HourlyAllowance
  let uses = Lock(FileUses())
  let photos = BlockingWork<(FilePart.Content, String), Result<FilePart.Content, any Error>>(
    concurrentLimit: 2, waitingLimit: 100
  ) { removingPosition(from: $0.0, type: $0.1) }
  /// Checks under way.
  let checkCount = Lock(0)
  let passwords: PasswordHasher
  /// Where files arrive; nil: in memory.
  let spool: SpoolFolder?
  /// Nil: files come whole.
  let uploads: PartialUploads?
  let receiving = BlockingWork<FormReceiver.Block, Int>(
    concurrentLimit: Site.receivingConcurrentLimit, waitingLimit: .max, priority: .idle, work: { $0.take() })
  let searches = BlockingWork<PendingSearch, Void>(
    concurrentLimit: Site.searchConcurrentLimit, waitingLimit: Site.searchWaitingLimit,
    clientWaitingLimit: Site.clientSearchWaitingLimit
  ) { search in
    let courtesy = BackgroundThread.Courtesy()
    search.make { courtesy.giveWay() }
  }
  /// By the names that sources have them under.
  let optionProviders: [String: any OptionProvider]
  /// Told of what went wrong behind a page that a visitor saw.
  let onFailure: @Sendable (any Error) -> Void
  /// Told of entries in cells that nobody can change.
  let onReadOnlyViolations: @Sendable (ReadOnlyViolations) -> Void
  private let currentSnapshot: AtomicReference<SiteSnapshot>
  let counts = Lock(SiteFigures())
  let isDraining = Atomic(false)

  /// - Parameters:
  ///   - forms: in the order of their list, each with an id of its own.
  ///   - pages: compiled from the templates.
  ///   - publicDirectory: the assets; pages name `css/site.css`, `css/gallery.css`, `js/formcells.mjs` and `icon.svg` in it.
  ///   - builtInPublicDirectory: the folder whose files serve where `publicDirectory` has none of their path, so that it needs
  ///     only what differs; nil: there is no other.
  ///   - submissions: the place where what is sent is recorded.
  ///   - remoteSessions: where several servers share their sessions; nil: this process alone has them.
  ///   - optionProviders: stores of options, by the names that sources have them under.
  ///   - attachments: where files that are added to forms are; nil: no form has an `attachment`.
  ///   - drafts: where drafts are that visitors save for later; nil: no form has `save`.
  ///   - check: asked before a submission is recorded; nil: what the forms accept is recorded.
  ///   - configuration: limits, and what stands around the site.
  ///   - environment: clocks and entropy.
  ///   - onFailure: for the log; the visitor gets an error page in any case. Where the request has an id, a
  ///     `RequestFailure`.
  ///   - onReadOnlyViolations: for the log: a page came with other values for cells that nobody can change. At most once a request.
  public convenience init(
    forms: [Form], pages: Pages, publicDirectory: String, builtInPublicDirectory: String? = nil,
    submissions: any SubmissionSink, remoteSessions: (any RemoteSessions)? = nil,
    optionProviders: [String: any OptionProvider] = [:], attachments: AttachmentFolder? = nil,
    drafts: DraftFolder? = nil, check: SubmissionCheck? = nil,
    configuration: Configuration = Configuration(), environment: Environment = .system,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in },
    onReadOnlyViolations: @escaping @Sendable (ReadOnlyViolations) -> Void = { _ in }
  ) throws(Diagnostic) {
    try self.init(
      forms: forms, pages: pages, extraPages: nil, publicDirectory: publicDirectory,
      builtInPublicDirectory: builtInPublicDirectory, submissions: submissions, remoteSessions: remoteSessions,
      optionProviders: optionProviders, attachments: attachments, drafts: drafts, check: check,
      configuration: configuration, environment: environment, onFailure: onFailure,
      onReadOnlyViolations: onReadOnlyViolations)
    try Self.checkDrafts(of: forms, drafts)
    try Self.checkChanges(of: forms, by: submissions, attachments)
    try Self.checkInvitations(of: forms, invitations: invitations, attachments: attachments)
  }

  /// - `extraPages`: pages beside the forms' own.
  /// - `files`: those of `publicDirectory` where they were read before (`Site.files`), or why they could not be; nil: they
  ///   are read now.
  package init(
    forms: [Form], pages: Pages, extraPages: (any ExtraPages)?, publicDirectory: String,
    builtInPublicDirectory: String? = nil, files: Result<Assets, Diagnostic>? = nil, submissions: any SubmissionSink,
    remoteSessions: (any RemoteSessions)? = nil, optionProviders: [String: any OptionProvider] = [:],
    attachments: (any AttachmentStore)? = nil, drafts: (any DraftStore)? = nil,
    invitations: (any InvitationStore)? = nil, fileCheck: FileCheck? = nil,
    check: SubmissionCheck? = nil,
    configuration: Configuration = Configuration(), environment: Environment = .system,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in },
    onReadOnlyViolations: @escaping @Sendable (ReadOnlyViolations) -> Void = { _ in }
  ) throws(Diagnostic) {
    try Self.checkIDs(of: forms)
    readFiles = { () throws(Diagnostic) in
      try Self.files(in: publicDirectory, builtIn: builtInPublicDirectory)
    }
    let ready = if let files { try files.get() } else { try readFiles() }
    let assets = ready.adding(pages.madeAssets(offline: configuration.offline))
    self.assets = AtomicReference(AssetShelf(assets, offline: configuration.offline))
    let links = try PageAssets(assets, for: pages)
    self.submissions = submissions
    let counting = submissions as? any CountingSink
    self.counting = counting
    submissionCount = { counting?.taken(of: $0)?[.form] ?? 0 }
    try Self.limit(forms, by: counting)
    self.check = check
    (self.attachments, self.fileCheck, self.drafts) = (attachments, fileCheck, drafts)
    self.invitations = invitations
    try Self.checkFiles(of: forms, attachments: attachments, configuration: configuration)
    self.optionProviders = optionProviders
    try Self.check(forms, have: optionProviders)
    self.configuration = configuration
    fileBytes = HourlyAllowance(configuration.addressFileByteLimit)
    self.environment = environment
    self.onFailure = onFailure
    self.onReadOnlyViolations = onReadOnlyViolations
    passwords = PasswordHasher()
    spool = configuration.spoolDirectory.map {
      SpoolFolder(in: $0, byteLimit: configuration.spoolByteLimit, removing: { BackgroundThread.start($0) })
    }
    uploads = attachments == nil ? nil : spool.map { PartialUploads(spool: $0) }
    let sessions = SessionStore(
      SessionLimits(
        idleSecondLimit: configuration.sessionIdleSecondLimit, sessionLimit: configuration.sessionLimit,
        byteLimit: configuration.sessionByteLimit, draftByteLimit: configuration.draftByteLimit))
    self.sessions = sessions
    let makeToken = { @Sendable in Token(environment.random()) }
    self.makeToken = makeToken
    remote = remoteSessions.map {
      RemoteSessionStore(
        $0, memory: sessions, idleSecondLimit: configuration.sessionIdleSecondLimit,
        makeToken: makeToken, onFailure: onFailure)
    }
    currentSnapshot = AtomicReference(
      SiteSnapshot(
        forms: forms, pages: pages, assets: links, mountPath: configuration.basePath, extraPages: extraPages,
        offersScan: environment.codeReader != nil, fileByteLimit: configuration.fileByteLimit,
        bodyByteLimit: configuration.bodyByteLimit, draftDays: drafts?.days, timeZone: configuration.timeZone))
    prepareSearches()
  }

  /// The files under `Public` as pages name them.
  package static func files(in publicDirectory: String, builtIn: String? = nil) throws(Diagnostic) -> Assets {
    try Assets(
      directory: publicDirectory, builtIn: builtIn, inlining: PageAssets.inlinedFiles + PageAssets.serviceWorkers,
      prefix: Route.asset("").path)
  }

  /// From now on `/healthz` answers 503, so that a load balancer sends nobody here any more.
  public func beginDraining() { isDraining.store(true, ordering: .relaxed) }

  package var snapshot: SiteSnapshot { currentSnapshot.load() }

  /// From now on these are served, and the assets as they are now; who has begun a form finishes on the version that they
  /// began.
  /// - Throws: where two forms have one id, or the assets cannot be served: then everything stays as it was.
  public func replace(forms: [Form], pages: Pages) throws(Diagnostic) {
    try Self.checkDrafts(of: forms, drafts)
    try Self.checkChanges(of: forms, by: submissions, attachments)
    try Self.checkInvitations(of: forms, invitations: invitations, attachments: attachments)
    try replace(forms: forms, pages: pages, extraPages: nil)
  }

  package func replace(forms: [Form], pages: Pages, extraPages: (any ExtraPages)?) throws(Diagnostic) {
    try Self.check(forms, have: optionProviders)
    try Self.checkIDs(of: forms)
    try Self.checkFiles(of: forms, attachments: attachments, configuration: configuration)
    try Self.limit(forms, by: counting)
    let assets = try readFiles().adding(pages.madeAssets(offline: configuration.offline))
    let links = try PageAssets(assets, for: pages)
    let last = snapshot
    formSchemas.store(FormSchemas())
    self.assets.store(AssetShelf(assets, after: self.assets.load(), offline: configuration.offline))
    currentSnapshot.store(
      SiteSnapshot(
        forms: forms, pages: pages, assets: links, mountPath: configuration.basePath, extraPages: extraPages,
        offersScan: environment.codeReader != nil, fileByteLimit: configuration.fileByteLimit,
        bodyByteLimit: configuration.bodyByteLimit, draftDays: drafts?.days,
        timeZone: configuration.timeZone, after: last))
    prepareSearches()
  }

  /// Makes ready what searches in files need, while visitors are served.
  private func prepareSearches() {
    let sources = sources
    guard !sources.isEmpty else { return }
    BackgroundThread.start { for source in sources { source.prepareSearch() } }
  }

  /// Files are compared with each other when they are loaded; those of a host may come from anywhere.
  private static func checkIDs(of forms: [Form]) throws(Diagnostic) {
    var known: Set<String> = []
    guard let form = forms.first(where: { !known.insert($0.id).inserted }) else { return }
    throw Diagnostic(
      path: "forms", keyPath: form.id, code: .duplicate, message: "two forms have this id; give one of them another")
  }

  /// The forms whose submissions are erased when they are old enough, and after how many days.
  package var retentions: [(form: String, days: Int)] {
    snapshot.forms.compactMap { form in form.retentionDays.map { (form.id, $0) } }
  }

  /// The source files of the forms' options.
  private var sources: [OptionSource] { snapshot.optionSources.filter { $0.path != nil } }

  /// Reads the source files of options again that have changed, also those of versions that some visitors finish on. Takes
  /// about a second for a million rows: not for a thread that answers.
  /// - Parameter report: told of each file, and what came of it.
  package func reloadSources(_ report: (_ path: String, OptionSource.ReloadOutcome) -> Void) {
    let sources = sources
    func reload(_ source: OptionSource) { report(source.path ?? "", source.reloadIfChanged()) }
    for source in sources { reload(source) }
    for earlier in snapshot.earlierOptionSources where earlier.path != nil {
      if let source = sources.first(where: { $0.readsSame(as: earlier) }) {
        earlier.follow(source)
      } else {
        reload(earlier)
      }
    }
  }

  /// The same.
  /// - Returns: the mistakes of files that cannot be used, each told once: the last good version stays in use.
  public func reloadSources() -> [OptionFileErrors] {
    var mistakes: [OptionFileErrors] = []
    reloadSources { if case .failed(let errors) = $1 { mistakes.append(errors) } }
    return mistakes
  }

  /// The sessions in memory in figures.
  package var sessionFigures: SessionFigures { sessions.figures }

  /// Drops sessions, and files that have come in part, that are unused for too long. Newcomers do so too; a host that calls this now and then has the memory
  /// back while nobody comes.
  public func dropExpiredSessions() {
    let now = environment.uptime()
    sessions.dropExpired(at: now)
    uploads?.dropIdle(now: now)
    snapshot.pages.dropUnused(at: now)
  }

  /// An error page that a person can read, for a host's own errors too (a malformed request, an overload).
  /// - `prefix`: what a proxy has taken off the request's path.
  /// - `requestID`: the request's name in the log, which a page of the server's own faults says.
  public func errorPage(
    _ status: Status, strippedPrefix prefix: MountPath = .root, requestID: String? = nil
  ) -> Response {
    let snapshot = snapshot
    return FormController.errorPage(
      status, words: snapshot.pages.words.english, snapshot: snapshot, mount: snapshot.mount(behind: prefix),
      requestID: requestID
    ).framed(by: configuration.frameAncestors)
  }
}

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
  /// Files that were added to forms.
  package var addedFiles = 0
  /// Files that could not be added.
  package var refusedFiles: [AttachmentRefusal.Reason.Name: Int] = [:]
  /// Bytes of all files that are stored; nil: not known.
  package var fileBytes: Int?
  init() {}
}

extension Site {
  package var figures: SiteFigures {
    var figures = counts.withLock { $0 }
    figures.fileBytes = attachments?.byteCount
    return figures
  }

  /// Whether sessions are shared with other servers now; nil: they are in memory only.
  package var reachesRemoteSessions: Bool? { remote.map { !$0.isUnreachable } }
}
