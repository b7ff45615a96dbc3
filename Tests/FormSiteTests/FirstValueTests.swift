import FormCells
import FormCellsTesting
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// First values that depend on the time at which the form is opened, and bounds that move with the clock.
@Suite("First values that depend on the time")
struct FirstValueTests {
  /// - Parameter cells: the keys of `at`, a date with a time, and of `day`.
  private static func form(_ cells: (at: String, day: String), more: String = "") -> String {
    """
    { "id": "slot", "title": "Slot", "timeZone": "UTC", "sections": [
      { "cells": [
        { "id": "at", "type": "date-time", "label": "At"\(cells.at) },
        { "id": "day", "type": "date", "label": "Day"\(cells.day) },
        { "id": "name", "type": "text", "label": "Name", "required": true } ] }\(more) ] }
    """
  }

  private static let least = form(
    (#", "value": "now", "minimum": "now""#, #", "value": "today", "minimum": "today""#))
  private static let most = form(
    (
      #", "value": "now", "minimum": "now", "maximum": "2026-02-09T00:00", "step": 15"#,
      #", "value": "today+1d", "minimum": "today+1d", "maximum": "today+1d""#
    ))

  private func opened(_ form: String) async throws -> (TestSite, Visitor) {
    let test = try TestSite([form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/slot")
    return (test, visitor)
  }

  @Test("unchanged first values are sent as shown, however long the page was open", arguments: [least, most])
  func untouched(form: String) async throws {
    var (test, visitor) = try await opened(form)
    let shown = ["at", "day"].map { visitor.page.element(id: $0)?["value"] }
    #expect(shown[0]?.hasPrefix("2026-01-31T12:0") == true)
    test.pinned.advance(bySeconds: 26 * 3600)
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.status == .ok && visitor.page.all("h1").first?.text == "Sent")
    let sent = try #require(try test.submissions(of: "slot").first?["values"])
    #expect([sent["at"], sent["day"]] == shown.map { $0.map(JSONValue.string) })
  }

  @Test("an unchanged first value stays valid after a refused submit and a lost session", arguments: [true, false])
  func refusedFirst(endsSession: Bool) async throws {
    var (test, visitor) = try await opened(Self.least)
    test.pinned.advance(bySeconds: 300)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent && visitor.page.element(id: "at_error") == nil)
    #expect(visitor.page.element(id: "name_error") != nil)
    if endsSession { visitor.cookie = nil }
    test.pinned.advance(bySeconds: 300)
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "slot").first?["values"]?["at"] == "2026-01-31T12:00")
  }

  @Test("a changed time is checked against the present, and a page without a valid seal counts as new")
  func changed() async throws {
    var (test, visitor) = try await opened(Self.least)
    test.pinned.advance(bySeconds: 600)
    visitor.type("Ada", into: "name")
    visitor.type("2026-01-31T12:01", into: "at")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent && visitor.page.element(id: "at_error") != nil)
    visitor.type("2026-01-31T12:00", into: "at")
    try await visitor.press("Submit")
    #expect(visitor.page.all("h1").first?.text == "Sent")
    var forged = Visitor(test.site)
    await forged.open("/forms/slot")
    forged.type("Ada", into: "name")
    let page = forged.page
    let button = try #require(page.all("button").last { page.name(of: $0) == "Submit" })
    var body = FormData()
    for pair in forged.body(with: button).pairs { body.append(pair.name, pair.name == "_seal" ? "1.x" : pair.value) }
    test.pinned.advance(bySeconds: 600)
    await forged.post(body, to: "/forms/slot")
    #expect(forged.status == .unprocessableContent && forged.page.element(id: "at_error") != nil)
  }

  @Test("the first value of an entry is the time at which it was opened") func entries() async throws {
    let more = """
      , { "container": "repeat", "id": "calls", "item": "Call", "title": "Calls", "cells": [
        { "id": "when", "type": "date-time", "label": "When", "value": "now", "minimum": "now" } ] }
      """
    var (test, visitor) = try await opened(Self.form(("", ""), more: more))
    visitor.type("Ada", into: "name")
    test.pinned.advance(bySeconds: 600)
    try await visitor.press("Add Call")
    test.pinned.advance(bySeconds: 600)
    try await visitor.press("Apply")
    test.pinned.advance(bySeconds: 600)
    try await visitor.press("Submit")
    #expect(visitor.page.all("h1").first?.text == "Sent")
    let sent = try #require(try test.submissions(of: "slot").first?["values"])
    #expect(sent["calls"] == [["when": "2026-01-31T12:10"]])
  }
}
