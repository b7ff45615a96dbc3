import Support

/// Reads form definitions: strict, and every mistake is reported, all at once.
public enum FormDefinition {
  /// Decodes one definition.
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: names the file in diagnostics; its name without `.json` is the form's `id` where the definition has none.
  ///   - directory: what the paths of `source` are relative to.
  /// - Throws: everything that is wrong with it, in the order of lines.
  public static func decode(
    bytes: [UInt8], path: String, directory: String
  ) throws(DefinitionErrors) -> Form {
    let decoder = FormDecoder(bytes: bytes, path: path, directory: directory)
    guard let form = decoder.decode() else { throw DefinitionErrors(decoder.report.diagnostics) }
    return form
  }

  /// Loads a definition file, or every `*.json` of a folder that is not the source of another's options.
  /// - Returns: the forms, sorted by id.
  /// - Throws: the mistakes of all files.
  public static func load(path: String) throws(DefinitionErrors) -> [Form] {
    var forms: [Form] = []
    var diagnostics: [Diagnostic] = []
    for (_, result) in try loadEach(path: path) {
      switch result {
      case .success(let form): forms.append(form)
      case .failure(let errors): diagnostics += errors.diagnostics
      }
    }
    guard diagnostics.isEmpty else { throw DefinitionErrors(diagnostics) }
    return forms.sorted { $0.id < $1.id }
  }

  /// Loads the definitions one by one, so that one bad file does not hide the others (`serve --watch`, `check`).
  /// - Returns: for each file its form or its mistakes, in the order of file names. Of two forms of one id the second
  ///   is a mistake.
  /// - Throws: where there is no such file or folder, or no definition in it.
  public static func loadEach(
    path: String
  ) throws(DefinitionErrors) -> [(path: String, form: Result<Form, DefinitionErrors>)] {
    let paths = try DefinitionFiles.definitions(at: path)
    var sources: Set<String> = []
    var outcomes: [(path: String, decoder: FormDecoder, form: Form?)] = []
    for path in paths {
      let directory = DefinitionFiles.directory(of: path)
      let bytes: [UInt8]
      do {
        bytes = try DefinitionFiles.read(path)
      } catch {
        let decoder = FormDecoder(bytes: [], path: path, directory: directory)
        decoder.report.add(error, at: 0)
        outcomes.append((path, decoder, nil))
        continue
      }
      let decoder = FormDecoder(bytes: bytes, path: path, directory: directory)
      let form = decoder.decode()
      sources.formUnion(decoder.sourcePaths.map(DefinitionFiles.canonical))
      outcomes.append((path, decoder, form))
    }
    var pathByID: [String: String] = [:]
    var loaded: [(path: String, form: Result<Form, DefinitionErrors>)] = []
    for (path, decoder, form) in outcomes where !sources.contains(DefinitionFiles.canonical(path)) {
      guard let form else {
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
        continue
      }
      if let first = pathByID[form.id] {
        decoder.report.add(
          .duplicate, at: decoder.idOffset, "id", "the form of \(first) has the id “\(form.id)” already")
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
      } else {
        pathByID[form.id] = path
        loaded.append((path, .success(form)))
      }
    }
    return loaded
  }
}
