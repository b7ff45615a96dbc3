import FormCellsTesting
import FormPages
import HTTPCore
import Testing

@testable import FormSite

/// Pages that a script saves while the visitor types: nothing is checked, and nothing is lost.
@Suite("Saving while typing")
struct SavedDraftTests {
  private static let note = """
    { "id": "note", "title": "Note", "sections": [{ "cells": [
      { "id": "email", "type": "text", "label": "Email", "format": "email", "required": true },
      { "id": "city", "type": "text", "label": "City", "required": true }
    ] }] }
    """

  @Test("the first save makes a draft without checking it, and the address on its page shows it again")
  func first() async throws {
    let test = try TestSite([Self.note])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/note?draft=new")
    visitor.type("not an address", into: "email")
    try await visitor.save()
    #expect(visitor.status == .ok)
    #expect(visitor.cookie != nil)
    #expect(visitor.page.notice == nil)
    #expect(visitor.page.element(id: "_problems") == nil)
    let address = try #require(visitor.page.all("form").first?["action"])
    #expect(address.hasPrefix("/forms/note?draft="))
    await visitor.open(address)
    #expect(visitor.page.element(id: "email")?["value"] == "not an address")
    visitor.type("", into: "email")
    try await visitor.save()
    await visitor.open(address)
    #expect(visitor.page.element(id: "email")?["value"] == "")
  }

  @Test("after a refused submit, a save removes corrected errors, and adds none at the cell being typed into")
  func mended() async throws {
    let test = try TestSite([Self.note])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/note")
    visitor.type("Lyon", into: "city")
    try await visitor.press("Submit")
    func wrong() -> [String] { visitor.page.all("input") { $0["aria-invalid"] == "true" }.compactMap { $0["id"] } }
    #expect(wrong() == ["email"])
    visitor.type("ada@example.com", into: "email")
    try await visitor.save()
    #expect(wrong().isEmpty)
    #expect(visitor.page.element(id: "_problems") == nil)
    #expect(!visitor.page.title.hasPrefix("Error: "))
    visitor.type("", into: "city")
    try await visitor.save(unfinished: "city")
    #expect(wrong().isEmpty, "it is not finished")
    visitor.type("", into: "city")
    try await visitor.save()
    #expect(wrong() == ["city"])
  }

  @Test("saving a page again after it was sent begins no draft")
  func afterSending() async throws {
    let test = try TestSite([Self.note])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/note")
    visitor.type("Lyon", into: "city")
    visitor.type("ada@example.com", into: "email")
    var late = visitor
    try await visitor.press("Submit")
    late.cookie = visitor.cookie
    try await late.save()
    #expect(late.status == .noContent)
    await visitor.open("/forms/note")
    #expect(visitor.page.element(id: "city")?["value"] == "")
  }

  @Test("after a restart, a save begins the draft anew without a notice")
  func afterRestart() async throws {
    let test = try TestSite([Self.note])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/note")
    visitor.type("Lyon", into: "city")
    try await visitor.save()
    visitor = visitor.moved(to: try test.restarted([Self.note]).site)
    visitor.type("Paris", into: "city")
    try await visitor.save()
    #expect(visitor.page.notice == nil)
    #expect(visitor.page.element(id: "city")?["value"] == "Paris")
  }
}
