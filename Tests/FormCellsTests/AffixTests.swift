import FormCells
import Localization
import TestSupport
import Testing

@Suite("Prefixes, suffixes and units typed with a value (B31)") struct AffixTests {
  private func kept(_ typed: String, _ members: String, locale: LanguageTag = "en-US") throws -> String? {
    let form = try decode(#"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "label": "X", \#(members) }] }] }"#)
    guard case .text(let text)? = form.cells[0].value(posted: typed, numbers: .of(locale)) else { return nil }
    // Shown on a page and posted again, the entry stays the same.
    let shown = form.cells[0].shown(text, in: .of(locale))
    #expect(form.cells[0].value(posted: shown, numbers: .of(locale)) == .text(text), "\(shown)")
    return text
  }

  @Test(
    "prefix and suffix are removed from a typed text",
    arguments: [
      ("shop", "shop"), ("https://shop", "shop"), ("HTTPS://shop.example.com", "shop"), ("https://https://x", "x"),
      ("shop.example.com", "shop"), ("https://", ""), (" https:// shop ", "shop"), ("http://shop", "http://shop"),
    ])
  func texts(_ typed: String, _ expected: String) throws {
    let members = #""type": "text", "prefix": "https://", "suffix": ".example.com""#
    #expect(try kept(typed, members) == expected)
  }

  @Test(
    "a word that begins like the prefix keeps its letters",
    arguments: [
      ("SN4711", "4711"), ("ＳＮ4711", "4711"), ("sn 4711", "4711"), ("SNOW", "SNOW"), ("4711", "4711"), ("team", "team"),
      ("12m", "12"),
      ("12 m", "12"),
    ])
  func words(_ typed: String, _ expected: String) throws {
    #expect(try kept(typed, #""type": "text", "prefix": "SN", "suffix": "m""#) == expected)
  }

  @Test(
    "a suffix is removed whichever characters it is typed with",
    arguments: [
      ("12 m²", "m²", "12"), ("12 m2", "m²", "12"), ("12㎡", "m²", "12"), ("12 ℃", "°C", "12"), ("12°", "°C", "12"),
      ("٥٠٪", "%", "٥٠"), ("٪50", "%", "٪50"), ("5 ℓ", "l", "5"), ("5ｋｇ", "kg", "5"), ("45ｍ²", "m²", "45"),
      ("12m3", "m²", "12m3"), ("12²", "m²", "12²"),
      ("№ 7", "m²", "№ 7"),
    ])
  func forms(_ typed: String, _ suffix: String, _ expected: String) throws {
    #expect(try kept(typed, #""type": "text", "suffix": "\#(suffix)""#) == expected)
  }

  @Test("the prefix of each language is removed")
  func languages() throws {
    let members = #""type": "text", "prefix": { "en": "No.", "de": "Nr." }"#
    let form = try decode(
      #"{ "title": "T", "locale": "en", "sections": [{ "cells": [{ "id": "x", "label": "X", \#(members) }] }] }"#)
    for typed in ["No. 5", "Nr. 5", "nr.5"] {
      #expect(form.cells[0].value(posted: typed, numbers: .of("en")) == .text("5"), "\(typed)")
    }
  }

  @Test(
    "an address cell refuses a prefix or suffix that would be part of the address",
    arguments: [
      (#""format": "url", "prefix": "https://""#, "prefix"), (#""format": "url", "prefix": "HTTP://""#, "prefix"),
      (#""format": "url", "prefix": { "en": "URL:", "de": "https://example.com/" }"#, "prefix"),
      (#""format": "url", "suffix": ".example.com""#, "suffix"), (#""format": "url", "prefix": "URL:""#, nil),
      (#""format": "url", "suffix": "(public)""#, nil), (#""format": "email", "suffix": "@example.com""#, "suffix"),
      (#""format": "email", "prefix": "sales-""#, "prefix"), (#""format": "email", "prefix": "E-mail:""#, nil),
      (#""format": "tel", "prefix": "+49""#, nil), (#""prefix": "https://", "suffix": ".example.com""#, nil),
    ] as [(String, String?)])
  func addresses(_ members: String, _ key: String?) {
    let found = mistakes(cell: #"{ "id": "x", "type": "text", "label": "X", \#(members) }"#, keys: #""locale": "en","#)
    #expect(found.map { String($0.prefix { $0 != ":" }) } == [key.map { "bad-value .\($0)" }].compactMap(\.self))
    #expect(found.allSatisfy { $0.contains("so the address would be incomplete; show it in “placeholder” instead") })
  }

  @Test("a default or compared value that includes the prefix or suffix is refused")
  func withoutAffixes() {
    func found(_ members: String) -> [String] {
      mistakes(
        cell: #"{ "id": "x", "type": "text", "label": "X", "prefix": "SN", "suffix": "m", \#(members) }"#,
        others: #"{ "id": "y", "type": "text", "label": "Y", "visibleWhen": { "cell": "x", "equals": "4711" } }"#)
    }
    #expect(found(#""value": "4711""#) == [])
    #expect(found(#""value": "SNOW""#) == [])
    let begin =
      "refused-default .value: “prefix” and “suffix” are shown beside the field and are not part of its value; "
    #expect(found(#""value": "SN 4711 m""#) == [begin + #"write "4711""#])
    #expect(found(#""value": "SN""#) == [begin + "remove “value”"])
    #expect(found(#""format": "decimal", "value": "12.5 m""#) == [begin + #"write "12.5""#])
    #expect(
      mistakes(
        cell: #"{ "id": "y", "type": "text", "label": "Y", "visibleWhen": { "cell": "x", "equals": "SN4711" } }"#,
        others: #"{ "id": "x", "type": "text", "label": "X", "prefix": "SN" }"#)
        == [#"bad-value .visibleWhen.equals: no value of “x” has its “prefix” or “suffix”; write "4711""#])
  }

  @Test(
    "a pattern that no text matches after prefixes, case and separators are normalized is refused",
    arguments: [
      (#""prefix": "SN", "pattern": "SN\\d{4}", "required": true"#, "“SN”, the “prefix”, is removed"),
      (#""prefix": "SN", "pattern": "[Ss][Nn]\\d+|sn-[a-z]+""#, "“SN”, the “prefix”, is removed"),
      (#""prefix": "https://", "pattern": "^https://.+$""#, "“https://”, the “prefix”, is removed"),
      (#""prefix": { "en": "No.", "de": "Nr." }, "pattern": "N[or]\\. ?[0-9]+""#, "“No.”, “Nr.”, the “prefix”, is"),
      (#""suffix": "kg", "pattern": "\\d+kg""#, "“kg”, the “suffix”, is removed"),
      (#""suffix": "m²", "pattern": "\\d+ ?(m²|m2)""#, "“m²”, the “suffix”, is removed"),
      (#""suffix": "%", "pattern": "(?=.{3}).*%""#, "“%”, the “suffix”, is removed"),
      (#""capitals": true, "pattern": "[a-z]{2}\\d""#, "small letters are changed to capitals"),
      (#""capitals": true, "pattern": "[A-Z]+\\d*x(-[A-Z]*)?""#, "small letters are changed to capitals"),
      (#""capitals": true, "pattern": "É?\\u00e9|[à-ö]+""#, "small letters are changed to capitals"),
      (#""format": "decimal", "pattern": "\\d+,\\d{2}""#, "a number is reduced to its digits"),
      (#""format": "integer", "pattern": "\\d{3} \\d{3}""#, "a number is reduced to its digits"),
    ])
  func neverMatching(_ members: String, _ reason: String) {
    let cell = #"{ "id": "x", "type": "text", "label": "X", \#(members) }"#
    let found = mistakes(cell: cell, keys: #""locale": "en","#)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix("bad-value .pattern: no entry can match: \(reason)") }, "\(found)")
  }

  @Test(
    "a pattern that some text matches is accepted",
    arguments: [
      #""prefix": "SN", "pattern": "\\d{4}""#, #""prefix": "SN", "pattern": "(SN)?\\d{4}""#,
      #""prefix": "SN", "pattern": "SN[A-Z]\\d""#, #""prefix": "SN", "pattern": "SN.+""#,
      #""prefix": "SN", "pattern": "S\\d""#,
      #""prefix": "SN", "pattern": "S|SN""#, #""prefix": "1", "pattern": "1\\d+""#,
      #""prefix": "SN", "pattern": "[A-Z]{2}\\d""#,
      #""suffix": "kg", "pattern": "\\d+""#, #""suffix": "m", "pattern": ".+m""#,
      #""suffix": "m²", "pattern": "\\d+m.?""#,
      #""suffix": "kg", "pattern": "\\d+(kg|g)""#, #""capitals": true, "pattern": "[A-Za-z]\\d""#,
      #""capitals": true, "pattern": "(a|A)1""#, #""capitals": true, "pattern": "[^A-Z]+""#,
      #""format": "decimal", "pattern": "\\d+[.,]\\d{2}""#, #""format": "integer", "pattern": "0\\d{3}""#,
      #""prefix": "SN", "pattern": "\\w{200}""#, #""prefix": "SN", "pattern": "(?!SN)\\w+""#,
    ])
  func matching(_ members: String) {
    let cell = #"{ "id": "x", "type": "text", "label": "X", \#(members) }"#
    #expect(mistakes(cell: cell) == [])
  }

  @Test("among random patterns, no text matches one that is refused", arguments: 0..<120)
  func randomPatterns(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func piece(_ depth: Int) -> String {
      let atoms = ["S", "N", "1", "-", "n", "[SN]", "\\\\d", "[^S]", ".", "SN", "(S|1)?", "N*"]
      if depth == 0 { return atoms.randomElement(using: &random) ?? "S" }
      return Bool.random(using: &random)
        ? piece(depth - 1) + piece(depth - 1) : "(\(piece(depth - 1))|\(piece(depth - 1)))"
    }
    let keys = [
      (#""prefix": "SN""#, "SN", ""), (#""prefix": "S""#, "S", ""), (#""suffix": "N""#, "", "N"),
      (#""suffix": "N1""#, "", "N1"), (#""capitals": true"#, "", "n"),
    ]
    let (key, begin, end) = keys[Int(seed) % keys.count]
    let cell = #"{ "id": "x", "type": "text", "label": "X", \#(key)"#
    let pattern = begin + piece(2) + end
    let isRefused = !mistakes(cell: #"\#(cell), "pattern": "\#(pattern)" }"#).isEmpty
    let taken = try form("\(cell) }").cells[0]
    let matching = try Pattern(pattern.replacing(#"\\"#, with: #"\"#))
    var texts = [""]
    for _ in 1...4 {
      texts += texts.filter { $0.count == texts.last?.count }.flatMap { t in ["S", "N", "1", "-", "n"].map { t + $0 } }
    }
    let fitting = texts.dropFirst().first { text in
      guard case .text(let left)? = taken.value(posted: text, numbers: .of("en")) else { return false }
      return !left.isEmpty && matching.matches(left) && taken.value(posted: left, numbers: .of("en")) == .text(left)
    }
    #expect(!isRefused || fitting == nil, "\(key) \(pattern): \(fitting ?? "")")
  }

  @Test(
    "units, prefixes and plus signs are removed from numbers",
    arguments: [
      (#""type": "number", "unit": "kg""#, "12 kg", "12"), (#""type": "number", "unit": "kg""#, "12KG", "12"),
      (#""type": "number", "unit": "kg""#, "+12 kg", "12"),
      (#""type": "number", "unit": "kg""#, "\u{2212}12 kg", "-12"),
      (#""type": "number", "unit": "m²""#, "1,200 m²", "1200"), (#""type": "number", "unit": "kg""#, "12 g", "12 g"),
      (#""type": "number", "unit": "%""#, "12%", "12"), (#""type": "number""#, "12 kg", "12 kg"),
      (#""type": "text", "format": "integer", "suffix": "km""#, "1,200 km", "1200"),
      (#""type": "text", "format": "decimal", "prefix": "$", "suffix": "/h""#, "$ 12.50 /h", "12.50"),
      (#""type": "text", "format": "decimal", "prefix": "$""#, "-$12.50", "-12.50"),
      (#""type": "text", "format": "decimal", "prefix": "$""#, "$-12.50", "-12.50"),
    ])
  func numbers(_ members: String, _ typed: String, _ expected: String) throws {
    #expect(try kept(typed, members) == expected)
  }

  @Test(
    "separators between the digits of a one-time code are removed",
    arguments: [
      (#""format": "integer", "maxLength": 6, "autocomplete": "one-time-code""#, "123 456", "123456"),
      (#""format": "integer", "maxLength": 6, "autocomplete": "one-time-code""#, "0１2\u{202F}345", "012345"),
      (#""format": "integer", "maxLength": 6, "autocomplete": "one-time-code""#, "123–456", "123456"),
      (#""pattern": "[0-9]{6}", "autocomplete": "one-time-code""#, "123 456", "123456"),
      (#""pattern": "[0-9]{3}-[0-9]{3}", "autocomplete": "one-time-code""#, "123-456", "123-456"),
      (#""format": "integer", "maxLength": 6"#, "123 456", "123 456"),
      (#""pattern": "[0-9]{6}""#, "123 456", "123 456"),
    ])
  func codes(_ members: String, _ typed: String, _ expected: String) throws {
    #expect(try kept(typed, #""type": "text", "# + members) == expected)
  }

  @Test(
    "whole and decimal numbers are grouped as the locale writes them; codes are not (B33)",
    arguments: [
      (#""format": "integer""#, "en-US", "1234567", "1,234,567"),
      (#""format": "integer""#, "de-DE", "1234567", "1.234.567"),
      (#""format": "integer""#, "hi-IN", "1234567", "12,34,567"),
      (#""format": "decimal""#, "de-DE", "-1234.50", "-1.234,50"),
      (#""format": "decimal""#, "es-ES", "1234.5", "1234,5"),
      (#""format": "integer", "maxLength": 7"#, "en-US", "1234567", "1234567"),
      (#""format": "integer", "pattern": "[0-9]+""#, "en-US", "1234567", "1234567"),
    ])
  func grouping(_ members: String, _ locale: String, _ kept: String, _ shown: String) throws {
    let form = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "text", "label": "X", \#(members) }] }] }"#)
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    #expect(form.cells[0].shown(kept, in: numbers) == shown)
    #expect(form.cells[0].value(posted: shown, numbers: numbers) == .text(kept))
  }
}
