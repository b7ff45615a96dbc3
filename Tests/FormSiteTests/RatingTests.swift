import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Ratings without scripts.
@Suite("Ratings on the form")
struct RatingTests {
  static let form = """
    { "id": "course", "title": "Course", "review": true, "sections": [
      { "cells": [
        { "id": "overall", "type": "rating", "label": "Overall", "required": true, "style": "stars" },
        { "id": "pace", "type": "rating", "label": "Pace", "fromLabel": "Slow", "toLabel": "Fast" },
        { "id": "change", "type": "rating", "label": "Change", "from": -2, "to": 2 },
        { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "overall", "atMost": 2 } },
        { "id": "fixed", "type": "rating", "label": "Fixed", "readOnly": true, "value": 3 },
        { "id": "off", "type": "rating", "label": "Off", "disabled": true, "value": 3 }] }] }
    """

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/course")
    return (test, visitor)
  }

  private func chosen(_ visitor: Visitor, _ name: String) -> [String] {
    visitor.page.all("input") { $0["name"] == name && $0["checked"] != nil }.compactMap { $0["value"] }
  }

  @Test("RA1 a chosen number is reviewed and sent, and words describe the numbers at the ends")
  func values() async throws {
    var (test, visitor) = try await started()
    let first = try #require(visitor.page.element(id: "pace_1"))
    #expect(first["aria-describedby"].flatMap { visitor.page.element(id: $0) }?.text == "Slow")
    #expect(visitor.page.element(id: "pace_5")?["aria-describedby"] == "pace_to")
    #expect(visitor.page.element(id: "pace_3")?["aria-describedby"] == nil)
    #expect(visitor.page.element(id: "fixed")?.text == "Fixed 3 of 5")
    try visitor.set("4", in: "Overall")
    try visitor.set("-1", in: "Change")
    try await visitor.press("Continue")
    #expect(visitor.page.all("dd").contains { $0.text.hasPrefix("4 of 5") })
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "course").first?["values"])
    #expect(values == ["overall": 4, "pace": nil, "change": -1, "fixed": 3])
    #expect(visitor.page.all("dd").contains { $0.text.hasPrefix("4 of 5") })
  }

  @Test("RA3 an optional rating can be cleared; a required one cannot")
  func takenBack() async throws {
    var (test, visitor) = try await started()
    #expect(chosen(visitor, "pace") == [""])
    #expect(visitor.page.element(id: "overall_none") == nil)
    try visitor.set("5", in: "Pace")
    try visitor.set("1", in: "Overall")
    try await visitor.press("Update Overall")
    #expect(visitor.page.element(id: "why") != nil)
    #expect(chosen(visitor, "pace") == ["5"])
    try visitor.set("None", in: "Pace")
    try await visitor.press("Continue")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "course").first?["values"]?["pace"] == .null)
  }

  @Test("RA1 a missing required rating is an error")
  func missing() async throws {
    var (_, visitor) = try await started()
    try visitor.set("2", in: "Pace")
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "overall_error")?.text == "Error: Select an option.")
    let group = try #require(visitor.page.element(id: "overall"))
    #expect(group["role"] == "radiogroup" && group["aria-required"] == "true" && group["aria-invalid"] == "true")
    #expect(chosen(visitor, "pace") == ["2"])
  }

  @Test(
    "RA1 a program sends a number of the scale, or none",
    arguments: [
      ("application/x-www-form-urlencoded", "overall=4", Status.created),
      ("application/json", #"{"values":{"overall":4,"pace":null}}"#, .created),
      ("application/json", #"{"values":{"overall":4.0}}"#, .created),
      ("application/x-www-form-urlencoded", "overall=6", .unprocessableContent),
      ("application/json", #"{"values":{"overall":0}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"overall":"4"}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"overall":2.5}}"#, .unprocessableContent),
      ("application/x-www-form-urlencoded", "pace=2", .unprocessableContent),
    ])
  func program(_ type: String, _ body: String, _ status: Status) async throws {
    let test = try TestSite([Self.form])
    let response = await test.site.respond(
      to: Request(
        method: .post, path: "/forms/course", fields: [.contentType: type, .accept: "application/json"],
        body: Array(body.utf8), host: "localhost"))
    #expect(response.status == status)
    if status == .created { #expect(try test.submissions(of: "course").first?["values"]?["overall"] == 4) }
  }
}
