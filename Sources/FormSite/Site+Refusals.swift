import FormDesk
public import HTTPMessage
import Support

extension Site {
  /// The answer to a request that is refused whatever its content says: an address that names nothing, a method that it does
  /// not take, a post from another site, content of a kind that is not read. Nil: it is let in.
  /// - Parameter request: its content may still be on its way.
  public func refusal(of request: Request) -> Response? {
    refusal(
      of: request, to: Route(path: request.path, below: configuration.basePath),
      visit(of: request, request.cookies, edition))
  }

  func refusal(of request: Request, to route: Route?, _ visit: Visit) -> Response? {
    guard let route else {
      return request.path == "*" && request.method == .options ? nil : Desk.errorPage(.notFound, for: visit)
    }
    guard isKnown(route, request.method, visit) else { return refuse(.notFound, request, visit) }
    guard route.allows.contains(request.method) else { return methodNotAllowed(request.method, route, visit) }
    guard request.method == .post else { return nil }
    guard isFromThisSite(request) else { return refuse(.forbidden, request, visit) }
    var takesJSON = false
    if case .form = route { takesJSON = true }
    return request.contentRefusal(takingJSON: takesJSON).map { refuse($0.status, request, visit) }
  }

  func visit(
    of request: Request, _ cookies: Cookies, _ edition: Edition, _ values: VisitorValues? = nil
  ) -> Visit {
    Visit(
      request, cookies: cookies, edition: edition, moment: environment.moment(), values: values, makeToken: makeToken)
  }

  /// An error as whoever asks reads it: people a page, a program that sends JSON or wants it the same.
  private func refuse(_ status: Status, _ request: Request, _ visit: Visit) -> Response {
    let isProgram = request.method == .post && (request.isJSON || request.prefersJSON)
    return isProgram ? Desk.problem(status, visit) : Desk.errorPage(status, for: visit)
  }

  /// Whether there is such a page, or ever was such a form.
  private func isKnown(_ route: Route, _ method: Method, _ visit: Visit) -> Bool {
    let edition = visit.edition
    return switch route {
    case .form(let id), .cell(let id, _): edition.form(id) != nil || !edition.earlierForms(id).isEmpty
    case .formSchema(let id): edition.form(id) != nil
    // A GET makes the page, and sees.
    case .further(let path): [.get, .head].contains(method) || edition.further?.page(at: path, for: visit) != nil
    default: true
    }
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
