import FormCells
import Testing

@Suite struct DefinitionTests {
  @Test func `smoke`() throws {
    for line in mistakes(
      """
      { "titel": "x",
        "title": "Trip", "sections": [ { "cells": [
          { "id": "a", "type": "txt", "label": "A" },
          { "id": "b", "type": "text", "label": "", "maxLength": 0, "onLabel": "On", "counter": true,
            "minimum": 3, "value": 3 },
          { "id": "b", "type": "switch", "label": "B", "visibleWhen": { "cell": "b", "equals": "x" } },
          { "id": "c", "type": "list-picker", "label": "B", "options": ["x", "x"], "apply": true, "selection": "multiple" }
        ] } ] }
      """)
    { print(line) }
    print(try form("{\"id\":\"a\",\"type\":\"text\",\"label\":\"A\"}"))
  }
}
