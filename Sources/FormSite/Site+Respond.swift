import FormCells
import FormDesk
import HTTPMessage
import PublicFiles
import Synchronization

extension Site {
  /// Guards, then the room that the route names.
  func answer(_ request: Request, _ edition: Edition) async -> Response {
    let cookies = request.cookies
    let visit = Visit(
      request, cookies: cookies, edition: edition, moment: environment.moment(),
      makeToken: { [environment] in Token(environment.random()) })
    guard let route = Route(path: request.path) else {
      if request.path == "*", request.method == .options { return options([.get, .head, .post, .options]) }
      return Desk.errorPage(.notFound, for: visit)
    }
    if case .further(let path) = route {
      guard let page = edition.further?.page(at: path, for: visit) else { return Desk.errorPage(.notFound, for: visit) }
      if request.method == .get || request.method == .head { return .page(page) }
    }
    guard route.allows.contains(request.method) else { return methodNotAllowed(request.method, route, visit) }
    if request.method == .options { return options(route.allows) }
    if request.method == .post {
      guard isFromThisSite(request) else { return Desk.errorPage(.forbidden, for: visit) }
      switch route {
      case .form(let id): return await post(request, cookies, visit, to: id, view: nil)
      case .cell(let id, let name): return await post(request, cookies, visit, to: id, view: name)
      default: return methodNotAllowed(request.method, route, visit)
      }
    }
    switch route {
    case .further: return Desk.errorPage(.notFound, for: visit)
    case .index: return Desk.index(visit)
    case .health: return health()
    case .schema: return schema()
    case .asset(let name): return assets[name]?.response(to: request.fields) ?? Desk.errorPage(.notFound, for: visit)
    case .form(let id): return show(id, view: nil, cookies, visit)
    case .cell(let id, let name): return show(id, view: name, cookies, visit)
    }
  }

  /// A GET never makes a session.
  private func show(_ id: String, view: String?, _ cookies: Cookies, _ visit: Visit) -> Response {
    if view == nil, let receipt = visit.receipt {
      let time = Token(receipt).flatMap { submissions.time(of: $0, in: id) }
      return Desk.receipt(receipt, of: id, storedAt: time, visit)
    }
    guard let entry = session(named: cookies) else {
      var session = Session()
      return Desk.show(id, view: view, visit, &session)
    }
    return entry.session.withLock { Desk.show(id, view: view, visit, &$0) }
  }

  /// Reads the page, finds or makes the visitor's session, and carries out what the desk makes of both.
  private func post(
    _ request: Request, _ cookies: Cookies, _ visit: Visit, to id: String, view: String?
  ) async -> Response {
    let data: FormData
    do throws(FormError) { data = try request.form() } catch { return Desk.errorPage(error.status, for: visit) }
    guard let posted = Posted(data) else { return Desk.errorPage(.badRequest, for: visit) }
    if let entry = session(named: cookies) {
      return await carryOut(entry.session.withLock { Desk.post(posted, to: id, view: view, visit, &$0) }, entry)
    }
    var session = cookies[Self.sessionCookie] == nil ? Session() : Session.afterLoss()
    let answer = Desk.post(posted, to: id, view: view, visit, &session)
    let token = visit.makeToken()
    let entry = sessions.insert(session, as: token, now: environment.uptime())
    var response = await carryOut(answer, entry)
    let cookie = SetCookie(Self.sessionCookie, token.text, isSecure: isSecure(request))
    response.fields.append(.setCookie, cookie.serialized)
    return response
  }

  private func carryOut(_ answer: Answer, _ entry: SessionStore.Entry) async -> Response {
    switch answer {
    case .response(let response): response
    case .store(let submission): await store(submission, entry)
    case .scan(let scan): await read(scan, entry)
    }
  }

  private func session(named cookies: Cookies) -> SessionStore.Entry? {
    cookies[Self.sessionCookie].flatMap { Token($0) }.flatMap { sessions.find($0, now: environment.uptime()) }
  }

  static let sessionCookie = "formcells"
}

extension Site {
  private func health() -> Response {
    var response = Response(
      status: isHealthy ? .ok : .serviceUnavailable, contentType: "text/plain; charset=utf-8",
      text: isHealthy ? "ok\n" : "draining\n")
    response.fields[.cacheControl] = "no-store"
    return response.secured()
  }

  private func schema() -> Response {
    var response = Response(contentType: "application/schema+json", body: FormSchema.json)
    response.fields[.vary] = FieldName.acceptEncoding.spelling
    return response.secured()
  }

  private func options(_ methods: [Method]) -> Response {
    var response = Response(status: .noContent)
    response.fields[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }

  /// 405 for a method that is known, 501 for one that nobody knows (RFC 9110 §9.1).
  private func methodNotAllowed(_ method: Method, _ route: Route, _ visit: Visit) -> Response {
    let known: [Method] = [.get, .head, .post, .put, .delete, .options, .patch, .trace, .connect]
    guard known.contains(method) else { return Desk.errorPage(.notImplemented, for: visit) }
    var response = Desk.errorPage(.methodNotAllowed, for: visit)
    response.fields[.allow] = route.allows.map(\.rawValue).joined(separator: ", ")
    return response
  }
}
