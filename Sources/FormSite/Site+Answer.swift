import FormCells
import FormPages
import HTTPMessage
import PublicFiles
import Synchronization

extension Site {
  /// Route, guard, visitor, handler.
  func answer(_ request: Request) -> Answer {
    guard let route = Route(path: request.path) else {
      if request.path == "*", request.method == .options {
        return .ready(optionsResponse([.get, .head, .post, .options]))
      }
      return .ready(errorResponse(.notFound, words: words(for: request)))
    }
    if route.isOfGallery, gallery == nil { return .ready(errorResponse(.notFound, words: words(for: request))) }
    guard route.allows.contains(request.method) else { return .ready(methodNotAllowed(request, route)) }
    if request.method == .options { return .ready(optionsResponse(route.allows)) }
    let isPost = request.method == .post
    if isPost, !isFromThisSite(request) { return .ready(errorResponse(.forbidden, words: words(for: request))) }

    switch route {
    case .index: return .ready(showIndex(request))
    case .health: return .ready(showHealth())
    case .schema: return .ready(showSchema())
    case .asset(let name): return .ready(showAsset(name, request))
    case .gallery: return .ready(showGallery(request))
    case .galleryPage(let slug): return .ready(showGalleryPage(slug, visit(request, "en")))
    case .conformance: return .ready(showConformance(request))
    case .form(let id):
      guard let form = form(id) ?? begunForm(id, by: request) ?? (isPost ? earlierForms(id).last : nil) else {
        return .ready(errorResponse(.notFound, words: words(for: request)))
      }
      let visit = visit(request, form.locale)
      return isPost ? post(to: form, visit) : .ready(show(form, visit))
    case .cell(let id, let name):
      // A page that was made from an earlier version has cells that this one has not.
      let held = begunForm(id, by: request)
      let earlier = isPost ? earlierForms(id) : []
      guard let form = form(id) ?? held ?? earlier.last,
        ([form] + [held].compactMap(\.self) + earlier).contains(where: { $0.openable(name) != nil })
      else {
        return .ready(errorResponse(.notFound, words: words(for: request)))
      }
      let visit = visit(request, form.locale)
      return isPost ? post(to: form, view: name, visit) : .ready(show(name, of: form, visit))
    }
  }

  /// A form that is served no more, for a visitor who has begun it: he finishes on the version that he began.
  private func begunForm(_ id: String, by request: Request) -> Form? {
    request.cookies[Self.sessionCookie].flatMap { Token($0) }
      .flatMap { sessions.find($0, now: environment.uptime()) }?
      .session.withLock { $0.fillings[id]?.form }
  }

  /// Who asks, and what the answer should be made for.
  private func visit(_ request: Request, _ locale: LanguageTag) -> Visit {
    let cookies = request.cookies
    let now = environment.uptime()
    let id = cookies[Self.sessionCookie].flatMap { Token($0) }
    let session = id.flatMap { sessions.find($0, now: now) }
    let (viewport, override) = viewport(request, cookies)
    let language = languages.choice(request.fields[.acceptLanguage], locale: locale)
    return Visit(
      request: request, session: session, lostSession: session == nil && cookies[Self.sessionCookie] != nil,
      viewport: viewport, viewportOverride: override, words: language.words, numbers: language.numbers,
      isSecure: isSecure(request))
  }

  /// The class to render for, and the one that the URL asks for.
  func viewport(
    _ request: Request, _ cookies: Cookies? = nil
  ) -> (ViewportClass, override: ViewportClass?) {
    let override = request.query == nil ? nil : request.queryItems["viewport"].flatMap(ViewportClass.init(rawValue:))
    return (ViewportClass(of: request, override: override, cookies: cookies ?? request.cookies), override)
  }

  func words(for request: Request, locale: LanguageTag = "en") -> Words {
    languages.choice(request.fields[.acceptLanguage], locale: locale).words
  }

  private func isSecure(_ request: Request) -> Bool {
    if configuration.trustsProxy, let scheme = request.fields[.xForwardedProto] {
      return scheme.lowercased() == "https"
    }
    return request.scheme == "https"
  }

  /// Refuses a POST from another site: by `Sec-Fetch-Site` and, failing that, by `Origin`. Where a request has neither,
  /// no browser sent it.
  private func isFromThisSite(_ request: Request) -> Bool {
    if let site = request.fields[.secFetchSite] { return site == "same-origin" || site == "none" }
    guard let origin = request.fields[.origin] else { return true }
    let host = configuration.trustsProxy ? request.fields[.xForwardedHost] ?? request.host : request.host
    guard let host, let separator = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<separator.lowerBound]
    return Self.authority(origin[separator.upperBound...], scheme: scheme)
      == Self.authority(host[...], scheme: scheme)
  }

  /// Host and port; the scheme's default port is left out (RFC 6454 §4).
  private static func authority(_ text: Substring, scheme: Substring) -> String {
    let authority = text.lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }

  static let sessionCookie = "formcells"
}

extension Site {
  private func showIndex(_ request: Request) -> Response {
    let words = words(for: request)
    let (viewport, override) = viewport(request)
    let listed = forms.map { presentations.presentation(of: $0, words: words, numbers: nil, viewport: override) }
    return .page(
      pages.index(of: listed, words: words, assets: pageAssets, viewport: viewport),
      language: words.language)
  }

  private func showHealth() -> Response {
    var response = Response(
      status: isHealthy ? .ok : .serviceUnavailable, contentType: "text/plain; charset=utf-8",
      text: isHealthy ? "ok\n" : "draining\n")
    response.fields[.cacheControl] = "no-store"
    return response.secured()
  }

  private func showSchema() -> Response {
    var response = Response(contentType: "application/schema+json", body: FormSchema.json)
    response.fields[.vary] = FieldName.acceptEncoding.spelling
    return response.secured()
  }

  private func showAsset(_ name: String, _ request: Request) -> Response {
    guard let asset = assets[name] else { return errorResponse(.notFound, words: words(for: request)) }
    return asset.response(to: request.fields)
  }

  private func optionsResponse(_ methods: [Method]) -> Response {
    var response = Response(status: .noContent)
    response.fields[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }

  /// 405 for a method that is known, 501 for one that nobody knows (RFC 9110 §9.1).
  private func methodNotAllowed(_ request: Request, _ route: Route) -> Response {
    let known: [Method] = [.get, .head, .post, .put, .delete, .options, .patch, .trace, .connect]
    guard known.contains(request.method) else { return errorResponse(.notImplemented, words: words(for: request)) }
    var response = errorResponse(.methodNotAllowed, words: words(for: request))
    response.fields[.allow] = route.allows.map(\.rawValue).joined(separator: ", ")
    return response
  }
}
