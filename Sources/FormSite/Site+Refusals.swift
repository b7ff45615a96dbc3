import FormCells
import FormController
public import HTTPCore
import Support

extension Site {
  /// The answer to a request that is refused whatever its content: an unknown address, a method that the address does not
  /// allow, a post from another site, or content of an unsupported type. `nil` if it is let in.
  /// - Parameter request: its content may not have arrived yet.
  public func refusal(of request: Request) -> Response? {
    refusal(
      of: request, to: Route(path: request.path, below: configuration.basePath),
      in: requestContext(of: request, in: snapshot))
  }

  func refusal(of request: Request, to route: Route?, in requestContext: RequestContext) -> Response? {
    guard let route, isKnown(route, for: request.method, in: requestContext) else {
      if route == nil, request.path == "*", request.method == .options { return nil }
      return redirect(request, in: requestContext) ?? refuse(.notFound, to: request, in: requestContext)
    }
    guard route.allows.contains(request.method) else { return methodNotAllowed(request, to: route, in: requestContext) }
    guard request.method == .post else { return nil }
    if let foreign = ForeignPost(request) {
      report(foreign, requestID: request.id)
      return refuse(.forbidden, to: request, in: requestContext)
    }
    var takesJSON = false
    if case .form = route { takesJSON = true }
    do throws(IdempotencyKey.Fault) { _ = try IdempotencyKey(request.fields) } catch {
      return FormController.refuse(.unreadable)
    }
    guard let refusal = request.contentRefusal(takingJSON: takesJSON) else { return nil }
    var response = refuse(refusal, to: request, in: requestContext)
    // RFC 9110 §15.5.16: name the accepted types.
    if refusal.status == .unsupportedMediaType {
      response.fields[.accept] = (FormData.types + (takesJSON ? [Request.jsonType] : [])).joined(separator: ", ")
    }
    return response
  }

  /// Redirects to the intended address, for all methods: a post is sent there with its content.
  func redirect(_ request: Request, in requestContext: RequestContext) -> Response? {
    guard let route = Route.meant(by: request.path, below: configuration.basePath),
      isKnown(route, for: .post, in: requestContext)
    else { return nil }
    return .permanentRedirect(requestContext.mount.link(to: route) + (request.query.map { "?" + $0 } ?? ""))
  }

  func requestContext(
    of request: Request, in snapshot: SiteSnapshot, as visitor: VisitorContext? = nil
  ) -> RequestContext {
    RequestContext(
      request, cookies: request.cookies, snapshot: snapshot, now: environment.now(), visitor: visitor,
      mayBeFramed: configuration.frameAncestors.hasOthers, pageSeal: pageSeal.withLock { $0 },
      report: onFailure, submissionCount: submissionCount, makeToken: makeToken)
  }

  /// The answer to content that cannot be read.
  func refuse(_ error: FormError, to request: Request, in requestContext: RequestContext) -> Response {
    request.isOfProgram
      ? FormController.problem(error, in: requestContext) : FormController.errorPage(error, for: requestContext)
  }

  /// An error as a page for people, or as JSON for a program that sends JSON or prefers it.
  func refuse(_ status: Status, to request: Request, in requestContext: RequestContext) -> Response {
    request.isOfProgram
      ? FormController.problem(status, in: requestContext) : FormController.errorPage(status, for: requestContext)
  }

  /// Whether the page exists, or such a form exists or existed.
  private func isKnown(_ route: Route, for method: Method, in requestContext: RequestContext) -> Bool {
    let snapshot = requestContext.snapshot
    return switch route {
    case .form(let id): isKnown(form: id, in: snapshot)
    // No id has a capital letter.
    case .cell(let id, let cell): cell == cell.asciiLowercased && isKnown(form: id, in: snapshot)
    case .entry(let id, let section, _): section == section.asciiLowercased && isKnown(form: id, in: snapshot)
    case .formSchema(let id): snapshot.form(id) != nil
    // A GET tries to make the page and finds out.
    case .extraPages(let path):
      [.get, .head].contains(method) || snapshot.extraPages?.page(at: path, for: requestContext) != nil
    default: true
    }
  }

  private func isKnown(form id: String, in snapshot: SiteSnapshot) -> Bool {
    snapshot.form(id) != nil || !snapshot.earlierForms(id).isEmpty
  }

  /// 405 for a known method, 501 for an unknown one (RFC 9110 §9.1).
  private func methodNotAllowed(_ request: Request, to route: Route, in requestContext: RequestContext) -> Response {
    let known: [Method] = [.get, .head, .post, .put, .delete, .options, .patch, .trace, .connect]
    guard known.contains(request.method) else { return refuse(.notImplemented, to: request, in: requestContext) }
    var response = refuse(.methodNotAllowed, to: request, in: requestContext)
    response.fields[.allow] = route.allows.map(\.rawValue).joined(separator: ", ")
    return response
  }
}

/// A post refused because it comes from another site, for the log: which values were compared.
package struct ForeignPost: Error, CustomStringConvertible {
  /// For people. It has a limited length and visible characters only.
  package let description: String

  private init(because reason: String) { description = "a post from another site was refused: \(reason)" }

  /// Checks `Sec-Fetch-Site` and, if that is missing, `Origin`. A request without both does not come from a browser. No browser
  /// sends either of them twice.
  /// - Returns: `nil` if the request is allowed.
  package init?(_ request: borrowing Request) {
    let fields = request.fields
    let isOriginTwice = fields.repeats(.origin)
    if !isOriginTwice, fields.has(.secFetchSite, "same-origin") || fields.has(.secFetchSite, "none") { return nil }
    if isOriginTwice || fields.repeats(.secFetchSite) {
      self.init(because: "it has \(isOriginTwice ? FieldName.origin : .secFetchSite) twice")
      return
    }
    if let site = fields[.secFetchSite] {
      self.init(because: "Sec-Fetch-Site is \(Self.quoted(site)), Origin is \(Self.quoted(fields[.origin]))")
      return
    }
    guard let origin = fields[.origin], !Self.isOrigin(origin, of: request) else { return nil }
    var passedOn = copy request
    passedOn.believeProxy()
    let hint =
      Self.isOrigin(origin, of: passedOn)
      ? "; a proxy says otherwise, which counts only with --trust-proxy"
      : "; a proxy in front has to say scheme, host and port (X-Forwarded-Proto, -Host, -Port)"
    let own = "\(request.scheme)://\(request.host ?? "")"
    self.init(because: "Origin is \(Self.quoted(origin)), this site is \(Self.quoted(own))\(hint)")
  }

  private static func isOrigin(_ origin: String, of request: Request) -> Bool {
    guard let host = request.host, let separator = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<separator.lowerBound].lowercased()
    return scheme == request.scheme
      && authority(origin[separator.upperBound...], scheme: scheme) == authority(host[...], scheme: scheme)
  }

  /// Host and port; the scheme's default port is left out (RFC 6454 §4).
  private static func authority(_ text: Substring, scheme: String) -> String {
    let authority = text.lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }

  /// Quoted and shortened, because anybody may have written it.
  private static func quoted(_ text: String?) -> String {
    guard let text else { return "missing" }
    return "'" + String(text.unicodeScalars.prefix(200).map { 0x21...0x7E ~= $0.value ? Character($0) : "?" }) + "'"
  }
}
