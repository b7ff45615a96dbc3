public import Support

/// One mistake in a definition or its source file, with its place.
public struct Diagnostic: Error, Sendable, Equatable, CustomStringConvertible {
  /// As the file was named on the command line.
  public var path: String
  public var position: SourcePosition
  /// `sections[0].cells[2].options[1].value`; empty for the document itself.
  public var keyPath: String
  /// The kind of mistake, stable for programs.
  public var code: Code
  /// For people: what is wrong and how to mend it.
  public var message: String

  public init(path: String, position: SourcePosition, keyPath: String, code: Code, message: String) {
    self.path = path
    self.position = position
    self.keyPath = keyPath
    self.code = code
    self.message = message
  }

  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be read.
    case unreadable
    /// Not JSON.
    case syntax
    case unknownKey = "unknown-key"
    case missingKey = "missing-key"
    case wrongType = "wrong-type"
    /// The right type, but not one of the values it may have.
    case badValue = "bad-value"
    case duplicate
    /// A reference to nothing.
    case unknownReference = "unknown-reference"
    case cycle
    case minimumOverMaximum = "minimum-over-maximum"
    /// A default value that its cell would refuse.
    case refusedDefault = "refused-default"
    /// The key has no effect beside what else the definition says.
    case noEffect = "no-effect"
    /// The source file of options.
    case source
  }

  /// `file:line:column: error: keyPath: message`
  public var description: String {
    let place = keyPath.isEmpty ? "" : "\(keyPath): "
    return "\(path):\(position.line):\(position.column): error: \(place)\(message)"
  }
}

/// All mistakes found, in the order of the files and of their lines.
public struct DefinitionErrors: Error, Sendable, Equatable, CustomStringConvertible {
  public var diagnostics: [Diagnostic]
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
  /// One line each.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
