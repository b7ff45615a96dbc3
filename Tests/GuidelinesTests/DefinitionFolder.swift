import FormCells
import Guidelines
import Support

/// The definitions beside these tests.
enum DefinitionFolder {
  static let path = {
    let file: String = #filePath
    return "/" + file.split(separator: "/").dropLast().joined(separator: "/") + "/Definitions"
  }()

  static let samples = {
    let file: String = #filePath
    return "/" + file.split(separator: "/").dropLast(3).joined(separator: "/") + "/Templates/forms"
  }()

  /// The warnings on each definition of a folder, by the names of the files.
  static func warnings(in folder: String) throws -> [(name: String, warnings: [Diagnostic])] {
    try DefinitionDocument.loadEach(path: folder).map { path, document in
      let document = try document.get()
      return (path.split(separator: "/").last.map(String.init) ?? path, document.warnings + document.contradictions)
    }
  }
}

/// The warnings on a definition.
func warnings(_ text: String) throws -> [Diagnostic] {
  try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path).warnings
}

/// The warnings on a form of these cells, each a JSON object; `id key path`, the path from the first cell.
func warnings(cells: String..., keys: String = "") throws -> [String] {
  let text = "{\(keys) \"title\": \"T\", \"sections\": [{ \"cells\": [\(cells.joined(separator: ", "))] }] }"
  return try warnings(text).map { "\($0.code.name) \($0.keyPath.replacing("sections[0].cells[0].", with: ""))" }
}
