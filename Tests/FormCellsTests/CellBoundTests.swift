import FormCells
import Support
import Testing

@Suite("A cell's bound is the value of another cell") struct CellBoundTests {
  private static let others = [
    #"{ "id": "n", "type": "number", "label": "N", "decimals": 2 }"#,
    #"{ "id": "eur", "type": "currency", "label": "E", "currency": "EUR" }"#,
    #"{ "id": "usd", "type": "currency", "label": "U", "currency": "USD" }"#,
    #"{ "id": "d", "type": "date", "label": "D" }"#, #"{ "id": "dt", "type": "date-time", "label": "DT" }"#,
    #"{ "id": "du", "type": "duration", "label": "DU" }"#, #"{ "id": "u", "type": "time", "label": "U" }"#,
    #"{ "id": "range", "type": "date-range", "label": "G" }"#, #"{ "id": "t", "type": "text", "label": "T" }"#,
  ]

  private static func definition(_ keys: String) -> String {
    let cell = #"{ "id": "x", "label": "X", \#(keys) }"#
    return #"{ "title": "T", "sections": [{ "cells": [\#((others + [cell]).joined(separator: ","))] }] }"#
  }

  /// The problem of the cell for these values, given as for `render --values`; `nil` if there is none.
  private func problem(_ keys: String, over values: String) throws -> Problem? {
    let form = try decode(Self.definition(keys))
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    return FormState(form: form, values: values).problem(of: form.cells.count - 1, today: nil)?.problem
  }

  @Test(
    "the other cell's value is the bound, and an empty cell gives none",
    arguments: [
      (#""type": "number", "minimum": { "cell": "n" }"#, #""n": 7"#, "7", "6", "it is below the minimum 7"),
      (#""type": "number", "maximum": { "cell": "n" }"#, #""n": 6.5"#, "6", "7", "it is above the maximum 6.5"),
      (
        #""type": "number", "minimum": { "cell": "n" }, "step": 5"#, #""n": 7"#, "10", "5",
        "it is below the minimum 10"
      ),
      (
        #""type": "number", "minimum": 1, "maximum": { "cell": "n" }, "step": 5"#, #""n": 10"#, "6", "11",
        "it is above the maximum 6"
      ),
      (
        #""type": "text", "format": "integer", "minimum": { "cell": "n" }"#, #""n": 7"#, #""7""#, #""6""#,
        "it is below the minimum 7"
      ),
      (
        #""type": "currency", "currency": "EUR", "maximum": { "cell": "eur" }"#,
        #""eur": { "amount": "10", "currency": "EUR" }"#, #"{ "amount": "10.00", "currency": "EUR" }"#,
        #"{ "amount": "10.01", "currency": "EUR" }"#, "it is above the maximum 10"
      ),
      (
        #""type": "date", "minimum": { "cell": "d" }"#, #""d": "2026-03-02""#, #""2026-03-02""#, #""2026-03-01""#,
        "it is before 2026-03-02"
      ),
      (
        #""type": "date", "minimum": { "cell": "d", "plus": "1d" }"#, #""d": "2026-02-28""#, #""2026-03-01""#,
        #""2026-02-28""#, "it is before 2026-03-01"
      ),
      (
        #""type": "date", "maximum": { "cell": "d", "plus": "-1m" }"#, #""d": "2026-03-31""#, #""2026-02-28""#,
        #""2026-03-01""#, "it is after 2026-02-28"
      ),
      (
        #""type": "date", "maximum": { "cell": "d", "plus": "+2w" }"#, #""d": "2026-03-01""#, #""2026-03-15""#,
        #""2026-03-16""#, "it is after 2026-03-15"
      ),
      (
        #""type": "date", "minimum": { "cell": "d", "plus": "18y" }"#, #""d": "2008-02-29""#, #""2026-02-28""#,
        #""2026-02-27""#, "it is before 2026-02-28"
      ),
      (
        #""type": "date-range", "minimum": { "cell": "d" }"#, #""d": "2026-03-02""#,
        #"{ "from": "2026-03-02", "to": "2026-03-03" }"#, #"{ "from": "2026-03-01", "to": "2026-03-03" }"#,
        "of “from”, it is before 2026-03-02"
      ),
      (
        #""type": "date-time", "minimum": { "cell": "dt", "plus": "1d" }, "step": 15"#, #""dt": "2026-03-02T09:20""#,
        #""2026-03-03T09:30""#, #""2026-03-03T09:15""#, "it is before 2026-03-03T09:30"
      ),
      (
        #""type": "time", "minimum": { "cell": "u" }, "step": 15"#, #""u": "09:20""#, #""09:30""#, #""09:15""#,
        "it is before 09:30"
      ),
      (
        #""type": "time", "minimum": "08:10", "maximum": { "cell": "u" }, "step": 15"#, #""u": "09:20""#, #""09:10""#,
        #""09:25""#, "it is after 09:10"
      ),
      (
        #""type": "duration", "maximum": { "cell": "du" }"#, #""du": "PT1H30M""#, #""PT90M""#, #""PT2H""#,
        "it is longer than 1:30"
      ),
    ])
  func bound(keys: String, other: String, fine: String, wrong: String, sentence: String) throws {
    #expect(try problem(keys, over: #"{ \#(other), "x": \#(fine) }"#) == nil)
    #expect(try problem(keys, over: #"{ \#(other), "x": \#(wrong) }"#)?.sentence == sentence)
    #expect(try problem(keys, over: #"{ "x": \#(wrong) }"#) == nil)
  }

  @Test("an unreadable or hidden cell does not bound another") func unread() throws {
    let form = try form(
      #"{ "id": "a", "type": "date", "label": "A", "visibleWhen": { "cell": "s", "equals": true } }"#,
      #"{ "id": "b", "type": "date", "label": "B", "minimum": { "cell": "a" } }"#,
      #"{ "id": "s", "type": "switch", "label": "S", "value": true }"#)
    var state = FormState(form: form)
    state.reduce(.enter(cell: 0, .text("2026-03-02")))
    state.reduce(.enter(cell: 1, .text("2026-03-01")))
    #expect(state.problem(of: 1, today: nil)?.problem.sentence == "it is before 2026-03-02")
    state.reduce(.enter(cell: 2, .flag(false)))
    #expect(state.problem(of: 1, today: nil) == nil)
    state.reduce(.enter(cell: 2, .flag(true)))
    state.reduce(.enter(cell: 0, .text("March 32")))
    #expect(state.problem(of: 1, today: nil) == nil)
  }

  @Test("two cells that bound each other are wrong together, and changing one fixes both") func both() throws {
    let form = try form(
      #"{ "id": "a", "type": "number", "label": "A", "maximum": { "cell": "b" } }"#,
      #"{ "id": "b", "type": "number", "label": "B", "minimum": { "cell": "a" } }"#)
    var state = FormState(form: form)
    state.reduce(.enter(cell: 0, .text("5")))
    state.reduce(.enter(cell: 1, .text("4")))
    #expect(state.problems(today: .init(year: 2026, month: 1, day: 1)!).map(\.cell) == [0, 1])
    state.reduce(.enter(cell: 1, .text("5")))
    #expect(state.problems(today: .init(year: 2026, month: 1, day: 1)!).isEmpty)
    let followed = Following(changesPage: true, whileTyping: false)
    #expect(form.followings == [followed, followed])
  }

  @Test("the stepper's button stops at the other cell's value") func buttons() throws {
    let form = try form(
      #"{ "id": "a", "type": "number", "label": "A" }"#,
      #"{ "id": "b", "type": "number", "label": "B", "maximum": { "cell": "a" } }"#)
    var state = FormState(form: form)
    let today = CalendarDate(year: 2026, month: 1, day: 1)!
    state.reduce(.enter(cell: 0, .text("1")))
    for _ in 0..<3 { state.reduce(.press(cell: 1, button: .step(.increase), today: today)) }
    #expect(state.values[1] == .text("1"))
  }

  @Test(
    "a bound that does not fit its cell is refused",
    arguments: [
      (
        #""type": "date", "minimum": { "cell": "rang" }"#,
        "unknown-reference .minimum.cell: no cell has the id “rang”; did you mean “range”?"
      ),
      (
        #""type": "date", "minimum": { "cell": "x" }"#,
        "cycle .minimum.cell: the bound refers to its own cell; name another cell"
      ),
      (
        #""type": "date", "minimum": { "cell": "n" }"#,
        "bad-value .minimum.cell: the cell holds a date, and “n” a number; name a cell with a date"
      ),
      (
        #""type": "currency", "currency": "EUR", "minimum": { "cell": "usd" }"#,
        "bad-value .minimum.cell: the cell holds an amount in EUR, and “usd” an amount in USD; name a cell with an amount in EUR"
      ),
      (
        #""type": "date", "maximum": { "cell": "range" }"#,
        "bad-value .maximum.cell: the cell holds a date, and “range” no single value; name a cell with a date"
      ),
      (
        #""type": "number", "maximum": { "cell": "n", "plus": "1d" }"#,
        "no-effect .maximum.plus: “plus” counts days, and the cell holds a number; calculate the bound in a separate cell, and name that one"
      ),
      (
        #""type": "date", "minimum": { "cell": "d", "plus": "1 day" }"#,
        "bad-value .minimum.plus: “1 day” is not a number of days; write a number with d, w, m or y, such as “1d”, “-2w” or “18y”"
      ),
      (#""type": "date", "minimum": { "plus": "1d" }"#, "missing-key .minimum.cell: the key “cell” is missing"),
      (
        #""type": "slider", "minimum": { "cell": "n" }, "maximum": 9"#,
        "bad-value .minimum: a scale begins and ends at numbers; write one, and compare with other cells in a “number” cell"
      ),
      (
        #""type": "text", "minimum": { "cell": "n" }"#,
        "no-effect .minimum: “minimum” has no effect without \"format\": \"integer\" or \"format\": \"decimal\""
      ),
    ])
  func refused(keys: String, message: String) {
    #expect(
      mistakes(cell: #"{ "id": "x", "label": "X", \#(keys) }"#, others: Self.others.joined(separator: ",")) == [message]
    )
  }
}
