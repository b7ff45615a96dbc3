import FormCells
import FormDesk
import HTTPMessage
import PublicFiles
import Support
import Synchronization

extension Site {
  /// Guards, then the room that the route names.
  func answer(_ request: Request, as visitor: VisitorContext?, _ edition: Edition) async -> Response {
    let cookies = request.cookies
    let values = visitor.map {
      VisitorValues(initial: $0.initialValues, readOnly: $0.readOnlyValues, report: onFailure)
    }
    let visit = visit(of: request, cookies, edition, values)
    let caller = Caller(request, cookies, at: visit.mount.path, visitor, values)
    let named = Route(path: request.path, below: configuration.basePath)
    if let refusal = refusal(of: request, to: named, visit) { return refusal }
    // `OPTIONS *` is the only request that names nothing and is not refused.
    guard let route = named else { return options([.get, .head, .post, .options]) }
    if request.method == .options { return options(route.allows) }
    switch route {
    case .index, .form, .cell: values?.reportUnknownForms(in: edition)
    case .health, .schema, .formSchema, .asset, .further: break
    }
    if request.method == .post {
      switch route {
      case .form(let id): return await receive(request, caller, visit, to: id, view: nil)
      case .cell(let id, let name): return await receive(request, caller, visit, to: id, view: name)
      default: return Desk.errorPage(.notFound, for: visit)
      }
    }
    switch route {
    case .further(let path):
      return edition.further?.page(at: path, for: visit).map { .page($0) } ?? Desk.errorPage(.notFound, for: visit)
    case .index:
      let transaction = await transact(caller, edition) { (Desk.index(visit, $0), SessionStore.Change.none) }
      if case .done(let response, let id) = transaction { return response.naming(id, for: caller) }
      return Desk.index(visit, Session())
    case .health: return health()
    case .schema: return schema.value.response(to: request.fields)
    case .formSchema(let id):
      guard let form = edition.form(id) else { return Desk.errorPage(.notFound, for: visit) }
      return formSchemas.load().asset(of: form).response(to: request.fields)
    case .asset(let name):
      return assets.load()[name]?.response(to: request.fields) ?? Desk.errorPage(.notFound, for: visit)
    case .form(let id):
      if let receipt = visit.receipt { return await showReceipt(receipt, of: id, caller, visit) }
      return await asking(for: .page(view: nil), of: id, caller, visit) { _ in
        await show(id, view: nil, caller, visit)
      }
    case .cell(let id, let name):
      if let busy = await search(for: nil, in: id, view: name, caller, visit) { return busy }
      return await asking(for: .page(view: name), of: id, caller, visit) { _ in
        await show(id, view: name, caller, visit)
      }
    }
  }

  /// A GET never makes a session.
  private func show(_ id: String, view: String?, _ caller: Caller, _ visit: Visit) async -> Response {
    let transaction = await transact(caller, visit.edition) { session in
      let hasNotices = session.hasNotices
      return (Desk.show(id, view: view, visit, &session), hasNotices ? .kept : .none)
    }
    if case .done(let response, let id) = transaction { return response.naming(id, for: caller) }
    var session = Session()
    return Desk.show(id, view: view, visit, &session)
  }

  private func showReceipt(_ reference: String, of id: String, _ caller: Caller, _ visit: Visit) async -> Response {
    do {
      guard let token = Token(reference), let time = try await storedTime(of: token, in: id) else {
        return Desk.receipt(reference, of: id, storedAt: nil, nil, visit)
      }
      let transaction = await transact(caller, visit.edition) { ($0.answers(under: token), SessionStore.Change.none) }
      var answers: SentAnswers?
      if case .done(let found, _)? = transaction { answers = found }
      return Desk.receipt(reference, of: id, storedAt: time, answers, visit)
    } catch {
      report(error, caller)
      var response = Desk.errorPage(.serviceUnavailable, for: visit)
      response.fields[.retryAfter] = Self.retrySeconds
      return response
    }
  }

  /// Reads what was posted.
  private func receive(
    _ request: Request, _ caller: Caller, _ visit: Visit, to id: String, view: String?
  ) async -> Response {
    if request.isJSON { return await take(.json(request.body), for: id, caller, visit) }
    let data: FormData
    do throws(FormError) { data = try request.form() } catch { return Desk.errorPage(error.status, for: visit) }
    guard let posted = Posted(data) else { return Desk.errorPage(.badRequest, for: visit) }
    if posted.isWithoutPage, view == nil, request.prefersJSON {
      return await take(.fields(data), for: id, caller, visit)
    }
    if let busy = await search(for: posted, in: id, view: view, caller, visit) { return busy }
    return await asking(for: .post(posted, view: view), of: id, caller, visit) { isAway in
      await post(posted, caller, visit, to: id, view: view, isAway: isAway)
    }
  }

  private func take(_ sent: SentForm, for id: String, _ caller: Caller, _ visit: Visit) async -> Response {
    await asking(for: .sent(sent), of: id, caller, visit) { _ in await receive(sent, for: id, caller, visit) }
  }

  /// Finds or makes the visitor's session, and carries out what the desk makes of it and the page.
  private func post(
    _ posted: Posted, _ caller: Caller, _ visit: Visit, to id: String, view: String?, isAway: Bool
  ) async -> Response {
    let transaction = await transact(caller, visit.edition) { session in
      let outcome = Desk.post(posted, to: id, view: view, visit, &session, isAway: isAway)
      // Whoever knew the id before knows nothing of what is entered from now on.
      return (outcome, outcome.beginsDraft ? .moved(to: visit.makeToken()) : .kept)
    }
    switch transaction {
    case .done(let outcome, let id): return await carryOut(outcome, id, caller, visit.edition)
    case .tooLarge: return Desk.draftTooLarge(sessions.draftByteLimit, visit)
    case nil:
      var session = Session()
      let outcome = Desk.post(posted, to: id, view: view, visit, &session, isAway: isAway)
      guard let id = await insert(session, caller) else { return Desk.draftTooLarge(sessions.draftByteLimit, visit) }
      return await carryOut(outcome, id, caller, visit.edition)
    }
  }

  private func carryOut(_ outcome: Outcome, _ id: Token, _ caller: Caller, _ edition: Edition) async -> Response {
    if let entries = outcome.lockedEntries { onLockedEntries(entries) }
    if outcome.beginsDraft || outcome.isRefused {
      counts.withLock { counts in
        counts.begunDrafts += outcome.beginsDraft ? 1 : 0
        counts.refusedSubmissions += outcome.isRefused ? 1 : 0
      }
    }
    return switch outcome.answer {
    case .response(let response): response.naming(id, for: caller)
    case .store(let submission): await store(submission, id, caller, edition)
    case .scan(let scan): await read(scan, id, caller, edition)
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
