/// Gathers what is wrong with one document.
final class DefinitionReport {
  let path: String
  let source: SourceText
  /// By where they belong in the document: a mistake in a source file stands where the document names that file.
  private var found: [(offset: Int, diagnostic: Diagnostic)] = []

  init(path: String, source: SourceText) {
    self.path = path
    self.source = source
  }

  func add(_ code: Diagnostic.Code, at offset: Int, _ keyPath: String, _ message: String) {
    let place = source.position(of: offset)
    add(Diagnostic(path: path, position: place, keyPath: keyPath, code: code, message: message), at: offset)
  }

  func add(_ diagnostic: Diagnostic, at offset: Int) { found.append((offset, diagnostic)) }

  func add(_ error: JSONError) {
    let code: Diagnostic.Code = if case .duplicateKey = error.reason { .duplicate } else { .syntax }
    add(code, at: error.offset, "", error.message)
  }

  var isEmpty: Bool { found.isEmpty }

  /// In the order of lines; those of one place in the order in which they were found.
  var diagnostics: [Diagnostic] {
    found.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element.diagnostic)
  }
}
