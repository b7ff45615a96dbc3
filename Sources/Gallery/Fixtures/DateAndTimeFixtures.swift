extension CellFixture {
  private static func date(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, slug: "date-\(slug)", in: .date, features: features, members: members, value: value, steps: steps)
  }

  static let date: [CellFixture] = [
    date("An empty date", slug: "empty", features: ["FO8"], members: #""label": "First Day""#),
    date(
      "A date with helper text", slug: "helper", features: ["TI11"],
      members: #""label": "First Day", "helper": "A working day""#),
    date(
      "A filled date", slug: "filled", features: ["FO8"], members: #""label": "First Day""#, value: #""2026-02-28""#),
    date("A required date", slug: "required", features: ["TI3"], members: #""label": "First Day", "required": true"#),
    date(
      "A date that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "First Day", "required": true, "helper": "A working day""#, steps: [.submit]),
    date(
      "A date before the first that is allowed", slug: "early", features: ["TI40", "TI42"],
      members: #""label": "First Day", "minimum": "2026-02-01", "maximum": "2026-12-31""#,
      steps: [.enter("date-early", "2026-01-30"), .submit]),
    date(
      "Text that is not a date stays as typed", slug: "wrong", features: ["TI40", "FO7"],
      members: #""label": "First Day""#,
      steps: [.enter("date-wrong", "31.13.2026"), .submit]),
    right(
      "A date marked as correct", in: .date, features: ["C16"],
      members: #""label": "First Day", "messages": { "success": "There is room." }"#, value: #""2026-02-28""#),
    date(
      "A read-only date", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "First Day", "readOnly": true, "value": "2026-02-28""#),
    date(
      "A disabled date", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "First Day", "disabled": true, "value": "2026-02-28""#
    ),
    date(
      "A date with buttons for the days that are likely", slug: "quick", features: ["FO8"],
      members:
        #""label": "First Day", "minimum": "today", "quick": ["yesterday", "today", "tomorrow", "next-week", "next-month"]"#
    ),
    date(
      "A date whose buttons are gone, as it is read-only", slug: "quick-read-only", features: ["TI45"],
      members: #""label": "First Day", "quick": ["today", "tomorrow"], "readOnly": true, "value": "2026-02-28""#),
    parts(
      "A date in three fields", slug: "empty", features: ["FO8", "TI11"], members: #""helper": "For example 3 31 1980""#
    ),
    parts(
      "A date in three fields, filled", slug: "filled", features: ["FO8"], members: #""required": true"#,
      value: #""1980-03-31""#),
    parts(
      "A date in three fields that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""required": true, "helper": "For example 3 31 1980""#, steps: [.submit]),
    parts(
      "A date in three fields without its year", slug: "part", features: ["TI40", "TI42", "FO7"],
      members: #""autocomplete": "bday""#,
      steps: [.enter("date-parts-part", "31\n3\n"), .submit]),
    parts(
      "A day that its month does not have", slug: "day", features: ["TI40", "TI42", "FO7"],
      members: #""helper": "For example 3 31 1980""#,
      steps: [.enter("date-parts-day", "31\n2\n1980"), .submit]),
    parts(
      "A year of two digits", slug: "year", features: ["TI40", "TI42", "FO7"], members: #""maximum": "today""#,
      steps: [.enter("date-parts-year", "31\n3\n80"), .submit]),
    parts(
      "A date in three fields, read-only", slug: "read-only", features: ["TI45"],
      members: #""readOnly": true, "value": "1980-03-31""#),
    parts(
      "A date in three fields, disabled", slug: "disabled", features: ["TI50"],
      members: #""disabled": true, "value": "1980-03-31""#),
  ]

  private static func parts(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    date(
      sentence, slug: "parts-\(slug)", features: features,
      members: #""label": "Date of Birth", "parts": true, "# + members, value: value,
      steps: steps)
  }
}

extension CellFixture {
  private static func range(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "date-range-\(slug)", in: .dateRange, features: features, members: members, value: value,
      steps: steps)
  }

  private static let twoWeeks = #"{ "from": "2026-02-02", "to": "2026-02-15" }"#

  static let dateRange: [CellFixture] = [
    range("An empty date range", slug: "empty", features: ["FO8"], members: #""label": "Absence""#),
    range(
      "A date range with buttons for likely days", slug: "quick", features: ["FO8", "TI11"],
      members:
        #""label": "Absence", "helper": "Days off, also Sundays", "quick": ["this-week", "next-week", "next-30-days"]"#),
    range("A filled date range", slug: "filled", features: ["FO8"], members: #""label": "Absence""#, value: twoWeeks),
    range(
      "A required date range", slug: "required", features: ["TI3"], members: #""label": "Absence", "required": true"#),
    range(
      "A date range that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Absence", "required": true, "helper": "Days off, also Sundays""#, steps: [.submit]),
    range(
      "A date range without its last day", slug: "half", features: ["TI40", "TI42", "FO7"],
      members: #""label": "Absence""#,
      steps: [.enter("date-range-half", "2026-02-02\n"), .submit]),
    range(
      "A date range that ends before it begins", slug: "reversed", features: ["TI40", "TI42", "FO7"],
      members: #""label": "Absence""#,
      steps: [.enter("date-range-reversed", "2026-02-15\n2026-02-02"), .submit]),
    range(
      "A date range with text that is not a day stays as it was typed", slug: "wrong", features: ["TI40", "FO7"],
      members: #""label": "Absence""#,
      steps: [.enter("date-range-wrong", "2026-02-02\n31.13.2026"), .submit]),
    range(
      "A date range of too many days", slug: "long", features: ["TI40", "TI42"],
      members: #""label": "Absence", "maximumDays": 10"#,
      value: twoWeeks, steps: [.submit]),
    right(
      "A date range marked as correct", in: .dateRange, features: ["C16"],
      members: #""label": "Absence", "messages": { "success": "There is room." }"#, value: twoWeeks),
    range(
      "A read-only date range", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "Absence", "readOnly": true, "value": "# + twoWeeks),
    range(
      "A disabled date range", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Absence", "disabled": true, "value": "#
        + twoWeeks),
  ]
}

extension CellFixture {
  private static func time(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "time-\(slug)", in: .time, features: features, members: members, value: value, ignoring: ignoring,
      steps: steps)
  }

  static let time: [CellFixture] = [
    time("An empty time", slug: "empty", features: ["FO8"], members: #""label": "Start""#),
    time(
      "A time with helper text", slug: "helper", features: ["TI11"],
      members: #""label": "Start", "helper": "Within opening hours""#),
    time("A filled time", slug: "filled", features: ["FO8"], members: #""label": "Start""#, value: #""09:30""#),
    time("A required time", slug: "required", features: ["TI3"], members: #""label": "Start", "required": true"#),
    CellFixture(
      "An optional time among required cells", slug: "time-optional", in: .time, shows: ["C1"],
      definition: """
        { "id": "gallery-time-optional", "title": "An optional time among required cells", "marking": "optional",
          "sections": [{ "cells": [
          { "id": "time-optional", "type": "time", "label": "Start", "required": false },
          { "id": "time-optional-end", "type": "time", "label": "End" } ] }] }
        """),
    time(
      "A time with limits and steps", slug: "steps", features: ["FO8"],
      members: #""label": "Start", "minimum": "08:00", "maximum": "18:00", "step": 15"#, value: #""08:15""#),
    time(
      "A time that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Start", "required": true, "helper": "Within opening hours""#, steps: [.submit]),
    time(
      "A time before the first that is allowed", slug: "early", features: ["TI40", "TI42"],
      members: #""label": "Start", "minimum": "08:00", "maximum": "18:00""#,
      steps: [.enter("time-early", "07:59"), .submit]),
    time(
      "A time between two steps", slug: "between", features: ["TI40", "TI42"],
      members: #""label": "Start", "step": 15"#,
      steps: [.enter("time-between", "08:10"), .submit]),
    time(
      "Text that is not a time stays as typed", slug: "wrong", features: ["TI40", "FO7"],
      members: #""label": "Start""#,
      steps: [.enter("time-wrong", "half past nine"), .submit]),
    right(
      "A time marked as correct", in: .time, features: ["C16"],
      members: #""label": "Start", "messages": { "success": "There is room." }"#, value: #""09:30""#),
    time(
      "A read-only time", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "Start", "readOnly": true, "value": "09:30""#),
    time(
      "A disabled time", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Start", "disabled": true, "value": "09:30""#),
    time(
      "A time with a long label", slug: "long", features: ["TI9"],
      members: #""label": "Time at Which the Delivery Should Arrive at the Gate of the North Hall", "required": true"#,
      value: #""23:59""#, ignoring: "SE27"),
  ]
}

extension CellFixture {
  private static func dateTime(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "date-time-\(slug)", in: .dateTime, features: features, members: members, value: value,
      steps: steps)
  }

  static let dateTime: [CellFixture] = [
    dateTime("An empty date with time", slug: "empty", features: ["FO8"], members: #""label": "Arrival""#),
    dateTime(
      "A filled date with time, with limits and steps", slug: "filled", features: ["FO8", "TI11"],
      members: #""label": "Arrival", "helper": "At the gate", "minimum": "2026-01-01T08:00", "step": 15"#,
      value: #""2026-02-28T09:30""#),
    dateTime(
      "A date with time that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Arrival", "required": true, "helper": "At the gate""#, steps: [.submit]),
    dateTime(
      "Text that is not a date with a time stays as typed", slug: "wrong", features: ["TI40", "FO7"],
      members: #""label": "Arrival""#,
      steps: [.enter("date-time-wrong", "soon"), .submit]),
    right(
      "A date with time marked as correct", in: .dateTime, features: ["C16"],
      members: #""label": "Arrival", "messages": { "success": "There is room." }"#, value: #""2026-02-28T09:30""#),
    dateTime(
      "A read-only date with time", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "Arrival", "readOnly": true, "value": "2026-02-28T09:30""#),
    dateTime(
      "A disabled date with time", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Arrival", "disabled": true, "value": "2026-02-28T09:30""#),
  ]
}

extension CellFixture {
  private static func duration(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "duration-\(slug)", in: .duration, features: features, members: members, value: value,
      steps: steps)
  }

  static let duration: [CellFixture] = [
    duration(
      "An empty duration", slug: "empty", features: ["FO8", "TI11"],
      members: #""label": "Working Time", "helper": "Such as 1:30""#),
    duration(
      "A filled duration", slug: "filled", features: ["FO8"], members: #""label": "Working Time""#, value: #""PT1H30M""#
    ),
    duration(
      "A duration that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Working Time", "required": true"#,
      steps: [.submit]),
    duration(
      "A number without a unit, which can be minutes or hours", slug: "ambiguous", features: ["TI40", "TI42", "FO7"],
      members: #""label": "Working Time""#, steps: [.enter("duration-ambiguous", "90"), .submit]),
    right(
      "A duration marked as correct", in: .duration, features: ["C16"],
      members: #""label": "Working Time", "messages": { "success": "That fits." }"#, value: #""PT7H30M""#),
    duration(
      "A read-only duration", slug: "read-only", features: ["TI45", "TI46", "TI47"],
      members: #""label": "Working Time", "readOnly": true, "value": "PT1H30M""#),
    duration(
      "A disabled duration", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Working Time", "disabled": true, "value": "PT1H30M""#),
  ]
}
