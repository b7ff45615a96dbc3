package import FormPages
package import HTTPCore

extension Response {
  /// Allows only this program's scripts and styles, nothing from other sites, and no frame around the page.
  private static func contentSecurityPolicy(style: String = "'self'", script: String = "'self'") -> String {
    "default-src 'none'; style-src \(style); script-src \(script); img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \(frameDirective(.none))"
  }

  private static func frameDirective(_ ancestors: FrameAncestors) -> String { "frame-ancestors \(ancestors.directive)" }

  /// Allows these sites to show the page in a frame.
  package consuming func framed(by ancestors: FrameAncestors) -> Response {
    guard ancestors != .none, let policy = fields[.contentSecurityPolicy] else { return self }
    fields[.contentSecurityPolicy] = policy.replacing(Self.frameDirective(.none), with: Self.frameDirective(ancestors))
    return self
  }

  private static let strictPolicy = contentSecurityPolicy()

  private static let negotiated = "Accept-Language, Cookie, Sec-CH-Viewport-Width, Sec-CH-UA-Mobile"
  private static let pageFields = pageFields(varyingBy: "Accept-Encoding, " + negotiated)
  private static let uncompressedPageFields = pageFields(varyingBy: negotiated)

  /// The fields of every page. Pages contain what a visitor entered, so no cache may keep them, and Back requests them again.
  private static func pageFields(varyingBy vary: String) -> Fields {
    var fields = Fields()
    fields.append(.contentType, "text/html; charset=utf-8")
    fields.append(.cacheControl, "no-store")
    fields.append(.vary, vary)
    fields.append(.acceptCH, "Sec-CH-Viewport-Width")
    fields.append(.contentSecurityPolicy, strictPolicy)
    fields.append(.xContentTypeOptions, "nosniff")
    fields.append(.referrerPolicy, "same-origin")
    return fields
  }

  /// - Parameter showsAddress: whether the page repeats part of its address, which anybody can choose. It is not compressed
  ///   then, so that its length does not reveal its content (BREACH).
  /// - Parameter inlined: the style and the script that the page contains; `nil` if it links them.
  package static func page(
    _ body: [UInt8], status: Status = .ok, showsAddress: Bool = false, inlined: InlinedAssets? = nil
  ) -> Response {
    var response = Response(status: status, fields: showsAddress ? uncompressedPageFields : pageFields, body: body)
    if let inlined {
      response.isFirstPage = true
      response.fields[.contentSecurityPolicy] = contentSecurityPolicy(
        style: "'self' \(inlined.styleSource)", script: "'self' \(inlined.scriptSource)")
    }
    return response
  }

  /// Fields that keep browsers from guessing content types and more.
  private static let securingFields: Fields = [
    .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin", .contentSecurityPolicy: strictPolicy,
  ]

  /// The fields of a redirect, after its address.
  private static let redirectFields = {
    var fields: Fields = [.cacheControl: "no-store"]
    fields.append(securingFields)
    return fields
  }()

  /// Adds the fields that keep browsers from guessing; it must not have them yet.
  package func secured() -> Response {
    var response = self
    response.fields.append(Self.securingFields)
    return response
  }

  /// 308 (RFC 9110 §15.4.9): redirects to the right address of the same page; a post is sent there with its content.
  package static func permanentRedirect(_ link: String) -> Response {
    var response = Response.redirect(to: link, status: .permanentRedirect)
    response.fields.append(Self.redirectFields)
    return response
  }

  /// 303 (RFC 9110 §15.4.4): Reload and Back never post twice.
  package static func seeOther(_ link: String, fragment: String? = nil) -> Response {
    var response = Response.redirect(to: link, fragment: fragment)
    response.fields.append(Self.redirectFields)
    return response
  }
}
