/// Reads form definitions (contract: strict; every mistake is reported, all at once).
public enum FormDefinition {
  /// Decodes one definition.
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: names the file in diagnostics; its name without `.json` is the form's `id` where the definition has none.
  ///   - directory: what the paths of `source` are relative to.
  /// - Throws: everything that is wrong with it, in the order of lines.
  public static func decode(
    bytes: [UInt8], path: String, directory: String
  ) throws(DefinitionErrors) -> Form { throw DefinitionErrors([]) }

  /// Loads a definition file, or every `*.json` of a folder that is not the source of another's options.
  /// - Returns: the forms, sorted by id.
  /// - Throws: the mistakes of all files.
  public static func load(path: String) throws(DefinitionErrors) -> [Form] { throw DefinitionErrors([]) }

  /// Loads the definitions one by one, so that one bad file does not hide the others (`serve --watch`, `check`).
  /// - Returns: for each file its form or its mistakes, in the order of file names.
  public static func loadEach(
    path: String
  ) throws(DefinitionErrors) -> [(path: String, form: Result<Form, DefinitionErrors>)] { throw DefinitionErrors([]) }
}

/// The JSON Schema (draft 2020-12) of the definition format, made from the key tables that the decoder reads.
public enum FormSchema {
  /// UTF-8, pretty.
  public static let json: [UInt8] = []
}
