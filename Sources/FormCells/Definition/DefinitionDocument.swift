package import Support

/// A definition that was read without a mistake, with its document: for who has more to say of it than the form knows,
/// such as where a key stands.
package struct DefinitionDocument: Sendable {
  package let path: String
  package let source: SourceText
  package let root: JSONNode
  package let form: Form
  let languages: WholeLanguages
}

extension DefinitionDocument {
  /// A warning for each text that keeps the form from being shown in a language that other texts have.
  package var languageGaps: [Diagnostic] {
    zip(languages.gaps, source.places(of: languages.gaps.map(\.text.offset))).map { gap, place in
      let names = gap.missing.map { "“\($0)”" }.joined(separator: ", ")
      return Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: gap.text.keyPath, code: .languageGap,
        message: "the text lacks \(names), which other texts have; a form is shown in the languages that all have",
        excerpt: place.excerpt)
    }
  }
}

extension DefinitionDocument {
  /// Decodes one definition; see `FormDefinition.decode`.
  package init(
    bytes: [UInt8], path: String, directory: String, sourceFolders: [String] = [], images: Set<String>? = nil,
    stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) {
    let decoder = FormDecoder(
      bytes: bytes, path: path, directory: directory, sourceFolders: sourceFolders, images: images, stores: stores)
    guard let document = decoder.document() else { throw DefinitionErrors(decoder.report.diagnostics) }
    self = document
  }

  /// Loads the definitions one by one; see `FormDefinition.loadEach`.
  package static func loadEach(
    path: String, sourceFolders: [String] = [], images: Set<String>? = nil, stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> [(path: String, document: Result<DefinitionDocument, DefinitionErrors>)] {
    let paths = try DefinitionFiles.definitions(at: path)
    var sources: Set<String> = []
    var outcomes: [(path: String, decoder: FormDecoder, document: DefinitionDocument?)] = []
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
      let decoder = FormDecoder(
        bytes: bytes, path: path, directory: directory, sourceFolders: sourceFolders, images: images, stores: stores)
      let document = decoder.document()
      sources.formUnion(decoder.sourcePaths.map(DefinitionFiles.canonical))
      outcomes.append((path, decoder, document))
    }
    var pathByID: [String: String] = [:]
    var loaded: [(path: String, document: Result<DefinitionDocument, DefinitionErrors>)] = []
    for (path, decoder, document) in outcomes where !sources.contains(DefinitionFiles.canonical(path)) {
      guard let document else {
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
        continue
      }
      let id = document.form.id
      if let first = pathByID[id] {
        decoder.report.add(
          .duplicate, at: decoder.idOffset, "id",
          "the form of \(first) has the id “\(id)” already; give this one another")
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
      } else {
        pathByID[id] = path
        loaded.append((path, .success(document)))
      }
    }
    return loaded
  }
}
