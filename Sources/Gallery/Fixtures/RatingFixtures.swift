import FormCells

extension CellFixture {
  private static func rating(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "rating-\(slug)", in: .rating, features, members, value: value, marking: marking, ignoring: ignoring,
      steps: steps)
  }

  private static let pace = #""label": "Pace", "fromLabel": "Too slow", "toLabel": "Too fast""#

  static let rating: [CellFixture] = [
    rating("A rating without a value", "empty", ["RA1", "RA3"], pace),
    rating("A rating without words", "plain", ["RA1"], #""label": "Pace""#),
    rating(
      "A rating with helper text", "helper", ["RA1", "TI11"], pace + #", "helper": "Of the lessons as a whole""#),
    rating("A rating with a value", "filled", ["RA1", "RA2"], pace, value: "4"),
    rating("A rating in stars", "stars", ["RA2", "RA4"], #""label": "Overall", "style": "stars""#, value: "4"),
    rating(
      "A rating in stars without a value", "stars-empty", ["RA3", "RA4"],
      #""label": "Overall", "style": "stars", "fromLabel": "Poor", "toLabel": "Excellent""#),
    rating("A required rating", "required", ["TI3"], pace + #", "required": true"#),
    rating(
      "An optional rating is marked where optional ones are", "optional", ["C1"], pace + #", "required": false"#,
      marking: "optional"),
    rating(
      "A rating from 0 to 10", "many", ["RA1"],
      #""label": "How likely is it that you recommend us?", "from": 0, "to": 10, "fromLabel": "Not at all likely", "toLabel": "Extremely likely", "required": true"#,
      value: "10"),
    rating(
      "A rating around zero", "around-zero", ["RA1"],
      #""label": "Change", "from": -3, "to": 3, "fromLabel": "Much worse", "toLabel": "Much better""#, value: "-1"),
    rating(
      "A rating that is missing", "error", ["TI8", "TI40", "TI42"],
      pace + #", "required": true, "helper": "Of the lessons as a whole""#, steps: [.submit]),
    rating(
      "A rating in stars that is missing", "stars-error", ["TI8", "TI40", "TI42"],
      #""label": "Overall", "style": "stars", "required": true"#, steps: [.submit]),
    rating(
      "A number that is not on the scale", "large", ["TI40", "TI42"], pace,
      steps: [.enter("rating-large", "7"), .submit]),
    right(
      "A rating that is right", in: .rating, ["C16"], pace + #", "messages": { "success": "Thank you." }"#, value: "3"),
    rating(
      "A read-only rating", "read-only", ["TI45", "TI46", "TI47"], pace + #", "readOnly": true, "value": 4"#),
    rating("A disabled rating", "disabled", ["TI50", "TI51"], pace + #", "disabled": true, "value": 4"#),
    rating(
      "A disabled rating in stars", "stars-disabled", ["TI50", "TI51"],
      #""label": "Overall", "style": "stars", "disabled": true, "value": 2"#),
    CellFixture(
      "A rating that runs from right to left", slug: "rating-arabic", in: .rating, shows: ["RA1", "RA2"],
      definition: """
        { "id": "gallery-rating-arabic", "title": "A rating that runs from right to left", "locale": "ar-EG",
          "sections": [{ "cells": [
          { "id": "rating-arabic", "type": "rating", "label": "السرعة", "fromLabel": "بطيئة", "toLabel": "سريعة" },
          { "id": "rating-arabic-stars", "type": "rating", "label": "التقييم", "style": "stars" } ] }] }
        """, values: #"{ "rating-arabic": 4, "rating-arabic-stars": 3 }"#),
    rating(
      "A rating with a long label and long words", "long", ["TI9"],
      #""label": "How satisfied are you with the way in which the people at the counter answered your questions?", "fromLabel": "Not at all satisfied with any of the answers", "toLabel": "Completely satisfied with every one of them", "required": true"#,
      value: "5", ignoring: "SE27"),
  ]
}
