import FormCells

extension CellFixture {
  /// - `entries`: the initial entries.
  private static func section(
    _ sentence: String, slug: String, features: [String], keys: String = "", entries: [Entry] = [],
    steps: [Step] = []
  ) -> CellFixture {
    CellFixture(
      sentence, slug: slug, in: .repeated, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", "sections": [
          { "title": "Expenses", "container": "repeat", "id": "\(slug)", "item": "Expense", \(keys)"cells": [
            { "id": "day-\(slug)", "type": "date", "label": "Day" },
            { "id": "amount-\(slug)", "type": "currency", "label": "Amount", "currency": "EUR", "required": true },
            { "id": "kind-\(slug)", "type": "list-picker", "label": "Kind",
              "options": ["Trip", "Food", "Fee", "Gift", "Other"] } ] },
          { "cells": [
            { "id": "total-\(slug)", "type": "currency", "label": "Total", "currency": "EUR",
              "calculate": "sum(\(slug).amount-\(slug))" } ] }
        ] }
        """,
      values: "{ \"\(slug)\": [\(entries.map { $0.values(slug) }.joined(separator: ", "))] }", steps: steps)
  }

  private struct Entry {
    var amount: String?
    var kind: String?

    func values(_ slug: String) -> String {
      let amount = amount.map { #", "amount-\#(slug)": { "amount": "\#($0)", "currency": "EUR" }"# }
      let kind = kind.map { #", "kind-\#(slug)": "\#($0)""# }
      return #"{ "day-\#(slug)": "2026-01-05"\#(amount ?? "")\#(kind ?? "") }"#
    }
  }

  private static let two = [Entry(amount: "12.50", kind: "Trip"), Entry(amount: "1234.00")]

  /// A section that is filled in any number of times.
  static let repeated: [CellFixture] = [
    section("A repeated section without entries", slug: "entries-none", features: ["FO1"]),
    section("A repeated section with entries", slug: "entries", features: ["FO1"], entries: two),
    section(
      "A repeated section as a table", slug: "entries-table", features: ["FO1"], keys: #""table": true, "#, entries: two
    ),
    section(
      "A mistake in an entry shows in its row", slug: "entries-table-error", features: ["LP17", "AX12"],
      keys: #""table": true, "#,
      entries: two + [Entry()], steps: [.submit]),
    section(
      "A mistake in an entry of a list shows in its row", slug: "entries-error", features: ["LP17", "AX12"],
      entries: two + [Entry()],
      steps: [.submit]),
    section(
      "A repeated section with too few entries", slug: "entries-few", features: ["LP17"], keys: #""minimum": 3, "#,
      entries: two,
      steps: [.submit]),
    section(
      "A repeated section with all its entries", slug: "entries-full", features: ["FO1"], keys: #""maximum": 2, "#,
      entries: two),
    section(
      "An open entry", slug: "entry-open", features: ["OP18", "AL1"], entries: two, steps: [.open("entry-open/2")]),
    section(
      "An entry with a mistake refuses Apply", slug: "entry-refused", features: ["AX10"], entries: two,
      steps: [.open("entry-refused/2"), .enter("entry-refused_2_amount-entry-refused", "twelve"), .apply]),
  ]
}
