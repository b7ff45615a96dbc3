extension KeyTable {
  static let option = KeyTable(
    name: "option", about: "One value to choose.",
    keys: [
      Key("value", .string, required: true, "What is submitted."),
      Key("label", .text, required: true, "What is read."),
      Key("description", .text, "A second line: the row becomes an object cell."),
      Key("footnote", .text, "A third line."),
      Key("status", .text, "A word at the row's end."),
      Key("image", .string, "A picture: the path of its file under Public."),
      Key(
        "initials", .string,
        "One or two letters in place of a picture; of a contact that has neither, the first letters of its label."),
      Key("disabled", .boolean, "Whether it cannot be chosen."),
    ])

  static let list = KeyTable(
    name: "list", about: "A value list: a header over some of the options.",
    keys: [
      Key("title", .text, required: true, "The header."),
      Key("options", .array(.option, atLeast: 1), required: true, "The options under it."),
      Key("action", .choice(OptionList.Action.self), "What the header's button does; selectAll if left out."),
      Key(
        "actionLabel", .text,
        needs: .value("action", of: [OptionList.Action.selectAll.rawValue], byDefault: true), "The button's label."),
    ])

  static let source = KeyTable(
    name: "source", about: "Options that are data.",
    keys: [
      Key(
        "file", .string,
        "A .csv (with a header row), .json (an array of options) or .jsonl file beside the definition."),
      Key("sqlite", .string, "An SQLite database beside the definition, in programs built with the trait SQLite."),
      Key("table", .string, needs: .key("sqlite"), "The table of the database."),
      Key("provider", .string, "The name under which a server of your own gives its site a store of options."),
      Key("value", .string, needs: .no("provider"), "The column of the submitted values; \"value\" if left out."),
      Key("label", .string, needs: .no("provider"), "The column of the labels; \"label\" if left out."),
      Key("description", .string, needs: .no("provider"), "The column of the descriptions."),
      Key("footnote", .string, needs: .no("provider"), "The column of the footnotes."),
      Key("status", .string, needs: .no("provider"), "The column of the status words."),
      Key("image", .string, needs: .no("provider"), "The column of the pictures: paths of files under Public."),
      Key("list", .string, needs: .no("provider"), "The column that groups the options into value lists."),
    ],
    oneOf: ["file", "sqlite", "provider"])
}
