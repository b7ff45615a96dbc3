import FormController
public import HTTPCore
import Support

extension Site {
  /// The answer to a request that is refused whatever its content says: an address that names nothing, a method that it does
  /// not take, a post from another site, content of a kind that is not read. Nil: it is let in.
  /// - Parameter request: its content may still be on its way.
  public func refusal(of request: Request) -> Response? {
    refusal(
      of: request, to: Route(path: request.path, below: configuration.basePath),
      requestContext(of: request, request.cookies, snapshot))
  }

  func refusal(of request: Request, to route: Route?, _ requestContext: RequestContext) -> Response? {
    guard let route, isKnown(route, request.method, requestContext) else {
      if route == nil, request.path == "*", request.method == .options { return nil }
      return redirect(request, requestContext) ?? refuse(.notFound, request, requestContext)
    }
    guard route.allows.contains(request.method) else { return methodNotAllowed(request, route, requestContext) }
    guard request.method == .post else { return nil }
    if let foreign = foreignPost(request) {
      report(foreign, request.id)
      return refuse(.forbidden, request, requestContext)
    }
    var takesJSON = false
    if case .form = route { takesJSON = true }
    do throws(IdempotencyKey.Fault) { _ = try IdempotencyKey(request.fields) } catch {
      return FormController.refuse(.unreadable)
    }
    guard let refusal = request.contentRefusal(takingJSON: takesJSON) else { return nil }
    var response = refuse(refusal, request, requestContext)
    // RFC 9110 §15.5.16: the types that would have been taken.
    if refusal.status == .unsupportedMediaType {
      response.fields[.accept] = (FormData.types + (takesJSON ? [Request.jsonType] : [])).joined(separator: ", ")
    }
    return response
  }

  /// To the address that is meant, whatever the method: a post goes there with its content.
  func redirect(_ request: Request, _ requestContext: RequestContext) -> Response? {
    guard let route = Route.meant(by: request.path, below: configuration.basePath),
      isKnown(route, .post, requestContext)
    else { return nil }
    return .permanentRedirect(requestContext.mount.link(to: route) + (request.query.map { "?" + $0 } ?? ""))
  }

  func requestContext(
    of request: Request, _ cookies: Cookies, _ snapshot: SiteSnapshot, as visitor: VisitorContext? = nil
  ) -> RequestContext {
    RequestContext(
      request, cookies: cookies, snapshot: snapshot, now: environment.now(), visitor: visitor,
      mayBeFramed: configuration.frameAncestors.hasOthers, report: onFailure, makeToken: makeToken)
  }

  /// The answer to content that cannot be read.
  func refuse(_ error: FormError, _ request: Request, _ requestContext: RequestContext) -> Response {
    request.isOfProgram
      ? FormController.problem(error, requestContext) : FormController.errorPage(error, for: requestContext)
  }

  /// An error as whoever asks reads it: people a page, a program that sends JSON or wants it the same.
  func refuse(_ status: Status, _ request: Request, _ requestContext: RequestContext) -> Response {
    request.isOfProgram
      ? FormController.problem(status, requestContext) : FormController.errorPage(status, for: requestContext)
  }

  /// Whether there is such a page, or ever was such a form.
  private func isKnown(_ route: Route, _ method: Method, _ requestContext: RequestContext) -> Bool {
    let snapshot = requestContext.snapshot
    return switch route {
    case .form(let id): isKnown(form: id, snapshot)
    // No id has a capital letter.
    case .cell(let id, let cell): cell == cell.asciiLowercased && isKnown(form: id, snapshot)
    case .formSchema(let id): snapshot.form(id) != nil
    // A GET makes the page, and sees.
    case .further(let path):
      [.get, .head].contains(method) || snapshot.further?.page(at: path, for: requestContext) != nil
    default: true
    }
  }

  private func isKnown(form id: String, _ snapshot: SiteSnapshot) -> Bool {
    snapshot.form(id) != nil || !snapshot.earlierForms(id).isEmpty
  }

  /// 405 for a method that is known, 501 for one that nobody knows (RFC 9110 §9.1).
  private func methodNotAllowed(_ request: Request, _ route: Route, _ requestContext: RequestContext) -> Response {
    let known: [Method] = [.get, .head, .post, .put, .delete, .options, .patch, .trace, .connect]
    guard known.contains(request.method) else { return refuse(.notImplemented, request, requestContext) }
    var response = refuse(.methodNotAllowed, request, requestContext)
    response.fields[.allow] = route.allows.map(\.rawValue).joined(separator: ", ")
    return response
  }
}
