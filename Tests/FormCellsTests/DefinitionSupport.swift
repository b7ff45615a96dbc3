import FormCells
import Support
import Testing

/// Decodes a definition that stands in a test.
func decode(_ text: String, path: String = "form.json", directory: String = "") throws -> Form {
  try FormDefinition.decode(bytes: Array(text.utf8), path: path, directory: directory)
}

/// The mistakes in a definition, a line each; empty where there are none.
func mistakes(_ text: String, path: String = "form.json", directory: String = "") -> [String] {
  do {
    _ = try decode(text, path: path, directory: directory)
    return []
  } catch let errors as DefinitionErrors {
    return errors.diagnostics.map(\.headline)
  } catch {
    return ["\(error)"]
  }
}

/// A form of these cells, each a JSON object.
func form(_ cells: String..., keys: String = "") throws -> Form {
  try decode("{\(keys) \"title\": \"T\", \"sections\": [{\"cells\": [\(cells.joined(separator: ", "))]}]}")
}

/// The mistakes of a cell, without their place.
func mistakes(cell: String, others: String = "", keys: String = "") -> [String] {
  let text = "{\(keys)\"title\": \"T\", \"sections\": [{\"cells\": [\(cell)\(others.isEmpty ? "" : ", \(others)")]}]}"
  do {
    _ = try decode(text)
    return []
  } catch let errors as DefinitionErrors {
    return errors.diagnostics.map {
      "\($0.code.name) \($0.keyPath.replacing("sections[0].cells[0]", with: "")): \($0.message)"
    }
  } catch {
    return ["\(error)"]
  }
}
