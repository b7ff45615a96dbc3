import Support
import FormCells
import FormPages
import TestSupport
import Testing

/// A definition's own messages replace the built-in ones.
@Suite("Messages of a definition")
struct OwnMessageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    /// The cell's type and its other members.
    let cell: String
    let value: Value

    enum Value: Sendable {
      case text(String)
      case chosen([String])
      case other(String)
      case none
    }

    var testDescription: String { "\(key): \(cell)" }

    init(_ key: String, _ cell: String, _ value: Value) {
      self.key = key
      self.cell = cell
      self.value = value
    }
  }

  private static let picker = #""type": "list-picker", "selection": "multiple", "options": ["A", "B", "C"]"#
  private static let order = #""type": "order-picker", "criteria": [{ "id": "a", "label": "A" }]"#

  static let cases: [Case] = [
    Case("required", #""type": "text", "required": true"#, .none),
    Case("required", #""type": "switch", "required": true"#, .none),
    Case("required", picker + #", "required": true"#, .none),
    Case("invalid", #""type": "text", "pattern": "[0-9]{4}""#, .text("x")),
    Case("invalid", #""type": "text", "format": "email""#, .text("x")),
    Case("invalid", #""type": "text", "format": "integer""#, .text("x")),
    Case("invalid", #""type": "currency", "currency": "EUR""#, .text("x")),
    Case("invalid", #""type": "currency", "currency": "EUR""#, .text("1.234567")),
    Case("invalid", #""type": "date""#, .text("x")),
    Case("invalid", #""type": "password""#, .text("a\u{0}b")),
    Case(
      "invalid", #""type": "radio-group", "options": ["A", { "value": "B", "label": "B", "disabled": true }]"#,
      .chosen(["B"])),
    Case("tooShort", #""type": "password", "minLength": 4"#, .text("abc")),
    Case("tooLong", #""type": "password", "maxLength": 4"#, .text("abcde")),
    Case("tooLong", #""type": "text", "maxLength": 4"#, .text("abcde")),
    Case("tooLong", #""type": "note", "maxLength": 4"#, .text("abcde")),
    Case("tooLong", picker + #", "other": { "maxLength": 4 }"#, .other("abcde")),
    Case("tooLong", #""type": "radio-group", "options": ["A"], "other": { "maxLength": 4 }"#, .other("abcde")),
    Case("invalid", picker + #", "other": {}"#, .other("")),
    Case("tooSmall", #""type": "text", "format": "decimal", "minimum": 2"#, .text("1.5")),
    Case("tooLarge", #""type": "text", "format": "integer", "maximum": 2"#, .text("3")),
    Case("tooSmall", #""type": "currency", "currency": "EUR", "minimum": 2"#, .text("1")),
    Case("tooLarge", #""type": "currency", "currency": "EUR", "maximum": 2"#, .text("3")),
    Case("tooSmall", #""type": "date", "minimum": "today""#, .text("2026-01-30")),
    Case("tooLarge", #""type": "date", "maximum": "2026-01-31""#, .text("2026-02-01")),
    Case("invalid", #""type": "time", "step": 15"#, .text("09:20")),
    Case("tooSmall", #""type": "time", "minimum": "09:00""#, .text("08:59")),
    Case("tooLarge", #""type": "time", "maximum": "17:00""#, .text("17:01")),
    Case("invalid", #""type": "number", "step": 5"#, .text("7")),
    Case("tooSmall", #""type": "number", "minimum": 2"#, .text("1")),
    Case("tooLarge", #""type": "number", "maximum": 2"#, .text("3")),
    Case("tooFew", picker + #", "minimum": 2"#, .chosen(["A"])),
    Case("tooMany", picker + #", "maximum": 1"#, .chosen(["A", "B"])),
    Case("tooFew", order + #", "minimum": 1"#, .none),
  ]

  /// The cell's message after the form was submitted.
  private func said(_ shown: Case, _ messages: String) throws -> String? {
    let definition = """
      { "id": "own", "title": "Own", "sections": [{ "cells": [
        { "id": "cell", "label": "Cell", \(shown.cell), "messages": \(messages) }
      ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "own.json", directory: "/")
    var formState = FormState(form: form)
    switch shown.value {
    case .text(let text): formState.reduce(.enter(cell: 0, .text(text)))
    case .chosen(let values):
      let table = try #require(form.cells[0].optionSource?.current)
      formState.reduce(.enter(cell: 0, .selection(Selection(values: values, in: table))))
    case .other(let text):
      var selection = formState.values[0].selection
      selection.setOther(text)
      formState.reduce(.enter(cell: 0, .selection(selection)))
    case .none: break
    }
    formState.reduce(.submit(today: FixturePage.today))
    let request = PageRequest(viewport: .auto, today: FixturePage.today)
    let page = HTMLPage(
      try FixturePage.pages.get().page(of: formState, in: FixturePage.presentation(of: form), request))
    let text = try #require(page.element(id: "cell_error"), "nothing is wrong").text
    let summary = page.all("a") { $0["href"] == "#cell" }.map(\.text)
    let message = text.replacing("Error: ", with: "").split { " \n".contains($0) }.joined(separator: " ")
    #expect(summary == ["Cell: \(message)"])
    return message
  }

  @Test("a problem shows the definition's message for its key, and not that of another key", arguments: cases)
  func own(_ shown: Case) throws {
    #expect(try said(shown, #"{ "\#(shown.key)": "Mine." }"#) == "Mine.")
    #expect(try said(shown, #"{ "success": "Well done." }"#) != "Mine.")
  }

  @Test(
    "“invalid” is the message of every problem without its own message, except a missing value",
    arguments: cases.filter { !$0.cell.contains("switch") })
  func invalid(_ shown: Case) throws {
    #expect(try (said(shown, #"{ "invalid": "Wrong." }"#) == "Wrong.") == (shown.key != "required"))
    guard shown.key != "invalid" else { return }
    #expect(try said(shown, #"{ "invalid": "Wrong.", "\#(shown.key)": "Mine." }"#) == "Mine.")
  }

  @Test("a page gives scripts the definition's message for a text that is too long", arguments: ["text", "note"])
  func tooLong(_ type: String) throws {
    func words(_ messages: String) throws -> String? {
      let definition = """
        { "id": "own", "title": "Own", "sections": [{ "cells": [
          { "id": "cell", "label": "Cell", "type": "\(type)", "maxLength": 4, "messages": \(messages) }
        ] }] }
        """
      let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "own.json", directory: "/")
      let request = PageRequest(viewport: .auto, today: FixturePage.today)
      let page = HTMLPage(
        try FixturePage.pages.get().page(
          of: FormState(form: form), in: FixturePage.presentation(of: form), request))
      return try #require(page.all("div") { $0["data-limit"] == "4" }.first)["data-too-long"]
    }
    #expect(try words(#"{ "tooLong": "Four at most." }"#) == "Four at most.")
    #expect(try words(#"{ "invalid": "Wrong." }"#) == "Wrong.")
    #expect(try words(#"{ "required": "Mine." }"#) == nil)
  }
}
