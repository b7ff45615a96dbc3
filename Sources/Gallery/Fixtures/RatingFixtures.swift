import FormCells

extension CellFixture {
  private static func rating(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "rating-\(slug)", in: .rating, features: features, members: members, value: value,
      marking: marking, ignoring: ignoring,
      steps: steps)
  }

  private static let pace = #""label": "Pace", "fromLabel": "Too slow", "toLabel": "Too fast""#

  static let rating: [CellFixture] = [
    rating("A rating without a value", slug: "empty", features: ["RA1", "RA3"], members: pace),
    rating("A rating without words", slug: "plain", features: ["RA1"], members: #""label": "Pace""#),
    rating(
      "A rating with helper text", slug: "helper", features: ["RA1", "TI11"],
      members: pace + #", "helper": "Of the lessons as a whole""#),
    rating("A rating with a value", slug: "filled", features: ["RA1", "RA2"], members: pace, value: "4"),
    rating(
      "A rating in stars", slug: "stars", features: ["RA2", "RA4"], members: #""label": "Overall", "style": "stars""#,
      value: "4"),
    rating(
      "A rating in stars without a value", slug: "stars-empty", features: ["RA3", "RA4"],
      members: #""label": "Overall", "style": "stars", "fromLabel": "Poor", "toLabel": "Excellent""#),
    rating("A required rating", slug: "required", features: ["TI3"], members: pace + #", "required": true"#),
    rating(
      "An optional rating is marked where optional ones are", slug: "optional", features: ["C1"],
      members: pace + #", "required": false"#,
      marking: "optional"),
    rating(
      "A rating from 0 to 10", slug: "many", features: ["RA1"],
      members:
        #""label": "How likely is it that you recommend us?", "from": 0, "to": 10, "fromLabel": "Not at all likely", "toLabel": "Extremely likely", "required": true"#,
      value: "10"),
    rating(
      "A rating around zero", slug: "around-zero", features: ["RA1"],
      members: #""label": "Change", "from": -3, "to": 3, "fromLabel": "Much worse", "toLabel": "Much better""#,
      value: "-1"),
    rating(
      "A rating that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: pace + #", "required": true, "helper": "Of the lessons as a whole""#, steps: [.submit]),
    rating(
      "A rating in stars that is missing", slug: "stars-error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Overall", "style": "stars", "required": true"#, steps: [.submit]),
    rating(
      "A number that is not on the scale", slug: "large", features: ["TI40", "TI42"], members: pace,
      steps: [.enter("rating-large", "7"), .submit]),
    right(
      "A rating marked as correct", in: .rating, features: ["C16"],
      members: pace + #", "messages": { "success": "Thank you." }"#, value: "3"),
    rating(
      "A read-only rating", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: pace + #", "readOnly": true, "value": 4"#),
    rating(
      "A disabled rating", slug: "disabled", features: ["TI50", "TI51"],
      members: pace + #", "disabled": true, "value": 4"#),
    rating(
      "A disabled rating in stars", slug: "stars-disabled", features: ["TI50", "TI51"],
      members: #""label": "Overall", "style": "stars", "disabled": true, "value": 2"#),
    CellFixture(
      "A rating that runs from right to left", slug: "rating-arabic", in: .rating, shows: ["RA1", "RA2"],
      definition: """
        { "id": "gallery-rating-arabic", "title": "A rating that runs from right to left", "locale": "ar-EG",
          "sections": [{ "cells": [
          { "id": "rating-arabic", "type": "rating", "label": "السرعة", "fromLabel": "بطيئة", "toLabel": "سريعة" },
          { "id": "rating-arabic-stars", "type": "rating", "label": "التقييم", "style": "stars" } ] }] }
        """, values: #"{ "rating-arabic": 4, "rating-arabic-stars": 3 }"#),
    rating(
      "A rating with a long label and long words", slug: "long", features: ["TI9"],
      members:
        #""label": "How satisfied are you with the way in which the people at the counter answered your questions?", "fromLabel": "Not at all satisfied with any of the answers", "toLabel": "Completely satisfied with every one of them", "required": true"#,
      value: "5", ignoring: "SE27"),
  ]
}
