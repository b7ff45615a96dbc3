import HTTPCore
import Support

@testable import FormCells
@testable import FormController
@testable import Localization

extension FuzzTarget {
  static let typedInput = [
    FuzzTarget(
      name: "typed-input",
      invariant:
        "What the page shows of an input is read as the same, what is accepted can be sent by a program, and what a "
        + "message proposes is accepted."
    ) { bytes in
      let (cell, numbers) = choice(bytes, among: typed.cells.filter(\.parts.isEmpty))
      try check(String(decoding: bytes.dropFirst(2), as: UTF8.self), of: cell, numbers)
    },
    FuzzTarget(
      name: "typed-parts",
      invariant: "The same of days, numbers and rows that are typed into several fields, a line each."
    ) { bytes in
      let (cell, numbers) = choice(bytes, among: typed.cells.filter { !$0.parts.isEmpty })
      let lines = String(decoding: bytes.dropFirst(2), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      try check(posted(lines.map(String.init), to: cell), of: cell, numbers)
    },
    FuzzTarget(
      name: "sent-form",
      invariant:
        "A form that a program sends is refused at names that it sent, or its values are read as the same from their JSON."
    ) { bytes in
      guard let data = try? FormData(urlEncoded: bytes) else { return }
      let (inputs, mistakes) = data.plainInputs(for: typed, numbers[0])
      for mistake in mistakes {
        try expect(!mistake.message.isEmpty, "no reason")
        let isSent = data.pairs.contains { $0.name == mistake.cell || $0.name.hasPrefix("\(mistake.cell ?? "").") }
        try expect(isSent, "\(String(describing: mistake.cell)) was not sent")
      }
      for input in inputs { try checkJSON(of: input.value, typed.cells[input.cell], numbers[0]) }
    },
  ]

  /// The first byte chooses the cell, the second the language.
  private static func choice(_ bytes: [UInt8], among cells: [Cell]) -> (Cell, NumberFormat) {
    (cells[Int(bytes.first ?? 0) % cells.count], numbers[Int(bytes.dropFirst().first ?? 0) % numbers.count])
  }

  private static func check(_ text: String, of cell: Cell, _ numbers: NumberFormat) throws {
    guard let value = cell.value(posted: text, numbers: numbers) else { return }
    let shown = shown(value, of: cell, numbers)
    let again = cell.value(posted: shown, numbers: numbers)
    try expect(again == value, "\(cell.id): \(value) is shown as “\(shown)” and read as \(String(describing: again))")
    for problem in problems(of: value, cell) {
      try expect(!problem.sentence.isEmpty, "\(problem) without a sentence")
      try check(problem, of: cell, numbers)
    }
    if let kept = cell.hiddenFieldValue(value) { _ = cell.value(hiddenFieldValue: kept) }
    try checkJSON(of: value, cell, numbers)
  }

  /// If the value has no problem, its submission is read again as the same value.
  private static func checkJSON(of value: CellValue, _ cell: Cell, _ numbers: NumberFormat) throws {
    guard problems(of: value, cell).isEmpty, !cell.isEmpty(value), let json = cell.json(of: value) else { return }
    let sent: JSONValue = ["values": .object([.init(cell.id, json)])]
    let (inputs, mistakes) = typed.inputs(sentAs: sent.compactBytes, numbers: numbers)
    try expect(mistakes.isEmpty, "\(cell.id): \(json) is refused: \(mistakes.map(\.message))")
    let read = inputs.first.flatMap { cell.json(of: $0.value) }
    try expect(read == json, "\(cell.id): \(json) is read as \(String(describing: read))")
  }

  // MARK: Fields

  /// The text of a cell that is posted with these texts in its fields.
  private static func posted(_ texts: [String], to cell: Cell) -> String {
    var lines: [String]?
    for (name, text) in zip(cell.parts, texts) { cell.put(text, asPart: name, of: &lines) }
    return Cell.joined(lines ?? [])
  }

  /// What the cell's fields post if the visitor does not change the value.
  private static func shown(_ value: CellValue, of cell: Cell, _ numbers: NumberFormat) -> String {
    if cell.parts.isEmpty { return cell.shown(value.text, in: numbers) }
    if let date = CalendarDate(parsing: value.text) {
      return posted(DateParts.Part.allCases.map { DateParts(date)[$0] }, to: cell)
    }
    let lines = cell.shown(value.text, in: numbers).split(separator: "\n", omittingEmptySubsequences: false)
    return posted(lines.map(String.init), to: cell)
  }

  // MARK: Problems

  /// The problems that a form reports. A time that the clocks show twice or never is reported as that, not as one between two steps.
  private static func problems(of value: CellValue, _ cell: Cell) -> [Problem] {
    let usual = cell.problem(with: value, isRequired: true, today: moment.local.day)
    if let usual, !usual.isBetweenSteps { return [usual] }
    return [cell.behaviour.problem(with: value, at: moment) ?? usual].compactMap(\.self)
  }

  /// Checks that the values named in a message have no problem. A bound may still be between two steps.
  private static func check(_ problem: Problem, of cell: Cell, _ numbers: NumberFormat) throws {
    let named: [String?] =
      switch problem {
      case .betweenSteps(let below, let above): [below, above]
      case .skippedTime(let before, let after), .repeatedTime(let before, let after):
        [before.description, after.description]
      case .beforeMinimum(let day), .afterMaximum(let day): [day.description]
      case .beforeMoment(let time), .afterMoment(let time): [time.description]
      case .belowMinimum(let number), .aboveMaximum(let number): [number]
      case .shorterThan(let minutes), .longerThan(let minutes): [DurationKind.text(minutes: minutes)]
      default: []
      }
    for text in named.compactMap(\.self) {
      let left = problems(of: .text(text), cell).filter { !$0.isBetweenSteps }
      try expect(left.isEmpty, "\(cell.id): \(problem), and then \(left)")
    }
  }

  private static let numbers = ["en", "de", "fr", "hi", "ar-EG", "ja", "fa", "th"].map { NumberFormat.of($0) }

  private static let moment: Moment = {
    guard let zone = TimeZone(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), let moment = Moment(1_769_860_800, in: zone) else {
      fatalError("no moment")
    }
    return moment
  }()

  private static let typed = form(
    """
    { "id": "typed", "title": "Typed", "sections": [{ "cells": [
      { "id": "when", "type": "date-time", "label": "When" },
      { "id": "slot", "type": "date-time", "label": "Slot", "minimum": "2026-01-01T08:00", "maximum": "2026-12-31T18:00",
        "step": 45 },
      { "id": "soon", "type": "date-time", "label": "Soon", "minimum": "now", "step": 15 },
      { "id": "work", "type": "duration", "label": "Work" },
      { "id": "shift", "type": "duration", "label": "Shift", "minimum": 15, "maximum": 480, "step": 25 },
      { "id": "stars", "type": "rating", "label": "Stars", "style": "stars" },
      { "id": "mood", "type": "rating", "label": "Mood", "from": -5, "to": 5 },
      { "id": "level", "type": "slider", "label": "Level", "minimum": 0, "maximum": 10, "step": 0.5, "unit": "dB" },
      { "id": "floor", "type": "slider", "label": "Floor", "minimum": -3, "maximum": 9, "step": 3 },
      { "id": "day", "type": "date", "label": "Day", "minimum": "today", "maximum": "today+1y" },
      { "id": "born", "type": "date", "label": "Born", "parts": true, "maximum": "today" },
      { "id": "stay", "type": "date-range", "label": "Stay", "minimumDays": 2, "maximumDays": 30 },
      { "id": "away", "type": "date-range", "label": "Away", "minimum": "today", "maximum": "2030-12-31" },
      { "id": "cost", "type": "slider", "label": "Cost", "minimum": -1, "maximum": 1, "step": 0.25, "range": true },
      { "id": "food", "type": "matrix", "label": "Food", "options": ["Good", "Poor", "1"],
        "rows": [{ "id": "taste", "label": "Taste" }, { "id": "price", "label": "Price" }] }
    ] }] }
    """)
}

extension Problem {
  fileprivate var isBetweenSteps: Bool { if case .betweenSteps = self { true } else { false } }
}
