import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// The cells that FO8 adds, without scripts.
@Suite("Switch, radio group and date")
struct SwitchRadioDateTests {
  static let form = """
    { "id": "order", "title": "Order", "sections": [{ "cells": [
      { "id": "agree", "type": "switch", "label": "I Agree", "required": true },
      { "id": "gift", "type": "switch", "label": "Gift", "value": true, "onLabel": "Wrapped", "offLabel": "Plain" },
      { "id": "fixed", "type": "switch", "label": "Fixed", "value": true, "readOnly": true },
      { "id": "speed", "type": "radio-group", "label": "Speed", "options": [
        { "value": "slow", "label": "Slow", "description": "Within a week, at no cost" },
        { "value": "fast", "label": "Fast" }, { "value": "now", "label": "Now", "disabled": true }] },
      { "id": "size", "type": "radio-group", "label": "Size", "required": true, "options": ["S", "M"] },
      { "id": "kept", "type": "radio-group", "label": "Kept", "readOnly": true, "value": "x", "options": ["x", "y"] },
      { "id": "from", "type": "date", "label": "First Day", "required": true, "minimum": "today" },
      { "id": "until", "type": "date", "label": "Last Day", "maximum": "2026-12-31" },
      { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"] }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order")
    return (test, visitor)
  }

  private func filled(_ visitor: inout Visitor) throws {
    try visitor.set("I Agree")
    try visitor.set("S")
    visitor.type("2026-02-01", into: "from")
  }

  @Test("FO8 a switch is a checkbox with the role switch, and posts that it is off")
  func switches() async throws {
    var (test, visitor) = try await started()
    let box = try #require(visitor.page.element(id: "gift"))
    #expect(box["type"] == "checkbox")
    #expect(box["role"] == "switch")
    #expect(box["checked"] != nil)
    #expect(visitor.page.name(of: box) == "Gift")
    #expect(box["aria-describedby"] == "gift_state", "its own words are said besides on and off")
    #expect(visitor.page.element(id: "gift_state")?.text == "WrappedPlain", "style sheets show the one that holds")
    #expect(visitor.page.element(id: "agree_state")?["aria-hidden"] == "true")
    try filled(&visitor)
    try visitor.set("Gift", to: false)
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "gift")?["checked"] == nil, "it stays off over a drill-down")
    #expect(visitor.page.element(id: "agree")?["checked"] != nil)
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["gift"] == false)
    #expect(values["agree"] == true)
    #expect(values["fixed"] == true)
  }

  @Test("FO8 a required switch must be on")
  func requiredSwitch() async throws {
    var (test, visitor) = try await started()
    try filled(&visitor)
    try visitor.set("I Agree", to: false)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "agree")?["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "agree_error")?.text == "Error: Turn this on.")
    try visitor.set("I Agree")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "order").count == 1)
  }

  @Test("C20 read-only switches and radio groups are text with a hint, and ignore posted values")
  func readOnly() async throws {
    var (test, visitor) = try await started()
    for id in ["fixed", "kept"] {
      let shown = try #require(visitor.page.element(id: id))
      #expect(shown.name == "div")
      #expect(visitor.page.element(id: "\(id)_helper")?.text == "Read-only field")
    }
    #expect(visitor.page.element(id: "fixed")?.text == "Fixed On")
    #expect(visitor.page.element(id: "kept")?.text == "Kept x")
    try filled(&visitor)
    var body = visitor.body(with: try #require(visitor.page.buttons("Submit").first))
    body.append("fixed", "off")
    body.append("kept", "y")
    await visitor.post(body, to: "/forms/order")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["fixed"] == true)
    #expect(values["kept"] == "x")
  }

  @Test("FO8 a radio group is named by its label; a row is named by its label and described by its description")
  func radios() async throws {
    let (_, visitor) = try await started()
    let group = try #require(visitor.page.element(id: "speed"))
    #expect(group.name == "fieldset")
    #expect(group["role"] == "radiogroup")
    #expect(visitor.page.all("legend").map(\.text) == ["Speed", "Size*"])
    let slow = try #require(visitor.page.all("input") { $0["value"] == "slow" }.first)
    #expect(visitor.page.name(of: slow) == "Slow")
    #expect(slow["aria-describedby"].flatMap { visitor.page.element(id: $0) }?.text == "Within a week, at no cost ")
    #expect(visitor.page.all("input") { $0["value"] == "now" }.first?["disabled"] != nil)
    #expect(visitor.page.element(id: "size")?["aria-required"] == "true")
  }

  @Test("C21 the None row clears an optional choice; a required choice has no such row")
  func takenBack() async throws {
    var (test, visitor) = try await started()
    #expect(visitor.page.all("input") { $0["name"] == "size" && $0["value"] == "" }.isEmpty)
    try filled(&visitor)
    try visitor.set("Fast")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.all("input") { $0["name"] == "speed" && $0["checked"] != nil }.map { $0["value"] } == ["fast"])
    try visitor.set("None")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["speed"] == .null)
    #expect(values["size"] == "S")
  }

  @Test(
    "a disabled or unknown option is refused, and the error names it",
    arguments: [
      ("now", "Not available: Now. Select another option."), ("never", "No longer available: never. Select again."),
    ])
  func forgedOption(_ value: String, message: String) async throws {
    var (test, visitor) = try await started()
    try filled(&visitor)
    var body = visitor.body(with: try #require(visitor.page.buttons("Submit").first))
    body = FormData(body.pairs.filter { $0.name != "speed" })
    body.append("speed", value)
    await visitor.post(body, to: "/forms/order")
    #expect(visitor.page.element(id: "_problems")?.text.contains(message) == true)
    #expect(try test.submissions(of: "order").isEmpty)
  }

  @Test("FO8 a date is bounded by the definition and today, and stored as YYYY-MM-DD or null")
  func days() async throws {
    var (test, visitor) = try await started()
    let first = try #require(visitor.page.element(id: "from"))
    #expect(first["type"] == "date")
    #expect(first["min"] == "2026-01-31")
    #expect(visitor.page.element(id: "until")?["max"] == "2026-12-31")
    try filled(&visitor)
    visitor.type("2026-01-30", into: "from")
    visitor.type("2027-01-01", into: "until")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "from_error")?.text == "Error: Enter January 31, 2026 or a later date.")
    #expect(visitor.page.element(id: "until_error")?.text == "Error: Enter December 31, 2026 or an earlier date.")
    #expect(visitor.page.element(id: "from")?["value"] == "2026-01-30")
    visitor.type(" 2026-01-31 ", into: "from")
    visitor.type("", into: "until")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["from"] == "2026-01-31")
    #expect(values["until"] == .null)
  }

  @Test(
    "a text that is not a date stays as typed, with a message that shows the format",
    arguments: [
      ("31.13.2026", "The year has no such month. "), ("2026-02-30", "The month has no such day. "), ("tomorrow", ""),
    ])
  func noDay(_ text: String, _ reason: String) async throws {
    var (test, visitor) = try await started()
    try filled(&visitor)
    visitor.type(text, into: "from")
    try await visitor.press("Submit")
    let field = try #require(visitor.page.element(id: "from"))
    #expect(field["type"] == "text", "a date field would show nothing")
    #expect(field["value"] == text)
    #expect(visitor.page.element(id: "from_error")?.text == "Error: \(reason)Enter a date as YYYY-MM-DD.")
    #expect(try test.submissions(of: "order").isEmpty)
  }

  @Test("F9 a lost session loses neither switch nor choice nor date")
  func lostSession() async throws {
    var (test, visitor) = try await started()
    try filled(&visitor)
    try visitor.set("Gift", to: false)
    try visitor.set("Slow")
    try await visitor.press(beginning: "Pick")
    visitor = visitor.moved(to: try test.restarted([Self.form]).site)
    try await visitor.press("Close")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["agree"] == true)
    #expect(values["gift"] == false)
    #expect(values["speed"] == "slow")
    #expect(values["from"] == "2026-02-01")
  }

  @Test("F2 a switch and a choice that one tab only repeats do not undo another tab's changes")
  func twoTabs() async throws {
    var (_, first) = try await started()
    try await first.press(beginning: "Pick")
    try await first.press("Close")
    var second = first
    try first.set("Gift", to: false)
    try first.set("Fast")
    try await first.press(beginning: "Pick")
    try second.set("I Agree")
    try await second.press(beginning: "Pick")
    try await second.press("Close")
    #expect(second.page.element(id: "gift")?["checked"] == nil)
    #expect(second.page.element(id: "agree")?["checked"] != nil)
    #expect(second.page.all("input") { $0["name"] == "speed" && $0["checked"] != nil }.map { $0["value"] } == ["fast"])
  }
}
