import FormCells

extension CellFixture {
  private static func number(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "number-\(slug)", in: .number, features: features, members: members, value: value,
      ignoring: ignoring, steps: steps)
  }

  private static let people = #""label": "People", "minimum": 1, "maximum": 12"#

  static let number: [CellFixture] = [
    number("An empty number", slug: "empty", features: ["FO8"], members: #""label": "People""#),
    number(
      "A number with helper text", slug: "helper", features: ["TI11"],
      members: #""label": "People", "helper": "With yourself""#),
    number("A filled number", slug: "filled", features: ["FO8"], members: people, value: "3"),
    CellFixture(
      "A calculated number", slug: "number-calculated", in: .number, shows: ["TI45", "TI46"],
      definition: """
        { "id": "gallery-number-calculated", "title": "A calculated number", "sections": [{ "cells": [
          { "id": "number-calculated-rooms", "type": "number", "label": "Rooms", "value": 4 },
          { "id": "number-calculated", "type": "number", "label": "Beds", "calculate": "2 * number-calculated-rooms" } ] }] }
        """),
    number("A required number", slug: "required", features: ["TI3"], members: #""label": "People", "required": true"#),
    CellFixture(
      "An optional number among required cells", slug: "number-optional", in: .number, shows: ["C1"],
      definition: """
        { "id": "gallery-number-optional", "title": "An optional number among required cells", "marking": "optional",
          "sections": [{ "cells": [
          { "id": "number-optional", "type": "number", "label": "People", "required": false },
          { "id": "number-optional-rooms", "type": "number", "label": "Rooms" } ] }] }
        """),
    number(
      "A number with a unit, decimals and steps", slug: "unit", features: ["FO8"],
      members: #""label": "Weight", "unit": "kg", "decimals": 2, "minimum": 0, "step": 0.25"#, value: "12.50"),
    number("A number at its minimum", slug: "lowest", features: ["FO8"], members: people, value: "1"),
    number("A number at its maximum", slug: "highest", features: ["FO8"], members: people, value: "12"),
    number(
      "A number that was increased", slug: "increased", features: ["FO8"], members: people, value: "3",
      steps: [.press("number-increased", .step(.increase))]),
    number(
      "A number without buttons", slug: "plain", features: ["FO8"],
      members: #""label": "Distance", "unit": "km", "stepper": false"#,
      value: "1250"),
    CellFixture(
      "A number as German writes it", slug: "number-german", in: .number, shows: ["FO8"],
      definition: """
        { "id": "gallery-number-german", "title": "A number as German writes it", "locale": "de-DE",
          "sections": [{ "cells": [
          { "id": "number-german", "type": "number", "label": "Gewicht", "unit": "kg", "decimals": 2 } ] }] }
        """, values: #"{ "number-german": 1250.50 }"#),
    number(
      "A number that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "People", "required": true, "helper": "With yourself""#, steps: [.submit]),
    number(
      "A number above the largest that is allowed", slug: "large", features: ["TI40", "TI42"], members: people,
      steps: [.enter("number-large", "13"), .submit]),
    number(
      "A number between two steps", slug: "between", features: ["TI40", "TI42"],
      members: #""label": "Bottles", "step": 6"#,
      steps: [.enter("number-between", "8"), .submit]),
    number(
      "A number with decimals that it cannot have", slug: "decimals", features: ["TI40", "TI42"],
      members: #""label": "People""#,
      steps: [.enter("number-decimals", "2.5"), .submit]),
    number(
      "Text that is not a number stays as it was typed", slug: "wrong", features: ["TI40", "FO7"],
      members: #""label": "People""#,
      steps: [.enter("number-wrong", "a few"), .submit]),
    right(
      "A number marked as correct", in: .number, features: ["C16"],
      members: #""label": "People", "messages": { "success": "There is room." }"#, value: "3"),
    number(
      "A read-only number", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "Weight", "unit": "kg", "readOnly": true, "value": 12"#),
    number(
      "A disabled number", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "People", "disabled": true, "value": 3"#),
    number(
      "A number with a long label and a long unit", slug: "long", features: ["TI9"],
      members:
        #""label": "Length of the Conveyor Belt Between the North Hall and the Loading Ramp", "unit": "metres of belt, without the part that turns back below the rollers", "required": true"#,
      value: "123456789", ignoring: "SE27"),
  ]
}

extension CellFixture {
  private static func currency(
    _ sentence: String, slug: String, features: [String], members: String, amount: (String, String)? = nil,
    locale: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    let fixture = cell(
      sentence, slug: "currency-\(slug)", in: .currency, features: features, members: members,
      value: amount.map { #"{ "amount": "\#($0)", "currency": "\#($1)" }"# }, steps: steps)
    guard let locale else { return fixture }
    return CellFixture(
      sentence, slug: fixture.slug, in: .currency, shows: features,
      definition: fixture.definition.replacing(
        #""sections""#, with: #""locale": "\#(locale)", "sections""#, maxReplacements: 1),
      values: fixture.values, steps: steps)
  }

  static let currency: [CellFixture] = [
    currency("An empty amount", slug: "empty", features: ["TI27"], members: #""label": "Total", "currency": "USD""#),
    currency(
      "An amount with placeholder and helper text", slug: "helper", features: ["TI11", "TI27", "TI37"],
      members: #""label": "Total", "currency": "USD", "placeholder": "120.00", "helper": "As on the receipt""#),
    currency(
      "Dollars", slug: "usd", features: ["TI28", "TI29", "TI31"], members: #""label": "Total", "currency": "USD""#,
      amount: ("1234.50", "USD")),
    currency(
      "Euros in a German form", slug: "eur", features: ["TI28", "TI29", "TI31"],
      members: #""label": "Summe", "currency": "EUR""#,
      amount: ("1234.50", "EUR"), locale: "de-DE"),
    currency(
      "Euros in a French form", slug: "eur-fr", features: ["TI28", "TI29"],
      members: #""label": "Total", "currency": "EUR""#,
      amount: ("1234567.50", "EUR"), locale: "fr-FR"),
    currency(
      "Rupees in an Indian form", slug: "inr", features: ["TI28", "TI29"],
      members: #""label": "कुल", "currency": "INR""#,
      amount: ("1234567.50", "INR"), locale: "hi-IN"),
    currency(
      "Yen have no decimals", slug: "jpy", features: ["TI28"], members: #""label": "Total", "currency": "JPY""#,
      amount: ("1234", "JPY")),
    currency(
      "Dinars have three decimals", slug: "kwd", features: ["TI28"], members: #""label": "Total", "currency": "KWD""#,
      amount: ("1.250", "KWD")),
    currency(
      "The symbol after the amount", slug: "trailing", features: ["TI30"],
      members: #""label": "Total", "currency": "USD", "symbol": "trailing""#, amount: ("5.00", "USD")),
    currency(
      "An amount without a symbol", slug: "no-symbol", features: ["TI30"],
      members: #""label": "Total", "currency": "USD", "symbol": "none""#, amount: ("5.00", "USD")),
    currency(
      "A required amount", slug: "required", features: ["TI3"],
      members: #""label": "Total", "currency": "USD", "required": true"#),
    currency(
      "An amount that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Total", "currency": "USD", "required": true, "helper": "As on the receipt""#,
      steps: [.submit]),
    currency(
      "Text that is not an amount", slug: "wrong", features: ["TI40", "TI42"],
      members: #""label": "Total", "currency": "USD""#,
      steps: [.enter("currency-wrong", "a lot"), .submit]),
    currency(
      "An amount that can be read in two ways", slug: "ambiguous", features: ["TI40", "TI42"],
      members: #""label": "Total", "currency": "USD""#,
      steps: [.enter("currency-ambiguous", "1.234"), .submit]),
    currency(
      "An amount above its maximum", slug: "maximum", features: ["TI40", "TI42"],
      members: #""label": "Total", "currency": "USD", "maximum": 100"#,
      steps: [.enter("currency-maximum", "120"), .submit]),
    right(
      "An amount marked as correct", in: .currency, features: ["C16"],
      members: #""label": "Total", "currency": "USD", "messages": { "success": "Within the budget." }"#,
      value: #"{ "amount": "12.00", "currency": "USD" }"#),
    currency(
      "A read-only amount", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #"""
        "label": "Total", "currency": "USD", "readOnly": true, "value": { "amount": "99.90", "currency": "USD" }
        """#),
    currency(
      "A disabled amount", slug: "disabled", features: ["TI50", "TI51"],
      members: #"""
        "label": "Total", "currency": "USD", "disabled": true, "value": { "amount": "99.90", "currency": "USD" }
        """#),
  ]
}
