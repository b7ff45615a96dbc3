import Testing

@testable import FormCells

/// Anyone may post as many boxes as a body holds: that must not cost their number times the rows that are chosen.
@Suite("Many boxes at once")
struct ManyTicksTests {
  @Test("tens of thousands of boxes are unticked together")
  func untick() throws {
    let definition = """
      { "id": "a", "title": "A", "sections": [{ "cells": [
        { "id": "b", "type": "list-picker", "label": "B", "selection": "multiple", "options": ["1"] } ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "a.json", directory: "")
    let table = OptionTable(options: (0..<60_000).map { Option(value: "\($0)", label: Localized("\($0)")) })
    var selection = Selection(in: table)
    let even = stride(from: 0, to: table.count, by: 2)
    selection.insert(RowSet(rows: even.map { UInt32($0) }))
    #expect(selection.count == 30_000)
    var draft = PickerDraft(of: selection)
    // Some twice, and one that is not ticked.
    draft.reduce(.tick([], untick: Array(even.dropFirst()) + [2, 4, 7]), in: form.cells[0])
    #expect(Array(draft.selection.rows) == [0])
  }
}
