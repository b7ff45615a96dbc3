import FormController
import HTTPMessage
import Support

/// The sender of a request, as far as sessions go.
struct Caller: Sendable {
  /// The sessions that its cookies name: a browser sends every cookie of the name, also one that another site of the
  /// domain has planted.
  let sessions: [Token]
  /// The address that it comes from.
  let address: String
  /// The name of the request in the log; nil: it has none.
  let requestID: String?
  /// As the host knows them; nil: it has told nothing.
  let visitor: VisitorContext?
  /// Whose sessions are theirs.
  let owner: Token?
  /// The host's values for their forms.
  let values: VisitorValues?
  private let isSecure: Bool
  /// Whether other sites may show the pages in a frame.
  private let mayBeFramed: Bool
  private let mount: MountPath

  /// Sessions that are looked for in one request.
  private static let sessionLimit = 8

  /// - `mount`: where they see the site.
  /// - `mayBeFramed`: whether other sites may show the pages in a frame.
  init(
    _ request: borrowing Request, _ cookies: Cookies, at mount: MountPath, _ visitor: VisitorContext? = nil,
    _ values: VisitorValues? = nil, mayBeFramed: Bool = false
  ) {
    self.mayBeFramed = mayBeFramed
    self.mount = mount
    self.visitor = visitor
    self.values = values
    owner = visitor?.identity.map { Token(digestOf: $0) }
    isSecure = request.scheme == "https"
    address = request.peer
    requestID = request.id
    let name = Self.cookieName(isSecure: isSecure, mount)
    var sessions: [Token] = []
    cookies.forEachValue(of: name) { value in
      if sessions.count < Self.sessionLimit, let id = Token(digits: value) { sessions.append(id) }
    }
    self.sessions = sessions
  }

  /// Behind https the prefix keeps other sites of the domain, and connections without it, from setting it
  /// (RFC 6265bis §4.1.3.2). Such a cookie has no path but `/`, so the mount is in its name: two sites of one host do not
  /// take each other's sessions away.
  private static func cookieName(isSecure: Bool, _ mount: MountPath) -> String {
    guard isSecure else { return "formcells" }
    return mount.isRoot ? "__Host-formcells" : "__Host-formcells" + mount.text.map { $0 == "/" ? "+" : $0 }
  }

  /// The cookie that names this session. In a frame of another site browsers send only one that says so, behind https, and
  /// many only one that is kept for that site alone; without it each page still carries what was entered.
  func cookie(naming id: Token) -> SetCookie {
    let isFramed = mayBeFramed && isSecure
    return SetCookie(
      Self.cookieName(isSecure: isSecure, mount), id.text, path: isSecure || mount.isRoot ? "/" : mount.text,
      isSecure: isSecure, sameSite: isFramed ? SetCookie.SameSite.none : .lax, isPartitioned: isFramed)
  }
}

extension Token {
  /// Stores get this in the place of an identity, which may be a name.
  fileprivate init(digestOf identity: String) {
    let digest = SHA256.digest(of: Array("formcells \(identity)".utf8))
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init((word(digest[0..<8]), word(digest[8..<16])))
  }
}

extension Response {
  /// With the cookie that names the session, unless the caller has named it first.
  consuming func naming(_ id: Token, for caller: Caller) -> Response {
    guard caller.sessions.first != id else { return self }
    fields.append(.setCookie, caller.cookie(naming: id).serialized)
    return self
  }
}
