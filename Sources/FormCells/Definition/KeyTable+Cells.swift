extension KeyTable {
  static func cell(_ type: CellType) -> KeyTable { cells[type] ?? KeyTable(of: type.implementation) }

  private static let cells = Dictionary(
    uniqueKeysWithValues: CellType.allCases.map { ($0, KeyTable(of: $0.implementation)) })

  private init(of kind: any CellKind.Type) {
    let value = kind.value.map { [Key("value", $0, "What it begins with, as it would be submitted.")] } ?? []
    self.init(
      name: "\(kind.type.rawValue)-cell", about: kind.about, keys: Self.common(kind) + value + kind.keys,
      oneOf: kind.oneOf)
  }

  static let cellNote = KeyTable(
    name: "cell-note", about: "A note shown with a cell while a condition is true.",
    keys: [
      Key(
        "when", .condition, required: true,
        "The note is shown while this condition is true; it may refer to the cell itself."),
      Key("text", .text, required: true, "What is said."),
      Key("kind", .choice(CellNote.Kind.self), "warning or info; info if left out."),
    ])

  private static func common(_ kind: any CellKind.Type) -> [Key] {
    [
      Key("id", .id, required: true, "Its name in submissions and addresses; unique in the form."),
      Key("type", .choice([kind.type.rawValue]), required: true, kind.about),
      Key("label", .text, required: true, "What it asks for."),
      Key("required", .boolean, "Whether it must be filled in; the default follows the form's marking."),
      Key("helper", .text, "A hint below it."),
      Key("readOnly", .boolean, "Whether it shows its value and cannot be changed."),
      Key("disabled", .boolean, "Whether it takes no part: not changed, not validated, not submitted."),
      Key("messages", .object { .messages(of: kind) }, "Words in place of the built-in ones."),
      Key("helperOnError", .choice(Cell.HelperOnError.self), "Whether an error message takes the helper's place."),
      Key("visibleWhen", .condition, "It is hidden unless this holds."),
      Key("requiredWhen", .condition, "It is required too when this holds."),
      Key("readOnlyWhen", .condition, "It is read-only when this holds."),
      Key(
        "notes", .array(.object { .cellNote }, atLeast: 1),
        "Notes shown with the cell while a condition is true; they never prevent sending."),
    ]
  }
}
