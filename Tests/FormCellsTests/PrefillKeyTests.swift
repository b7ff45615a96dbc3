import FormCells
import Testing

/// `"prefill": true` on cells that no link can give a value.
@Suite("The key prefill") struct PrefillKeyTests {
  @Test(
    "`prefill` is refused where it has no effect",
    arguments: [
      (#""type": "text", "readOnly": true"#, "read-only"), (#""type": "text", "disabled": true"#, "disabled"),
      (#""type": "number", "calculate": "1 + 1""#, "calculated"), (#""type": "password""#, "a link cannot give"),
      (#""type": "attachment""#, "a link cannot give"),
    ])
  func noEffect(_ keys: String, _ reason: String) {
    let found = mistakes(cell: #"{ "id": "x", "label": "X", "prefill": true, \#(keys) }"#)
    #expect(found.count == 1 && found[0].contains("prefill") && found[0].contains(reason), "\(found)")
  }

  @Test("`prefill` is refused in a repeated section and on a content cell") func elsewhere() {
    let cell = #"{ "id": "x", "type": "text", "label": "X", "prefill": true }"#
    let section = #""title": "R", "container": "repeat", "id": "rows", "item": "Row""#
    let found = mistakes(#"{ "title": "T", "sections": [{ \#(section), "cells": [\#(cell)] }] }"#)
    #expect(found.count == 1 && found[0].contains("repeated section"), "\(found)")
    let content = mistakes(cell: #"{ "id": "x", "type": "content", "text": "X", "prefill": true }"#)
    #expect(content.count == 1 && content[0].contains("prefill"), "\(content)")
  }

  @Test("`prefill` is allowed on a cell with `readOnlyWhen`, and as false on a read-only cell")
  func allowed() {
    let lock = #""readOnlyWhen": { "cell": "y", "filled": true }"#
    let other = #"{ "id": "y", "type": "text", "label": "Y", "readOnly": true, "prefill": false }"#
    #expect(
      mistakes(cell: #"{ "id": "x", "type": "text", "label": "X", "prefill": true, \#(lock) }"#, others: other) == [])
  }
}
