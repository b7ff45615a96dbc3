package import FormPages
package import HTTPCore

extension FormController {
  /// An error page for people.
  package static func errorPage(_ status: Status, for requestContext: RequestContext) -> Response {
    errorPage(
      status, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: status), viewport: requestContext.viewport,
      requestID: requestContext.requestID)
  }

  /// The page for content that cannot be read.
  package static func errorPage(_ error: FormError, for requestContext: RequestContext) -> Response {
    errorPage(error.status, page: requestContext.language.words.errors.page(for: error), for: requestContext)
  }

  /// An error page with its own words.
  /// - Parameter page: `nil` for the words of the status.
  static func errorPage(_ status: Status, page: ErrorWords.Page?, for requestContext: RequestContext) -> Response {
    errorPage(
      status, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: status), viewport: requestContext.viewport, page: page)
  }

  /// The page for a draft that would become larger than allowed: what was posted is discarded, but the page before still has
  /// it.
  package static func draftTooLarge(_ byteLimit: Int, in requestContext: RequestContext) -> Response {
    errorPage(
      .contentTooLarge, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: .contentTooLarge), viewport: requestContext.viewport, byteLimit: byteLimit)
  }

  /// A page about a request of which only the outcome is known.
  /// - Parameter requestID: what a visitor can report to the server's operator after a fault of the server.
  package static func errorPage(
    _ status: Status, words: Words, snapshot: SiteSnapshot, mount: Mount, requestID: String? = nil
  ) -> Response {
    let isLost = [.contentTooLarge, .requestTimeout, .tooManyRequests].contains(status)
    // Only a form's page posts that much, and it is at the address of the request.
    let form = status == .contentTooLarge ? "" : nil
    let ways = ErrorWays(home: mount.link(to: .index), form: form, again: status.mayPass, pageBefore: isLost)
    return errorPage(status, words: words, snapshot: snapshot, leads: (mount, ways), requestID: requestID)
  }

  private static func errorPage(
    _ status: Status, words: Words, snapshot: SiteSnapshot, leads: (mount: Mount, ways: ErrorWays),
    viewport: ViewportClass = .auto,
    page: ErrorWords.Page? = nil,
    requestID: String? = nil,
    byteLimit: Int? = nil
  ) -> Response {
    let error = page ?? words.errors.page(for: status)
    let size = status == .contentTooLarge ? (byteLimit ?? snapshot.bodyByteLimit).map(words.size) : nil
    return .page(
      snapshot.pages.error(
        title: error?.title ?? status.reason,
        text: size.map { words.errors.contentTooLargeFor($0) } ?? (error ?? words.errors.internalServerError).text,
        requestID: status.isServersFault ? requestID : nil, ways: leads.ways, words: words, assets: leads.mount.assets,
        viewport: viewport),
      status: status)
  }
}

extension RequestContext {
  /// Where the page of an error leads. If a post was lost, the page before still has what was entered.
  fileprivate func ways(after status: Status) -> (mount: Mount, ways: ErrorWays) {
    let isLost = status.mayPass || [.badRequest, .contentTooLarge].contains(status)
    return (
      mount,
      ErrorWays(
        home: mount.link(to: .index), form: formLink, again: !isPost && status.mayPass, pageBefore: isPost && isLost)
    )
  }
}

extension Status {
  /// Whether the same request may succeed a moment later.
  fileprivate var mayPass: Bool { [.requestTimeout, .internalServerError, .serviceUnavailable].contains(self) }
}

extension ErrorWords {
  /// The words for content that cannot be read; `nil` if there are none.
  func page(for error: FormError) -> Page? {
    switch error {
    case .notUTF8: notUTF8
    case .otherCharset: otherCharset
    default: page(for: error.status)
    }
  }

  /// The words for a status; `nil` if it has none.
  func page(for status: Status) -> Page? {
    switch status {
    case .badRequest: badRequest
    case .forbidden: forbidden
    case .notFound: notFound
    case .methodNotAllowed: methodNotAllowed
    case .requestTimeout: requestTimeout
    case .contentTooLarge: contentTooLarge
    case .uriTooLong: uriTooLong
    case .unsupportedMediaType: unsupportedMediaType
    case .misdirectedRequest: misdirectedRequest
    case .tooManyRequests: tooManyRequests
    case .requestHeaderFieldsTooLarge: requestHeaderFieldsTooLarge
    case .internalServerError: internalServerError
    case .notImplemented: notImplemented
    case .serviceUnavailable: serviceUnavailable
    case .httpVersionNotSupported: httpVersionNotSupported
    default: nil
    }
  }
}
