import FormCells
import Testing

/// Comparisons in expressions, and numbers that may be given as cells.
@Suite("Comparisons in expressions") struct ExpressionComparisonTests {
  private static func definition(_ cell: String, _ expression: String) -> String {
    let result = #"{ "id": "r", "type": "text", "label": "R", "calculate": "if(\#(expression), 'yes', 'no')" }"#
    return #"{ "title": "T", "sections": [{ "cells": [{ "id": "t", "label": "T", \#(cell) }, \#(result)] }] }"#
  }

  @Test(
    "a text in an expression is compared as in a condition",
    arguments: [
      (#""type": "text", "capitals": true"#, "AB", "t = 'ab'", "yes"),
      (#""type": "text", "capitals": true"#, "AB", "'ab' != t", "no"),
      (#""type": "text", "capitals": true"#, "AB", "t = 'ac'", "no"),
      (#""type": "text""#, "ab", "t = 'AB'", "no"), (#""type": "note""#, "ab", "t = 'ab'", "yes"),
      (#""type": "text""#, "", "t = 'ab'", ""), (#""type": "text", "prefix": "SN""#, "12", "t = '12'", "yes"),
      (#""type": "radio-group", "options": ["a", "b"]"#, "a", "t = 'a'", "yes"),
    ])
  func texts(_ cell: String, _ value: String, _ expression: String, _ expected: String) throws {
    let form = try decode(Self.definition(cell, expression))
    let values = try form.values(decoding: Array(#"{ "t": "\#(value)" }"#.utf8), path: "values.json")
    #expect(FormState(form: form, values: values).values[1].text == (value.isEmpty ? "" : expected))
  }

  @Test(
    "a comparison with a text that no value can equal is refused",
    arguments: [
      (
        #""type": "text""#, "t = ''",
        "nothing is equal to an empty text: what is empty makes the whole result empty; write not filled(t)"
      ),
      (
        #""type": "note""#, "'  ' != t",
        "nothing is equal to an empty text: what is empty makes the whole result empty; write filled(t)"
      ),
      (
        #""type": "date""#, "t = ''",
        "nothing is equal to an empty text: what is empty makes the whole result empty; write not filled(t)"
      ),
      (
        #""type": "select", "options": ["a", "b"]"#, "t != ''",
        "nothing is equal to an empty text: what is empty makes the whole result empty; write filled(t)"
      ),
      (#""type": "text", "prefix": "SN""#, "t = 'SN12'", "no value of “t” has its “prefix” or “suffix”; write '12'"),
    ])
  func never(_ cell: String, _ expression: String, _ message: String) {
    let found = mistakes(Self.definition(cell, expression))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("calculate: \(message)") == true, "\(found)")
  }

  @Test(
    "a number that is also the id of a cell is refused",
    arguments: [
      ("1 + 2", "“1” is a number here, and the id of a cell too"), ("sum(2.0, 1)", "“1” is a number here"),
      ("if(2 > 0, 3, 4)", "“2” is a number here"), ("count(7)", "“7” is a number here, and the id of a section too"),
      ("if(filled(1), 3, 4)", "“1” is a number here"),
    ])
  func ids(_ expression: String, _ message: String) {
    let found = mistakes(Self.numbered(expression))
    #expect(found.count == 1)
    #expect(found.first?.contains("calculate: \(message)") == true, "\(found)")
  }

  @Test(
    "a number that is no cell's id, or has a decimal point, is read as a number",
    arguments: [("1.0 + 2.0", "3"), ("3 + 4", "7"), ("round(3.14, 1)", "3.1"), ("01 + 4", "5")])
  func numbers(_ expression: String, _ expected: String) throws {
    let form = try decode(Self.numbered(expression))
    #expect(FormState(form: form).values[2].text == expected)
  }

  private static func numbered(_ expression: String) -> String {
    #"""
    { "title": "T", "sections": [{ "cells": [
      { "id": "1", "type": "number", "label": "One" }, { "id": "2", "type": "number", "label": "Two" },
      { "id": "x", "type": "number", "label": "X", "decimals": 2, "calculate": "\#(expression)" }] },
      { "id": "7", "title": "Trips", "container": "repeat", "item": "Trip", "maximum": 3, "cells": [{ "id": "to", "type": "text", "label": "To" }] }] }
    """#
  }

  @Test("an integer cell is compared as a number, and a condition without a number is refused")
  func integers() throws {
    func form(_ condition: String) throws -> Form {
      try decode(
        #"""
        { "title": "T", "sections": [{ "cells": [
          { "id": "t", "type": "text", "label": "T", "format": "integer", "value": "7" },
          { "id": "u", "type": "text", "label": "U", "visibleWhen": { "cell": "t", \#(condition) } }] }] }
        """#)
    }
    for condition in [#""equals": "007""#, #""in": ["5", "+7"]"#, #""equals": "7.0""#] {
      #expect(FormState(form: try form(condition)).states[1].isVisible, "\(condition)")
    }
    for condition in [#""equals": "1,000""#, #""in": ["7", "seven"]"#] {
      #expect(throws: DefinitionErrors.self) { try form(condition) }
    }
    #expect(!FormState(form: try form(#""equals": """#)).states[1].isVisible)
  }
}
