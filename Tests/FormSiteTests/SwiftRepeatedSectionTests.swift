import FormCells
import Support
import Testing

@Suite("Repeated sections in Swift") struct SwiftRepeatedSectionTests {
  static let json = """
    { "id": "f", "title": "T", "sections": [
      { "title": "Rows", "container": "repeat", "id": "rows", "item": "Row", "minimum": 1, "maximum": 9, "summary": ["a"],
        "table": true, "rules": [{ "require": { "cell": "a", "atLeast": 0 }, "message": "M", "cells": ["a"] }], "cells": [{ "id": "a", "type": "number", "label": "A" }] },
      { "cells": [
        { "id": "any", "type": "note", "label": "X", "visibleWhen": { "section": "rows", "any": { "cell": "a", "atLeast": 5 } } },
        { "id": "all", "type": "note", "label": "Y", "visibleWhen": { "section": "rows", "all": { "cell": "a", "filled": true } } },
        { "id": "count", "type": "note", "label": "Z",
          "visibleWhen": { "section": "rows", "count": { "atLeast": 2, "atMost": 3 } } },
        { "id": "sum", "type": "number", "label": "S", "calculate": "sum(rows.a)" }] }] }
    """

  @Test("repeated sections are the same in Swift and in JSON") func same() throws {
    let swift = try Form(id: "f", title: "T") {
      Section("Rows") { NumberCell("a", label: "A") }
        .repeated(
          "rows", item: "Row", minimum: 1, maximum: 9, summary: ["a"], isTable: true,
          rules: [Rule(.cell("a", atLeast: 0), message: "M", cells: ["a"])])
      Section {
        NoteCell("any", label: "X").visibleWhen(.anyEntry(of: "rows", .cell("a", atLeast: 5)))
        NoteCell("all", label: "Y").visibleWhen(.everyEntry(of: "rows", .cell("a", filled: true)))
        NoteCell("count", label: "Z").visibleWhen(.entries(of: "rows", atLeast: 2, atMost: 3))
        NumberCell("sum", label: "S").calculate("sum(rows.a)")
      }
    }
    let file = try FormDefinition.decode(bytes: Array(Self.json.utf8), path: "f.json", directory: "")
    #expect(swift.version == file.version)
  }
}
