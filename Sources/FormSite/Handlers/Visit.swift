import FormCells
import FormPages
import HTTPMessage

/// One request of one visitor: who he is, what the page should be made for.
struct Visit {
  let request: Request
  let session: SessionStore.Entry?
  /// The browser named a session that is gone.
  let lostSession: Bool
  let viewport: ViewportClass
  /// `?viewport=`: kept in the links of the page.
  let viewportOverride: ViewportClass?
  let words: Words
  /// How he writes numbers and amounts.
  let numbers: NumberFormat
  let isSecure: Bool
}

extension ViewportClass {
  /// The class that the server is told (contract, section 3): URL, cookie, client hints; else `auto`.
  init(of request: Request, override: ViewportClass?, cookies: Cookies) {
    if let override {
      self = override
    } else if let told = cookies["viewport"].flatMap(ViewportClass.init(rawValue:)), told != .auto {
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
