import FormCellsTesting
import FormCells
import HTTPCore
import TestSupport
import Testing

@testable import FormSite

/// Rows of selection views (LV21 to LV26), and values whose options no longer exist.
@Suite("Rows of selection views")
struct SelectionRowTests {
  private static let form = """
    { "id": "rows", "title": "Rows", "sections": [{ "cells": [
      { "id": "who", "type": "list-picker", "label": "Who", "options": [
        { "value": "a", "label": "Ada Lovelace", "description": "Analyst", "initials": "AL", "status": "Here" },
        { "value": "b", "label": "Björn van Ångström", "description": "Buyer", "footnote": "Till May" },
        { "value": "c", "label": "Çiğdem", "description": "Chair", "image": "icon.svg" },
        { "value": "d", "label": "Dora", "description": "Dean", "image": "missing.png", "initials": "DD" },
        { "value": "e", "label": "Elif", "description": "Editor", "image": "css/site.css", "initials": "EE" }] },
      { "id": "thing", "type": "list-picker", "label": "Thing", "options": [
        { "value": "x", "label": "Box", "image": "icon.svg", "status": "Few" }, { "value": "y", "label": "Bag" }] },
      { "id": "gone", "type": "list-picker", "label": "Gone", "options": ["p", "q"] },
      { "id": "few", "type": "list-picker", "label": "Few", "selection": "multiple", "minimum": 2, "options": ["p", "q", "r"] }
    ] }] }
    """

  private func open(_ cell: String) async throws -> Visitor {
    var visitor = Visitor(try TestSite([Self.form]).site)
    await visitor.open("/forms/rows/cells/\(cell)")
    return visitor
  }

  @Test("LV25 a contact row has a decorative image or initials, its name, and its details")
  func contacts() async throws {
    let page = try await open("who").page
    let faces = page.elements.filter { $0["class"] == "avatar" }
    #expect(faces.map(\.name) == ["span", "span", "img", "span", "span"])
    #expect(faces.map(\.text) == ["AL", "BÅ", "", "DD", "EE"], "first letters where there is neither")
    #expect(faces.allSatisfy { $0["data-shape"] == "round" && ($0["aria-hidden"] == "true" || $0["alt"] == "") })
    #expect(faces[2]["src"]?.hasPrefix("/assets/icon.") == true)
    let row = try #require(page.all("input") { $0["value"] == "a" }.first)
    #expect(page.name(of: row) == "Ada Lovelace")
    #expect(row["aria-describedby"] == "_r0_details _r0_status")
    #expect(page.element(id: "_r0_details")?.text.contains("Analyst") == true)
    #expect(page.element(id: "_r0_status")?.text == "Here")
  }

  @Test("LV24 an object row may have a square image, and is described by its status")
  func objects() async throws {
    let page = try await open("thing").page
    let faces = page.elements.filter { $0["class"] == "avatar" }
    #expect(faces.count == 1)
    #expect(faces.first?["data-shape"] == "square")
    #expect(page.all("input") { $0["value"] == "x" }.first?["aria-describedby"] == "_r0_status")
    #expect(page.all("input") { $0["value"] == "y" }.first?["aria-describedby"] == nil)
  }

  @Test("a row with only a label has at most 120 bytes of markup, and the page contains no inline icons")
  func weight() async throws {
    let site = try TestSite([SampleForms.long(200)]).site
    let request = Request(method: .get, path: "/forms/long/cells/pick", query: nil, host: "test")
    let html = String(decoding: await site.respond(to: request).body, as: UTF8.self)
    let rows = html.matches(of: /(?:<li>)?<label class="row">.*?<\/label>(?:<\/li>)?/)
    #expect(rows.count > 40)
    for row in rows {
      let text = row.output.replacing(/<[^>]*>/, with: "")
      #expect(row.output.utf8.count - text.utf8.count <= 120, "\(row.output)")
    }
    #expect(!html.contains("<svg"))
  }

  @Test("a chosen option that no longer exists is shown as such, and can be replaced")
  func goneChoice() async throws {
    var visitor = Visitor(try TestSite([Self.form]).site)
    await visitor.open("/forms/rows")
    let button = try #require(visitor.page.all("button") { $0["value"] == "gone" }.first)
    var body = visitor.body(with: button)
    body = FormData(body.pairs.filter { $0.name != "gone" })
    body.append("gone", "v!old=Old%20one")
    await visitor.post(body, to: "/forms/rows/cells/gone")
    let row = try #require(visitor.page.element(id: "_m0"))
    #expect(visitor.page.name(of: row) == "Old one")
    #expect(row["checked"] != nil)
    #expect(visitor.page.element(id: "_m0_details")?.text.contains("No longer available") == true)
    try visitor.set("q")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "gone_value")?.text == "q")
  }

  @Test("LV6 LV13 if choices are applied at once, Reset is applied at once too, and can be undone")
  func resetAtOnce() async throws {
    let form = """
      { "id": "now", "title": "Now", "sections": [{ "cells": [
        { "id": "pick", "type": "list-picker", "label": "Pick", "apply": false, "value": "a", "options": ["a", "b"] }] }] }
      """
    var visitor = Visitor(try TestSite([form]).site)
    await visitor.open("/forms/now/cells/pick")
    try await visitor.press("b")
    #expect(visitor.page.element(id: "pick_value")?.text == "b")
    try await visitor.press("Pick b")
    try await visitor.press("Reset")
    #expect(visitor.place == "/forms/now#pick")
    #expect(visitor.page.element(id: "pick_value")?.text == "a")
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "pick_value")?.text == "b")
  }

  @Test("fewer values than the minimum return 422 with the view; no value at all is accepted")
  func minimum() async throws {
    var visitor = try await open("few")
    try visitor.set("p")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "_view_error")?.text.contains("Select at least 2; 1 selected.") == true)
    #expect(visitor.page.all("title").map(\.text) == ["Error: Few"])
    try visitor.set("p", to: false)
    try await visitor.press("Apply")
    #expect(visitor.place == "/forms/rows#few")
  }

  @Test("LV9 LV10 LV11 a long multiple list has a link to its first header; a short or single one has none")
  func anchor() async throws {
    var visitor = Visitor(try TestSite([SampleForms.long(20), Self.form]).site)
    await visitor.open("/forms/long/cells/pick")
    let link = try #require(visitor.page.all("a") { ($0["class"] ?? "").hasSuffix("anchor") }.first)
    #expect(link.text == "Back to top")
    #expect(visitor.page.element(id: String(try #require(link["href"]).dropFirst()))?.name == "h3")
    for cell in ["few", "who"] {
      await visitor.open("/forms/rows/cells/\(cell)")
      #expect(visitor.page.all("a") { ($0["class"] ?? "").hasSuffix("anchor") }.isEmpty)
    }
  }
}
