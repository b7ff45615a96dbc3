import FormCells
import Support
import Testing

@Suite("Values are submitted as JSON") struct SubmittedValuesTests {
  private static let text = """
    { "title": "T", "sections": [{ "cells": [
      { "id": "text", "type": "text", "label": "L", "value": "a" },
      { "id": "note", "type": "note", "label": "L", "value": "a\\r\\nb" },
      { "id": "currency", "type": "currency", "label": "L", "currency": "USD", "value": { "amount": "1234.5", "currency": "USD" } },
      { "id": "password", "type": "password", "label": "L" },
      { "id": "one", "type": "list-picker", "label": "L", "options": ["x", "y", "z"], "value": "y" },
      { "id": "many", "type": "select", "label": "L", "selection": "multiple", "options": ["x", "y", "z"], "value": ["z", "x"] },
      { "id": "radio", "type": "radio-group", "label": "L", "options": ["x", "y"] },
      { "id": "order", "type": "order-picker", "label": "L", "criteria": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }],
        "value": [{ "id": "b", "selected": true, "direction": "descending" }, { "id": "a", "selected": false, "direction": "ascending" }] },
      { "id": "switch", "type": "switch", "label": "L", "value": true },
      { "id": "date", "type": "date", "label": "L", "value": "2026-01-31" },
      { "id": "no-date", "type": "date", "label": "L" },
      { "id": "no-money", "type": "currency", "label": "L", "currency": "JPY" },
      { "id": "fixed", "type": "text", "label": "L", "readOnly": true, "value": "definition" },
      { "id": "disabled", "type": "text", "label": "L", "disabled": true, "value": "definition" },
      { "id": "hidden", "type": "text", "label": "L", "value": "h", "visibleWhen": { "cell": "switch", "equals": false } }
    ] }] }
    """

  private func json(_ values: [CellValue], of form: Form) -> String {
    let object = SubmittedValues(of: FormState(form: form, values: values)).object {
      ["hash": .string("$y$\($0.count)")]
    }
    return String(decoding: object.compactBytes, as: UTF8.self)
  }

  @Test("each kind of cell has its form in JSON; disabled and hidden cells are left out") func forms() throws {
    let form = try decode(Self.text)
    var values = form.initialValues
    values[3] = .text("secret")
    values[12] = .text("posted")
    values[13] = .text("posted")
    #expect(
      json(values, of: form) == """
        {"text":"a","note":"a\\nb","currency":{"amount":"1234.50","currency":"USD"},"password":{"hash":"$y$6"},"one":"y",\
        "many":["z","x"],"radio":null,"order":[{"id":"b","selected":true,"direction":"descending"},\
        {"id":"a","selected":false,"direction":"ascending"}],"switch":true,"date":"2026-01-31","no-date":null,\
        "no-money":null,"fixed":"definition"}
        """)
  }

  @Test("an empty password is null and never hashed") func emptyPassword() throws {
    let form = try form(#"{ "id": "p", "type": "password", "label": "P" }"#)
    let values = SubmittedValues(of: FormState(form: form))
    #expect(values.passwords.isEmpty)
    #expect(values.object { _ in "hash" } == ["p": nil])
  }

  @Test("what was submitted can be read again") func roundTrip() throws {
    let form = try decode(Self.text)
    let values = form.initialValues
    let object = SubmittedValues(of: FormState(form: form, values: values)).object { _ in nil }
    guard case .object(let members) = object else { throw JSONError(.empty, at: 0) }
    let readable = JSONValue.object(members.filter { $0.key != "password" })
    let again = try form.values(decoding: readable.compactBytes, path: "values.json")
    #expect(json(again, of: form) == json(values, of: form))
  }

  @Test(
    "values that do not fit the form are refused, with all mistakes at once",
    arguments: [
      (#"{ "txt": "a" }"#, ["values.json:1:3: error: txt: the form has no cell “txt”; did you mean “text”?"]),
      (#"{ "text": 1 }"#, ["values.json:1:11: error: text: this is a number; a string is expected"]),
      (#"{ "password": "x" }"#, ["values.json:1:15: error: password: a password is never read from a file; remove it"]),
      (#"{ "one": "q" }"#, ["values.json:1:10: error: one: “q” is not among the options"]),
      (
        #"{ "one": ["x"] }"#,
        [
          "values.json:1:10: error: one: this is an array; a string or null (or \"selection\": \"multiple\", where the type has it) is expected"
        ]
      ),
      (#"{ "many": "x" }"#, ["values.json:1:11: error: many: this is a string; an array of values is expected"]),
      (#"{ "many": ["x", "x"] }"#, ["values.json:1:17: error: many[1]: “x” is chosen twice"]),
      (
        #"{ "currency": "1" }"#,
        [
          "values.json:1:15: error: currency: this is a string; { \"amount\": \"1.00\", \"currency\": \"USD\" } is expected"
        ]
      ),
      (
        #"{ "currency": { "amount": "1", "currency": "EUR" } }"#,
        ["values.json:1:44: error: currency.currency: the cell's currency is USD, not “EUR”"]
      ),
      (
        #"{ "currency": { "amount": "one", "currency": "USD" } }"#,
        ["values.json:1:27: error: currency.amount: “one” is not an amount; write digits such as “1234.50”"]
      ),
      (#"{ "date": "tomorrow" }"#, ["values.json:1:11: error: date: “tomorrow” is not a day; write YYYY-MM-DD"]),
      (#"{ "switch": "on" }"#, ["values.json:1:13: error: switch: this is a string; true or false is expected"]),
      (
        #"{ "order": [{ "id": "a", "selected": true, "direction": "ascending" }] }"#,
        ["values.json:1:12: error: order: every criterion has its place in the order; missing is “b”"]
      ),
      (
        #"{ "order": [{ "id": "q", "selected": true, "direction": "up" }] }"#,
        ["values.json:1:57: error: order[0].direction: “up” is none of “ascending”, “descending”"]
      ),
      (#"[]"#, ["values.json:1:1: error: this is an array; an object of cell id and value is expected"]),
      (#"{"#, ["values.json:1:1: error: this “{” is never closed; a “}” is missing before the end of the file"]),
      (
        #"{ "text": "a", "text": "b", "date": 1 }"#,
        [
          "values.json:1:16: error: text: the key “text” is a duplicate; remove one of them",
          "values.json:1:37: error: date: this is a number; a day “YYYY-MM-DD” or null is expected",
        ]
      ),
    ])
  func refused(text: String, messages: [String]) throws {
    let form = try decode(Self.text)
    #expect { try form.values(decoding: Array(text.utf8), path: "values.json") } throws: { error in
      (error as? DefinitionErrors)?.diagnostics.map(\.headline) == messages
    }
  }

  @Test("a value that can be decoded may still be invalid for its cell") func invalidButDecoded() throws {
    let form = try form(#"{ "id": "t", "type": "text", "label": "T", "maxLength": 1 }"#)
    let values = try form.values(decoding: Array(#"{ "t": "abc" }"#.utf8), path: "v.json")
    #expect(
      FormState(form: form, values: values).problems(today: ValidationTests.today).map(\.problem) == [
        .tooLong(limit: 1, count: 3)
      ])
  }
}
