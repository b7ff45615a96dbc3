extension CellFixture {
  private static func select(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "select-\(slug)", in: .select, features, members, value: value, marking: marking, steps: steps)
  }

  private static let sizes = #""options": ["Extra Small", "Small", "Medium", "Large", "Extra Large"]"#
  private static let styles = [("standard", "standard", "SE5"), ("table", "table cell", "SE6")]

  /// The states that both styles show, for each style.
  private static let states: [[CellFixture]] =
    styles.map { style, name, feature in
      let key = #""style": "\#(style)""#
      return [
        select(
          "A select, \(name)", "\(style)-empty", [feature, "SE1", "SE17", "SE19", "SE23", "AL7", "AX1", "AX6", "C10"],
          #""label": "Size", \#(key), \#(sizes)"#),
        select(
          "A select with helper text, \(name)", "\(style)-helper", ["SE9", "AX1", "AX6", feature],
          #""label": "Size", "helper": "Of the jacket", \#(key), \#(sizes)"#),
        select(
          "A filled select, \(name)", "\(style)-filled", ["SE12", "SE38", feature],
          #""label": "Size", "helper": "Of the jacket", \#(key), \#(sizes)"#, value: #""Large""#),
        select(
          "A select in error beside its helper, \(name)", "\(style)-error-kept",
          ["SE15", "SE16", "SE18", "SE38", "AX12", "C2", feature],
          #""label": "Size", "required": true, "helper": "Of the jacket", \#(key), \#(sizes)"#, steps: [.submit]),
        select(
          "A select in error without a helper, \(name)", "\(style)-error",
          ["SE15", "SE18", "SE38", "AX10", "AX11", "AX12", "AX15", feature],
          #""label": "Size", "required": true, \#(key), \#(sizes)"#, steps: [.submit]),
        select(
          "A disabled select, \(name)", "\(style)-disabled", ["SE37", "AX8", "TI51", feature],
          #""label": "Size", "disabled": true, "helper": "Of the jacket", \#(key), \#(sizes)"#),
      ]
    }

  /// The cell on the form; the same state in both styles side by side.
  static let select: [CellFixture] =
    states[0].indices.flatMap { state in states.map { $0[state] } } + [
      select(
        "A select whose error takes the helper's place", "error-replaced", ["C2"],
        #""label": "Size", "required": true, "helper": "Of the jacket", "helperOnError": "replace", \#(sizes)"#,
        steps: [.submit]),
      select(
        "A select with a placeholder of its own", "placeholder", ["C10"],
        #""label": "Size", "placeholder": "Choose your size", \#(sizes)"#),
      select("A required select", "required", ["TI3", "C1"], #""label": "Size", "required": true, \#(sizes)"#),
      select(
        "An optional select is marked where optional ones are", "optional", ["SE35", "C1"],
        #""label": "Size", "required": false, \#(sizes)"#, marking: "optional"),
      select(
        "A select of several shows its values", "several", ["SE2", "SE12"],
        #""label": "Sizes", "selection": "multiple", \#(sizes)"#, value: #"["Small", "Large"]"#),
      right(
        "A select that is right", in: .select, ["C16"],
        #""label": "Size", "messages": { "success": "In stock." }, \#(sizes)"#, value: #""Large""#),
      select(
        "A read-only select", "read-only", ["C20", "TI47"],
        #""label": "Size", "readOnly": true, "value": "Large", \#(sizes)"#),
      CellFixture(
        "Selects as rows of one group", slug: "select-group", in: .select, shows: ["SE19", "SE20", "FO1"],
        definition: """
          { "id": "gallery-select-group", "title": "Selects as rows of one group", "sections": [{ "cells": [
            { "id": "select-group-size", "type": "select", "style": "table", "label": "Size", \(sizes) },
            { "id": "select-group-fit", "type": "select", "style": "table", "label": "Fit",
              "options": ["Slim", "Regular", "Relaxed", "Loose", "Oversize"] },
            { "id": "select-group-sleeve", "type": "select", "style": "table", "label": "Sleeve", "value": "Long",
              "options": ["Short", "Half", "Three Quarters", "Long", "Extra Long"] }
          ] }] }
          """),
    ]

  private static func open(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    then steps: [Step] = []
  ) -> CellFixture {
    select(sentence, "view-\(slug)", features, members, value: value, steps: [.open("select-view-\(slug)")] + steps)
  }

  /// The view with its options.
  static let selectView: [CellFixture] = [
    open(
      "A level of a select that is a tree", "tree", ["SE3", "C5"],
      #""label": "Office", "required": true, \#(places)"#, then: [.level("germany")]),
    open(
      "The options of a select", "single",
      ["SE3", "SE4", "SE10", "SE13", "SE21", "SE24", "AX2", "AX3", "AX4", "AX7", "C3", "C5", "C6", "C7"],
      #""label": "Size", "required": true, \#(sizes)"#),
    open(
      "The chosen option has a checkmark", "chosen", ["SE22", "SE26", "AX7"],
      #""label": "Size", "required": true, \#(sizes)"#, value: #""Large""#),
    open(
      "An optional select offers None", "none", ["C21"], #""label": "Size", \#(sizes)"#, value: #""Large""#),
    open(
      "Several options end with Done", "multiple", ["SE2", "SE25", "SE26", "C3"],
      #""label": "Sizes", "selection": "multiple", \#(sizes)"#, value: #"["Small", "Large"]"#),
  ]
}

extension CellFixture {
  private static func radio(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "radio-group-\(slug)", in: .radioGroup, features, members, value: value, marking: marking,
      steps: steps)
  }

  private static let shifts = #"""
    "options": ["Early", "Late",
            { "value": "Night", "label": "Night", "description": "With a surcharge" }]
    """#

  static let floors = #"""
    "lists": [
            { "title": "Ground Floor", "options": ["Lobby", "Workshop"] },
            { "title": "First Floor", "options": ["Boardroom",
              { "value": "Library", "label": "Library", "description": "Please be quiet" }] }]
    """#

  static let radioGroup: [CellFixture] = [
    radio("An empty radio group", "empty", ["FO8"], #""label": "Shift", \#(shifts)"#),
    radio(
      "A radio group with helper text", "helper", ["FO8", "TI11"],
      #""label": "Shift", "helper": "Of the first day", \#(shifts)"#),
    radio("A filled radio group", "filled", ["FO8"], #""label": "Shift", \#(shifts)"#, value: #""Late""#),
    radio(
      "A radio group takes a custom text", "other", ["FO8"],
      #""label": "Shift", "other": { "label": "Another time" }, \#(shifts)"#, value: #"{ "other": "Weekends" }"#),
    radio(
      "A radio group refuses a custom text that is too long", "other-error", ["FO8", "TI42"],
      #""label": "Shift", "required": true, "other": { "maxLength": 5 }, \#(shifts)"#,
      value: #"{ "other": "Weekends" }"#, steps: [.submit]),
    radio("A required radio group", "required", ["TI3"], #""label": "Shift", "required": true, \#(shifts)"#),
    radio(
      "A radio group in error", "error", ["TI8", "TI40", "TI42"],
      #""label": "Shift", "required": true, "helper": "Of the first day", \#(shifts)"#, steps: [.submit]),
    right(
      "A radio group that is right", in: .radioGroup, ["C16"],
      #""label": "Shift", "messages": { "success": "There is room." }, \#(shifts)"#, value: #""Late""#),
    radio(
      "A read-only radio group", "read-only", ["C20", "TI47"],
      #""label": "Shift", "readOnly": true, "value": "Late", \#(shifts)"#),
    radio("A disabled radio group", "disabled", ["TI51"], #""label": "Shift", "disabled": true, \#(shifts)"#),
    radio(
      "A radio group with an option that cannot be chosen", "disabled-option", ["FO8"],
      #""label": "Shift", "options": ["Early", { "value": "Late", "label": "Late", "disabled": true }]"#),
    radio(
      "A radio group of chips", "chips", ["GR4"], #""label": "Shift", "style": "chips", \#(shifts)"#, value: #""Late""#),
    radio(
      "A segmented radio group", "segmented", ["GR4"],
      #""label": "Shift", "style": "segmented", "required": true, "options": ["Early", "Late", "Night"]"#,
      value: #""Late""#),
    radio(
      "A segmented radio group in error", "segmented-error", ["GR4", "TI42"],
      #""label": "Shift", "style": "segmented", "required": true, "options": ["Early", "Late", "Night"]"#,
      steps: [.submit]),
    radio(
      "A radio group whose options stand side by side", "inline", ["GR5"],
      #""label": "Shift", "inline": true, "options": ["Early", "Late", "Night"]"#),
    radio(
      "A radio group whose options stand in lists", "lists", ["GR8"], #""label": "Room", "other": {}, \#(floors)"#,
      value: #""Library""#),
    radio(
      "Lists of a radio group whose options stand side by side", "lists-inline", ["GR5", "GR8"],
      #""label": "Room", "inline": true, \#(floors)"#),
  ]
}

extension CellFixture {
  private static func `switch`(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "switch-\(slug)", in: .switch, features, members, value: value, steps: steps)
  }

  static let `switch`: [CellFixture] = [
    `switch`("A switch that is off", "off", ["FO8"], #""label": "Urgent""#),
    `switch`("A switch that is on", "on", ["FO8"], #""label": "Urgent""#, value: "true"),
    `switch`(
      "A switch with words of its own", "words", ["FO8", "FO9"],
      #""label": "Handover", "onLabel": "Delivery", "offLabel": "Pickup", "helper": "Delivery takes a day""#),
    `switch`(
      "A switch that has to be on", "error", ["TI40", "TI42"],
      #""label": "Terms Accepted", "required": true, "helper": "They are short""#, steps: [.submit]),
    right(
      "A switch that is right", in: .switch, ["C16"],
      #""label": "Urgent", "messages": { "success": "We call back today." }"#, value: "true"),
    `switch`(
      "A read-only switch", "read-only", ["C20", "TI47"], #""label": "Urgent", "readOnly": true, "value": true"#),
    `switch`("A disabled switch", "disabled", ["TI51"], #""label": "Urgent", "disabled": true, "value": true"#),
    `switch`(
      "A box to tick whose label has a link", "checkbox", ["GR6"],
      #""style": "checkbox", "required": true, "label": "I have read the [rules of the site](https://example.com/rules)""#
    ),
    `switch`(
      "A box that has to be ticked", "checkbox-error", ["GR6", "TI42"],
      #""style": "checkbox", "required": true, "label": "I **agree** to the [terms](/terms)""#, steps: [.submit]),
    `switch`(
      "A ticked box that is read only", "checkbox-read-only", ["GR6", "TI47"],
      #""style": "checkbox", "readOnly": true, "value": true, "label": "I agree to the [terms](/terms)""#),
    `switch`(
      "A disabled box", "checkbox-disabled", ["GR6", "TI51"],
      #""style": "checkbox", "disabled": true, "label": "I agree to the [terms](/terms)""#),
  ]
}
