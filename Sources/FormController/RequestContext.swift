package import Support
package import FormCells
package import FormPages
package import HTTPMessage

/// One request, read as far as that goes without the visitor's session.
package struct RequestContext: Sendable {
  package let snapshot: SiteSnapshot
  package let mount: Mount
  package let now: Timestamp
  /// The request's name in the log; nil: it has none.
  let requestID: String?
  /// The `Accept-Language` field.
  let acceptedLanguages: String?
  /// The class to render for.
  package let viewport: ViewportClass
  /// `?viewport=`: kept in the links of the page.
  package let viewportOverride: ViewportClass?
  /// Whether the client has kept nothing of the site yet, as far as its cookies tell.
  let isNew: Bool
  /// Whether it is a browser besides, as it says, that opens a page.
  let isFirst: Bool
  /// The coding that the client takes pages in.
  let coding: ContentCoding
  /// `?receipt=`
  package let receipt: String?
  /// `?draft=`
  let draft: DraftChoice
  /// `?step=`
  let pageID: StepQuery
  /// `?q=`: of the list of forms.
  let search: String?
  /// As received.
  private let path: String
  let isPost: Bool
  /// Of a post; nil: it has none.
  let idempotencyKey: IdempotencyKey?
  /// Names for what begins with this request.
  package let makeToken: @Sendable () -> Token
  /// Values that the host gives the visitor's forms; nil: none.
  package let values: VisitorValues?

  package init(
    _ request: borrowing Request, cookies: Cookies, snapshot: SiteSnapshot, now: Timestamp,
    values: VisitorValues? = nil,
    makeToken: @escaping @Sendable () -> Token
  ) {
    self.values = values
    self.snapshot = snapshot
    mount = snapshot.mount(behind: request.strippedPrefix)
    self.now = now
    requestID = request.id
    self.makeToken = makeToken
    isNew = !cookies.contains(ViewportClass.cookieName) && !Self.mayNameSession(cookies)
    isFirst = isNew && request.fields.has(.secFetchDest, "document")
    coding = ContentCoding(acceptedBy: request.fields)
    let query = request.queryItems
    receipt = query?["receipt"]
    draft = DraftChoice(query?["draft"])
    pageID = StepQuery(query?["step"])
    search = query?["q"]
    path = request.path
    isPost = request.method == .post
    // One that cannot be read is refused before anything is done.
    idempotencyKey = isPost ? try? IdempotencyKey(request.fields) : nil
    acceptedLanguages = request.fields[.acceptLanguage]
    viewportOverride = query?["viewport"].flatMap(ViewportClass.init(rawValue:))
    viewport = viewportOverride ?? ViewportClass(told: request.fields, cookies)
  }

  /// Whether a cookie may hold a session, of this site or of another one of its host.
  private static func mayNameSession(_ cookies: Cookies) -> Bool {
    cookies.contains("formcells") || cookies.containsName(beginning: "__Host-formcells")
  }

  /// The day at the server.
  package var today: CalendarDate { now.day(in: snapshot.timeZone) }

  /// All that the pages of this form show to every visitor of this language alike.
  package func presentation(of form: Form) -> FormPresentation {
    snapshot.presentation(of: form, accepting: acceptedLanguages, viewport: viewportOverride, at: mount)
  }

  /// The form before the visitor has entered anything.
  /// - Parameter id: left out: of a form state that no page carries.
  func blank(_ form: Form, id: Token = .zero) -> FormState {
    FormState(form: form, id: id, hostValues: (values?.values(for: form) ?? .none).beginning(form, on: today))
  }

  func hasValues(for form: Form) -> Bool {
    !form.cellsBeginningToday.isEmpty || values?.values(for: form).isEmpty == false
  }

  /// The end of a link to a page of this draft.
  func suffix(naming draft: DraftName) -> String {
    let key: StaticString = viewportOverride == nil ? "?draft=" : "&draft="
    return String(upTo: key.utf8CodeUnitCount + DraftName.digitCount) { writer in
      writer.append(key)
      writer.append(draft)
    }
  }

  func receiptLink(_ id: Token, of presentation: FormPresentation) -> String {
    "\(presentation.links.form)\(viewportOverride == nil ? "?" : "&")receipt=\(id.text)"
  }

  /// The form that the request is about, with the draft that its address names; nil: there is none.
  var formLink: String? {
    let id: String
    switch Route(path: path, below: snapshot.mount.path) {
    case .form(let form), .cell(let form, _): id = form
    default: return nil
    }
    guard let form = snapshot.form(id) else { return nil }
    let link = presentation(of: form).links.form
    if case .named(let name) = draft { return link + suffix(naming: name) }
    return link
  }

  /// The words and numbers of a page that belongs to no form.
  package var language: PageLanguage { snapshot.language(acceptedLanguages) }
}

extension ViewportClass {
  fileprivate static let cookieName = "viewport"

  /// The class that the browser tells: by the cookie of the page's script, then by client hints; else `auto`.
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
