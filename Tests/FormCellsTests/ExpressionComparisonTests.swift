import FormCells
import Testing

/// What expressions compare, and numbers that may be cells.
@Suite("Comparisons in expressions") struct ExpressionComparisonTests {
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
    "a number that is the id of no cell, or has a point, is that number",
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
}
