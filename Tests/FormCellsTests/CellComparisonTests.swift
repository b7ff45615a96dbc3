import FormCells
import Support
import Testing

@Suite("Conditions compare two cells") struct CellComparisonTests {
  private static let cells = [
    #"{ "id": "t", "type": "text", "label": "T" }"#, #"{ "id": "t2", "type": "note", "label": "T" }"#,
    #"{ "id": "s", "type": "switch", "label": "S" }"#, #"{ "id": "s2", "type": "switch", "label": "S" }"#,
    #"{ "id": "r", "type": "radio-group", "label": "R", "options": ["x", "y", "z"] }"#,
    #"{ "id": "m", "type": "checkbox-group", "label": "M", "options": ["x", "y", "z"] }"#,
    #"{ "id": "c", "type": "currency", "label": "C", "currency": "EUR" }"#,
    #"{ "id": "c2", "type": "currency", "label": "C", "currency": "EUR" }"#,
    #"{ "id": "usd", "type": "currency", "label": "U", "currency": "USD" }"#,
    #"{ "id": "d", "type": "date", "label": "D" }"#, #"{ "id": "d2", "type": "date", "label": "D" }"#,
    #"{ "id": "dt", "type": "date-time", "label": "DT" }"#, #"{ "id": "dt2", "type": "date-time", "label": "DT" }"#,
    #"{ "id": "du", "type": "duration", "label": "DU" }"#, #"{ "id": "du2", "type": "duration", "label": "DU" }"#,
    #"{ "id": "u", "type": "time", "label": "U" }"#, #"{ "id": "u2", "type": "time", "label": "U" }"#,
    #"{ "id": "n", "type": "number", "label": "N", "decimals": 2 }"#,
    #"{ "id": "i", "type": "text", "label": "I", "format": "integer" }"#,
    #"{ "id": "p", "type": "password", "label": "P" }"#, #"{ "id": "p2", "type": "password", "label": "P" }"#,
    #"{ "id": "range", "type": "date-range", "label": "G" }"#,
    #"{ "id": "mail", "type": "text", "label": "M", "format": "email" }"#,
    #"{ "id": "mail2", "type": "text", "label": "M", "format": "email" }"#,
    #"{ "id": "tel", "type": "text", "label": "L", "format": "tel" }"#,
    #"{ "id": "tel2", "type": "text", "label": "L", "format": "tel" }"#,
  ]

  private static func definition(_ condition: String) -> String {
    let cells = Self.cells + [#"{ "id": "z", "type": "text", "label": "Z", "visibleWhen": \#(condition) }"#]
    return #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#
  }

  private func holds(_ condition: String, over values: String) throws -> Bool {
    let form = try decode(Self.definition(condition))
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    return form.states(in: values)[form.cells.count - 1].isVisible
  }

  @Test(
    "addresses and telephone numbers are compared as they are recorded",
    arguments: [
      (#"{ "cell": "mail", "equals": { "cell": "mail2" } }"#, "ada@example.org", "ada@example.org."),
      (#"{ "cell": "mail2", "equals": { "cell": "mail" } }"#, "ada@example.org", "ada@example.org."),
      (#"{ "cell": "mail", "equals": { "cell": "mail2" } }"#, "ada@münchen.example", "ada@xn--mnchen-3ya.example"),
      (#"{ "cell": "mail2", "equals": "ada@example.org" }"#, "", "ada@example.org."),
      (#"{ "cell": "mail2", "equals": "ada@xn--mnchen-3ya.example" }"#, "", "ada@münchen.example"),
      (#"{ "cell": "mail2", "in": ["b@example.org", "ada@example.org"] }"#, "", "ada@example.org."),
      (#"{ "cell": "tel", "equals": { "cell": "tel2" } }"#, "030 123456", "030 123456."),
      (#"{ "cell": "tel2", "equals": "030 123456" }"#, "", "030 123456."),
    ])
  func asRecorded(condition: String, first: String, second: String) throws {
    let form = try decode(Self.definition(condition))
    var values = form.initialValues
    for (ids, typed) in [(["mail", "tel"], first), (["mail2", "tel2"], second)] {
      for id in ids {
        let cell = try #require(form.cell(id))
        values[cell.index] = try #require(cell.value(posted: typed, numbers: .of("en")))
      }
    }
    #expect(form.states(in: values)[form.cells.count - 1].isVisible)
  }

  @Test("a number in a text is compared as a number")
  func decimals() throws {
    let form = try decode(
      #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "x", "type": "text", "label": "X", "format": "decimal" },
        { "id": "z", "type": "text", "label": "Z", "visibleWhen": { "cell": "x", "equals": "1.5" } }] }] }
      """#)
    for (typed, isVisible) in [("1.50", true), ("1.5", true), ("1.51", false), ("x", false)] {
      var values = form.initialValues
      values[0] = try #require(form.cells[0].value(posted: typed, numbers: .of("en")))
      #expect(form.states(in: values)[1].isVisible == isVisible, "\(typed)")
    }
  }

  @Test(
    "a comparison holds only if both cells have values and these compare as asked",
    arguments: [
      ("t", "equals", "t2", #"{ "t": "caf\u0065\u0301", "t2": "café" }"#, #"{ "t": "a", "t2": "b" }"#),
      ("t", "equals", "t2", #"{ "t": "a", "t2": "a" }"#, "{}"),
      ("t", "equals", "r", #"{ "t": "x", "r": "x" }"#, #"{ "t": "y", "r": "x" }"#),
      ("r", "equals", "t", #"{ "t": "x", "r": "x" }"#, #"{ "r": "x" }"#),
      ("m", "equals", "r", #"{ "m": ["x", "y"], "r": "y" }"#, #"{ "m": ["x", "y"], "r": "z" }"#),
      ("s", "equals", "s2", "{}", #"{ "s": true }"#),
      ("n", "equals", "i", #"{ "n": 12.50, "i": "12.5" }"#, #"{ "n": 12.5 }"#),
      ("n", "atLeast", "i", #"{ "n": 10, "i": "9" }"#, #"{ "n": 9, "i": "10" }"#),
      ("n", "atMost", "i", #"{ "n": -10, "i": "9" }"#, #"{ "i": "9" }"#),
      (
        "c", "atMost", "c2",
        #"{ "c": { "amount": "9.5", "currency": "EUR" }, "c2": { "amount": "9.50", "currency": "EUR" } }"#,
        #"{ "c": { "amount": "9.51", "currency": "EUR" }, "c2": { "amount": "9.50", "currency": "EUR" } }"#
      ),
      ("d", "atLeast", "d2", #"{ "d": "2026-03-02", "d2": "2026-03-02" }"#, #"{ "d": "2026-03-02" }"#),
      ("d", "equals", "d2", #"{ "d": "2026-03-02", "d2": "2026-03-02" }"#, #"{ "d2": "2026-03-02" }"#),
      ("u", "atMost", "u2", #"{ "u": "09:59", "u2": "10:00" }"#, #"{ "u": "10:01", "u2": "10:00" }"#),
      (
        "dt", "atLeast", "dt2", #"{ "dt": "2026-03-02T10:00", "dt2": "2026-03-02T09:00" }"#,
        #"{ "dt": "2026-03-02T08:00", "dt2": "2026-03-02T09:00" }"#
      ),
      ("du", "equals", "du2", #"{ "du": "PT1H30M", "du2": "PT90M" }"#, #"{ "du": "PT1H30M", "du2": "PT91M" }"#),
      ("n", "equals", "m", #"{ "n": 2, "m": ["x", "z"] }"#, #"{ "n": 2, "m": ["x"] }"#),
      ("m", "atMost", "n", #"{ "n": 0 }"#, #"{ "n": 1, "m": ["x", "y"] }"#),
    ])
  func values(cell: String, key: String, other: String, yes: String, no: String) throws {
    let condition = #"{ "cell": "\#(cell)", "\#(key)": { "cell": "\#(other)" } }"#
    #expect(try holds(condition, over: yes))
    #expect(try !holds(condition, over: no))
  }

  @Test("two passwords can be compared for equality") func passwords() throws {
    let form = try decode(Self.definition(#"{ "cell": "p2", "equals": { "cell": "p" } }"#))
    let index = { (id: String) in try #require(form.cell(id)).index }
    var values = form.initialValues
    values[try index("p")] = .text("One two")
    values[try index("p2")] = .text("One two")
    #expect(form.states(in: values)[try index("z")].isVisible)
    values[try index("p2")] = .text("one two")
    #expect(!form.states(in: values)[try index("z")].isVisible)
  }

  @Test("an unreadable or hidden cell compares as empty") func unread() throws {
    let form = try form(
      #"{ "id": "a", "type": "date", "label": "A" }"#, #"{ "id": "b", "type": "date", "label": "B" }"#,
      #"{ "id": "c", "type": "date", "label": "C", "visibleWhen": { "cell": "b", "filled": true } }"#,
      #"{ "id": "z", "type": "text", "label": "Z", "visibleWhen": { "cell": "a", "atLeast": { "cell": "b" } } }"#,
      #"{ "id": "y", "type": "text", "label": "Y", "visibleWhen": { "cell": "a", "atLeast": { "cell": "c" } } }"#)
    var values = form.initialValues
    values[0] = .text("2026-03-02")
    values[1] = .text("March")
    values[2] = .text("2026-01-01")
    #expect(form.states(in: values).map(\.isVisible) == [true, true, true, false, true])
    values[1] = .text("")
    #expect(form.states(in: values).map(\.isVisible) == [true, true, false, false, false])
  }

  @Test(
    "cells that cannot be compared are refused",
    arguments: [
      (
        #"{ "cell": "d", "atLeast": { "cell": "D2" } }"#,
        "bad-value .visibleWhen.atLeast.cell: “D2” is not an id; an id is made of a–z, 0–9 and “-”, at most 64 of them"
      ),
      (
        #"{ "cell": "du2", "atLeast": { "cell": "du3" } }"#,
        "unknown-reference .visibleWhen.atLeast.cell: no cell has the id “du3”; did you mean “du2”?"
      ),
      (
        #"{ "cell": "d", "equals": { "cell": "z" } }"#,
        "cycle .visibleWhen.equals.cell: the condition refers to its own cell; name another cell"
      ),
      (
        #"{ "cell": "d", "equals": { "cell": "d" } }"#,
        "bad-value .visibleWhen.equals.cell: “d” is compared with itself; name another cell"
      ),
      (
        #"{ "cell": "c", "atMost": { "cell": "usd" } }"#,
        "bad-value .visibleWhen.atMost.cell: “c” is an amount in EUR and “usd” is an amount in USD: these are not compared; name a cell with an amount in EUR"
      ),
      (
        #"{ "cell": "d", "atLeast": { "cell": "n" } }"#,
        "bad-value .visibleWhen.atLeast.cell: “d” is a date and “n” is a number: these are not compared; name a cell with a date"
      ),
      (
        #"{ "cell": "m", "atLeast": { "cell": "t" } }"#,
        "bad-value .visibleWhen.atLeast.cell: “m” is a number of values and “t” is a text or a choice: these are not compared; name a cell with a number"
      ),
      (
        #"{ "cell": "t", "atLeast": { "cell": "t2" } }"#,
        "no-effect .visibleWhen.atLeast: “t” is a text or a choice, which has no order; use “equals”"
      ),
      (
        #"{ "cell": "d", "equals": { "cell": "range" } }"#,
        "bad-value .visibleWhen.equals.cell: “range” cannot be compared with another cell: only texts, choices, numbers, amounts, dates, times and durations can"
      ),
      (
        #"{ "cell": "t", "in": ["a", { "cell": "r" }] }"#,
        "bad-value .visibleWhen.in[1]: “in” lists values; to compare with other cells, join conditions with “equals” by “any”"
      ),
      (
        #"{ "cell": "d", "atLeast": { "cell": "d2", "plus": "1d" } }"#,
        "unknown-key .visibleWhen.atLeast.plus: the key “plus” is unknown here; known are “cell”"
      ),
    ])
  func refused(condition: String, message: String) {
    let cell = #"{ "id": "z", "type": "text", "label": "Z", "visibleWhen": \#(condition) }"#
    #expect(mistakes(cell: cell, others: Self.cells.joined(separator: ",")) == [message])
  }

  @Test("both compared cells count as dependencies in a circle") func cycle() {
    let cell =
      #"{ "id": "a", "type": "number", "label": "A", "visibleWhen": { "cell": "n", "atLeast": { "cell": "b" } } }"#
    let other =
      #"{ "id": "b", "type": "number", "label": "B", "visibleWhen": { "cell": "n", "atLeast": { "cell": "a" } } }, { "id": "n", "type": "number", "label": "N" }"#
    #expect(
      mistakes(cell: cell, others: other) == [
        "cycle .visibleWhen: the conditions form a circle: a → b → a; remove one of them"
      ])
  }

  @Test("the page watches both compared cells") func following() throws {
    let form = try form(
      #"{ "id": "a", "type": "number", "label": "A" }"#, #"{ "id": "b", "type": "number", "label": "B" }"#,
      #"{ "id": "z", "type": "text", "label": "Z", "visibleWhen": { "cell": "a", "atLeast": { "cell": "b" } } }"#)
    let followed = Following(changesPage: true, whileTyping: true)
    #expect(form.followings == [followed, followed, nil])
  }
}
