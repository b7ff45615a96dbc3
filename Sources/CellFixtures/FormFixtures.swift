extension CellFixture {
  /// Forms as a whole.
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
