import FormCells
import Support
import TestSupport
import Testing

@Suite("The JSON Schema of the format") struct FormSchemaTests {
  private let schema: JSONValue

  init() throws { schema = try JSONReader.document(FormSchema.json).value }

  /// Visits every schema within, with its path.
  private func walk(_ value: JSONValue, _ path: String = "#", _ visit: (String, JSONValue) -> Void) {
    visit(path, value)
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() { walk(element, "\(path)/\(index)", visit) }
    case .object(let members): for member in members { walk(member.value, "\(path)/\(member.key)", visit) }
    default: return
    }
  }

  @Test("the schema is of draft 2020-12, has a title and describes an object") func head() {
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["title"] == "FormCells form definition")
    #expect(schema["type"] == "object")
    #expect(schema["required"] == ["title", "sections"])
  }

  @Test("the schema is stored beside the sample forms, for editors") func besideTheSamples() {
    let file: String = #filePath
    let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
    let outcome = Snapshot.verify(
      String(decoding: FormSchema.json, as: UTF8.self), at: "/\(root)/Templates/forms/form.schema.json")
    #expect(outcome == .same, "\(outcome)")
  }

  @Test("every reference has a definition, and every definition is referred to") func references() throws {
    guard case .object(let definitions) = schema["$defs"] else { throw JSONError(.empty, at: 0) }
    var used: Set<String> = []
    walk(schema) { _, value in
      if case .string(let reference) = value["$ref"] { used.insert(reference) }
    }
    #expect(used == Set(definitions.map { "#/$defs/\($0.key)" }))
  }

  @Test("every object refuses unknown properties, and every property is described") func strict() {
    var objects = 0
    walk(schema) { path, value in
      // Only whole objects: not the schema that picks a cell's branch by its type, and not the conditions of `if`.
      guard case .object(let properties) = value["properties"], value["type"] == "object", path != "#/$defs/cell" else {
        return
      }
      objects += 1
      #expect(value["additionalProperties"] == false, "\(path)")
      for property in properties {
        guard case .string(let about) = property.value["description"] else {
          Issue.record("\(path)/\(property.key) is not described")
          continue
        }
        #expect(about.hasSuffix("."), "\(path)/\(property.key)")
      }
    }
    #expect(objects > 25)
  }

  @Test("the decoder refuses a key that the schema does not have, and knows each key that it has") func bothWays()
    throws
  {
    guard case .object(let definitions) = schema["$defs"] else { throw JSONError(.empty, at: 0) }
    for definition in definitions where definition.key.hasSuffix("-cell") {
      guard case .object(let properties) = definition.value["properties"] else { continue }
      let type = String(definition.key.dropLast(5))
      for key in properties.map(\.key) + ["nonsense"] where !["id", "type", "label"].contains(key) {
        let found = mistakes(cell: #"{ "id": "x", "type": "\#(type)", "label": "X", "\#(key)": {} }"#)
        #expect(found.contains { $0.hasPrefix("unknown-key .\(key):") } == (key == "nonsense"), "\(type) \(key)")
      }
    }
  }
}
