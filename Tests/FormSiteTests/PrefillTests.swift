import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Links that open a form with values: `?with.CELL=VALUE`.
@Suite("Links with values")
struct PrefillTests {
  private static let order = """
    { "id": "order", "title": "Order", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "prefill": true, "value": "Nobody" },
      { "id": "secret", "type": "text", "label": "Secret" },
      { "id": "mail", "type": "text", "label": "Mail", "format": "email", "prefill": true },
      { "id": "day", "type": "date", "label": "Day", "prefill": true },
      { "id": "stay", "type": "date-range", "label": "Stay", "prefill": true },
      { "id": "total", "type": "currency", "label": "Total", "currency": "EUR", "prefill": true },
      { "id": "fast", "type": "switch", "label": "Fast", "prefill": true },
      { "id": "kind", "type": "list-picker", "label": "Kind", "options": ["trip", "purchase"], "prefill": true },
      { "id": "size", "type": "radio-group", "label": "Size", "options": ["S", "L"], "prefill": true,
        "other": { "label": "Other" } },
      { "id": "areas", "type": "checkbox-group", "label": "Areas", "options": ["Lobby", "Lab", "Roof"], "prefill": true },
      { "id": "view", "type": "matrix", "label": "View", "rows": [{ "id": "food", "label": "Food" },
        { "id": "room", "label": "Room" }], "options": ["Good", "Bad"], "prefill": true },
      { "id": "why", "type": "note", "label": "Why", "visibleWhen": { "cell": "kind", "equals": "trip" }, "prefill": true },
      { "id": "fixed", "type": "text", "label": "Fixed", "value": "own", "prefill": true,
        "readOnlyWhen": { "cell": "kind", "equals": "trip" } }
    ] }] }
    """

  private static let steps = """
    { "id": "steps", "title": "Steps", "review": true, "sections": [
      { "title": "One", "container": "step", "visibleWhen": { "cell": "city", "filled": false }, "cells": [
        { "id": "name", "type": "text", "label": "Name", "prefill": true }] },
      { "title": "Two", "container": "step", "cells": [
        { "id": "city", "type": "text", "label": "City", "prefill": true }] },
      { "title": "More", "container": "modal", "cells": [
        { "id": "note", "type": "text", "label": "Note", "prefill": true }] }
    ] }
    """

  private func values(_ test: TestSite, _ form: String = "order") throws -> JSONValue? {
    try test.submissions(of: form).last?["values"]
  }

  @Test("a link fills in only cells with the prefill key, reads values like a program's, and works without scripts")
  func sent() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open(
      "/forms/order?with.name=Ada+%3Cb%3E&with.secret=x&with.none=1&with.day=2026-01-31&with.stay.from=2026-02-01"
        + "&with.stay.to=2026-02-03&with.total=%E2%82%AC12.50&with.fast=true&with.kind=purchase&with.size=L&with.areas=Lab"
        + "&with.areas=Roof&with.view.food=Good")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada <b>")
    #expect(visitor.page.element(id: "secret")?["value"] == "")
    #expect(!visitor.fields.contains(.setCookie), "a GET makes no session")
    try await visitor.press("Submit")
    let sent = try #require(try values(test))
    #expect(sent["name"] == "Ada <b>")
    #expect(sent["secret"] == "")
    #expect(sent["day"] == "2026-01-31")
    #expect(sent["stay"] == ["from": "2026-02-01", "to": "2026-02-03"])
    #expect(sent["total"] == ["amount": "12.50", "currency": "EUR"])
    #expect(sent["fast"] == true)
    #expect(sent["kind"] == "purchase")
    #expect(sent["size"] == "L")
    #expect(sent["areas"] == ["Lab", "Roof"])
    #expect(sent["view"] == ["food": "Good", "room": .null])
  }

  @Test("values that a cell cannot hold are left out; other mistakes are kept and reported on submit")
  func wrong() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open(
      "/forms/order?with.size=XXL&with.areas=Lab&with.areas=Moon&with.view.food=Fine&with.fast=perhaps"
        + "&with.name=a&with.name=b&with.mail=nobody")
    #expect(visitor.page.element(id: "mail")?["value"] == "nobody")
    #expect(visitor.page.element(id: "_problems") == nil, "nothing is said before it is sent")
    #expect(visitor.page.element(id: "name")?["value"] == "Nobody", "two values are none of a cell that takes one")
    #expect(visitor.page.elements.allSatisfy { !$0.text.lowercased().contains("moon") })
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "mail")?["aria-invalid"] == "true")
    #expect(visitor.page.all("input") { $0["aria-invalid"] == "true" }.count == 1)
    visitor.type("a@example.org", into: "mail")
    try await visitor.press("Submit")
    let sent = try #require(try values(test))
    #expect(sent["size"] == .null && sent["fast"] == false)
    #expect(sent["areas"] == ["Lab"])
    #expect(sent["view"] == ["food": .null, "room": .null])
  }

  @Test(
    "an ambiguous number in a link must be changed before the form is sent",
    arguments: ["de", "pt-BR", "tr"], [#""type": "number", "decimals": 3"#, #""type": "text", "format": "decimal""#])
  func ambiguousNumber(locale: String, members: String) async throws {
    let definition = #"""
      { "id": "order", "title": "T", "locale": "\#(locale)", "submit": { "label": "Send" }, "sections": [{ "cells": [
        { "id": "n", \#(members), "label": "N", "prefill": true }, { "id": "o", "type": "text", "label": "O" }] }] }
      """#
    let test = try TestSite([definition])
    var visitor = Visitor(test.site)
    visitor.acceptLanguage = locale
    await visitor.open("/forms/order?with.n=1.234")
    #expect(visitor.page.element(id: "n")?["value"] == "1.234")
    visitor.type("changed", into: "o")
    try await visitor.press("Send")
    #expect(visitor.status == .unprocessableContent)
    #expect(try values(test) == nil)
    #expect(visitor.page.element(id: "n")?["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "n")?["value"] == "1.234")
    visitor.type("1,234", into: "n")
    try await visitor.press("Send")
    #expect(try values(test)?["n"] == (members.contains("number") ? .number("1.234") : "1.234"))
  }

  @Test("a picker shows an unknown option from a link, but the form cannot be sent with it")
  func unknownOption() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order?with.kind=Moon")
    #expect(visitor.page.element(id: "kind")?.text.contains("Moon") == true)
    #expect(visitor.page.element(id: "_problems") == nil, "nothing is said before it is sent")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "_problems")?.text.contains("Moon") == true)
    #expect(try values(test) == nil)
    try await visitor.press(beginning: "Kind")
    try visitor.set("trip")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(try values(test)?["kind"] == "trip")
  }

  @Test("in a single choice, an option takes precedence over a custom text, even an unknown option")
  func unknownOptionAndText() async throws {
    let test = try TestSite([
      """
      { "id": "order", "title": "Order", "sections": [{ "cells": [{ "id": "part", "type": "list-picker", "label": "Part",
        "options": ["Nut"], "other": { "label": "Other" }, "prefill": true }] }] }
      """
    ])
    for (part, status) in [("Nut", Status.ok), ("Moon", .unprocessableContent)] {
      var visitor = Visitor(test.site)
      await visitor.open("/forms/order?draft=new&with.part=\(part)&with.part.other=Bolt")
      let text = try #require(visitor.page.element(id: "part")?.text)
      #expect(text.contains(part) && !text.contains("Bolt"), "\(text)")
      try await visitor.press("Submit")
      #expect(visitor.status == status)
    }
  }

  @Test("if a link has no valid option, the definition's value stays")
  func defaultStays() async throws {
    let test = try TestSite([
      """
      { "id": "order", "title": "Order", "sections": [{ "cells": [{ "id": "size", "type": "radio-group", "label": "Size",
        "options": ["S", "L"], "value": "S", "prefill": true }] }] }
      """
    ])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order?with.size=XXL")
    try await visitor.press("Submit")
    #expect(try values(test)?["size"] == "S")
  }

  @Test("a hidden cell keeps a link's value until it is shown; a locked cell keeps the definition's value")
  func hidden() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order?with.why=Because&with.fixed=other")
    #expect(visitor.page.element(id: "why") == nil)
    try await visitor.press(beginning: "Kind")
    try visitor.set("trip")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "why") != nil)
    try await visitor.press("Submit")
    let sent = try #require(try values(test))
    #expect(sent["why"] == "Because")
    #expect(sent["fixed"] == "own")
    await visitor.open("/forms/order?with.kind=trip&with.fixed=other")
    try await visitor.press("Submit")
    #expect(try values(test)?["fixed"] == "own")
  }

  @Test("a link begins a new draft and leaves others as they are; a value removed on its page stays removed")
  func draft() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order")
    visitor.type("Grace", into: "name")
    try await visitor.press(beginning: "Kind")
    try await visitor.press("Close")
    let address = visitor.address
    await visitor.open("/forms/order?with.mail=a@example.org")
    #expect(visitor.page.element(id: "name")?["value"] == "Nobody")
    visitor.type("", into: "mail")
    try await visitor.press(beginning: "Kind")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "mail")?["value"] == "", "what was taken out stays out")
    #expect(!visitor.path.contains("with."), "\(visitor.path)")
    await visitor.open(address)
    #expect(visitor.page.element(id: "name")?["value"] == "Grace")
    await visitor.open(address + "&with.name=Eve")
    #expect(visitor.page.element(id: "name")?["value"] == "Grace", "an address of a draft shows the draft")
    await visitor.open("/forms/order?with.secret=x")
    #expect(visitor.page.element(id: "secret")?["value"] == "", "no cell takes a value: an ordinary link")
    #expect(visitor.page.element(id: "mail")?["value"] == "")
  }

  @Test("Start Over restores the definition's values")
  func startOver() async throws {
    let test = try TestSite([Self.order])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order?with.name=Ada&with.day=2026-01-31")
    try await visitor.press(beginning: "Kind")
    try await visitor.press("Close")
    try await visitor.press("Start Over")
    #expect(visitor.page.element(id: "name")?["value"] == "Nobody")
    #expect(visitor.page.element(id: "day")?["value"] == "")
  }

  @Test("a link fills in cells of later steps and modal sections, also if a step is skipped")
  func elsewhere() async throws {
    let test = try TestSite([Self.steps])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/steps?with.note=N&with.name=Ada")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    try await visitor.press("Continue")
    visitor.type("Paris", into: "city")
    try await visitor.press("Continue")
    try await visitor.press("Submit")
    #expect(try values(test, "steps")?["note"] == "N")
    await visitor.open("/forms/steps?step=1&with.city=Rome&with.note=a%26b")
    #expect(visitor.page.element(id: "city")?["value"] == "Rome", "\(visitor.path)")
    try await visitor.press("Continue")
    try await visitor.press("Submit")
    let sent = try #require(try values(test, "steps"))
    #expect(sent["city"] == "Rome" && sent["note"] == "a&b")
  }

  @Test(
    "a page that repeats its address is not compressed, and any query is answered",
    arguments: [
      "with.name=%FF", "with.=1", "with.name", "with.name=", "with.stay=1&with.stay.from=x", "with.total=%00",
      "with.day=+",
      "with.name=" + String(repeating: "a", count: 6000), String(repeating: "with.areas=Lab&", count: 400),
      "with.why.other=1",
    ])
  func queries(_ query: String) async throws {
    let test = try TestSite([Self.order])
    var request = Request(method: .get, path: "/forms/order", query: query, host: "test")
    request.fields.append(.acceptEncoding, "gzip")
    let response = await test.site.respond(to: request)
    #expect(response.status == .ok)
    if query.hasPrefix("with.name=a") { #expect(response.fields[.contentEncoding] == nil) }
  }
}
