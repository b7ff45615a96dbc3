import FormCells
import Support
import Testing

/// Named lists of options that several cells can use.
@Suite("Option lists") struct OptionListTests {
  private func form(_ lists: String, _ cells: String) throws -> Form {
    try decode(#"{ "title": "T", "optionLists": \#(lists), "sections": [{ "cells": [\#(cells)] }] }"#)
  }

  @Test("every kind of cell with options can use a named list, and its default is checked against the list")
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
    "a list that is wrong, missing or unused is reported",
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

  private static let floors =
    #""lists": [{ "title": "Ground", "options": ["a", "b"] }, { "title": "First", "options": ["c"] }]"#

  private func group(_ type: String, _ members: String) throws -> Form {
    try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "\#(type)", "label": "X", \#(members) }] }] }"#)
  }

  @Test(
    "GR8 a group can have several lists of options, and its value can come from any of them",
    arguments: ["radio-group", "checkbox-group"])
  func listsOfGroups(_ type: String) throws {
    let value = type == "radio-group" ? #""c""# : #"["c"]"#
    let cell = try group(type, #"\#(Self.floors), "other": {}, "value": \#(value)"#).cells[0]
    #expect(cell.optionSource?.hasLists == true)
    #expect(cell.optionSource?.current.lists.map(\.rows) == [0..<2, 2..<3])
    #expect(Array(cell.initial.selection.values) == ["c"])
    #expect(try group(type, #""options": ["a", "b"]"#).cells[0].optionSource?.hasLists == false)
  }

  @Test(
    "GR8 a mistake in a group's lists is reported",
    arguments: [
      (
        #""lists": [{ "title": "G", "action": "selectAll", "options": ["a"] }]"#,
        "lists[0].action: “action” has no effect in a group, whose lists have no button; leave it out, or use a “list-picker”"
      ),
      (
        #""lists": [{ "title": "G", "actionLabel": "All", "options": ["a"] }]"#,
        "lists[0].actionLabel: “actionLabel” has no effect in a group"
      ),
      (#""lists": [{ "options": ["a"] }]"#, "lists[0].title: the key “title” is missing"),
      (#""lists": []"#, "lists: the array is empty"),
      (#"\#(floors), "options": ["d"]"#, "only one of “options”, “source”, “lists” can be given"),
      (
        #""lists": [{ "title": "G", "options": ["a"] }, { "title": "F", "options": ["a"] }]"#,
        "lists[1].options[0]: another option already has the value “a”"
      ),
      (
        #""style": "segmented", \#(floors)"#,
        "style: the parts of one bar cannot be under the titles of lists; leave out “style”"
      ),
      (
        #""lists": [{ "title": "G", "options": \#((0...100).map(String.init)) }]"#,
        "lists: 101 options are too many to show on the form; the limit is 100: use a “list-picker”"
      ),
    ])
  func mistakesInGroups(_ members: String, _ message: String) throws {
    #expect { try group("radio-group", members) } throws: { "\($0)".contains(message) }
  }
}
