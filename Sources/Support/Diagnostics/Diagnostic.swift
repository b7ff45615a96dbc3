/// One finding about a file of the host's: a definition, its sources, a template, an asset.
public struct Diagnostic: Error, Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// As the file was named by whoever asked for it.
  public var path: String
  public var position: SourcePosition
  public var severity: Severity
  /// `sections[0].cells[2].options[1].value`; empty for the file itself, and where files have no keys.
  public var keyPath: String
  /// The kind of mistake.
  public var code: Code
  /// For people: what is wrong and how to mend it.
  public var message: String
  /// The line of the file, or an empty string where there is none to show.
  public var snippet: String

  public init(
    path: String, position: SourcePosition = .start, severity: Severity = .error, keyPath: String = "", code: Code,
    message: String, snippet: String = ""
  ) {
    self.path = path
    self.position = position
    self.severity = severity
    self.keyPath = keyPath
    self.code = code
    self.message = message
    self.snippet = snippet
  }

  /// A kind of mistake, stable for programs. Each layer names its own.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file breaks the grammar of its format.
    public static let syntax = Code(rawValue: "syntax")
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `Templates/cells/text.html:12:5: error: message`, the key path before the message; then the line and a caret under
  /// the place.
  public var description: String {
    let place = keyPath.isEmpty ? "" : "\(keyPath): "
    let headline = "\(path):\(position.line):\(position.column): \(severity.rawValue): \(place)\(message)"
    guard !snippet.isEmpty else { return headline }
    // A tab stays a tab so that the caret stands under its character whatever a tab's width.
    let indent = String(snippet.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " })
    return "\(headline)\n\(snippet)\n\(indent)^"
  }
}

extension Diagnostic: Comparable {
  /// By file and place; then by message, so that a listing never changes its order.
  public static func < (first: Diagnostic, second: Diagnostic) -> Bool {
    (first.path, first.position, first.message) < (second.path, second.position, second.message)
  }
}
