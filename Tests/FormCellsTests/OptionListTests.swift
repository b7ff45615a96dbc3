import FormCells
import Support
import Testing

/// Named lists of options, which several cells offer.
@Suite("Option lists") struct OptionListTests {
  private func form(_ lists: String, _ cells: String) throws -> Form {
    try decode(#"{ "title": "T", "optionLists": \#(lists), "sections": [{ "cells": [\#(cells)] }] }"#)
  }

  @Test("every kind with options takes a list, and its values are checked as its own")
  func kinds() throws {
    let kinds = ["radio-group", "checkbox-group", "select", "list-picker"]
    let cells = kinds.map {
      #"{ "id": "\#($0)", "type": "\#($0)", "label": "X", "options": { "list": "ab" } }"#
    }.joined(separator: ", ")
    let form = try form(#"{ "ab": ["a", "b"] }"#, cells)
    #expect(form.cells.map { $0.optionSource?.count } == [2, 2, 2, 2])
    #expect(throws: DefinitionErrors.self) {
      try self.form(
        #"{ "ab": ["a"] }"#,
        #"{ "id": "x", "type": "select", "label": "X", "options": { "list": "ab" }, "value": "c" }"#)
    }
  }

  @Test(
    "a list that is wrong, missing or of no use is reported",
    arguments: [
      (#"{ "ab": ["a", "a"] }"#, "ab", "optionLists.ab[1]: another option"),
      (#"{ "ab": [] }"#, "ab", "optionLists.ab: an array of at least one option"),
      (#"{ "a b": ["a"], "ab": ["a"] }"#, "ab", "optionLists.a b: “a b” is not a name"),
      (#"[]"#, "ab", "optionLists: this is an array"),
      (#"{ "abc": ["a"] }"#, "ab", "did you mean “abc”?"),
      (#"{ "ab": ["a"], "cd": ["c"] }"#, "ab", "optionLists.cd: “cd” has no effect"),
    ])
  func mistakes(_ lists: String, _ name: String, _ message: String) throws {
    let cell = #"{ "id": "x", "type": "select", "label": "X", "options": { "list": "\#(name)" } }"#
    #expect { try form(lists, cell) } throws: { "\($0)".contains(message) }
  }
}
