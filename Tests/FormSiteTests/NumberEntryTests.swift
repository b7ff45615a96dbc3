import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Numbers in simple properties, typed as the form's locale writes them (B30).
@Suite("Numbers as typed")
struct NumberEntryTests {
  static func form(_ locale: String) -> String {
    """
    { "id": "sum", "title": "Sum", "locale": "\(locale)", "sections": [{ "cells": [
      { "id": "share", "type": "text", "label": "Share", "format": "decimal", "minimum": 0, "maximum": 9999.5 },
      { "id": "count", "type": "text", "label": "Count", "format": "integer" }
    ] }] }
    """
  }

  @Test(
    "a number with the locale's separators is understood and stored as exact digits",
    arguments: [
      ("en-DE", "1 234,5", "12.345", "1234.5", "12345"),
      ("en-FR", "1\u{202F}234,50", "12\u{202F}345", "1234.5", "12345"),
      ("en-US", "1,234.5", "12,345", "1234.5", "12345"), ("en-CH", "1’234.5", "-12", "1234.5", "-12"),
    ])
  func understood(_ locale: String, _ share: String, _ count: String, _ storedShare: String, _ storedCount: String)
    async throws
  {
    let test = try TestSite([Self.form(locale)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/sum")
    visitor.type(share, into: "share")
    visitor.type(count, into: "count")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "sum").first?["values"])
    #expect(values["share"].map { DecimalNumber.of($0) } == DecimalNumber.of(.string(storedShare)))
    #expect(values["count"] == .string(storedCount))
  }

  @Test("what is not a number, and what is out of bounds, comes back as it was typed, with a message")
  func refused() async throws {
    let test = try TestSite([Self.form("en-DE")])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/sum")
    visitor.type("ein paar", into: "share")
    visitor.type("1,5", into: "count")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "share")?["value"] == "ein paar")
    #expect(visitor.page.element(id: "share")?["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "count")?["value"] == "1,5")
    #expect(visitor.page.element(id: "count")?["aria-invalid"] == "true")
    visitor.type("10.000,25", into: "share")
    visitor.type("", into: "count")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "share_error")?.text.contains("9.999,5") == true)
    visitor.type("9.999,50", into: "share")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "sum").count == 1)
  }
}

extension DecimalNumber {
  fileprivate static func of(_ value: JSONValue) -> DecimalNumber? {
    guard case .string(let text) = value else { return nil }
    return try? DecimalNumber(parsing: text)
  }
}
