import FormCells

extension CellFixture {
  private static func number(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "number-\(slug)", in: .number, features, members, value: value, ignoring: ignoring, steps: steps)
  }

  private static let people = #""label": "People", "minimum": 1, "maximum": 12"#

  static let number: [CellFixture] = [
    number("An empty number", "empty", ["FO8"], #""label": "People""#),
    number("A number with helper text", "helper", ["TI11"], #""label": "People", "helper": "With yourself""#),
    number("A filled number", "filled", ["FO8"], people, value: "3"),
    number("A required number", "required", ["TI3"], #""label": "People", "required": true"#),
    CellFixture(
      "An optional number among required cells", slug: "number-optional", in: .number, shows: ["C1"],
      definition: """
        { "id": "gallery-number-optional", "title": "An optional number among required cells", "marking": "optional",
          "sections": [{ "cells": [
          { "id": "number-optional", "type": "number", "label": "People", "required": false },
          { "id": "number-optional-rooms", "type": "number", "label": "Rooms" } ] }] }
        """),
    number(
      "A number with a unit, decimals and steps", "unit", ["FO8"],
      #""label": "Weight", "unit": "kg", "decimals": 2, "minimum": 0, "step": 0.25"#, value: "12.50"),
    number("A number at its minimum", "lowest", ["FO8"], people, value: "1"),
    number("A number at its maximum", "highest", ["FO8"], people, value: "12"),
    number(
      "A number that was increased", "increased", ["FO8"], people, value: "3",
      steps: [.press("number-increased", .step(.increase))]),
    number(
      "A number without buttons", "plain", ["FO8"], #""label": "Distance", "unit": "km", "stepper": false"#,
      value: "1250"),
    CellFixture(
      "A number as German writes it", slug: "number-german", in: .number, shows: ["FO8"],
      definition: """
        { "id": "gallery-number-german", "title": "A number as German writes it", "locale": "de-DE",
          "sections": [{ "cells": [
          { "id": "number-german", "type": "number", "label": "Gewicht", "unit": "kg", "decimals": 2 } ] }] }
        """, values: #"{ "number-german": 1250.50 }"#),
    number(
      "A number that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "People", "required": true, "helper": "With yourself""#, steps: [.submit]),
    number(
      "A number above the largest that is allowed", "large", ["TI40", "TI42"], people,
      steps: [.enter("number-large", "13"), .submit]),
    number(
      "A number between two steps", "between", ["TI40", "TI42"], #""label": "Bottles", "step": 6"#,
      steps: [.enter("number-between", "8"), .submit]),
    number(
      "A number with decimals that it cannot have", "decimals", ["TI40", "TI42"], #""label": "People""#,
      steps: [.enter("number-decimals", "2.5"), .submit]),
    number(
      "A number that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "People""#,
      steps: [.enter("number-wrong", "a few"), .submit]),
    right(
      "A number that is right", in: .number, ["C16"],
      #""label": "People", "messages": { "success": "There is room." }"#, value: "3"),
    number(
      "A read-only number", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "Weight", "unit": "kg", "readOnly": true, "value": 12"#),
    number("A disabled number", "disabled", ["TI50", "TI51"], #""label": "People", "disabled": true, "value": 3"#),
    number(
      "A number with a long label and a long unit", "long", ["TI9"],
      #""label": "Length of the Conveyor Belt Between the North Hall and the Loading Ramp", "unit": "metres of belt, without the part that turns back below the rollers", "required": true"#,
      value: "123456789", ignoring: "SE27"),
  ]
}
