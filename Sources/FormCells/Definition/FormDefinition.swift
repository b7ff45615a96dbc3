import Support

/// Reads form definitions: strict, and every mistake is reported, all at once.
public enum FormDefinition {
  /// Decodes one definition.
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: names the file in diagnostics; its name without `.json` is the form's `id` where the definition has none.
  ///   - directory: what the paths of `source` are relative to, and below which they must lead.
  ///   - sourceFolders: folders below which they may lead too.
  ///   - images: those that there are, by their paths under Public: an option that names another is a mistake; nil: not
  ///     asked.
  ///   - stores: those that `source` may name beside files.
  /// - Throws: everything that is wrong with it, in the order of lines.
  public static func decode(
    bytes: [UInt8], path: String, directory: String, sourceFolders: [String] = [], images: Set<String>? = nil,
    stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> Form {
    try DefinitionDocument(
      bytes: bytes, path: path, directory: directory, sourceFolders: sourceFolders, images: images, stores: stores
    ).form
  }

  /// Loads a definition file, or every `*.json` of a folder that is not the source of another's options.
  /// - Parameters: as of `decode`.
  /// - Returns: the forms, sorted by id.
  /// - Throws: the mistakes of all files.
  public static func load(
    path: String, sourceFolders: [String] = [], images: Set<String>? = nil, stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> [Form] {
    var forms: [Form] = []
    var diagnostics: [Diagnostic] = []
    for (_, result) in try loadEach(path: path, sourceFolders: sourceFolders, images: images, stores: stores) {
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
  package static func loadEach(
    path: String, sourceFolders: [String] = [], images: Set<String>? = nil, stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> [(path: String, form: Result<Form, DefinitionErrors>)] {
    try DefinitionDocument.loadEach(path: path, sourceFolders: sourceFolders, images: images, stores: stores).map {
      path, document in
      (path, document.map(\.form))
    }
  }
}
