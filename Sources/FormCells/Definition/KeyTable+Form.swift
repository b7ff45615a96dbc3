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
      Key(
        "guidelines", .choice(DesignSystem.self),
        "The design system whose guidelines win where two disagree: it sets the defaults of marking, of helperOnError, of a "
          + "select's style, and of a list picker's apply, view and confirmDiscard."),
      Key("submit", .object { .submit }, "The button that sends the form."),
      Key("lint", .object { .lint }, "Settings of formcells check."),
      Key("review", .boolean, "Whether a page shows all answers before they are sent."),
      Key("timeZone", .string, "IANA name of the zone of its days and times; the server's if left out."),
      Key("receipt", .object { .receipt }, "The page that says that the form was sent."),
      Key("sections", .array(.object { .section }, atLeast: 1), required: true, "The groups of cells, in order."),
    ])

  static let submit = KeyTable(
    name: "submit", about: "The button that sends the form.",
    keys: [Key("label", .text, required: true, "Its label; \"Submit\" if left out.")])

  static let receipt = KeyTable(
    name: "receipt", about: "The page that says that the form was sent.",
    keys: [
      Key("text", .text, "What happens next, in place of the built-in words."),
      Key("answers", .boolean, "Whether it lists the answers that were sent; true if left out."),
      Key("link", .object { .receiptLink }, "Where to go from there."),
    ])

  static let receiptLink = KeyTable(
    name: "receiptLink", about: "Where to go from the receipt.",
    keys: [
      Key("label", .text, required: true, "Its words."),
      Key("url", .matching("^(https?://|/(?!/))\\S*$"), required: true, "A web address, or a path of this site."),
    ])

  static let lint = KeyTable(
    name: "lint", about: "Settings of formcells check.",
    keys: [
      Key("labelCase", .choice(LintSettings.LabelCase.self), "How labels are capitalised; title if left out."),
      Key(
        "ignore", .array(.choice(GuidelineID.self), atLeast: 0), "The guidelines that are not reported, such as LP7."),
    ])

  static let section = KeyTable(
    name: "section", about: "A group of cells.",
    keys: [
      Key("title", .text, "The heading above the cells."),
      Key("footer", .text, "The text below the cells; of a modal section also the helper text of its cell."),
      Key(
        "container", .choice(Section.Container.self),
        "page: in place (the default). modal: one cell whose cells open in a sheet or dialog. step: begins a page, to "
          + "which the sections behind it belong."),
      Key(
        "label", .text,
        needs: .value(
          "container", of: [Section.Container.modal.rawValue, Section.Container.step.rawValue], byDefault: false),
        "The label of the modal section's cell, its title if left out; or the name of the step."),
      Key("cells", .array(.cell, atLeast: 1), required: true, "The cells, in order."),
    ])

  private static let operand = Shape.schema(["not": ["type": "array"]])

  private static let bound = Shape.schema(["type": ["number", "string"]])

  static let condition = KeyTable(
    name: "condition", about: "A condition on what other cells hold. A hidden cell counts as empty.",
    keys: [
      Key("cell", .id, "The id of another cell."),
      Key("equals", operand, "The cell holds this value; of several chosen values, this one is among them."),
      Key("in", .array(operand, atLeast: 1), "The cell holds one of these values."),
      Key("atLeast", bound, "The cell holds no less: a number, a day, a time, or how many values are chosen."),
      Key("atMost", bound, "The cell holds no more."),
      Key("filled", .boolean, "Whether the cell holds anything."),
      Key("all", .array(.condition, atLeast: 1), "All of these hold."),
      Key("any", .array(.condition, atLeast: 1), "At least one of these holds."),
      Key("not", .condition, "This does not hold."),
    ],
    alternatives: [
      ["cell", "equals"], ["cell", "in"], ["cell", "filled"], ["cell", "atLeast"], ["cell", "atMost"],
      ["cell", "atLeast", "atMost"], ["all"], ["any"], ["not"],
    ])
}

extension Shape {
  static let languagePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
}
