extension CellFixture {
  private static func content(
    _ sentence: String, slug: String, features: [String], members: String
  ) -> CellFixture {
    cell(sentence, slug: "content-\(slug)", in: .content, features: features, members: members)
  }

  static let content: [CellFixture] = [
    content(
      "A text in paragraphs", slug: "text", features: ["CN1"],
      members: #"""
        "text": "Travel costs are paid back within ten days.\n\nKeep the **original receipts** until then: **they** may be asked for."
        """#),
    content(
      "A text with links", slug: "links", features: ["CN1", "CN2"],
      members: #"""
        "text": "Read the [travel policy](/travel), [**what** is paid](https://example.com/paid(2026)), or ask [the travel desk](mailto:travel@example.com)."
        """#),
    content(
      "A text that informs", slug: "info", features: ["CN3"],
      members:
        #""kind": "info", "text": "The office is closed on 1 May.\n\nForms that come in then are read on 2 May.""#),
    content(
      "A text that warns", slug: "warning", features: ["CN3"],
      members: #""kind": "warning", "text": "Whoever leaves this field empty waits **longer**.""#),
    content(
      "A text that is folded away", slug: "details", features: ["CN4"],
      members: #""details": "What counts as travel?", "text": "Every way to a place where you do not work daily.""#),
    content(
      "A warning that is folded away", slug: "details-warning", features: ["CN3", "CN4"],
      members: #""kind": "warning", "details": "If you travel alone", "text": "Tell the desk when you are back.""#),
    content(
      "A text that looks like markup of other kinds", slug: "other-markup", features: ["CN1"],
      members: #""text": "<b>Tags</b> & [brackets] * stay as they are.\nA line ends where it is written to end.""#),
    CellFixture(
      "A text among cells that a choice brings up", slug: "content-shown", in: .content, shows: ["CN5"],
      definition: """
        { "id": "gallery-content-shown", "title": "A text among cells that a choice brings up", "sections": [{ "cells": [
          { "id": "content-shown-abroad", "type": "switch", "label": "Travel Abroad" },
          { "id": "content-shown", "type": "content", "text": "Take your **insurance card** along.",
            "visibleWhen": { "cell": "content-shown-abroad", "equals": true } },
          { "id": "content-shown-place", "type": "text", "label": "Destination" }
        ] }] }
        """,
      values: #"{ "content-shown-abroad": true }"#),
  ]
}
