import Support

extension KeyTable {
  static let form = KeyTable(
    name: "form", about: "A form of cells in sections.",
    keys: [
      Key("$schema", .string, "The address of this schema, for editors."),
      Key("id", .id, "The URL part; left out, the file's name without .json."),
      Key("title", .text, required: true, "The page's heading and title."),
      Key("description", .text, "The text under the title."),
      Key(
        "locale", .matching(Shape.languagePattern),
        "BCP 47 tag of number formats and built-in words where the visitor's languages say nothing; en-US if left out."),
      Key(
        "marking", .choice(Marking.self),
        "required: cells are optional unless \"required\": true, and those are marked. optional: cells are required "
          + "unless \"required\": false, and those are marked. auto: marks whichever is fewer."),
      Key("submit", .object { .submit }, "The button that sends the form."),
      Key("lint", .object { .lint }, "Settings of formcells check."),
      Key("review", .boolean, "Whether a page shows all answers before sending."),
      Key("sections", .array(.object { .section }, atLeast: 1), required: true, "The groups of cells, in order."),
    ])

  static let submit = KeyTable(
    name: "submit", about: "The button that sends the form.",
    keys: [Key("label", .text, required: true, "Its label; \"Submit\" if left out.")])

  static let lint = KeyTable(
    name: "lint", about: "Settings of formcells check.",
    keys: [
      Key("labelCase", .choice(LintSettings.LabelCase.self), "How labels are capitalised; title if left out."),
      Key("ignore", .array(.matching("^[A-Z]+[0-9]+$"), atLeast: 0), "The rules that are not reported, such as LP7."),
    ])

  static let section = KeyTable(
    name: "section", about: "A group of cells.",
    keys: [
      Key("title", .text, "The heading above the cells."),
      Key("footer", .text, "The text below the cells; of a modal section also the helper text of its cell."),
      Key(
        "container", .choice(Section.Container.self),
        "page: in place (the default). modal: one cell whose cells open in a sheet or dialog. step: a page of its own."),
      Key(
        "label", .text,
        needs: .value(
          "container", of: [Section.Container.modal.rawValue, Section.Container.step.rawValue], byDefault: false),
        "The label of the modal section's cell, its title if left out; or the name of the step."),
      Key("cells", .array(.cell, atLeast: 1), required: true, "The cells, in order."),
    ])

  private static let operand = Shape.schema(["not": ["type": "array"]])

  static let condition = KeyTable(
    name: "condition", about: "A condition on what other cells hold. A hidden cell counts as empty.",
    keys: [
      Key("cell", .id, "The id of another cell."),
      Key("equals", operand, "The cell holds this value; of several chosen values, this one is among them."),
      Key("in", .array(operand, atLeast: 1), "The cell holds one of these values."),
      Key("filled", .boolean, "Whether the cell holds anything."),
      Key("all", .array(.condition, atLeast: 1), "All of these hold."),
      Key("any", .array(.condition, atLeast: 1), "At least one of these holds."),
      Key("not", .condition, "This does not hold."),
    ],
    alternatives: [["cell", "equals"], ["cell", "in"], ["cell", "filled"], ["all"], ["any"], ["not"]])
}

extension Shape {
  static let languagePattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
}
