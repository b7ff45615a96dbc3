import FormCells
import FormDesk
import HTTPMessage
import PublicFiles
import Support
import Synchronization

extension Site {
  /// Guards, then the room that the route names.
  func answer(_ request: Request, as visitor: VisitorContext?, _ edition: Edition) -> Answering {
    let cookies = request.cookies
    let values = visitor.map {
      VisitorValues(initial: $0.initialValues, readOnly: $0.readOnlyValues, report: onFailure)
    }
    let visit = visit(of: request, cookies, edition, values)
    let caller = Caller(
      request, cookies, at: visit.mount.path, visitor, values, mayBeFramed: configuration.frameAncestors.hasOthers)
    let named = Route(path: request.path, below: configuration.basePath)
    if let refusal = refusal(of: request, to: named, visit) { return .ready(refusal) }
    // `OPTIONS *` is the only request that names nothing and is not refused.
    guard let route = named else { return .ready(options([.get, .head, .post, .options])) }
    if request.method == .options { return .ready(options(route.allows)) }
    switch route {
    case .index, .form, .cell: values?.reportUnknownForms(in: edition)
    case .health, .schema, .formSchema, .asset, .further: break
    }
    if request.method == .post {
      switch route {
      case .form(let id): return receive(request, caller, visit, to: id, view: nil)
      case .cell(let id, let name): return receive(request, caller, visit, to: id, view: name)
      default: return .ready(refuse(.notFound, request, visit))
      }
    }
    switch route {
    case .further(let path):
      let page = edition.further?.page(at: path, for: visit)
      return .ready(page.map { .page($0) } ?? redirect(request, visit) ?? refuse(.notFound, request, visit))
    case .index: return .waiting { [self] in await index(caller, visit) }
    case .health: return .ready(health())
    case .schema: return .ready(schema.value.response(to: request.fields))
    case .formSchema(let id):
      guard let form = edition.form(id) else { return .ready(refuse(.notFound, request, visit)) }
      return .ready(formSchemas.load().asset(of: form).response(to: request.fields))
    case .asset(let name):
      return .ready(assets.load()[name]?.response(to: request.fields) ?? refuse(.notFound, request, visit))
    case .form(let id):
      if let receipt = visit.receipt {
        return .waiting { [self] in await showReceipt(receipt, of: id, caller, visit) }
      }
      return show(id, view: nil, caller, visit)
    case .cell(let id, let name): return show(id, view: name, caller, visit)
    }
  }

  private func index(_ caller: Caller, _ visit: Visit) async -> Response {
    let transaction = await transact(caller, visit.edition) { (Desk.index(visit, $0), SessionStore.Change.none) }
    if case .done(let response, let id) = transaction { return response.naming(id, for: caller) }
    return Desk.index(visit, Session())
  }

  /// Whether more is needed than this process has in memory: sessions, options, or a search that takes long.
  private func waits(for posted: Posted?, in id: String, view: String?, _ visit: Visit) -> Bool {
    if remote != nil || visit.edition.asksProviders(for: id) { return true }
    return view.map { Desk.mayNeedSearch(for: posted, in: id, view: $0, visit) } ?? false
  }

  /// A GET never makes a session.
  private func show(_ id: String, view: String?, _ caller: Caller, _ visit: Visit) -> Answering {
    if !waits(for: nil, in: id, view: view, visit) {
      let transaction = transactInMemory(caller, visit.edition) { Self.show(id, view: view, visit, &$0) }
      return .ready(Self.response(transaction, caller) { Self.show(id, view: view, visit, &$0) })
    }
    return .waiting { [self] in
      if let busy = await search(for: nil, in: id, view: view, caller, visit) { return busy }
      return await asking(for: .page(view: view), of: id, caller, visit) { _ in
        let transaction = await transact(caller, visit.edition) { Self.show(id, view: view, visit, &$0) }
        return Self.response(transaction, caller) { Self.show(id, view: view, visit, &$0) }
      }
    }
  }

  private static func show(
    _ id: String, view: String?, _ visit: Visit, _ session: inout Session
  ) -> (Response, SessionStore.Change) {
    let hasNotices = session.hasNotices
    return (Desk.show(id, view: view, visit, &session), hasNotices ? .kept : .none)
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
      report(error, caller.requestID)
      var response = Desk.errorPage(.serviceUnavailable, for: visit)
      response.fields[.retryAfter] = Self.retrySeconds
      return response
    }
  }

  /// Reads what was posted.
  private func receive(
    _ request: Request, _ caller: Caller, _ visit: Visit, to id: String, view: String?
  ) -> Answering {
    if request.isJSON {
      guard (try? UTF8Span(validating: request.body.span)) != nil else {
        return .ready(refuse(.notUTF8, request, visit))
      }
      return take(.json(request.body), for: id, caller, visit)
    }
    let data: FormData
    do throws(FormError) { data = try request.form() } catch { return .ready(refuse(error, request, visit)) }
    guard let posted = Posted(data) else { return .ready(refuse(.badRequest, request, visit)) }
    if posted.isWithoutPage, view == nil, request.prefersJSON { return take(.fields(data), for: id, caller, visit) }
    if !waits(for: posted, in: id, view: view, visit) {
      let transaction = transactInMemory(caller, visit.edition) { Self.post(posted, to: id, view: view, visit, &$0) }
      if let transaction { return carryOut(transaction, caller, visit) }
      var session = Session()
      let outcome = Desk.post(posted, to: id, view: view, visit, &session)
      return carryOut(insertInMemory(session, caller).map { .done(outcome, id: $0) } ?? .tooLarge, caller, visit)
    }
    return .waiting { [self] in
      if let busy = await search(for: posted, in: id, view: view, caller, visit) { return busy }
      return await asking(for: .post(posted, view: view), of: id, caller, visit) { isAway in
        await post(posted, caller, visit, to: id, view: view, isAway: isAway)
      }
    }
  }

  private func take(_ sent: SentForm, for id: String, _ caller: Caller, _ visit: Visit) -> Answering {
    .waiting { [self] in
      await asking(for: .sent(sent), of: id, caller, visit) { _ in await receive(sent, for: id, caller, visit) }
    }
  }

  /// Finds or makes the visitor's session, and carries out what the desk makes of it and the page.
  private func post(
    _ posted: Posted, _ caller: Caller, _ visit: Visit, to id: String, view: String?, isAway: Bool
  ) async -> Response {
    let transaction = await transact(caller, visit.edition) {
      Self.post(posted, to: id, view: view, visit, &$0, isAway: isAway)
    }
    if let transaction { return await carryOut(transaction, caller, visit).response }
    var session = Session()
    let outcome = Desk.post(posted, to: id, view: view, visit, &session, isAway: isAway)
    let inserted = await insert(session, caller)
    return await carryOut(inserted.map { .done(outcome, id: $0) } ?? .tooLarge, caller, visit).response
  }

  private static func post(
    _ posted: Posted, to id: String, view: String?, _ visit: Visit, _ session: inout Session, isAway: Bool = false
  ) -> (Outcome, SessionStore.Change) {
    let outcome = Desk.post(posted, to: id, view: view, visit, &session, isAway: isAway)
    // Whoever knew the id before knows nothing of what is entered from now on.
    return (outcome, outcome.beginsDraft ? .moved(to: visit.makeToken()) : .kept)
  }

  private func carryOut(
    _ transaction: consuming SessionStore.Transaction<Outcome>, _ caller: Caller, _ visit: Visit
  ) -> Answering {
    guard case .done(let outcome, let id) = consume transaction else {
      return .ready(Desk.draftTooLarge(sessions.draftByteLimit, visit))
    }
    if let entries = outcome.lockedEntries { onLockedEntries(entries) }
    if outcome.beginsDraft || outcome.isRefused {
      counts.withLock { counts in
        counts.begunDrafts += outcome.beginsDraft ? 1 : 0
        counts.refusedSubmissions += outcome.isRefused ? 1 : 0
      }
    }
    switch outcome.answer {
    case .response(let response): return .ready(response.naming(id, for: caller))
    case .store(let submission): return .waiting { [self] in await store(submission, id, caller, visit.edition) }
    case .scan(let scan): return .waiting { [self] in await read(scan, id, caller, visit.edition) }
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
