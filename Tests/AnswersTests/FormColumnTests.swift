import FormCells
import Testing

@testable import Answers

/// The columns of a form's answers, and what is searched for in them.
@Suite("Columns of answers")
struct FormColumnTests {
  private static func form() throws -> Form {
    let definition = #"""
      {"id": "trip", "title": "Trip", "sections": [
        {"cells": [
          {"type": "text", "id": "name", "label": "Name"},
          {"type": "password", "id": "secret", "label": "Secret"},
          {"type": "content", "id": "hello", "text": "Hello"},
          {"type": "currency", "id": "total", "label": "Total", "currency": "EUR"},
          {"type": "radio-group", "id": "class", "label": "Class", "other": {},
            "options": [{"value": "1", "label": "Première"}, {"value": "2", "label": "Second"}]},
          {"type": "date-range", "id": "stay", "label": "Stay"},
          {"type": "matrix", "id": "service", "label": "Service", "rows": [{"id": "speed", "label": "Speed"}],
            "options": [{"value": "good", "label": "Good"}, {"value": "bad", "label": "Bad"}]}
        ]},
        {"container": "repeat", "id": "expenses", "title": "Expenses", "item": "Expense", "cells": [
          {"type": "text", "id": "what", "label": "What"}
        ]}
      ]}
      """#
    return try FormDefinition.decode(bytes: Array(definition.utf8), path: "trip.json", directory: ".")
  }

  @Test("each cell has the columns of its value, and a password none")
  func columns() throws {
    let columns = FormColumn.all(of: try Self.form(), in: ["en"])
    #expect(
      columns.map(\.column.name) == [
        "name", "total.amount", "total.currency", "class", "class.other", "stay.from", "stay.to", "service.speed",
        "expenses", "expenses.what",
      ])
    #expect(
      columns.map(\.column.kind) == [
        .text, .number, .choice, .choice, .text, .day, .day, .choice, .count, .text,
      ])
    #expect(columns[7].label == "Service" && columns[7].partLabel == "Speed")
    #expect(columns[9].isOfEntries && columns[9].label == "Expenses" && columns[9].partLabel == "What")
    #expect(columns[3].options?.label(of: "1") == "Première")
    #expect(columns[3].options?.label(of: "3") == nil)
    #expect(columns[7].options?.all?.map(\.label) == ["Good", "Bad"])
  }

  @Test("a word is looked for in typed texts, and in labels without their accents")
  func search() throws {
    let search = try AnswerSearch("PREMIERE ada", in: FormColumn.all(of: Self.form(), in: ["en"]))
    #expect(search.words.map(\.values) == [["class": ["1"]], [:]])
    #expect(search.unread == ["total.amount", "total.currency", "class", "stay.from", "stay.to", "service.speed"])
  }
}
