import FormCells

extension CellFixture {
  private static func slider(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "slider-\(slug)", in: .slider, features: features, members: members, value: value,
      ignoring: ignoring, steps: steps)
  }

  private static let volume = #""label": "Volume", "minimum": 0, "maximum": 100, "step": 5"#

  private static let prices = #""label": "Price", "minimum": 0, "maximum": 300, "step": 10, "range": true"#

  static let slider: [CellFixture] = [
    slider("A slider without a value", slug: "empty", features: ["FO8"], members: volume),
    slider(
      "A slider with helper text and a unit", slug: "helper", features: ["TI11"],
      members: volume + #", "unit": "%", "helper": "Of the speakers""#),
    slider(
      "A slider with a value", slug: "filled", features: ["FO8"], members: volume + #", "unit": "%""#, value: "35"),
    slider("A required slider", slug: "required", features: ["TI3"], members: volume + #", "required": true"#),
    slider(
      "A slider with decimals, below zero", slug: "decimals", features: ["FO8"],
      members: #""label": "Offset", "minimum": -1.5, "maximum": 1.5, "step": 0.25, "unit": "mm""#, value: "-0.75"),
    CellFixture(
      "A slider as German writes it", slug: "slider-german", in: .slider, shows: ["FO8"],
      definition: """
        { "id": "gallery-slider-german", "title": "A slider as German writes it", "locale": "de-DE",
          "sections": [{ "cells": [
          { "id": "slider-german", "type": "slider", "label": "Abstand", "unit": "m", "minimum": 0, "maximum": 5,
            "step": 0.5 } ] }] }
        """, values: #"{ "slider-german": 2.5 }"#),
    slider(
      "A slider that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: volume + #", "required": true, "helper": "Of the speakers""#, steps: [.submit]),
    slider(
      "A number above the scale", slug: "large", features: ["TI40", "TI42"], members: volume,
      steps: [.enter("slider-large", "120"), .submit]),
    slider(
      "A number between two steps of the scale", slug: "between", features: ["TI40", "TI42"], members: volume,
      steps: [.enter("slider-between", "33"), .submit]),
    slider("A range without numbers", slug: "range-empty", features: ["SL3"], members: prices),
    slider(
      "A range with both numbers, a unit and helper text", slug: "range", features: ["SL3"],
      members: prices + #", "unit": "€", "helper": "For one night", "value": { "from": 40, "to": 120 }"#),
    slider(
      "A range that lacks one number", slug: "range-half", features: ["SL3", "TI40"],
      members: prices + #", "required": true"#,
      steps: [.enter("slider-range-half", "50\n"), .submit]),
    slider(
      "A range with two wrong numbers", slug: "range-wrong", features: ["SL3", "TI40"], members: prices,
      steps: [.enter("slider-range-wrong", "cheap\n999"), .submit]),
    slider(
      "A range that ends below its beginning", slug: "range-below", features: ["SL3", "TI40"], members: prices,
      steps: [.enter("slider-range-below", "100\n50"), .submit]),
    slider(
      "A read-only range", slug: "range-read-only", features: ["SL3", "TI45"],
      members: prices + #", "readOnly": true, "value": { "from": 40, "to": 120 }"#),
    slider(
      "A disabled range", slug: "range-disabled", features: ["SL3", "TI50"],
      members: prices + #", "disabled": true, "value": { "from": 40, "to": 120 }"#),
    CellFixture(
      "A range as Egypt writes it", slug: "slider-range-arabic", in: .slider, shows: ["SL3"],
      definition: """
        { "id": "gallery-slider-range-arabic", "title": "A range as Egypt writes it", "locale": "ar-EG",
          "sections": [{ "cells": [
          { "id": "slider-range-arabic", "type": "slider", "range": true, "label": "السعر", "minimum": 0, "maximum": 5,
            "step": 0.5, "value": { "from": 1.5, "to": 4 } } ] }] }
        """),
    right(
      "A slider marked as correct", in: .slider, features: ["C16"],
      members: volume + #", "messages": { "success": "That is loud enough." }"#, value: "60"),
    slider(
      "A read-only slider", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: volume + #", "readOnly": true, "value": 40"#),
    slider(
      "A disabled slider", slug: "disabled", features: ["TI50", "TI51"],
      members: volume + #", "disabled": true, "value": 40"#),
    slider(
      "A slider with a long label and a long unit", slug: "long", features: ["TI9"],
      members:
        #""label": "Share of the Conveyor Belt Between the North Hall and the Loading Ramp", "minimum": 0, "maximum": 100, "unit": "percent of belt, without the part that turns back", "required": true"#,
      value: "100", ignoring: "SE27"),
  ]
}
