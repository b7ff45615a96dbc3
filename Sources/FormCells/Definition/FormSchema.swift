import Support

/// The JSON Schema (draft 2020-12) of the definition format, made from the key tables that the decoder reads.
package enum FormSchema {
  /// The schema in UTF-8, pretty-printed.
  package static let json: [UInt8] = {
    var printer = SchemaPrinter()
    return printer.document().prettyBytes
  }()
}

/// Prints key tables as a schema; each table is printed once, under `$defs`.
private struct SchemaPrinter {
  private var definitions: [(name: String, schema: JSONValue)] = []
  /// The names of all definitions, including those that are being printed.
  private var names: Set<String> = []

  mutating func document() -> JSONValue {
    let form = print(KeyTable.form)
    let head: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", "FormCells form definition"),
    ]
    define("text") { _ in Self.text }
    define("condition") { $0.print(KeyTable.condition) }
    define("cell") { $0.cell }
    guard case .object(let members) = form else { return form }
    let sorted = definitions.sorted { $0.name < $1.name }.map { JSONValue.Member($0.name, $0.schema) }
    return .object(head + members + [.init("$defs", .object(sorted))])
  }

  private mutating func define(_ name: String, make: (inout SchemaPrinter) -> JSONValue) {
    guard names.insert(name).inserted else { return }
    let schema = make(&self)
    definitions.append((name, schema))
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  // MARK: Objects

  private mutating func print(_ table: KeyTable) -> JSONValue {
    if !table.alternatives.isEmpty {
      return [
        "description": .string(table.about),
        "oneOf": .array(
          table.alternatives.map { names in
            object(table.keys.filter { names.contains($0.name) }, required: names)
          }),
      ]
    }
    var members = [JSONValue.Member("description", .string(table.about))]
    let required = table.keys.filter(\.isRequired).map(\.name)
    if case .object(let more) = object(table.keys, required: required) { members += more }
    if !table.oneOf.isEmpty {
      members.append(.init("oneOf", .array(table.oneOf.map { ["required": [.string($0)]] })))
    }
    let rules = table.keys.compactMap { key in key.needs.map { Self.rule(for: key.name, need: $0) } }
    if !rules.isEmpty { members.append(.init("allOf", .array(rules))) }
    return .object(members)
  }

  private mutating func object(_ keys: [Key], required: [String]) -> JSONValue {
    var members = [JSONValue.Member("type", "object")]
    if !required.isEmpty { members.append(.init("required", .array(required.map(JSONValue.string)))) }
    var properties: [JSONValue.Member] = []
    for key in keys {
      guard case .object(var value) = schema(of: key.shape) else { continue }
      value.removeAll { $0.key == "description" }
      properties.append(.init(key.name, .object([.init("description", .string(key.about))] + value)))
    }
    members.append(.init("properties", .object(properties)))
    members.append(.init("additionalProperties", false))
    return .object(members)
  }

  /// A rule against a key that would have no effect.
  private static func rule(for key: String, need: KeyRequirement) -> JSONValue {
    let consequence: JSONValue
    switch need {
    case .key(let other): consequence = ["required": [.string(other)]]
    case .no(let other): consequence = ["not": ["required": [.string(other)]]]
    case .value(let other, let values, let byDefault):
      var members = [
        JSONValue.Member("properties", .object([.init(other, ["enum": .array(values.map(JSONValue.string))])]))
      ]
      if !byDefault { members.append(.init("required", [.string(other)])) }
      consequence = .object(members)
    }
    return ["if": ["required": [.string(key)]], "then": consequence]
  }

  // MARK: Values

  private mutating func schema(of shape: Shape) -> JSONValue {
    switch shape {
    case .text, .textWithAnswers: return Self.reference("text")
    case .matching(let pattern): return ["type": "string", "pattern": .string(pattern)]
    case .boolean: return ["type": "boolean"]
    case .choice(let words): return ["enum": .array(words.map(JSONValue.string))]
    case .count(let range):
      return [
        "type": "integer", "minimum": .number(String(range.lowerBound)), "maximum": .number(String(range.upperBound)),
      ]
    case .number: return ["type": "number"]
    case .condition: return Self.reference("condition")
    case .cell: return Self.reference("cell")
    case .option:
      define(KeyTable.option.name) { $0.print(KeyTable.option) }
      return ["anyOf": [["type": "string", "pattern": "\\S"], Self.reference(KeyTable.option.name)]]
    case .optionLists:
      return [
        "type": "object", "propertyNames": ["pattern": "^[a-z0-9-]{1,64}$"],
        "additionalProperties": schema(of: .array(.option, atLeast: 1)),
      ]
    case .options:
      define(KeyTable.optionList.name) { $0.print(KeyTable.optionList) }
      return ["anyOf": [schema(of: .array(.option, atLeast: 1)), Self.reference(KeyTable.optionList.name)]]
    case .array(let element, let atLeast):
      return [
        "type": "array", "minItems": .number(String(atLeast)), "items": schema(of: element),
      ]
    case .object(let table):
      let table = table()
      define(table.name) { $0.print(table) }
      return Self.reference(table.name)
    case .nullable(let shape): return ["anyOf": [["type": "null"], schema(of: shape)]]
    case .either(let one, let other): return ["anyOf": [schema(of: one), schema(of: other)]]
    case .schema(let schema): return schema
    }
  }

  private static let text: JSONValue = [
    "description": "A text that people read: a string, or an object of languages with the form's locale among them.",
    "anyOf": [
      ["type": "string", "pattern": "\\S"],
      [
        "type": "object", "minProperties": 1, "propertyNames": ["pattern": JSONValue.string(Shape.languagePattern)],
        "additionalProperties": ["type": "string", "pattern": "\\S"],
      ],
    ],
  ]

  /// One branch for each type, so that an editor offers the keys of the cell's type.
  private var cell: JSONValue {
    mutating get {
      var branches: [JSONValue] = []
      for type in CellType.allCases {
        let table = KeyTable.cell(type)
        define(table.name) { $0.print(table) }
        branches.append([
          "if": ["properties": ["type": ["const": .string(type.rawValue)]], "required": ["type"]],
          "then": Self.reference(table.name),
        ])
      }
      return [
        "description": "One cell of the form.", "type": "object", "required": ["type"],
        "properties": ["type": ["enum": .array(CellType.allCases.map { .string($0.rawValue) })]],
        "allOf": .array(branches),
      ]
    }
  }
}
