import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// A modal section is one cell of the form; its cells open in a separate view. Without scripts.
@Suite("Modal sections")
struct ModalSectionTests {
  static let form = """
    { "id": "list", "title": "List", "sections": [
      { "cells": [{ "id": "name", "type": "text", "label": "Name", "required": true }] },
      { "container": "modal", "label": "Filter", "footer": "What the list holds.", "cells": [
        { "id": "text", "type": "text", "label": "Text", "maxLength": 5 },
        { "id": "kinds", "type": "list-picker", "label": "Kinds", "selection": "multiple", "value": ["b"],
          "options": [{ "value": "a", "label": "Alpha" }, { "value": "b", "label": "Beta" }, "Gamma"] },
        { "id": "color", "type": "select", "label": "Color", "options": ["Red", "Blue"] },
        { "id": "rush", "type": "switch", "label": "Rush" },
        { "id": "size", "type": "radio-group", "label": "Size", "options": ["Small", "Large"] },
        { "id": "day", "type": "date", "label": "Day" },
        { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "rush", "equals": true }, "requiredWhen": { "cell": "rush", "equals": true } },
        { "id": "sort", "type": "order-picker", "label": "Sort", "criteria": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }] }
      ] },
      { "container": "modal", "title": "Owner", "cells": [
        { "id": "owner", "type": "text", "label": "Owner", "required": true }, { "id": "fixed", "type": "text", "label": "Fixed", "value": "F", "readOnly": true }] }
    ] }
    """

  private func opened() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/list")
    return (test, visitor)
  }

  private func values(_ test: TestSite) throws -> JSONValue {
    try #require(try test.submissions(of: "list").last?["values"])
  }

  @Test("a section is one button, named by label, helper and summary; its dialog is named by the label")
  func drawn() async throws {
    var (_, visitor) = try await opened()
    #expect(visitor.page.element(id: "text") == nil, "its cells are on its own page")
    #expect(visitor.page.buttons("Filter What the list holds. Kinds: Beta").count == 1)
    #expect(visitor.page.buttons("Owner required Fixed: F").count == 1, "the title where there is no label")
    try await visitor.press(beginning: "Filter")
    #expect(visitor.place == "/forms/list/cells/_1", "its position: no cell's id begins with _")
    let dialog = try #require(visitor.page.element(id: "_panel"))
    #expect(visitor.page.name(of: dialog) == "Filter")
    #expect(dialog["aria-modal"] == "true")
    #expect(visitor.page.isInert(try #require(visitor.page.element(id: "name"))))
    #expect(visitor.page.element(id: "_panel_title")?["autofocus"] != nil)
  }

  @Test("entries in a section take effect with Apply, and are submitted with the form")
  func apply() async throws {
    var (test, visitor) = try await opened()
    visitor.record()
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    visitor.type("2026-02-01", into: "day")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    try visitor.verify("modal-section-applied")
    try await visitor.press("Owner required Fixed: F")
    visitor.type("Björn", into: "owner")
    try await visitor.pressEnter()
    #expect(visitor.place == "/forms/list#_2", "Enter applies")
    try await visitor.press("Submit")
    let values = try values(test)
    #expect(values["text"] == "abc" && values["day"] == "2026-02-01" && values["owner"] == "Björn")
    #expect(values["kinds"] == ["b"] && values["fixed"] == "F")
  }

  @Test("Close asks only if something changed; Discard Changes keeps what was applied, and can be undone")
  func closing() async throws {
    var (_, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    try await visitor.press("Close")
    #expect(visitor.place == "/forms/list#_1")
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    try await visitor.press("Close")
    #expect(visitor.place == "/forms/list/cells/_1")
    #expect(visitor.page.element(id: "_question_title")?.text == "Discard changes?")
    #expect(visitor.page.element(id: "_panel")?["inert"] != nil)
    try await visitor.press("Keep Editing")
    #expect(visitor.page.element(id: "text")?["value"] == "abc")
    try await visitor.press("Close")
    try await visitor.press("Discard Changes")
    #expect(visitor.page.element(id: "_1_value")?.text == "Kinds: Beta")
    try await visitor.press("Undo")
    #expect(visitor.place == "/forms/list/cells/_1")
    #expect(visitor.page.element(id: "text")?["value"] == "abc")
  }

  @Test("entries that were not applied survive a reload and Back, and the form does not show them")
  func reload() async throws {
    var (_, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    try await visitor.press("Color Select an option")
    await visitor.open("/forms/list")
    #expect(visitor.page.element(id: "_1_value")?.text == "Kinds: Beta")
    await visitor.open("/forms/list/cells/_1")
    #expect(visitor.page.element(id: "text")?["value"] == "abc")
  }

  @Test("a GET of a section's view opens nothing")
  func get() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/list/cells/_1")
    #expect(visitor.status == .ok)
    #expect(visitor.cookie == nil)
    visitor.type("abc", into: "text")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "_1_value")?.text == "Text: abc; Kinds: Beta")
  }

  @Test("selection views of a section's cells open in front of it and return to it")
  func pickers() async throws {
    var (test, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    try await visitor.press("Kinds Beta")
    #expect(visitor.place == "/forms/list/cells/kinds")
    #expect(visitor.page.all("dialog").count == 1)
    #expect(visitor.page.element(id: "text")?["value"] == "abc", "carried")
    try visitor.set("Alpha", in: "All")
    try await visitor.press("Apply")
    #expect(visitor.place == "/forms/list/cells/_1#kinds")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Beta, Alpha")
    #expect(visitor.page.notice == "Kinds: changes applied.")
    try await visitor.press("Undo")
    #expect(visitor.place == "/forms/list/cells/_1#kinds")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Beta")
    try await visitor.press("Color Select an option")
    try await visitor.press("Blue")
    #expect(visitor.place == "/forms/list/cells/_1#color")
    try await visitor.press("Kinds Beta")
    try await visitor.press("Deselect All")
    try await visitor.press("Apply")
    await visitor.open("/forms/list")
    #expect(visitor.page.element(id: "_1_value")?.text == "Kinds: Beta", "nothing is applied yet")
    await visitor.open("/forms/list/cells/_1")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "_1_value")?.text == "Text: abc; Color: Blue")
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "_1_value")?.text == "Kinds: Beta")
    #expect(try test.submissions(of: "list").isEmpty)
  }

  @Test("OP18 an order picker in a section changes the section's draft and returns to the section")
  func orderPicker() async throws {
    var (_, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    try await visitor.press("Y")
    #expect(visitor.place.hasPrefix("/forms/list/cells/_1#sort"))
    try await visitor.press("Move Y up")
    #expect(visitor.page.element(id: "text")?["value"] == "abc")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "_1_value")?.text == "Text: abc; Kinds: Beta; Sort: Y (Ascending)")
  }

  @Test("conditions in a section see its draft")
  func conditions() async throws {
    var (_, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    #expect(visitor.page.element(id: "why") == nil)
    try visitor.set("Rush")
    try await visitor.press("Color Select an option")
    try await visitor.press("Back")
    #expect(visitor.page.element(id: "why") != nil)
    await visitor.open("/forms/list")
    try await visitor.press(beginning: "Filter")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "_1_value")?.text.contains("Rush: On") == true)
  }

  @Test("Apply refuses invalid values with 422 and messages in the view, but accepts missing ones")
  func refusedApply() async throws {
    var (_, visitor) = try await opened()
    try await visitor.press(beginning: "Filter")
    visitor.type("abcdefgh", into: "text")
    try visitor.set("Rush")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.place == "/forms/list/cells/_1")
    #expect(visitor.page.title == "Error: Filter")
    #expect(visitor.page.element(id: "_problems")?["autofocus"] != nil)
    let links = visitor.page.all("a") { $0["href"] == "#text" }
    #expect(links.count == 1)
    #expect(visitor.page.element(id: "text_error")?.text.contains("5 allowed, 8 entered") == true)
    #expect(visitor.page.element(id: "why_error") == nil)
    visitor.type("abc", into: "text")
    try await visitor.press("Apply")
    #expect(visitor.place == "/forms/list#_1")
  }

  @Test("a problem in a section shows at its button and in the summary; inside, links lead to the cells")
  func problemsInside() async throws {
    var (test, visitor) = try await opened()
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "Filter")
    try visitor.set("Rush")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(
      visitor.page.all("a") { $0["href"] == "#_1" || $0["href"] == "#_2" }.map(\.text) == [
        "Why: Enter a value.", "Owner: Enter a value.",
      ])
    let button = try #require(visitor.page.element(id: "_2"))
    #expect(button["aria-invalid"] == "true" && button["aria-errormessage"] == "_2_error")
    #expect(visitor.page.name(of: button) == "Owner required Fixed: F Error: Owner: Enter a value.")
    try await visitor.press(beginning: "Owner")
    #expect(visitor.page.title == "Error: Owner")
    #expect(visitor.page.all("a") { $0["href"] == "#owner" }.count == 1)
    #expect(visitor.page.element(id: "owner_error")?.text.contains("Enter a value.") == true)
    visitor.type("Björn", into: "owner")
    try await visitor.press("Apply")
    #expect(visitor.page.all("a") { $0["href"] == "#_2" }.isEmpty)
    try await visitor.press(beginning: "Filter")
    visitor.type("late", into: "why")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(try values(test)["why"] == "late")
  }

  @Test(
    "F9 a lost session loses no entries of a section or of a picker in front of it, applied or not"
  )
  func lostSession() async throws {
    var (test, visitor) = try await opened()
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "Filter")
    visitor.type("abc", into: "text")
    try visitor.set("Rush")
    try await visitor.press("Apply")
    try await visitor.press(beginning: "Filter")
    visitor.type("xyz", into: "text")
    try await visitor.press("Kinds Beta")
    try visitor.set("Alpha", in: "All")

    test = try test.restarted([Self.form])
    visitor = visitor.moved(to: test.site)
    try await visitor.press("Apply")
    #expect(visitor.place == "/forms/list/cells/_1#kinds")
    #expect(visitor.page.element(id: "text")?["value"] == "xyz")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Beta, Alpha")
    test = try test.restarted([Self.form])
    visitor = visitor.moved(to: test.site)
    try await visitor.press("Close")
    try await visitor.press("Discard Changes")
    #expect(
      visitor.page.element(id: "_1_value")?.text == "Text: abc; Kinds: Beta; Rush: On", "both layers were on the page")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    test = try test.restarted([Self.form])
    visitor = visitor.moved(to: test.site)
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "text")?["value"] == "xyz")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Beta, Alpha")
  }

  @Test("F2 of two tabs, one in the section and one on the form, each keeps its entries")
  func twoTabs() async throws {
    var (_, first) = try await opened()
    try await first.press(beginning: "Filter")
    var second = first
    await second.open("/forms/list")
    second.type("Ada", into: "name")
    try await second.press(beginning: "Owner")
    first.type("abc", into: "text")
    try await first.press("Apply")
    #expect(first.page.element(id: "name")?["value"] == "Ada")
    second.type("Björn", into: "owner")
    try await second.press("Apply")
    #expect(second.page.element(id: "_1_value")?.text == "Text: abc; Kinds: Beta")
    #expect(second.page.element(id: "_2_value")?.text == "Owner: Björn; Fixed: F")
  }

  @Test("TI45 read-only cells in a section keep the definition's value")
  func readOnly() async throws {
    var (_, visitor) = try await opened()
    await visitor.open("/forms/list/cells/_2")
    var body = visitor.body(with: try #require(visitor.page.buttons("Apply").first))
    body = FormData(body.pairs.filter { $0.name != "fixed" && $0.name != "_2" })
    body.append("fixed", "forged")
    body.append("_2", "fixed,forged,owner,O,none,x,name,y")
    await visitor.post(body, to: "/forms/list/cells/_2")
    await visitor.open("/forms/list/cells/_2")
    #expect(visitor.page.element(id: "fixed")?["value"] == "F")
  }

  @Test(
    "addresses of sections that do not exist are answered with 404",
    arguments: ["_0", "_3", "_01", "_", "_x", "_-1", "_99999999999999999999"])
  func noSection(_ name: String) async throws {
    var (_, visitor) = try await opened()
    await visitor.open("/forms/list/cells/\(name)")
    #expect(visitor.status == .notFound)
  }

  private static let secret = """
    { "id": "secret", "title": "Secret", "sections": [
      { "cells": [{ "id": "name", "type": "text", "label": "Name" }] },
      { "container": "modal", "label": "Access", "cells": [
        { "id": "pin", "type": "password", "label": "PIN" },
        { "id": "kind", "type": "list-picker", "label": "Kind", "options": ["A", "B"] }] }
    ] }
    """

  @Test("a password in a section is on no page, can be cleared and restored, and is lost with the session")
  func password() async throws {
    var test = try TestSite([Self.secret])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/secret")
    try await visitor.press("Access Nothing entered")
    visitor.type("hunter2", into: "pin")
    try await visitor.press("Kind Select an option")
    try visitor.set("B")
    try await visitor.press("Apply")
    try await visitor.press("Clear PIN")
    #expect(visitor.place == "/forms/secret/cells/_1#pin")
    #expect(visitor.page.notice == "PIN: entry cleared.")
    try await visitor.press("Undo")
    #expect(visitor.place == "/forms/secret/cells/_1#pin")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "_1_value")?.text == "PIN; Kind: B")
    #expect(visitor.page.elements.allSatisfy { !$0.attributes.values.contains { $0.contains("hunter2") } })

    test = try test.restarted([Self.secret])
    visitor = visitor.moved(to: test.site)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.all("a") { $0["href"] == "#_1" }.count == 1)
    #expect(visitor.page.element(id: "_1_value")?.text == "Kind: B")
  }
}
