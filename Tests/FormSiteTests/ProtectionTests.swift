import FormCells
import FormCellsTesting
import FormPages
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormController
@testable import FormSite

/// Forms with `"protect": true`: people can send them, robots cannot.
@Suite("Protection against robots")
struct ProtectionTests {
  static let open = """
    { "id": "open", "title": "Open", "protect": true, "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "required": true, "autocomplete": "name" },
      { "id": "mail", "type": "text", "label": "Mail", "autocomplete": "email" },
      { "id": "why", "type": "note", "label": "Why" },
      { "id": "kind", "type": "list-picker", "label": "Kind", "options": ["trip", "purchase"] },
      { "id": "city", "type": "text", "label": "City", "visibleWhen": { "cell": "kind", "equals": "trip" } }
    ] }] }
    """

  static let steps = """
    { "id": "steps", "title": "Steps", "protect": true, "review": true, "sections": [
      { "title": "One", "container": "step", "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true }] },
      { "title": "Two", "container": "step", "cells": [{ "id": "city", "type": "text", "label": "City" }] }
    ] }
    """

  private func count(_ test: TestSite, _ form: String = "open") throws -> Int { try test.submissions(of: form).count }

  private func problem(_ visitor: Visitor) -> String {
    visitor.page.element(id: "_problems") == nil ? "" : visitor.page.all("li").first?.text ?? ""
  }

  /// The button that continues or sends.
  private func primary(_ page: HTMLPage) -> HTMLPage.Element? {
    page.all("button").last { $0["class"]?.split(separator: " ").contains("primary") == true }
  }

  @Test("a form that is sent too fast keeps its entries, says what to do, and can be sent again")
  func tooFast() async throws {
    let test = try TestSite([Self.open])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/open")
    visitor.type("Ada", into: "name")
    test.pinned.advance(bySeconds: 1)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.title == "Error: Open")
    #expect(
      visitor.page.all("li").contains { $0.text == "Your answers were sent too fast. Check them and send them again." })
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(try count(test) == 0)
    test.pinned.advance(bySeconds: 1)
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    #expect(try count(test) == 1)
  }

  @Test("the time of the first page is carried to later pages and the review, with and without the session")
  func carried() async throws {
    let test = try TestSite([Self.open, Self.steps])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/open")
    visitor.type("Ada", into: "name")
    test.pinned.advance(bySeconds: 2)
    try await visitor.press(beginning: "Kind")
    try visitor.set("trip")
    try await visitor.press("Apply")
    visitor.type("Rome", into: "city")
    try await visitor.press("Submit")
    #expect(try count(test) == 1, "\(visitor.path)")
    await visitor.open("/forms/steps")
    visitor.type("Ada", into: "name")
    test.pinned.advance(bySeconds: 2)
    for button in ["Continue", "Continue"] { try await visitor.press(button) }
    visitor.cookie = nil
    try await visitor.press("Submit")
    #expect(try count(test, "steps") == 1)
  }

  @Test("a page is valid for a day, also after a restart and at another server, but not for 29 days")
  func old() async throws {
    let test = try TestSite([Self.open])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/open")
    visitor.type("Ada", into: "name")
    let restarted = try test.restarted([Self.open])
    restarted.pinned.advance(bySeconds: 86_400)
    visitor = visitor.moved(to: restarted.site)
    try await visitor.press("Submit")
    #expect(try count(restarted) == 1)

    let other = try TestSite([Self.open], attachments: AttachmentFolder(test.data + "/files"), seed: 7)
    var second = Visitor(restarted.site)
    await second.open("/forms/open")
    second.type("Grace", into: "name")
    second = second.moved(to: other.site)
    other.pinned.advance(bySeconds: 90_000)
    try await second.press("Submit")
    #expect(try count(other) == 1)

    await second.open("/forms/open")
    second.type("Edith", into: "name")
    other.pinned.advance(bySeconds: 29 * 86_400)
    try await second.press("Submit")
    #expect(second.status == .unprocessableContent)
    #expect(second.page.element(id: "name")?["value"] == "Edith")
    other.pinned.advance(bySeconds: 2)
    try await second.press("Submit")
    #expect(try count(other) == 2)
  }

  @Test("if the clock was set back after a page was made, pressing again is enough", arguments: [30, 3600])
  func clockGoneBack(seconds: Int) async throws {
    let test = try TestSite([Self.open])
    test.pinned.advance(bySeconds: 86_400)
    for keepsSession in [true, false] {
      var visitor = Visitor(test.site)
      await visitor.open("/forms/open")
      visitor.type("Ada \(keepsSession)", into: "name")
      test.pinned.advance(bySeconds: -seconds)
      if !keepsSession { visitor.cookie = nil }
      try await visitor.press("Submit")
      #expect(visitor.status == .unprocessableContent)
      test.pinned.advance(bySeconds: 2)
      try await visitor.press("Submit")
      #expect(visitor.path.contains("receipt="))
    }
    #expect(try count(test) == 2)
  }

  @Test("if a browser fills in the decoy, the form must be sent once more")
  func autofilled() async throws {
    let test = try TestSite([Self.open, Self.steps])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/open")
    let decoy = try #require(visitor.page.element(id: "_leave"))
    #expect(decoy["tabindex"] == "-1" && decoy["autocomplete"] == "off" && decoy["name"] == "_leave")
    #expect(decoy.ancestors.contains { visitor.page.elements[$0]["aria-hidden"] == "true" })
    #expect(visitor.page.all("label") { $0["for"] == "_leave" }.first?.text == "Leave this empty")
    visitor.type("Ada", into: "name")
    visitor.type("Lovelace", into: "_leave")
    test.pinned.advance(bySeconds: 9)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "_leave")?["value"] == "")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    try await visitor.press("Submit")
    #expect(try count(test) == 1)
  }

  @Test("each page has its own seal; pages of unprotected forms have none")
  func seals() async throws {
    let test = try TestSite([Self.open, SampleForms.trip])
    var seals: Set<String> = []
    for _ in 0..<3 {
      var visitor = Visitor(test.site)
      await visitor.open("/forms/open")
      let inputs = visitor.page.all("input") { $0["name"] == "_seal" }
      seals.insert(try #require(inputs.first?["value"] ?? nil))
      #expect(visitor.cookie == nil)
    }
    #expect(seals.count == 3)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    #expect(visitor.page.all("input") { ["_seal", "_leave"].contains($0["name"]) }.isEmpty)
  }

  @Test("a site without a place for the key refuses protected forms, and the error says what to add")
  func withoutKey() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.open.utf8), path: "open.json", directory: "")
    let folder = try TemporaryFolder()
    let files = try SubmissionFiles(data: folder.path)
    #expect {
      _ = try Site(
        forms: [form], pages: try TestSite.pages.get().0, publicDirectory: TestSite.root + "/Public", submissions: files
      )
    } throws: {
      "\($0)".contains("attachments: AttachmentFolder")
    }
  }

  @Test(
    "no person is refused: fast or slow, without cookies, in two tabs, over days, restarts and pickers")
  func people() async throws {
    var test = try TestSite([Self.open, Self.steps])
    var generator = SeededGenerator(seed: 11)
    var sent = ["open": 0, "steps": 0]
    var (clock, restarts) = (0, UInt32(0))
    for number in 0..<TestExtent.count(200, full: 1_000) {
      let form = number % 4 == 0 ? "steps" : "open"
      var visitor = Visitor(test.site)
      visitor.acceptLanguage = ["en", "de", "ar", "ja"].randomElement(using: &generator)
      if Bool.random(using: &generator) { await visitor.open("/") }
      await visitor.open("/forms/\(form)")
      let other = visitor
      visitor.type("Person \(number)", into: "name")
      if Int.random(in: 0..<4, using: &generator) == 0 { try await visitor.save() }
      if form == "open", Bool.random(using: &generator) {
        let picker = try #require(visitor.page.element(id: "kind"))
        await visitor.send(picker)
        await visitor.open(visitor.path)
        try visitor.set("trip")
        let apply = try #require(visitor.page.all("button") { $0["name"] == "_do" && $0["value"] == "apply" }.last)
        await visitor.send(apply)
        visitor.type("Rome", into: "city")
      }
      // From the fastest autofill to a tab that stays open for weeks.
      let seconds = [2, 3, 60, 3600, 86_400, 20 * 86_400].randomElement(using: &generator) ?? 2
      test.pinned.advance(bySeconds: seconds)
      clock += seconds
      if Int.random(in: 0..<50, using: &generator) == 0 {
        restarts += 1
        test = try test.restarted([Self.open, Self.steps], seed: restarts)
        test.pinned.advance(bySeconds: clock)
        visitor = visitor.moved(to: test.site)
      }
      if Int.random(in: 0..<10, using: &generator) == 0 { visitor.cookie = nil }
      for _ in 0..<4 where !visitor.path.contains("receipt=") {
        let next = try #require(primary(visitor.page))
        await visitor.send(next)
        #expect(visitor.status == .ok, "\(number): \(visitor.path) \(problem(visitor))")
      }
      #expect(visitor.path.contains("receipt="), "\(number)")
      sent[form, default: 0] += 1
      // Another tab, which was opened blank at the same time.
      if number % 10 == 0 {
        var tab = other.moved(to: test.site)
        tab.cookie = visitor.cookie
        tab.type("Second \(number)", into: "name")
        for _ in 0..<4 where !tab.path.contains("receipt=") {
          let next = try #require(primary(tab.page))
          await tab.send(next)
        }
        #expect(tab.path.contains("receipt="), "\(number)")
        sent[form, default: 0] += 1
      }
    }
    #expect(try count(test) == sent["open"])
    #expect(try count(test, "steps") == sent["steps"])
  }
}
