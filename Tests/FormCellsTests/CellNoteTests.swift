import FormCells
import Testing

@Suite("Notes of a cell") struct CellNoteTests {
  private func form(_ cells: String) throws -> Form {
    try decode(#"{ "title": "T", "sections": [{ "cells": [\#(cells)] }] }"#)
  }

  private static let days = """
    { "id": "days", "type": "number", "label": "Days", "notes": [
      { "when": { "cell": "days", "atLeast": 10 }, "kind": "warning", "text": "Long" },
      { "when": { "cell": "hotel", "equals": true }, "text": "With a hotel" } ] },
    { "id": "hotel", "type": "switch", "label": "Hotel" }
    """

  private func shown(_ values: String) throws -> [Int] {
    let form = try form(Self.days)
    let notes = form.states(in: try form.values(decoding: Array(values.utf8), path: "values.json"))[0].shownNotes
    return form.cells[0].notes.indices.filter(notes.contains)
  }

  @Test("a note is shown while its condition holds, which may name the note's own cell")
  func conditions() throws {
    #expect(try shown("{}") == [])
    #expect(try shown(#"{ "days": 9 }"#) == [])
    #expect(try shown(#"{ "days": 10 }"#) == [0])
    #expect(try shown(#"{ "hotel": true }"#) == [1])
    #expect(try shown(#"{ "days": 12, "hotel": true }"#) == [0, 1])
  }

  @Test("a note is not a problem of the form")
  func sending() throws {
    let form = try form(Self.days)
    let values = try form.values(decoding: Array(#"{ "days": 12 }"#.utf8), path: "values.json")
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    #expect(FormState(form: form, values: values).problems(today: today).isEmpty)
  }

  @Test("a note without a kind is an info")
  func kinds() throws {
    #expect(try form(Self.days).cells[0].notes.map(\.kind) == [.warning, .info])
  }

  @Test("a cell's visibility cannot depend on its own value")
  func own() throws {
    #expect(throws: DefinitionErrors.self) {
      try form(#"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "a", "filled": true } }"#)
    }
  }

  @Test("a cell has at most 16 notes")
  func limit() throws {
    func cell(_ count: Int) -> String {
      let note = #"{ "when": { "cell": "a", "filled": true }, "text": "N" }"#
      let notes = Array(repeating: note, count: count).joined(separator: ",")
      return #"{ "id": "a", "type": "text", "label": "A", "notes": [\#(notes)] }"#
    }
    let full = try form(cell(16))
    let notes = full.states(in: [.text("x")])[0].shownNotes
    #expect((0..<16).allSatisfy(notes.contains))
    #expect(throws: DefinitionErrors.self) { try form(cell(17)) }
  }
}

@Suite("Cells that the page watches") struct FollowingTests {
  private func followings(_ sections: String) throws -> [String: Following] {
    let form = try decode(#"{ "title": "T", "sections": [\#(sections)] }"#)
    return Dictionary(
      uniqueKeysWithValues: zip(form.cells, form.followings).compactMap { cell, following in
        following.map { (cell.id, $0) }
      })
  }

  private func text(_ id: String, _ members: String = "") -> String {
    #"{ "id": "\#(id)", "type": "text", "label": "L"\#(members) }"#
  }

  @Test("the page watches cells named in conditions, while typing only those asked whether they are filled")
  func subjects() throws {
    let found = try followings(
      #"{ "cells": [\#(text("a")), \#(text("b")), \#(text("c")), \#(text("d", #", "visibleWhen": { "all": [ { "cell": "a", "filled": true }, { "cell": "b", "equals": "x" } ] }"#))] }"#
    )
    #expect(
      found == [
        "a": Following(changesPage: true, whileTyping: true),
        "b": Following(changesPage: true, whileTyping: false),
      ])
  }

  @Test("a cell with notes about itself changes its page; one that only another page depends on does not")
  func pages() throws {
    let note = #", "notes": [ { "when": { "cell": "a", "filled": true }, "text": "N" } ]"#
    #expect(try followings(#"{ "cells": [\#(text("a", note))] }"#)["a"]?.changesPage == true)
    #expect(
      try followings(#"{ "container": "modal", "title": "1", "cells": [\#(text("a", note))] }"#)["a"]?
        .changesPage == true)
    let later = text("b", #", "requiredWhen": { "cell": "a", "filled": true }"#)
    #expect(
      try followings(
        #"{ "container": "step", "title": "1", "cells": [\#(text("a"))] }, { "container": "step", "title": "2", "cells": [\#(later)] }"#
      )["a"]?.changesPage == false)
    #expect(
      try followings(
        #"{ "container": "modal", "title": "1", "cells": [\#(text("a"))] }, { "cells": [\#(later)] }"#)["a"]?
        .changesPage == false)
    #expect(
      try followings(
        #"{ "cells": [\#(text("a"))] }, { "container": "modal", "title": "1", "cells": [\#(later)] }"#)["a"]?
        .changesPage == true)
  }

  @Test("the page does not watch a picker, because the picker's button loads an updated page")
  func pickers() throws {
    #expect(
      try followings(
        #"{ "cells": [{ "id": "p", "type": "list-picker", "label": "P", "options": ["x"] }, \#(text("a", #", "visibleWhen": { "cell": "p", "equals": "x" }"#))] }"#
      ).isEmpty)
  }
}
