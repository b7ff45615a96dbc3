import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Checkbox groups without scripts.
@Suite("Checkbox groups")
struct CheckboxGroupTests {
  static let form = """
    { "id": "visit", "title": "Visit", "sections": [
      { "cells": [
        { "id": "days", "type": "checkbox-group", "label": "Days", "required": true, "minimum": 2, "maximum": 3,
          "options": ["Monday", "Tuesday", { "value": "sat", "label": "Saturday" }, "Sunday"] },
        { "id": "needs", "type": "checkbox-group", "label": "Needs", "options": ["Lunch", "Parking"], "other": {} },
        { "id": "plate", "type": "text", "label": "Plate", "required": true,
          "visibleWhen": { "cell": "needs", "equals": "Parking" } },
        { "id": "fixed", "type": "checkbox-group", "label": "Fixed", "readOnly": true, "value": ["b", "a"],
          "options": ["a", "b"] },
        { "id": "gone", "type": "checkbox-group", "label": "Gone", "disabled": true, "options": ["a"] }] },
      { "title": "More", "container": "modal", "cells": [
        { "id": "inner", "type": "checkbox-group", "label": "Inner", "options": ["x", "y"] }] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/visit")
    return (test, visitor)
  }

  private func ticked(_ visitor: Visitor, _ name: String) -> [String] {
    visitor.page.all("input") { $0["name"] == name && $0["checked"] != nil }.compactMap { $0["value"] }
  }

  @Test("GR1 ticked values are sent in the order of the options, and ticks survive a drill-down")
  func values() async throws {
    var (test, visitor) = try await started()
    try visitor.set("Sunday")
    try visitor.set("Monday")
    try await visitor.press(beginning: "More")
    try visitor.set("y")
    try await visitor.press("Apply")
    #expect(ticked(visitor, "days") == ["Monday", "Sunday"])
    try visitor.set("Monday", to: false)
    try visitor.set("Saturday")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "visit").first?["values"])
    #expect(values["days"] == ["sat", "Sunday"])
    #expect(values["needs"] == [])
    #expect(values["fixed"] == ["a", "b"])
    #expect(values["gone"] == nil)
    #expect(values["inner"] == ["y"])
  }

  @Test("GR1 the last ticked box can be cleared")
  func none() async throws {
    var (test, visitor) = try await started()
    for day in ["Monday", "Tuesday"] { try visitor.set(day) }
    try visitor.set("Lunch")
    try await visitor.press(beginning: "More")
    try await visitor.press("Close")
    #expect(ticked(visitor, "needs") == ["Lunch"])
    try visitor.set("Lunch", to: false)
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "visit").first?["values"]?["needs"] == [])
  }

  @Test("GR2 too few, too many or no ticks are refused, and the ticks are kept")
  func counts() async throws {
    var (_, visitor) = try await started()
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "days_error")?.text == "Error: Select at least one option.")
    let group = try #require(visitor.page.element(id: "days"))
    #expect(group["aria-invalid"] == "true")
    #expect(group["aria-describedby"] == "days_required days_error")
    try visitor.set("Monday")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "days_error")?.text == "Error: Select at least 2; 1 selected.")
    for day in ["Tuesday", "Saturday", "Sunday"] { try visitor.set(day) }
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "days_error")?.text == "Error: Select at most 3; 4 selected.")
    #expect(ticked(visitor, "days") == ["Monday", "Tuesday", "sat", "Sunday"])
  }

  @Test("GR3 typing a text selects “Other”, and clearing its box removes the text")
  func other() async throws {
    var (test, visitor) = try await started()
    for day in ["Monday", "Tuesday"] { try visitor.set(day) }
    visitor.type("Crane", into: "needs.other")
    try await visitor.press(beginning: "More")
    try await visitor.press("Close")
    #expect(ticked(visitor, "needs") == [" "])
    #expect(visitor.page.element(id: "needs_other_text")?["value"] == "Crane")
    try visitor.set("Other", to: false)
    try visitor.set("Lunch")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "visit").first?["values"]?["needs"] == ["Lunch"])
  }

  @Test("GR3 “Other” without its text is refused")
  func emptyOther() async throws {
    var (test, visitor) = try await started()
    for day in ["Monday", "Tuesday"] { try visitor.set(day) }
    try visitor.set("Other")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "needs_error")?.text == "Error: Enter a value.")
    visitor.type("Crane", into: "needs.other")
    try visitor.set("Lunch")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "visit").first?["values"]?["needs"] == ["Lunch", ["other": "Crane"]])
  }

  @Test("GR1 a condition can test whether a value is ticked")
  func condition() async throws {
    var (_, visitor) = try await started()
    try visitor.set("Parking")
    #expect(visitor.page.element(id: "plate") == nil)
    try await visitor.press("Update Needs")
    #expect(visitor.page.element(id: "plate") != nil)
  }

  @Test("GR8 options in lists are checked, reviewed and sent like options without lists")
  func lists() async throws {
    let test = try TestSite([
      """
      { "id": "rooms", "title": "Rooms", "review": true, "sections": [{ "cells": [
        { "id": "room", "type": "radio-group", "label": "Room", "required": true, "other": {}, "lists": [
          { "title": "Ground Floor", "options": ["Lobby", "Workshop"] }, { "title": "First Floor", "options": ["Library"] }] },
        { "id": "keys", "type": "checkbox-group", "label": "Keys", "required": true, "other": {}, "lists": [
          { "title": "East", "options": ["E1", "E2"] }, { "title": "West", "options": ["W1"] }] }] }] }
      """
    ])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/rooms")
    try await visitor.press("Continue")
    #expect(visitor.page.element(id: "room_error")?.text == "Error: Select an option.")
    #expect(visitor.page.element(id: "keys_error")?.text == "Error: Select at least one option.")
    try visitor.set("Library")
    for key in ["W1", "E2"] { try visitor.set(key) }
    visitor.type("Shed", into: "keys.other")
    try await visitor.press("Continue")
    #expect(visitor.page.all("dd").map(\.text).filter { !$0.hasPrefix("Change") } == ["Library", "E2", "W1", "Shed"])
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "rooms").first?["values"])
    #expect(values["room"] == "Library")
    #expect(values["keys"] == ["E2", "W1", ["other": "Shed"]])
  }

  @Test(
    "GR1 a program sends several values as repeated fields or as an array",
    arguments: [
      ("application/x-www-form-urlencoded", "days=Sunday&days=Monday", Status.created),
      ("application/json", #"{"values":{"days":["Sunday","Monday"]}}"#, .created),
      ("application/x-www-form-urlencoded", "days=Sunday&days=Friday", .unprocessableContent),
      ("application/json", #"{"values":{"days":["Sunday","Friday"]}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"days":"Sunday"}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"days":["Sunday","Sunday"]}}"#, .unprocessableContent),
    ])
  func program(_ type: String, _ body: String, _ status: Status) async throws {
    let test = try TestSite([Self.form])
    let response = await test.site.respond(
      to: Request(
        method: .post, path: "/forms/visit", fields: [.contentType: type, .accept: "application/json"],
        body: Array(body.utf8), host: "localhost"))
    #expect(response.status == status)
    if status == .created {
      #expect(try test.submissions(of: "visit").first?["values"]?["days"] == ["Monday", "Sunday"])
    }
  }
}
