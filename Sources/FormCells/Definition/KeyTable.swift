import Support

/// The keys that one kind of object of a definition may have. The decoder refuses what is not in the table and the JSON
/// Schema is printed from it, so that the two cannot differ.
struct KeyTable: Sendable {
  /// Its name in the schema's `$defs`.
  let name: String
  let about: String
  let keys: [Key]
  /// Exactly one of these must be there.
  var oneOf: [String] = []
  /// The whole sets of keys that may stand together; empty: any that are in the table.
  var alternatives: [[String]] = []
  /// Why this object has not a key that others of its sort have; nil of any other key.
  var refusal: @Sendable (String) -> String? = { _ in nil }

  func key(_ name: String) -> Key? { keys.first { $0.name == name } }
}

struct Key: Sendable {
  let name: String
  let shape: Shape
  var isRequired = false
  /// For the hover text of editors.
  let about: String
  var needs: Need?

  init(_ name: String, _ shape: Shape, required: Bool = false, needs: Need? = nil, _ about: String) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    self.about = about
    self.needs = needs
  }
}

/// A key or value that must stand in the object too for a key to have any effect.
enum Need: Sendable {
  case key(String)
  case no(String)
  /// - Parameter byDefault: whether it holds too where the other key is left out.
  case value(String, of: [String], byDefault: Bool)

  static var single: Need { .value("selection", of: [SelectionMode.single.rawValue], byDefault: true) }
  static var multiple: Need { .value("selection", of: [SelectionMode.multiple.rawValue], byDefault: false) }
}

/// The values that a key may have.
indirect enum Shape: Sendable {
  /// A text that people read: a string, or an object of languages.
  case text
  /// A string that this ECMAScript regular expression finds something in.
  case matching(String)
  case boolean
  case choice([String])
  case count(ClosedRange<Int>)
  /// A JSON number, taken digit by digit.
  case number
  case condition
  case cell
  case option
  case array(Shape, atLeast: Int)
  case object(@Sendable () -> KeyTable)
  case nullable(Shape)
  /// A shape that only a JSON Schema can express.
  case schema(JSONValue)

  /// A string that is not blank.
  static let string = matching("\\S")
  static let anyString = schema(["type": "string"])
  static let id = matching("^[a-z0-9-]{1,64}$")

  static func choice<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type) -> Shape {
    .choice(Choice.allCases.map(\.rawValue))
  }
}
