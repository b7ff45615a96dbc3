import FormCellsTesting
import FormCells
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// Several drafts: which draft a page belongs to, and what happens to pages whose draft is gone.
@Suite("Drafts")
struct DraftTests {
  /// Two tabs of one visitor, both opened blank. The first one has posted, and both have its cookie.
  private func twoTabs(_ test: TestSite) async throws -> (Visitor, Visitor) {
    var first = Visitor(test.site)
    var second = Visitor(test.site)
    await first.open("/forms/trip")
    await second.open("/forms/trip")
    first.type("Lyon", into: "purpose")
    try await first.press("Class Select an option")
    try await first.press("Close")
    second.cookie = first.cookie
    second.type("Paris", into: "purpose")
    second.type("4", into: "days")
    try await second.press("Kinds required Train")
    try await second.press("Close")
    return (first, second)
  }

  @Test("two tabs opened blank are two drafts with separate values")
  func twoBlankTabs() async throws {
    let test = try TestSite([SampleForms.trip])
    var (first, second) = try await twoTabs(test)
    #expect(second.page.element(id: "purpose")?["value"] == "Paris")
    await first.open(first.address)
    #expect(first.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(first.page.element(id: "days")?["value"] == "")
    try await first.press("Submit")
    try await second.press("Submit")
    let sent = try test.submissions(of: "trip").compactMap { $0["values"]?["purpose"] }
    #expect(sent == ["Lyon", "Paris"])
  }

  @Test("F9 after a restart, both tabs continue with their pages' values, and each is notified once")
  func restart() async throws {
    let test = try TestSite([SampleForms.trip])
    var (first, second) = try await twoTabs(test)
    let restarted = try test.restarted([SampleForms.trip])
    first = first.moved(to: restarted.site)
    second = second.moved(to: restarted.site)
    try await first.press("Kinds required Train")
    #expect(first.page.notice?.hasPrefix("Your session ended.") == true)
    second.cookie = first.cookie
    try await second.press("Kinds required Train")
    #expect(second.page.notice?.hasPrefix("Your session ended.") == true)
    try await second.press("Close")
    #expect(second.page.element(id: "purpose")?["value"] == "Paris")
    await first.open(first.address)
    #expect(first.page.notice == nil, "said once")
    #expect(first.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(restarted.site.sessionFigures.count == 1)
  }

  @Test("an address without a draft shows the last changed one; ?draft=new shows a blank form and changes nothing")
  func choice() async throws {
    let test = try TestSite([SampleForms.trip])
    var (first, second) = try await twoTabs(test)
    await first.open("/forms/trip")
    #expect(first.page.element(id: "purpose")?["value"] == "Paris")
    await first.open("/forms/trip?draft=new")
    #expect(first.page.element(id: "purpose")?["value"] == "")
    #expect(first.page.all("form").first?["action"] == "/forms/trip")
    await second.open("/forms/trip")
    #expect(second.page.element(id: "purpose")?["value"] == "Paris")
  }

  @Test("after the first post, links, actions and redirects name the draft and the viewport")
  func links() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip?viewport=compact")
    #expect(visitor.page.all("form").first?["action"] == "/forms/trip?viewport=compact")
    try await visitor.press("Class Select an option")
    let name = try #require(visitor.draftName)
    #expect(visitor.path == "/forms/trip/cells/class?viewport=compact&draft=\(name)")
    #expect(visitor.page.all("form").first?["action"] == visitor.path)
    let pickers = visitor.page.all("button").compactMap { $0["formaction"] }
    #expect(pickers.contains("/forms/trip/cells/kinds?viewport=compact&draft=\(name)"))
    #expect(pickers.allSatisfy { $0.hasSuffix("?viewport=compact&draft=\(name)") })
    let token = try #require(visitor.page.all("input") { $0["name"] == "_fill" }.first?["value"])
    #expect(
      token.hasSuffix(name) && !visitor.path.contains(token.prefix(16)), "the upper half is not a part of an address")
  }

  @Test("the page of a refused submit names its draft")
  func refused() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("x", into: "days")
    try await visitor.press("Submit")
    try #require(visitor.status == .unprocessableContent)
    #expect(visitor.page.all("form").first?["action"]?.hasPrefix("/forms/trip?draft=") == true)
  }

  @Test(
    "if a draft no longer exists, a blank form says so, and no session is created",
    arguments: [
      "/forms/trip?draft=0123456789abcdef", "/forms/trip/cells/kinds?draft=0123456789abcdef", "/forms/trip?draft=x",
    ])
  func gone(_ address: String) async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    visitor.cookie = "formcells=\(String(repeating: "0", count: 32))"
    await visitor.open(address)
    #expect(visitor.status == .ok)
    #expect(
      visitor.page.element(id: "_gone")?.text.hasPrefix("Your entries are no longer on the server") == true)
    #expect(visitor.page.all("form").first?["action"] == "/forms/trip")
    #expect(test.site.sessionFigures.count == 0)
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try await visitor.press("Close")
    #expect(visitor.page.notice == nil, "a first post has nothing to say")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
  }

  @Test("the first post of a blank page shows no notice about a session, whatever cookie it has")
  func staleCookie() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    visitor.cookie = "formcells=\(String(repeating: "0", count: 32))"
    await visitor.open("/forms/trip")
    #expect(visitor.page.element(id: "_gone") == nil)
    try await visitor.press("Class Select an option")
    try await visitor.press("Close")
    #expect(visitor.page.notice == nil)
  }

  @Test("the addresses of a sent draft and of its views lead to the receipt")
  func sent() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    let view = visitor.path
    try await visitor.press("Close")
    let form = visitor.address
    try await visitor.press("Submit")
    let receipt = visitor.path
    for address in [form, view] {
      await visitor.open(address)
      #expect(visitor.path == receipt)
    }
  }

  @Test(
    "an old tab of a sent form begins a new draft with the tab's values, and says so",
    arguments: ["Submit", "Kinds required Train"])
  func oldTab(_ button: String) async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    try await visitor.press("Close")
    var old = visitor
    try await visitor.press("Submit")
    let reference = try #require(visitor.path.split(separator: "receipt=").last)
    let name = old.draftName
    old.type("Paris", into: "purpose")
    try await old.press(button)
    let aloud = stride(from: 0, to: 32, by: 4).map { reference.dropFirst($0).prefix(4) }.joined(separator: " ")
    #expect(old.page.notice == "You already sent this form (reference \(aloud)). This is a new one.")
    #expect(old.page.element(id: "purpose")?["value"] == "Paris")
    #expect(old.draftName != name)
    #expect(try test.submissions(of: "trip").count == 1)
  }

  @Test("a post with the token of another form's draft does not change that draft")
  func foreignToken() async throws {
    let test = try TestSite([SampleForms.trip, SampleForms.other])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    let trip = visitor.address
    let token = try #require(visitor.page.all("input") { $0["name"] == "_fill" }.first?["value"])
    await visitor.post(
      FormData([.init(name: "_fill", value: token), .init(name: "note", value: "x"), .init(name: "_do", value: "undo")]
      ),
      to: "/forms/other")
    #expect(visitor.page.element(id: "note")?["value"] == "x")
    await visitor.open(trip)
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
  }

  @Test("Start Over resets a draft and keeps its name; Undo restores all values, and open views")
  func startOver() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    #expect(visitor.page.buttons("Start Over").isEmpty, "there is no draft")
    try await visitor.press("Class Select an option")
    try await visitor.press("Close")
    #expect(visitor.page.buttons("Start Over").isEmpty, "nothing was entered")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Apply")
    try await visitor.press("Class Select an option")
    try visitor.set("Second")
    try await visitor.press("Search")
    let (view, name) = (visitor.address, visitor.draftName)
    // Back to the form, with the view still open.
    await visitor.open("/forms/trip")
    try await visitor.press("Start Over")
    #expect(visitor.path == "/forms/trip?draft=\(name ?? "")")
    #expect(visitor.page.notice == "The form was started over.")
    #expect(visitor.page.element(id: "purpose")?["value"] == "")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
    #expect(visitor.page.buttons("Start Over").isEmpty)
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Taxi")
    await visitor.open(view)
    #expect(visitor.page.all("input") { $0["checked"] != nil }.map { visitor.page.name(of: $0) } == ["Second"])
  }

  @Test("F9 Undo of Start Over works after a restart, because the page contains the former values")
  func startOverAndRestart() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Apply")
    try await visitor.press("Start Over")
    visitor = visitor.moved(to: try test.restarted([SampleForms.trip]).site)
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Taxi")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["values"]?["purpose"] == "Lyon")
  }

  @Test("the list of forms shows drafts with entries, the last changed one first, and creates no session")
  func index() async throws {
    let test = try TestSite([SampleForms.trip, SampleForms.other])
    var (first, second) = try await twoTabs(test)
    await first.open("/")
    #expect(
      links(first, "Continue") == [
        "Continue Trip 3 of 5 answered, saved 12:00 PM", "Continue Trip 2 of 5 answered, saved 12:00 PM",
      ])
    #expect(links(first, "Start a New One") == ["Start a New One"])
    test.pinned.advance(bySeconds: 150)
    second.type("Rome", into: "purpose")
    try await second.press("Submit")
    await second.open("/")
    #expect(links(second, "Continue") == ["Continue Trip 2 of 5 answered, saved 12:00 PM"])
    let time = second.page.all("time").first
    #expect(time?["datetime"] == "2026-01-31T12:00:00Z")
    let link = try #require(second.page.all("a") { second.page.name(of: $0).hasPrefix("Continue") }.first?["href"])
    await second.open(link)
    #expect(second.page.element(id: "purpose")?["value"] == "Lyon")
    var stranger = Visitor(test.site)
    await stranger.open("/")
    #expect(links(stranger, "Continue").isEmpty && links(stranger, "Start a New One").isEmpty)
    #expect(test.site.sessionFigures.count == 1)
  }

  @Test("a list of one form redirects to it, unless the visitor has drafts")
  func indexOfOne() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/")
    #expect(visitor.address == "/forms/trip")
    let (first, _) = try await twoTabs(test)
    visitor.cookie = first.cookie
    await visitor.open("/")
    #expect(visitor.address == "/" && links(visitor, "Continue").count == 2)
    #expect(links(visitor, "Start a New One") == ["Start a New One"])
  }

  private func links(_ visitor: Visitor, _ beginning: String) -> [String] {
    visitor.page.all("a").map { visitor.page.name(of: $0) }.filter { $0.hasPrefix(beginning) }
  }

  private static let way = """
    { "id": "way", "title": "Way", "review": true, "sections": [
      { "container": "step", "cells": [{ "id": "one", "type": "text", "label": "One" }] },
      { "container": "step", "cells": [
        { "id": "two", "type": "list-picker", "label": "Two", "options": ["a", "b"] }] },
      { "container": "step", "cells": [
        { "id": "three", "type": "text", "label": "Three", "required": true }] }] }
    """

  /// The step to which the list of forms leads the visitor back. The visitor then continues where they were.
  private func stageInList(_ visitor: Visitor) async throws -> String? {
    var reader = visitor
    await reader.open("/")
    let link = try #require(reader.page.all("a") { reader.page.name(of: $0).hasPrefix("Continue") }.first?["href"])
    await reader.open(link)
    #expect(reader.status == .ok)
    return link.firstMatch(of: /[?&]step=([a-z0-9]+)/).map { String($0.1) }
  }

  @Test("the list of forms leads to the page on which a draft was left")
  func lastPage() async throws {
    let test = try TestSite([Self.way])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/way")
    visitor.type("1", into: "one")
    try await visitor.press("Continue")
    #expect(try await stageInList(visitor) == "2")
    try await visitor.press("Two Select an option")
    try visitor.set("b")
    #expect(try await stageInList(visitor) == "2")
    try await visitor.press("Apply")
    try await visitor.press("Continue")
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(try await stageInList(visitor) == "3")
    visitor.type("3", into: "three")
    try await visitor.press("Continue")
    #expect(try await stageInList(visitor) == "review")
    try await visitor.press("Back")
    try await visitor.press("Back")
    #expect(try await stageInList(visitor) == "2")
    try await visitor.press("Start Over")
    #expect(try await stageInList(visitor) == nil)
    try await visitor.press("Undo")
    #expect(visitor.place == "/forms/way?step=2")
    #expect(try await stageInList(visitor) == "2")
  }

  @Test("LP15 a visitor whose session is lost before anything was sent is not asked to send it again")
  func sessionEndedOnTheWay() async throws {
    let test = try TestSite([Self.way])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/way")
    visitor.type("1", into: "one")
    try await visitor.press("Continue")
    visitor = visitor.moved(to: try test.restarted([Self.way]).site)
    try await visitor.press("Continue")
    #expect(visitor.page.notice == "Your session ended. Nothing was lost.")
    visitor.type("3", into: "three")
    var last = visitor.moved(to: try test.restarted([Self.way]).site)
    try await last.press("Continue")
    #expect(last.place == "/forms/way?step=review")
    #expect(last.page.notice == "Your session ended. Nothing was lost.")
  }

  @Test("the receipt links to a blank form, and existing drafts stay")
  func another() async throws {
    let test = try TestSite([SampleForms.trip])
    var (first, second) = try await twoTabs(test)
    try await second.press("Submit")
    let link = try #require(second.page.all("a") { second.page.name(of: $0) == "Start a New One" }.first?["href"])
    await second.open(link)
    #expect(second.page.element(id: "purpose")?["value"] == "")
    await first.open(first.address)
    #expect(first.page.element(id: "purpose")?["value"] == "Lyon")
  }

  @Test("each post without a page begins a separate draft, so two posts are two submissions")
  func program() async throws {
    let test = try TestSite([SampleForms.other])
    var visitor = Visitor(test.site)
    for _ in 0..<2 { await visitor.post(FormData([.init(name: "note", value: "x")]), to: "/forms/other") }
    #expect(try test.submissions(of: "other").count == 2)
  }
}

extension Visitor {
  /// The address without its fragment, as a reload requests it.
  var address: String { String(path.prefix { $0 != "#" }) }

  /// The value of `draft` in the address.
  var draftName: String? { address.firstRange(of: "draft=").map { String(address[$0.upperBound...].prefix(16)) } }
}
