extension CellFixture {
  private static func section(
    _ sentence: String, _ slug: String, _ features: [String], values: [String: String] = [:],
    requires: Bool = false, steps: [Step] = []
  ) -> CellFixture {
    let id = "modal-section-\(slug)"
    return CellFixture(
      sentence, slug: id, in: .modalSection, shows: features,
      definition: """
        { "id": "gallery-\(id)", "title": "\(sentence)", "sections": [
          { "container": "modal", "label": "Filter", "footer": "What the list holds.", "cells": [
            { "id": "\(id)-owner", "type": "text", "label": "Owner", "required": \(requires), "maxLength": 20 },
            { "id": "\(id)-state", "type": "list-picker", "label": "State", "selection": "multiple",
              "options": ["Open", "Waiting", "Done"] },
            { "id": "\(id)-late", "type": "switch", "label": "Late Only" },
            { "id": "\(id)-order", "type": "order-picker", "label": "Sort By",
              "criteria": [{ "id": "date", "label": "Date" }, { "id": "owner", "label": "Owner" }] } ] }
        ] }
        """,
      values: "{"
        + values.sorted { $0.key < $1.key }.map { #""\#(id)-\#($0.key)": \#($0.value)"# }.joined(separator: ", ") + "}",
      steps: steps)
  }

  /// A section whose cells open in a view of their own.
  static let modalSection: [CellFixture] = [
    section("A modal section in which nothing is set", "empty", ["FO1"]),
    section(
      "A modal section sums up what is set", "filled", ["LP3", "FO4"],
      values: ["owner": #""Ada Lovelace""#, "state": #"["Open", "Waiting"]"#, "late": "true"]),
    section("A modal section with something required", "required", ["LP6"], requires: true),
    section(
      "A mistake inside a modal section shows on its cell", "error", ["LP17", "AX12"], requires: true, steps: [.submit]),
    section(
      "An open modal section", "open", ["OP18", "AL1", "AL2"], values: ["owner": #""Ada Lovelace""#],
      steps: [.open("_0")]),
    section(
      "A modal section with a mistake refuses Apply", "refused", ["AX10"],
      steps: [
        .open("_0"), .enter("modal-section-refused-owner", "A name of more than twenty characters"), .apply,
      ]),
    section(
      "The question before the changes in a modal section are lost", "question", ["LV17"],
      steps: [.open("_0"), .enter("modal-section-question-owner", "Ada"), .close]),
    section(
      "A selection applied inside a modal section can be undone there", "undo", ["LP15"],
      steps: [.open("_0"), .open("modal-section-undo-state"), .tick(["Open"]), .apply]),
    section(
      "A selection view in front of a modal section", "picker", ["LV1"],
      steps: [.open("_0"), .open("modal-section-picker-state"), .tick(["Open"])]),
    section(
      "What was applied in a modal section can be undone", "applied", ["LP15", "FO6"],
      steps: [.open("_0"), .enter("modal-section-applied-owner", "Ada"), .apply]),
  ]
}
