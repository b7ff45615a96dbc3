import FormCells
import FormCellsTesting
import Support
import TestSupport
import Testing

@testable import FormSite

/// Texts among the cells, without scripts.
@Suite("Content")
struct ContentTests {
  static let form = """
    { "id": "trip", "title": { "en": "Trip", "de": "Reise" }, "locale": "en", "review": true, "sections": [
      { "title": { "en": "Rules", "de": "Regeln" }, "container": "step", "cells": [
        { "id": "rules", "type": "content", "text": {
          "en": "Read the [**rules**](https://example.com/a?b=1&c) & <sign>.\\n\\nOr [ask](/ask).",
          "de": "Lesen Sie die [Regeln](https://example.com/de)." } },
        { "id": "abroad", "type": "switch", "label": { "en": "Abroad", "de": "Ausland" } },
        { "id": "card", "type": "content", "kind": "warning", "text": { "en": "Take your card.", "de": "Karte!" },
          "visibleWhen": { "cell": "abroad", "equals": true } },
        { "id": "more", "type": "content", "kind": "info", "details": { "en": "Why?", "de": "Warum?" },
          "text": { "en": "Because.", "de": "Darum." } }] },
      { "title": { "en": "About", "de": "Über Sie" }, "container": "step", "cells": [
        { "id": "hint", "type": "content", "text": { "en": "Almost done.", "de": "Fast fertig." } },
        { "id": "name", "type": "text", "label": { "en": "Name", "de": "Name" } }] }] }
    """

  private func page(_ languages: String = "en") async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    visitor.acceptLanguage = languages
    await visitor.open("/forms/trip")
    return (test, visitor)
  }

  @Test(
    "an escaped placeholder is shown literally, whether or not the form has answers in texts",
    arguments: [false, true])
  func wordsOfAnswers(_ hasAnswers: Bool) async throws {
    let further = hasAnswers ? #", { "id": "of", "type": "text", "label": "Of {answer:t}" }"# : ""
    var visitor = Visitor(
      try TestSite([
        """
        { "id": "words", "title": "Words", "sections": [{ "title": "Title {{answer:t}", "footer": "Footer {{answer:t}", "cells": [
          { "id": "c", "type": "content", "text": "Content **{{answer:t}**" },
          { "id": "t", "type": "text", "label": "Label {{answer:t}", "helper": "Helper {{answer:t}",
            "notes": [{ "when": { "not": { "cell": "t", "filled": true } }, "text": "Note {{answer:t}" }] }\(further)] }] }
        """
      ]).site)
    await visitor.open("/forms/words")
    let text = try #require(visitor.page.all("main") { _ in true }.first).text
    for word in ["Title", "Footer", "Content", "Label", "Helper", "Note"] {
      #expect(text.contains("\(word) {answer:t}"), "\(text)")
    }
    #expect(!text.contains("{{"))
  }

  @Test("CN1 CN2 a text has paragraphs with links and strong words, and marks links to other sites")
  func paragraphs() async throws {
    let (_, visitor) = try await page()
    let rules = try #require(visitor.page.element(id: "rules"))
    func all(_ name: String) -> [HTMLPage.Element] { visitor.page.all(name) { visitor.page.isInside($0, rules) } }
    #expect(
      all("p").map(\.text) == ["Read the rules (opens another site in a new tab) & <sign>.", "Or ask."])
    #expect(all("a").map { $0["href"] } == ["https://example.com/a?b=1&c", "/ask"])
    #expect(all("a").map { $0["rel"] } == ["noopener noreferrer", nil])
    #expect(all("a").map { $0["target"] } == ["_blank", nil])
    #expect(all("strong").map(\.text) == ["rules"])
    #expect(all("sign").isEmpty)
  }

  @Test("CN1 a text is in the visitor's language")
  func language() async throws {
    let (_, visitor) = try await page("de")
    #expect(
      visitor.page.element(id: "rules")?.text
        == "Lesen Sie die Regeln (öffnet eine andere Website in einem neuen Tab).")
    #expect(visitor.page.all("summary").map(\.text) == ["Hinweis: Warum?"])
  }

  @Test("CN3 CN4 CN5 a text names its kind, details can be folded away, and a condition shows a text")
  func kinds() async throws {
    var (_, visitor) = try await page()
    #expect(visitor.page.all("details").count == 1)
    #expect(visitor.page.all("summary").map(\.text) == ["Note: Why?"])
    #expect(visitor.page.element(id: "card") == nil)
    try visitor.set("Abroad")
    try await visitor.press("Update Abroad")
    #expect(visitor.page.element(id: "card")?.text == "Warning: Take your card.")
  }

  @Test("CN6 a content cell has no value: it is neither in the review nor in the submission")
  func values() async throws {
    var (test, visitor) = try await page()
    try await visitor.press("Continue")
    visitor.type("Ada", into: "name")
    try await visitor.press("Continue")
    #expect(visitor.page.all("dt").map(\.text) == ["Abroad", "Name"])
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "trip").first?["values"])
    #expect(values == ["abroad": false, "name": "Ada"])
  }
}
