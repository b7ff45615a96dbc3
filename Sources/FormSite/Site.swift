public import FormCells
public import FormController
public import FormPages
public import HTTPCore
package import Assets
public import Support
import Synchronization
// Sinks read a submission's values, which are JSON.
@_exported public import enum Support.JSONValue
// Hosts describe visitors with it.
@_exported public import struct FormController.VisitorContext

/// The forms as a web site, without a server: `respond(to:)` answers a request from any server.
///
/// All effects are here: the site finds the session, asks the controller, and carries out the result. It answers from memory
/// without suspending. A submission waits for the disk, a photo for the code reader.
public final class Site: Sendable {
  /// A site's limits and surroundings.
  public struct Configuration: Sendable {
    /// Seconds after which an unused session is dropped.
    package var sessionIdleSecondLimit: Int
    /// The largest number of sessions. Beyond it, sessions without content are dropped first, then those of the newcomer's
    /// network, then the one idle longest.
    package var sessionLimit: Int
    /// Bytes of all sessions in memory together. Beyond it, sessions are dropped in the same order.
    package var sessionByteLimit: Int
    /// Bytes that one visitor may enter into one form; a post beyond it is refused.
    package var draftByteLimit: Int
    /// Bytes of a request body that the server in front accepts, for messages to visitors. `nil` if it is not known.
    package var bodyByteLimit: Int?
    /// For forms that name none: it decides what `today` means, and the times on receipts.
    package var timeZone: TimeZone
    /// The beginning of all addresses of the site; requests include it. If a proxy has removed a prefix
    /// (`Request.strippedPrefix`), links on pages begin with that, too.
    package var basePath: MountPath
    /// How long an option provider may take. After that the visitor is asked to try again.
    public var optionProviderLimit = Duration.seconds(5)
    /// How long a sink may take for a submission. After that the visitor reads that it could not be saved, keeps everything,
    /// and can send again. The sink then gets the same id, as it may have stored the first one after all.
    public var submissionLimit = Duration.seconds(30)
    /// How long the host's check of a submission may take. After that the visitor reads that it could not be saved, keeps
    /// everything, and can send again.
    public var checkLimit = Duration.seconds(5)
    /// Checks at once, including those that continue after `checkLimit`. A submission beyond it gets the same answer as after
    /// `checkLimit`.
    public var concurrentCheckLimit = 64
    /// Bytes of one file. A larger one is not kept, and the form says so. A cell's own `maxBytes` may be less.
    public var fileByteLimit = 25 << 20
    /// The folder for files while they arrive; `nil` keeps them in memory.
    public var spoolDirectory: String?
    /// Bytes of all files that are arriving at the same time, in `spoolDirectory`.
    package var spoolByteLimit = 2 << 30
    /// Bytes of files that one address may send in an hour.
    package var addressFileByteLimit = 1 << 30
    /// Whether protected forms (`"protect": true`) refuse robots. Set to `false` where the forms' owners fill them in.
    package var refusesRobots = true
    /// Whether scripts cache opened forms and queue forms that could not be sent (`Public/js/offline`).
    public var worksOffline = true
    /// `nil` if they do not.
    var offline: OfflineSettings? { worksOffline ? OfflineSettings(lifetime: sessionIdleSecondLimit) : nil }
    /// Who may show the forms in a frame; by default nobody.
    public var frameAncestors = FrameAncestors.none

    /// - Parameters:
    ///   - sessionIdleSecondLimit: seconds after which an unused session is dropped.
    ///   - sessionLimit: the largest number of sessions. Beyond it, sessions without content are dropped first, then those of
    ///     the newcomer's network, then the one idle longest.
    ///   - sessionByteLimit: bytes of all sessions in memory together. Beyond it, sessions are dropped in the same order.
    ///   - draftByteLimit: bytes that one visitor may enter into one form; a post beyond it is refused.
    ///   - bodyByteLimit: bytes of a request body that the server in front accepts, for messages to visitors. `nil` if it is
    ///     not known.
    ///   - timeZone: for forms that name none: it decides what `today` means, and the times on receipts.
    ///   - basePath: the beginning of all addresses of the site; requests include it.
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
  /// `nil` if sessions are in memory only.
  let remote: RemoteSessionStore?
  let submissions: any SubmissionSink
  /// The same sink if it counts what submissions take; `nil` if it cannot, and then no form has a limit or places.
  let counting: (any CountingSink)?
  /// How many submissions a form has taken, by its id.
  let submissionCount: @Sendable (String) -> Int
  let recorded = RecordedSubmissions()
  /// `nil` if every submission that a form accepts is recorded.
  let check: SubmissionCheck?
  /// `nil` if the forms have no attachments.
  let attachments: (any AttachmentStore)?
  /// `nil` if no draft can be saved for later.
  let drafts: (any DraftStore)?
  /// Limits saved drafts, because each save may create a file.
  let saves = HourlyAllowance(200)
  /// `nil` if no form is by invitation.
  let invitations: (any InvitationStore)?
  /// `nil` if files are added without a check.
  let fileCheck: FileCheck?
  let seal = Lock<AttachmentSeal?>(nil)
  /// `nil` until a page needs it.
  let pageSeal = Lock<PageSeal?>(nil)
  /// The server's key; `nil` until something needs it.
  let key = Lock<[UInt8]?>(nil)
  let fileBytes: HourlyAllowance
  let uses = Lock(FileUses())
  let photos = BlockingWork<(FilePart.Content, String), Result<FilePart.Content, any Error>>(
    concurrentLimit: 2, waitingLimit: 100
  ) { removingPosition(from: $0.0, type: $0.1) }
  /// Checks that are running.
  let checkCount = Lock(0)
  let passwords: PasswordHasher
  /// Where arriving files are written; `nil` if they stay in memory.
  let spool: SpoolFolder?
  /// `nil` if files cannot be uploaded in parts.
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
  /// By the names that sources use.
  let optionProviders: [String: any OptionProvider]
  /// Called with errors that occurred while a page was made for a visitor.
  let onFailure: @Sendable (any Error) -> Void
  /// Called when a page posts other values for cells that nobody can change.
  let onReadOnlyViolations: @Sendable (ReadOnlyViolations) -> Void
  private let currentSnapshot: AtomicReference<SiteSnapshot>
  let counts = Lock(SiteFigures())
  let isDraining = Atomic(false)

  /// - Parameters:
  ///   - forms: in the order of the list of forms, each with a unique id.
  ///   - pages: compiled from the templates.
  ///   - publicDirectory: the folder of assets; pages name `css/site.css`, `css/gallery.css`, `js/formcells.mjs` and `icon.svg`
  ///     in it.
  ///   - builtInPublicDirectory: the folder whose files are used for paths that `publicDirectory` does not have, so that it
  ///     needs only what differs. `nil` if there is no such folder.
  ///   - submissions: where submissions are recorded.
  ///   - remoteSessions: the store of sessions that several servers share; `nil` if only this process has them.
  ///   - optionProviders: by the names that option sources use.
  ///   - attachments: where files are kept that visitors add; `nil` if no form has an `attachment`.
  ///   - drafts: where drafts are kept that visitors save for later; `nil` if no form has `save`.
  ///   - check: called before a submission is recorded; `nil` records everything that forms accept.
  ///   - configuration: limits and surroundings of the site.
  ///   - environment: clocks and random numbers.
  ///   - onFailure: for the log; the visitor gets an error page in any case. If the request has an id, the error is a
  ///     `RequestFailure`.
  ///   - onReadOnlyViolations: for the log: a page posted other values for cells that nobody can change. Called at most once
  ///     for each request.
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

  /// - `extraPages`: pages in addition to those of the forms.
  /// - `files`: those of `publicDirectory` if they were read before (`Site.files`), or the error of that. `nil` reads them now.
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

  /// The files of `Public`, under the names that pages use.
  package static func files(in publicDirectory: String, builtIn: String? = nil) throws(Diagnostic) -> Assets {
    try Assets(
      directory: publicDirectory, builtIn: builtIn, inlining: PageAssets.inlinedFiles + PageAssets.serviceWorkers,
      prefix: Route.asset("").path)
  }

  /// Makes `/healthz` answer 503 from now on, so that a load balancer sends no more visitors here.
  public func beginDraining() { isDraining.store(true, ordering: .relaxed) }

  package var snapshot: SiteSnapshot { currentSnapshot.load() }

  /// Serves these forms from now on, and the assets as they are now. A form that was begun is finished on the version it was
  /// begun on.
  /// - Throws: an error if two forms have the same id, or if the assets cannot be served. Nothing is changed then.
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

  /// Prepares searches in source files in the background, while visitors are served.
  private func prepareSearches() {
    let sources = sources
    guard !sources.isEmpty else { return }
    BackgroundThread.start { for source in sources { source.prepareSearch() } }
  }

  /// Forms from files were compared when they were loaded; a host's forms may come from anywhere.
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

  /// Reads changed source files of options again, also those of earlier versions that visitors still fill in. It takes about a
  /// second for a million rows, so do not call it on a thread that answers requests.
  /// - Parameter report: called with each file and its result.
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

  /// Reads changed source files of options again.
  /// - Returns: the mistakes in files that cannot be used, each reported once. The last good version stays in use.
  public func reloadSources() -> [OptionFileErrors] {
    var mistakes: [OptionFileErrors] = []
    reloadSources { if case .failed(let errors) = $1 { mistakes.append(errors) } }
    return mistakes
  }

  /// Figures on the sessions in memory.
  package var sessionFigures: SessionFigures { sessions.figures }

  /// Drops sessions and partial uploads that have been unused for too long. A new session does that too; a host that calls this
  /// now and then also frees the memory while no visitors come.
  public func dropExpiredSessions() {
    let now = environment.uptime()
    sessions.dropExpired(at: now)
    uploads?.dropIdle(now: now)
    snapshot.pages.dropUnused(at: now)
  }

  /// An error page for people. A host can use it for its own errors too, such as a malformed request or an overload.
  /// - `prefix`: what a proxy has removed from the request's path.
  /// - `requestID`: the request's name in the log; a page about a fault of the server shows it.
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

/// Figures for a host's metrics: what became of filled-in forms since the start.
package struct SiteFigures: Sendable, Equatable {
  /// Recorded submissions; one that is sent again counts once.
  package var acceptedSubmissions = 0
  /// Submissions and moves to the next step that were refused because of problems.
  package var refusedSubmissions = 0
  /// Submissions that could not be recorded.
  package var failedSubmissions = 0
  /// How long recording took, for each recorded submission.
  package var recording = DurationCounts()
  /// Forms that visitors began to fill in.
  package var begunDrafts = 0
  /// Files that were added to forms.
  package var addedFiles = 0
  /// Files that could not be added.
  package var refusedFiles: [AttachmentRefusal.Reason.Name: Int] = [:]
  /// Bytes of all stored files; `nil` if not known.
  package var fileBytes: Int?
  init() {}
}

extension Site {
  package var figures: SiteFigures {
    var figures = counts.withLock { $0 }
    figures.fileBytes = attachments?.byteCount
    return figures
  }

  /// Whether the shared session store answers; `nil` if sessions are in memory only.
  package var reachesRemoteSessions: Bool? { remote.map { !$0.isUnreachable } }
}
