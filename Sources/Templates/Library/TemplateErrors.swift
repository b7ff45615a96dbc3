public import Support

/// Everything that is wrong with the templates, all at once; the warnings are listed too.
public struct TemplateErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Sorted by file, line and column; at least one is an error.
  public let diagnostics: [Diagnostic]

  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
