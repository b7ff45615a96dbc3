package import FormCells
package import FormPages
package import HTTPMessage

/// One request, read as far as that goes without the visitor's session.
package struct Visit: Sendable {
  package let edition: Edition
  package let moment: Moment
  /// The `Accept-Language` field.
  let acceptedLanguages: String?
  /// The class to render for.
  package let viewport: ViewportClass
  /// `?viewport=`: kept in the links of the page.
  package let viewportOverride: ViewportClass?
  /// `?receipt=`
  package let receipt: String?
  /// Names for what begins with this request.
  package let makeToken: @Sendable () -> Token

  package init(
    _ request: Request, cookies: Cookies, edition: Edition, moment: Moment, makeToken: @escaping @Sendable () -> Token
  ) {
    self.edition = edition
    self.moment = moment
    self.makeToken = makeToken
    let query = request.query == nil ? nil : request.queryItems
    receipt = query?["receipt"]
    acceptedLanguages = request.fields[.acceptLanguage]
    viewportOverride = query?["viewport"].flatMap(ViewportClass.init(rawValue:))
    viewport = viewportOverride ?? ViewportClass(told: request, cookies)
  }

  package var today: CalendarDate { moment.today }

  /// The words and numbers of a page that belongs to no form.
  package var language: Language { edition.language(acceptedLanguages, locale: "en") }
}

extension ViewportClass {
  /// The class that the browser tells: by the cookie of the page's script, then by client hints; else `auto`.
  fileprivate init(told request: Request, _ cookies: Cookies) {
    if let told = cookies["viewport"].flatMap(ViewportClass.init(rawValue:)), told != .auto {
      self = told
    } else if let width = request.fields[.secCHViewportWidth].flatMap({ Int($0) }), width > 0 {
      self.init(width: width)
    } else if request.fields[.secCHUAMobile] == "?1" {
      self = .compact
    } else {
      self = .auto
    }
  }
}
