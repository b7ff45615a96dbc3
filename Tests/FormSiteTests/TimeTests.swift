import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Times on the form")
struct TimeTests {
  private static let form = """
    { "id": "slot", "title": "Slot", "sections": [{ "cells": [
      { "id": "from", "type": "time", "label": "From", "required": true, "minimum": "08:00", "maximum": "18:00",
        "step": 15 },
      { "id": "until", "type": "time", "label": "Until" },
      { "id": "fixed", "type": "time", "label": "Fixed", "value": "12:00", "readOnly": true },
      { "id": "off", "type": "time", "label": "Off", "value": "12:00", "disabled": true },
      { "id": "late", "type": "text", "label": "Reason", "visibleWhen": { "cell": "until", "equals": "20:00" } }
    ] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/slot")
    return (test, visitor)
  }

  @Test("FO8 a time has its bounds and its step on the page, and is stored as HH:MM or null")
  func stored() async throws {
    var (test, visitor) = try await started()
    let from = try #require(visitor.page.element(id: "from"))
    #expect([from["type"], from["min"], from["max"], from["step"]] == ["time", "08:00", "18:00", "900"])
    let until = try #require(visitor.page.element(id: "until"))
    #expect([until["type"], until["min"], until["max"], until["step"]] == ["time", nil, nil, nil])
    visitor.type("9:15 am", into: "from")
    visitor.type("23:00", into: "fixed")
    try await visitor.press("Submit")
    #expect(visitor.page.all("h1").first?.text == "Sent")
    let sent = try #require(try test.submissions(of: "slot").first?["values"])
    #expect(sent == ["from": "09:15", "until": nil, "fixed": "12:00"])
  }

  @Test(
    "an invalid time stays as typed, with a message that says how to correct it",
    arguments: [
      ("", "Enter ", "time"), ("07:45", "Enter 8:00\u{202F}AM or a later time.", "time"),
      ("18:15", "Enter 6:00\u{202F}PM or an earlier time.", "time"),
      ("09:20", "Enter 9:15\u{202F}AM or 9:30\u{202F}AM.", "time"),
      ("noon", "Enter a time like 09:30.", "text"), ("25:00", "Enter a time like 09:30.", "text"),
    ])
  func refused(_ typed: String, _ message: String, _ type: String) async throws {
    var (test, visitor) = try await started()
    visitor.type(typed, into: "from")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    let field = try #require(visitor.page.element(id: "from"))
    #expect([field["value"], field["type"], field["aria-invalid"]] == [typed, type, "true"])
    #expect(try #require(visitor.page.element(id: "from_error")).text.hasPrefix("Error: " + message))
    #expect(try test.submissions(of: "slot").isEmpty)
    visitor.type("10:00", into: "from")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "slot").count == 1)
  }

  @Test("a cell whose condition depends on a time appears")
  func condition() async throws {
    var (_, visitor) = try await started()
    visitor.type("20:00", into: "until")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "late") != nil)
    #expect(visitor.page.element(id: "until")?["value"] == "20:00")
  }
}
