import Support

/// The keys of one kind of object in a definition. The decoder refuses other keys, and the JSON Schema is printed from the table, so that
/// the two cannot differ.
struct KeyTable: Sendable {
  /// Its name in the schema's `$defs`.
  let name: String
  let about: String
  let keys: [Key]
  /// Exactly one of these must be present.
  var oneOf: [String] = []
  /// The allowed sets of keys; empty if any keys of the table are allowed.
  var alternatives: [[String]] = []
  /// Why this object lacks a key that similar objects have; `nil` for any other key.
  var refusal: @Sendable (String) -> String? = { _ in nil }

  func key(_ name: String) -> Key? { keys.firstIndex { $0.name == name }.map { keys[$0] } }
  /// Whether there is a key of this name.
  func has(_ name: String) -> Bool { keys.contains { $0.name == name } }

  /// What such an object looks like, for messages: its required keys, or some that it may have.
  var outline: String {
    let required = keys.filter(\.isRequired).map(\.name)
    let alternative = oneOf.first.map { [$0] } ?? alternatives.first ?? []
    let own = required + alternative.filter { !required.contains($0) }
    let names = own.isEmpty ? keys.prefix(2).map(\.name) : own
    let members = names.map { "\"\($0)\": …" } + (names.count < keys.count && alternatives.isEmpty ? ["…"] : [])
    return "{ \(members.joined(separator: ", ")) }"
  }
}

struct Key: Sendable {
  let name: String
  let shape: Shape
  var isRequired = false
  /// For the hover text of editors.
  let about: String
  var needs: KeyRequirement?

  init(_ name: String, _ shape: Shape, required: Bool = false, needs: KeyRequirement? = nil, _ about: String) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    self.about = about
    self.needs = needs
  }
}

/// A key or value that a key needs to have an effect.
enum KeyRequirement: Sendable {
  case key(String)
  case no(String)
  /// - Parameter byDefault: whether it is also met if the other key is left out.
  case value(String, of: [String], byDefault: Bool)

  static var repeated: KeyRequirement {
    .value("container", of: [Section.Container.repeated.rawValue], byDefault: false)
  }
  static var single: KeyRequirement { .value("selection", of: [SelectionMode.single.rawValue], byDefault: true) }
  static var multiple: KeyRequirement { .value("selection", of: [SelectionMode.multiple.rawValue], byDefault: false) }
}

/// The values that a key may have.
indirect enum Shape: Sendable {
  /// A text that people read: a string, or an object of languages.
  case text
  /// The same, but it may contain answers: `{answer:CELL}`.
  case textWithAnswers
  /// A string in which this ECMAScript regular expression finds a match.
  case matching(String)
  case boolean
  case choice([String])
  case count(ClosedRange<Int>)
  /// A JSON number, read digit by digit.
  case number
  case condition
  case cell
  case option
  case array(Shape, atLeast: Int)
  case object(@Sendable () -> KeyTable)
  case nullable(Shape)
  case either(Shape, Shape)
  /// An object of named arrays of options.
  case optionLists
  /// An array of options, or the name of one of these lists.
  case options
  /// A shape that only a JSON Schema can express.
  case schema(JSONValue)

  /// A string that is not blank.
  static let string = matching("\\S")
  static let anyString = schema(["type": "string"])
  /// Columns of a source, each with the cell whose value it must equal.
  static let columns = schema([
    "type": "object", "minProperties": 1, "maxProperties": 8,
    "additionalProperties": [
      "type": "object", "required": ["cell"], "additionalProperties": false,
      "properties": [
        "cell": [
          "description": "The id of another cell, with a text or a single choice.", "type": "string",
          "pattern": "^[a-z0-9-]{1,64}$",
        ]
      ],
    ],
  ])
  static let id = matching("^[a-z0-9-]{1,64}$")

  static func choice<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type) -> Shape {
    .choice(Choice.allCases.map(\.rawValue))
  }
}

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
      Key("receipt", .object { .receipt }, "The page that confirms the submission."),
      Key(
        "protect", .boolean,
        "Whether it is protected against robots: it accepts answers only from its page, after a while, with a field left empty."
      ),
      Key("retention", .object { .retention }, "How long its submissions are kept; indefinitely if left out."),
      Key("save", .boolean, "Whether a draft can be saved for later, to continue with its link on any device."),
      Key(
        "change", .matching("^P"),
        "How long after sending visitors can change their answers: a duration, such as P14D; not at all if left out."),
      Key("optionLists", .optionLists, "Options that several cells offer, by a name: [a-z0-9-]{1,64}."),
      Key("sections", .array(.object { .section }, atLeast: 1), required: true, "The groups of cells, in order."),
      Key("rules", .array(.object { .rule }, atLeast: 1), "What several answers must fulfil together."),
    ] + Availability.keys)

  static let submit = KeyTable(
    name: "submit", about: "The button that sends the form.",
    keys: [Key("label", .text, required: true, "Its label; \"Submit\" if left out.")])

  static let retention = KeyTable(
    name: "retention", about: "How long submissions are kept.",
    keys: [
      Key(
        "days", .count(1...36_500), required: true,
        "The server erases submissions that are older, with their files, once a day. A correction restarts the time."
      )
    ])

  static let section = KeyTable(
    name: "section", about: "A group of cells.",
    keys: [
      Key("title", .textWithAnswers, "The heading above the cells."),
      Key("footer", .textWithAnswers, "The text below the cells; of a modal section also the helper text of its cell."),
      Key(
        "container", .choice(Section.Container.self),
        "page: in place (the default). modal: one cell whose cells open in a sheet or dialog. step: begins a page, to "
          + "which the sections after it belong. repeat: filled in any number of times, each time as an entry."),
      Key(
        "label", .textWithAnswers,
        needs: .value(
          "container", of: [Section.Container.modal.rawValue, Section.Container.step.rawValue], byDefault: false),
        "The label of the modal section's cell, its title if left out; or the name of the step."),
      Key("id", .id, needs: .repeated, "The name of a repeated section in submissions and addresses."),
      Key("item", .text, needs: .repeated, "What one entry of a repeated section is: \"Expense\"."),
      Key("minimum", .count(0...RepeatedSection.entryLimit), needs: .repeated, "The fewest entries; 0 if left out."),
      Key("maximum", .count(1...RepeatedSection.entryLimit), needs: .repeated, "The most entries; 50 if left out."),
      Key(
        "summary", .array(.id, atLeast: 1), needs: .repeated,
        "Up to three cells that the row of an entry shows; the first ones if left out."),
      Key("table", .boolean, needs: .repeated, "Whether wide windows show the entries as a table; false if left out."),
      Key(
        "rules", .array(.object { .rule }, atLeast: 1), needs: .repeated,
        "What the answers of each entry of a repeated section must fulfil together."),
      Key("visibleWhen", .condition, "It and its cells are hidden unless this holds; for a step, its whole page."),
      Key("cells", .array(.cell, atLeast: 1), required: true, "The cells, in order."),
    ])
}

extension Shape {
  /// The minimum number of elements of an array; `nil` for other shapes.
  var leastElements: Int? {
    switch self {
    case .array(_, let count): count
    case .either(let first, let second): first.leastElements ?? second.leastElements
    case .options: 1
    default: nil
    }
  }

  static let languagePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
}
