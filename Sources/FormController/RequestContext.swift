package import Support
package import FormCells
package import FormPages
package import HTTPCore

/// The parts of a request that do not need the visitor's session.
package final class RequestContext: Sendable {
  package let snapshot: SiteSnapshot
  package let mount: Mount
  package let now: Timestamp
  /// The request's name in the log; `nil` if it has none.
  package let requestID: String?
  /// The address that it comes from.
  package let address: String
  /// The sessions that its cookies name. A browser sends every cookie of the name, including one that another site of the
  /// domain has planted.
  package let sessions: [Token]
  /// The visitor as the host has described them; `nil` if it has not.
  package let visitor: VisitorContext?
  /// The owner of sessions that this visitor may use.
  package let owner: Token?
  private let isSecure: Bool
  /// Whether other sites may show the pages in a frame.
  private let mayBeFramed: Bool
  /// The `Accept-Language` field.
  let acceptedLanguages: String?
  private let fields: Fields
  private let cookies: Cookies
  private let query: Query
  /// `?viewport=`. The page's links keep it.
  package let viewportOverride: ViewportClass?
  /// `?draft=`
  let draft: DraftChoice
  /// `?with.CELL=VALUE` of a GET that names no draft; `nil` if it has none.
  let prefill: Prefill?
  /// `?step=`
  let pageID: StepQuery
  /// As the visitor's browser knows it.
  private let host: String?
  /// As received.
  private let path: String
  let isPost: Bool
  /// Makes ids for what begins with this request.
  package let makeToken: @Sendable () -> Token
  /// Seals the time at which a page was begun; `nil` if no form of the site needs that.
  package let pageSeal: PageSeal?
  /// Values from the host for the visitor's forms; `nil` if there are none.
  package let values: VisitorValues?
  /// How many submissions a form has accepted, by its id.
  let submissionCount: @Sendable (String) -> Int

  static let savedKey: StaticString = "saved"
  static let newLink: StaticString = "new"
  static let resumeKey: StaticString = "resume"
  /// The most sessions that are looked up for one request.
  private static let sessionLimit = 8

  /// - Parameters:
  ///   - mayBeFramed: whether other sites may show the pages in a frame.
  ///   - report: called with each value of the host that a form does not accept.
  ///   - submissionCount: called with a form's id if the form has a limit.
  package init(
    _ request: borrowing Request, cookies: Cookies, snapshot: SiteSnapshot, now: Timestamp,
    visitor: VisitorContext? = nil,
    mayBeFramed: Bool = false, pageSeal: PageSeal? = nil,
    report: @escaping @Sendable (VisitorValueError) -> Void = { _ in },
    submissionCount: @escaping @Sendable (String) -> Int = { _ in 0 },
    makeToken: @escaping @Sendable () -> Token
  ) {
    self.visitor = visitor
    self.submissionCount = submissionCount
    self.mayBeFramed = mayBeFramed
    self.pageSeal = pageSeal
    // Stores get a digest instead of the identity, which may be a name.
    owner = visitor?.identity.map { Token(digestOf: Array("formcells \($0)".utf8)) }
    isSecure = request.scheme == "https"
    address = request.peer
    values = visitor.map { VisitorValues(initial: $0.initialValues, readOnly: $0.readOnlyValues, report: report) }
    self.snapshot = snapshot
    mount = snapshot.mount(behind: request.strippedPrefix)
    self.now = now
    requestID = request.id
    var sessions: [Token] = []
    cookies.forEachValue(of: Self.cookieName(isSecure: isSecure, mount.path)) { value in
      if sessions.count < Self.sessionLimit, let id = Token(digits: value) { sessions.append(id) }
    }
    self.sessions = sessions
    self.makeToken = makeToken
    fields = request.fields
    self.cookies = cookies
    let query = request.queryItems
    self.query = query
    let draft = DraftChoice(query["draft"])
    self.draft = draft
    if case .named = draft {
      prefill = nil
    } else {
      prefill = request.method == .post ? nil : Prefill(query)
    }
    pageID = StepQuery(query["step"])
    host = request.host
    path = request.path
    isPost = request.method == .post
    acceptedLanguages = request.fields[.acceptLanguage]
    viewportOverride = query["viewport"].flatMap(ViewportClass.init(rawValue:))
  }

  /// The key of a post; `nil` if it has none. An invalid key is refused earlier.
  var idempotencyKey: IdempotencyKey? { isPost ? try? IdempotencyKey(fields) : nil }

  /// The class to render for.
  package var viewport: ViewportClass { viewportOverride ?? ViewportClass(told: fields, cookies) }
  /// Whether the client has no cookie of the site, and so probably none of its files in its cache.
  var isNew: Bool { !cookies.contains(ViewportClass.cookieName) && !Self.mayNameSession(cookies) }
  /// Whether it is also a browser that opens a page, according to its fields.
  var isFirst: Bool { isNew && fields.has(.secFetchDest, "document") }

  /// Whether pages may be compressed.
  var takesGzip: Bool { ContentCoding(acceptedBy: fields) == .gzip }

  /// `?receipt=`
  package var receipt: String? { query["receipt"] }
  /// `?in=`: the level of a tree that a selection view shows (`PickerDraft.level`).
  var level: String { query["in"] ?? "" }
  /// `?rows=all`: the selection view that browsers cache for use without a network.
  var listsAllRows: Bool { query["rows"] == "all" }
  /// `?q=`: the search in the list of forms.
  var search: String? { query["q"] }
  /// `?saved=`: the page with the link of the saved draft.
  var showsSaved: Bool { query[Self.savedKey] != nil }
  /// Whether the link differs from the one before.
  var showsNewLink: Bool { query[Self.savedKey] == "\(Self.newLink)" }
  /// `?cleared=`: the page that says that the device was cleared.
  package var showsCleared: Bool { query["cleared"] != nil }
  /// `?resume=`: the secret of a saved draft's link.
  package var resume: String? { query[Self.resumeKey] }
  /// `?change=`: the secret of the link for correcting a submission.
  package var change: String? { query[Self.changeKey] }
  /// `?invitation=`: its secret, unverified.
  package var invitation: LinkSecret? { query["invitation"].flatMap(LinkSecret.init) }

  /// Scheme and host, as the visitor's browser knows them.
  var origin: String { "\(isSecure ? "https" : "http")://\(host ?? "localhost")" }

  /// Whether a cookie may name a session, of this site or of another one on its host.
  private static func mayNameSession(_ cookies: Cookies) -> Bool {
    cookies.contains("formcells") || cookies.containsName(beginning: "__Host-formcells")
  }

  /// Today's date in the site's time zone.
  package var today: CalendarDate { now.day(in: snapshot.timeZone) }

  /// The presentation of this form, which is the same for all visitors with this language.
  package func presentation(of form: Form) -> FormPresentation {
    snapshot.presentation(of: form, accepting: acceptedLanguages, viewport: viewportOverride, at: mount)
  }

  /// The form before any input.
  /// - Parameters:
  ///   - id: by default that of a form state without a page.
  ///   - prefill: the values that a link gives it.
  ///   - time: the time that `today` and `now` mean; `nil` for that of the request.
  func blank(_ form: Form, id: Token = .zero, prefill: Prefill? = nil, at time: Timestamp? = nil) -> FormState {
    let moment = moment(of: form, at: time ?? formTime)
    let hostValues = (values?.values(for: form) ?? .none).beginning(form, at: moment)
    var formState = FormState(form: form, id: id, hostValues: hostValues)
    formState.setMoment(moment)
    formState.rememberBeginning(of: form.cellsBeginningToday, at: moment)
    if let prefill { formState.begin(with: prefill.inputs(for: form, numbers: presentation(of: form).numbers)) }
    return formState
  }

  /// The form state that replaces a blank form at the beginning; `nil` for a blank form.
  func beginning(of id: String) -> FormState? {
    guard var formState = visitor?.beginning?.formState, formState.form.id == id else { return nil }
    let form = formState.form
    formState.setHostValues((values?.values(for: form) ?? .none).keepingDay(of: formState.hostValues, in: form))
    formState.setMoment(moment(of: form))
    return formState
  }

  /// The time that `today` and `now` mean in forms.
  var formTime: Timestamp { visitor?.formTime ?? now }

  /// That time in the form's time zone.
  package func moment(of form: Form) -> Moment { moment(of: form, at: formTime) }

  func moment(of form: Form, at time: Timestamp) -> Moment {
    let zone = snapshot.timeZone(of: form)
    return Moment(time.seconds, in: zone) ?? Moment(time.day(in: zone))
  }

  func hasValues(for form: Form) -> Bool {
    !form.cellsBeginningToday.isEmpty || values?.values(for: form).isEmpty == false
      || visitor?.beginning != nil
  }

  /// The end of a link to a page of this draft.
  package func suffix(naming draft: DraftName) -> String {
    let key: StaticString = viewportOverride == nil ? "?draft=" : "&draft="
    return String(upTo: key.utf8CodeUnitCount + DraftName.digitCount) { writer in
      writer.append(key)
      writer.append(draft)
    }
  }

  func receiptLink(_ id: Token, of presentation: FormPresentation) -> String {
    "\(presentation.links.form)\(viewportOverride == nil ? "?" : "&")receipt=\(id.text)"
  }

  /// The link to the request's form, with the draft that its address names; `nil` if there is none.
  var formLink: String? {
    let id: String
    switch Route(path: path, below: snapshot.mount.path) {
    case .form(let form), .cell(let form, _), .entry(let form, _, _): id = form
    default: return nil
    }
    guard let form = snapshot.form(id) else { return nil }
    let link = presentation(of: form).links.form
    if case .named(let name) = draft { return link + suffix(naming: name) }
    return link
  }

  /// The language of a page that belongs to no form.
  package var language: PageLanguage { snapshot.language(acceptedLanguages) }
}

extension ViewportClass {
  fileprivate static let cookieName = "viewport"

  /// The class that the browser reports: in the cookie set by the page's script, or else in client hints; otherwise `auto`.
  fileprivate init(told fields: borrowing Fields, _ cookies: Cookies) {
    if let told = cookies[Self.cookieName].flatMap(ViewportClass.init(rawValue:)), told != .auto {
      self = told
    } else if let width = fields[.secCHViewportWidth].flatMap({ Int($0) }), width > 0 {
      self.init(width: width)
    } else if fields.has(.secCHUAMobile, "?1") {
      self = .compact
    } else {
      self = .auto
    }
  }
}

/// The cookie of the session.
extension RequestContext {
  /// With https, the prefix prevents other sites of the domain, and connections without https, from setting the cookie (RFC
  /// 6265bis §4.1.3.2). Such a cookie always has the path `/`. So its name includes the mount, and two sites on one host do not
  /// overwrite each other's sessions.
  private static func cookieName(isSecure: Bool, _ mount: MountPath) -> String {
    guard isSecure else { return "formcells" }
    return mount.isRoot ? "__Host-formcells" : "__Host-formcells" + mount.text.map { $0 == "/" ? "+" : $0 }
  }

  /// The cookie that names this session. In a frame of another site, browsers send a cookie only over https and only if it
  /// allows that. Many also require that it is partitioned by the outer site. Without the cookie, each page still carries what
  /// was entered.
  fileprivate func cookie(naming id: Token) -> SetCookie { cookie(id.text) }

  /// - Parameter maxAge: in seconds; `nil` for as long as the browser runs.
  fileprivate func cookie(_ value: String, maxAge: Int? = nil) -> SetCookie {
    let isFramed = mayBeFramed && isSecure
    return SetCookie(
      Self.cookieName(isSecure: isSecure, mount.path), value: value,
      path: isSecure || mount.path.isRoot ? "/" : mount.path.text, maxAge: maxAge,
      isSecure: isSecure, sameSite: isFramed ? SetCookie.SameSite.none : .lax, isPartitioned: isFramed)
  }
}

extension Response {
  /// Deletes the site's cookies: that of the session, and the one in which scripts report the window's width.
  package consuming func forgetting(_ requestContext: RequestContext) -> Response {
    fields.append(.setCookie, requestContext.cookie("", maxAge: 0).serialized)
    let folder = requestContext.mount.path.text + "/"
    fields.append(.setCookie, SetCookie(ViewportClass.cookieName, value: "", path: folder, maxAge: 0).serialized)
    return self
  }

  /// Sets the cookie that names the session, unless it is the first that the request named.
  package consuming func settingSessionCookie(_ id: Token, for requestContext: RequestContext) -> Response {
    guard requestContext.sessions.first != id else { return self }
    fields.append(.setCookie, requestContext.cookie(naming: id).serialized)
    return self
  }
}
