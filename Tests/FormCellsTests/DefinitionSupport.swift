import FormCells
import Support
import Testing

/// Decodes a definition given in a test.
func decode(_ text: String, path: String = "form.json", directory: String = "") throws -> Form {
  try FormDefinition.decode(bytes: Array(text.utf8), path: path, directory: directory)
}

/// The mistakes in a definition, one a line; empty if there are none.
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

/// A form with these cells, each a JSON object.
func form(_ cells: String..., keys: String = "") throws -> Form {
  try decode("{\(keys) \"title\": \"T\", \"sections\": [{\"cells\": [\(cells.joined(separator: ", "))]}]}")
}

/// The mistakes in a cell, without their places.
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
