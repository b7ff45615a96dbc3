import FormController
public import FormSite
public import HTTPCore
import Synchronization

/// A browser without scripts, for forms: it follows redirects, keeps its cookie, and sends what the page contains.
public struct Visitor: Sendable {
  package let site: Site
  /// What the host knows about the visitor; given with every request.
  public var context: VisitorContext?
  /// The visitor's languages, as the browser sends them (`Accept-Language`).
  public var acceptLanguage: String?
  /// The cookie that names the session, as the browser sends it.
  public var cookie: String?
  /// The current address: path and query, with a redirect's fragment.
  public private(set) var path = "/"
  /// The page that is shown.
  public private(set) var page = HTMLPage([])
  /// The status of the last answer that was not a redirect.
  public private(set) var status = Status.ok
  /// The fields of the last answer that was not a redirect.
  public private(set) var fields = Fields()
  /// Texts typed and boxes changed since the page was loaded, by control name (texts) or id (boxes).
  private var typed: [String: String] = [:]
  private var toggled: [String: Bool] = [:]
  /// Files chosen since the page was loaded, by control name.
  private var chosen: [String: [(filename: String, bytes: [UInt8])]] = [:]
  private var html: [UInt8] = []
  /// Everything exchanged since `record()`.
  private var log: ExchangeLog?

  /// - `context`: what the host knows about the visitor; `nil`: nothing.
  public init(_ site: Site, as context: VisitorContext? = nil) {
    self.site = site
    self.context = context
  }

  /// Continues with the page, the cookie and the input of another visitor, on this visitor's site.
  package mutating func takeOver(_ other: Visitor) {
    (cookie, path, page, status, fields) = (other.cookie, other.path, other.page, other.status, other.fields)
    (typed, toggled) = (other.typed, other.toggled)
    (html, log) = (other.html, other.log)
  }

  private func missing(_ kind: String, named name: String) -> VisitorError {
    VisitorError("there is no \(kind) “\(name)” on the page “\(page.title)” (\(status), \(path))")
  }

  /// Records everything that is exchanged from now on, for `verify`; the first answer is compared with the page that is shown.
  public mutating func record() { log = ExchangeLog(after: html) }

  /// Adds a note about something that happens between the exchanges.
  package mutating func note(_ event: String) { log?.append(note: event) }

  /// Compares what was exchanged since `record()` with `Snapshots/NAME.txt` beside the file of the test.
  /// - Throws: a `SnapshotMismatch` with the lines that differ.
  public func verify(_ name: String, beside file: String = #filePath) throws {
    guard let log else { throw VisitorError("record() was not called before verify()") }
    try Snapshot.check(log.text, name, ending: "txt", beside: file)
  }

  /// Compares the page, laid out, with `Snapshots/NAME.html` beside the file of the test.
  /// - Throws: a `SnapshotMismatch` with the lines that differ.
  public func verifyPage(_ name: String, beside file: String = #filePath) throws {
    try Snapshot.check(PageText.of(html), name, ending: "html", beside: file)
  }

  /// Compares the page, as a screen reader reads it, with `Snapshots/NAME.transcript.txt` beside the file of the test.
  /// - Throws: a `SnapshotMismatch` with the lines that differ.
  public func verifyTranscript(_ name: String, beside file: String = #filePath) throws {
    try Snapshot.check(Transcript(of: page).description, name, ending: "transcript.txt", beside: file)
  }

  /// The path without the draft's id.
  package var place: String { path.replacing(/[?&]draft=[0-9a-f]{16}/, with: "") }

  /// Opens an address of the site, as from a bookmark, and follows redirects.
  public mutating func open(_ path: String) async {
    await exchange(request(.get, target: path), form: nil, target: path)
  }

  /// Types a text into a control. Browsers post line ends as CRLF, whatever was typed.
  public mutating func type(_ text: String, into name: String) {
    typed[name] = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
  }

  /// Chooses a file in the file input with this accessible name. An input for several files adds it to those chosen before.
  /// - `position`: among the inputs with this name, from 0.
  public mutating func choose(
    _ file: [UInt8], named filename: String = "photo.jpg", in label: String, at position: Int = 0
  ) throws {
    let inputs = page.all("input") { $0["type"] == "file" && page.name(of: $0) == label }
    guard inputs.indices.contains(position), let name = inputs[position]["name"] else {
      throw missing("file input", named: label)
    }
    let earlier = inputs[position]["multiple"] == nil ? [] : chosen[name] ?? []
    chosen[name] = earlier + [(filename, file)]
  }

  /// Sets the box with this accessible name, in the group with this name if one is given.
  public mutating func set(_ label: String, to isOn: Bool = true, in group: String? = nil) throws {
    let matches = page.all("input") { element in
      guard ["checkbox", "radio"].contains(element["type"]), page.name(of: element) == label else { return false }
      guard let group else { return true }
      return element.ancestors.contains {
        ["group", "radiogroup"].contains(page.elements[$0]["role"]) && page.name(of: page.elements[$0]) == group
      }
    }
    guard let box = matches.last, let id = box["id"] else { throw missing("box", named: label) }
    if box["type"] == "radio" {
      for other in page.all("input", where: { $0["type"] == "radio" && $0["name"] == box["name"] }) {
        if let id = other["id"] { toggled[id] = false }
      }
    }
    toggled[id] = isOn
  }

  /// Presses the button with this accessible name.
  public mutating func press(_ name: String, at position: Int = 0) async throws {
    let buttons = page.buttons(name)
    guard buttons.indices.contains(position) else { throw missing("button", named: name) }
    await send(buttons[position])
  }

  /// Presses the first button whose name begins with this text (a list picker's name ends with its value).
  public mutating func press(beginning prefix: String) async throws {
    let buttons = page.all("button") {
      $0["aria-hidden"] == nil && !page.isInert($0) && page.name(of: $0).hasPrefix(prefix)
    }
    guard let button = buttons.first else { throw missing("button", named: "\(prefix)…") }
    await send(button)
  }

  /// Presses Enter in a text field, which uses the form's first submit button.
  public mutating func pressEnter() async throws {
    let button = page.all("button") { ($0["type"] ?? "submit") == "submit" && $0["disabled"] == nil }.first
    guard let button else { throw missing("button", named: "type=submit") }
    await send(button)
  }

  /// The body that a browser would post with this button.
  package func body(with button: HTMLPage.Element) -> FormData {
    var form = FormData()
    for element in page.elements where ["input", "textarea"].contains(element.name) && element["disabled"] == nil {
      guard let name = element["name"] else { continue }
      let value = element.name == "textarea" ? page.lineText(of: element) : element["value"] ?? ""
      switch element["type"] {
      case "checkbox", "radio":
        if toggled[element["id"] ?? ""] ?? (element["checked"] != nil) { form.append(name, value) }
      case "file":
        form.files += (chosen[name] ?? [("", [])]).map { FilePart(name: name, filename: $0.filename, bytes: $0.bytes) }
      default:
        form.append(name, typed[name] ?? value)
      }
    }
    if let name = button["name"] { form.append(name, button["value"] ?? "") }
    return form
  }

  package mutating func send(_ button: HTMLPage.Element) async {
    let form = page.all("form").first
    let target = button["formaction"] ?? form?["action"] ?? path
    let body = body(with: button)
    if (button["formenctype"] ?? form?["enctype"]) == "multipart/form-data" {
      await post(body, as: "multipart/form-data; boundary=x0x", body: body.multipart(boundary: "x0x"), to: target)
    } else {
      await post(body, to: target)
    }
  }

  package mutating func post(_ form: FormData, to target: String) async {
    await post(form, as: "application/x-www-form-urlencoded", body: form.urlEncoded, to: target)
  }

  private mutating func post(_ form: FormData, as contentType: String, body: [UInt8], to target: String) async {
    var request = request(.post, target: target)
    request.fields[.contentType] = contentType
    request.body = body
    await exchange(request, form: form, target: target)
  }

  private mutating func exchange(_ request: Request, form: FormData?, target: String) async {
    let response = await site.respond(to: request, as: context)
    log?.append(request, body: form, response: response)
    await take(response, from: target)
  }

  private func request(_ method: Method, target: String) -> Request {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var request = Request(method: method, path: parts[0], query: parts.count == 2 ? parts[1] : nil, host: "test")
    if let cookie { request.fields[.cookie] = cookie }
    if let acceptLanguage { request.fields[.acceptLanguage] = acceptLanguage }
    return request
  }

  private mutating func take(_ response: Response, from target: String) async {
    if let set = response.fields[.setCookie] { cookie = String(set.prefix { $0 != ";" }) }
    if response.status == .seeOther, let location = response.fields[.location] {
      await open(String(location.prefix { $0 != "#" }))
      path = location
      return
    }
    status = response.status
    fields = response.fields
    path = target
    html = response.body
    page = HTMLPage(html)
    typed = [:]
    toggled = [:]
    chosen = [:]
  }
}

extension FormData {
  /// The body in the format that browsers send (HTML, multipart form data).
  package func multipart(boundary: String) -> [UInt8] {
    var body: [UInt8] = []
    for pair in pairs {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n".utf8
    }
    for file in files {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.name)\"; ".utf8
      body += "filename=\"\(file.filename)\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8
      if case .bytes(let bytes) = file.content { body += bytes }
      body += "\r\n".utf8
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }
}

/// Something that a visitor cannot do on the current page.
public struct VisitorError: Error, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

/// An environment in which a site's pages are the same at each run: a clock that stands still until a test advances it, and ids that
/// are counted instead of random.
public final class PinnedEnvironment: Sendable {
  private let seconds: Atomic<Int>
  private let elapsed = Atomic(0)
  private let names: Atomic<UInt64>

  /// - Parameters:
  ///   - seconds: since 1970-01-01T00:00:00Z; the default is 2026-01-31, noon in UTC.
  ///   - seed: a different one for each of several servers, so that their ids differ.
  public init(seconds: Int = 1_769_860_800, seed: UInt32 = 0) {
    self.seconds = Atomic(seconds)
    names = Atomic(UInt64(seed) << 32)
  }

  /// Advances the clock; a session that was unused for the configured time is then gone.
  public func advance(bySeconds count: Int) {
    seconds.wrappingAdd(count, ordering: .relaxed)
    elapsed.wrappingAdd(count, ordering: .relaxed)
  }

  /// The environment for `Site.init`. No cell offers to scan.
  public func environment() -> Environment { environment(codeReader: nil) }

  package func environment(codeReader: CodeReader?) -> Environment {
    Environment(
      now: { Timestamp(seconds: self.seconds.load(ordering: .relaxed)) },
      uptime: { self.elapsed.load(ordering: .relaxed) },
      random: { (0x5EED, self.names.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15) },
      codeReader: codeReader)
  }
}
