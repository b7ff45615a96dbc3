import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Amounts of money")
struct CurrencyTests {
  static func form(_ currency: String = "USD", locale: String = "en-US", _ members: String = "") -> String {
    """
    { "id": "pay", "title": "Pay", "locale": "\(locale)", "sections": [{ "cells": [
      { "id": "amount", "type": "currency", "label": "Amount", "currency": "\(currency)"\(members) },
      { "id": "for", "type": "text", "label": "For" },
      { "id": "kind", "type": "list-picker", "label": "Kind", "options": ["A", "B"] }
    ] }] }
    """
  }

  private func amount(_ test: TestSite) throws -> JSONValue? {
    try test.submissions(of: "pay").last?["values"]?["amount"]
  }

  @Test("TI27 the label names the currency, and so does the field's accessible name")
  func label() async throws {
    var visitor = Visitor(try TestSite([Self.form("CHF")]).site)
    await visitor.open("/forms/pay")
    let field = try #require(visitor.page.element(id: "amount"))
    #expect(visitor.page.name(of: field) == "Amount (CHF)")
    #expect(field["type"] == "text")
    #expect(field["inputmode"] == nil, "a minus may be needed")
  }

  @Test("B30 a non-negative amount gets a keyboard of digits", arguments: [("USD", "decimal"), ("JPY", "numeric")])
  func keyboard(_ currency: String, _ mode: String) async throws {
    var visitor = Visitor(try TestSite([Self.form(currency, ", \"minimum\": 0")]).site)
    await visitor.open("/forms/pay")
    #expect(visitor.page.element(id: "amount")?["inputmode"] == mode)
  }

  @Test(
    "TI28 F11 an amount in either notation is shown in the locale's format, kept unchanged and stored exactly",
    arguments: [
      ("USD", "en-US", "1234.5", "$1,234.50", "1234.50"), ("USD", "en-US", "1.234,56", "$1,234.56", "1234.56"),
      ("EUR", "en-DE", "1234,5", "1.234,50\u{A0}€", "1234.50"),
      ("EUR", "en-DE", "1,234.56", "1.234,56\u{A0}€", "1234.56"),
      ("JPY", "en-US", "¥1,234", "¥1,234", "1234"), ("KWD", "en-US", "1.5", "KWD\u{A0}1.500", "1.500"),
      ("INR", "en-IN", "123456.7", "₹1,23,456.70", "123456.70"), ("USD", "en-FR", "0,30", "0,30\u{A0}US$", "0.30"),
      ("EUR", "en-FR", "12 345,6", "12\u{202F}345,60\u{A0}€", "12345.60"), ("USD", "en-US", "-5", "-$5.00", "-5.00"),
      ("EUR", "ar-EG", "١٢٣٤٫٥", "\u{200F}١٬٢٣٤٫٥٠\u{A0}€", "1234.50"),
    ])
  func roundTrip(_ currency: String, _ locale: String, _ typed: String, _ shown: String, _ stored: String) async throws
  {
    let test = try TestSite([Self.form(currency, locale: locale)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    let (close, submit) = locale == "ar-EG" ? ("إغلاق", "إرسال") : ("Close", "Submit")
    visitor.type(typed, into: "amount")
    try await visitor.press(beginning: "Kind")
    try await visitor.press(close)
    #expect(visitor.page.element(id: "amount")?["value"] == shown)
    let shownAgain = try #require(visitor.page.element(id: "amount")?["value"])
    try await visitor.press(submit)
    #expect(try amount(test) == ["amount": .string(stored), "currency": .string(currency)])
    #expect(shownAgain == shown)
  }

  @Test("an amount that a page only repeats in its format is no change, so another tab's newer amount stays")
  func repetition() async throws {
    let test = try TestSite([
      Self.form("EUR", locale: "en-DE", ", \"value\": { \"amount\": \"1234.5\", \"currency\": \"EUR\" }")
    ])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    #expect(visitor.page.element(id: "amount")?["value"] == "1.234,50\u{A0}€")
    visitor.type("x", into: "for")
    try await visitor.press(beginning: "Kind")
    var other = visitor
    await other.open("/forms/pay")
    other.type("7", into: "amount")
    try await other.press(beginning: "Kind")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "amount")?["value"] == "7,00\u{A0}€")
  }

  @Test(
    "an amount that cannot be accepted stays as typed, with a message that says how to correct it",
    arguments: [
      ("USD", "en-US", "1.234", "This can mean 1,234.00 or 1.234. Enter it with 2 decimal places."),
      ("EUR", "en-DE", "1,234", "This can mean 1.234,00 or 1,234. Enter it with 2 decimal places."),
      ("JPY", "en-US", "1.234", "This can mean 1,234 or 1.234. Enter it as a whole number, without decimal places."),
      ("KWD", "en-FR", "1.234", "This can mean 1\u{202F}234,000 or 1,234. Enter one of the two."),
      (
        "USD", "en-US", "123456789012345678901234567890",
        "Enter an amount of at most 18 digits before the decimal places."
      ),
      (
        "EUR", "en-DE", "123.456.789.012.345.678.901.234.567.890",
        "Enter an amount of at most 18 digits before the decimal places."
      ),
      ("USD", "en-US", "€5", "Enter an amount in USD, without another currency."),
      ("USD", "en-US", "1.2345", "Enter at most 2 decimal places."),
      ("EUR", "en-DE", "1,2345", "Enter at most 2 decimal places."),
      ("JPY", "en-US", "1.5", "Enter a whole amount."),
      ("EUR", "en-DE", "viel", "Enter an amount with digits, like 1.234,50."),
    ])
  func refused(_ currency: String, _ locale: String, _ typed: String, _ message: String) async throws {
    let test = try TestSite([Self.form(currency, locale: locale)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    visitor.type(typed, into: "amount")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    let field = try #require(visitor.page.element(id: "amount"))
    #expect(field["value"] == typed)
    #expect(field["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "amount_error")?.text == "Error: " + message)
    // Sent again unchanged, it is refused again; corrected, it is accepted.
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    visitor.type("12", into: "amount")
    try await visitor.press("Submit")
    #expect(visitor.status == .ok)
    #expect(try test.submissions(of: "pay").count == 1)
  }

  @Test("a number that is ambiguous in the form's locale is refused, even if it looks like exact digits")
  func ambiguousDigits() async throws {
    let form = """
      { "id": "pay", "title": "Pay", "locale": "en-FR", "sections": [{ "cells": [
        { "id": "share", "type": "text", "label": "Share", "format": "decimal" }
      ] }] }
      """
    let test = try TestSite([form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    visitor.type("1.234", into: "share")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "share")?["value"] == "1.234")
    #expect(visitor.page.element(id: "share_error")?.text.contains("1\u{202F}234 or 1,234") == true)
    visitor.type("1,234", into: "share")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "pay").first?["values"]?["share"] == "1.234")
  }

  @Test("messages about bounds show amounts in the locale's format")
  func bounds() async throws {
    let test = try TestSite([Self.form("EUR", locale: "en-DE", ", \"minimum\": 0.5, \"maximum\": 1000")])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    visitor.type("1.000,01", into: "amount")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "amount_error")?.text == "Error: Enter 1.000,00\u{A0}€ or less.")
    #expect(visitor.page.element(id: "amount")?["value"] == "1.000,01\u{A0}€")
    visitor.type("0,49", into: "amount")
    try await visitor.press("Submit")
    #expect(visitor.page.element(id: "amount_error")?.text == "Error: Enter 0,50\u{A0}€ or more.")
    visitor.type("1.000", into: "amount")
    try await visitor.press("Submit")
    #expect(try amount(test) == ["amount": "1000.00", "currency": "EUR"])
  }

  @Test(
    "TI30 the currency symbol is where the definition says, or is left out",
    arguments: [
      ("leading", "€\u{A0}5,00"), ("trailing", "5,00\u{A0}€"), ("none", "5,00"), ("locale", "5,00\u{A0}€"),
    ])
  func symbol(_ place: String, _ shown: String) async throws {
    let value = ", \"symbol\": \"\(place)\", \"value\": { \"amount\": \"5\", \"currency\": \"EUR\" }"
    var visitor = Visitor(try TestSite([Self.form("EUR", locale: "en-DE", value)]).site)
    await visitor.open("/forms/pay")
    #expect(visitor.page.element(id: "amount")?["value"] == shown)
  }

  @Test(
    "TI29 amounts have the form's format, unless the form exists in the visitor's language",
    arguments: [
      (nil, "1.234,50\u{A0}€"), ("tlh", "1.234,50\u{A0}€"), ("de", "1.234,50\u{A0}€"), ("de-AT", "€\u{A0}1.234,50"),
      ("en-US,en;q=0.9", "€1,234.50"), ("en-IN", "€1,234.50"), ("fr-FR,en-GB;q=0.5", "€1,234.50"),
      ("en;q=0", "1.234,50\u{A0}€"),
    ])
  func language(_ accepted: String?, _ shown: String) async throws {
    let form = """
      { "id": "pay", "title": { "de": "Zahlen", "en": "Pay" }, "locale": "de-DE", "submit": { "label": {
        "de": "Submit", "en": "Submit" } }, "sections": [{ "cells": [
        { "id": "amount", "type": "currency", "label": { "de": "Betrag", "en": "Amount" }, "currency": "EUR",
          "value": { "amount": "1234.5", "currency": "EUR" } } ] }] }
      """
    let test = try TestSite([form])
    var visitor = Visitor(test.site)
    visitor.acceptLanguage = accepted
    await visitor.open("/forms/pay")
    #expect(visitor.page.element(id: "amount")?["value"] == shown)
    try await visitor.press("Submit")
    #expect(try amount(test) == ["amount": "1234.50", "currency": "EUR"])
  }

  @Test(
    "numbers are read in the language in which their page was made, even if the visitor's language has changed",
    arguments: [
      ("en", "de", "1.459"), ("de", "en", "1,459"), ("en", "fr", "1.459"), ("de-CH", "de", "1.459"),
      ("de", "de-CH", "1,459"), ("en-IN", "de", "1.459"),
    ])
  func languageOfThePage(_ made: String, _ sent: String, _ typed: String) async throws {
    let texts = #"{ "de": "X", "en": "X", "fr": "X" }"#
    let test = try TestSite([
      """
      { "id": "pay", "title": \(texts), "locale": "en-US", "submit": { "label": \(texts) }, "sections": [{ "cells": [
        { "id": "number", "type": "number", "label": \(texts), "decimals": 3 },
        { "id": "decimal", "type": "text", "format": "decimal", "label": \(texts) },
        { "id": "amount", "type": "currency", "label": \(texts), "currency": "KWD" },
        { "id": "name", "type": "text", "label": \(texts), "required": true }] }] }
      """
    ])
    var visitor = Visitor(test.site)
    visitor.acceptLanguage = made
    await visitor.open("/forms/pay")
    for cell in ["number", "decimal", "amount"] { visitor.type(typed, into: cell) }
    // A name is missing, so the page comes back, in the other language and with the numbers as they were read. Then it is
    // sent in the first language again.
    visitor.acceptLanguage = sent
    try await visitor.press("X")
    #expect(visitor.status == .unprocessableContent)
    visitor.acceptLanguage = made
    visitor.type("Ada", into: "name")
    try await visitor.press("X")
    let values = try #require(try test.submissions(of: "pay").last?["values"])
    #expect(values["number"] == .number("1.459") && values["decimal"] == "1.459")
    #expect(values["amount"] == ["amount": "1.459", "currency": "KWD"])
  }

  @Test("an empty amount is null, a read-only one keeps the definition's value, and a disabled one is left out")
  func emptyAndFixed() async throws {
    let test = try TestSite([Self.form()])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    try await visitor.press("Submit")
    #expect(try amount(test) == .null)
    for (state, stored) in [("readOnly", ["amount": "9.90", "currency": "USD"] as JSONValue?), ("disabled", nil)] {
      let value = ", \"\(state)\": true, \"value\": { \"amount\": \"9.9\", \"currency\": \"USD\" }"
      let test = try TestSite([Self.form("USD", value)])
      var visitor = Visitor(test.site)
      await visitor.open("/forms/pay")
      #expect(visitor.page.element(id: "amount")?["value"] == "$9.90")
      visitor.type("1", into: "amount")
      try await visitor.press("Submit")
      #expect(try amount(test) == stored)
    }
  }

  @Test("a formatted amount outlives the session because the page contains it")
  func lostSession() async throws {
    let definitions = [Self.form("EUR", locale: "en-DE")]
    let test = try TestSite(definitions)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/pay")
    visitor.type("1234,5", into: "amount")
    try await visitor.press(beginning: "Kind")
    let again = try test.restarted(definitions)
    var after = Visitor(again.site)
    after.takeOver(visitor)
    try await after.press("Close")
    #expect(after.page.element(id: "amount")?["value"] == "1.234,50\u{A0}€")
    try await after.press("Submit")
    #expect(try amount(again) == ["amount": "1234.50", "currency": "EUR"])
  }
}

extension CurrencyTests {
  private static func form(_ currency: String, _ members: String) -> String {
    form(currency, locale: "en-US", members)
  }
}
