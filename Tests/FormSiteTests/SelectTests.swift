import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// The select without scripts (SE1 to SE38, AX1 to AX12).
@Suite("Select")
struct SelectTests {
  static let form = """
    { "id": "trip", "title": "Trip", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name" },
      { "id": "city", "type": "select", "label": "City", "required": true, "helper": "Where the plant is.",
        "messages": { "required": "Select a city." },
        "options": ["Bergen", "Lyon", { "value": "p", "label": "Poznań" }, { "value": "x", "label": "Gone", "disabled": true }] },
      { "id": "pace", "type": "select", "style": "table", "label": "Pace", "options": ["Slow", "Fast"] },
      { "id": "days", "type": "select", "style": "table", "label": "Days", "selection": "multiple", "value": ["tue"],
        "options": [{ "value": "mon", "label": "Monday" }, { "value": "tue", "label": "Tuesday" },
          { "value": "wed", "label": "Wednesday" }] },
      { "id": "own", "type": "select", "label": "Own", "placeholder": "Pick one", "helper": "Replaced.",
        "helperOnError": "replace", "requiredWhen": { "cell": "name", "equals": "own" }, "options": ["A", "B"] },
      { "id": "fixed", "type": "select", "label": "Fixed", "readOnly": true, "value": "A", "options": ["A", "B"] },
      { "id": "bare", "type": "select", "label": "Bare", "readOnly": true, "options": ["A", "B"] },
      { "id": "off", "type": "select", "label": "Off", "disabled": true, "helper": "Later.", "options": ["A", "B"] },
      { "id": "who", "type": "select", "label": "Who", "source": { "file": "people.csv", "value": "id", "label": "name" } }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    return (test, visitor)
  }

  private func name(_ id: String, _ visitor: Visitor) throws -> String {
    visitor.page.name(of: try #require(visitor.page.element(id: id)))
  }

  @Test(
    "SE1 SE3 SE11 SE12 SE23 SE26 AX1 AX5 AX6 a choice returns to the select and is part of its name"
  )
  func single() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    #expect(try name("city", visitor) == "City required Where the plant is. Select an option")
    try await visitor.press(beginning: "City")
    #expect(visitor.place == "/forms/trip/cells/city")
    try await visitor.press("Lyon")
    #expect(visitor.place == "/forms/trip#city")
    #expect(try name("city", visitor) == "City required Where the plant is. Lyon")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    try await visitor.press(beginning: "City")
    #expect(visitor.page.buttons("Lyon").first?["aria-pressed"] == "true")
    try await visitor.press("Lyon")
    #expect(visitor.place == "/forms/trip#city", "the current value returns too")
    try await visitor.press(beginning: "City")
    try await visitor.press("Poznań")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["values"]?["city"] == "p")
  }

  @Test(
    "SE4 SE10 SE13 SE22 SE24 AX2 AX3 AX4 AX7 C3 C7 the view has a title, a prompt and toggle buttons"
  )
  func view() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "City")
    let page = visitor.page
    let dialog = try #require(page.element(id: "_view"))
    #expect(dialog.name == "dialog")
    #expect(page.name(of: dialog) == "City")
    let title = try #require(page.element(id: "_view_title"))
    #expect(title["autofocus"] != nil && title["tabindex"] == "-1")
    #expect(title["aria-describedby"] == "_prompt")
    #expect(page.element(id: "_prompt")?.text == "Select an option below")
    let group = try #require(page.all("div") { $0["role"] == "group" }.first)
    #expect(page.name(of: group) == "Select an option below")
    let rows = page.all("button") { $0["name"] == "_choose" }
    #expect(rows.map { page.name(of: $0) } == ["Bergen", "Lyon", "Poznań", "Gone"])
    #expect(rows.allSatisfy { $0["aria-pressed"] == "false" })
    #expect(rows.last?["disabled"] != nil)
    #expect(page.buttons("Back").count == 1)
    for name in ["Done", "Apply", "Close", "Reset", "Search", "Select All"] {
      #expect(page.buttons(name).isEmpty, "\(name)")
    }
  }

  @Test("SE13 C5 Back changes nothing and never asks")
  func back() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "Days")
    try visitor.set("Monday")
    try await visitor.press("Back")
    #expect(visitor.place == "/forms/trip#days")
    #expect(visitor.page.element(id: "days_value")?.text == "Tuesday")
    try await visitor.press(beginning: "Days")
    #expect(visitor.page.all("input") { $0["checked"] != nil }.map { $0["value"] } == ["tue"])
  }

  @Test("SE2 SE25 AX3 a multiple select has checkboxes, and Done completes the selection")
  func multiple() async throws {
    var (test, visitor) = try await started()
    try await visitor.press(beginning: "Days")
    #expect(
      visitor.page.all("input") { $0["type"] == "checkbox" }.map { visitor.page.name(of: $0) } == [
        "Monday", "Tuesday", "Wednesday",
      ])
    try visitor.set("Monday")
    try visitor.set("Tuesday", to: false)
    try visitor.set("Wednesday")
    await visitor.open("/forms/trip/cells/days")
    try visitor.set("Monday")
    try visitor.set("Wednesday")
    try visitor.set("Tuesday", to: false)
    try await visitor.press("Done")
    #expect(visitor.place == "/forms/trip#days")
    #expect(visitor.page.element(id: "days_value")?.text == "Monday, Wednesday")
    try await visitor.press(beginning: "City")
    try await visitor.press("Bergen")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["values"]?["days"] == ["mon", "wed"])
  }

  @Test("Enter on a checkbox does what Done does; if choosing commits at once, Enter stays in the view")
  func enter() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "Days")
    try visitor.set("Monday")
    try await visitor.pressEnter()
    #expect(visitor.page.element(id: "days_value")?.text == "Tuesday, Monday")
    try await visitor.press(beginning: "Pace")
    try await visitor.pressEnter()
    #expect(visitor.place == "/forms/trip/cells/pace")
  }

  @Test("C21 an optional single select offers None, a required one does not")
  func none() async throws {
    var (test, visitor) = try await started()
    try await visitor.press(beginning: "Pace")
    #expect(visitor.page.buttons("None").first?["aria-pressed"] == "true")
    try await visitor.press("Fast")
    try await visitor.press(beginning: "Pace")
    #expect(visitor.page.buttons("None").first?["aria-pressed"] == "false")
    try await visitor.press("None")
    #expect(try name("pace", visitor) == "Pace Select an option")
    try await visitor.press(beginning: "City")
    #expect(visitor.page.buttons("None").isEmpty)
    try await visitor.press("Bergen")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["values"]?["pace"] == JSONValue.null)
  }

  @Test(
    "SE15 SE16 AX9 AX10 AX11 AX12 AX15 C2 C19 an error follows the helper and ends the control's name"
  )
  func error() async throws {
    var (_, visitor) = try await started()
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    let button = try #require(visitor.page.element(id: "city"))
    #expect(button["aria-invalid"] == "true" && button["aria-errormessage"] == "city_error")
    #expect(
      visitor.page.name(of: button) == "City required Where the plant is. Select an option Error: Select a city.")
    let ids = visitor.page.elements.compactMap { $0["id"] }
    let own = ids.filter { $0.hasPrefix("city") }
    #expect(
      own == ["city", "city_label", "city_marking", "city_value", "city_helper", "city_error"], "before the next cell")
    #expect(visitor.page.all("a") { $0["href"] == "#city" }.count == 1)
  }

  @Test("C2 C10 the definition's helperOnError and placeholder are used")
  func definition() async throws {
    var (_, visitor) = try await started()
    #expect(try name("own", visitor) == "Own Replaced. Pick one")
    visitor.type("own", into: "name")
    try await visitor.press("Submit")
    #expect(try name("own", visitor) == "Own required Pick one Error: Select an option.")
  }

  @Test("C20 SE37 AX8 a read-only select is plain text, a disabled one an inactive button; posts change neither")
  func unchangeable() async throws {
    var (test, visitor) = try await started()
    #expect(visitor.page.element(id: "fixed")?.name == "div")
    #expect(visitor.page.element(id: "fixed_value")?.text == "A")
    #expect(visitor.page.element(id: "fixed_helper")?.text == "Read-only field")
    #expect(visitor.page.element(id: "bare_value")?.text == "None", "nothing invites to select")
    #expect(visitor.page.element(id: "off")?["disabled"] != nil)
    #expect(try name("off", visitor) == "Off Later. Select an option")
    for cell in ["fixed", "off"] {
      var body = FormData()
      body.append("_choose", "B")
      body.append("_draft", "")
      await visitor.post(body, to: "/forms/trip/cells/\(cell)")
      #expect(visitor.place.hasPrefix("/forms/trip"))
      await visitor.open("/forms/trip/cells/\(cell)")
      #expect(visitor.place == "/forms/trip")
    }
    await visitor.open("/forms/trip")
    try await visitor.press(beginning: "City")
    try await visitor.press("Bergen")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "trip").first?["values"])
    #expect(values["fixed"] == "A")
    #expect(values["off"] == nil)
  }

  @Test("a disabled or unknown option is not accepted, whatever is posted")
  func forged() async throws {
    for value in ["x", "Oslo"] {
      var (_, visitor) = try await started()
      try await visitor.press(beginning: "City")
      var body = visitor.body(with: try #require(visitor.page.buttons("Back").first))
      body = FormData(body.pairs.filter { $0.name != "_do" })
      body.append("_choose", value)
      await visitor.post(body, to: "/forms/trip/cells/city")
      await visitor.open("/forms/trip")
      #expect(try name("city", visitor) == "City required Where the plant is. Select an option")
    }
  }

  @Test("LP4 options from a source are shown fifty at a time, and the chosen one is first when the view reopens")
  func source() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "Who")
    #expect(visitor.page.all("button") { $0["name"] == "_choose" }.count == 51, "with None")
    try await visitor.press("Show more")
    let last = try #require(visitor.page.all("button") { $0["name"] == "_choose" }.last)
    let chosen = visitor.page.name(of: last)
    await visitor.send(last)
    #expect(try name("who", visitor) == "Who \(chosen)")
    try await visitor.press(beginning: "Who")
    let group = try #require(visitor.page.all("div") { $0["role"] == "group" }.first)
    #expect(visitor.page.name(of: group) == "Selected")
    #expect(visitor.page.buttons(chosen).first?["aria-pressed"] == "true")
  }

  @Test("F9 a session lost while the view is open loses neither ticks nor entries")
  func lostSession() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "City")
    try await visitor.press("Lyon")
    try await visitor.press(beginning: "Days")
    try visitor.set("Monday")
    visitor = visitor.moved(to: try test.restarted([Self.form]).site)
    try await visitor.press("Done")
    #expect(visitor.page.element(id: "days_value")?.text == "Tuesday, Monday")
    #expect(visitor.page.element(id: "city_value")?.text == "Lyon")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
  }
}
