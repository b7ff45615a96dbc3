import FormPages
package import HTTPMessage

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

  package static func page(_ body: [UInt8], status: Status = .ok) -> Response {
    Response(status: status, fields: pageFields, body: body)
  }

  /// With the fields that keep browsers from guessing.
  package func secured() -> Response {
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
