import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// A switch shown as a single checkbox.
@Suite("Consent")
struct ConsentTests {
  static let form = """
    { "id": "join", "title": "Join", "review": true, "sections": [{ "cells": [
      { "id": "agree", "type": "switch", "style": "checkbox", "required": true,
        "label": "I agree to the [**terms**](https://example.com/terms) & [rules](/rules)" },
      { "id": "news", "type": "switch", "style": "checkbox", "label": "Send me news" },
      { "id": "how", "type": "text", "label": "How", "visibleWhen": { "cell": "news", "equals": true } }] }] }
    """

  @Test("GR6 a consent is a single checkbox whose label has links")
  func box() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/join")
    let box = try #require(visitor.page.element(id: "agree"))
    #expect(box["type"] == "checkbox")
    #expect(box["role"] == nil)
    let name = visitor.page.name(of: box)
    #expect(name.hasPrefix("I agree to the terms (opens another site in a new tab) & rules"), "\(name)")
    let label = try #require(visitor.page.element(id: "agree_label"))
    let links = visitor.page.all("a") { visitor.page.isInside($0, label) }
    #expect(links.map { $0["href"] } == ["https://example.com/terms", "/rules"])
  }

  @Test("GR6 a required consent must be ticked; messages name it without markup, and the review shows Yes or No")
  func answers() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/join")
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "agree_error")?.text == "Error: Tick the box.")
    #expect(
      visitor.page.all("a") { $0["href"] == "#agree" }.map(\.text) == ["I agree to the terms & rules: Tick the box."])
    let name = try #require(visitor.page.element(id: "agree").map(visitor.page.name(of:)))
    try visitor.set(name)
    try await visitor.press("Continue")
    #expect(visitor.page.all("dt").map(\.text) == ["I agree to the terms & rules", "Send me news"])
    let answers = visitor.page.all("dd").map { $0.text.filter { !$0.isWhitespace } }
    #expect(answers.filter { !$0.hasPrefix("Change") } == ["Yes", "No"])
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "join").first?["values"] == ["agree": true, "news": false])
  }
}
