package import FormPages
package import HTTPCore

extension FormController {
  /// An error page that a person can read.
  package static func errorPage(_ status: Status, for requestContext: RequestContext) -> Response {
    errorPage(
      status, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: status), viewport: requestContext.viewport,
      requestID: requestContext.requestID)
  }

  /// The page of content that cannot be read.
  package static func errorPage(_ error: FormError, for requestContext: RequestContext) -> Response {
    errorPage(error.status, page: requestContext.language.words.errors.page(for: error), for: requestContext)
  }

  /// An error page with words of its own.
  /// - Parameter page: nil: those of the status.
  static func errorPage(_ status: Status, page: ErrorWords.Page?, for requestContext: RequestContext) -> Response {
    errorPage(
      status, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: status), viewport: requestContext.viewport, page: page)
  }

  /// A draft would hold more than it may: what was posted does not count, and the page before has it.
  package static func draftTooLarge(_ byteLimit: Int, in requestContext: RequestContext) -> Response {
    errorPage(
      .contentTooLarge, words: requestContext.language.words, snapshot: requestContext.snapshot,
      leads: requestContext.ways(after: .contentTooLarge), viewport: requestContext.viewport, byteLimit: byteLimit)
  }

  /// A page about a request of which nothing is known but what became of it.
  /// - Parameter requestID: what a visitor may tell whoever runs the server, where the fault is the server's.
  package static func errorPage(
    _ status: Status, words: Words, snapshot: SiteSnapshot, mount: Mount, requestID: String? = nil
  ) -> Response {
    let isLost = [.contentTooLarge, .requestTimeout].contains(status)
    // Only a form's page is sent so much: it is at the address of the request.
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
  /// Where the page of an error leads. What was sent and did not arrive is on the page before.
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
  /// Whether the same request may do better in a moment.
  fileprivate var mayPass: Bool { [.requestTimeout, .internalServerError, .serviceUnavailable].contains(self) }
}

extension ErrorWords {
  /// The words for content that cannot be read; nil where it has none of its own.
  func page(for error: FormError) -> Page? {
    switch error {
    case .notUTF8: notUTF8
    case .otherCharset: otherCharset
    default: page(for: error.status)
    }
  }

  /// The words for a status; nil of one that has none of its own.
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
    case .requestHeaderFieldsTooLarge: requestHeaderFieldsTooLarge
    case .internalServerError: internalServerError
    case .notImplemented: notImplemented
    case .serviceUnavailable: serviceUnavailable
    case .httpVersionNotSupported: httpVersionNotSupported
    default: nil
    }
  }
}
