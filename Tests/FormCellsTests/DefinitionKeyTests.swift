import FormCells
import Support
import Testing

/// One case for each key of the format: how the decoded form shows it. `complete()` compares these keys with the schema.
@Suite("Every key of a definition is decoded") struct DefinitionKeyTests {
  struct KeyCase: Sendable, CustomTestStringConvertible {
    /// The key's name in the schema: `text-cell.pattern`.
    let key: String
    /// A definition that has the key. One without it is not needed, because `check` fails for the default.
    let text: String
    let check: @Sendable (Form) -> Bool
    var testDescription: String { key }
  }

  static func ofForm(_ key: String, _ json: String, _ check: @escaping @Sendable (Form) -> Bool) -> KeyCase {
    let title = key == "title" ? "" : #", "title": "T""#
    let sections =
      key == "sections" ? "" : #", "sections": [{ "cells": [{ "id": "x", "type": "text", "label": "X" }] }]"#
    return KeyCase(key: "form.\(key)", text: "{ \(json)\(title)\(sections) }", check: check)
  }

  private static func ofSection(_ key: String, _ json: String, _ check: @escaping @Sendable (FormSection) -> Bool)
    -> KeyCase
  {
    let cells = key == "cells" ? "" : #", "cells": [{ "id": "x", "type": "text", "label": "X" }]"#
    let other = #"{ "cells": [{ "id": "other", "type": "switch", "label": "O" }] }"#
    return KeyCase(key: "section.\(key)", text: #"{ "title": "T", "sections": [{ \#(json)\#(cells) }, \#(other)] }"#) {
      check($0.sections[0])
    }
  }

  /// - Parameter base: other keys that the type requires.
  private static func repeated(
    _ key: String, _ json: String, _ check: @escaping @Sendable (RepeatedSection) -> Bool
  ) -> KeyCase {
    let keys = #""title": "S", "container": "repeat", "id": "rows", "item": "Row", "#
    return ofSection(key, keys + json) { $0.repeated.map(check) ?? false }
  }

  static func ofCell(
    _ key: String, _ base: String, _ json: String, _ check: @escaping @Sendable (Cell) -> Bool
  ) -> KeyCase {
    let id = key.hasSuffix(".id") && key.contains("-cell") ? "" : #""id": "x", "#
    let label = key.hasSuffix(".label") && key.contains("-cell") ? "" : #", "label": "X""#
    let other = #"{ "id": "other", "type": "switch", "label": "O" }"#
    let text = #"{ "title": "T", "sections": [{ "cells": [{ \#(id)\#(base)\#(label), \#(json) }, \#(other)] }] }"#
    return KeyCase(key: key, text: text) { check($0.cells[0]) }
  }

  private static func ofReceipt(
    _ key: String, _ json: String, _ check: @escaping @Sendable (Receipt) -> Bool
  ) -> KeyCase {
    KeyCase(key: key, text: ofForm("receipt", #""receipt": { \#(json) }"#) { _ in true }.text) { check($0.receipt) }
  }

  static let forms: [KeyCase] = [
    ofForm("$schema", #""$schema": "/schema/form.json""#) { $0.id == "form" },
    ofForm("id", #""id": "my-form""#) { $0.id == "my-form" }, ofForm("protect", #""protect": true"#) { $0.isProtected },
    ofForm("title", #""title": "Trip""#) { $0.title == "Trip" },
    ofForm("description", #""description": "D""#) { $0.description == "D" },
    ofForm("locale", #""locale": "de-de""#) { $0.locale == "de-DE" },
    ofForm("marking", #""marking": "optional""#) { $0.marking == .optional && $0.cells[0].isRequired },
    ofForm("guidelines", #""guidelines": "cvs""#) { $0.marking == .optional },
    ofForm("submit", #""submit": { "label": "Send" }"#) { $0.submitLabel == "Send" },
    ofForm(
      "rules", #""rules": [{ "require": { "cell": "x", "filled": true }, "message": "Mend.", "cells": ["x"] }]"#
    ) { $0.rules.map(\.message) == ["Mend."] && $0.rules[0].cells == [0] && $0.rules[0].require == .filled(cell: 0) },
    ofForm("lint", #""lint": {}"#) { $0.lint == LintSettings() }, ofForm("review", #""review": true"#) { $0.hasReview },
    ofForm("timeZone", #""timeZone": "Europe/Berlin""#) { $0.timeZone?.name == "Europe/Berlin" },
    ofForm("receipt", #""receipt": {}"#) {
      $0.receipt.showsAnswers && $0.receipt.text == nil && $0.receipt.copy == nil && $0.receipt.link == nil
    },
    ofReceipt("receipt.text", #""text": { "en": "We call you." }"#) { $0.text?.text(in: ["en"]) == "We call you." },
    ofReceipt("receipt.copy", #""copy": "To you" "#) { $0.copy?.text(in: ["en"]) == "To you" },
    ofReceipt("receipt.answers", #""answers": false"#) { !$0.showsAnswers },
    ofReceipt("receipt.link", #""link": { "label": "Rules", "url": "https://example.com/a?b#c" }"#) {
      $0.link?.label == "Rules" && $0.link?.url == "https://example.com/a?b#c"
    },
    ofReceipt("receiptLink.label", #""link": { "label": { "en": "On" }, "url": "/on" }"#) {
      $0.link?.label.text(in: ["en"]) == "On"
    },
    ofReceipt("receiptLink.url", #""link": { "label": "On", "url": "/on" }"#) { $0.link?.url == "/on" },
    ofForm("retention", #""retention": { "days": 1 }"#) { $0.retentionDays == 1 },
    KeyCase(key: "retention.days", text: ofForm("retention", #""retention": { "days": 36500 }"#) { _ in true }.text) {
      $0.retentionDays == 36_500
    },
    ofForm("sections", #""sections": [{ "cells": [{ "id": "y", "type": "note", "label": "Y" }] }]"#) {
      $0.cells[0].id == "y"
    },
    KeyCase(key: "submit.label", text: ofForm("submit", #""submit": { "label": { "en": "Go" } }"#) { _ in true }.text) {
      $0.submitLabel?.text(in: ["en"]) == "Go"
    },
    KeyCase(key: "lint.labelCase", text: ofForm("lint", #""lint": { "labelCase": "sentence" }"#) { _ in true }.text) {
      $0.lint.labelCase == .sentence
    },
    KeyCase(key: "lint.ignore", text: ofForm("lint", #""lint": { "ignore": ["LP7", "SE28"] }"#) { _ in true }.text) {
      $0.lint.ignore == ["LP7", "SE28"]
    },
    ofSection("title", #""title": "S""#) { $0.title == "S" },
    ofSection("footer", #""footer": "F""#) { $0.footer == "F" },
    ofSection("container", #""container": "step""#) { $0.container == .step },
    ofSection("label", #""container": "modal", "label": "Filter""#) { $0.label == "Filter" && $0.container == .modal },
    ofSection("cells", #""cells": [{ "id": "z", "type": "date", "label": "Z" }]"#) { $0.cells[0].id == "z" },
    repeated("id", #""minimum": 0"#) { $0.id == "rows" },
    repeated("item", #""minimum": 0"#) { $0.item == "Row" },
    repeated("minimum", #""minimum": 2"#) { $0.minimum == 2 },
    repeated("maximum", #""maximum": 7"#) { $0.maximum == 7 },
    repeated("summary", #""summary": ["x"]"#) { $0.summary == [0] },
    repeated("rules", #""rules": [{ "require": { "cell": "x", "filled": true }, "message": "M", "cells": ["x"] }]"#) {
      $0.rules.map(\.cells) == [[0]]
    },
    repeated("table", #""table": true"#) { $0.isTable },
    ofSection("visibleWhen", #""visibleWhen": { "cell": "other", "equals": true }"#) {
      $0.visibleWhen == .equals(cell: 1, .flag(true)) && $0.cells[0].sectionVisibleWhen == $0.visibleWhen
    },
  ]

  /// The members that each type requires besides `id` and `label`.
  private static let bases: [(type: String, base: String)] = [
    ("text", ""), ("password", ""), ("currency", #", "currency": "USD""#), ("note", ""), ("switch", ""),
    ("radio-group", #", "options": ["a", "b"]"#), ("checkbox-group", #", "options": ["a", "b"]"#), ("date", ""),
    ("date-range", ""), ("time", ""), ("date-time", ""), ("duration", ""), ("number", ""),
    ("slider", #", "minimum": 0, "maximum": 9"#), ("rating", ""),
    ("matrix", #", "rows": [{ "id": "r", "label": "R" }], "options": ["a", "b"]"#), ("attachment", ""),
    ("list-picker", #", "options": ["a", "b"]"#),
    ("select", #", "options": ["a", "b"]"#), ("order-picker", #", "criteria": [{ "id": "a", "label": "A" }]"#),
  ]

  static let common: [KeyCase] = bases.flatMap { type, base in
    let base = #""type": "\#(type)"\#(base)"#
    func of(_ key: String, _ json: String, _ check: @escaping @Sendable (Cell) -> Bool) -> KeyCase {
      ofCell("\(type)-cell.\(key)", base, json, check)
    }
    return [
      of("id", #""id": "mine""#) { $0.id == "mine" }, of("type", #""helper": "H""#) { $0.type.rawValue == type },
      of("label", #""label": "Mine""#) { $0.label == "Mine" }, of("required", #""required": true"#) { $0.isRequired },
      of("helper", #""helper": "H""#) { $0.helper == "H" }, of("readOnly", #""readOnly": true"#) { $0.isReadOnly },
      of("disabled", #""disabled": true"#) { $0.isDisabled },
      of("messages", #""messages": { "required": "R", "success": "S" }"#) {
        $0.messages[.required] == "R" && $0.messages[.success] == "S"
      },
      of("helperOnError", #""helperOnError": "\#(type == "select" ? "replace" : "keep")""#) {
        $0.helperOnError == (type == "select" ? .replace : .keep)
      },
      of("visibleWhen", #""visibleWhen": { "cell": "other", "equals": true }"#) {
        $0.visibleWhen == .equals(cell: 1, .flag(true))
      },
      of("requiredWhen", #""requiredWhen": { "cell": "other", "equals": true }"#) {
        $0.requiredWhen == .equals(cell: 1, .flag(true))
      },
      of("readOnlyWhen", #""readOnlyWhen": { "cell": "other", "equals": true }"#) {
        $0.readOnlyWhen == .equals(cell: 1, .flag(true))
      },
      of("notes", #""notes": [{ "when": { "cell": "other", "equals": true }, "text": "N" }]"#) {
        $0.notes == [CellNote(when: .equals(cell: 1, .flag(true)), text: "N")]
      },
    ] + (["password", "attachment"].contains(type) ? [] : [of("prefill", #""prefill": true"#) { $0.takesPrefill }])
  }

  private static func text(_ key: String, _ json: String, _ check: @escaping @Sendable (TextKind) -> Bool) -> KeyCase {
    ofCell("text-cell.\(key)", #""type": "text""#, json) {
      if case .text(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func note(_ key: String, _ json: String, _ check: @escaping @Sendable (NoteKind) -> Bool) -> KeyCase {
    ofCell("note-cell.\(key)", #""type": "note""#, json) {
      if case .note(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func password(_ key: String, _ json: String, _ check: @escaping @Sendable (PasswordKind) -> Bool)
    -> KeyCase
  {
    ofCell("password-cell.\(key)", #""type": "password""#, json) {
      if case .password(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func currency(_ key: String, _ json: String, _ check: @escaping @Sendable (CurrencyKind) -> Bool)
    -> KeyCase
  {
    let base = key == "currency" ? #""type": "currency""# : #""type": "currency", "currency": "USD""#
    return ofCell("currency-cell.\(key)", base, json) {
      if case .currency(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func number(_ key: String, _ json: String, _ check: @escaping @Sendable (NumberKind) -> Bool)
    -> KeyCase
  {
    ofCell("number-cell.\(key)", #""type": "number""#, json) {
      if case .number(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func picker(_ key: String, _ json: String, _ check: @escaping @Sendable (ListPickerKind) -> Bool)
    -> KeyCase
  {
    let base =
      json.contains("\"options\"") ? #""type": "list-picker""# : #""type": "list-picker", "options": ["a", "b", "c"]"#
    return ofCell(key.contains(".") ? key : "list-picker-cell.\(key)", base, json) {
      if case .listPicker(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func select(_ key: String, _ json: String, _ check: @escaping @Sendable (SelectKind) -> Bool)
    -> KeyCase
  {
    let base = json.contains("\"options\"") ? #""type": "select""# : #""type": "select", "options": ["a", "b"]"#
    return ofCell("select-cell.\(key)", base, json) {
      if case .select(let cell) = $0.kind { check(cell) } else { false }
    }
  }
  private static func order(_ key: String, _ json: String, _ check: @escaping @Sendable (OrderPickerKind) -> Bool)
    -> KeyCase
  {
    let base =
      json.contains("\"criteria\"")
      ? #""type": "order-picker""# : #""type": "order-picker", "criteria": [{ "id": "a", "label": "A" }]"#
    return ofCell(key.contains(".") ? key : "order-picker-cell.\(key)", base, json) {
      if case .orderPicker(let cell) = $0.kind { check(cell) } else { false }
    }
  }

  static let kinds: [KeyCase] = [
    text("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    text("maxLength", #""maxLength": 7"#) { $0.maxLength == 7 && $0.showsCounter && $0.overflow == .allow },
    text("overflow", #""maxLength": 7, "overflow": "stop""#) { $0.overflow == .stop },
    text("counter", #""maxLength": 7, "counter": false"#) { !$0.showsCounter },
    text("pattern", #""pattern": "[a-z]+""#) { $0.pattern?.source == "[a-z]+" },
    text("format", #""format": "email""#) { $0.format == .email },
    text("minimum", #""format": "decimal", "minimum": 0.50"#) { $0.minimum?.description == "0.5" },
    text("maximum", #""format": "integer", "maximum": 9"#) { $0.maximum?.description == "9" },
    text("prefix", #""prefix": "SN""#) { $0.prefix == "SN" },
    text("suffix", #""suffix": "kg""#) { $0.suffix == "kg" },
    text("scan", #""scan": true"#) { $0.hasScan },
    text("autocomplete", #""autocomplete": "section-a shipping work email""#) {
      $0.autocomplete == "section-a shipping work email"
    },
    ofCell("text-cell.value", #""type": "text""#, #""value": "v""#) { $0.initial == .text("v") },
    password("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    password("minLength", #""minLength": 3"#) { $0.minLength == 3 },
    password("maxLength", #""maxLength": 3"#) { $0.maxLength == 3 },
    password("autocomplete", #""autocomplete": "new-password""#) { $0.autocomplete == "new-password" },
    currency("currency", #""currency": "JPY""#) { $0.currency == "JPY" },
    currency("minimum", #""minimum": 1"#) { $0.minimum?.description == "1" },
    currency("maximum", #""maximum": 9.5"#) { $0.maximum?.description == "9.5" },
    currency("symbol", #""symbol": "trailing""#) { $0.symbol == .trailing },
    currency("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    ofCell(
      "currency-cell.value", #""type": "currency", "currency": "USD""#,
      #""value": { "amount": "1.20", "currency": "USD" }"#
    ) { $0.initial == .text("1.20") },
    note("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    note("maxLength", #""maxLength": 7"#) { $0.maxLength == 7 && $0.showsCounter },
    note("overflow", #""maxLength": 7, "overflow": "stop""#) { $0.overflow == .stop },
    note("counter", #""maxLength": 7, "counter": false"#) { !$0.showsCounter },
    note("minLines", #""minLines": 8"#) { $0.minLines == 8 && $0.maxLines == 8 },
    note("maxLines", #""maxLines": 2"#) { $0.minLines == 2 && $0.maxLines == 2 },
    ofCell("note-cell.value", #""type": "note""#, #""value": "a\nb""#) { $0.initial == .text("a\nb") },
    ofCell("switch-cell.onLabel", #""type": "switch""#, #""onLabel": "Yes""#) {
      if case .switch(let cell) = $0.kind { cell.onLabel == "Yes" } else { false }
    },
    ofCell("switch-cell.offLabel", #""type": "switch""#, #""offLabel": "No""#) {
      if case .switch(let cell) = $0.kind { cell.offLabel == "No" } else { false }
    },
    ofCell("switch-cell.value", #""type": "switch""#, #""value": true"#) { $0.initial == .flag(true) },
    ofCell("radio-group-cell.options", #""type": "radio-group""#, #""options": ["a", "b"]"#) {
      $0.optionSource?.count == 2
    },
    ofCell("radio-group-cell.value", #""type": "radio-group", "options": ["a", "b"]"#, #""value": "b""#) {
      $0.json(of: $0.initial) == "b"
    },
    ofCell("date-cell.minimum", #""type": "date""#, #""minimum": "today-18y""#) {
      if case .date(let cell) = $0.kind { cell.minimum == .fromToday(-18, .years) } else { false }
    },
    ofCell("date-cell.maximum", #""type": "date""#, #""maximum": "2030-01-01""#) {
      if case .date(let cell) = $0.kind {
        cell.maximum == CalendarDate(parsing: "2030-01-01").map(DayBound.day)
      } else {
        false
      }
    },
    ofCell("date-cell.quick", #""type": "date""#, #""quick": ["today", "next-week"]"#) {
      if case .date(let cell) = $0.kind { cell.quick == [.today, .nextWeek] } else { false }
    },
    ofCell("date-cell.parts", #""type": "date""#, #""parts": true"#) { $0.parts == ["day", "month", "year"] },
    ofCell("date-cell.autocomplete", #""type": "date""#, #""autocomplete": "bday""#) {
      if case .date(let cell) = $0.kind { cell.isBirthday } else { false }
    },
    ofCell("date-cell.value", #""type": "date""#, #""value": "2026-01-31""#) { $0.initial == .text("2026-01-31") },
    ofCell("time-cell.minimum", #""type": "time""#, #""minimum": "08:00""#) {
      if case .time(let cell) = $0.kind { cell.minimum == TimeOfDay(parsing: "08:00") } else { false }
    },
    ofCell("time-cell.maximum", #""type": "time""#, #""maximum": "18:30""#) {
      if case .time(let cell) = $0.kind { cell.maximum == TimeOfDay(parsing: "18:30") } else { false }
    },
    ofCell("time-cell.step", #""type": "time""#, #""step": 15"#) {
      if case .time(let cell) = $0.kind { cell.step == 15 } else { false }
    },
    ofCell("time-cell.value", #""type": "time""#, #""value": "09:30""#) { $0.initial == .text("09:30") },
    number("minimum", #""minimum": 2"#) { $0.minimum?.description == "2" },
    number("maximum", #""maximum": 9"#) { $0.maximum?.description == "9" },
    number("step", #""step": 5"#) { $0.step?.description == "5" },
    number("unit", #""unit": "kg""#) { $0.unit == "kg" },
    number("stepper", #""stepper": false"#) { !$0.hasStepper },
    number("decimals", #""decimals": 2"#) { $0.decimals == 2 },
    ofCell("number-cell.value", #""type": "number", "decimals": 2"#, #""value": 1.50"#) { $0.initial == .text("1.50") },
    picker("selection", #""selection": "multiple""#) { $0.selection == .multiple },
    picker("options", #""options": ["a", "b"]"#) { $0.options.count == 2 },
    picker("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    picker("prompt", #""prompt": "P""#) { $0.prompt == "P" },
    picker("search", #""search": false"#) { !$0.hasSearch }, picker("reset", #""reset": false"#) { !$0.hasReset },
    picker("apply", #""apply": false"#) { !$0.hasApply },
    picker("selectedList", #""selection": "multiple", "selectedList": false"#) { !$0.showsSelectedList },
    picker("allList", #""allList": { "title": "Everything" }"#) { $0.allListTitle == "Everything" },
    picker("allList.title", #""allList": { "title": { "en": "Everything" } }"#) {
      $0.allListTitle?.text(in: []) == "Everything"
    },
    picker("view", #""view": "full""#) { $0.view == .full },
    picker("confirmDiscard", #""confirmDiscard": false"#) { !$0.confirmsDiscard },
    picker("discard", #""discard": { "keep": "Stay" }"#) { $0.discardWords.keep == "Stay" },
    picker("discard.title", #""discard": { "title": "Forget?" }"#) { $0.discardWords.title == "Forget?" },
    picker("discard.confirm", #""discard": { "confirm": "Leave" }"#) { $0.discardWords.confirm == "Leave" },
    picker("discard.keep", #""discard": { "keep": { "en": "Stay" } }"#) {
      $0.discardWords.keep?.text(in: []) == "Stay"
    },
    picker("minimum", #""selection": "multiple", "minimum": 2"#) { $0.minimum == 2 },
    picker("maximum", #""selection": "multiple", "maximum": 2"#) { $0.maximum == 2 },
    picker("other", #""other": {}"#) { $0.other?.maxLength == 100 },
    picker("other.label", #""other": { "label": "Else" }"#) { $0.other?.label == "Else" },
    picker("other.maxLength", #""other": { "maxLength": 7 }"#) { $0.other?.maxLength == 7 },
    ofCell("radio-group-cell.other", #""type": "radio-group", "options": ["a"]"#, #""other": { "maxLength": 7 }"#) {
      $0.other?.maxLength == 7
    },
    picker("preselectOnly", #""required": true, "options": ["a"], "preselectOnly": true"#) { $0.preselectsOnly },
    picker("noneLabel", #""noneLabel": "Nobody""#) { $0.noneLabel == "Nobody" },
    ofCell(
      "list-picker-cell.value", #""type": "list-picker", "selection": "multiple", "options": ["a", "b"]"#,
      #""value": ["b", "a"]"#
    ) { $0.json(of: $0.initial) == ["b", "a"] },
    ofCell(
      "list-picker-cell.lists", #""type": "list-picker""#,
      #""lists": [{ "title": "L", "options": ["a", "b"] }, { "title": "M", "options": ["c"] }]"#
    ) {
      $0.optionSource?.current.lists.map(\.rows) == [0..<2, 2..<3]
    },
    select("style", #""style": "table""#) { $0.style == .table },
    select("selection", #""selection": "multiple""#) { $0.selection == .multiple },
    select("options", #""options": ["a"]"#) { $0.options.count == 1 },
    select("placeholder", #""placeholder": "P""#) { $0.placeholder == "P" },
    ofCell("select-cell.value", #""type": "select", "options": ["a", "b"]"#, #""value": "b""#) {
      $0.json(of: $0.initial) == "b"
    },
    order("criteria", #""criteria": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }]"#) {
      $0.criteria.map(\.id) == ["a", "b"]
    },
    order("directionLabels", #""directionLabels": { "ascending": "Up", "descending": "Down" }"#) {
      $0.directionLabels?.ascending == "Up" && $0.directionLabels?.descending == "Down"
    },
    order("wrap", #""wrap": true"#) { $0.wraps }, order("minimum", #""minimum": 1"#) { $0.minimum == 1 },
    ofCell(
      "order-picker-cell.value",
      #""type": "order-picker", "criteria": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }]"#,
      #""value": [{ "id": "b", "selected": true, "direction": "descending" }, { "id": "a", "selected": false, "direction": "ascending" }]"#
    ) {
      $0.initial
        == .order([
          OrderedCriterion(id: "b", isSelected: true, direction: .descending),
          OrderedCriterion(id: "a", isSelected: false, direction: .ascending),
        ])
    },
    order("criterion.id", #""criteria": [{ "id": "z", "label": "A" }]"#) { $0.criteria[0].id == "z" },
    order("criterion.label", #""criteria": [{ "id": "z", "label": "Z" }]"#) { $0.criteria[0].label == "Z" },
    order("criterion.selected", #""criteria": [{ "id": "z", "label": "Z", "selected": true }]"#) {
      $0.criteria[0].isSelected
    },
    order("criterion.direction", #""criteria": [{ "id": "z", "label": "Z", "direction": "descending" }]"#) {
      $0.criteria[0].direction == .descending
    },
    order(
      "criterion.directionLabels",
      #""criteria": [{ "id": "z", "label": "Z", "directionLabels": { "ascending": "Old" } }]"#
    ) { $0.criteria[0].directionLabels?.ascending == "Old" },
  ]

  private static func option(_ key: String, _ json: String, _ check: @escaping @Sendable (OptionTable) -> Bool)
    -> KeyCase
  {
    let value = key == "value" ? "" : #""value": "v", "#
    let label = key == "label" ? "" : #""label": "V", "#
    return ofCell("option.\(key)", #""type": "select""#, #""options": [{ \#(value)\#(label)\#(json) }]"#) {
      $0.optionSource.map { check($0.current) } ?? false
    }
  }
  private static func list(_ key: String, _ json: String, _ check: @escaping @Sendable (OptionList) -> Bool) -> KeyCase
  {
    let title = key == "title" ? "" : #""title": "T", "#
    let options = key == "options" ? "" : #", "options": ["a", "b"]"#
    return ofCell("list.\(key)", #""type": "list-picker""#, #""lists": [{ \#(title)\#(json)\#(options) }]"#) {
      $0.optionSource.map { check($0.current.lists[0]) } ?? false
    }
  }
  private static func note(_ key: String, _ json: String, _ check: @escaping @Sendable (CellNote) -> Bool) -> KeyCase {
    let when = key == "when" ? "" : #""when": { "cell": "other", "equals": true }, "#
    let text = key == "text" ? "" : #", "text": "N""#
    return ofCell("cell-note.\(key)", #""type": "text""#, #""notes": [{ \#(when)\#(json)\#(text) }]"#) {
      check($0.notes[0])
    }
  }
  static let calculated = ["text", "number", "date", "currency", "duration"].map { type in
    let keys = #""type": "\#(type)", "label": "X"\#(type == "currency" ? #", "currency": "USD""# : "")"#
    let cells = #"[{ "id": "x", \#(keys), "calculate": "y" }, { "id": "y", \#(keys) }]"#
    return KeyCase(
      key: "\(type)-cell.calculate", text: #"{ "title": "T", "sections": [{ "cells": \#(cells) }] }"#
    ) { $0.cells[0].calculation?.cells == [1] && $0.cells[0].isReadOnly }
  }
  static let options: [KeyCase] = [
    note("when", #""when": { "cell": "x", "filled": true }"#) { $0.when == .filled(cell: 0) },
    note("text", #""text": "M""#) { $0.text == "M" },
    note("kind", #""kind": "warning""#) { $0.kind == .warning },
    option("value", #""value": "w""#) { $0.value(at: 0) == "w" },
    option("label", #""label": "W""#) { $0.label(at: 0, in: []) == "W" },
    option("description", #""description": "D""#) { $0.description(at: 0, in: []) == "D" },
    option("footnote", #""footnote": "F""#) { $0.footnote(at: 0, in: []) == "F" },
    option("status", #""status": "S""#) { $0.status(at: 0, in: []) == "S" },
    option("image", #""image": "faces/a.png""#) { $0.image(at: 0) == "faces/a.png" },
    option("initials", #""initials": "AB""#) { $0.initials(at: 0) == "AB" },
    option("disabled", #""disabled": true"#) { $0.isDisabled(at: 0) },
    list("title", #""title": "U""#) { $0.title == "U" },
    list("options", #""options": ["a", "b", "c"]"#) { $0.rows == 0..<3 },
    list("action", #""action": "none""#) { $0.action == .none },
    list("actionLabel", #""actionLabel": "Take all""#) { $0.actionLabel == "Take all" },
  ]

  @Test(
    "the key takes effect in the decoded form",
    arguments: forms + common + kinds + moments + sliders + ratings + matrices + attachments + groups + contents
      + calculated + counts
      + options)
  func key(_ key: KeyCase) throws { #expect(key.check(try decode(key.text))) }

  /// Definitions whose keys are checked elsewhere: with the keys above that use them, in tests of conditions and submitted
  /// values, and in tests of loading.
  private static let elsewhere: Set<String> = [
    "directionLabels", "ordered", "condition", "cell-reference", "cell-bound", "rule", "amount", "source",
  ]

  @Test("each key of the schema has a test case, and each test case a key") func complete() throws {
    let schema = try JSONReader.document(FormSchema.json).value
    var keys = Set(names(of: schema["properties"]).map { "form.\($0)" })
    guard case .object(let definitions) = schema["$defs"] else { throw JSONError(.empty, at: 0) }
    for definition in definitions
    where !Self.elsewhere.contains(definition.key) && definition.key != "cell" && !definition.key.hasSuffix("-messages")
    {
      keys.formUnion(names(of: definition.value["properties"]).map { "\(definition.key).\($0)" })
    }
    let tested = Set(
      (Self.forms + Self.common + Self.kinds + Self.moments + Self.sliders + Self.ratings + Self.matrices
        + Self.attachments + Self.groups + Self.contents + Self.calculated + Self.counts + Self.options)
        .map(\.key))
    #expect(
      keys.subtracting(tested) == [
        "list-picker-cell.source", "select-cell.source", "radio-group-cell.source", "checkbox-group-cell.source",
      ])
    #expect(tested.subtracting(keys) == [])
  }

  private func names(of properties: JSONValue?) -> [String] {
    if case .object(let members) = properties { members.map(\.key) } else { [] }
  }

  @Test(
    "cells are optional or required as the form's marking says (C1)",
    arguments: [
      ("required", "", false), ("required", #", "required": true"#, true), ("optional", "", true),
      ("optional", #", "required": false"#, false), ("auto", "", false), ("auto", #", "required": true"#, true),
    ])
  func marking(marking: String, keys: String, isRequired: Bool) throws {
    let form = try form(#"{ "id": "x", "type": "text", "label": "X"\#(keys) }"#, keys: #""marking": "\#(marking)","#)
    #expect(form.cells[0].isRequired == isRequired)
  }

  @Test("a switch is required only if its definition says so") func requiredSwitch() throws {
    let form = try form(
      #"{ "id": "x", "type": "switch", "label": "X" }"#,
      #"{ "id": "y", "type": "switch", "label": "Y", "required": true }"#,
      keys: #""marking": "optional","#)
    #expect(form.cells.map(\.isRequired) == [false, true])
  }

  @Test("the version is a digest of the definition's content, whatever its formatting") func version() throws {
    let meaning = #"{"sections":[{"cells":[{"id":"x","label":"X","type":"text"}]}],"title":"T"}"#
    let version = String(SHA256.hex(of: Array(meaning.utf8)).prefix(16))
    let spellings = [
      meaning, "  \(meaning)\n",
      #"{ "title": "\u0054", "sections": [{ "cells": [{ "type": "text", "id": "x", "label": "X" }] }] }"#,
      #"{"$schema":"form.schema.json","sections":[{"cells":[{"id":"x","label":"X","type":"text"}]}],"title":"T"}"#,
    ]
    for text in spellings { #expect(try decode(text).version == version, "\(text)") }
    #expect(try decode(meaning.replacing("\"X\"", with: "\"Y\"")).version != version)
  }
}
