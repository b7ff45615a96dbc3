extension CellFixture {
  private static func date(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "date-\(slug)", in: .date, features, members, value: value, steps: steps)
  }

  static let date: [CellFixture] = [
    date("An empty date", "empty", ["FO8"], #""label": "First Day""#),
    date("A date with helper text", "helper", ["TI11"], #""label": "First Day", "helper": "A working day""#),
    date("A filled date", "filled", ["FO8"], #""label": "First Day""#, value: #""2026-02-28""#),
    date("A required date", "required", ["TI3"], #""label": "First Day", "required": true"#),
    date(
      "A date that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "First Day", "required": true, "helper": "A working day""#, steps: [.submit]),
    date(
      "A date before the first that is allowed", "early", ["TI40", "TI42"],
      #""label": "First Day", "minimum": "2026-02-01", "maximum": "2026-12-31""#,
      steps: [.enter("date-early", "2026-01-30"), .submit]),
    date(
      "A date that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "First Day""#,
      steps: [.enter("date-wrong", "31.13.2026"), .submit]),
    right(
      "A date that is right", in: .date, ["C16"],
      #""label": "First Day", "messages": { "success": "There is room." }"#, value: #""2026-02-28""#),
    date(
      "A read-only date", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "First Day", "readOnly": true, "value": "2026-02-28""#),
    date(
      "A disabled date", "disabled", ["TI50", "TI51"], #""label": "First Day", "disabled": true, "value": "2026-02-28""#
    ),
    date(
      "A date with buttons for the days that are likely", "quick", ["FO8"],
      #""label": "First Day", "minimum": "today", "quick": ["yesterday", "today", "tomorrow", "next-week", "next-month"]"#
    ),
    date(
      "A date whose buttons are gone, as it is read-only", "quick-read-only", ["TI45"],
      #""label": "First Day", "quick": ["today", "tomorrow"], "readOnly": true, "value": "2026-02-28""#),
    parts("A date in three fields", "empty", ["FO8", "TI11"], #""helper": "For example 3 31 1980""#),
    parts("A date in three fields, filled", "filled", ["FO8"], #""required": true"#, value: #""1980-03-31""#),
    parts(
      "A date in three fields that is missing", "error", ["TI8", "TI40", "TI42"],
      #""required": true, "helper": "For example 3 31 1980""#, steps: [.submit]),
    parts(
      "A date in three fields without its year", "part", ["TI40", "TI42", "FO7"], #""autocomplete": "bday""#,
      steps: [.enter("date-parts-part", "31\n3\n"), .submit]),
    parts(
      "A day that its month has not", "day", ["TI40", "TI42", "FO7"], #""helper": "For example 3 31 1980""#,
      steps: [.enter("date-parts-day", "31\n2\n1980"), .submit]),
    parts(
      "A year of two digits", "year", ["TI40", "TI42", "FO7"], #""maximum": "today""#,
      steps: [.enter("date-parts-year", "31\n3\n80"), .submit]),
    parts("A date in three fields, read-only", "read-only", ["TI45"], #""readOnly": true, "value": "1980-03-31""#),
    parts("A date in three fields, disabled", "disabled", ["TI50"], #""disabled": true, "value": "1980-03-31""#),
  ]

  private static func parts(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    date(
      sentence, "parts-\(slug)", features, #""label": "Date of Birth", "parts": true, "# + members, value: value,
      steps: steps)
  }
}

extension CellFixture {
  private static func range(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "date-range-\(slug)", in: .dateRange, features, members, value: value, steps: steps)
  }

  private static let twoWeeks = #"{ "from": "2026-02-02", "to": "2026-02-15" }"#

  static let dateRange: [CellFixture] = [
    range("An empty date range", "empty", ["FO8"], #""label": "Absence""#),
    range(
      "A date range with buttons for likely days", "quick", ["FO8", "TI11"],
      #""label": "Absence", "helper": "Days off, also Sundays", "quick": ["this-week", "next-week", "next-30-days"]"#),
    range("A filled date range", "filled", ["FO8"], #""label": "Absence""#, value: twoWeeks),
    range("A required date range", "required", ["TI3"], #""label": "Absence", "required": true"#),
    range(
      "A date range that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "Absence", "required": true, "helper": "Days off, also Sundays""#, steps: [.submit]),
    range(
      "A date range without its last day", "half", ["TI40", "TI42", "FO7"], #""label": "Absence""#,
      steps: [.enter("date-range-half", "2026-02-02\n"), .submit]),
    range(
      "A date range that ends before it begins", "reversed", ["TI40", "TI42", "FO7"], #""label": "Absence""#,
      steps: [.enter("date-range-reversed", "2026-02-15\n2026-02-02"), .submit]),
    range(
      "A date range with a day that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "Absence""#,
      steps: [.enter("date-range-wrong", "2026-02-02\n31.13.2026"), .submit]),
    range(
      "A date range of too many days", "long", ["TI40", "TI42"], #""label": "Absence", "maximumDays": 10"#,
      value: twoWeeks, steps: [.submit]),
    right(
      "A date range that is right", in: .dateRange, ["C16"],
      #""label": "Absence", "messages": { "success": "There is room." }"#, value: twoWeeks),
    range(
      "A read-only date range", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "Absence", "readOnly": true, "value": "# + twoWeeks),
    range(
      "A disabled date range", "disabled", ["TI50", "TI51"],
      #""label": "Absence", "disabled": true, "value": "#
        + twoWeeks),
  ]
}

extension CellFixture {
  private static func time(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "time-\(slug)", in: .time, features, members, value: value, ignoring: ignoring, steps: steps)
  }

  static let time: [CellFixture] = [
    time("An empty time", "empty", ["FO8"], #""label": "Start""#),
    time("A time with helper text", "helper", ["TI11"], #""label": "Start", "helper": "Within opening hours""#),
    time("A filled time", "filled", ["FO8"], #""label": "Start""#, value: #""09:30""#),
    time("A required time", "required", ["TI3"], #""label": "Start", "required": true"#),
    CellFixture(
      "An optional time among required cells", slug: "time-optional", in: .time, shows: ["C1"],
      definition: """
        { "id": "gallery-time-optional", "title": "An optional time among required cells", "marking": "optional",
          "sections": [{ "cells": [
          { "id": "time-optional", "type": "time", "label": "Start", "required": false },
          { "id": "time-optional-end", "type": "time", "label": "End" } ] }] }
        """),
    time(
      "A time with limits and steps", "steps", ["FO8"],
      #""label": "Start", "minimum": "08:00", "maximum": "18:00", "step": 15"#, value: #""08:15""#),
    time(
      "A time that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "Start", "required": true, "helper": "Within opening hours""#, steps: [.submit]),
    time(
      "A time before the first that is allowed", "early", ["TI40", "TI42"],
      #""label": "Start", "minimum": "08:00", "maximum": "18:00""#, steps: [.enter("time-early", "07:59"), .submit]),
    time(
      "A time between two steps", "between", ["TI40", "TI42"], #""label": "Start", "step": 15"#,
      steps: [.enter("time-between", "08:10"), .submit]),
    time(
      "A time that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "Start""#,
      steps: [.enter("time-wrong", "half past nine"), .submit]),
    right(
      "A time that is right", in: .time, ["C16"],
      #""label": "Start", "messages": { "success": "There is room." }"#, value: #""09:30""#),
    time(
      "A read-only time", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "Start", "readOnly": true, "value": "09:30""#),
    time("A disabled time", "disabled", ["TI50", "TI51"], #""label": "Start", "disabled": true, "value": "09:30""#),
    time(
      "A time with a long label", "long", ["TI9"],
      #""label": "Time at Which the Delivery Should Arrive at the Gate of the North Hall", "required": true"#,
      value: #""23:59""#, ignoring: "SE27"),
  ]
}

extension CellFixture {
  private static func dateTime(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "date-time-\(slug)", in: .dateTime, features, members, value: value, steps: steps)
  }

  static let dateTime: [CellFixture] = [
    dateTime("An empty date with time", "empty", ["FO8"], #""label": "Arrival""#),
    dateTime(
      "A filled date with time, with limits and steps", "filled", ["FO8", "TI11"],
      #""label": "Arrival", "helper": "At the gate", "minimum": "2026-01-01T08:00", "step": 15"#,
      value: #""2026-02-28T09:30""#),
    dateTime(
      "A date with time that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "Arrival", "required": true, "helper": "At the gate""#, steps: [.submit]),
    dateTime(
      "A date with time that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "Arrival""#,
      steps: [.enter("date-time-wrong", "soon"), .submit]),
    right(
      "A date with time that is right", in: .dateTime, ["C16"],
      #""label": "Arrival", "messages": { "success": "There is room." }"#, value: #""2026-02-28T09:30""#),
    dateTime(
      "A read-only date with time", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "Arrival", "readOnly": true, "value": "2026-02-28T09:30""#),
    dateTime(
      "A disabled date with time", "disabled", ["TI50", "TI51"],
      #""label": "Arrival", "disabled": true, "value": "2026-02-28T09:30""#),
  ]
}

extension CellFixture {
  private static func duration(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "duration-\(slug)", in: .duration, features, members, value: value, steps: steps)
  }

  static let duration: [CellFixture] = [
    duration("An empty duration", "empty", ["FO8", "TI11"], #""label": "Working Time", "helper": "Such as 1:30""#),
    duration("A filled duration", "filled", ["FO8"], #""label": "Working Time""#, value: #""PT1H30M""#),
    duration(
      "A duration that is missing", "error", ["TI8", "TI40", "TI42"], #""label": "Working Time", "required": true"#,
      steps: [.submit]),
    duration(
      "A number without a unit, which can be minutes or hours", "ambiguous", ["TI40", "TI42", "FO7"],
      #""label": "Working Time""#, steps: [.enter("duration-ambiguous", "90"), .submit]),
    right(
      "A duration that is right", in: .duration, ["C16"],
      #""label": "Working Time", "messages": { "success": "That fits." }"#, value: #""PT7H30M""#),
    duration(
      "A read-only duration", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "Working Time", "readOnly": true, "value": "PT1H30M""#),
    duration(
      "A disabled duration", "disabled", ["TI50", "TI51"],
      #""label": "Working Time", "disabled": true, "value": "PT1H30M""#),
  ]
}
