import FormCells
import Glibc
import Support

/// Finds and reads form definitions for the commands.
enum Definitions {
  static func load(_ path: String) throws(Failure) -> [Form] {
    do throws(DefinitionErrors) { return try FormDefinition.load(path: path) } catch {
      throw Failure(error.diagnostics.map(\.description))
    }
  }

  /// FORM: a definition's file, or the id of a sample form.
  static func form(_ argument: String, templates: String) throws(Failure) -> Form {
    let path = argument.hasSuffix(".json") ? argument : "\(templates)/forms/\(argument).json"
    guard let form = try load(path).first else { throw Failure("\(path): error: no form in it") }
    return form
  }

  /// - Throws: an unreadable file as a diagnostic at its beginning.
  static func read(_ path: String) throws(DefinitionErrors) -> [UInt8] {
    func failed() -> DefinitionErrors {
      DefinitionErrors([
        Diagnostic(
          path: path, position: SourcePosition(line: 1, column: 1), keyPath: "", code: .unreadable,
          message: "cannot be read: \(String(cString: strerror(errno)))")
      ])
    }
    guard let file = fopen(path, "re") else { throw failed() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      bytes += block[..<count]
      if count < block.count { break }
    }
    if ferror(file) != 0 { throw failed() }
    return bytes
  }
}
