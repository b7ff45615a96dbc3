import FormCells
import FormDesk
import FormPages
import Gallery
import Glibc
import HTTPMessage
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// A browser without scripts, as far as forms go: follows redirects, keeps its cookie, sends what the page holds.
struct Visitor {
  let site: Site
  var cookie: String?
  var path = "/"
  var page = HTMLPage([])
  var status = Status.ok
  /// Fields of the last answer that was not a redirect.
  var fields = Fields()
  /// Entries typed and boxes changed since the page came, by control name (text) or id (boxes).
  private var typed: [String: String] = [:]
  private var toggled: [String: Bool] = [:]
  /// Files chosen since the page came, by control name.
  private var chosen: [String: [UInt8]] = [:]
  /// The languages that the visitor reads, as the browser sends them.
  var acceptLanguage: String?
  private var html: [UInt8] = []
  /// All that was exchanged since `record()`.
  private var log: ExchangeLog?

  init(_ site: Site) { self.site = site }

  /// The page, the cookie and what was entered, in front of another site.
  mutating func takeOver(_ other: Visitor) {
    (cookie, path, page, status, fields) = (other.cookie, other.path, other.page, other.status, other.fields)
    (typed, toggled) = (other.typed, other.toggled)
    (html, log) = (other.html, other.log)
  }

  /// Keeps what is exchanged from now on, for `verify`; the first answer is compared with the page that is shown.
  mutating func record() { log = ExchangeLog(after: html) }

  /// Notes what happens beside the exchanges.
  mutating func note(_ event: String) { log?.append(note: event) }

  /// Compares what was exchanged with the snapshot of this name.
  func verify(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(log, "record() was not called").verify(name, sourceLocation: sourceLocation)
  }

  /// The path without the draft's name.
  var place: String { path.replacing(/[?&]draft=[0-9a-f]{16}/, with: "") }

  mutating func open(_ path: String) async {
    await exchange(request(.get, path), nil, path)
  }

  /// A browser posts line ends as CRLF, whatever was typed.
  mutating func type(_ text: String, into name: String) {
    typed[name] = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
  }

  /// Chooses a file in the file input of this accessible name.
  mutating func choose(_ file: [UInt8], in label: String) throws {
    let input = try #require(
      page.all("input") { $0["type"] == "file" && page.name(of: $0) == label }.first,
      "no file input '\(label)' in \(page.title)")
    chosen[try #require(input["name"])] = file
  }

  /// Sets the box of this accessible name; in the group of this name where one is given.
  mutating func set(_ label: String, to isOn: Bool = true, in group: String? = nil) throws {
    let matches = page.all("input") { element in
      guard ["checkbox", "radio"].contains(element["type"]), page.name(of: element) == label else { return false }
      guard let group else { return true }
      return element.ancestors.contains {
        page.elements[$0]["role"] == "group" && page.name(of: page.elements[$0]) == group
      }
    }
    let box = try #require(matches.last, "no box '\(label)' in \(page.title)")
    if box["type"] == "radio" {
      for other in page.all("input", where: { $0["type"] == "radio" && $0["name"] == box["name"] }) {
        toggled[try #require(other["id"])] = false
      }
    }
    toggled[try #require(box["id"])] = isOn
  }

  /// Presses the button of this accessible name.
  mutating func press(_ name: String, at position: Int = 0) async throws {
    let buttons = page.buttons(name)
    try #require(position < buttons.count, "no button '\(name)' in \(page.title)")
    await send(buttons[position])
  }

  /// Presses the first button whose name begins so (a list picker's has its value behind).
  mutating func press(beginning prefix: String) async throws {
    let button = try #require(
      page.all("button") { $0["aria-hidden"] == nil && !page.isInert($0) && page.name(of: $0).hasPrefix(prefix) }.first,
      "no button '\(prefix)…' in \(page.title)")
    await send(button)
  }

  /// Enter in a text field: the form's first submit button.
  mutating func pressEnter() async throws {
    await send(try #require(page.all("button") { $0["type"] == "submit" && $0["disabled"] == nil }.first))
  }

  /// The body that the page would post with this button.
  func body(with button: HTMLPage.Element) -> FormData {
    var form = FormData()
    for element in page.elements where ["input", "textarea"].contains(element.name) && element["disabled"] == nil {
      guard let name = element["name"] else { continue }
      let value = element.name == "textarea" ? page.lineText(of: element) : element["value"] ?? ""
      switch element["type"] {
      case "checkbox", "radio":
        if toggled[element["id"] ?? ""] ?? (element["checked"] != nil) { form.append(name, value) }
      case "file":
        form.files.append(
          FilePart(name: name, filename: chosen[name] == nil ? "" : "photo.jpg", bytes: chosen[name] ?? []))
      default:
        form.append(name, typed[name] ?? value)
      }
    }
    if let name = button["name"] { form.append(name, button["value"] ?? "") }
    return form
  }

  mutating func send(_ button: HTMLPage.Element) async {
    let form = page.all("form").first
    let target = button["formaction"] ?? form?["action"] ?? path
    let body = body(with: button)
    if button["formenctype"] == "multipart/form-data" {
      await post(body, as: "multipart/form-data; boundary=x0x", body.multipart(boundary: "x0x"), to: target)
    } else {
      await post(body, to: target)
    }
  }

  mutating func post(_ form: FormData, to target: String) async {
    await post(form, as: "application/x-www-form-urlencoded", form.urlEncoded, to: target)
  }

  private mutating func post(_ form: FormData, as contentType: String, _ body: [UInt8], to target: String) async {
    var request = request(.post, target)
    request.fields[.contentType] = contentType
    request.body = body
    await exchange(request, form, target)
  }

  private mutating func exchange(_ request: Request, _ form: FormData?, _ target: String) async {
    let response = await site.respond(to: request)
    log?.append(request, form, response)
    await take(response, target)
  }

  private func request(_ method: Method, _ target: String) -> Request {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var request = Request(method: method, path: parts[0], query: parts.count == 2 ? parts[1] : nil, host: "test")
    if let cookie { request.fields[.cookie] = cookie }
    if let acceptLanguage { request.fields[.acceptLanguage] = acceptLanguage }
    return request
  }

  private mutating func take(_ response: Response, _ target: String) async {
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
  /// As browsers write it (HTML, multipart form data).
  fileprivate func multipart(boundary: String) -> [UInt8] {
    var body: [UInt8] = []
    for pair in pairs {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n".utf8
    }
    for file in files {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.name)\"; ".utf8
      body += "filename=\"\(file.filename)\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8
      body += file.bytes + Array("\r\n".utf8)
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }
}

extension HTMLPage {
  /// The page-level feedback.
  var notice: String? { all("p") { $0["class"] == "notice-text" }.first?.text }
}

/// A site over a folder of its own, with a clock and entropy that repeat.
final class TestSite: Sendable {
  let site: Site
  let data: String
  let clock: Clock

  final class Clock: Sendable {
    let seconds = Atomic(1_769_860_800)
    let uptime = Atomic(0)
    let counter = Atomic<UInt64>(0)
  }

  init(
    _ definitions: [String], data: String? = nil, idle: Int = 1800, limit: Int = 1000, showsGallery: Bool = false,
    codeReader: CodeReader? = nil, remoteSessions: (any RemoteSessions)? = nil,
    configure: (inout Site.Configuration) -> Void = { _ in },
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in },
    onLockedEntries: @escaping @Sendable (LockedEntries) -> Void = { _ in }
  ) throws {
    let folder = data ?? Self.temporaryFolder()
    self.data = folder
    let clock = Clock()
    self.clock = clock
    let forms = try definitions.map {
      try FormDefinition.decode(bytes: Array($0.utf8), path: "test.json", directory: TestSite.root + "/Templates/forms")
    }
    let submissions = try SubmissionFiles(data: folder)
    Self.owners.withLock { $0[folder] = submissions }
    var configuration = Site.Configuration(sessionIdleSecondLimit: idle, sessionLimit: limit)
    configure(&configuration)
    site = try Site(
      forms: forms, pages: Self.pages.get().0, further: showsGallery ? Gallery(Self.pages.get().1) : nil,
      publicDirectory: Self.root + "/Public",
      submissions: submissions, remoteSessions: remoteSessions,
      configuration: configuration,
      environment: Environment(
        now: { Environment.Time(seconds: clock.seconds.load(ordering: .relaxed)) },
        uptime: { clock.uptime.load(ordering: .relaxed) },
        random: { (0x5EED, clock.counter.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15) },
        codeReader: codeReader),
      onFailure: onFailure, onLockedEntries: onLockedEntries)
  }

  /// The same forms and data after a restart: no session is left.
  func restarted(_ definitions: [String]) throws -> TestSite {
    Self.owners.withLock { $0.removeValue(forKey: data) }?.close()
    return try TestSite(definitions, data: data)
  }

  /// The stored lines of a form.
  func submissions(of form: String) throws -> [JSONValue] {
    guard let bytes = TestFile.read("\(data)/submissions/\(form).jsonl") else { return [] }
    return try bytes.split(separator: 10).map { try JSONReader.document(Array($0)).value }
  }

  /// The submissions that are open, by their folder.
  private static let owners = Lock<[String: SubmissionFiles]>([:])

  /// Compiled once for all tests.
  static let pages = Result { try Pages.withGallery(directory: root + "/Templates") }

  static let root = String(#filePath.split(separator: "/Tests/").first!)

  private static func temporaryFolder() -> String {
    var template = Array("/tmp/formcells-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/formcells-test"
  }
}
