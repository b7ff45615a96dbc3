import FormCells
import Support
import Testing

/// Keys of texts among the cells, of groups of options on the form, and of scales.
extension DefinitionKeyTests {
  private static func content(
    _ key: String, _ json: String, _ check: @escaping @Sendable (ContentKind) -> Bool
  ) -> KeyCase {
    let members = ["id": #""id": "x", "#, "text": #""text": "T", "#].filter { $0.key != key }.values.sorted().joined()
    let type = key == "type" ? "" : #""type": "content", "#
    let other = #"{ "id": "other", "type": "switch", "label": "O" }"#
    let text = #"{ "title": "T", "sections": [{ "cells": [{ \#(members)\#(type)\#(json) }, \#(other)] }] }"#
    return KeyCase(key: "content-cell.\(key)", text: text) {
      if case .content(let content) = $0.cells[0].kind { check(content) } else { false }
    }
  }
  private static func group(
    _ key: String, _ json: String, _ check: @escaping @Sendable (CheckboxGroupKind) -> Bool
  ) -> KeyCase {
    let options = key == "options" ? "" : #", "options": ["a", "b"]"#
    return ofCell("checkbox-group-cell.\(key)", #""type": "checkbox-group"\#(options)"#, json) {
      if case .checkboxGroup(let group) = $0.kind { check(group) } else { false }
    }
  }
  private static func radio(_ key: String, _ json: String, _ check: @escaping @Sendable (GroupLayout) -> Bool)
    -> KeyCase
  {
    ofCell("radio-group-cell.\(key)", #""type": "radio-group", "options": ["a", "b"]"#, json) {
      if case .radioGroup(let group) = $0.kind { check(group.layout) } else { false }
    }
  }
  private static let floors =
    #""lists": [{ "title": "Ground", "options": ["a", "b"] }, { "title": "First", "options": ["c"] }]"#
  private static func lists(_ cell: Cell) -> [Range<Int>]? { cell.optionSource?.current.lists.map(\.rows) }
  static let groups: [KeyCase] = [
    ofCell("switch-cell.style", #""type": "switch""#, #""style": "checkbox""#) {
      if case .switch(let cell) = $0.kind { cell.style == .checkbox } else { false }
    },
    ofCell("text-cell.capitals", #""type": "text""#, #""capitals": true"#) {
      if case .text(let text) = $0.kind { text.isInCapitals } else { false }
    },
    radio("style", #""style": "segmented""#) { $0.style == .segmented },
    radio("inline", #""inline": true"#) { $0.isInline },
    group("options", #""options": ["a", "b", "c"]"#) { $0.options.count == 3 },
    KeyCase(
      key: "form.optionLists",
      text: #"""
        { "title": "T", "optionLists": { "ab": ["a", { "value": "b", "label": "B" }] }, "sections": [{ "cells": [
          { "id": "x", "type": "radio-group", "label": "X", "options": { "list": "ab" }, "value": "b" },
          { "id": "y", "type": "list-picker", "label": "Y", "options": { "list": "ab" } }] }] }
        """#
    ) { $0.cells.allSatisfy { $0.optionSource?.count == 2 } && $0.cells[0].initial.selection.count == 1 },
    KeyCase(
      key: "optionList.list",
      text: #"""
        { "title": "T", "optionLists": { "one": ["a"], "two": ["b", "c"] }, "sections": [{ "cells": [
          { "id": "x", "type": "select", "label": "X", "options": { "list": "two" } },
          { "id": "y", "type": "checkbox-group", "label": "Y", "options": { "list": "one" } }] }] }
        """#
    ) { $0.cells.map { $0.optionSource?.count } == [2, 1] },
    group("minimum", #""minimum": 2"#) { $0.minimum == 2 }, group("maximum", #""maximum": 1"#) { $0.maximum == 1 },
    group("other", #""other": { "maxLength": 9 }"#) { $0.other?.maxLength == 9 },
    group("style", #""style": "chips""#) { $0.layout.style == .chips },
    group("inline", #""inline": true"#) { $0.layout.isInline },
    ofCell("checkbox-group-cell.lists", #""type": "checkbox-group""#, floors) { lists($0) == [0..<2, 2..<3] },
    ofCell("radio-group-cell.lists", #""type": "radio-group""#, floors) { lists($0) == [0..<2, 2..<3] },
    ofCell("groupList.title", #""type": "radio-group""#, floors) {
      $0.optionSource?.current.lists.map(\.title) == ["Ground", "First"]
    },
    ofCell("groupList.options", #""type": "checkbox-group""#, floors) { $0.optionSource?.count == 3 },
    ofCell("checkbox-group-cell.value", #""type": "checkbox-group", "options": ["a", "b"]"#, #""value": ["b", "a"]"#) {
      Array($0.initial.selection.values) == ["a", "b"]
    },
  ]
  static let contents: [KeyCase] = [
    KeyCase(key: "content-cell.id", text: content("id", #""id": "y""#) { _ in true }.text) { $0.cells[0].id == "y" },
    content("type", #""type": "content""#) { _ in true },
    content("text", #""text": { "en": "**A**" }"#) { $0.text.text(in: ["en"]) == "**A**" },
    content("kind", #""kind": "warning""#) { $0.tone == .warning },
    content("details", #""details": "More""#) { $0.details == "More" },
    KeyCase(
      key: "content-cell.visibleWhen",
      text: content("visibleWhen", #""visibleWhen": { "cell": "other", "equals": true }"#) { _ in true }.text
    ) { $0.cells[0].visibleWhen == .equals(cell: 1, .flag(true)) },
  ]
  private static func slider(_ key: String, _ json: String, _ check: @escaping @Sendable (SliderKind) -> Bool)
    -> KeyCase
  {
    let ends = ["minimum": 0, "maximum": 20].filter { $0.key != key }.map { #", "\#($0.key)": \#($0.value)"# }
    return ofCell("slider-cell.\(key)", #""type": "slider"\#(ends.sorted().joined())"#, json) {
      if case .slider(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func rating(_ key: String, _ json: String, _ check: @escaping @Sendable (RatingKind) -> Bool)
    -> KeyCase
  {
    ofCell("rating-cell.\(key)", #""type": "rating""#, json) {
      if case .rating(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  static let ratings: [KeyCase] = [
    rating("from", #""from": 0"#) { $0.scale == 0...5 }, rating("to", #""to": 10"#) { $0.scale == 1...10 },
    rating("fromLabel", #""fromLabel": "Poor""#) { $0.fromLabel == "Poor" },
    rating("toLabel", #""toLabel": "Good""#) { $0.toLabel == "Good" },
    rating("style", #""style": "stars""#) { $0.style == .stars },
    ofCell("rating-cell.value", #""type": "rating""#, #""value": 3"#) { $0.initial == .text("3") },
  ]
  private static func matrix(_ key: String, _ json: String, _ check: @escaping @Sendable (MatrixKind) -> Bool)
    -> KeyCase
  {
    let members = ["rows": #""rows": [{ "id": "r", "label": "R" }]"#, "options": #""options": ["a", "b"]"#]
    let others = members.filter { $0.key != key }.values.sorted().map { ", \($0)" }.joined()
    return ofCell("matrix-cell.\(key)", #""type": "matrix"\#(others)"#, json) {
      if case .matrix(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  static let matrices: [KeyCase] = [
    matrix("rows", #""rows": [{ "id": "s", "label": "S" }]"#) { $0.rows.map(\.id) == ["s"] },
    matrix("options", #""options": ["a", "b", "c"]"#) { $0.options.count == 3 },
    KeyCase(key: "matrix-row.id", text: matrix("rows", #""rows": [{ "id": "s", "label": "S" }]"#) { _ in true }.text) {
      $0.cells[0].parts == ["s"]
    },
    KeyCase(key: "matrix-row.label", text: matrix("rows", #""rows": [{ "id": "s", "label": "S" }]"#) { _ in true }.text)
    {
      if case .matrix(let cell) = $0.cells[0].kind { cell.rows[0].label == "S" } else { false }
    },
    ofCell(
      "matrix-cell.value", #""type": "matrix", "rows": [{ "id": "r", "label": "R" }], "options": ["a", "b"]"#,
      #""value": { "r": "b" }"#
    ) { $0.initial == .text("b") },
  ]
  private static func attachment(_ key: String, _ json: String, _ check: @escaping @Sendable (AttachmentKind) -> Bool)
    -> KeyCase
  {
    ofCell("attachment-cell.\(key)", #""type": "attachment""#, json) {
      if case .attachment(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  static let attachments: [KeyCase] = [
    attachment("accept", #""accept": ["image/*", "application/pdf", ".docx"]"#) {
      $0.accept == [.family("image"), .type("application/pdf"), .ending("docx")]
    },
    attachment("minimum", #""minimum": 2, "maximum": 2"#) { $0.minimum == 2 },
    attachment("maximum", #""maximum": 9"#) { $0.maximum == 9 },
    attachment("maxBytes", #""maxBytes": 1000"#) { $0.byteLimit == 1000 },
    attachment("capture", #""capture": true"#) { $0.hasCapture },
    attachment("original", #""original": true"#) { $0.keepsOriginal },
  ]
  static let sliders: [KeyCase] = [
    slider("minimum", #""minimum": 2"#) { $0.minimum.description == "2" },
    slider("maximum", #""maximum": 9"#) { $0.maximum.description == "9" },
    slider("step", #""step": 2.5"#) { $0.step.description == "2.5" && $0.number.decimals == 1 },
    slider("unit", #""unit": "kg""#) { $0.number.unit == "kg" },
    slider("range", #""range": true"#) { $0.isRange },
    ofCell(
      "numberRange.from", #""type": "slider", "range": true, "minimum": 0, "maximum": 9"#,
      #""value": { "from": 2, "to": 5 }"#
    ) { RangeTexts($0.initial.text).from == "2" },
    ofCell(
      "numberRange.to", #""type": "slider", "range": true, "minimum": 0, "maximum": 9"#,
      #""value": { "from": 2, "to": 5 }"#
    ) { RangeTexts($0.initial.text).to == "5" },
    ofCell("slider-cell.value", #""type": "slider", "minimum": 0, "maximum": 9"#, #""value": 3"#) {
      $0.initial == .text("3")
    },
  ]

  static let counts: [KeyCase] = ["atLeast", "atMost"].map { key in
    KeyCase(
      key: "entryCount.\(key)",
      text: #"""
        { "title": "T", "sections": [
          { "title": "S", "container": "repeat", "id": "rows", "item": "Row", "cells": [{ "id": "a", "type": "text", "label": "A" }] },
          { "cells": [{ "id": "b", "type": "text", "label": "B", "visibleWhen": { "section": "rows", "count": { "\#(key)": 3 } } }] }] }
        """#
    ) { form in
      let condition = Condition.entryCount(
        section: 0, places: [], atLeast: key == "atLeast" ? 3 : nil, atMost: key == "atMost" ? 3 : nil)
      return form.cells[1].visibleWhen == condition
    }
  }
}
