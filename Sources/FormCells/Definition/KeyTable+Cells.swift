extension KeyTable {
  /// The cell types in the order of the documentation.
  static let cellTypes = [
    "text", "password", "currency", "note", "switch", "radio-group", "date", "list-picker", "select", "order-picker",
  ]

  /// Grapheme clusters; a longer text is a document, and a request body has its own limit.
  private static let lengths = 1...1_000_000
  private static let lines = 1...NoteCell.lineLimit
  /// Chosen values.
  private static let choices = 0...1_000_000

  /// The table of a cell type, or nil.
  static func cell(_ type: String) -> KeyTable? { cells[type] }

  private static let cells: [String: KeyTable] = {
    var tables: [String: KeyTable] = [:]
    for type in cellTypes {
      let own = ownKeys(of: type)
      let common = common(type, value: value(of: type))
      tables[type] = KeyTable(
        name: "\(type)-cell", about: about(type), keys: common + own, oneOf: alternatives(of: type))
    }
    return tables
  }()

  private static func common(_ type: String, value: Shape?) -> [Key] {
    var keys = [
      Key("id", .id, required: true, "Its name in submissions and addresses; unique in the form."),
      Key("type", .choice([type]), required: true, about(type)),
      Key("label", .text, required: true, "What it asks for."),
      Key("required", .boolean, "Whether it must be filled in; the default follows the form's marking."),
      Key("helper", .text, "A hint below it."),
      Key("readOnly", .boolean, "Whether it shows its value and cannot be changed."),
      Key("disabled", .boolean, "Whether it takes no part: not changed, not validated, not submitted."),
      Key("messages", .object { .messages }, "Words in place of the built-in ones."),
      Key("helperOnError", .choice(Cell.HelperOnError.self), "Whether an error message takes the helper's place."),
      Key("visibleWhen", .condition, "It is hidden unless this holds."),
      Key("requiredWhen", .condition, "It is required too when this holds."),
      Key("readOnlyWhen", .condition, "It is read-only when this holds."),
    ]
    if let value { keys.append(Key("value", value, "What it begins with, as it would be submitted.")) }
    return keys
  }

  private static func value(of type: String) -> Shape? {
    switch type {
    case "text", "note": .value(.text)
    case "currency": .value(.amount)
    case "switch": .value(.flag)
    case "radio-group": .value(.choice)
    case "date": .value(.date)
    case "list-picker", "select": .value(.selection)
    case "order-picker": .value(.order)
    // A password in a definition would be a password in a file.
    default: nil
    }
  }

  private static func alternatives(of type: String) -> [String] {
    switch type {
    case "list-picker": ["options", "source", "lists"]
    case "select": ["options", "source"]
    default: []
    }
  }

  private static func about(_ type: String) -> String {
    switch type {
    case "text": "One line of text."
    case "password": "A password; only its hash is kept."
    case "currency": "An amount of money."
    case "note": "Text of several lines."
    case "switch": "On or off."
    case "radio-group": "A few options shown in place."
    case "date": "A day."
    case "list-picker": "One or more of many options, chosen in a view of their own."
    case "select": "One or more of some options, chosen in a menu."
    default: "Criteria to put in order."
    }
  }

  private static func ownKeys(of type: String) -> [Key] {
    switch type {
    case "text":
      return [placeholder] + limited + [
        Key("pattern", .pattern, "An ECMAScript regular expression that the whole text must match."),
        Key("format", .choice(TextCell.Format.self), "What kind of text it is."),
        Key("minimum", .number, needs: numeric, "The smallest number."),
        Key("maximum", .number, needs: numeric, "The largest number."),
        Key("scan", .boolean, "Whether a barcode or QR code can be scanned into it."),
        autocomplete,
      ]
    case "password":
      return [
        placeholder, Key("minLength", .count(lengths), "In characters."),
        Key("maxLength", .count(lengths), "In characters."), autocomplete,
      ]
    case "currency":
      return [
        Key("currency", .currency, required: true, "ISO 4217 code."),
        Key("minimum", .number, "The smallest amount."), Key("maximum", .number, "The largest amount."),
        Key("symbol", .choice(CurrencySymbol.self), "Where the symbol stands; by the locale if left out."),
        placeholder,
      ]
    case "note":
      return [placeholder] + limited + [
        Key("minLines", .count(lines), "Lines shown at least; 3 if left out."),
        Key("maxLines", .count(lines), "Lines it grows to; 6 if left out."),
      ]
    case "switch": return [Key("onLabel", .text, "The word for on."), Key("offLabel", .text, "The word for off.")]
    case "radio-group": return [Key("options", .array(.option, atLeast: 1), required: true, "What can be chosen.")]
    case "date":
      return [
        Key("minimum", .dateBound, "The first day, or today."), Key("maximum", .dateBound, "The last day, or today."),
      ]
    case "list-picker": return [selection] + options + listPicker
    case "select":
      return [Key("style", .choice(SelectCell.Style.self), "A box, or a row of a table group."), selection]
        + options.filter { $0.name != "lists" } + [placeholder]
    default: return orderPicker
    }
  }

  private static let placeholder = Key("placeholder", .text, "What stands in it while it is empty.")
  private static let autocomplete = Key("autocomplete", .string, "HTML's autofill tokens.")
  private static let selection = Key(
    "selection", .choice(SelectionMode.self), "How many can be chosen; single if left out.")
  private static let numeric = Need.value(
    "format", of: [TextCell.Format.integer.rawValue, TextCell.Format.decimal.rawValue], byDefault: false)

  private static let limited = [
    Key("maxLength", .count(lengths), "In characters."),
    Key(
      "overflow", .choice(Overflow.self), needs: .key("maxLength"),
      "allow: a longer text is an error until shortened (the default). stop: input stops at the limit."),
    Key("counter", .boolean, "Whether a counter is shown; by default where there is a maxLength."),
  ]

  private static let options = [
    Key("options", .array(.option, atLeast: 1), "What can be chosen."),
    Key("source", .object { .source }, "A file that holds what can be chosen."),
    Key("lists", .array(.object { .list }, atLeast: 1), "What can be chosen, under headers of its own."),
  ]

  private static let listPicker = [
    Key("placeholder", .text, "The prompt text of the empty cell."),
    Key("prompt", .text, "A short instruction in the selection view."),
    Key("search", .boolean, "Whether the list can be searched; true if left out."),
    Key("reset", .boolean, "Whether the selection can be reset; true if left out."),
    Key("apply", .boolean, needs: .single, "Whether a choice waits for Apply; true if left out."),
    Key("selectedList", .boolean, needs: .multiple, "Whether the chosen values are listed on top; true if left out."),
    Key("allList", .object { .allList }, needs: .no("lists"), "The list of all options."),
    Key("view", .choice(ListPicker.View.self), "How high the sheet is; half if left out."),
    Key("confirmDiscard", .boolean, "Whether Close asks before changes are lost; true if left out."),
    Key("minimum", .count(choices), needs: .multiple, "How many values must be chosen."),
    Key("maximum", .count(1...choices.upperBound), needs: .multiple, "How many values may be chosen."),
    Key("noneLabel", .text, needs: .single, "The row that takes an optional choice back; \"None\" if left out."),
  ]

  private static let orderPicker = [
    Key("criteria", .array(.object { .criterion }, atLeast: 1), required: true, "What is put in order."),
    Key("directionLabels", .object { .directionLabels }, "Words for the directions."),
    Key("wrap", .boolean, "Whether long texts wrap instead of being cut off."),
    Key("minimum", .count(choices), "How many criteria must be selected; 0 if left out."),
  ]
}
