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
    if let page = unknown(route, request.method, visit) { return page }
    guard route.allows.contains(request.method) else { return methodNotAllowed(request.method, route, visit) }
    guard request.method == .post else { return nil }
    guard isFromThisSite(request) else { return Desk.errorPage(.forbidden, for: visit) }
    var takesJSON = false
    if case .form = route { takesJSON = true }
    return request.contentRefusal(takingJSON: takesJSON).map { Desk.errorPage($0.status, for: visit) }
  }

  func visit(
    of request: Request, _ cookies: Cookies, _ edition: Edition, _ values: VisitorValues? = nil
  ) -> Visit {
    Visit(
      request, cookies: cookies, edition: edition, moment: environment.moment(), values: values, makeToken: makeToken)
  }

  /// 404 for a form that there never was, and for any other page that there is not.
  private func unknown(_ route: Route, _ method: Method, _ visit: Visit) -> Response? {
    let edition = visit.edition
    let isKnown =
      switch route {
      case .form(let id), .cell(let id, _): edition.form(id) != nil || !edition.earlierForms(id).isEmpty
      case .formSchema(let id): edition.form(id) != nil
      // A GET makes the page, and sees.
      case .further(let path): [.get, .head].contains(method) || edition.further?.page(at: path, for: visit) != nil
      default: true
      }
    return isKnown ? nil : Desk.errorPage(.notFound, for: visit)
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
