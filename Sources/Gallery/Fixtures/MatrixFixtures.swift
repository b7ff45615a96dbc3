import FormCells

extension CellFixture {
  private static func matrix(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "matrix-\(slug)", in: .matrix, features, members, value: value, marking: marking, ignoring: ignoring,
      steps: steps)
  }

  private static let course = #"""
    "label": "The Course",
            "rows": [{ "id": "content", "label": "Content" }, { "id": "pace", "label": "Pace" },
              { "id": "rooms", "label": "Rooms and equipment" }],
            "options": ["Poor", "Fair", "Good", "Very good", "Excellent"]
    """#

  static let matrix: [CellFixture] = [
    matrix("A matrix without answers", "empty", ["MA1", "MA2"], course),
    matrix("A matrix with helper text", "helper", ["MA1", "TI11"], course + #", "helper": "One answer a row""#),
    matrix(
      "A matrix with answers", "filled", ["MA1", "MA2"], course,
      value: #"{ "content": "Good", "rooms": "Excellent" }"#),
    matrix("A required matrix", "required", ["TI3", "MA2"], course + #", "required": true"#),
    matrix(
      "An optional matrix is marked where optional ones are", "optional", ["C1"], course + #", "required": false"#,
      marking: "optional"),
    matrix(
      "A required matrix without answers", "error", ["TI8", "TI40", "TI42", "MA3"],
      course + #", "required": true, "helper": "One answer a row""#, steps: [.submit]),
    matrix(
      "A required matrix of which a row is open", "open", ["TI40", "TI42", "MA3"], course + #", "required": true"#,
      value: #"{ "content": "Good", "rooms": "Fair" }"#, steps: [.submit]),
    matrix(
      "An answer that is not among the options", "unknown", ["TI40", "TI42"], course,
      steps: [.enter("matrix-unknown", "Bad\nGood\n"), .submit]),
    right(
      "A matrix that is right", in: .matrix, ["C16"], course + #", "messages": { "success": "Thank you." }"#,
      value: #"{ "pace": "Good" }"#),
    matrix(
      "A read-only matrix", "read-only", ["TI45", "TI46", "TI47"],
      course + #", "readOnly": true, "value": { "content": "Good", "pace": "Fair" }"#),
    matrix(
      "A disabled matrix", "disabled", ["TI50", "TI51"], course + #", "disabled": true, "value": { "content": "Good" }"#
    ),
    CellFixture(
      "A matrix that runs from right to left", slug: "matrix-hebrew", in: .matrix, shows: ["MA1", "MA2"],
      definition: """
        { "id": "gallery-matrix-hebrew", "title": "A matrix that runs from right to left", "locale": "he",
          "sections": [{ "cells": [
          { "id": "matrix-hebrew", "type": "matrix", "label": "הקורס", "required": true,
            "rows": [{ "id": "content", "label": "תוכן" }, { "id": "pace", "label": "קצב" }],
            "options": [{ "value": "1", "label": "חלש" }, { "value": "2", "label": "טוב" },
              { "value": "3", "label": "מצוין" }] } ] }] }
        """, values: #"{ "matrix-hebrew": { "content": "2" } }"#),
    matrix(
      "A matrix with long texts", "long", ["TI9"],
      #"""
      "label": "How Far Do You Agree?", "required": true,
              "rows": [{ "id": "answers", "label": "The people at the counter answered all of my questions in a way that I understood" },
                { "id": "again", "label": "I would come again" }],
              "options": ["Disagree completely", "Disagree somewhat", "Neither agree nor disagree", "Agree somewhat",
                "Agree completely", "Does not apply"]
      """#, value: #"{ "answers": "Agree completely" }"#),
  ]
}
