import FormCells
import FormController
import HTTPCore
import Assets
import Support
import Synchronization

extension Site {
  /// Guards, then what the route names.
  func answer(to request: Request, as visitor: VisitorContext?, _ snapshot: SiteSnapshot) async -> Response {
    let requestContext = requestContext(of: request, request.cookies, snapshot, as: visitor)
    let named = Route(path: request.path, below: configuration.basePath)
    if let refusal = refusal(of: request, to: named, requestContext) { return refusal }
    // `OPTIONS *` is the only request that names nothing and is not refused.
    guard let route = named else { return options([.get, .head, .post, .options]) }
    if request.method == .options { return options(route.allows) }
    switch route {
    case .index, .form, .cell: requestContext.values?.reportUnknownForms(in: snapshot)
    case .health, .schema, .formSchema, .asset, .further: break
    }
    if request.method == .post {
      switch route {
      case .form(let id): return await receive(request, to: id, view: nil, requestContext)
      case .cell(let id, let name): return await receive(request, to: id, view: name, requestContext)
      default: return refuse(.notFound, request, requestContext)
      }
    }
    switch route {
    case .further(let path):
      let page = snapshot.further?.page(at: path, for: requestContext)
      return page.map { .page($0) } ?? redirect(request, requestContext) ?? refuse(.notFound, request, requestContext)
    case .index: return await index(requestContext)
    case .health: return health()
    case .schema: return schema.value.response(to: request.fields)
    case .formSchema(let id):
      guard let form = snapshot.form(id) else { return refuse(.notFound, request, requestContext) }
      return formSchemas.load().asset(of: form).response(to: request.fields)
    case .asset(let name):
      return assets.load()[name]?.response(to: request.fields) ?? refuse(.notFound, request, requestContext)
    case .form(let id):
      if let receipt = requestContext.receipt { return await showReceipt(receipt, of: id, requestContext) }
      return await show(id, view: nil, requestContext)
    case .cell(let id, let name): return await show(id, view: name, requestContext)
    }
  }

  private func index(_ requestContext: RequestContext) async -> Response {
    let transaction = await transact(requestContext) {
      (FormController.index(requestContext, $0), SessionStore.Change.none)
    }
    if case .done(let response, let id) = transaction { return response.naming(id, for: requestContext) }
    return FormController.index(requestContext, Session())
  }

  /// A GET never makes a session.
  private func show(_ id: String, view: String?, _ requestContext: RequestContext) async -> Response {
    if let busy = await search(for: nil, in: id, view: view, requestContext) { return busy }
    return await asking(for: .page(view: view), of: id, requestContext) { _ in
      let transaction = await transact(requestContext) { session in
        let hasNotices = session.hasNotices
        let response = FormController.show(id, view: view, requestContext, &session)
        return (response, hasNotices ? SessionStore.Change.kept : .none)
      }
      if case .done(let response, let session) = transaction { return response.naming(session, for: requestContext) }
      var session = Session()
      return FormController.show(id, view: view, requestContext, &session)
    }
  }

  private func showReceipt(_ reference: String, of id: String, _ requestContext: RequestContext) async
    -> Response
  {
    do {
      guard let token = Token(reference), let time = try await storedTime(of: token, in: id) else {
        return FormController.receipt(reference, of: id, storedAt: nil, nil, requestContext)
      }
      let transaction = await transact(requestContext) {
        ($0.answers(under: token), SessionStore.Change.none)
      }
      var answers: SentAnswers?
      if case .done(let found, _)? = transaction { answers = found }
      return FormController.receipt(reference, of: id, storedAt: time, answers, requestContext)
    } catch {
      report(error, requestContext.requestID)
      var response = FormController.errorPage(.serviceUnavailable, for: requestContext)
      response.fields[.retryAfter] = Self.retrySeconds
      return response
    }
  }

  /// Reads what was posted.
  private func receive(_ request: Request, to id: String, view: String?, _ requestContext: RequestContext) async
    -> Response
  {
    if request.isJSON {
      guard (try? UTF8Span(validating: request.body.span)) != nil else {
        return refuse(.notUTF8, request, requestContext)
      }
      return await take(.json(request.body), for: id, requestContext)
    }
    let data: FormData
    do throws(FormError) { data = try request.form() } catch { return refuse(error, request, requestContext) }
    guard let posted = PostedForm(data) else { return refuse(.badRequest, request, requestContext) }
    if posted.isWithoutPage, view == nil, request.prefersJSON {
      return await take(.fields(data), for: id, requestContext)
    }
    if let busy = await search(for: posted, in: id, view: view, requestContext) { return busy }
    return await asking(for: .post(posted, view: view), of: id, requestContext) { isAway in
      await post(posted, to: id, view: view, isAway: isAway, requestContext)
    }
  }

  private func take(_ sent: JSONSubmission, for id: String, _ requestContext: RequestContext) async -> Response {
    await asking(for: .sent(sent), of: id, requestContext) { _ in await receive(sent, for: id, requestContext) }
  }

  /// Finds or makes the visitor's session, and carries out what the controller makes of it and the page.
  private func post(
    _ posted: PostedForm, to id: String, view: String?, isAway: Bool, _ requestContext: RequestContext
  ) async -> Response {
    let transaction = await transact(requestContext) { session in
      let result = FormController.post(posted, to: id, view: view, requestContext, &session, isAway: isAway)
      // Whoever knew the id before knows nothing of what is entered from now on.
      return (result, result.beginsDraft ? SessionStore.Change.moved(to: requestContext.makeToken()) : .kept)
    }
    if let transaction { return await carryOut(transaction, requestContext) }
    var session = Session()
    let result = FormController.post(posted, to: id, view: view, requestContext, &session, isAway: isAway)
    let inserted = await insert(session, requestContext)
    return await carryOut(inserted.map { .done(result, id: $0) } ?? .tooLarge, requestContext)
  }

  private func carryOut(
    _ transaction: consuming SessionStore.Transaction<PostResult>, _ requestContext: RequestContext
  ) async -> Response {
    guard case .done(let result, let id) = consume transaction else {
      return FormController.draftTooLarge(sessions.draftByteLimit, requestContext)
    }
    if let entries = result.readOnlyViolations { onReadOnlyViolations(entries) }
    if result.beginsDraft || result.isRefused {
      counts.withLock { counts in
        counts.begunDrafts += result.beginsDraft ? 1 : 0
        counts.refusedSubmissions += result.isRefused ? 1 : 0
      }
    }
    return switch result.next {
    case .respond(let response): response.naming(id, for: requestContext)
    case .store(let submission): await store(submission, id, requestContext)
    case .scan(let scan): await read(scan, id, requestContext)
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
