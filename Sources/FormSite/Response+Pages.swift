import FormCells
import FormPages
import HTTPMessage

extension Response {
  /// No inline script or style, nothing from elsewhere, no frame around it.
  private static let contentSecurityPolicy =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// The fields of every page. Pages hold what a visitor entered: no cache keeps them, and Back asks again.
  private static let pageFields: Fields = {
    var fields = Fields()
    fields.append(.contentType, "text/html; charset=utf-8")
    fields.append(.cacheControl, "no-store")
    fields.append(.vary, "Accept-Encoding, Accept-Language, Cookie, Sec-CH-Viewport-Width, Sec-CH-UA-Mobile")
    fields.append(.acceptCH, "Sec-CH-Viewport-Width")
    fields.append(.contentSecurityPolicy, contentSecurityPolicy)
    fields.append(.xContentTypeOptions, "nosniff")
    fields.append(.referrerPolicy, "same-origin")
    return fields
  }()

  static func page(_ body: [UInt8], status: Status = .ok, language: LanguageTag) -> Response {
    Response(status: status, fields: pageFields, body: body)
  }

  /// With the fields that keep browsers from guessing.
  func secured() -> Response {
    var response = self
    response.fields[.xContentTypeOptions] = "nosniff"
    response.fields[.referrerPolicy] = "same-origin"
    response.fields[.contentSecurityPolicy] = Self.contentSecurityPolicy
    return response
  }

  /// 303 (RFC 9110 §15.4.4): reload and Back never post twice.
  static func seeOther(_ link: String, fragment: String? = nil) -> Response {
    var response = Response.redirect(to: fragment.map { "\(link)#\($0)" } ?? link)
    response.fields[.cacheControl] = "no-store"
    return response.secured()
  }
}

extension Site {
  func errorResponse(_ status: Status, words: Words) -> Response {
    let text = Self.advice(for: status, bodyLimit: configuration.bodyLimitBytes.map(words.size))
    return .page(
      pages.error(
        title: status.reason, text: text, home: Route.index.path, words: words,
        assets: pageAssets),
      status: status, language: words.language)
  }

  /// What a person can do about it.
  private static func advice(for status: Status, bodyLimit: String?) -> String {
    switch status {
    case .badRequest: "The browser sent something that cannot be read. Go back, reload the page and try again."
    case .forbidden: "The form was sent from another site. Open the form here and send it again."
    case .notFound: "There is no page at this address. Check the address, or start from the list of forms."
    case .methodNotAllowed: "This address does not take that kind of request."
    case .requestTimeout: "The request took too long to arrive. Check the connection and try again."
    case .contentTooLarge:
      "What was sent is larger than \(bodyLimit.map { "\($0), the most that" } ?? "what") the form takes. Go back, shorten "
        + "the entries or take a smaller picture, and send it again."
    case .uriTooLong: "The address is too long. Start from the list of forms."
    case .unsupportedMediaType: "The form takes what a browser's form sends, and nothing else."
    case .misdirectedRequest: "This server does not answer for that address."
    case .requestHeaderFieldsTooLarge:
      "The browser sent too much about itself. Delete this site's cookies and try again."
    case .notImplemented: "This server does not know that kind of request."
    case .serviceUnavailable: "The server is busy or about to stop. Try again in a moment."
    case .httpVersionNotSupported: "This server speaks HTTP/1.1."
    default: "Something went wrong on the server. Nothing was lost: go back and try again."
    }
  }
}
