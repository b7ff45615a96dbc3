import FormCells
import Localization
import Support
import Testing

/// Keys of date ranges, dates with times, and durations.
extension DefinitionKeyTests {
  private static func range(_ cell: Cell) -> DateRangeKind? {
    if case .dateRange(let range) = cell.kind { range } else { nil }
  }

  static let moments: [KeyCase] = [
    ofCell("date-range-cell.minimum", #""type": "date-range""#, #""minimum": "today""#) {
      range($0)?.minimum == .today
    },
    ofCell("date-range-cell.maximum", #""type": "date-range""#, #""maximum": "today+1y""#) {
      range($0)?.maximum == .fromToday(1, .years)
    },
    ofCell("date-range-cell.minimumDays", #""type": "date-range""#, #""minimumDays": 2"#) {
      range($0)?.fewestDays == 2
    },
    ofCell("date-range-cell.maximumDays", #""type": "date-range""#, #""maximumDays": 2"#) {
      range($0)?.mostDays == 2
    },
    ofCell("date-range-cell.quick", #""type": "date-range""#, #""quick": ["this-week"]"#) {
      range($0)?.quick == [.thisWeek]
    },
    ofCell(
      "date-range-cell.value", #""type": "date-range""#, #""value": { "from": "2026-01-05", "to": "2026-01-09" }"#
    ) { $0.initial == .text("2026-01-05\n2026-01-09") },
    ofCell("dateRange.from", #""type": "date-range""#, #""value": { "from": "today", "to": "2999-01-09" }"#) {
      $0.beginning(at: Moment(CalendarDate(parsing: "2026-01-31")!)) == .text("2026-01-31\n2999-01-09")
    },
    ofCell("dateRange.to", #""type": "date-range""#, #""value": { "from": "2026-01-05", "to": "2026-01-06" }"#) {
      $0.initial == .text("2026-01-05\n2026-01-06")
    },
    ofCell("date-time-cell.minimum", #""type": "date-time""#, #""minimum": "now""#) {
      if case .dateTime(let cell) = $0.kind { cell.minimum == .now } else { false }
    },
    ofCell("date-time-cell.maximum", #""type": "date-time""#, #""maximum": "2030-01-01T00:00""#) {
      if case .dateTime(let cell) = $0.kind { cell.maximum?.fixed?.description == "2030-01-01T00:00" } else { false }
    },
    ofCell("date-time-cell.step", #""type": "date-time""#, #""step": 15"#) {
      if case .dateTime(let cell) = $0.kind { cell.step == 15 } else { false }
    },
    ofCell("date-time-cell.value", #""type": "date-time""#, #""value": "2026-01-31T09:30""#) {
      $0.initial == .text("2026-01-31T09:30")
    },
    ofCell("duration-cell.minimum", #""type": "duration""#, #""minimum": "PT1H30M""#) {
      if case .duration(let cell) = $0.kind { cell.minimum == 90 } else { false }
    },
    ofCell("duration-cell.maximum", #""type": "duration""#, #""maximum": 90"#) {
      if case .duration(let cell) = $0.kind { cell.maximum == 90 } else { false }
    },
    ofCell("duration-cell.step", #""type": "duration""#, #""step": 15"#) {
      if case .duration(let cell) = $0.kind { cell.step == 15 } else { false }
    },
    ofCell("duration-cell.value", #""type": "duration""#, #""value": "PT90M""#) { $0.initial == .text("PT1H30M") },
    ofForm("opens", #""opens": "2026-06-01""#) { $0.availability.opens?.description == "2026-06-01" },
    ofForm("closes", #""closes": "2026-06-01T17:00""#) { $0.availability.closes?.description == "2026-06-01T17:00" },
    ofForm("grace", #""closes": "2026-06-01", "grace": "PT1H""#) { $0.availability.graceMinutes == 60 },
    ofForm("save", #""save": true"#) { $0.savesDrafts },
    ofForm("change", #""change": "P14D""#) { $0.changeMinutes == 14 * 24 * 60 },
    ofForm("access", #""access": "invited""#) { $0.availability.access == .invited },
    ofForm("limit", #""limit": 3"#) { $0.availability.limit == 3 },
    KeyCase(
      key: "option.places",
      text: """
        { "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "radio-group", "label": "X", "options": [
          { "value": "a", "label": "A", "places": 3 }, "b"] }] }] }
        """
    ) { $0.cells[0].optionSource?.places == ["a": 3] },
  ]
}
