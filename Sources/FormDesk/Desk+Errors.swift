package import FormPages
package import HTTPMessage

extension Desk {
  /// An error page that a person can read.
  package static func errorPage(_ status: Status, for visit: Visit) -> Response {
    errorPage(status, visit.language.words, visit.edition, visit.mount, requestID: visit.requestID)
  }

  /// A draft would hold more than it may: what was posted does not count, and the page before has it.
  package static func draftTooLarge(_ byteLimit: Int, _ visit: Visit) -> Response {
    errorPage(.contentTooLarge, visit.language.words, visit.edition, visit.mount, byteLimit: byteLimit)
  }

  /// - Parameter requestID: what a visitor may tell whoever runs the server, where the fault is the server's.
  package static func errorPage(
    _ status: Status, _ words: Words, _ edition: Edition, _ mount: Mount, requestID: String? = nil,
    byteLimit: Int? = nil
  ) -> Response {
    let error = words.errors.page(for: status)
    let size = status == .contentTooLarge ? (byteLimit ?? edition.bodyByteLimit).map(words.size) : nil
    return .page(
      edition.pages.error(
        title: error?.title ?? status.reason,
        text: size.map { words.errors.contentTooLargeFor($0) } ?? (error ?? words.errors.internalServerError).text,
        requestID: status.isServersFault ? requestID : nil, home: mount.link(to: .index), words: words,
        assets: mount.assets),
      status: status)
  }
}

extension ErrorWords {
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
