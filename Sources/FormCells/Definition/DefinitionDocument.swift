package import Support

/// A definition that was read without errors, together with its document. Some checks need more than the form, such as the position of a
/// key.
package struct DefinitionDocument: Sendable {
  package let path: String
  package let source: SourceText
  package let root: JSONNode
  package let form: Form
  let languages: WholeLanguages
  /// The errors of a definition that was read with placeholders for what is wrong.
  var mistakes: [Diagnostic] = []

  /// Whether a finding is about a part without errors.
  package func isCertain(_ finding: Diagnostic) -> Bool {
    let cell = finding.keyPath.cellPath
    return !mistakes.contains {
      $0.path == path && ($0.keyPath == finding.keyPath || cell != nil && $0.keyPath.cellPath == cell)
    }
  }
}

extension String {
  /// The part of a key path up to its cell; `nil` if it is not in a cell.
  fileprivate var cellPath: Substring? {
    guard let cells = firstRange(of: ".cells["), let end = self[cells.upperBound...].firstIndex(of: "]") else {
      return nil
    }
    return self[...end]
  }
}

extension DefinitionDocument {
  /// A warning for each text that lacks a language that other texts have: the form cannot be shown in that language.
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
  /// Warnings about the form's files of options, each file once.
  package var sourceWarnings: [Diagnostic] {
    var said: Set<String> = []
    return form.cells.compactMap(\.optionSource).flatMap(\.warnings).filter { said.insert("\($0)").inserted }.map {
      Diagnostic(
        path: $0.path, position: $0.position ?? .start, severity: .warning, code: .source, message: $0.message,
        excerpt: $0.excerpt)
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

  /// The definition with placeholders for what is wrong, to find warnings besides its errors; `nil` if it cannot be read at all.
  package static func withStandIns(
    path: String, sourceFolders: [String], images: Set<String>?, stores: OptionStores, _ errors: DefinitionErrors
  ) -> DefinitionDocument? {
    guard let bytes = try? DefinitionFiles.read(path) else { return nil }
    let decoder = FormDecoder(
      bytes: bytes, path: path, directory: DefinitionFiles.directory(of: path), sourceFolders: sourceFolders,
      images: images, stores: stores)
    decoder.makesStandIns = true
    var document = decoder.document()
    document?.mistakes = errors.diagnostics
    return document
  }

  /// Loads all definitions; see `FormDefinition.load`.
  package static func load(
    path: String, sourceFolders: [String] = [], images: Set<String>? = nil, stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> [DefinitionDocument] {
    var documents: [DefinitionDocument] = []
    var diagnostics: [Diagnostic] = []
    for (_, result) in try loadEach(path: path, sourceFolders: sourceFolders, images: images, stores: stores) {
      switch result {
      case .success(let document): documents.append(document)
      case .failure(let errors): diagnostics += errors.diagnostics
      }
    }
    guard diagnostics.isEmpty else { throw DefinitionErrors(diagnostics) }
    return documents.sorted { $0.form.id < $1.form.id }
  }

  /// Loads the definitions one by one, so that one bad file does not hide the others (`serve --watch`, `check`).
  /// - Returns: for each file its form or its errors, in the order of file names. A second form with the same id is an error.
  /// - Throws: if there is no such file or folder, or no definition in it.
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
    // A definition that was refused early does not tell its sources, but its text names them.
    let refused = outcomes.filter { $0.document == nil }.map { (path: $0.path, text: $0.decoder.report.source.bytes) }
    func isNamed(_ path: String) -> Bool {
      let name = Array("\"\(path.split(separator: "/").last ?? "")\"".utf8)
      return refused.contains { $0.path != path && $0.text.firstRange(of: name) != nil }
    }
    for (path, decoder, document) in outcomes where !sources.contains(DefinitionFiles.canonical(path)) {
      guard let document else {
        if isNamed(path) { continue }
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
        continue
      }
      let id = document.form.id
      if let first = pathByID[id] {
        decoder.report.add(
          .duplicate, at: decoder.idOffset, path: "id",
          message: "the form of \(first) already has the id “\(id)”; give this one another")
        loaded.append((path, .failure(DefinitionErrors(decoder.report.diagnostics))))
      } else {
        pathByID[id] = path
        loaded.append((path, .success(document)))
      }
    }
    return loaded
  }
}

extension DefinitionDocument {
  /// A warning for each subfolder with JSON files, and for each file with another ending of JSON, since they are not read.
  /// - `forms`: the forms of the folder; their option files are read.
  package static func passedOver(in folder: String, reading forms: [Form]) -> [Diagnostic] {
    let read = Set(forms.flatMap(\.cells).compactMap { $0.optionSource?.path }.map { DefinitionFiles.canonical($0) })
    let misnamed = DefinitionFiles.misnamed(in: folder).filter { !read.contains(DefinitionFiles.canonical($0.path)) }
    let files = misnamed.map { path, meant in
      Diagnostic(
        path: path, severity: .warning, code: .passedOver,
        message: "this file is not read: definitions end in .json; did you mean “\(meant)”?")
    }
    return files
      + DefinitionFiles.furtherFolders(in: folder).compactMap { path, files in
        guard files.contains(where: { !read.contains(DefinitionFiles.canonical($0)) }) else { return nil }
        return Diagnostic(
          path: path, severity: .warning, code: .passedOver,
          message:
            "definitions in subfolders are not read; move them to \(folder), or name this folder")
      }
  }
}

extension Diagnostic.Code {
  fileprivate static let passedOver = Self(
    "passed-over", summary: "A file of JSON that is not read: in a subfolder, or with another ending.")
}

/// A text of a definition, and its languages.
struct ShownText: Sendable {
  let offset: Int
  let keyPath: String
  /// Empty for a plain string, which is in the language of the form's locale.
  let languages: [LanguageTag]
}

/// The languages in which a form can be shown: those that all its texts have.
struct WholeLanguages: Sendable {
  /// The form's own language first, then the others by name. Never empty.
  let tags: [LanguageTag]
  /// The texts that lack languages that other texts have, in the order of the document.
  let gaps: [(text: ShownText, missing: [LanguageTag])]

  /// - `locale`: the language of plain strings; every text has it.
  init(of texts: [ShownText], in locale: LanguageTag) {
    var sets: Set<[LanguageTag]> = []
    for text in texts { sets.insert(text.languages.isEmpty ? [locale] : text.languages) }
    // The languages of objects, and the locale if none of them matches it.
    var known = Set(texts.flatMap(\.languages)).sorted()
    if locale.match(among: known) == nil { known.append(locale) }
    let whole = known.filter { language in sets.allSatisfy { language.match(among: $0) != nil } }
    let own = locale.match(among: whole) ?? locale
    tags = [own] + whole.filter { $0 != own }
    let missing = Dictionary(
      uniqueKeysWithValues: sets.map { set in (set, known.filter { $0.match(among: set) == nil }) })
    gaps = texts.compactMap { text in
      guard let lacking = missing[text.languages.isEmpty ? [locale] : text.languages], !lacking.isEmpty else {
        return nil
      }
      return (text, lacking)
    }
  }
}
