import Answers
import Assets
import FormCells
import FormPages
import FormSite
import Gallery
import Glibc
import HTTPCore
import HTTPServer
import Support
import Templates

/// `formcells serve`: combines templates, forms, site and server, and runs them until a signal.
struct ServeCommand {
  private let forms: String
  private let takesSamples: Bool
  private let templates: String
  private let publicDirectory: String
  private let data: String
  private let sessions: SessionPlace
  private let submissions: SubmissionPlace
  private let host: String
  private let metrics: (host: String, port: Int)?
  private let answers: AnswersServer.Place?
  private let watches: Bool
  private let showsGallery: Bool
  private let logFormat: AccessLog.Format
  private let sourceFolders: [String]
  private let takesOver: Bool
  private let drainDelaySeconds: Int
  private let filesByteLimit: Int
  private let fileCheck: String?
  private let draftDays: Int
  private let destinations: [Destination]
  private let deliversInOrder: Bool
  private var server = ServerConfiguration()
  private var site = Site.Configuration()

  /// The time for requests in progress when a signal arrives. The whole shutdown takes less than ten seconds: after that, supervisors kill.
  private static let drainLimit = Duration.milliseconds(9500)
  private static let logMillisecondLimit = 300
  /// The time that delivery programs have after a signal; what they have not delivered by then is delivered after the next start.
  private static let deliveryLimit = Duration.seconds(5)

  init(_ arguments: Arguments) throws(UsageError) {
    templates = arguments.text(.templates, default: Installation.templates)
    publicDirectory = arguments.text(.public, default: Installation.publicDirectory)
    forms = arguments.argument ?? Installation.forms(in: templates)
    takesSamples = arguments.argument == nil
    data = arguments.text(.data, default: "./data")
    submissions = try arguments.submissionPlace()
    host = HostText.unbracketed(arguments.text(.host, default: "127.0.0.1"))
    metrics = try arguments.address(.metrics)
    answers = try AnswersServer.Place(arguments)
    watches = try arguments.flag(.watch)
    logFormat = try arguments.choice(.log, default: .text)
    sessions = try arguments.sessionPlace()
    server.host = host
    server.port = UInt16(try arguments.number(.port, in: 0...65_535, default: 8080))
    server.loops = try arguments.number(.workers, in: 1...1024, default: 0)
    server.limits.bodyByteLimit = try arguments.bytes(.maxBody, default: 1 << 20)
    site.bodyByteLimit = server.limits.bodyByteLimit
    site.sessionIdleSecondLimit = try arguments.seconds(.sessionIdle, default: 1800)
    site.sessionLimit = try arguments.number(.sessionLimit, in: 1...100_000_000, default: 100_000)
    site.sessionByteLimit = try arguments.bytes(.sessionMemory, in: 1 << 20...1 << 40, default: 256 << 20)
    site.draftByteLimit = try arguments.bytes(.maxDraft, in: 1 << 10...site.sessionByteLimit, default: 256 << 10)
    if let zone = try arguments.timeZone() { site.timeZone = zone }
    site.basePath = try arguments.mountPath(.basePath)
    site.frameAncestors = try arguments.frameAncestors()
    site.worksOffline = try !arguments.flag(.noOffline)
    server.trustsProxy = try arguments.flag(.trustProxy)
    server.heldByteLimit = try arguments.bytes(.maxBodies, default: 64 << 20)
    guard server.heldByteLimit >= server.limits.bodyByteLimit else {
      throw arguments.usageError(.maxBodies, message: "it is less than the limit of one body (--max-body)")
    }
    server.addressConnectionLimit = try arguments.number(.addressConnections, in: 1...1_000_000)
    guard server.addressConnectionLimit == nil || !server.trustsProxy else {
      throw arguments.usageError(
        .addressConnections, message: "behind a proxy (--trust-proxy) all connections have its address")
    }
    server.addressPostLimit = try arguments.number(.addressPosts, in: 1...1_000_000)
    sourceFolders = try arguments.folders(.allowSources)
    takesOver = try arguments.flag(.takeOver)
    drainDelaySeconds = try arguments.seconds(.drainDelay, in: 0...3600, default: 0)
    showsGallery = try arguments.flag(.gallery)
    filesByteLimit = try arguments.bytes(.filesLimit, in: 1 << 20...1 << 50, default: 2 << 30)
    site.fileByteLimit = try arguments.bytes(
      .fileLimit, in: 1...filesByteLimit, default: min(Self.usualFileByteLimit, filesByteLimit))
    fileCheck = try arguments.program(.checkFile)
    draftDays = try arguments.number(.draftDays, in: 1...3650, default: 28)
    destinations = try arguments.destinations()
    deliversInOrder = try arguments.flag(.deliverInOrder)
    guard !deliversInOrder || !destinations.isEmpty else {
      throw arguments.usageError(.deliverInOrder, message: "there is no destination (--deliver)")
    }
  }

  func run() throws {
    let signals = Signals()
    do { try serve(until: signals) } catch {
      // The reason must still be written, and a full pipe must not block signals.
      signals.release()
      throw error
    }
  }

  private func serve(until signals: Signals) throws {
    DescriptorBudget.raiseLimit()
    let timers = DispatchTimers()
    let log = AccessLog(logFormat)
    let metrics = self.metrics == nil ? nil : Metrics(below: self.site.basePath)
    // Created before anything is read, so that no change is missed.
    var watcher = watches ? makeWatcher() : nil
    // These run in parallel. If several fail, the mistake of the forms is reported first, then that of the templates.
    let pagesMeanwhile = ThreadTask { Result { () throws(Failure) in try makePages(log) } }
    let filesMeanwhile = ThreadTask {
      Result { () throws(Diagnostic) in try Site.files(in: publicDirectory, builtIn: builtInPublicDirectory) }
    }
    let forms = try loadForms()
    let (pages, gallery, answersPages) = try pagesMeanwhile.value().get()
    let files = filesMeanwhile.value()
    let lastWrite = submissions.isFolder ? RetentionRun.lastWrite(in: data) : nil
    // Failures up to here leave nothing behind. A successor reads first, and takes the folder last.
    let isSuccessor = try takesOver && isInUse()
    var folder = try isSuccessor ? nil : claim()
    for folder in DefinitionDocument.passedOver(in: self.forms, reading: forms) { log.note(folder.headline) }
    let descriptors = DescriptorBudget(loops: server.loopCount)
    let attachments = try makeAttachments(for: forms)
    let index = try makeIndex(descriptors, log: log)
    let submissions = try prepareSubmissions(descriptors, attachments: attachments, index: index?.index, log: log)
    let site = try makeSite(
      forms: forms, pages: pages, gallery: gallery, files: files, submissions: submissions, attachments: attachments,
      log: log, metrics: metrics)

    var configuration = server
    if descriptors.connections < configuration.connectionLimit {
      configuration.connectionLimit = descriptors.connections
      log.note("\(descriptors)")
    }
    configuration.errorPage = { site.errorPage($0, strippedPrefix: $1, requestID: $2) }
    let server = Server(
      configuration,
      onExchange: { exchange in
        log.record(exchange)
        metrics?.record(exchange)
      }, screen: { site.refusal(of: $0) }, receive: { site.receiver(for: $0) }, respond: { await site.respond(to: $0) })
    var inherited: [Int32] = []
    if isSuccessor {
      let offer = try HandoverOffer(from: data)
      guard offer.address == "\(host):\(self.server.port)" else {
        throw Failure(
          "error: \(DataFolder.owner(of: data)) listens on \(offer.address); take over with that host and port")
      }
      inherited = offer.descriptors
      folder = try offer.take(
        data, readSessions: site.handsSessionsOver ? { takeOverSessions(site, from: $0, log: log) } : nil)
    }
    do throws(SubmissionError) {
      if let folder, let files = submissions as? SubmissionFiles { try files.open(folder) }
      try index?.open()
    } catch { throw Failure("\(error)") }
    let answersData = answers == nil ? data : self.submissions.answersData(in: data)
    let versions = EarlierVersions(data: answersData, forms: self.forms, sourceFolders: sourceFolders)
    let outbox = try openOutbox(submissions, of: site, versions: versions, log: log)
    timers.wait()
    do throws(ServerError) { try server.start(inheriting: inherited) } catch { throw Failure("error: \(error)") }
    let metricsServer = try startMetrics(
      metrics, of: site, submissions: submissions, server: server, outbox: outbox)
    let answersServer = try index.flatMap {
      try startAnswers(
        of: site, pages: answersPages, index: $0.index, submissions: submissions, versions: versions,
        attachments: attachments, log: log)
    }
    let url = HostText.url(host, port: server.port)
    let door = HandoverDoor()
    if let folder {
      do throws(SubmissionError) { try folder.note(address: url) } catch { log.note("\(error)") }
      if !door.open(in: data, address: "\(host):\(server.port)", descriptors: { server.listeningDescriptors }) {
        log.note("error: \(Handover.path(in: data)) cannot be created: no other process can take over")
      }
      if submissions is SubmissionFiles, !control(submissions, outbox: outbox).open(in: data) {
        log.note("error: \(ControlSocket.path(in: data)) cannot be created: commands can't reach this server")
      }
    }
    if takesSamples { log.note(Definitions.noteOnSamples(in: self.forms, .serve)) }
    do throws(Failure) { try Terminal.print("listening on \(url)") } catch { error.lines.forEach(log.note) }

    var sweep = SweepInterval(.seconds(3600))
    let retention = RetentionRun(
      submissions, data: self.submissions.isFolder ? data : nil, lastWrite: lastWrite, note: { log.note($0) })
    var expiry = SweepInterval(.seconds(86_400))
    signals.wait(everyTick: {
      log.flush()
      site.dropExpiredSessions()
      outbox?.tick()
      index?.copy?.tick()
      answersServer?.site.dropExpiredSessions()
      if sweep.isDue() { Task { await site.removeUnsentFiles() } }
      if expiry.isDue() { retention.start(of: site.retentions) }
      reload(site, log: log)
      if watcher?.hasChanged() == true { reloadAll(site, answers: answersServer?.site, log: log) }
    })
    let start = ContinuousClock.now
    if !door.hasSuccessor {
      site.beginDraining()
      signals.wait(milliseconds: drainDelaySeconds * 1000, everyTick: { log.flush() })
    }
    server.drain(within: Self.drainLimit, handsOver: door.hasSuccessor)
    metricsServer?.drain(within: .milliseconds(100))
    answersServer?.drain()
    index?.close()
    if let files = submissions as? SubmissionFiles { files.close() }
    let rest = max(.milliseconds(200), Self.deliveryLimit - (ContinuousClock.now - start))
    outbox?.close(withinMilliseconds: Int(rest / .milliseconds(1)))
    if let stream = door.sessionStream(), site.handsSessionsOver { handOverSessions(site, to: stream, log: log) }
    folder?.release()
    log.finish(withinMilliseconds: Self.logMillisecondLimit)
  }

  private func makeWatcher() -> Watcher {
    Watcher(
      paths: [forms, templates, publicDirectory]
        + [Installation.templates(besides: templates), builtInPublicDirectory].compactMap(\.self))
  }

  private var builtInPublicDirectory: String? { Installation.publicDirectory(besides: publicDirectory) }

  private func takeOverSessions(_ site: Site, from stream: HandoverStream, log: AccessLog) {
    let transfer = site.takeOverSessions { stream.read($0) }
    log.note("sessions taken over: \(transfer.count)" + (transfer.isWhole ? "" : "; error: the others did not arrive"))
  }

  private func handOverSessions(_ site: Site, to stream: HandoverStream, log: AccessLog) {
    let transfer = site.handOverSessions { stream.write($0) }
    log.note(
      "sessions handed over: \(transfer.count)" + (transfer.isWhole ? "" : "; error: the others were not accepted"))
  }

  private func isInUse() throws(Failure) -> Bool {
    do throws(SubmissionError) { return try DataFolder.isInUse(data) } catch { throw Failure("\(error)") }
  }

  /// The data folder, needed for files of submissions or a copy of them, and for a successor's socket.
  private func claim() throws(Failure) -> DataFolder? {
    guard submissions.isFolder || takesOver || answers != nil else { return nil }
    do throws(SubmissionError) { return try DataFolder(data) } catch { throw Failure("\(error)") }
  }

  /// Requests that commands send to the server that has the folder.
  private func control(_ submissions: any SubmissionEditor, outbox: (any Outbox)?) -> ControlSocket {
    ControlSocket([
      EraseRequest.verb: { try await EraseRequest($0).execute(on: submissions) },
      OutboxRequest.verb: { try OutboxRequest($0).execute(on: outbox) },
    ])
  }

  private func makeAttachments(for forms: [Form]) throws(Failure) -> any AttachmentStore {
    do throws(SubmissionError) {
      return try submissions.attachments(
        data: data, byteLimit: filesByteLimit, isNeeded: forms.contains(where: \.hasAttachments))
    } catch {
      throw Failure("\(error)")
    }
  }

  private func makeIndex(_ descriptors: DescriptorBudget, log: AccessLog) throws(Failure) -> AnswersIndex? {
    if answers == nil { return nil }
    do throws(SubmissionError) {
      return try AnswersIndex(of: submissions, data: data, openFormLimit: descriptors.openForms) { log.note($0) }
    } catch {
      throw Failure("\(error)")
    }
  }

  private func prepareSubmissions(
    _ descriptors: DescriptorBudget, attachments: any AttachmentStore, index: AnswerIndex?, log: AccessLog
  ) throws(Failure) -> any SubmissionEditor {
    do throws(SubmissionError) {
      return try submissions.prepared(
        data: data, openFormLimit: descriptors.openForms, attachments: attachments,
        observers: [
          index.map { $0 as any ErasureObserver } ?? DerivedIndex(data: data), DraftFolder(data: data, days: draftDays),
        ], destinations: destinations, note: { log.note($0) })
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Opens the outbox: everything stored from now on is delivered.
  private func openOutbox(
    _ submissions: any SubmissionSink, of site: Site, versions: EarlierVersions, log: AccessLog
  ) throws(Failure) -> (any Outbox)? {
    do throws(SubmissionError) {
      return try self.submissions.outbox(
        data: data, destinations: destinations, isInOrder: deliversInOrder, submissions: submissions,
        note: { log.note($0) }, describe: { delivery in site.text(of: delivery) { versions.form($0, of: $1) } })
    } catch {
      throw Failure("\(error)")
    }
  }

  private func makeSite(
    forms: [Form], pages: Pages, gallery: Gallery?, files: Result<Assets, Diagnostic>, submissions: any SubmissionSink,
    attachments: any AttachmentStore, log: AccessLog, metrics: Metrics?
  ) throws(Failure) -> Site {
    let remote = try sessions.remote()
    var configuration = site
    configuration.spoolDirectory = spoolDirectory(for: forms, log: log)
    let made: Site
    do throws(Diagnostic) {
      made = try Site(
        forms: forms, pages: pages, extraPages: gallery, publicDirectory: publicDirectory,
        builtInPublicDirectory: builtInPublicDirectory, files: files, submissions: submissions, remoteSessions: remote,
        attachments: attachments, drafts: self.submissions.drafts(data: data, days: draftDays),
        invitations: self.submissions.invitations(data: data),
        fileCheck: fileCheck.map { FileCheck(path: $0) },
        configuration: configuration, onFailure: { log.note("error: \($0)") },
        onReadOnlyViolations: { entries in
          log.note("\(entries)")
          metrics?.recordReadOnlyViolations()
        })
    } catch {
      throw Failure("\(error)")
    }
    if forms.contains(where: \.takesFiles) {
      do throws(SpoolError) { try made.openSpool() } catch { log.note("error: \(data)/files/incoming: \(error)") }
    }
    return made
  }

  /// The folder for files while they arrive. If it cannot be created, files have the same room in memory as a request's body.
  private func spoolDirectory(for forms: [Form], log: AccessLog) -> String? {
    let path = "\(data)/files/incoming"
    guard forms.contains(where: \.takesFiles) else { return path }
    do throws(SpoolError) { try SpoolFolder(in: path).open() } catch {
      log.note("error: \(path): \(error): files that visitors send are limited by --max-body")
      return nil
    }
    return path
  }

  /// The default of `--file-limit`, in bytes.
  static let usualFileByteLimit = 25 << 20

  private func loadForms() throws(Failure) -> [Form] {
    let images: Set<String>
    do throws(Diagnostic) {
      images = try Assets.images(in: publicDirectory, builtIn: builtInPublicDirectory)
    } catch {
      throw Failure("\(error)")
    }
    return try Definitions.load(forms, sourceFolders: sourceFolders, images: images, fileByteLimit: site.fileByteLimit)
  }

  /// The pages, and those of the gallery and for owners if they are served. A built-in language is read when a visitor first needs it;
  /// mistakes in it are logged.
  private func makePages(_ log: AccessLog) throws(Failure) -> (Pages, Gallery?, AnswersPages?) {
    do throws(TemplateErrors) {
      let onLateMistakes: WordCatalogue.LateMistakes = { mistakes in
        log.note(
          mistakes.map(\.description).joined(separator: "\n") + "\nerror: English is used instead of this language")
      }
      let hasAnswers = answers != nil
      var answersTemplates: AnswersTemplates?
      let (pages, gallery) = try Pages.withGallery(
        directory: templates, builtIn: Installation.templates(besides: templates),
        onLateMistakes: Installation.root == nil ? nil : onLateMistakes,
        further: { if hasAnswers { answersTemplates = AnswersTemplates(&$0) } })
      return (pages, showsGallery ? Gallery(gallery) : nil, answersTemplates.map { AnswersPages(pages, templates: $0) })
    } catch {
      // A template that is not used may belong to pages that this server does not have.
      throw Failure(error.errors.map(\.description))
    }
  }

  /// Reads changed source files of options again; if a file has mistakes, its last good version stays in use.
  private func reload(_ site: Site, log: AccessLog) {
    site.reloadSources { path, outcome in
      switch outcome {
      case .unchanged: break
      case .reloaded(let count, let warnings):
        for warning in warnings { log.note(warning.description) }
        log.note("reloaded \(path): \(count) options")
      case .failed(let errors): log.note("\(errors)\nerror: \(path): the last good version stays in use")
      }
    }
  }

  private func reloadAll(_ site: Site, answers: AnswersSite?, log: AccessLog) {
    do throws(Failure) {
      let forms = try loadForms()
      let (pages, gallery, answersPages) = try makePages(log)
      do throws(Diagnostic) {
        try site.replace(forms: forms, pages: pages, extraPages: gallery)
        if let answersPages { answers?.replace(pages: answersPages) }
      } catch {
        throw Failure("\(error)")
      }
      let count = forms.count == 1 ? "1 form and its" : "\(forms.count) forms and their"
      log.note("reloaded \(count) templates and assets")
    } catch {
      log.note((error.lines + ["error: the last good version stays in use"]).joined(separator: "\n"))
    }
  }

  private func startAnswers(
    of site: Site, pages: AnswersPages?, index: AnswerIndex, submissions: any SubmissionEditor,
    versions: EarlierVersions, attachments: any AttachmentStore, log: AccessLog
  ) throws(Failure) -> AnswersServer? {
    guard let answers, let pages else { return nil }
    let authentication: AnswersSite.Authentication =
      if let header = answers.header { .proxy(field: header) } else {
        .signIn(
          SignIn(users: UserFile(data: data), uptime: Environment.system.uptime, random: Environment.system.random))
      }
    let answersSite = AnswersSite(
      visitors: site, pages: pages, store: index, editor: submissions, authentication: authentication,
      downloads: Downloads(in: Downloads.spool(in: data, byteLimit: filesByteLimit, note: { log.note($0) })),
      earlier: EarlierColumns(
        list: { form in try versions.list(of: form) },
        definition: { version, form in try versions.definition(version, of: form) }, note: { log.note($0) }),
      definition: { version, form in try versions.definition(version, of: form) },
      // A version whose options no longer exist cannot be shown as it was: its page says so.
      load: { definition, form in versions.make(definition, of: form) },
      makeCorrectingSite: { [configuration = self.site, publicDirectory, builtInPublicDirectory] form, sink in
        var configuration = configuration
        configuration.basePath = .root
        configuration.spoolDirectory = nil
        configuration.refusesRobots = false
        configuration.worksOffline = false
        return try Site(
          forms: [form], pages: site.snapshot.pages, extraPages: nil, publicDirectory: publicDirectory,
          builtInPublicDirectory: builtInPublicDirectory, submissions: sink, attachments: attachments,
          configuration: configuration, onFailure: { log.note("error: answers: \($0)") })
      }, note: { log.note($0) })
    let server = AnswersServer(answers, site: answersSite, like: self.server)
    log.note(try server.start())
    return server
  }

  private func startMetrics(
    _ metrics: Metrics?, of site: Site, submissions: any SubmissionSink, server: Server, outbox: (any Outbox)?
  ) throws(Failure) -> Server? {
    guard let metrics, let address = self.metrics else { return nil }
    return try metrics.serve(
      host: address.host, port: address.port, of: site, submissions: submissions, server: server, outbox: outbox)
  }
}

/// True once at the start, and then once per interval.
private struct SweepInterval {
  private var next = ContinuousClock.now
  private let length: Duration

  init(_ length: Duration) { self.length = length }

  mutating func isDue() -> Bool {
    guard ContinuousClock.now >= next else { return false }
    next = ContinuousClock.now + length
    return true
  }
}

/// Detects changes of files below some paths: names, sizes and times.
private struct Watcher {
  private let paths: [String]
  private var last: Int

  init(paths: [String]) {
    self.paths = paths
    last = Self.fingerprint(of: paths)
  }

  mutating func hasChanged() -> Bool {
    let now = Self.fingerprint(of: paths)
    defer { last = now }
    return now != last
  }

  private static func fingerprint(of paths: [String]) -> Int {
    var hasher = Hasher()
    for path in paths { add(path, to: &hasher) }
    return hasher.finalize()
  }

  private static func add(_ path: String, to hasher: inout Hasher) {
    hasher.combine(path)
    if FolderContent.isFolder(path) {
      // A folder that cannot be read counts as empty until it can be read again.
      for entry in (try? FolderContent(of: path))?.entries ?? [] { add("\(path)/\(entry.name)", to: &hasher) }
    } else {
      hasher.combine(FileIdentity(path: path))
    }
  }
}
