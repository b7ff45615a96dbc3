extension CellFixture {
  private static func select(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "select-\(slug)", in: .select, features: features, members: members, value: value,
      marking: marking, steps: steps)
  }

  private static let sizes = #""options": ["Extra Small", "Small", "Medium", "Large", "Extra Large"]"#
  private static let styles = [("standard", "standard", "SE5"), ("table", "table cell", "SE6")]

  /// The states that both styles show, by style.
  private static let states: [[CellFixture]] =
    styles.map { style, name, feature in
      let key = #""style": "\#(style)""#
      return [
        select(
          "A select, \(name)", slug: "\(style)-empty",
          features: [feature, "SE1", "SE17", "SE19", "SE23", "AL7", "AX1", "AX6", "C10"],
          members: #""label": "Size", \#(key), \#(sizes)"#),
        select(
          "A select with helper text, \(name)", slug: "\(style)-helper", features: ["SE9", "AX1", "AX6", feature],
          members: #""label": "Size", "helper": "Of the jacket", \#(key), \#(sizes)"#),
        select(
          "A filled select, \(name)", slug: "\(style)-filled", features: ["SE12", "SE38", feature],
          members: #""label": "Size", "helper": "Of the jacket", \#(key), \#(sizes)"#, value: #""Large""#),
        select(
          "A select in error beside its helper, \(name)", slug: "\(style)-error-kept",
          features: ["SE15", "SE16", "SE18", "SE38", "AX12", "C2", feature],
          members: #""label": "Size", "required": true, "helper": "Of the jacket", \#(key), \#(sizes)"#,
          steps: [.submit]),
        select(
          "A select in error without a helper, \(name)", slug: "\(style)-error",
          features: ["SE15", "SE18", "SE38", "AX10", "AX11", "AX12", "AX15", feature],
          members: #""label": "Size", "required": true, \#(key), \#(sizes)"#, steps: [.submit]),
        select(
          "A disabled select, \(name)", slug: "\(style)-disabled", features: ["SE37", "AX8", "TI51", feature],
          members: #""label": "Size", "disabled": true, "helper": "Of the jacket", \#(key), \#(sizes)"#),
      ]
    }

  /// The cell on the form; the same state in both styles side by side.
  static let select: [CellFixture] =
    states[0].indices.flatMap { state in states.map { $0[state] } } + [
      select(
        "A select whose error takes the helper's place", slug: "error-replaced", features: ["C2"],
        members:
          #""label": "Size", "required": true, "helper": "Of the jacket", "helperOnError": "replace", \#(sizes)"#,
        steps: [.submit]),
      select(
        "A select with a placeholder of its own", slug: "placeholder", features: ["C10"],
        members: #""label": "Size", "placeholder": "Choose your size", \#(sizes)"#),
      select(
        "A required select", slug: "required", features: ["TI3", "C1"],
        members: #""label": "Size", "required": true, \#(sizes)"#),
      select(
        "An optional select is marked where optional ones are", slug: "optional", features: ["SE35", "C1"],
        members: #""label": "Size", "required": false, \#(sizes)"#, marking: "optional"),
      select(
        "A select of several shows its values", slug: "several", features: ["SE2", "SE12"],
        members: #""label": "Sizes", "selection": "multiple", \#(sizes)"#, value: #"["Small", "Large"]"#),
      right(
        "A select marked as correct", in: .select, features: ["C16"],
        members: #""label": "Size", "messages": { "success": "In stock." }, \#(sizes)"#, value: #""Large""#),
      select(
        "A read-only select", slug: "read-only", features: ["C20", "TI47"],
        members: #""label": "Size", "readOnly": true, "value": "Large", \#(sizes)"#),
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
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    then steps: [Step] = []
  ) -> CellFixture {
    select(
      sentence, slug: "view-\(slug)", features: features, members: members, value: value,
      steps: [.open("select-view-\(slug)")] + steps)
  }

  /// The view with its options.
  static let selectView: [CellFixture] = [
    open(
      "A level of a select that is a tree", slug: "tree", features: ["SE3", "C5"],
      members: #""label": "Office", "required": true, \#(places)"#, then: [.level("germany")]),
    open(
      "The options of a select", slug: "single",
      features: ["SE3", "SE4", "SE10", "SE13", "SE21", "SE24", "AX2", "AX3", "AX4", "AX7", "C3", "C5", "C6", "C7"],
      members: #""label": "Size", "required": true, \#(sizes)"#),
    open(
      "The chosen option has a checkmark", slug: "chosen", features: ["SE22", "SE26", "AX7"],
      members: #""label": "Size", "required": true, \#(sizes)"#, value: #""Large""#),
    open(
      "An optional select offers None", slug: "none", features: ["C21"], members: #""label": "Size", \#(sizes)"#,
      value: #""Large""#),
    open(
      "Several options end with Done", slug: "multiple", features: ["SE2", "SE25", "SE26", "C3"],
      members: #""label": "Sizes", "selection": "multiple", \#(sizes)"#, value: #"["Small", "Large"]"#),
  ]
}

extension CellFixture {
  private static func radio(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "radio-group-\(slug)", in: .radioGroup, features: features, members: members, value: value,
      marking: marking,
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
    radio("An empty radio group", slug: "empty", features: ["FO8"], members: #""label": "Shift", \#(shifts)"#),
    radio(
      "A radio group with helper text", slug: "helper", features: ["FO8", "TI11"],
      members: #""label": "Shift", "helper": "Of the first day", \#(shifts)"#),
    radio(
      "A filled radio group", slug: "filled", features: ["FO8"], members: #""label": "Shift", \#(shifts)"#,
      value: #""Late""#),
    radio(
      "A radio group takes a custom text", slug: "other", features: ["FO8"],
      members: #""label": "Shift", "other": { "label": "Another time" }, \#(shifts)"#,
      value: #"{ "other": "Weekends" }"#),
    radio(
      "A radio group refuses a custom text that is too long", slug: "other-error", features: ["FO8", "TI42"],
      members: #""label": "Shift", "required": true, "other": { "maxLength": 5 }, \#(shifts)"#,
      value: #"{ "other": "Weekends" }"#, steps: [.submit]),
    radio(
      "A required radio group", slug: "required", features: ["TI3"],
      members: #""label": "Shift", "required": true, \#(shifts)"#),
    radio(
      "A radio group in error", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Shift", "required": true, "helper": "Of the first day", \#(shifts)"#, steps: [.submit]),
    right(
      "A radio group marked as correct", in: .radioGroup, features: ["C16"],
      members: #""label": "Shift", "messages": { "success": "There is room." }, \#(shifts)"#, value: #""Late""#),
    radio(
      "A read-only radio group", slug: "read-only", features: ["C20", "TI47"],
      members: #""label": "Shift", "readOnly": true, "value": "Late", \#(shifts)"#),
    radio(
      "A disabled radio group", slug: "disabled", features: ["TI51"],
      members: #""label": "Shift", "disabled": true, \#(shifts)"#),
    radio(
      "A radio group with an option that cannot be chosen", slug: "disabled-option", features: ["FO8"],
      members: #""label": "Shift", "options": ["Early", { "value": "Late", "label": "Late", "disabled": true }]"#),
    radio(
      "A radio group of chips", slug: "chips", features: ["GR4"],
      members: #""label": "Shift", "style": "chips", \#(shifts)"#, value: #""Late""#),
    radio(
      "A segmented radio group", slug: "segmented", features: ["GR4"],
      members: #""label": "Shift", "style": "segmented", "required": true, "options": ["Early", "Late", "Night"]"#,
      value: #""Late""#),
    radio(
      "A segmented radio group in error", slug: "segmented-error", features: ["GR4", "TI42"],
      members: #""label": "Shift", "style": "segmented", "required": true, "options": ["Early", "Late", "Night"]"#,
      steps: [.submit]),
    radio(
      "A radio group whose options stand side by side", slug: "inline", features: ["GR5"],
      members: #""label": "Shift", "inline": true, "options": ["Early", "Late", "Night"]"#),
    radio(
      "A radio group whose options stand in lists", slug: "lists", features: ["GR8"],
      members: #""label": "Room", "other": {}, \#(floors)"#,
      value: #""Library""#),
    radio(
      "Lists of a radio group whose options stand side by side", slug: "lists-inline", features: ["GR5", "GR8"],
      members: #""label": "Room", "inline": true, \#(floors)"#),
  ]
}

extension CellFixture {
  private static func `switch`(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "switch-\(slug)", in: .switch, features: features, members: members, value: value, steps: steps)
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
      "A switch marked as correct", in: .switch, features: ["C16"],
      members: #""label": "Urgent", "messages": { "success": "We call back today." }"#, value: "true"),
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
