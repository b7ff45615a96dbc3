package import FormPages
package import HTTPCore

extension Response {
  /// No inline script or style but those of this program, nothing from elsewhere, no frame around it.
  private static func contentSecurityPolicy(style: String = "'self'", script: String = "'self'") -> String {
    "default-src 'none'; style-src \(style); script-src \(script); img-src 'self' data:; font-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \(frameDirective(.none))"
  }

  private static func frameDirective(_ ancestors: FrameAncestors) -> String { "frame-ancestors \(ancestors.directive)" }

  /// The same for a site that these pages may show in a frame.
  package consuming func framed(by ancestors: FrameAncestors) -> Response {
    guard ancestors != .none, let policy = fields[.contentSecurityPolicy] else { return self }
    fields[.contentSecurityPolicy] = policy.replacing(Self.frameDirective(.none), with: Self.frameDirective(ancestors))
    return self
  }

  private static let strictPolicy = contentSecurityPolicy()

  private static let negotiated = "Accept-Language, Cookie, Sec-CH-Viewport-Width, Sec-CH-UA-Mobile"
  private static let pageFields = pageFields(varyingBy: "Accept-Encoding, " + negotiated)
  private static let uncompressedPageFields = pageFields(varyingBy: negotiated)

  /// The fields of every page. Pages hold what a visitor entered: no cache keeps them, and Back asks again.
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

  /// - Parameter showsAddress: whether it repeats a part of its address, which anybody can choose: then it is not
  ///   compressed, and its length tells nothing of what else is in it (BREACH).
  /// - Parameter inlined: the style and the script that it holds; nil: it asks for them.
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

  /// The fields that keep browsers from guessing.
  private static let securingFields: Fields = [
    .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin", .contentSecurityPolicy: strictPolicy,
  ]

  /// Those of a redirect, behind its address.
  private static let redirectFields = {
    var fields: Fields = [.cacheControl: "no-store"]
    fields.append(securingFields)
    return fields
  }()

  /// With the fields that keep browsers from guessing, of which it has none yet.
  package func secured() -> Response {
    var response = self
    response.fields.append(Self.securingFields)
    return response
  }

  /// 308 (RFC 9110 §15.4.9): to the right address of the same page; a post goes there with its content.
  package static func permanentRedirect(_ link: String) -> Response {
    var response = Response.redirect(to: link, status: .permanentRedirect)
    response.fields.append(Self.redirectFields)
    return response
  }

  /// 303 (RFC 9110 §15.4.4): reload and Back never post twice.
  package static func seeOther(_ link: String, fragment: String? = nil) -> Response {
    var response = Response.redirect(to: link, fragment: fragment)
    response.fields.append(Self.redirectFields)
    return response
  }
}
