import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Texts whose small letters are changed to capitals.
@Suite("Capitals")
struct CapitalsTests {
  static let form = """
    { "id": "car", "title": "Car", "sections": [{ "cells": [
      { "id": "plate", "type": "text", "label": "Plate", "capitals": true, "pattern": "[A-Z]{1,3}-[0-9]{1,4}" },
      { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "plate", "equals": "ab-1" } }] }] }
    """

  @Test("small letters become capitals before the pattern is checked, and are shown and recorded as capitals")
  func page() async throws {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/car")
    #expect(visitor.page.element(id: "plate")?["autocapitalize"] == "characters")
    visitor.type("ab-1", into: "plate")
    try await visitor.press("Update Plate")
    #expect(visitor.page.element(id: "plate")?["value"] == "AB-1")
    #expect(visitor.page.element(id: "why") != nil)
    visitor.type("b-12", into: "plate")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "car").first?["values"]?["plate"] == "B-12")
  }

  @Test(
    "small letters that a program sends are recorded as capitals",
    arguments: [
      ("application/x-www-form-urlencoded", "plate=ab-1"), ("application/json", #"{"values":{"plate":"ab-1"}}"#),
    ])
  func program(_ type: String, _ body: String) async throws {
    let test = try TestSite([Self.form])
    let response = await test.site.respond(
      to: Request(
        method: .post, path: "/forms/car", fields: [.contentType: type, .accept: "application/json"],
        body: Array(body.utf8), host: "localhost"))
    #expect(response.status == .created)
    #expect(try test.submissions(of: "car").first?["values"]?["plate"] == "AB-1")
  }
}
