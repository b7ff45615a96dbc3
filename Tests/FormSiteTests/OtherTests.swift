import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// A last choice with a text field, without scripts.
@Suite("A custom text, without scripts")
struct OtherTests {
  static let form = """
    { "id": "paint", "title": "Paint", "sections": [{ "cells": [
      { "id": "shell", "type": "list-picker", "label": "Shell", "required": true, "options": ["Amber", "Blue"],
        "other": { "label": "Another colour", "maxLength": 8 } },
      { "id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "options": ["Door", "Roof"],
        "other": {} },
      { "id": "gloss", "type": "list-picker", "label": "Gloss", "apply": false, "options": ["Matt", "Satin"],
        "other": {} },
      { "id": "shift", "type": "radio-group", "label": "Shift", "required": true, "options": ["Early", "Late"],
        "other": { "label": "Another time" } }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/paint")
    return (test, visitor)
  }

  private func name(_ id: String, _ visitor: Visitor) throws -> String {
    visitor.page.name(of: try #require(visitor.page.element(id: id)))
  }

  @Test("FO8 custom texts can be entered in every kind of cell, are shown, and are submitted")
  func submitted() async throws {
    var (test, visitor) = try await started()
    try await visitor.press(beginning: "Shell")
    let entry = try #require(visitor.page.element(id: "_other"))
    #expect(visitor.page.name(of: entry) == "Another colour: your own text")
    #expect(
      visitor.page.all("input") { $0["name"] == "_pick" }.map(visitor.page.name(of:)) == [
        "Amber", "Blue", "Another colour",
      ])
    visitor.type(" Teal ", into: "_other")
    try await visitor.press("Apply")
    #expect(try name("shell", visitor).hasSuffix(" Teal"))

    try await visitor.press(beginning: "Parts")
    try visitor.set("Roof")
    try visitor.set("Other")
    visitor.type("Bumper", into: "_other")
    try await visitor.press("Apply")
    #expect(try name("parts", visitor) == "Parts Roof, Bumper")
    try await visitor.press(beginning: "Parts")
    let selected = visitor.page.all("input") { $0["name"] == "_keep" }
    #expect(selected.map(visitor.page.name(of:)) == ["Roof", "Bumper"])
    try await visitor.press("Close")

    try await visitor.press(beginning: "Gloss")
    visitor.type("Velvet", into: "_other")
    try await visitor.press("Apply")
    #expect(try name("gloss", visitor) == "Gloss Velvet")

    visitor.type("Weekends", into: "shift.other")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "paint").first?["values"])
    #expect(
      values == [
        "shell": ["other": "Teal"], "parts": ["Roof", ["other": "Bumper"]], "gloss": ["other": "Velvet"],
        "shift": ["other": "Weekends"],
      ])
  }

  @Test(
    "LP14 AX9 Apply without the custom text is refused, and the view stays open", arguments: ["Shell", "Parts"])
  func refused(_ label: String) async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: label)
    try visitor.set(label == "Shell" ? "Another colour" : "Other")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.title == "Error: \(label)")
    let entry = try #require(visitor.page.element(id: "_other"))
    #expect(entry["aria-invalid"] == "true" && entry["autofocus"] != nil)
    #expect(entry["aria-errormessage"].flatMap { visitor.page.element(id: $0) }?.text == "Error: Enter a value.")
    visitor.type("Teal", into: "_other")
    try await visitor.press("Apply")
    #expect(visitor.status == .ok)
    #expect(try name(label.lowercased(), visitor).hasSuffix("Teal"))
  }

  @Test("if choosing returns at once, an empty text is refused, and Close asks about a typed one")
  func atOnce() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "Gloss")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "_o_error")?.text == "Error: Enter a value.")
    visitor.type("Velvet", into: "_other")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "_question") != nil)
    try await visitor.press("Keep Editing")
    #expect(visitor.page.element(id: "_other")?["value"] == "Velvet")
    try await visitor.press("Matt")
    #expect(try name("gloss", visitor) == "Gloss Matt")
  }

  @Test("LV7 a search keeps the custom text and its field")
  func search() async throws {
    var (_, visitor) = try await started()
    try await visitor.press(beginning: "Parts")
    visitor.type("Bumper", into: "_other")
    visitor.type("zzz", into: "_q")
    try await visitor.pressEnter()
    #expect(visitor.page.element(id: "_other")?["value"] == "Bumper")
    #expect(visitor.page.element(id: "_o")?["checked"] != nil)
    try await visitor.press("Apply")
    #expect(try name("parts", visitor) == "Parts Bumper")
  }

  @Test("FO5 a radio group shows an error about its custom text, and the error describes the text field")
  func inPlace() async throws {
    var (test, visitor) = try await started()
    try visitor.set("Another time")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "shift")?["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "shift_error")?.text == "Error: Enter a value.")
    let entry = try #require(visitor.page.element(id: "shift_other_text"))
    #expect(visitor.page.name(of: entry) == "Another time: your own text")
    #expect(entry["aria-describedby"] == "shift_error")
    #expect(visitor.page.element(id: "shift_other")?["checked"] != nil)
    try visitor.set("Late")
    try await visitor.press(beginning: "Shell")
    try visitor.set("Blue")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "paint").first?["values"]?["shift"] == "Late")
  }

  @Test("F9 a lost session loses no custom text, neither on the form nor in an open view")
  func restarted() async throws {
    var (test, visitor) = try await started()
    visitor.type("Weekends", into: "shift.other")
    try await visitor.press(beginning: "Shell")
    visitor.type("Teal", into: "_other")
    try await visitor.press("Apply")
    try await visitor.press(beginning: "Parts")
    visitor.type("Bumper", into: "_other")
    let restarted = try test.restarted([Self.form])
    visitor = visitor.moved(to: restarted.site)
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    if try restarted.submissions(of: "paint").isEmpty { try await visitor.press("Submit") }
    #expect(
      try restarted.submissions(of: "paint").first?["values"] == [
        "shell": ["other": "Teal"], "parts": [["other": "Bumper"]], "gloss": nil, "shift": ["other": "Weekends"],
      ])
  }

  @Test("a program posts a custom text as a separate field; a chosen option takes precedence")
  func program() async throws {
    var (test, visitor) = try await started()
    let body = FormData([
      .init(name: "shell.other", value: "Teal"), .init(name: "parts.other", value: "Bumper"),
      .init(name: "shift.other", value: "Weekends"),
    ])
    await visitor.post(body, to: "/forms/paint")
    #expect(
      try test.submissions(of: "paint").first?["values"] == [
        "shell": ["other": "Teal"], "parts": [["other": "Bumper"]], "gloss": nil, "shift": ["other": "Weekends"],
      ])
    await visitor.post(
      FormData([
        .init(name: "shell.other", value: "Teal"), .init(name: "shift", value: "Late"),
        .init(name: "shift.other", value: "Weekends"),
      ]), to: "/forms/paint")
    #expect(try test.submissions(of: "paint").last?["values"]?["shift"] == "Late")
  }
}
