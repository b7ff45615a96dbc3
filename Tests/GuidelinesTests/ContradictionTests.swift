import FormCells
import Guidelines
import Support
import Testing

/// Conditions and settings that can never come true, and some that only look as if they could not.
@Suite("Contradictions in definitions")
struct ContradictionTests {
  /// The findings in a form with these cells, as `code path`; the path is given without its section.
  private func found(_ cells: String...) throws -> [String] {
    let text = "{ \"title\": \"T\", \"sections\": [{ \"cells\": [\(cells.joined(separator: ", "))] }] }"
    let document = try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path)
    return document.contradictions(on: Witness.usualDay).map {
      "\($0.code.name) \($0.keyPath.replacing("sections[0].", with: ""))"
    }
  }

  private static let kind = #"{ "id": "kind", "type": "radio-group", "label": "Kind", "options": ["Small", "Large"] }"#
  private static let several =
    #"{ "id": "several", "type": "list-picker", "label": "Several", "selection": "multiple", "maximum": 2, "options": ["a", "b", "c"] }"#
  private static let count = #"{ "id": "count", "type": "number", "label": "Count", "minimum": 1, "maximum": 10 }"#
  private static let many = #"{ "id": "many", "type": "number", "label": "Many", "minimum": 20 }"#
  private static let code =
    #"{ "id": "code", "type": "text", "label": "Code", "maxLength": 6, "pattern": "[A-Z]{2}\\d{4}", "messages": { "invalid": "Two capitals." } }"#
  private static let day = #"{ "id": "day", "type": "date", "label": "Day", "minimum": "2026-01-01" }"#
  private static let off = #"{ "id": "off", "type": "text", "label": "Off", "disabled": true }"#

  @Test(
    "a condition that never or always holds is reported at the part that decides",
    arguments: [
      (#"{ "cell": "count", "atLeast": 11 }"#, "never-true cells[6].visibleWhen.atLeast"),
      (#"{ "cell": "count", "atMost": 0 }"#, "never-true cells[6].visibleWhen.atMost"),
      (#"{ "cell": "count", "equals": 12 }"#, "never-true cells[6].visibleWhen.equals"),
      (#"{ "cell": "code", "equals": "abc" }"#, "never-true cells[6].visibleWhen.equals"),
      (#"{ "cell": "code", "in": ["abc", "AB12345"] }"#, "never-true cells[6].visibleWhen.in"),
      (#"{ "cell": "day", "equals": "2025-12-31" }"#, "never-true cells[6].visibleWhen.equals"),
      (#"{ "cell": "day", "atMost": "2025-12-31" }"#, "never-true cells[6].visibleWhen.atMost"),
      (#"{ "cell": "several", "atLeast": 3 }"#, "never-true cells[6].visibleWhen.atLeast"),
      (#"{ "cell": "off", "filled": true }"#, "never-true cells[6].visibleWhen"),
      (#"{ "cell": "off", "filled": false }"#, "always-true cells[6].visibleWhen"),
      (#"{ "not": { "cell": "count", "atLeast": 11 } }"#, "always-true cells[6].visibleWhen.not.atLeast"),
      (
        #"{ "all": [{ "cell": "kind", "equals": "Small" }, { "cell": "kind", "equals": "Large" }] }"#,
        "never-true cells[6].visibleWhen.all[1]"
      ),
      (
        #"{ "all": [{ "cell": "kind", "filled": true }, { "cell": "kind", "equals": null }] }"#,
        "never-true cells[6].visibleWhen.all[1]"
      ),
      (
        #"{ "all": [{ "cell": "count", "atLeast": 5 }, { "any": [{ "cell": "off", "filled": true }] }] }"#,
        "never-true cells[6].visibleWhen.all[1].any[0]"
      ),
      (
        #"{ "all": [{ "cell": "count", "atLeast": 5 }, { "cell": "count", "atMost": 4 }] }"#,
        "never-true cells[6].visibleWhen.all[1]"
      ),
      (#"{ "cell": "off", "equals": { "cell": "code" } }"#, "never-true cells[6].visibleWhen"),
      (#"{ "cell": "several", "atLeast": { "cell": "many" } }"#, "never-true cells[6].visibleWhen"),
      (#"{ "cell": "many", "atMost": { "cell": "count" } }"#, "never-true cells[6].visibleWhen"),
      (#"{ "cell": "count", "equals": { "cell": "many" } }"#, "never-true cells[6].visibleWhen"),
    ])
  func never(condition: String, expected: String) throws {
    let cell = #"{ "id": "x", "type": "text", "label": "More", "visibleWhen": \#(condition) }"#
    #expect(
      try found(Self.kind, Self.several, Self.count, Self.code, Self.day, Self.off, cell, Self.many) == [expected])
  }

  @Test(
    "a rule that is never or always met is reported",
    arguments: [
      (#"{ "cell": "count", "atLeast": 11 }"#, "count", "never-true rules[0].require.atLeast"),
      (#"{ "not": { "cell": "count", "atLeast": 11 } }"#, "count", "always-true rules[0].require.not.atLeast"),
      (#"{ "cell": "count", "atLeast": 5 }"#, "gone", "never-true rules[0].cells"),
      (#"{ "cell": "count", "atLeast": 5 }"#, "count", nil),
    ] as [(String, String, String?)])
  func rules(require: String, cell: String, expected: String?) throws {
    let gone =
      #"{ "id": "gone", "type": "text", "label": "Gone", "visibleWhen": { "cell": "count", "atLeast": 11 } }"#
    let text =
      #"{ "title": "T", "sections": [{ "cells": [\#(Self.count), \#(gone)] }], "rules": [{ "require": \#(require), "message": "Mend it.", "cells": ["\#(cell)"] }] }"#
    let document = try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path)
    let found = document.contradictions(on: Witness.usualDay).map { "\($0.code.name) \($0.keyPath)" }.filter {
      $0.contains("rules")
    }
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(
    "a condition that may hold is not reported",
    arguments: [
      #"{ "cell": "count", "atLeast": 10 }"#, #"{ "cell": "count", "atMost": 1 }"#,
      #"{ "cell": "count", "equals": 10 }"#,
      #"{ "cell": "code", "equals": "AB1234" }"#, #"{ "cell": "code", "in": ["abc", "AB1234"] }"#,
      #"{ "cell": "code", "equals": null }"#, #"{ "cell": "day", "equals": "2026-01-01" }"#,
      #"{ "cell": "several", "atLeast": 2 }"#, #"{ "cell": "several", "atMost": 0 }"#,
      #"{ "all": [{ "cell": "several", "equals": "a" }, { "cell": "several", "equals": "b" }] }"#,
      #"{ "any": [{ "cell": "kind", "equals": "Small" }, { "cell": "kind", "equals": "Large" }] }"#,
      #"{ "all": [{ "cell": "kind", "in": ["Small", "Large"] }, { "cell": "kind", "equals": "Large" }] }"#,
      #"{ "any": [{ "cell": "count", "atLeast": 10 }, { "cell": "kind", "filled": true }] }"#,
      #"{ "not": { "cell": "kind", "equals": "Small" } }"#,
      #"{ "all": [{ "cell": "count", "equals": 5 }, { "cell": "count", "equals": 5.0 }] }"#,
      #"{ "cell": "count", "atMost": { "cell": "many" } }"#, #"{ "cell": "count", "atLeast": { "cell": "several" } }"#,
    ])
  func open(condition: String) throws {
    let cell = #"{ "id": "x", "type": "text", "label": "More", "visibleWhen": \#(condition) }"#
    #expect(try found(Self.kind, Self.several, Self.count, Self.code, Self.day, Self.off, cell, Self.many).isEmpty)
  }

  @Test(
    "a comparison with a number that a text cell can hold is not reported, however it is written",
    arguments: [
      ("decimal", "1.50", []), ("decimal", "0.10", []), ("decimal", "100.0", []), ("integer", "007", []),
      ("integer", "123456789012345678901234567890", []),
      ("integer", "1.5", ["never-true cells[1].visibleWhen.equals"]),
    ])
  func written(format: String, text: String, expected: [String]) throws {
    let number = #"{ "id": "n", "type": "text", "label": "N", "format": "\#(format)" }"#
    let cell = #"{ "id": "x", "type": "text", "label": "X", "visibleWhen": { "cell": "n", "equals": "\#(text)" } }"#
    #expect(try found(number, cell) == expected)
  }

  @Test(
    "a comparison in an expression that gives the same result for every value is reported",
    arguments: [
      ("if(count > 10, 1, 2)", ["never-true calculate"]), ("if(count < 1, 1, 2)", ["never-true calculate"]),
      ("if(count >= 1, 1, 2)", ["always-true calculate"]), ("if(11 = count, 1, 2)", ["never-true calculate"]),
      ("if(code = 'abcdefghijk' and count > 3, 1, 2)", ["never-true calculate"]),
      ("sum(if(code != 'abcdefghijk', 1, 2), 5)", ["always-true calculate"]),
      ("if(count > 9, 1, 2)", []), ("if(count = 10, 1, 2)", []), ("if(code = 'AB1234', 1, 2)", []),
      ("if(kind = 'Small', 1, 2)", []), ("if(count + 1 > 10, 1, 2)", []), ("if(filled(code), 1, 2)", []),
    ])
  func calculated(expression: String, expected: [String]) throws {
    let cell = #"{ "id": "x", "type": "number", "label": "X", "calculate": "\#(expression)" }"#
    let others = [Self.kind, Self.count, Self.code]
    #expect(try found(others[0], others[1], others[2], cell).map { $0.replacing("cells[3].", with: "") } == expected)
  }

  @Test(
    "options whose values people cannot tell apart are reported",
    arguments: [
      (#"["p", "p "]"#, ["alike-values cells[0].options[1]"]),
      (#"["a b", "a\u00a0b", "c"]"#, ["alike-values cells[0].options[1]"]),
      (#"["ab", "c", "a b"]"#, ["alike-values cells[0].options[2]"]),
      (#"["Ａ1", "A1"]"#, ["alike-values cells[0].options[1]"]),
      (#"[{ "value": "x", "label": "X" }, { "value": "x ", "label": "Y" }]"#, ["alike-values cells[0].options[1]"]),
      (#"["a", "A", "b c"]"#, []),
    ])
  func alike(options: String, expected: [String]) throws {
    let cell = #"{ "id": "r", "type": "radio-group", "label": "R", "options": \#(options) }"#
    #expect(try found(cell) == expected)
  }

  @Test("a cell that is never shown counts as empty, and a cell required only while hidden is reported")
  func following() throws {
    let hidden = #"{ "id": "x", "type": "text", "label": "X", "visibleWhen": { "cell": "count", "atLeast": 11 } }"#
    let waiting = #"{ "id": "y", "type": "text", "label": "Y", "requiredWhen": { "cell": "x", "filled": true } }"#
    #expect(
      try found(Self.count, waiting, hidden) == [
        "never-true cells[1].requiredWhen", "never-true cells[2].visibleWhen.atLeast",
      ])
    let small = #""visibleWhen": { "cell": "kind", "equals": "Small" }"#
    let large = #""requiredWhen": { "cell": "kind", "equals": "Large" }"#
    #expect(
      try found(Self.kind, #"{ "id": "x", "type": "text", "label": "X", \#(small), \#(large) }"#)
        == ["never-true cells[1].requiredWhen"])
    let note = #""notes": [{ "when": { "cell": "kind", "equals": "Small" }, "text": "A." }]"#
    #expect(
      try found(Self.kind, #"{ "id": "x", "type": "text", "label": "X", \#(small), \#(note) }"#)
        == ["always-true cells[1].notes[0].when"])
  }

  @Test(
    "a cell nobody can fill in, an example that it refuses and an unexplained pattern are reported",
    arguments: [
      (
        #""pattern": "[0-9]{5}", "maxLength": 3, "messages": { "invalid": "Five digits." }"#,
        ["pattern-too-long pattern"]
      ),
      (
        #""pattern": "(ab|cde)+[x-z]?\\d{2,}", "maxLength": 3, "messages": { "invalid": "A." }"#,
        ["pattern-too-long pattern"]
      ),
      (#""pattern": "(ab|cde)+[x-z]?\\d{1,}", "maxLength": 3, "messages": { "invalid": "A." }"#, []),
      (#""pattern": "[0-9]{5}""#, ["pattern-without-words pattern"]),
      (#""pattern": "[A-Z]{2}\\d{4}", "placeholder": "AB1234""#, []),
      (#""pattern": "[a-z]+", "placeholder": { "en": "red", "de": "rot" }"#, []),
      (#""pattern": "[a-z]+", "placeholder": { "en": "red", "de": "Rot" }"#, ["pattern-without-words pattern"]),
      (#""pattern": "[a-z]+", "placeholder": "One word""#, ["pattern-without-words pattern"]),
      (#""pattern": "[0-9]{5}", "helper": "Five digits.", "helperOnError": "keep""#, []),
      (#""readOnly": true, "required": true"#, ["locked-empty readOnly"]),
      (#""readOnly": true, "required": true, "value": "A""#, []), (#""readOnly": true"#, []),
      (#""format": "email", "placeholder": "ada@@example.org""#, ["refused-example placeholder"]),
      (#""format": "email", "placeholder": "ada@example.org""#, []),
      (#""format": "integer", "maximum": 9, "placeholder": "e.g. 12""#, ["refused-example placeholder"]),
      (#""format": "integer", "maximum": 9, "placeholder": "Up to 9""#, []),
      (#""maxLength": 4, "placeholder": "AB-1234""#, ["refused-example placeholder"]),
      (#""maxLength": 4, "placeholder": "Enter a code""#, []),
    ])
  func cell(members: String, expected: [String]) throws {
    let text = #"{ "id": "x", "type": "text", "label": "X", \#(members) }"#
    #expect(try found(text) == expected.map { $0.replacing(" ", with: " cells[0].") })
  }

  @Test(
    "a required cell that other answers make read-only is reported if it has no value",
    arguments: [
      (#""required": true"#, true), (#""required": true, "value": "A""#, false), ("", false),
      (#""requiredWhen": { "cell": "kind", "equals": "Small" }"#, true),
      (#""requiredWhen": { "cell": "kind", "equals": "Large" }"#, false),
      (#""required": true, "visibleWhen": { "cell": "kind", "in": ["Small", "Large"] }"#, true),
    ])
  func lockedEmpty(keys: String, isFound: Bool) throws {
    let cell =
      #"{ "id": "x", "type": "text", "label": "X", "readOnlyWhen": { "cell": "kind", "equals": "Small" }\#(keys.isEmpty ? "" : ", ")\#(keys) }"#
    #expect(try found(Self.kind, cell) == (isFound ? ["locked-empty cells[1].readOnlyWhen"] : []))
  }

  @Test(
    "the message for a missing value is reported if the cell is never required",
    arguments: [
      ("", ["never-said cells[1].messages.required"]), (#""required": true,"#, []),
      (#""requiredWhen": { "cell": "kind", "filled": true },"#, []),
    ])
  func neverSaid(keys: String, expected: [String]) throws {
    let cell = #"{ "id": "x", "type": "text", "label": "Name", \#(keys) "messages": { "required": "Enter a name." } }"#
    #expect(try found(Self.kind, cell) == expected)
  }

  @Test(
    "a link in a text without markup is reported",
    arguments: [
      (#""type": "switch", "label": "I agree to the [terms](https://example.com)""#, ["unread-markup cells[0].label"]),
      (#""type": "switch", "style": "checkbox", "label": "I agree to the [terms](https://example.com)""#, []),
      (
        #""type": "switch", "style": "checkbox", "label": "A", "helper": "[Terms](/terms)""#,
        ["unread-markup cells[0].helper"]
      ),
      (#""type": "content", "text": "[Terms](https://example.com)""#, []),
      (
        #""type": "content", "text": "A", "details": "[Terms](https://example.com)""#,
        ["unread-markup cells[0].details"]
      ),
      (
        #""type": "text", "label": { "en": "A", "de": "[B](mailto:a@b.example)" }"#, ["unread-markup cells[0].label.de"]
      ),
      (#""type": "radio-group", "label": "A", "options": ["[B](tel:1)", "C"]"#, ["unread-markup cells[0].options[0]"]),
      // Brackets without a target are plain text, and so are the characters of a pattern.
      (#""type": "text", "label": "Size [cm](optional)""#, []),
      (#""type": "text", "label": "A", "pattern": "[a](/b)", "messages": { "invalid": "Write it so." }"#, []),
    ])
  func links(keys: String, expected: [String]) throws {
    #expect(try found("{ \"id\": \"x\", \(keys) }") == expected)
  }

  @Test(
    "a value of the followed cell for which a picker offers nothing is reported",
    arguments: [
      (#"["Berlin", "Hamburg"]"#, true, []), (#"["berlin", "HH"]"#, true, ["never-true"]),
      (#"["berlin", "HH"]"#, false, ["never-true"]),
      (#"["Berlin", "Hamburg", "Rome"]"#, true, ["nothing-offered"]), (#"["Berlin", "Hamburg", "Rome"]"#, false, []),
      (#"["Berlin", "Hamborg"]"#, false, ["nothing-offered"]), (#"["Berlin"]"#, true, []),
      (#"["Berlin", "Hamburg", { "value": "Rome", "label": "Rome", "disabled": true }]"#, true, []),
    ])
  func following(options: String, isRequired: Bool, expected: [String]) throws {
    let site = #"{ "id": "site", "type": "radio-group", "label": "Site", "options": \#(options) }"#
    let room = #"""
      { "id": "room", "type": "list-picker", "label": "Room", "required": \#(isRequired), "view": "full",
        "source": { "file": "rooms-by-site.csv", "value": "room", "label": "room", "where": { "site": { "cell": "site" } } } }
      """#
    #expect(try found(site, room) == expected.map { "\($0) cells[1].source.where.site" })
  }

  @Test(
    "a quick button whose days are never allowed is reported",
    arguments: [
      (#""type": "date", "quick": ["today", "tomorrow", "next-month"], "maximum": "today""#, [1, 2]),
      // From a day in February, next month is 28 days ahead; it is never nearer.
      (#""type": "date", "quick": ["next-month"], "maximum": "today+28d""#, []),
      (#""type": "date", "quick": ["next-month"], "maximum": "today+27d""#, [0]),
      (#""type": "date", "quick": ["yesterday"], "minimum": "2026-01-01""#, []),
      (#""type": "date-range", "quick": ["this-year", "this-month", "this-week"], "maximumDays": 28"#, [0]),
      (#""type": "date-range", "quick": ["this-year"], "minimumDays": 366"#, []),
      (#""type": "date-range", "quick": ["this-year"], "minimumDays": 367"#, [0]),
      (#""type": "date-range", "quick": ["last-week", "this-week"], "minimum": "today""#, [0]),
      (
        #""type": "date-range", "quick": ["today", "this-week"], "minimum": "2026-03-02", "maximum": "2026-03-04""#, [1]
      ),
      (#""type": "date-range", "quick": ["this-week"], "minimum": "2026-03-02""#, []),
    ])
  func quick(keys: String, expected: [Int]) throws {
    let cell = "{ \"id\": \"x\", \"label\": \"Day\", \(keys) }"
    #expect(try found(cell) == expected.map { "never-shown cells[0].quick[\($0)]" })
  }
}
