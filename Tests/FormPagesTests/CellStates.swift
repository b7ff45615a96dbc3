@testable import FormPages

/// One kind of cell in every state, on a page at rest and on the same page after a refused submit. One viewport: the
/// markup is the same in all (features AL4).
struct CellStates: Sendable {
  /// As the definition calls it.
  let type: String
  /// A value in the form of a submission; nil where a definition cannot have one.
  let value: String?
  /// What every cell of the kind has besides.
  var further = ""
  var hasPlaceholder = true
  /// Cells that only this kind has.
  var own: [String] = []
  /// Entered before the page is made.
  var entered: [(String, SamplePage.Sample)] = []

  static let all: [CellStates] = [text, note, `switch`, radioGroup, date, password, select, orderPicker]

  var pages: [SamplePage] {
    [false, true].map { isSubmitted in
      SamplePage(
        name: isSubmitted ? "\(type)-checked" : "\(type)-states", definition: definition, values: entered,
        isSubmitted: isSubmitted, viewports: [.compact])
    }
  }

  private var definition: String {
    let value = value.map { ", \"value\": \($0)" } ?? ""
    var cells = [
      cell("empty", "Empty"),
      cell("helper", "With Helper", ", \"helper\": \"A hint.\""),
      cell("required", "Required", ", \"required\": true, \"helper\": \"Replaced by the message.\""),
      cell(
        "kept", "Helper Kept",
        ", \"required\": true, \"helper\": \"Kept beside it.\", \"helperOnError\": \"keep\", "
          + "\"messages\": { \"required\": \"Fill this in.\" }"),
      cell("filled", "Filled", value),
      cell("right", "Success", "\(value), \"helper\": \"A hint.\", \"messages\": { \"success\": \"That fits.\" }"),
      cell("fixed", "Read-Only", "\(value), \"readOnly\": true, \"helper\": \"From payroll.\""),
      cell("off", "Disabled", "\(value), \"disabled\": true"),
    ]
    if hasPlaceholder { cells.append(cell("example", "With Placeholder", ", \"placeholder\": \"Like this\"")) }
    cells += own.map { "{ \"type\": \"\(type)\", \($0) }" }
    return """
      { "id": "states", "title": "States", "sections": [{ "cells": [\(cells.joined(separator: ",\n"))] }] }
      """
  }

  private func cell(_ id: String, _ label: String, _ keys: String = "") -> String {
    "{ \"id\": \"\(id)\", \"type\": \"\(type)\", \"label\": \"\(label)\"\(further)\(keys) }"
  }

  private static let text = CellStates(
    type: "text", value: "\"CC-4711\"",
    own: [
      #""id": "over", "label": "Over", "maxLength": 3, "value": "abc""#,
      #""id": "stopped", "label": "Stopped", "maxLength": 3, "overflow": "stop", "value": "abc""#,
      #""id": "uncounted", "label": "Uncounted", "maxLength": 3, "counter": false, "helper": "Three at most.""#,
      #""id": "mail", "label": "Mail", "format": "email", "autocomplete": "email""#,
      #""id": "hours", "label": "Hours", "format": "decimal", "minimum": 0"#,
      #""id": "code", "label": "Code", "pattern": "[A-Z]+", "messages": { "invalid": "Enter capital letters." }"#,
    ], entered: [("over", .text("abcd")), ("code", .text("abc"))])

  private static let `switch` = CellStates(
    type: "switch", value: "true", hasPlaceholder: false,
    own: [
      #""id": "named", "label": "Named", "onLabel": "Delivery", "offLabel": "Pickup", "helper": "A hint.""#,
      #""id": "shown", "label": "Shown", "onLabel": "Delivery", "offLabel": "Pickup", "readOnly": true"#,
    ])

  private static let radioGroup = CellStates(
    type: "radio-group", value: "\"b\"",
    further: #", "options": ["a", { "value": "b", "label": "Béta", "description": "Second" }]"#, hasPlaceholder: false,
    own: [
      #""id": "closed", "label": "Closed", "options": ["a", { "value": "b", "label": "B", "disabled": true }]"#
    ])

  private static let select = CellStates(
    type: "select", value: "\"b\"", further: #", "options": ["a", { "value": "b", "label": "Béta" }]"#,
    own: [
      #""id": "row", "label": "Row", "style": "table", "value": "a", "options": ["a", "b"]"#,
      #""id": "wrong", "label": "Row in Error", "style": "table", "required": true, "options": ["a", "b"]"#,
      #""id": "several", "label": "Several", "selection": "multiple", "value": ["b", "a"], "options": ["a", "b"]"#,
    ])

  private static let orderPicker = CellStates(
    type: "order-picker",
    value:
      #"[{ "id": "b", "selected": true, "direction": "descending" }, { "id": "a", "selected": false, "direction": "ascending" }]"#,
    further: #", "criteria": [{ "id": "a", "label": "Alpha" }, { "id": "b", "label": "Béta" }]"#,
    hasPlaceholder: false,
    own: [
      #""id": "wrapped", "label": "Wrapped", "wrap": true, "minimum": 2, "directionLabels": { "ascending": "A–Z" }, "criteria": [{ "id": "a", "label": "Alpha", "selected": true }, { "id": "b", "label": "Béta" }]"#,
      #""id": "single", "label": "Single", "criteria": [{ "id": "a", "label": "Alpha", "selected": true }]"#,
    ])

  private static let date = CellStates(
    type: "date", value: "\"2026-02-28\"", hasPlaceholder: false,
    own: [
      #""id": "bounded", "label": "Bounded", "minimum": "today", "maximum": "2026-12-31""#,
      #""id": "past", "label": "Past", "minimum": "today", "value": "2026-01-30""#,
      #""id": "typed", "label": "Typed", "minimum": "today""#,
    ], entered: [("typed", .text("31.1.2026"))])

  private static let password = CellStates(
    type: "password", value: nil,
    own: [
      #""id": "short", "label": "Short", "minLength": 8, "helper": "Eight at least.", "autocomplete": "current-password""#,
      #""id": "long", "label": "Long", "maxLength": 3"#,
    ],
    entered: [
      ("filled", .text("s3cret")), ("right", .text("s3cret")), ("short", .text("s3cret")), ("long", .text("s3cret")),
    ])

  private static let note = CellStates(
    type: "note", value: "\"One\\nTwo\"",
    own: [
      #""id": "over", "label": "Over", "maxLength": 3"#,
      #""id": "tall", "label": "Tall", "minLines": 1, "maxLines": 12, "value": "1\n2\n3\n4""#,
      #""id": "long", "label": "Long", "readOnly": true, "value": "1\n2\n3\n4\n5\n6\n7\n8\n9""#,
      #""id": "stopped", "label": "Stopped", "maxLength": 3, "overflow": "stop", "value": "a\nb""#,
    ], entered: [("over", .text("a\nbc"))])
}
