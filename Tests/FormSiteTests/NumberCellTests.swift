import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing
@testable import FormSite

@Suite("Numbers on the form")
struct NumberCellTests {
  private static func form(locale: String = "en-US") -> String {
    """
    { "id": "stock", "title": "Stock", "locale": "\(locale)", "sections": [{ "cells": [
      { "id": "count", "type": "number", "label": "Count", "required": true, "minimum": 1, "maximum": 3 },
      { "id": "weight", "type": "number", "label": "Weight", "unit": "kg", "decimals": 2, "helper": "Net" },
      { "id": "plain", "type": "number", "label": "Plain", "stepper": false },
      { "id": "fixed", "type": "number", "label": "Fixed", "value": 5, "readOnly": true },
      { "id": "off", "type": "number", "label": "Off", "value": 5, "disabled": true },
      { "id": "name", "type": "text", "label": "Name" },
      { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "count", "equals": 3 } }
    ] }] }
    """
  }

  private func started(locale: String = "en-US") async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form(locale: locale)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/stock")
    return (test, visitor)
  }

  private func isResting(_ name: String, _ visitor: Visitor) -> Bool? {
    visitor.page.all("button") { visitor.page.name(of: $0) == name }.first.map { $0["aria-disabled"] != nil }
  }

  @Test("FO8 without scripts, the buttons count up and down, keep other entries, and are inactive at the bounds")
  func stepped() async throws {
    var (test, visitor) = try await started()
    #expect(isResting("Decrease Count", visitor) == false)
    visitor.type("Ada", into: "name")
    visitor.type("1", into: "count")
    try await visitor.press("Increase Count")
    #expect(visitor.place == "/forms/stock#count_increase")
    #expect(visitor.page.element(id: "count")?["value"] == "2")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.element(id: "why") == nil)
    try await visitor.press("Increase Count")
    // The focus stays on this button. On the other one, a key that is held down would undo the step.
    #expect(visitor.place == "/forms/stock#count_increase")
    #expect(visitor.page.element(id: "count")?["value"] == "3")
    #expect(isResting("Increase Count", visitor) == true)
    #expect(visitor.page.element(id: "why") != nil)
    try await visitor.press("Increase Count")
    #expect(visitor.page.element(id: "count")?["value"] == "3")
    try await visitor.press("Decrease Count")
    try await visitor.press("Decrease Count")
    #expect(isResting("Decrease Count", visitor) == true)
    try await visitor.press("Submit")
    let sent = try #require(try test.submissions(of: "stock").first?["values"])
    #expect(sent == ["count": 1, "weight": nil, "plain": nil, "fixed": 5, "name": "Ada"])
  }

  @Test("a number has the locale's format and its unit as description, and is stored with its decimals")
  func localized() async throws {
    var (test, visitor) = try await started(locale: "en-DE")
    let field = try #require(visitor.page.element(id: "weight"))
    #expect(field["aria-describedby"] == "weight_helper weight_state")
    #expect(visitor.page.element(id: "weight_state")?.text == "kg")
    visitor.type("2", into: "count")
    visitor.type("1.250,50", into: "weight")
    try await visitor.press("Increase Weight")
    #expect(visitor.page.element(id: "weight")?["value"] == "1251,50")
    try await visitor.press("Submit")
    let sent = try #require(try test.submissions(of: "stock").first?["values"])
    #expect(sent["weight"] == .number("1251.50"))
    #expect(sent["count"] == 2)
  }

  @Test(
    "an invalid number stays as typed, with a message that says how to correct it",
    arguments: [
      ("count", "", "Enter a number."), ("count", "a few", "Enter a whole number like 1."),
      ("count", "4", "Enter 3 or less."), ("count", "0", "Enter 1 or more."),
      ("count", "1.5", "Enter a whole number like 1."), ("weight", "1.505", "This can mean 1,505 or 1.505."),
      ("weight", "1.5055", "Enter at most 2 decimal places."), ("weight", "kg", "Enter a number like 12.5."),
      ("plain", "1234567890123456", "Enter a number of at most 15 digits."),
    ])
  func refused(_ id: String, _ typed: String, _ message: String) async throws {
    var (test, visitor) = try await started()
    visitor.type("1", into: "count")
    visitor.type(typed, into: id)
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: id)?["value"] == typed)
    #expect(try #require(visitor.page.element(id: "\(id)_error")).text.hasPrefix("Error: " + message))
    #expect(try test.submissions(of: "stock").isEmpty)
  }

  @Test("a text that is not a number stays unchanged when a stepper button is pressed")
  func nonsense() async throws {
    var (_, visitor) = try await started()
    visitor.type("a few", into: "weight")
    try await visitor.press("Increase Weight")
    #expect(visitor.page.element(id: "weight")?["value"] == "a few")
    #expect(isResting("Increase Weight", visitor) == true)
    #expect(visitor.place == "/forms/stock#weight")
  }

  @Test(
    "a cell without a stepper, or one that cannot be changed, has no buttons", arguments: ["Plain", "Fixed", "Off"])
  func noButtons(_ label: String) async throws {
    let (_, visitor) = try await started()
    #expect(isResting("Increase \(label)", visitor) == nil)
  }

  @Test(
    "a posted button that no page has is refused",
    arguments: ["count", "count:", "count:double", "plain:increase", "none:increase", "name:increase"])
  func forged(_ value: String) async throws {
    var (_, visitor) = try await started()
    var body = FormData()
    body.append("_change", value)
    await visitor.post(body, to: "/forms/stock")
    #expect(visitor.status == .badRequest)
  }
}

/// Numbers in simple properties, typed as the form's locale writes them (B30).
@Suite("Typed numbers")
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

  @Test("invalid and out-of-bounds numbers stay as typed, with a message")
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
