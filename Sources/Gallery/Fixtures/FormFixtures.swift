import FormCells

extension CellFixture {
  /// Whole forms.
  static let form: [CellFixture] = [
    CellFixture(
      "A form with sections, titles and footers", slug: "form-sections", in: .form, shows: ["FO1", "FO4"],
      definition: """
        { "id": "gallery-form-sections", "title": "A form with sections, titles and footers",
          "description": "Two sections, one of them without a title.", "submit": { "label": "Send" }, "sections": [
          { "title": "Person", "footer": "Kept for this form only.", "cells": [
            { "id": "form-sections-name", "type": "text", "label": "Full Name" },
            { "id": "form-sections-team", "type": "list-picker", "label": "Team", "options": ["Day", "Night"] } ] },
          { "cells": [ { "id": "form-sections-days", "type": "text", "label": "Days", "format": "integer" } ] }
        ] }
        """),
    CellFixture(
      "A form with three sections, which a wide window lists", slug: "form-section-list", in: .form,
      shows: ["FO1", "FO4"],
      definition: """
        { "id": "gallery-form-section-list", "title": "A form with three sections, which a wide window lists",
          "sections": [
          { "title": "Delivery", "cells": [
            { "id": "form-section-list-note", "type": "text", "label": "Delivery Note", "required": true },
            { "id": "form-section-list-day", "type": "date", "label": "Day of Arrival" } ] },
          { "title": "State", "cells": [
            { "id": "form-section-list-state", "type": "radio-group", "label": "Goods", "options": ["Whole", "Broken"] },
            { "id": "form-section-list-seal", "type": "text", "label": "Seal" } ] },
          { "title": "Damage", "cells": [
            { "id": "form-section-list-damage", "type": "note", "label": "What Is Broken?",
              "visibleWhen": { "cell": "form-section-list-state", "equals": "Broken" } } ] } ] }
        """,
      values: #"{ "form-section-list-note": "D-2041", "form-section-list-state": "Whole" }"#),
    CellFixture(
      "A form that marks what is required", slug: "form-required", in: .form,
      shows: ["C1", "FO2", "FO3", "TI3", "TI4"],
      definition: marked("required", slug: "form-required", sentence: "A form that marks what is required")),
    CellFixture(
      "A form that marks what is optional", slug: "form-optional", in: .form,
      shows: ["C1", "FO2", "FO3", "SE35", "SE36"],
      definition: marked("optional", slug: "form-optional", sentence: "A form that marks what is optional")),
    CellFixture(
      "A form that marks whichever is fewer", slug: "form-auto", in: .form, shows: ["C1"],
      definition: marked("auto", slug: "form-auto", sentence: "A form that marks whichever is fewer")),
    CellFixture(
      "A form that was sent with mistakes", slug: "form-problems", in: .form, shows: ["FO5", "FO7", "LP14", "TI42"],
      definition: marked("required", slug: "form-problems", sentence: "A form that was sent with mistakes"),
      steps: [.enter("form-problems-email", "nobody"), .submit]),
    CellFixture(
      "What was applied is said, and can be undone", slug: "form-notice", in: .form, shows: ["LP15", "FO6"],
      definition: marked("required", slug: "form-notice", sentence: "What was applied is said, and can be undone"),
      steps: [.open("form-notice-team"), .choose("Night"), .apply]),
    CellFixture(
      "A form that was started over, which can be undone", slug: "form-started-over", in: .form, shows: ["FO6"],
      definition: marked(
        "required", slug: "form-started-over", sentence: "A form that was started over, which can be undone"),
      steps: [.enter("form-started-over-name", "Ada"), .startOver]),
    CellFixture(
      "A cell on which others depend, with its button for pages without scripts", slug: "form-update", in: .form,
      shows: ["FO1"],
      definition: """
        { "id": "gallery-form-update",
          "title": "A cell on which others depend, with its button for pages without scripts", "sections": [{ "cells": [
          { "id": "form-update", "type": "radio-group", "label": "Kind", "options": ["Repair", "Inspection"] },
          { "id": "form-update-part", "type": "text", "label": "Part",
            "visibleWhen": { "cell": "form-update", "equals": "Repair" } } ] }] }
        """,
      values: #"{ "form-update": "Repair" }"#),
    CellFixture(
      "What is said with cells while a condition holds", slug: "form-notes", in: .form, shows: ["FO5", "FO6"],
      definition: """
        { "id": "gallery-form-notes", "title": "What is said with cells while a condition holds",
          "lint": { "ignore": ["SE7"] }, "sections": [{ "cells": [
          { "id": "form-notes", "type": "number", "label": "Days", "unit": "days", "helper": "Travel included",
            "notes": [
              { "when": { "cell": "form-notes", "atLeast": 10 }, "kind": "warning",
                "text": "More than two weeks need the consent of the board." },
              { "when": { "cell": "form-notes", "filled": true }, "text": "Weekends count." } ] },
          { "id": "form-notes-hotel", "type": "select", "label": "Hotel", "options": ["Central", "Airport"],
            "notes": [ { "when": { "cell": "form-notes", "atLeast": 10 }, "text": "A flat may be cheaper." } ] },
          { "id": "form-notes-reason", "type": "note", "label": "Reason", "required": true, "helper": "For the board",
            "notes": [ { "when": { "not": { "cell": "form-notes-reason", "filled": true } }, "kind": "warning",
              "text": "Without a reason it takes longer." } ] } ] }] }
        """,
      values: #"{ "form-notes": 12 }"#, steps: [.submit]),
    CellFixture(
      "A form with every kind of cell", slug: "form-all", in: .form, shows: ["FO1", "FO8"],
      definition: """
        { "id": "gallery-form-all", "title": "A form with every kind of cell", "sections": [
          { "title": "Texts", "cells": [
            { "id": "form-all-text", "type": "text", "label": "Title" },
            { "id": "form-all-note", "type": "note", "label": "Description" },
            { "id": "form-all-currency", "type": "currency", "label": "Budget", "currency": "EUR" },
            { "id": "form-all-date", "type": "date", "label": "Due Date" },
            { "id": "form-all-range", "type": "date-range", "label": "Absence" },
            { "id": "form-all-time", "type": "time", "label": "Due Time" },
            { "id": "form-all-arrival", "type": "date-time", "label": "Arrival" },
            { "id": "form-all-work", "type": "duration", "label": "Working Time" },
            { "id": "form-all-number", "type": "number", "label": "Copies" } ] },
          { "title": "Choices", "cells": [
            { "id": "form-all-switch", "type": "switch", "label": "Urgent" },
            { "id": "form-all-radio", "type": "radio-group", "label": "Shift", "options": ["Early", "Late", "Night"] },
            { "id": "form-all-select", "type": "select", "label": "Hall",
              "options": ["North", "East", "South", "West", "Yard"] },
            { "id": "form-all-picker", "type": "list-picker", "label": "Machine", "options": ["Motor 1", "Motor 2"] } ] },
          { "cells": [
            { "id": "form-all-order", "type": "order-picker", "label": "Sort Orders By",
              "criteria": [{ "id": "priority", "label": "Priority", "selected": true }] } ] }
        ] }
        """),
  ]

  private static func marked(_ marking: String, slug: String, sentence: String) -> String {
    """
    { "id": "gallery-\(slug)", "title": "\(sentence)", "marking": "\(marking)", "sections": [{ "cells": [
      { "id": "\(slug)-name", "type": "text", "label": "Full Name", "required": true },
      { "id": "\(slug)-email", "type": "text", "label": "Email", "format": "email", "required": false },
      { "id": "\(slug)-team", "type": "list-picker", "label": "Team", "required": true, "options": ["Day", "Night"] }
    ] }] }
    """
  }
}

extension CellFixture {
  private static func section(
    _ sentence: String, slug: String, features: [String], values: [String: String] = [:],
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

  /// A section whose cells open in a separate view.
  static let modalSection: [CellFixture] = [
    section("A modal section in which nothing is set", slug: "empty", features: ["FO1"]),
    section(
      "A modal section sums up what is set", slug: "filled", features: ["LP3", "FO4"],
      values: ["owner": #""Ada Lovelace""#, "state": #"["Open", "Waiting"]"#, "late": "true"]),
    section("A modal section with something required", slug: "required", features: ["LP6"], requires: true),
    section(
      "A mistake inside a modal section shows on its cell", slug: "error", features: ["LP17", "AX12"], requires: true,
      steps: [.submit]),
    section(
      "An open modal section", slug: "open", features: ["OP18", "AL1", "AL2"], values: ["owner": #""Ada Lovelace""#],
      steps: [.open("_0")]),
    section(
      "A modal section with a mistake refuses Apply", slug: "refused", features: ["AX10"],
      steps: [
        .open("_0"), .enter("modal-section-refused-owner", "A name of more than twenty characters"), .apply,
      ]),
    section(
      "The question before the changes in a modal section are lost", slug: "question", features: ["LV17"],
      steps: [.open("_0"), .enter("modal-section-question-owner", "Ada"), .close]),
    section(
      "A selection applied inside a modal section can be undone there", slug: "undo", features: ["LP15"],
      steps: [.open("_0"), .open("modal-section-undo-state"), .tick(["Open"]), .apply]),
    section(
      "A selection view in front of a modal section", slug: "picker", features: ["LV1"],
      steps: [.open("_0"), .open("modal-section-picker-state"), .tick(["Open"])]),
    section(
      "What was applied in a modal section can be undone", slug: "applied", features: ["LP15", "FO6"],
      steps: [.open("_0"), .enter("modal-section-applied-owner", "Ada"), .apply]),
  ]
}

extension CellFixture {
  /// The same form by the guidelines of each design system, side by side (F5).
  static let designSystems: [CellFixture] =
    DesignSystem.allCases.map { designSystem in
      of(
        designSystem, name: "errors", features: ["C1", "C2"],
        sentence: "A form with errors by the guidelines of \(title(of: designSystem))",
        steps: [.submit])
    }
    + DesignSystem.allCases.map { designSystem in
      of(
        designSystem, name: "view", features: ["C4", "C5", "C6"],
        sentence: "A list by the guidelines of \(title(of: designSystem))",
        steps: [.open("design-\(designSystem.rawValue)-view-colour")])
    }

  private static func title(of designSystem: DesignSystem) -> String {
    switch designSystem {
    case .fiori: "Fiori"
    case .cvs: "CVS"
    }
  }

  private static func of(
    _ designSystem: DesignSystem, name: String, features: [String], sentence: String, steps: [Step]
  ) -> CellFixture {
    let slug = "design-\(designSystem.rawValue)-\(name)"
    return CellFixture(
      sentence, slug: slug, in: .designSystems, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", "guidelines": "\(designSystem.rawValue)", "sections": [{ "cells": [
          { "id": "\(slug)-name", "type": "text", "label": "Full Name", "required": true, "helper": "As printed on the badge" },
          { "id": "\(slug)-phone", "type": "text", "label": "Phone Number", "required": false },
          { "id": "\(slug)-size", "type": "select", "label": "Size", "required": true, "helper": "Of the jacket",
            "options": ["Extra Small", "Small", "Medium", "Large", "Extra Large"] },
          { "id": "\(slug)-colour", "type": "list-picker", "label": "Colour", "required": false,
            "options": ["Amber", "Blue", "Crimson"] }
        ] }] }
        """, steps: steps)
  }
}
