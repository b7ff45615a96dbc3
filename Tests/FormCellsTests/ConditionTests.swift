import FormCells
import Support
import Testing

@Suite("Cells depend on each other") struct ConditionTests {
  private static let cells = [
    #"{ "id": "t", "type": "text", "label": "T" }"#, #"{ "id": "s", "type": "switch", "label": "S" }"#,
    #"{ "id": "r", "type": "radio-group", "label": "R", "options": ["x", "y", "z"] }"#,
    #"{ "id": "m", "type": "select", "label": "M", "selection": "multiple", "options": ["x", "y", "z"] }"#,
    #"{ "id": "c", "type": "currency", "label": "C", "currency": "EUR" }"#,
    #"{ "id": "d", "type": "date", "label": "D" }"#,
    #"{ "id": "dt", "type": "date-time", "label": "DT" }"#, #"{ "id": "du", "type": "duration", "label": "DU" }"#,
    #"{ "id": "o", "type": "order-picker", "label": "O", "criteria": [{ "id": "a", "label": "A" }] }"#,
    #"{ "id": "p", "type": "password", "label": "P" }"#,
    #"{ "id": "n", "type": "number", "label": "N", "decimals": 2 }"#,
    #"{ "id": "u", "type": "time", "label": "U" }"#,
    #"{ "id": "i", "type": "text", "label": "I", "format": "integer" }"#,
  ]

  /// Whether the condition holds for these values, given as for `render --values`.
  private func holds(_ condition: String, over values: String) throws -> Bool {
    let cells = Self.cells + [#"{ "id": "z", "type": "text", "label": "Z", "visibleWhen": \#(condition) }"#]
    let form = try decode(#"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#)
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    return form.states(in: values)[form.cells.count - 1].isVisible
  }

  @Test(
    "each kind of condition holds for some values and fails for others",
    arguments: [
      (#"{ "cell": "t", "equals": "a" }"#, #"{ "t": "a" }"#, #"{ "t": "b" }"#),
      (#"{ "cell": "t", "equals": null }"#, "{}", #"{ "t": "b" }"#),
      (#"{ "cell": "t", "in": ["a", null] }"#, "{}", #"{ "t": "b" }"#),
      (#"{ "cell": "t", "filled": true }"#, #"{ "t": "b" }"#, "{}"),
      (#"{ "cell": "t", "filled": false }"#, "{}", #"{ "t": "b" }"#),
      (#"{ "cell": "s", "equals": true }"#, #"{ "s": true }"#, "{}"),
      (#"{ "cell": "s", "equals": false }"#, "{}", #"{ "s": true }"#),
      (#"{ "cell": "r", "equals": "x" }"#, #"{ "r": "x" }"#, #"{ "r": "y" }"#),
      (#"{ "cell": "r", "equals": null }"#, #"{ "r": null }"#, #"{ "r": "y" }"#),
      (#"{ "cell": "r", "in": ["x", "y"] }"#, #"{ "r": "y" }"#, #"{ "r": "z" }"#),
      (#"{ "cell": "m", "equals": "x" }"#, #"{ "m": ["y", "x"] }"#, #"{ "m": ["y"] }"#),
      (#"{ "cell": "m", "filled": true }"#, #"{ "m": ["y"] }"#, #"{ "m": [] }"#),
      (
        #"{ "cell": "c", "equals": "5" }"#, #"{ "c": { "amount": "5.00", "currency": "EUR" } }"#,
        #"{ "c": { "amount": "5.01", "currency": "EUR" } }"#
      ),
      (
        #"{ "cell": "c", "equals": { "amount": "5", "currency": "EUR" } }"#,
        #"{ "c": { "amount": "5.00", "currency": "EUR" } }"#, "{}"
      ),
      (#"{ "cell": "d", "equals": "2026-01-01" }"#, #"{ "d": "2026-01-01" }"#, #"{ "d": null }"#),
      (
        #"{ "cell": "o", "filled": true }"#, #"{ "o": [{ "id": "a", "selected": true, "direction": "ascending" }] }"#,
        "{}"
      ),
      (#"{ "cell": "n", "atLeast": 10 }"#, #"{ "n": 10.00 }"#, #"{ "n": 9.99 }"#),
      (#"{ "cell": "n", "atLeast": 10 }"#, #"{ "n": 100 }"#, "{}"),
      (#"{ "cell": "n", "atMost": 10 }"#, #"{ "n": -3 }"#, "{}"),
      (#"{ "cell": "n", "atLeast": 1, "atMost": 2.5 }"#, #"{ "n": 2.5 }"#, #"{ "n": 2.51 }"#),
      (#"{ "cell": "i", "atLeast": 9 }"#, #"{ "i": "10" }"#, #"{ "i": "8" }"#),
      (
        #"{ "cell": "c", "atLeast": 1000 }"#, #"{ "c": { "amount": "1000.00", "currency": "EUR" } }"#,
        #"{ "c": { "amount": "999.99", "currency": "EUR" } }"#
      ),
      (#"{ "cell": "d", "atMost": "2026-01-31" }"#, #"{ "d": "2026-01-31" }"#, #"{ "d": "2026-02-01" }"#),
      (#"{ "cell": "d", "atLeast": "2026-01-31" }"#, #"{ "d": "2027-01-01" }"#, "{}"),
      (#"{ "cell": "u", "atLeast": "09:30" }"#, #"{ "u": "10:00" }"#, #"{ "u": "09:29" }"#),
      (
        #"{ "cell": "dt", "atMost": "2026-01-31T09:30" }"#, #"{ "dt": "2026-01-31T09:30" }"#,
        #"{ "dt": "2026-01-31T09:31" }"#
      ),
      (#"{ "cell": "du", "atLeast": "PT2H" }"#, #"{ "du": "PT120M" }"#, #"{ "du": "PT1H59M" }"#),
      (#"{ "cell": "du", "atLeast": 30, "atMost": 60 }"#, #"{ "du": "PT1H" }"#, "{}"),
      (#"{ "cell": "m", "atLeast": 2 }"#, #"{ "m": ["y", "x"] }"#, #"{ "m": ["y"] }"#),
      (#"{ "cell": "m", "atMost": 1 }"#, "{}", #"{ "m": ["y", "x"] }"#),
      (
        #"{ "cell": "o", "atLeast": 1 }"#, #"{ "o": [{ "id": "a", "selected": true, "direction": "ascending" }] }"#,
        "{}"
      ),
      (#"{ "not": { "cell": "s", "equals": true } }"#, "{}", #"{ "s": true }"#),
      (
        #"{ "all": [{ "cell": "s", "equals": true }, { "cell": "t", "filled": true }] }"#, #"{ "s": true, "t": "a" }"#,
        #"{ "s": true }"#
      ),
      (#"{ "any": [{ "cell": "s", "equals": true }, { "cell": "t", "filled": true }] }"#, #"{ "t": "a" }"#, "{}"),
    ])
  func conditions(condition: String, yes: String, no: String) throws {
    #expect(try holds(condition, over: yes))
    #expect(try !holds(condition, over: no))
  }

  @Test("a hidden cell is empty for the cells that depend on it, through a whole chain") func chain() throws {
    let form = try form(
      #"{ "id": "c", "type": "text", "label": "C", "visibleWhen": { "cell": "b", "filled": true } }"#,
      #"{ "id": "b", "type": "text", "label": "B", "value": "b", "visibleWhen": { "cell": "a", "equals": true } }"#,
      #"{ "id": "a", "type": "switch", "label": "A" }"#,
      #"{ "id": "d", "type": "switch", "label": "D", "value": true, "visibleWhen": { "cell": "a", "equals": true } }"#,
      #"{ "id": "e", "type": "text", "label": "E", "requiredWhen": { "cell": "d", "equals": false } }"#)
    var values = form.initialValues
    #expect(form.states(in: values).map(\.isVisible) == [false, false, true, false, true])
    #expect(form.states(in: values)[4].isRequired)
    values[2] = .flag(true)
    #expect(form.states(in: values).map(\.isVisible) == [true, true, true, true, true])
    #expect(!form.states(in: values)[4].isRequired)
  }

  @Test("the longest permitted chain of conditions is evaluated; a longer form is refused") func longChain() throws {
    func chain(_ count: Int) -> String {
      let cells = (0..<count).map { index in
        let condition = index + 1 < count ? #", "visibleWhen": { "cell": "c\#(index + 1)", "filled": true }"# : ""
        return #"{ "id": "c\#(index)", "type": "text", "label": "L", "value": "v"\#(condition) }"#
      }
      return #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#
    }
    let form = try decode(chain(2_000))
    var values = form.initialValues
    #expect(form.states(in: values)[0].isVisible)
    values[1_999] = .text("")
    #expect(form.states(in: values).count(where: \.isVisible) == 1)
    #expect(mistakes(chain(2_001)) == ["form.json:1:29: error: sections: the form has 2001 cells; the limit is 2000"])
  }

  @Test("a disabled cell is empty for others, a read-only one has the definition's value") func fixedCells() throws {
    let form = try form(
      #"{ "id": "a", "type": "text", "label": "A", "value": "x", "disabled": true }"#,
      #"{ "id": "b", "type": "text", "label": "B", "value": "x", "readOnly": true }"#,
      #"{ "id": "c", "type": "text", "label": "C", "requiredWhen": { "cell": "a", "filled": true } }"#,
      #"{ "id": "d", "type": "text", "label": "D", "readOnlyWhen": { "cell": "b", "equals": "x" }, "value": "kept" }"#)
    var values = form.initialValues
    values[0] = .text("posted")
    values[1] = .text("posted")
    values[3] = .text("posted")
    #expect(!form.states(in: values)[2].isRequired)
    #expect(
      form.states(in: values)[3]
        == CellState(isVisible: true, isRequired: false, isReadOnly: true, isDisabled: false))
    #expect(
      SubmittedValues(of: FormState(form: form, values: values)).object { .string($0) } == [
        "b": "x", "c": "", "d": "kept",
      ])
  }

  @Test(
    "a condition with an unknown cell, option or value is refused",
    arguments: [
      (#"{ "cell": "q", "filled": true }"#, "unknown-reference .visibleWhen.cell: no cell has the id “q”"),
      (
        #"{ "cell": "x", "filled": true }"#,
        "cycle .visibleWhen.cell: the condition refers to its own cell; name another cell"
      ),
      (
        #"{ "cell": "r", "equals": "w" }"#, "unknown-reference .visibleWhen.equals: “w” is not among the options of “r”"
      ),
      (
        #"{ "cell": "m", "in": ["x", "nothing"] }"#,
        "unknown-reference .visibleWhen.in[1]: “nothing” is not among the options of “m”"
      ),
      (
        #"{ "cell": "s", "equals": "on" }"#,
        "wrong-type .visibleWhen.equals: this is a string; true or false is expected"
      ),
      (
        #"{ "cell": "s", "filled": true }"#,
        "bad-value .visibleWhen.filled: a switch always has a value; use \"equals\": true"
      ),
      (
        #"{ "cell": "t", "equals": 1 }"#,
        "wrong-type .visibleWhen.equals: this is a number; a string or null is expected"
      ),
      (
        #"{ "cell": "p", "equals": "secret" }"#,
        "bad-value .visibleWhen.equals: the cell “p” can only be tested with “filled”"
      ),
      (
        #"{ "cell": "o", "equals": "a" }"#,
        "bad-value .visibleWhen.equals: the cell “o” can only be tested with “filled”, “atLeast” and “atMost”"
      ),
      (
        #"{ "cell": "r", "atLeast": 1 }"#,
        "no-effect .visibleWhen.atLeast: the cell “r” cannot be compared: “atLeast” and “atMost” are for numbers, amounts, dates, times, durations and numbers of chosen values"
      ),
      (
        #"{ "cell": "n", "atMost": "many" }"#,
        "wrong-type .visibleWhen.atMost: this is a string; a number is expected"
      ),
      (
        #"{ "cell": "d", "atLeast": 2026 }"#,
        "wrong-type .visibleWhen.atLeast: this is a number; a day “YYYY-MM-DD” is expected"
      ),
      (
        #"{ "cell": "u", "atMost": "noon" }"#,
        "bad-value .visibleWhen.atMost: “noon” is not a value of the cell; write a time “HH:MM”"
      ),
      (
        #"{ "cell": "du", "atLeast": "2 h" }"#,
        "bad-value .visibleWhen.atLeast: this is not a duration; write whole minutes, such as 90, or \"PT1H30M\""
      ),
      (
        #"{ "cell": "dt", "atLeast": "2026-01-31" }"#,
        "bad-value .visibleWhen.atLeast: “2026-01-31” is not a value of the cell; write a date and time “YYYY-MM-DDTHH:MM”"
      ),
      (
        #"{ "cell": "n", "atLeast": 3, "atMost": 2 }"#,
        "minimum-over-maximum .visibleWhen.atLeast: “atLeast” 3 is over “atMost” 2; change one of them"
      ),
      (
        #"{ "cell": "n", "atLeast": 3, "filled": true }"#,
        "bad-value .visibleWhen: a condition has one of these sets of keys: {“cell”, “equals”}, {“cell”, “in”}, {“cell”, “filled”}, {“cell”, “atLeast”}, {“cell”, “atMost”}, {“cell”, “atLeast”, “atMost”}, {“all”}, {“any”}, {“not”}, {“section”, “any”}, {“section”, “all”}, {“section”, “count”}; join several conditions with “all” or “any”"
      ),
      (#"{ "cell": "d", "equals": "soon" }"#, "bad-value .visibleWhen.equals: “soon” is not a day; write YYYY-MM-DD"),
      (
        #"{ "cell": "c", "equals": "a lot" }"#,
        "bad-value .visibleWhen.equals: “a lot” is not an amount; write digits such as “12.50”"
      ),
      (#"{ "all": [] }"#, "bad-value .visibleWhen.all: the array is empty; at least one element is expected"),
      (
        #"{ "all": [{ "cell": "q", "filled": true }] }"#,
        "unknown-reference .visibleWhen.all[0].cell: no cell has the id “q”"
      ),
      (#"true"#, "wrong-type .visibleWhen: this is a boolean; an object is expected: { \"cell\": …, \"equals\": … }"),
      (
        #"{ "cell": "t" }"#,
        "bad-value .visibleWhen: a condition has one of these sets of keys: {“cell”, “equals”}, {“cell”, “in”}, {“cell”, “filled”}, {“cell”, “atLeast”}, {“cell”, “atMost”}, {“cell”, “atLeast”, “atMost”}, {“all”}, {“any”}, {“not”}, {“section”, “any”}, {“section”, “all”}, {“section”, “count”}; join several conditions with “all” or “any”"
      ),
    ])
  func references(condition: String, message: String) {
    let cell = #"{ "id": "x", "type": "text", "label": "X", "visibleWhen": \#(condition) }"#
    #expect(mistakes(cell: cell, others: Self.cells.joined(separator: ",")) == [message])
  }

  @Test("conditions that form a circle are refused, and others are accepted") func cycles() {
    func cell(_ id: String, _ key: String, _ of: String...) -> String {
      let conditions = of.map { #"{ "cell": "\#($0)", "filled": true }"# }
      return
        #"{ "id": "\#(id)", "type": "text", "label": "L", "\#(key)": { "any": [\#(conditions.joined(separator: ","))] } }"#
    }
    let plain = #"{ "id": "z", "type": "text", "label": "L" }"#
    #expect(
      mistakes(
        cell: cell("a", "visibleWhen", "b"),
        others: cell("b", "readOnlyWhen", "c") + "," + cell("c", "visibleWhen", "z", "a") + "," + plain)
        == ["cycle .visibleWhen: the conditions form a circle: a → b → c → a; remove one of them"])
    #expect(
      mistakes(
        cell: cell("a", "visibleWhen", "b", "c"),
        others: cell("b", "visibleWhen", "c", "z") + "," + cell("c", "visibleWhen", "z") + "," + plain) == [])
    #expect(mistakes(cell: cell("a", "requiredWhen", "b"), others: cell("b", "requiredWhen", "a")) == [])
  }
}
