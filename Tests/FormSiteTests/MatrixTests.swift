import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Matrices without scripts.
@Suite("Matrices on the form")
struct MatrixTests {
  static let form = """
    { "id": "course", "title": "Course", "review": true,
      "optionLists": { "marks": [{ "value": "1", "label": "Poor" }, { "value": "2", "label": "Good" }] }, "sections": [
      { "cells": [
        { "id": "course", "type": "matrix", "label": "The Course", "required": true, "options": { "list": "marks" },
          "rows": [{ "id": "quality", "label": "Quality" }, { "id": "other", "label": "Speed" }] },
        { "id": "extras", "type": "matrix", "label": "Extras", "options": { "list": "marks" },
          "rows": [{ "id": "food", "label": "Food" }, { "id": "from", "label": "Rooms" }], "value": { "food": "1" } },
        { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "extras", "atLeast": 2 } },
        { "id": "fixed", "type": "matrix", "label": "Fixed", "readOnly": true, "options": ["a", "b"],
          "rows": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }], "value": { "y": "a" } },
        { "id": "off", "type": "matrix", "label": "Off", "disabled": true, "options": ["a", "b"],
          "rows": [{ "id": "x", "label": "X" }] }] },
      { "title": "More", "container": "modal", "cells": [
        { "id": "inner", "type": "matrix", "label": "Inner", "options": ["a", "b"],
          "rows": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }] }] }] }
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

  @Test("MA1 each row has one answer, which is reviewed and sent")
  func values() async throws {
    var (test, visitor) = try await started()
    #expect(visitor.page.element(id: "fixed")?.text == "Fixed Y: a")
    try visitor.set("Quality, Good")
    try visitor.set("Speed, Poor")
    try visitor.set("Speed, Good")
    try await visitor.press(beginning: "More")
    try visitor.set("Y, b")
    try await visitor.press("Apply")
    #expect(visitor.page.all("button").contains { visitor.page.name(of: $0).contains("Inner: 1 of 2 answered") })
    try await visitor.press("Continue")
    #expect(visitor.page.all("dd").contains { $0.text == "Speed: Good" })
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "course").first?["values"])
    #expect(values["course"] == ["quality": "2", "other": "2"])
    #expect(values["extras"] == ["food": "1", "from": nil])
    #expect(values["fixed"] == ["x": nil, "y": "a"])
    #expect(values["off"] == nil)
    #expect(values["inner"] == ["x": nil, "y": "b"])
  }

  @Test("MA3 an error names the missing rows and links to the first of them")
  func missing() async throws {
    var (_, visitor) = try await started()
    try visitor.set("Quality, Good")
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(
      visitor.page.element(id: "course_error")?.text == "Error: Select an option in each row. Missing: Speed.")
    #expect(visitor.page.all("a").contains { $0["href"] == "#course_other" })
    #expect(visitor.page.element(id: "course_other")?["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "course_other")?["aria-describedby"] == "course_error")
    #expect(visitor.page.element(id: "course_quality")?["aria-invalid"] == nil)
    #expect(chosen(visitor, "course.quality") == ["2"])
    try visitor.set("Speed, Poor")
    try await visitor.press("Continue")
    #expect(visitor.status == .ok)
  }

  @Test("MA4 answers to optional rows can be cleared; a required matrix offers no None")
  func takenBack() async throws {
    var (test, visitor) = try await started()
    #expect(chosen(visitor, "extras.food") == ["1"])
    #expect(chosen(visitor, "extras.from") == [""])
    #expect(!visitor.page.all("input").contains { visitor.page.name(of: $0) == "Quality, None" })
    try visitor.set("Rooms, Good")
    try await visitor.press("Update Extras")
    #expect(visitor.page.element(id: "why") != nil)
    try visitor.set("Food, None")
    try visitor.set("Quality, Good")
    try visitor.set("Speed, Good")
    try await visitor.press("Continue")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "course").first?["values"]?["extras"] == ["food": nil, "from": "2"])
  }

  @Test("MA2 headers name the rows and columns, and each radio group is named by its row")
  func semantics() async throws {
    let (_, visitor) = try await started()
    func headers(_ scope: String) -> [String] {
      visitor.page.all("th") { $0["scope"] == scope }.map(\.text)
    }
    #expect(headers("col").prefix(2) == ["Poor", "Good"])
    #expect(headers("row").prefix(2) == ["Quality", "Speed"])
    let group = try #require(visitor.page.element(id: "course_quality"))
    #expect(group["role"] == "radiogroup" && group["aria-required"] == "true")
    #expect(group["aria-labelledby"] == "course_quality_label")
    #expect(visitor.page.all("input").filter { $0["name"] == "course.quality" }.count == 2)
  }

  @Test(
    "MA1 a program sends the rows as named fields or as an object",
    arguments: [
      ("application/x-www-form-urlencoded", "course.quality=2&course.other=1", Status.created),
      ("application/json", #"{"values":{"course":{"quality":"2","other":"1"}}}"#, .created),
      ("application/x-www-form-urlencoded", "course.quality=2", .unprocessableContent),
      ("application/x-www-form-urlencoded", "course.quality=2&course.other=9", .unprocessableContent),
      ("application/x-www-form-urlencoded", "course=2", .unprocessableContent),
      ("application/x-www-form-urlencoded", "course.quality=2&course.other=1&course.none=1", .unprocessableContent),
      ("application/json", #"{"values":{"course":{"quality":"2","other":null}}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"course":{"quality":"2","other":"9"}}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"course":{"quality":"2","other":"1","price":"1"}}}"#, .unprocessableContent),
      ("application/json", #"{"values":{"course":["2","1"]}}"#, .unprocessableContent),
    ])
  func program(_ type: String, _ body: String, _ status: Status) async throws {
    let test = try TestSite([Self.form])
    let response = await test.site.respond(
      to: Request(
        method: .post, path: "/forms/course", fields: [.contentType: type, .accept: "application/json"],
        body: Array(body.utf8), host: "localhost"))
    #expect(response.status == status)
    if status == .created {
      #expect(try test.submissions(of: "course").first?["values"]?["course"] == ["quality": "2", "other": "1"])
    }
  }
}
