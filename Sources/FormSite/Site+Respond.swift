import FormCells
import FormController
import HTTPMessage
import Assets
import Support
import Synchronization

extension Site {
  /// Guards, then the room that the route names.
  func answer(_ request: Request, as visitor: VisitorContext?, _ snapshot: SiteSnapshot) -> Answering {
    let cookies = request.cookies
    let values = visitor.map {
      VisitorValues(initial: $0.initialValues, readOnly: $0.readOnlyValues, report: onFailure)
    }
    let requestContext = visit(of: request, cookies, snapshot, values)
    let caller = Caller(
      request, cookies, at: requestContext.mount.path, visitor, values,
      mayBeFramed: configuration.frameAncestors.hasOthers)
    let named = Route(path: request.path, below: configuration.basePath)
    if let refusal = refusal(of: request, to: named, requestContext) { return .ready(refusal) }
    // `OPTIONS *` is the only request that names nothing and is not refused.
    guard let route = named else { return .ready(options([.get, .head, .post, .options])) }
    if request.method == .options { return .ready(options(route.allows)) }
    switch route {
    case .index, .form, .cell: values?.reportUnknownForms(in: snapshot)
    case .health, .schema, .formSchema, .asset, .further: break
    }
    if request.method == .post {
      switch route {
      case .form(let id): return receive(request, caller, requestContext, to: id, view: nil)
      case .cell(let id, let name): return receive(request, caller, requestContext, to: id, view: name)
      default: return .ready(refuse(.notFound, request, requestContext))
      }
    }
    switch route {
    case .further(let path):
      let page = snapshot.further?.page(at: path, for: requestContext)
      return .ready(
        page.map { .page($0) } ?? redirect(request, requestContext) ?? refuse(.notFound, request, requestContext))
    case .index: return .waiting { [self] in await index(caller, requestContext) }
    case .health: return .ready(health())
    case .schema: return .ready(schema.value.response(to: request.fields))
    case .formSchema(let id):
      guard let form = snapshot.form(id) else { return .ready(refuse(.notFound, request, requestContext)) }
      return .ready(formSchemas.load().asset(of: form).response(to: request.fields))
    case .asset(let name):
      return .ready(assets.load()[name]?.response(to: request.fields) ?? refuse(.notFound, request, requestContext))
    case .form(let id):
      if let receipt = requestContext.receipt {
        return .waiting { [self] in await showReceipt(receipt, of: id, caller, requestContext) }
      }
      return show(id, view: nil, caller, requestContext)
    case .cell(let id, let name): return show(id, view: name, caller, requestContext)
    }
  }

  private func index(_ caller: Caller, _ requestContext: RequestContext) async -> Response {
    let transaction = await transact(caller, requestContext.snapshot) {
      (FormController.index(requestContext, $0), SessionStore.Change.none)
    }
    if case .done(let response, let id) = transaction { return response.naming(id, for: caller) }
    return FormController.index(requestContext, Session())
  }

  /// Whether more is needed than this process has in memory: sessions, options, or a search that takes long.
  private func waits(for posted: PostedForm?, in id: String, view: String?, _ requestContext: RequestContext) -> Bool {
    if remote != nil || requestContext.snapshot.asksProviders(for: id) { return true }
    return view.map { FormController.mayNeedSearch(for: posted, in: id, view: $0, requestContext) } ?? false
  }

  /// A GET never makes a session.
  private func show(_ id: String, view: String?, _ caller: Caller, _ requestContext: RequestContext) -> Answering {
    if !waits(for: nil, in: id, view: view, requestContext) {
      let transaction = transactInMemory(caller, requestContext.snapshot) {
        Self.show(id, view: view, requestContext, &$0)
      }
      return .ready(Self.response(transaction, caller) { Self.show(id, view: view, requestContext, &$0) })
    }
    return .waiting { [self] in
      if let busy = await search(for: nil, in: id, view: view, caller, requestContext) { return busy }
      return await asking(for: .page(view: view), of: id, caller, requestContext) { _ in
        let transaction = await transact(caller, requestContext.snapshot) {
          Self.show(id, view: view, requestContext, &$0)
        }
        return Self.response(transaction, caller) { Self.show(id, view: view, requestContext, &$0) }
      }
    }
  }

  private static func show(
    _ id: String, view: String?, _ requestContext: RequestContext, _ session: inout Session
  ) -> (Response, SessionStore.Change) {
    let hasNotices = session.hasNotices
    return (FormController.show(id, view: view, requestContext, &session), hasNotices ? .kept : .none)
  }

  /// The answer that the visitor's session gave; where there is none, that of an empty one.
  private static func response(
    _ transaction: consuming SessionStore.Transaction<Response>?, _ caller: Caller,
    _ body: (inout Session) -> (Response, SessionStore.Change)
  ) -> Response {
    if case .done(let response, let id) = consume transaction { return response.naming(id, for: caller) }
    var session = Session()
    return body(&session).0
  }

  private func showReceipt(_ reference: String, of id: String, _ caller: Caller, _ requestContext: RequestContext) async
    -> Response
  {
    do {
      guard let token = Token(reference), let time = try await storedTime(of: token, in: id) else {
        return FormController.receipt(reference, of: id, storedAt: nil, nil, requestContext)
      }
      let transaction = await transact(caller, requestContext.snapshot) {
        ($0.answers(under: token), SessionStore.Change.none)
      }
      var answers: SentAnswers?
      if case .done(let found, _)? = transaction { answers = found }
      return FormController.receipt(reference, of: id, storedAt: time, answers, requestContext)
    } catch {
      report(error, caller.requestID)
      var response = FormController.errorPage(.serviceUnavailable, for: requestContext)
      response.fields[.retryAfter] = Self.retrySeconds
      return response
    }
  }

  /// Reads what was posted.
  private func receive(
    _ request: Request, _ caller: Caller, _ requestContext: RequestContext, to id: String, view: String?
  ) -> Answering {
    if request.isJSON {
      guard (try? UTF8Span(validating: request.body.span)) != nil else {
        return .ready(refuse(.notUTF8, request, requestContext))
      }
      return take(.json(request.body), for: id, caller, requestContext)
    }
    let data: FormData
    do throws(FormError) { data = try request.form() } catch { return .ready(refuse(error, request, requestContext)) }
    guard let posted = PostedForm(data) else { return .ready(refuse(.badRequest, request, requestContext)) }
    if posted.isWithoutPage, view == nil, request.prefersJSON {
      return take(.fields(data), for: id, caller, requestContext)
    }
    if !waits(for: posted, in: id, view: view, requestContext) {
      let transaction = transactInMemory(caller, requestContext.snapshot) {
        Self.post(posted, to: id, view: view, requestContext, &$0)
      }
      if let transaction { return carryOut(transaction, caller, requestContext) }
      var session = Session()
      let result = FormController.post(posted, to: id, view: view, requestContext, &session)
      return carryOut(
        insertInMemory(session, caller).map { .done(result, id: $0) } ?? .tooLarge, caller, requestContext)
    }
    return .waiting { [self] in
      if let busy = await search(for: posted, in: id, view: view, caller, requestContext) { return busy }
      return await asking(for: .post(posted, view: view), of: id, caller, requestContext) { isAway in
        await post(posted, caller, requestContext, to: id, view: view, isAway: isAway)
      }
    }
  }

  private func take(_ sent: JSONSubmission, for id: String, _ caller: Caller, _ requestContext: RequestContext)
    -> Answering
  {
    .waiting { [self] in
      await asking(for: .sent(sent), of: id, caller, requestContext) { _ in
        await receive(sent, for: id, caller, requestContext)
      }
    }
  }

  /// Finds or makes the visitor's session, and carries out what the desk makes of it and the page.
  private func post(
    _ posted: PostedForm, _ caller: Caller, _ requestContext: RequestContext, to id: String, view: String?, isAway: Bool
  ) async -> Response {
    let transaction = await transact(caller, requestContext.snapshot) {
      Self.post(posted, to: id, view: view, requestContext, &$0, isAway: isAway)
    }
    if let transaction { return await carryOut(transaction, caller, requestContext).response }
    var session = Session()
    let result = FormController.post(posted, to: id, view: view, requestContext, &session, isAway: isAway)
    let inserted = await insert(session, caller)
    return await carryOut(inserted.map { .done(result, id: $0) } ?? .tooLarge, caller, requestContext).response
  }

  private static func post(
    _ posted: PostedForm, to id: String, view: String?, _ requestContext: RequestContext, _ session: inout Session,
    isAway: Bool = false
  ) -> (PostResult, SessionStore.Change) {
    let result = FormController.post(posted, to: id, view: view, requestContext, &session, isAway: isAway)
    // Whoever knew the id before knows nothing of what is entered from now on.
    return (result, result.beginsDraft ? .moved(to: requestContext.makeToken()) : .kept)
  }

  private func carryOut(
    _ transaction: consuming SessionStore.Transaction<PostResult>, _ caller: Caller, _ requestContext: RequestContext
  ) -> Answering {
    guard case .done(let result, let id) = consume transaction else {
      return .ready(FormController.draftTooLarge(sessions.draftByteLimit, requestContext))
    }
    if let entries = result.readOnlyViolations { onReadOnlyViolations(entries) }
    if result.beginsDraft || result.isRefused {
      counts.withLock { counts in
        counts.begunDrafts += result.beginsDraft ? 1 : 0
        counts.refusedSubmissions += result.isRefused ? 1 : 0
      }
    }
    switch result.next {
    case .respond(let response): return .ready(response.naming(id, for: caller))
    case .store(let submission):
      return .waiting { [self] in await store(submission, id, caller, requestContext.snapshot) }
    case .scan(let scan): return .waiting { [self] in await read(scan, id, caller, requestContext.snapshot) }
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
