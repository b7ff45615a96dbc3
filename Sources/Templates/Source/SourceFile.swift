package import Support

/// A template's bytes, and the way from a byte's offset to its line and column.
struct SourceFile: Sendable {
  /// Its name for `t:part`, such as `parts/message`.
  let name: String
  let path: String
  let bytes: [UInt8]

  func diagnostic(_ severity: Diagnostic.Severity, at offset: Int, _ message: String) -> Diagnostic {
    let place = SourceText(bytes).place(of: offset)
    return Diagnostic(
      path: path, position: place.position, severity: severity, code: .template, message: message,
      excerpt: place.excerpt)
  }
}

extension Diagnostic.Code {
  package static let template = Diagnostic.Code(
    "template", "A template does not fit the view that it shows, or a grammar.")
}
