import FormDesk
import HTTPMessage
import Support

/// The sender of a request, as far as sessions go.
struct Caller: Sendable {
  /// The sessions that its cookies name: a browser sends every cookie of the name, also one that another site of the
  /// domain has planted.
  let sessions: [Token]
  /// The address that it comes from.
  let address: String
  private let isSecure: Bool

  /// Sessions that are looked for in one request.
  private static let sessionLimit = 8

  init(_ request: Request, _ cookies: Cookies) {
    isSecure = request.scheme == "https"
    address = request.peer
    let name = Self.cookieName(isSecure: isSecure)
    var sessions: [Token] = []
    for cookie in cookies.pairs where cookie.name == name && sessions.count < Self.sessionLimit {
      if let id = Token(cookie.value) { sessions.append(id) }
    }
    self.sessions = sessions
  }

  /// Behind https the prefix keeps other sites of the domain, and connections without it, from setting it
  /// (RFC 6265bis §4.1.3.2).
  private static func cookieName(isSecure: Bool) -> String { isSecure ? "__Host-formcells" : "formcells" }

  /// The cookie that names this session.
  func cookie(naming id: Token) -> SetCookie {
    SetCookie(Self.cookieName(isSecure: isSecure), id.text, isSecure: isSecure)
  }
}

extension Response {
  /// With the cookie that names the session, unless the caller has named it first.
  func naming(_ id: Token, for caller: Caller) -> Response {
    guard caller.sessions.first != id else { return self }
    var response = self
    response.fields.append(.setCookie, caller.cookie(naming: id).serialized)
    return response
  }
}
