import Assets
package import FormCells
import FormController
import FormPages
package import FormSite
package import HTTPCore
import Support

/// The pages for the owners of forms, without a server: `respond(to:)` answers a request. The visitors' site has none
/// of these pages. A user who is not authenticated gets only the page for signing in.
package final class AnswersSite: Sendable {
  /// How users are authenticated.
  package enum Authentication: Sendable {
    /// They sign in here.
    case signIn(SignIn)
    /// A proxy in front has authenticated them, and names them in this header field. They may see all forms.
    case proxy(field: String)
  }

  /// A form in an earlier version, or changed for the correction of its answers.
  package struct Definition: Sendable, Hashable {
    package let form: String
    package let version: String
    /// Whether it is for a correction by an owner.
    package let isForCorrecting: Bool
  }

  let visitors: Site
  let store: any AnswerStore
  /// `nil` if nothing can be changed.
  let editor: (any SubmissionEditor)?
  let authentication: Authentication
  let downloads: Downloads
  let load: @Sendable (_ definition: [UInt8], _ form: String) -> Form?
  let definition: @Sendable (_ version: String, _ form: String) throws -> [UInt8]?
  let makeCorrectingSite: @Sendable (Form, any SubmissionSink) throws -> Site
  let note: @Sendable (String) -> Void
  let corrections = CorrectionResults()
  /// `nil` if only the cells of the current version have columns.
  let earlier: EarlierColumns?
  private let pages: Lock<AnswersPages>
  private let forms = Lock<[Definition: Form]>([:])
  /// The forms that are not served and cannot be loaded, and that the log has already named.
  private let unloadable = Lock<Set<String>>([])
  /// The most recently used one is last.
  private let correctingSites = Lock<[(version: String, site: Site)]>([])

  /// The number of versions that are kept in memory.
  private static let formLimit = 64
  private static let correctingSiteLimit = 4
  static let cookieName = "formcells-answers"

  /// - Parameters:
  ///   - visitors: the site on which visitors fill in the forms.
  ///   - editor: `nil` if nothing can be corrected or erased.
  ///   - earlier: the cells that forms no longer have; `nil` if these have no columns.
  ///   - definition: the definition of a version that was filled in; `nil` if it does not exist.
  ///   - load: makes a form from a definition; `nil` if it cannot be loaded any more, for example because its options
  ///     no longer exist.
  ///   - makeCorrectingSite: makes a site with only this form, which records into the given sink.
  ///   - note: writes to the log.
  package init(
    visitors: Site, pages: AnswersPages, store: any AnswerStore, editor: (any SubmissionEditor)?,
    authentication: Authentication,
    downloads: Downloads, earlier: EarlierColumns? = nil,
    definition: @escaping @Sendable (_ version: String, _ form: String) throws -> [UInt8]?,
    load: @escaping @Sendable (_ definition: [UInt8], _ form: String) -> Form?,
    makeCorrectingSite: @escaping @Sendable (Form, any SubmissionSink) throws -> Site,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.visitors = visitors
    self.pages = Lock(pages)
    (self.store, self.editor, self.authentication, self.downloads) = (store, editor, authentication, downloads)
    self.earlier = earlier
    (self.definition, self.load, self.makeCorrectingSite) = (definition, load, makeCorrectingSite)
    self.note = note
  }

  /// Uses these templates from now on.
  package func replace(pages: AnswersPages) {
    self.pages.withLock { $0 = pages }
    correctingSites.withLock { $0 = [] }
  }

  /// Answers a request. It never throws: a failure becomes an error page with its status.
  package func respond(to request: Request) async -> Response {
    let requestContext = RequestContext(request, site: self, pages: pages.withLock { $0 })
    let response = await response(in: requestContext)
    return response.compressed(for: request.fields)
  }

  /// The parts of a request that do not need its user.
  struct RequestContext: Sendable {
    let request: Request
    let pages: AnswersPages
    let snapshot: SiteSnapshot
    let languages: [LanguageTag]
    let viewport: ViewportClass
    private let mount: MountPath

    init(_ request: Request, site: AnswersSite, pages: AnswersPages) {
      self.request = request
      self.pages = pages
      snapshot = site.visitors.snapshot
      languages = SiteSnapshot.tags(request.fields[.acceptLanguage])
      viewport = request.queryItems["viewport"].flatMap(ViewportClass.init(rawValue:)) ?? .auto
      mount = request.strippedPrefix
    }

    func context(of user: String?, canSignOut: Bool = true) -> AnswersContext {
      AnswersContext(
        languages: languages, catalogue: pages.words, links: AnswersLinks(base: mount.text),
        assets: snapshot.assets.below(mount.text, keepingInlined: false), viewport: viewport, user: user,
        canSignOut: canSignOut)
    }
  }

  private func response(in requestContext: RequestContext) async -> Response {
    let request = requestContext.request
    if let meant = AnswersRoute.meant(by: request.path) {
      return .permanentRedirect(request.strippedPrefix.text + meant + (request.query.map { "?" + $0 } ?? ""))
    }
    guard let route = AnswersRoute(path: request.path) else {
      return errorPage(.notFound, for: requestContext, user: nil)
    }
    if case .asset(let name) = route, [.get, .head].contains(request.method) {
      return visitors.asset(name, for: request) ?? errorPage(.notFound, for: requestContext, user: nil)
    }
    guard [.get, .head].contains(request.method) || request.method == .post && route.takesPosts else {
      var response = Response(
        status: .methodNotAllowed, contentType: "text/plain; charset=utf-8", text: "not allowed\n")
      response.fields[.allow] = route.takesPosts ? "GET, HEAD, POST" : "GET, HEAD"
      return response.secured()
    }
    if request.method == .post, let foreign = ForeignPost(request) {
      note("answers: \(foreign)")
      return errorPage(.notAllowed, for: requestContext, user: nil, status: .forbidden)
    }
    if request.method == .post, let refusal = request.contentRefusal(takingJSON: false) {
      return errorPage(.notFound, for: requestContext, user: nil, status: refusal.status)
    }
    do {
      let user: User
      switch authentication {
      case .proxy(let field):
        guard let name = Self.name(in: field, of: request) else {
          note("answers: a request lacks the field \(field), which the proxy must set")
          return errorPage(.notAllowed, for: requestContext, user: nil, status: .forbidden)
        }
        user = User(name: name, hash: "", forms: nil)
      case .signIn(let signIn):
        if route == .signIn { return try await answerSignIn(requestContext, signIn: signIn) }
        guard let known = try session(of: requestContext, signIn) else {
          return askToSignIn(requestContext, route: route)
        }
        user = known
      }
      return try await response(to: route, for: user, requestContext)
    } catch let error as AnswerError {
      return response(to: error, in: requestContext)
    } catch {
      note("answers: \(error)")
      return errorPage(.unreadable, for: requestContext, user: nil, status: .serviceUnavailable)
    }
  }

  /// The name in a header field; `nil` unless there is exactly one such field, with a valid name.
  private static func name(in field: String, of request: Request) -> String? {
    let values = request.fields.values(of: FieldName(field))
    guard values.count == 1, let name = values.first, !name.isEmpty, name.count <= User.nameLengthLimit * 2 else {
      return nil
    }
    return name
  }

  func response(to route: AnswersRoute, for user: User, _ requestContext: RequestContext) async throws -> Response {
    let context = requestContext.context(of: user.name, canSignOut: canSignOut)
    switch route {
    case .home: return try await home(user, in: requestContext, context: context)
    case .signIn: return .seeOther(context.links.home)
    case .signOut: return signOut(requestContext, in: context)
    case .asset: preconditionFailure("assets are for everybody")
    case .table, .figures, .download, .answer, .eraseQuestion, .file, .correction: break
    }
    guard let id = route.form else { return errorPage(.notFound, for: requestContext, user: user) }
    let served = requestContext.snapshot.forms.first { $0.id == id }
    if served == nil {
      guard try await store.forms().contains(id) else { return errorPage(.notFound, for: requestContext, user: user) }
    }
    guard user.maySee(id) else { return errorPage(.notAllowed, for: requestContext, user: user, status: .forbidden) }
    guard let form = served ?? formerForm(id) else {
      return errorPage(.definitionMissing, for: requestContext, user: user)
    }
    let owner = Owner(
      user: user, form: form, requestContext: requestContext, context: context,
      zone: requestContext.snapshot.timeZone(of: form))
    switch route {
    case .table: return try await table(owner)
    case .figures: return try await figures(owner)
    case .download(let format, _): return try await download(format, for: owner)
    case .answer(_, let id):
      return requestContext.request.method == .post
        ? try await change(id, for: owner) : try await answerPage(id, for: owner)
    case .eraseQuestion(_, let id): return try await eraseQuestion(id, for: owner)
    case .file(_, let id, let digest, let name): return try await file(digest, named: name, of: id, for: owner)
    case .correction(_, let id, let path): return try await correct(id, at: path, for: owner)
    case .home, .signIn, .signOut, .asset: preconditionFailure("answered above")
    }
  }

  /// A user who may see a form's answers, with the request.
  struct Owner: Sendable {
    let user: User
    let form: Form
    let requestContext: RequestContext
    let context: AnswersContext
    let zone: TimeZone
  }

  /// Whether users sign in here, not at a proxy.
  private var canSignOut: Bool { if case .signIn = authentication { true } else { false } }

  func errorPage(
    _ error: AnswersPages.ErrorPage, for requestContext: RequestContext, user: User?, of form: Form? = nil,
    status: Status = .notFound
  ) -> Response {
    .page(
      requestContext.pages.error(
        error, of: form, in: requestContext.context(of: user?.name, canSignOut: canSignOut)), status: status)
  }

  private func response(to error: AnswerError, in requestContext: RequestContext) -> Response {
    let page: AnswersPages.ErrorPage
    switch error {
    case .unreadable(let reason):
      note("answers: \(reason)")
      page = .unreadable
    case .notReady(let share): page = .notReady(share)
    case .busy, .tooLong, .tooManyOptions: page = .busy
    }
    var response = errorPage(page, for: requestContext, user: nil, status: .serviceUnavailable)
    response.fields[.retryAfter] = "5"
    return response
  }

  // MARK: Versions

  /// The version of the form that was filled in; `nil` if it is no longer available.
  func form(_ version: String, of current: Form, isForCorrecting: Bool = false) -> Form? {
    let key = Definition(form: current.id, version: version, isForCorrecting: isForCorrecting)
    if let known = forms.withLock({ $0[key] }) {
      known.follow(current)
      return known
    }
    let bytes: [UInt8]?
    if version == current.version {
      bytes = current.definition
    } else {
      do { bytes = try definition(version, current.id) } catch {
        note("answers: \(error)")
        bytes = nil
      }
    }
    guard let bytes else { return version == current.version ? current : nil }
    var made: Form?
    if isForCorrecting, let definition = try? JSONReader.document(bytes).value {
      let changed = definition.askingForNoPassword
      made = changed == definition && version == current.version ? current : load(changed.compactBytes, current.id)
    } else {
      made = version == current.version ? current : load(bytes, current.id)
    }
    if let made {
      made.follow(current)
      remember(made, as: key)
    }
    return made
  }

  /// A form that is no longer served: the newest of its versions that can be loaded, or `nil`.
  func formerForm(_ id: String) -> Form? {
    var newest: String?
    do {
      for version in try earlier?.versions(of: id) ?? [] {
        newest = newest ?? version
        let key = Definition(form: id, version: version, isForCorrecting: false)
        if let known = forms.withLock({ $0[key] }) { return known }
        guard let bytes = try definition(version, id), let made = load(bytes, id) else { continue }
        remember(made, as: key)
        return made
      }
    } catch { note("answers: \(error)") }
    let isNew = unloadable.withLock { $0.insert(id).inserted }
    if isNew {
      let reason = newest.map { "version \($0), its newest one, cannot be loaded; do its source files exist?" }
      note("answers: '\(id)' is not served, and \(reason ?? "none of its definitions exists")")
    }
    return nil
  }

  private func remember(_ form: Form, as key: Definition) {
    forms.withLock { forms in
      if forms.count >= Self.formLimit { forms = [:] }
      forms[key] = form
    }
  }

  /// The site on which answers of a version are corrected.
  func correctingSite(for form: Form, _ editor: any SubmissionEditor) throws -> Site {
    let known = correctingSites.withLock { sites -> Site? in
      guard
        let position = sites.firstIndex(where: { $0.version == form.version && $0.site.snapshot.forms[0].id == form.id }
        )
      else { return nil }
      sites.append(sites.remove(at: position))
      return sites.last?.site
    }
    if let known { return known }
    let made = try makeCorrectingSite(form, CorrectingSink(editor: editor))
    correctingSites.withLock { sites in
      sites.append((form.version, made))
      if sites.count > Self.correctingSiteLimit { sites.removeFirst() }
    }
    return made
  }

  package func dropExpiredSessions() {
    for (_, site) in correctingSites.withLock({ $0 }) { site.dropExpiredSessions() }
  }
}

extension Form {
  /// Takes over the options of files that were read again for the version that is served.
  fileprivate func follow(_ current: Form) {
    guard self !== current else { return }
    let sources = current.cells.compactMap(\.optionSource).filter { $0.path != nil }
    for source in cells.compactMap(\.optionSource) {
      if let newer = sources.first(where: { $0.readsSame(as: source) }) { source.follow(newer) }
    }
  }
}
