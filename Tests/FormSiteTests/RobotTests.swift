import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormController
@testable import FormSite

/// What robots send to a protected form: none of it is recorded, and each robot is told so.
@Suite("Robots at a protected form")
struct RobotTests {
  typealias Pair = FormData.Pair

  struct Robot: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: Status
    /// Seconds between the page and the post.
    var wait = 60
    var path = "/forms/open"
    var method = Method.post
    /// The content type; `nil` if none is sent.
    var type: String? = "application/x-www-form-urlencoded"
    var fields: [(FieldName, String)] = []
    /// Sent instead of the fields.
    var body: String?
    /// Changes the fields of the page.
    /// - Parameters: the page's fields; the fields of other pages, to be mixed in.
    var change: @Sendable (inout [Pair], Pages) -> Void = { _, _ in }

    var testDescription: String { name }
  }

  struct Pages: Sendable {
    let second: [Pair]
    let otherForm: [Pair]
    let otherServer: [Pair]
  }

  private static func page(
    _ name: String, _ expected: Status = .unprocessableContent, wait: Int = 60,
    _ change: @escaping @Sendable (inout [Pair], Pages) -> Void = { _, _ in }
  ) -> Robot {
    Robot(name: name, expected: expected, wait: wait, change: change)
  }

  private static func seal(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Robot {
    page("seal: \(name)") { pairs, _ in pairs.replace("_seal", change) }
  }

  private static func decoy(_ text: String) -> Robot {
    page("decoy: \(text.prefix(20))") { pairs, _ in pairs.replace("_leave") { _ in text } }
  }

  private static func json(
    _ name: String, _ body: String, type: String = "application/json", _ fields: [(FieldName, String)] = []
  )
    -> Robot
  {
    Robot(name: "JSON: \(name)", expected: .forbidden, type: type, fields: fields, body: body)
  }

  private static func plain(_ name: String, _ body: String, _ fields: [(FieldName, String)] = []) -> Robot {
    Robot(name: "plain: \(name)", expected: .forbidden, fields: fields, body: body)
  }

  static let robots: [Robot] =
    [
      page("at once", wait: 0), page("after a second", wait: 1), page("after 29 days", wait: 29 * 86_400),
      page("without seal") { pairs, _ in pairs.removeAll { $0.name == "_seal" } },
      page("without decoy") { pairs, _ in pairs.removeAll { $0.name == "_leave" } },
      page("without either") { pairs, _ in pairs.removeAll { ["_seal", "_leave"].contains($0.name) } },
      seal("empty") { _ in "" }, seal("a digit") { _ in "1" },
      seal("the time alone") { String($0.prefix { $0 != "." }) },
      seal("a point alone") { _ in "." },
      seal("of an hour ago") { "\((Int($0.prefix(13)) ?? 0) - 3_600_000)" + $0.dropFirst(13) },
      seal("of a year ago") { "\((Int($0.prefix(13)) ?? 0) - 31_536_000_000)" + $0.dropFirst(13) },
      seal("another last letter") { String($0.dropLast()) + ($0.hasSuffix("A") ? "B" : "A") },
      seal("cut off") { String($0.dropLast(4)) },
      seal("with more behind") { $0 + "A" }, seal("twice in one") { $0 + $0 },
      seal("in capitals") { $0.uppercased() + "x" },
      seal("with a plus") { "+" + $0 }, seal("with zeros") { "000" + $0 }, seal("with a blank") { " " + $0 },
      seal("negative") { "-" + $0 },
      seal("a huge number") { _ in String(repeating: "9", count: 400) + ".AAAAAAAAAAAAAAAAAAAAAA" },
      seal("long") { _ in String(repeating: "1.", count: 20_000) }, seal("other digits") { "١" + $0.dropFirst() },
      seal("a script") { _ in "<script>alert(1)</script>" }, seal("a null") { $0 + "\u{0}" },
      page("seal of another page") { pairs, pages in pairs.replace("_seal") { _ in pages.second.value("_seal") } },
      page("seal of another form") { pairs, pages in pairs.replace("_seal") { _ in pages.otherForm.value("_seal") } },
      page("seal of another server") { pairs, pages in pairs.replace("_seal") { _ in pages.otherServer.value("_seal") }
      },
      page("page of another form", .badRequest) { pairs, pages in
        pairs = pages.otherForm + [Pair(name: "name", value: "Robot")]
      },
      page("a name of its own for the draft") { pairs, _ in
        pairs.replace("_fill") { _ in "0123456789abcdef0123456789abcdef" }
      },
      page("of a version that never was", .seeOther) { pairs, _ in pairs.replace("_version") { _ in "0123456789abcdef" }
      },
      page("no draft") { pairs, _ in pairs.removeAll { $0.name == "_fill" } },
      page("a wrong seal behind the right one") { pairs, _ in pairs.append(Pair(name: "_seal", value: "1.A")) },
      decoy("x"), decoy(" "), decoy("https://spam.example/"), decoy(String(repeating: "x", count: 5000)),
      decoy("\u{200B}"),
      page("decoy twice, the last one empty") { pairs, _ in
        pairs.replace("_leave") { _ in "x" }
        pairs.append(Pair(name: "_leave", value: ""))
      },
      page("decoy twice, the last one filled in") { pairs, _ in pairs.append(Pair(name: "_leave", value: "x")) },
      page("every field an address") { pairs, _ in
        for place in pairs.indices where !["_fill", "_version", "_seal", "_base", "_do"].contains(pairs[place].name) {
          pairs[place].value = "https://spam.example/?\(place)"
        }
      },
      page("every hidden field an address too", .badRequest) { pairs, _ in
        for place in pairs.indices { pairs[place].value = "https://spam.example/" }
      },
      Robot(
        name: "multipart, decoy filled in", expected: .unprocessableContent, type: "multipart/form-data; boundary=b",
        change: { pairs, _ in pairs.replace("_leave") { _ in "x" } }),
      Robot(
        name: "multipart, without seal", expected: .unprocessableContent, type: "multipart/form-data; boundary=b",
        change: { pairs, _ in pairs.removeAll { $0.name == "_seal" } }),
      Robot(
        name: "multipart without a page", expected: .forbidden, type: "multipart/form-data; boundary=b",
        change: { pairs, _ in pairs = [Pair(name: "name", value: "Robot")] }),
      json("values", #"{"values":{"name":"Robot"}}"#), json("nothing", ""), json("broken", "{"), json("an array", "[]"),
      json("with a seal", #"{"values":{"name":"Robot"},"_seal":"1.A"}"#),
      json("with a charset", #"{"values":{"name":"Robot"}}"#, type: "application/json; charset=utf-8"),
      json("with a key", #"{"values":{"name":"Robot"}}"#, [(.idempotencyKey, "robot-1")]),
      json(
        "that wants the page", #"{"values":{"name":"Robot"}}"#,
        [(.prefer, "return=representation"), (.accept, "text/html")]),
      plain("values", "name=Robot"), plain("with the button", "name=Robot&_do=submit"), plain("nothing", ""),
      plain("an empty decoy", "name=Robot&_leave="),
      plain("that wants JSON", "name=Robot", [(.accept, "application/json")]),
      plain("with a key", "name=Robot", [(.idempotencyKey, "robot-2")]),
      plain("with a made-up seal", "name=Robot&_seal=1.A&_leave="),
      Robot(name: "text", expected: .unsupportedMediaType, type: "text/plain", body: "name=Robot"),
      Robot(name: "XML", expected: .unsupportedMediaType, type: "application/xml", body: "<name>Robot</name>"),
      Robot(name: "no type", expected: .unsupportedMediaType, type: nil, body: "name=Robot"),
      Robot(name: "PUT", expected: .methodNotAllowed, method: .put),
      Robot(
        name: "the form as a query", expected: .ok, path: "/forms/open?name=Robot&_do=submit", method: .get, body: ""),
      Robot(name: "from another site", expected: .forbidden, fields: [(.secFetchSite, "cross-site")]),
      Robot(name: "to a picker", expected: .badRequest, path: "/forms/open/cells/kind"),
    ]

  /// The fields of a page with a name entered, and its submit button.
  private func pairs(_ site: Site, _ path: String) async throws -> [Pair] {
    var visitor = Visitor(site)
    await visitor.open(path)
    visitor.type("Robot", into: "name")
    let button = try #require(visitor.page.all("button") { $0["class"] == "primary" }.last)
    return visitor.body(with: button).pairs
  }

  @Test("a robot's post is not recorded, and the response does not say that it was", arguments: robots)
  func refused(_ robot: Robot) async throws {
    let test = try TestSite([ProtectionTests.open, ProtectionTests.steps])
    let other = try TestSite([ProtectionTests.open])
    var pairs = try await pairs(test.site, "/forms/open")
    let pages = Pages(
      second: try await self.pairs(test.site, "/forms/open"),
      otherForm: try await self.pairs(test.site, "/forms/steps"),
      otherServer: try await self.pairs(other.site, "/forms/open"))
    robot.change(&pairs, pages)
    test.pinned.advance(bySeconds: robot.wait)
    let response = await test.site.respond(to: request(robot, pairs))
    #expect(response.status == robot.expected, "\(String(decoding: response.body.prefix(2000), as: UTF8.self))")
    #expect(try test.submissions(of: "open").isEmpty)
    #expect(try test.submissions(of: "steps").isEmpty)
    // It is not recorded either when the robot tries again at once.
    _ = await test.site.respond(to: request(robot, pairs))
    #expect(try test.submissions(of: "open").isEmpty)
    if response.status == .unprocessableContent {
      let page = HTMLPage(response.body)
      #expect(page.element(id: "_problems") != nil, "it is said what to do")
      #expect(page.element(id: "_leave")?["value"] == "")
      let name = pairs.last { $0.name == "name" }?.value
      #expect(page.element(id: "name")?["value"] == name, "nothing is lost")
    }
  }

  private func request(_ robot: Robot, _ pairs: [Pair]) -> Request {
    let parts = robot.path.split(separator: "?", maxSplits: 1).map(String.init)
    var request = Request(method: robot.method, path: parts[0], query: parts.count == 2 ? parts[1] : nil, host: "test")
    for (name, value) in robot.fields { request.fields[name] = value }
    request.fields[.contentType] = robot.type
    let form = FormData(pairs)
    let isMultipart = robot.type?.hasPrefix("multipart") == true
    request.body = robot.body.map { Array($0.utf8) } ?? (isMultipart ? form.multipart(boundary: "b") : form.urlEncoded)
    return request
  }

  @Test("there are fifty robots, and a page without their changes is accepted")
  func control() async throws {
    #expect(Self.robots.count >= 50)
    let test = try TestSite([ProtectionTests.open])
    let pairs = try await pairs(test.site, "/forms/open")
    test.pinned.advance(bySeconds: 60)
    let response = await test.site.respond(to: request(Self.page("a person"), pairs))
    #expect(response.status == .seeOther)
    #expect(try test.submissions(of: "open").count == 1)
  }
}

extension [FormData.Pair] {
  fileprivate mutating func replace(_ name: String, _ change: (String) -> String) {
    for place in indices where self[place].name == name { self[place].value = change(self[place].value) }
  }

  fileprivate func value(_ name: String) -> String { last { $0.name == name }?.value ?? "" }
}
