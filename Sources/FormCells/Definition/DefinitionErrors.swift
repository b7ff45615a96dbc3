public import Support

/// All mistakes found, in the order of the files and of their lines.
public struct DefinitionErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// One for each mistake, with its place.
  public var diagnostics: [Diagnostic]
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
  /// One line each.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The kinds of mistakes in a definition.
extension Diagnostic.Code {
  package static let unknownKey = Self("unknown-key", "A key that the format does not have.")
  package static let missingKey = Self("missing-key", "A key that must be there is missing.")
  package static let wrongType = Self("wrong-type", "A value of another type than its key takes.")
  package static let badValue = Self("bad-value", "A value of the right type, but none that its key takes.")
  package static let duplicate = Self("duplicate", "A duplicate of something that must be unique.")
  package static let unknownReference = Self("unknown-reference", "A reference to nothing.")
  package static let cycle = Self("cycle", "Conditions that go in a circle.")
  package static let minimumOverMaximum = Self("minimum-over-maximum", "A minimum over its maximum.")
  package static let refusedDefault = Self("refused-default", "A default value that its cell would refuse.")
  package static let noEffect = Self("no-effect", "A key without effect, because of another key.")
  package static let languageGap = Self("language-gap", "A text lacks a language that other texts of the form have.")
  package static let source = Self("source", "A source file of options cannot be used.")
}
