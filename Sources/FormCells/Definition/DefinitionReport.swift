import Support

/// Gathers what is wrong with one document.
final class DefinitionReport {
  let path: String
  let source: SourceText
  /// More in one document are not reported: whoever gets so many mends the first and looks again.
  static let limit = 1_000

  private enum Finding {
    case here(Diagnostic.Code, keyPath: String, message: String)
    /// In a source file; it stands where the document names that file.
    case elsewhere(Diagnostic)
  }
  private var found: [(offset: Int, finding: Finding)] = []

  init(path: String, source: SourceText) {
    self.path = path
    self.source = source
  }

  func add(_ code: Diagnostic.Code, at offset: Int, _ keyPath: String, _ message: String) {
    add(.here(code, keyPath: keyPath, message: message), at: offset)
  }

  func add(_ diagnostic: Diagnostic, at offset: Int) { add(.elsewhere(diagnostic), at: offset) }

  private func add(_ finding: Finding, at offset: Int) {
    if found.count < Self.limit { found.append((offset, finding)) }
  }

  func add(_ error: JSONError) { add(.syntax, at: error.offset, "", error.message) }

  /// Parses the document, keys that stand twice being reported; nil where it is not JSON, which is reported too.
  func parse() -> JSONNode? {
    do {
      let (root, duplicates) = try JSONReader.documentKeepingDuplicates(source.bytes)
      for duplicate in duplicates {
        add(.duplicate, at: duplicate.offset, root.keyPath(ofKeyAt: duplicate.offset) ?? "", duplicate.message)
      }
      return root
    } catch {
      add(error)
      return nil
    }
  }

  var isEmpty: Bool { found.isEmpty }

  /// In the order of lines; those of one place in the order in which they were found.
  var diagnostics: [Diagnostic] {
    let sorted = found.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    let places = source.positions(of: sorted.map(\.element.offset))
    return zip(sorted, places).map { entry, place in
      switch entry.element.finding {
      case .elsewhere(let diagnostic): diagnostic
      case .here(let code, let keyPath, let message):
        Diagnostic(path: path, position: place, keyPath: keyPath, code: code, message: message)
      }
    }
  }
}
