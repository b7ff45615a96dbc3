import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// The order picker without scripts (OP1 to OP18).
@Suite("Order picker")
struct OrderPickerTests {
  static let form = """
    { "id": "list", "title": "List", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name" },
      { "id": "sort", "type": "order-picker", "label": "Sort By", "required": true, "helper": "Topmost first.",
        "directionLabels": { "descending": "Falling" }, "criteria": [
          { "id": "priority", "label": "Priority", "selected": true, "direction": "descending",
            "directionLabels": { "ascending": "Low to high", "descending": "High to low" } },
          { "id": "date", "label": "Due Date" }, { "id": "status", "label": "Status" }] },
      { "id": "fixed", "type": "order-picker", "label": "Fixed", "readOnly": true, "criteria": [
          { "id": "x", "label": "X", "selected": true }, { "id": "y", "label": "Y" }] },
      { "id": "off", "type": "order-picker", "label": "Off", "disabled": true, "criteria": [
          { "id": "x", "label": "X", "selected": true }] },
      { "id": "only", "type": "order-picker", "label": "Only", "criteria": [{ "id": "x", "label": "One" }] }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/list")
    return (test, visitor)
  }

  /// The labels of the criteria's groups, which are their places: "1 of 3".
  private func places(_ page: HTMLPage) -> [String?] {
    page.all("span") { $0["role"] == "group" }.map { $0["aria-label"] }
  }

  private func rows(_ page: HTMLPage, in group: String = "sort") -> [String] {
    page.all("button") { $0["role"] == "checkbox" && $0["id"]?.hasPrefix("\(group)_") == true }
      .map { page.name(of: $0) + ($0["aria-checked"] == "true" ? "*" : "") }
  }

  private func values(_ test: TestSite) throws -> JSONValue? { try test.submissions(of: "list").first?["values"] }

  @Test("OP1 OP2 OP3 OP4 OP5 OP6 OP7 a group named by its label holds a list with a row for each criterion")
  func anatomy() async throws {
    let (_, visitor) = try await started()
    let page = visitor.page
    let group = try #require(page.element(id: "sort"))
    #expect(group["role"] == "group")
    #expect(page.name(of: group) == "Sort By")
    #expect(group["aria-describedby"] == "sort_helper")
    #expect(page.all("ol") { $0["role"] == "list" }.count == 4)
    #expect(rows(page) == ["Priority*", "Due Date", "Status"])
    for name in ["Priority", "Priority, High to low", "Move Priority down", "Move Due Date up", "Move Status up"] {
      #expect(page.buttons(name).count == 1, "\(name)")
    }
    #expect(page.buttons("Due Date, Ascending").isEmpty, "only a selected criterion has a direction")
    #expect(page.buttons("Move Priority up").first?["aria-disabled"] == "true", "the first has no place above it")
    #expect(page.buttons("Move Status down").first?["aria-disabled"] == "true")
    #expect(places(page) == ["1 of 3", "2 of 3", "3 of 3", "1 of 1"], "what moves a criterion says where it stands")
  }

  @Test("OP9 OP10 OP11 AX16 a row's three areas have separate effects, each with one POST; the order is submitted")
  func arranging() async throws {
    var (test, visitor) = try await started()
    visitor.record()
    visitor.type("Ada", into: "name")
    try await visitor.press("Due Date")
    #expect(rows(visitor.page) == ["Priority*", "Due Date*", "Status"])
    try await visitor.press("Due Date, Ascending")
    #expect(rows(visitor.page) == ["Priority*", "Due Date*", "Status"], "the direction does not select")
    #expect(visitor.page.buttons("Due Date, Falling").count == 1, "a word of the cell")
    try await visitor.press("Move Status up")
    #expect(rows(visitor.page) == ["Priority*", "Status", "Due Date*"])
    try await visitor.press("Priority")
    #expect(visitor.page.buttons("Priority, High to low").isEmpty)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada", "what was typed came along")
    try visitor.verify("order-arranged")
    try await visitor.press("Submit")
    #expect(
      try values(test)?["sort"] == [
        ["id": "priority", "selected": false, "direction": "descending"],
        ["id": "status", "selected": false, "direction": "ascending"],
        ["id": "date", "selected": true, "direction": "descending"],
      ])
  }

  @Test("OP9 when a row reaches an end, the focus stays on the pressed button, which is then inactive")
  func focusAtTheEnds() async throws {
    var (_, visitor) = try await started()
    try await visitor.press("Move Due Date up")
    #expect(visitor.place == "/forms/list#sort_date_up")
    #expect(visitor.page.element(id: "sort_date_up")?["aria-disabled"] == "true")
    try await visitor.press("Move Due Date up")
    #expect(visitor.place == "/forms/list#sort_date_up")
    #expect(rows(visitor.page) == ["Due Date", "Priority*", "Status"])
    try await visitor.press("Move Priority down")
    #expect(visitor.place == "/forms/list#sort_priority_down")
    let button = try #require(visitor.page.element(id: "only_x_up"))
    await visitor.send(button)
    #expect(visitor.place == "/forms/list#only_x_up")
  }

  @Test("OP8 OP9 a drag over several places is one POST")
  func dragging() async throws {
    var (test, visitor) = try await started()
    visitor.type("Ada", into: "name")
    var body = visitor.body(with: try #require(visitor.page.element(id: "sort_priority_down")))
    body = FormData(body.pairs.filter { $0.name != "_change" })
    body.append("_change", "sort:to-3:priority")
    await visitor.post(body, to: "/forms/list")
    #expect(visitor.place == "/forms/list#sort_priority_toggle")
    #expect(visitor.page.element(id: "sort_priority_toggle") != nil)
    #expect(rows(visitor.page) == ["Due Date", "Status", "Priority*"])
    #expect(visitor.page.element(id: "name")?["value"] == "Ada", "what was typed came along")
    try await visitor.press("Due Date")
    #expect(visitor.page.buttons("Due Date, Ascending").count == 1)
    #expect(places(visitor.page) == ["1 of 3", "2 of 3", "3 of 3", "1 of 1"])
    try await visitor.press("Submit")
    #expect(
      try values(test)?["sort"] == [
        ["id": "date", "selected": true, "direction": "ascending"],
        ["id": "status", "selected": false, "direction": "ascending"],
        ["id": "priority", "selected": true, "direction": "descending"],
      ])
  }

  @Test("OP8 without scripts there are no handles; rows that can be dragged name the script that adds them")
  func handles() async throws {
    let (_, visitor) = try await started()
    #expect(visitor.page.all("span") { $0["class"] == "handle" }.isEmpty)
    for (cell, module) in ["sort": "order", "fixed": nil, "off": nil] {
      #expect(visitor.page.element(id: cell)?["data-module"] == module)
    }
  }

  @Test("Enter in a text field submits the form and presses no row's button")
  func enter() async throws {
    var (test, visitor) = try await started()
    try await visitor.pressEnter()
    #expect(visitor.path.contains("receipt="))
    #expect(try values(test)?["sort"] != nil)
  }

  @Test("F9 a lost session keeps the order that the page showed")
  func lostSession() async throws {
    var (test, visitor) = try await started()
    try await visitor.press("Move Status up")
    try await visitor.press("Status")
    visitor = visitor.moved(to: try test.restarted([Self.form]).site)
    try await visitor.press("Status, Ascending")
    #expect(rows(visitor.page) == ["Priority*", "Status*", "Due Date"])
    #expect(visitor.page.buttons("Status, Falling").count == 1)
    #expect(visitor.page.notice?.hasPrefix("Your session ended.") == true)
  }

  @Test("C24 LP17 a required picker needs one criterion; else its group is invalid and described by the message")
  func required() async throws {
    var (test, visitor) = try await started()
    try await visitor.press("Priority")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    let group = try #require(visitor.page.element(id: "sort"))
    #expect(group["aria-invalid"] == "true")
    #expect(group["aria-describedby"] == "sort_error", "an error replaces the helper text (C2)")
    #expect(visitor.page.element(id: "sort_error")?.text == "Error: Select at least one criterion.")
    #expect(visitor.page.all("a") { $0["href"] == "#sort" }.count == 1)
    #expect(try test.submissions(of: "list").isEmpty)
    try await visitor.press("Status")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "list").count == 1)
  }

  @Test("C20 TI45 TI50 read-only and disabled order pickers are plain lists and ignore posted values")
  func unchangeable() async throws {
    var (test, visitor) = try await started()
    for cell in ["fixed", "off"] { #expect(rows(visitor.page, in: cell).isEmpty) }
    #expect(visitor.page.buttons("X, Ascending").isEmpty && visitor.page.buttons("Move Y up").isEmpty)
    #expect(visitor.page.element(id: "fixed_helper")?.text == "Read-only field")
    let submit = try #require(visitor.page.buttons("Submit").first)
    var body = visitor.body(with: submit)
    body = FormData(body.pairs.filter { $0.name != "fixed" && $0.name != "_do" })
    body.append("fixed", "y:selected:descending,x:open:ascending")
    body.append("_change", "fixed:up:y")
    await visitor.post(body, to: "/forms/list")
    #expect(visitor.place == "/forms/list#fixed")
    try await visitor.press("Submit")
    let stored = try #require(try values(test))
    #expect(
      stored["fixed"] == [
        ["id": "x", "selected": true, "direction": "ascending"],
        ["id": "y", "selected": false, "direction": "ascending"],
      ])
    #expect(stored["off"] == nil)
  }

  @Test(
    "a posted button that no page has is refused",
    arguments: [
      "", "sort", "sort:up", "sort:sideways:date", "sort:to-0:date", "sort:to-2", "sort:up:none", "name:up:date",
      "none:up:date",
    ])
  func forged(_ value: String) async throws {
    var (_, visitor) = try await started()
    var body = FormData()
    body.append("_change", value)
    await visitor.post(body, to: "/forms/list")
    #expect(visitor.status == .badRequest)
  }
}
