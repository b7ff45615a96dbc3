import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Notes without scripts (TI32 to TI36, TI52 to TI57, F7).
@Suite("Notes")
struct NoteTests {
  static let form = """
    { "id": "report", "title": "Report", "sections": [{ "cells": [
      { "id": "what", "type": "note", "label": "What", "required": true, "maxLength": 10 },
      { "id": "short", "type": "note", "label": "Short", "maxLength": 3, "overflow": "stop" },
      { "id": "rules", "type": "note", "label": "Rules", "readOnly": true, "minLines": 2, "maxLines": 4,
        "value": "1\\n2\\n3\\n4\\n5\\n6" },
      { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"] }
    ] }] }
    """

  @Test("TI32 TI34 a note is a text area of three to six lines, and is stored with LF line ends")
  func stored() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/report")
    let area = try #require(visitor.page.element(id: "what"))
    #expect(area.name == "textarea")
    #expect(area["rows"] == "3")
    #expect(area["data-min-lines"] == "3")
    #expect(area["data-max-lines"] == "6")
    visitor.type("One\n\nTwo <", into: "what")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "report").first?["values"]?["what"] == "One\n\nTwo <")
  }

  @Test(
    "F7 TI13 a text has the same character count before and after posting",
    arguments: [
      ("👩🏻‍🚀👩🏻‍🚀", 2), ("e\u{301}te\u{301}", 3), ("a\nb\nc", 5), ("\n\n", 2), ("नमस्ते", 3), ("🇩🇪🇫🇷x", 3),
    ])
  func counts(_ text: String, _ count: Int) async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/report")
    visitor.type(text, into: "what")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    let counter = try #require(visitor.page.all("p") { $0["class"] == "counter" }.first)
    #expect(counter.text.hasPrefix("\(count)/10"))
    #expect(
      visitor.page.lineText(of: try #require(visitor.page.element(id: "what"))).replacing("\r\n", with: "\n") == text)
    // Posted again unchanged, the page shows the same count.
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.all("p") { $0["class"] == "counter" }.first?.text == counter.text)
  }

  @Test("TI52 TI53 TI54 TI55 a text beyond the limit is kept, and is an error after a post until it is shortened")
  func beyond() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/report")
    #expect(visitor.page.element(id: "what")?["maxlength"] == nil)
    visitor.type("0123456789\n", into: "what")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    let area = try #require(visitor.page.element(id: "what"))
    #expect(area["aria-invalid"] == "true")
    #expect(area["aria-describedby"] == "what_error what_counter")
    #expect(visitor.page.element(id: "what_error")?.text.contains("Reduce the number of characters") == true)
    #expect(visitor.page.all("p") { $0["class"] == "counter" }.first?["data-over"] != nil)
    #expect(visitor.page.title == "Report", "nothing was sent yet: no summary, no error in the title")
    #expect(visitor.page.element(id: "_problems") == nil)

    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.title == "Error: Report")
    visitor.type("0123456789", into: "what")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "what").map { $0["aria-invalid"] == nil } == true)
  }

  @Test("TI56 TI57 C13 with overflow “stop”, input ends at the limit, and the helper says so")
  func stopped() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/report")
    #expect(visitor.page.element(id: "short")?["maxlength"] == "3")
    visitor.type("a\nb", into: "short")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "short_helper")?.text == "Character limit reached")
    #expect(visitor.page.element(id: "short")?["aria-describedby"] == "short_helper short_counter")
  }

  @Test("TI45 TI48 TI49 C20 a read-only note is a text area with all its lines, and ignores posted values")
  func readOnly() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/report")
    let area = try #require(visitor.page.element(id: "rules"))
    #expect(area["readonly"] != nil)
    #expect(area["disabled"] == nil)
    #expect(area["rows"] == "6", "more than its four lines, so that nothing scrolls inside")
    #expect(visitor.page.element(id: "rules_helper")?.text == "Read-only field")
    visitor.type("x", into: "what")
    visitor.type("forged", into: "rules")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "report").first?["values"]?["rules"] == "1\n2\n3\n4\n5\n6")
  }

  @Test("C16 LP18 a success message shows only at values that were checked and are valid")
  func success() async throws {
    let test = try TestSite([
      """
      { "id": "ok", "title": "OK", "sections": [{ "cells": [
        { "id": "name", "type": "text", "label": "Name", "helper": "As on the badge.",
          "messages": { "success": "That name is free." } },
        { "id": "note", "type": "note", "label": "Note", "required": true },
        { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["A", "B"],
          "messages": { "success": "Well chosen." } }
      ] }] }
      """
    ])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/ok")
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "Pick")
    try visitor.set("A")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "pick_success")?.text == "Correct: Well chosen.")
    #expect(visitor.page.element(id: "pick")?["aria-labelledby"] == "pick_label pick_value pick_success")
    #expect(visitor.page.element(id: "name_success") == nil, "not checked yet")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "name_success")?.text == "Correct: That name is free.")
    #expect(visitor.page.element(id: "name")?["aria-describedby"] == "name_success")
    #expect(visitor.page.element(id: "name_helper") == nil)
    #expect(visitor.page.all("p") { $0["class"] == "success" }.count == 2)
  }
}
