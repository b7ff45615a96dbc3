public import Support

/// All mistakes found, in the order of the files and of their lines.
public struct DefinitionErrors: Error, Sendable, Equatable, CustomStringConvertible {
  public var diagnostics: [Diagnostic]
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
  /// One line each.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The kinds of mistakes in a definition.
extension Diagnostic.Code {
  public static let unknownKey = Self(rawValue: "unknown-key")
  public static let missingKey = Self(rawValue: "missing-key")
  public static let wrongType = Self(rawValue: "wrong-type")
  /// The right type, but not one of the values it may have.
  public static let badValue = Self(rawValue: "bad-value")
  public static let duplicate = Self(rawValue: "duplicate")
  /// A reference to nothing.
  public static let unknownReference = Self(rawValue: "unknown-reference")
  public static let cycle = Self(rawValue: "cycle")
  public static let minimumOverMaximum = Self(rawValue: "minimum-over-maximum")
  /// A default value that its cell would refuse.
  public static let refusedDefault = Self(rawValue: "refused-default")
  /// The key has no effect beside what else the definition says.
  public static let noEffect = Self(rawValue: "no-effect")
  /// The source file of options.
  public static let source = Self(rawValue: "source")
}
