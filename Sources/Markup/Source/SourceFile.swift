package import Support

/// A template's bytes, and the way from a byte's offset to its line and column.
struct SourceFile: Sendable {
  /// Its name for `t:part`, such as `parts/message`.
  let name: String
  let path: String
  let bytes: [UInt8]

  func diagnostic(_ severity: Diagnostic.Severity, at offset: Int, _ message: String) -> Diagnostic {
    let text = SourceText(bytes)
    let position = text.position(of: offset)
    let line = String(decoding: text.lineBytes(around: offset), as: UTF8.self)
    return Diagnostic(
      path: path, position: position, severity: severity, code: .template, message: message,
      snippet: String(line.prefix(max(Self.snippetCharacterLimit, position.column + 40))))
  }

  /// A line longer than this (a path of a drawing, say) is cut after the caret.
  static let snippetCharacterLimit = 160
}

extension Diagnostic.Code {
  /// A template does not fit the view that it shows, or a grammar.
  package static let template = Diagnostic.Code(rawValue: "template")
}
