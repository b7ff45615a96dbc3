import FormCells
import Support
import Testing

@testable import Answers

/// The columns of a form's answers, and which values a search looks for in them.
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

  @Test("each cell has the columns of its value, and a password has none")
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

  @Test("a text cell with a number format has a column of numbers")
  func digits() throws {
    let form = try AnswersPage.form(
      #"""
      {"id": "f", "title": "F", "sections": [
        {"cells": [
          {"type": "text", "id": "order", "label": "Order", "format": "integer"},
          {"type": "text", "id": "mail", "label": "Mail", "format": "email"}]},
        {"container": "repeat", "id": "parts", "title": "Parts", "item": "Part", "cells": [
          {"type": "text", "id": "size", "label": "Size", "format": "decimal"}]}]}
      """#)
    let columns = FormColumn.all(of: form, in: ["en"]).map(\.column)
    #expect(columns.map(\.kind) == [.number, .text, .count, .number])
    #expect(columns.map(\.nameInAddress) == ["order", "mail", "parts", "parts.size"])
    #expect(
      FormColumn.all(definedBy: try JSONReader.document(form.definition).value, in: ["en"]).map(\.column) == columns)
  }

  @Test("a definition alone gives the same columns as its form")
  func defined() throws {
    for definition in [AnswersPage.trip, AnswersPage.arabic, AnswersPage.german, AnswersPage.wide] {
      let form = try AnswersPage.form(definition)
      let known = FormColumn.all(of: form, in: ["en"])
      let defined = FormColumn.all(definedBy: try JSONReader.document(form.definition).value, in: ["en"])
      #expect(defined.map(\.column) == known.map(\.column))
      #expect(defined.map(\.label) == known.map(\.label) && defined.map(\.partLabel) == known.map(\.partLabel))
      for (a, b) in zip(defined, known) where b.column.part?.hasSuffix("currency") != true {
        #expect(a.options?.all?.map(\.label) == b.options?.all?.map(\.label), "\(b.column.name)")
      }
    }
  }

  @Test("cells and options of earlier versions follow those of the current version")
  func earlier() throws {
    func definition(_ cells: String) -> String {
      #"{"id": "f", "title": "F", "sections": [{"cells": [\#(cells)]}]}"#
    }
    let versions = [
      "a": definition(
        #"""
        {"type": "text", "id": "name", "label": "Name"}, {"type": "text", "id": "gone", "label": {"en": "Gone", "de": "Weg"}},
        {"type": "radio-group", "id": "kind", "label": "Kind", "options": ["Red", {"value": "b", "label": "Blue"}]},
        {"type": "date", "id": "when", "label": "When"}
        """#),
      "b": definition(#"{"type": "switch", "id": "older", "label": "Older"}"#),
    ]
    let form = try AnswersPage.form(
      definition(
        #"""
        {"type": "text", "id": "name", "label": "Name"}, {"type": "text", "id": "when", "label": "When"},
        {"type": "radio-group", "id": "kind", "label": "Kind", "options": ["Red", "Navy"]}
        """#))
    let notes = NoteList()
    let earlier = EarlierColumns(
      list: { _ in [form.version, "a", "missing", "b"] },
      definition: { version, _ in versions[version].map { Array($0.utf8) } },
      note: { notes.add($0) })
    let context = try AnswersPage.context()
    let columns = context.columns(of: form, and: earlier)
    #expect(columns.map(\.column.name) == ["name", "when", "kind", "gone", "older"])
    #expect(columns.map(\.isEarlier) == [false, false, false, true, true])
    #expect(columns[3].title(in: context.words) == "Gone (earlier version)")
    let options = try #require(columns[2].options)
    #expect(options.all?.map(\.value) == ["Red", "Navy"])
    #expect(options.earlier.map(\.value) == ["b"] && options.label(of: "b") == "Blue")
    #expect(try AnswerSearch("blue", in: columns).words.map(\.values) == [["kind": ["b"]]])
    #expect(notes.all == [])
    // An earlier version that cannot be read removes none of the form's columns.
    let damaged = EarlierColumns(
      list: { _ in ["a", "b"] },
      definition: { version, _ in version == "a" ? [1] : versions["b"].map { Array($0.utf8) } },
      note: { notes.add($0) })
    #expect(context.columns(of: form, and: damaged).map(\.column.name) == ["name", "when", "kind", "older"])
    #expect(notes.all.count == 1)
  }

  @Test("the filter of a cell whose type has changed has the field names of the present type")
  func changedTypes() throws {
    func definition(_ cells: String) -> String {
      #"{"id": "f", "title": "F", "sections": [{"cells": [\#(cells)]}]}"#
    }
    let former = definition(
      #"""
      {"type": "text", "format": "integer", "id": "seats", "label": "Seats"}, {"type": "number", "id": "pay", "label": "Pay"},
      {"type": "date", "id": "day", "label": "Day"}, {"type": "date", "id": "gone", "label": "Gone"}
      """#)
    let form = try AnswersPage.form(
      definition(
        #"""
        {"type": "number", "id": "seats", "label": "Seats"}, {"type": "currency", "id": "pay", "label": "Pay", "currency": "EUR"},
        {"type": "date-range", "id": "day", "label": "Day"}
        """#))
    let earlier = EarlierColumns(
      list: { _ in ["a"] }, definition: { _, _ in Array(former.utf8) }, note: { _ in })
    let context = try AnswersPage.context()
    let columns = context.columns(of: form, and: earlier)
    // Tables and downloads have all columns.
    #expect(
      columns.map(\.column.name)
        == ["seats", "pay.amount", "pay.currency", "day.from", "day.to", "seats.#", "pay", "day", "gone"])
    #expect(columns.filter { $0.isEarlier && $0.isShown }.map(\.column.name) == ["day", "gone"])
    #expect(columns.filter { $0.isEarlier && $0.isFiltered }.map(\.column.name) == ["gone"])
    for (query, name) in [
      ("f.seats.from=10", "seats"), ("f.pay.from=1", "pay.amount"), ("f.gone.from=2026-01-31", "gone"),
    ] {
      var reader = AddressReader(query, columns: columns, numbers: .of("en"))
      #expect(reader.address().filters.map(\.column.name) == [name])
    }
    var reader = AddressReader("sort=-seats", columns: columns, numbers: .of("en"))
    guard case .column(let sorted, isDescending: true, _) = reader.address().sort else { return #expect(Bool(false)) }
    #expect(sorted.name == "seats")
  }

  @Test("a search word is looked for in typed texts, and in labels without accents")
  func search() throws {
    let search = try AnswerSearch("PREMIERE ada", in: FormColumn.all(of: Self.form(), in: ["en"]))
    #expect(search.words.map(\.values) == [["class": ["1"]], [:]])
    #expect(search.unread == ["total.amount", "total.currency", "class", "stay.from", "stay.to", "service.speed"])
  }
}
