import FormCells
import FormCellsTesting
import FormController
import FormSite
import HTTPCore
import Support
import Testing

/// Visitors whom the host identifies: which sessions belong to them, and the first values of their forms.
@Suite("The visitor's identity and values from the host")
struct VisitorContextTests {
  private let failures = Failures()
  private let sink = HostSink()

  private static let order = """
    { "id": "order", "title": "Order", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "maxLength": 20 },
      { "id": "unit", "type": "text", "label": "Unit", "value": "Unit 1" },
      { "id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "value": ["belt"],
        "options": [{ "value": "belt", "label": "Belt" }, { "value": "fuse", "label": "Fuse" }] },
      { "id": "plan", "type": "text", "label": "Plan", "readOnly": true, "value": "Basic" },
      { "id": "reason", "type": "text", "label": "Reason", "visibleWhen": { "cell": "unit", "equals": "Unit 7" } },
      { "id": "pin", "type": "password", "label": "PIN" }] },
      { "container": "modal", "label": "More", "cells": [
        { "id": "days", "type": "number", "label": "Days", "value": 1 },
        { "id": "note", "type": "text", "label": "Note" }] }] }
    """

  private static let ada = VisitorContext(
    identity: "ada", initialValues: ["order": ["name": "Ada", "parts": ["fuse"], "plan": "Full"]],
    readOnlyValues: ["order": ["unit": "Unit 7", "days": 3]])

  @Test("a form begins with the host's values, and its read-only values ignore what is posted")
  func values() async throws {
    let site = try site()
    var visitor = Visitor(site, as: Self.ada)
    visitor.record()
    await visitor.open("/forms/order")
    #expect(visitor.cookie == nil)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.element(id: "parts_value")?.text == "Fuse")
    #expect(visitor.page.element(id: "plan")?["value"] == "Full")
    #expect(
      visitor.page.element(id: "unit")?["readonly"] != nil && visitor.page.element(id: "unit")?["value"] == "Unit 7")
    visitor.type("Unit 9", into: "unit")
    visitor.type("Worn out", into: "reason")
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    try visitor.verify("values-of-the-host")
    let taken = try #require(await sink.taken.first)
    #expect(
      taken.values == [
        "name": "Ada", "unit": "Unit 7", "parts": ["fuse"], "plan": "Full", "reason": "Worn out", "pin": nil, "days": 3,
        "note": "",
      ])
    #expect(taken.visitor == Self.ada)
    #expect(failures.all.isEmpty)
  }

  @Test("Reset and Start Over restore the host's values, and these values alone make no draft")
  func takenBack() async throws {
    var visitor = Visitor(try site(), as: Self.ada)
    await visitor.open("/forms/order")
    try await visitor.press("Parts Fuse")
    try visitor.set("Belt", in: "All")
    try await visitor.press("Reset")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "parts_value")?.text == "Fuse")
    await visitor.open("/")
    #expect(!visitor.page.all("a").contains { $0.text.contains("Continue") })
    await visitor.open("/forms/order")
    visitor.type("Grace", into: "name")
    try await visitor.press(beginning: "Parts")
    try visitor.set("Belt", in: "All")
    try await visitor.press("Apply")
    try await visitor.press("Start Over")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.element(id: "parts_value")?.text == "Fuse")
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "name")?["value"] == "Grace")
  }

  @Test("initial values apply to new drafts, and read-only values to all drafts, also in an open section")
  func changed() async throws {
    var visitor = Visitor(try site(), as: Self.ada)
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "More")
    #expect(visitor.page.element(id: "days")?["value"] == "3")
    visitor.context?.initialValues["order"] = ["name": "Grace"]
    visitor.context?.readOnlyValues["order"] = ["unit": "Unit 8", "days": 5]
    await visitor.open(String(visitor.path.prefix { $0 != "#" }))
    #expect(visitor.page.element(id: "days")?["value"] == "5")
    visitor.type("Soon", into: "note")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.element(id: "unit")?["value"] == "Unit 8")
    #expect(visitor.page.element(id: "reason") == nil, "a condition sees the value as well")
    try await visitor.press("Submit")
    let taken = try #require(await sink.taken.first)
    #expect(taken["unit"] == "Unit 8" && taken["days"] == 5 && taken["name"] == "Ada" && taken["note"] == "Soon")
    await visitor.open("/forms/order?draft=new")
    #expect(visitor.page.element(id: "name")?["value"] == "Grace")
  }

  @Test("a page whose session is lost continues with its values and the host's read-only values")
  func lostSession() async throws {
    let pinned = PinnedEnvironment()
    var visitor = Visitor(try site(pinned), as: Self.ada)
    await visitor.open("/forms/order")
    visitor.type("", into: "name")
    try await visitor.press("Parts Fuse")
    try visitor.set("Fuse", to: false, in: "All")
    try await visitor.press("Apply")
    pinned.advance(bySeconds: 4000)
    try await visitor.press("Submit")
    let taken = try #require(await sink.taken.first)
    #expect(taken["name"] == "" && taken["parts"] == [] && taken["unit"] == "Unit 7")
  }

  @Test("a value that the form does not accept is left out, and the log names it")
  func wrongValues() async throws {
    let wrong = VisitorContext(
      initialValues: [
        "order": ["name": "a name of more than twenty letters", "parts": ["rope"], "pin": "1234", "unti": "x"],
        "ordre": ["name": "x"],
      ],
      readOnlyValues: ["order": ["days": "three"], "ordre": ["unit": "x"]])
    var visitor = Visitor(try site(), as: wrong)
    await visitor.open("/healthz")
    #expect(failures.all.isEmpty)
    await visitor.open("/forms/order")
    #expect(visitor.status == .ok)
    #expect(visitor.page.element(id: "name")?["value"] == "")
    #expect(visitor.page.element(id: "parts_value")?.text == "Belt")
    let told = failures.all.compactMap { $0 as? VisitorValueError }
    #expect(told.map(\.cell) == [nil, "name", "parts", "pin", "unti", "days"] && told.count == failures.all.count)
    #expect(
      told.first?.description
        == "visitor: form ordre: the values are left out: no form has the id “ordre”; did you mean “order”?")
    #expect(told.dropFirst().allSatisfy { $0.form == "order" && !$0.reason.isEmpty })
    #expect("\(try #require(told.last(where: { $0.cell == "unti" })))".contains("did you mean “unit”?"))
  }

  @Test("a session belongs to one identity; other identities and visitors without one begin a new session")
  func identities() async throws {
    let site = try site()
    var visitor = Visitor(site, as: VisitorContext(identity: "ada"))
    await visitor.open("/forms/order")
    visitor.type("Secret", into: "name")
    try await visitor.press(beginning: "Parts")
    try await visitor.press("Close")
    let (page, cookie) = (String(visitor.path.prefix { $0 != "#" }), try #require(visitor.cookie))
    for other in [VisitorContext(identity: "ben"), VisitorContext(), nil] {
      visitor.context = other
      for path in ["/forms/order", page, "/forms/order/cells/parts"] {
        await visitor.open(path)
        #expect(visitor.page.element(id: "name")?["value"] != "Secret")
      }
      await visitor.open("/")
      #expect(!visitor.page.all("a").contains { $0.text.contains("Continue") })
    }
    #expect(visitor.cookie == cookie)
    // A post begins a separate session for this visitor.
    visitor.context = VisitorContext(identity: "ben")
    await visitor.open("/forms/order")
    visitor.type("Ben", into: "name")
    try await visitor.press(beginning: "Parts")
    try await visitor.press("Close")
    #expect(visitor.cookie != cookie)
    visitor.context = VisitorContext(identity: "ada")
    await visitor.open("/forms/order")
    #expect(visitor.page.element(id: "name")?["value"] == "")
    visitor.cookie = cookie
    await visitor.open("/forms/order")
    #expect(visitor.page.element(id: "name")?["value"] == "Secret")
  }

  @Test("after another visitor signs in, no page shows what the first entered or got from the host")
  func nextVisitor() async throws {
    let site = try site()
    var visitor = Visitor(
      site,
      as: VisitorContext(
        identity: "ada", initialValues: ["order": ["name": "Given-1", "days": 8]],
        readOnlyValues: ["order": ["unit": "Given-2", "plan": "Given-3"]]))
    await visitor.open("/forms/order")
    visitor.type("Entered-1", into: "name")
    try await visitor.press("Submit")
    let receipt = visitor.path
    #expect(receipt.contains("receipt="))
    await visitor.open("/forms/order?draft=new")
    try await visitor.press(beginning: "Parts")
    let picker = String(visitor.path.prefix { $0 != "#" })
    try await visitor.press("Close")
    visitor.type("Entered-2", into: "reason")
    try await visitor.press(beginning: "More")
    let section = String(visitor.path.prefix { $0 != "#" })
    let cookie = try #require(visitor.cookie)
    let given = VisitorContext(identity: "ben", initialValues: ["order": ["name": "Ben"]])
    for other in [given, VisitorContext(), nil] {
      let form = String(section.prefix { $0 != "?" })
      for path in ["/", "/forms/order", "/forms/order/cells/parts", form, picker, section, receipt] {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var request = Request(path: parts[0], query: parts.count == 2 ? parts[1] : nil, host: "test")
        request.fields[.cookie] = cookie
        let page = String(decoding: await site.respond(to: request, as: other).body, as: UTF8.self)
        #expect(!page.contains("Given-") && !page.contains("Entered-") && !page.contains("value=\"8\""), "\(path)")
      }
    }
  }

  @Test("servers that share sessions check the identity of a session")
  func sharedSessions() async throws {
    let shared = SharedSessions()
    let (one, other) = try (site(PinnedEnvironment(), shared), site(PinnedEnvironment(seed: 1), shared))
    var visitor = Visitor(one, as: VisitorContext(identity: "ada"))
    await visitor.open("/forms/order")
    visitor.type("Secret", into: "name")
    try await visitor.press(beginning: "Parts")
    try await visitor.press("Close")
    #expect(!shared.bytes.contains { String(decoding: $0, as: UTF8.self).contains("ada") })
    for identity in ["ada", "ben"] {
      var next = Visitor(other, as: VisitorContext(identity: identity))
      next.cookie = visitor.cookie
      await next.open("/forms/order")
      #expect((next.page.element(id: "name")?["value"] == "Secret") == (identity == "ada"))
    }
  }

  @Test("a program's submission contains the host's values")
  func program() async throws {
    let site = try site()
    var request = Request(method: .post, path: "/forms/order", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values": {"unit": "Unit 9"}}"#.utf8)
    #expect(await site.respond(to: request, as: Self.ada).status == .created)
    let taken = try #require(await sink.taken.first)
    #expect(taken["name"] == "Ada" && taken["unit"] == "Unit 7")
  }

  private func site(
    _ pinned: PinnedEnvironment = PinnedEnvironment(), _ sessions: SharedSessions? = nil
  ) throws -> Site {
    try Site(
      forms: [FormDefinition.decode(bytes: Array(Self.order.utf8), path: "order.json", directory: "/")],
      pages: TestSite.pages.get().0, publicDirectory: "\(TestSite.root)/Public", submissions: sink,
      remoteSessions: sessions, configuration: Site.Configuration(timeZone: .utc), environment: pinned.environment(),
      onFailure: { [failures] in failures.add($0) })
  }
}
