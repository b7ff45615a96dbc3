import FormCells
import Localization
import Testing

@Suite("Ranges of days") struct DateRangeTests {
  @Test(
    "a default range relative to today that is never valid is refused",
    arguments: [
      (#""from": "today", "to": "today-3d""#, "“to” is before “from”"),
      (#""from": "today", "to": "today+2d""#, "it has 3 days; at least 5 are needed"),
      (#""from": "today", "to": "today+2m""#, "it has 60 days; the limit is 30"),
    ])
  func beginnings(_ days: String, _ sentence: String) {
    let found = mistakes(
      cell:
        #"{ "id": "r", "type": "date-range", "label": "R", "minimumDays": 5, "maximumDays": 30, "value": { \#(days) } }"#
    )
    #expect(found == ["refused-default .value: the cell would reject this value: \(sentence)"])
  }

  @Test("a default range that begins today is accepted")
  func right() {
    let cell = #"{ "id": "r", "type": "date-range", "label": "R", "value": { "from": "today", "to": "today+6d" } }"#
    #expect(mistakes(cell: cell) == [])
  }
}

@Suite("Days of another calendar") struct OtherCalendarTests {
  @Test(
    "another calendar's year is the first problem, even if the day or month is wrong or ambiguous",
    arguments: [
      ("th", "date", "2569-01-31"), ("th", "date", "29/2/2567"), ("th", "date", "5/1/2569"),
      ("th", "date-time", "2569-01-31T09:30"), ("th", "date-time", "29/2/2567 9:30"),
      ("ar", "date-time", "1447-07-05T09:30"),
      ("fa", "date", "1404/02/31"), ("ar", "date", "05/07/1447"), ("he", "date", "5/10/5786"),
      ("fa", "date", "۱۴۰۴/۰۲/۳۱"),
    ] as [(LanguageTag, String, String)])
  func asked(locale: LanguageTag, type: String, typed: String) throws {
    let form = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "\#(type)", "label": "X" }] }] }"#)
    let value = try #require(form.cells[0].value(posted: typed, numbers: .of(locale)))
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    let problems = FormState(form: form, values: [value]).problems(today: today, numbers: .of(locale))
    #expect(problems.map(\.problem) == [.otherCalendar], "\(value)")
    // Shown on a page and posted again, it means the same.
    #expect(form.cells[0].value(posted: value.text, numbers: .of(locale)) == value)
  }

  @Test("in a range, the day whose year is of another calendar is named")
  func range() throws {
    let form = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "date-range", "label": "X" }] }] }"#)
    let value = try #require(form.cells[0].value(posted: "2026-01-31\n29/2/2567", numbers: .of("th")))
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    let problems = FormState(form: form, values: [value]).problems(today: today, numbers: .of("th"))
    #expect(problems.map(\.problem) == [.ofEnd(.to, .otherCalendar)])
  }

  @Test("a Gregorian year, or any year in a language with one calendar, is not taken for another calendar's")
  func own() throws {
    let form = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "date", "label": "X" }] }] }"#)
    for (locale, typed) in [("en", "2569-01-31"), ("th", "2026-01-31"), ("ar", "0026-01-31")] as [(LanguageTag, String)]
    {
      let value = try #require(form.cells[0].value(posted: typed, numbers: .of(locale)))
      let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
      let problems = FormState(form: form, values: [value]).problems(today: today, numbers: .of(locale))
      #expect(problems.allSatisfy { $0.problem != .otherCalendar }, "\(locale) \(typed)")
    }
  }
}

@Suite("Codes that are pasted from documents") struct PastedCodeTests {
  @Test(
    "blanks, dashes and digits of a code are normalized if it matches its pattern only then",
    arguments: [
      ("DE89\u{A0}3704\u{202F}0044", "[A-Z]{2}[0-9]{2}( [0-9]{4})+", "DE89 3704 0044"),
      ("DE89\t3704  0044", "[A-Z]{2}[0-9]{2}( [0-9]{4})+", "DE89 3704 0044"),
      ("00\u{2011}950", "[0-9]{2}-[0-9]{3}", "00-950"),
      ("00–950", "[0-9]{2}-[0-9]{3}", "00-950"), ("１００－０００１", "[0-9]{3}-[0-9]{4}", "100-0001"),
      ("٠٠-٩٥٠", "[0-9]{2}-[0-9]{3}", "00-950"), ("00–95", "[0-9]{2}-[0-9]{3}", "00–95"), ("a – b", ".*", "a – b"),
      ("a\u{A0}b", "[a-z]\\u00A0[a-z]", "a\u{A0}b"),
    ])
  func codes(typed: String, pattern: String, kept: String) throws {
    let form = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "text", "label": "X", "pattern": "\#(pattern)" }] }] }"#
    )
    #expect(form.cells[0].value(posted: typed, numbers: .of("en")) == .text(kept))
  }
}

@Suite("Durations as people say them") struct SpokenDurationTests {
  @Test(
    "hours and minutes are joined by a comma or a word",
    arguments: [
      "1 h, 30 min", "1 hour and 30 minutes", "1 Stunde und 30 Minuten", "1 hora e 30 minutos", "1 heure et 30 mn",
      "1 SAAT 30 DAKİKA", "90 mn", "1個小時30分", "1時間30分間", "1 h. 30 min.",
    ])
  func joined(typed: String) { #expect(TypedDuration(typed) == .minutes(90)) }

  @Test(
    "two decimals of hours are ambiguous with minutes, unless they are quarters of an hour",
    arguments: [
      ("1.30 h", [90, 78]), ("1,20 Std.", [80, 72]), ("0.45 hours", [45, 27]), ("10.05 h", [605, 603]),
      ("1.50 h", [90]), ("1,25 h", [75]), ("0.75 h", [45]), ("2.00 h", [120]), ("1.70 h", [102]), ("1.3 h", [78]),
      ("1¼ h", [75]),
    ])
  func decimals(typed: String, readings: [Int]) {
    #expect(TypedDuration(typed) == (readings.count == 1 ? .minutes(readings[0]) : .ambiguous(readings)))
  }

  @Test("a misplaced joining word is refused", arguments: ["and 30 min", "1 and 30", "1 h or 30 min", "1, 30 min"])
  func refused(typed: String) { #expect(TypedDuration(typed) == .none) }
}

@Suite("Days that are counted from today") struct DefaultDayTests {
  @Test(
    "a relative day is accepted if it is valid on some days, because months and years differ in length",
    arguments: [
      (#""minimum": "today+1m""#, "today+28d", "today+27d"), (#""maximum": "today+1m""#, "today+31d", "today+32d"),
      (#""maximum": "today+1y""#, "today+366d", "today+367d"), (#""minimum": "today+1y""#, "today+365d", "today+364d"),
      (#""maximum": "today+2m""#, "today+62d", "today+63d"), (#""minimum": "today+2m""#, "today+59d", "today+58d"),
      (#""maximum": "today-1m""#, "today-28d", "today-27d"), (#""minimum": "today-1m""#, "today-31d", "today-32d"),
    ])
  func someDays(bound: String, taken: String, refused: String) {
    let other = bound.contains("minimum") ? "maximum" : "minimum"
    for (day, count) in [(taken, 0), (refused, 1)] {
      let cells = [
        #""type": "date", "value": "\#(day)""#, #""type": "date", "\#(other)": "\#(day)""#,
        #""type": "date-range", "value": { "from": "\#(day)", "to": "\#(day)" }"#,
        #""type": "date-range", "\#(other)": "\#(day)""#,
      ]
      for keys in cells {
        #expect(mistakes(cell: #"{ "id": "d", "label": "D", \#(bound), \#(keys) }"#).count == count, "\(keys)")
      }
    }
  }

  @Test(
    "a range that has a permitted length on some days only is accepted",
    arguments: [
      (#""value": { "from": "today", "to": "today+1m" }, "maximumDays""#, 29, 28),
      (#""value": { "from": "today", "to": "today+1m" }, "minimumDays""#, 32, 33),
      (#""minimum": "today", "maximum": "today+1m", "minimumDays""#, 32, 33),
    ])
  func counts(keys: String, taken: Int, refused: Int) {
    for (days, count) in [(taken, 0), (refused, 1)] {
      let cell = #"{ "id": "r", "type": "date-range", "label": "R", \#(keys): \#(days) }"#
      #expect(mistakes(cell: cell).count == count, "\(days)")
    }
  }
}
