import FormCells
public import FormController
public import HTTPCore
import Assets
import Support
import Synchronization
import FormPages

extension Site {
  /// Answers a request. It never fails: what cannot be done gets an error page with its status.
  /// - `visitor`: as the host knows them; `nil` for an ordinary visitor.
  public func respond(to request: Request, as visitor: VisitorContext? = nil) async -> Response {
    let snapshot = snapshot
    var response = await routedResponse(to: request, as: visitor, in: snapshot)
    if mayAskForRepresentation(request) {
      response = await representing(response, to: request, as: visitor, in: snapshot)
    }
    return response.framed(by: configuration.frameAncestors).compressed(for: request.fields)
  }

  /// Checks the request, then calls what its route names.
  func routedResponse(
    to request: Request, as visitor: VisitorContext?, in snapshot: SiteSnapshot
  ) async -> Response {
    var requestContext = requestContext(of: request, in: snapshot, as: visitor)
    let named = Route(path: request.path, below: configuration.basePath)
    if let refusal = refusal(of: request, to: named, in: requestContext) { return refusal }
    // Only `OPTIONS *` has no route and is not refused.
    guard let route = named else { return options([.get, .head, .post, .options]) }
    if request.method == .options { return options(route.allows) }
    if requestContext.pageSeal == nil, needsPageSeal(route, in: snapshot) {
      do { try await makePageSeal() } catch {
        report(error, requestID: request.id)
        return refuse(.serviceUnavailable, to: request, in: requestContext).askingToRetry()
      }
      requestContext = self.requestContext(of: request, in: snapshot, as: visitor)
    }
    followQuotas(of: route, in: snapshot)
    switch route {
    case .index, .form, .cell, .entry: requestContext.values?.reportUnknownForms(in: snapshot)
    case .health, .device, .offline, .serviceWorker, .manifest, .schema, .formSchema, .asset, .extraPages: break
    }
    if request.method == .post {
      switch route {
      case .form(let id): return await receive(request, to: id, view: nil, in: requestContext)
      case .cell(let id, let name): return await receive(request, to: id, view: name, in: requestContext)
      case .entry(let id, let section, let number):
        return await receive(request, to: id, view: "\(section)/\(number)", in: requestContext)
      case .device: return await clearDevice(in: requestContext)
      default: return refuse(.notFound, to: request, in: requestContext)
      }
    }
    switch route {
    case .extraPages(let path):
      let page = snapshot.extraPages?.page(at: path, for: requestContext)
      return page.map { .page($0) } ?? redirect(request, in: requestContext)
        ?? refuse(.notFound, to: request, in: requestContext)
    case .index: return await index(requestContext)
    case .health: return health()
    case .device: return devicePage(requestContext)
    case .offline: return offlinePage(requestContext)
    case .serviceWorker: return serviceWorker(to: request)
    case .manifest: return manifest(requestContext)
    case .schema: return schema.value.response(to: request.fields)
    case .formSchema(let id):
      guard let form = snapshot.form(id) else { return refuse(.notFound, to: request, in: requestContext) }
      return formSchemas.load().asset(of: form).response(to: request.fields)
    case .asset(let name):
      return assets.load()[name]?.response(to: request.fields) ?? refuse(.notFound, to: request, in: requestContext)
    case .form(let id):
      if let secret = requestContext.resume { return await resume(secret, of: id, in: requestContext) }
      if let secret = requestContext.change { return await beginChange(by: secret, of: id, in: requestContext) }
      if let receipt = requestContext.receipt { return await showReceipt(receipt, of: id, in: requestContext) }
      return await show(id, view: nil, in: requestContext)
    case .cell(let id, let name):
      if let sealedName = request.queryItems["file"] {
        return await file(sealedName, for: request, in: requestContext)
          ?? refuse(.notFound, to: request, in: requestContext)
      }
      return await show(id, view: name, in: requestContext)
    case .entry(let id, let section, let number):
      return await show(id, view: "\(section)/\(number)", in: requestContext)
    }
  }

  /// Whether pages of the form carry a page seal: the time at which they were begun.
  private func needsPageSeal(_ route: Route, in snapshot: SiteSnapshot) -> Bool {
    guard configuration.refusesRobots else { return false }
    return switch route {
    case .form(let id), .cell(let id, _), .entry(let id, _, _): snapshot.carriesSeal(id)
    case .index, .health, .device, .offline, .serviceWorker, .manifest, .schema, .formSchema, .asset, .extraPages: false
    }
  }

  /// Makes the page seal from the server's key, which all servers of a fleet share. If there is no place for a key, the seal is
  /// valid until this site ends.
  private func makePageSeal() async throws {
    let key = try await serverKey()
    let made = PageSeal(serverKey: key ?? Array("\(makeToken().text)\(makeToken().text)".utf8))
    pageSeal.withLock { $0 = $0 ?? made }
  }

  private func index(_ requestContext: RequestContext) async -> Response {
    let transaction = await transact(requestContext) {
      (FormController.index(requestContext, with: $0), SessionStore.Change.none)
    }
    if case .done(let response, let id) = transaction { return response.settingSessionCookie(id, for: requestContext) }
    return FormController.index(requestContext, with: Session())
  }

  /// Shows a form. A GET never makes a session.
  private func show(_ id: String, view: String?, in requestContext: RequestContext) async -> Response {
    if let view, let busy = await search(for: nil, form: id, view: view, in: requestContext) { return busy }
    let invitation: InvitationState
    do {
      var secret = requestContext.invitation
      if secret == nil { secret = await heldInvitation(to: id, in: requestContext) }
      invitation = try await self.invitation(secret, to: id, in: requestContext.snapshot)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
    return await withProvidedOptions(for: .page(view: view), of: id, in: requestContext) { _ in
      let transaction = await transact(requestContext) { session in
        let hasNotices = session.hasNotices
        let response = FormController.show(
          id, view: view, in: requestContext, with: &session, invitation: invitation)
        return (response, hasNotices ? SessionStore.Change.kept : .none)
      }
      if case .done(let response, let session) = transaction {
        return response.settingSessionCookie(session, for: requestContext)
      }
      var session = Session()
      return FormController.show(
        id, view: view, in: requestContext, with: &session, invitation: invitation)
    }
  }

  private func showReceipt(_ reference: String, of id: String, in requestContext: RequestContext) async
    -> Response
  {
    do {
      guard let token = Token(reference), let time = try await storedTime(of: token, in: id) else {
        return FormController.receipt(reference, of: id, storedAt: nil, answers: nil, in: requestContext)
      }
      let transaction = await transact(requestContext) {
        (($0.answers(under: token), $0.hasSent(token)), SessionStore.Change.none)
      }
      var (answers, isOwn): (SentAnswers?, Bool) = (nil, false)
      if case .done(let found, _)? = transaction { (answers, isOwn) = found }
      let change = isOwn ? try await changeSecret(for: token, of: id, in: requestContext.snapshot) : nil
      return FormController.receipt(
        reference, of: id, storedAt: time, change: change, answers: answers, in: requestContext)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// Reads what was posted.
  private func receive(_ request: Request, to id: String, view: String?, in requestContext: RequestContext) async
    -> Response
  {
    var data: FormData
    do throws(FormError) { data = try request.form(limits: formLimits) } catch {
      guard request.isJSON else { return refuse(error, to: request, in: requestContext) }
      guard (try? UTF8Span(validating: request.body.span)) != nil else {
        return refuse(.notUTF8, to: request, in: requestContext)
      }
      return await take(.json(request.body), for: id, in: requestContext)
    }
    if let upload = data[PageField.Piece.upload.rawValue] {
      return await takePiece(of: upload, from: data, to: id, cell: view, in: requestContext)
    }
    let hasFiles = attachmentForm(id, in: requestContext) != nil
    let refusals = hasFiles ? await takeFiles(of: &data, to: id, in: requestContext) : []
    guard let posted = PostedForm(data, refusals: refusals) else {
      return refuse(.badRequest, to: request, in: requestContext)
    }
    if posted.isWithoutPage, view == nil, request.prefersJSON {
      return await take(.fields(data, refusals), for: id, in: requestContext)
    }
    if let view, let busy = await search(for: posted, form: id, view: view, in: requestContext) { return busy }
    return await withProvidedOptions(for: .post(posted, view: view), of: id, in: requestContext) { isAway in
      await post(posted, to: id, view: view, isAway: isAway, in: requestContext)
    }
  }

  private func take(_ sent: JSONSubmission, for id: String, in requestContext: RequestContext) async -> Response {
    await withProvidedOptions(for: .sent(sent), of: id, in: requestContext) { _ in
      await receiveFromProgram(sent, for: id, in: requestContext)
    }
  }

  /// Finds or makes the visitor's session, and carries out what the controller decides.
  private func post(
    _ posted: PostedForm, to id: String, view: String?, isAway: Bool, in requestContext: RequestContext
  ) async -> Response {
    var change: ChangedSubmission?
    let invitation: InvitationState
    do {
      if let secret = posted.change {
        change = try await genuineChange(by: secret, of: posted, to: id, in: requestContext)
      }
      invitation = try await self.invitation(
        posted.invitation ?? requestContext.invitation, to: id, in: requestContext.snapshot)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
    let transaction = await transact(requestContext) { [change] session in
      let result = FormController.post(
        posted, to: id, view: view, in: requestContext, with: &session, isAway: isAway, change: change,
        invitation: invitation)
      // The session gets a new id: who knew the old one cannot see what is entered from now on.
      return (result, result.beginsDraft ? SessionStore.Change.moved(to: requestContext.makeToken()) : .kept)
    }
    if let transaction { return await carryOut(transaction, in: requestContext) }
    var session = Session()
    let result = FormController.post(
      posted, to: id, view: view, in: requestContext, with: &session, isAway: isAway, change: change,
      invitation: invitation)
    let inserted = await insert(session, in: requestContext)
    return await carryOut(inserted.map { .done(result, id: $0) } ?? .tooLarge, in: requestContext)
  }

  private func carryOut(
    _ transaction: consuming SessionStore.Transaction<PostResult>, in requestContext: RequestContext
  ) async -> Response {
    guard case .done(let result, let id) = consume transaction else {
      return FormController.draftTooLarge(sessions.draftByteLimit, in: requestContext)
    }
    if let entries = result.readOnlyViolations { onReadOnlyViolations(entries) }
    if result.beginsDraft || result.isRefused {
      counts.withLock { counts in
        counts.begunDrafts += result.beginsDraft ? 1 : 0
        counts.refusedSubmissions += result.isRefused ? 1 : 0
      }
    }
    return switch result.next {
    case .respond(let response): response.settingSessionCookie(id, for: requestContext)
    case .store(let submission): await store(submission, session: id, in: requestContext)
    case .find(let submission, let otherwise):
      await find(submission, session: id, in: requestContext) ?? otherwise.settingSessionCookie(id, for: requestContext)
    case .scan(let scan): await read(scan, session: id, in: requestContext)
    case .keep(let saved): await keep(saved, session: id, in: requestContext)
    }
  }
}

extension Site {
  private func health() -> Response {
    let reason = isDraining.load(ordering: .relaxed) ? "draining" : submissions.failure
    var response = Response(
      status: reason == nil ? .ok : .serviceUnavailable, contentType: "text/plain; charset=utf-8",
      text: "\(reason ?? "ok")\n")
    response.fields[.cacheControl] = "no-store"
    return response.secured()
  }

  private func options(_ methods: [Method]) -> Response {
    var response = Response(status: .noContent)
    response.fields[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }
}

/// Access to a visitor's session, in memory or in a remote store.
extension Site {
  /// Runs `body` with the first of the request's sessions that exists.
  /// - Returns: `nil` if none exists.
  func transact<Result>(
    _ requestContext: RequestContext, body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    for id in requestContext.sessions {
      if let transaction = await transact(id, in: requestContext, body: body) { return transaction }
    }
    return nil
  }

  /// Runs `body` with a session, exclusively.
  /// - Returns: `nil` if there is none, or if it is somebody else's.
  func transact<Result>(
    _ id: Token, in requestContext: RequestContext, body: (inout Session) -> (Result, SessionStore.Change)
  ) async -> SessionStore.Transaction<Result>? {
    func ownBody(_ session: inout Session) -> (Result?, SessionStore.Change) {
      guard session.owner == requestContext.owner else { return (nil, .none) }
      session.followOptions()
      session.setHostValues(requestContext.values)
      return body(&session)
    }
    let (client, now, snapshot) = (requestContext.address, environment.uptime(), requestContext.snapshot)
    let transaction =
      if let remote {
        await remote.transact(id, from: client, at: now, in: snapshot, body: ownBody)
      } else {
        sessions.transact(id, from: client, at: now, in: snapshot, body: ownBody)
      }
    return switch consume transaction {
    case .done(let result?, let id): .done(result, id: id)
    case .done(nil, _), nil: nil
    case .tooLarge: .tooLarge
    }
  }

  /// Adds a new session.
  /// - Returns: its id; `nil` if it is larger than allowed.
  func insert(_ session: Session, in requestContext: RequestContext) async -> Token? {
    var session = session
    session.owner = requestContext.owner
    let (client, now) = (requestContext.address, environment.uptime())
    if let remote { return await remote.insert(session, from: client, at: now) }
    let id = makeToken()
    return sessions.insert(session, as: id, from: client, at: now) ? id : nil
  }
}

extension Site {
  func mayAskForRepresentation(_ request: Request) -> Bool {
    request.method == .post && request.fields.contains(.prefer)
  }

  /// Answers a POST with the page that it leads to, for a script that asks for it (RFC 7240 §4.2). This saves the round trip of
  /// the redirect. A browser without scripts never asks: its Reload and Back need the redirect.
  /// - Returns: the redirect itself if no such page is asked for or it cannot be shown.
  func representing(
    _ redirect: Response, to request: Request, as visitor: VisitorContext?, in snapshot: SiteSnapshot
  ) async -> Response {
    guard redirect.status == .seeOther, let location = redirect.fields[.location],
      request.fields.list(.prefer).contains(Self.representation)
    else { return redirect }
    let link = location.prefix { $0 != "#" }
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var follower = request
    follower.method = .get
    follower.body = []
    follower.receivedForm = nil
    // Pages contain addresses as browsers see them, so the proxy's prefix is removed.
    follower.path = String(parts[0].dropFirst(request.strippedPrefix.text.count))
    follower.query = parts.count > 1 ? String(parts[1]) : nil
    for name in [FieldName.contentType, .contentLength, .contentEncoding] { follower.fields[name] = nil }
    let cookie = redirect.fields[.setCookie]
    if let cookie {
      let pair = String(cookie.prefix { $0 != ";" })
      follower.fields[.cookie] = ([pair] + request.fields.values(of: .cookie)).joined(separator: "; ")
    }
    var page = await routedResponse(to: follower, as: visitor, in: snapshot)
    guard page.status == .ok else { return redirect }
    if let cookie { page.fields.append(.setCookie, cookie) }
    page.fields[.contentLocation] = String(link)
    page.fields[.preferenceApplied] = Self.representation
    return page
  }

  private static let representation = "return=representation"
}
