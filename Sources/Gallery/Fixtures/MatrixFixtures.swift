import FormCells

extension CellFixture {
  private static func matrix(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "matrix-\(slug)", in: .matrix, features: features, members: members, value: value,
      marking: marking, ignoring: ignoring,
      steps: steps)
  }

  private static let course = #"""
    "label": "The Course",
            "rows": [{ "id": "content", "label": "Content" }, { "id": "pace", "label": "Pace" },
              { "id": "rooms", "label": "Rooms and equipment" }],
            "options": ["Poor", "Fair", "Good", "Very good", "Excellent"]
    """#

  static let matrix: [CellFixture] = [
    matrix("A matrix without answers", slug: "empty", features: ["MA1", "MA2"], members: course),
    matrix(
      "A matrix with helper text", slug: "helper", features: ["MA1", "TI11"],
      members: course + #", "helper": "One answer a row""#),
    matrix(
      "A matrix with answers", slug: "filled", features: ["MA1", "MA2"], members: course,
      value: #"{ "content": "Good", "rooms": "Excellent" }"#),
    matrix("A required matrix", slug: "required", features: ["TI3", "MA2"], members: course + #", "required": true"#),
    matrix(
      "An optional matrix is marked where optional ones are", slug: "optional", features: ["C1"],
      members: course + #", "required": false"#,
      marking: "optional"),
    matrix(
      "A required matrix without answers", slug: "error", features: ["TI8", "TI40", "TI42", "MA3"],
      members: course + #", "required": true, "helper": "One answer a row""#, steps: [.submit]),
    matrix(
      "A required matrix of which a row is open", slug: "open", features: ["TI40", "TI42", "MA3"],
      members: course + #", "required": true"#,
      value: #"{ "content": "Good", "rooms": "Fair" }"#, steps: [.submit]),
    matrix(
      "An answer that is not among the options", slug: "unknown", features: ["TI40", "TI42"], members: course,
      steps: [.enter("matrix-unknown", "Bad\nGood\n"), .submit]),
    right(
      "A matrix marked as correct", in: .matrix, features: ["C16"],
      members: course + #", "messages": { "success": "Thank you." }"#,
      value: #"{ "pace": "Good" }"#),
    matrix(
      "A read-only matrix", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: course + #", "readOnly": true, "value": { "content": "Good", "pace": "Fair" }"#),
    matrix(
      "A disabled matrix", slug: "disabled", features: ["TI50", "TI51"],
      members: course + #", "disabled": true, "value": { "content": "Good" }"#
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
      "A matrix with long texts", slug: "long", features: ["TI9"],
      members: #"""
        "label": "How Far Do You Agree?", "required": true,
                "rows": [{ "id": "answers", "label": "The people at the counter answered all of my questions in a way that I understood" },
                  { "id": "again", "label": "I would come again" }],
                "options": ["Disagree completely", "Disagree somewhat", "Neither agree nor disagree", "Agree somewhat",
                  "Agree completely", "Does not apply"]
        """#, value: #"{ "answers": "Agree completely" }"#),
  ]
}
