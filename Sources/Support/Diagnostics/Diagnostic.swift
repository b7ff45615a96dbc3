/// One finding about a file of the host's: a definition, its sources, a template, an asset.
public struct Diagnostic: Error, Sendable, Equatable {
  /// An error prevents the use of the file; a warning and a note do not.
  public enum Severity: String, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used anyway.
    case warning
    /// The file is correct; the note says what was not checked.
    case note
  }

  /// The file's path as the caller named it.
  public var path: String
  /// The place in the file; its first character if the finding concerns the whole file.
  public var position: SourcePosition
  /// How serious it is.
  public var severity: Severity
  /// `sections[0].cells[2].options[1].value`; empty for the file itself, and in files without keys.
  public var keyPath: String
  /// The kind of mistake.
  public var code: Code
  /// For people: what is wrong and how to fix it.
  public var message: String
  /// Answers to a form with which the finding can be seen; `nil` if it needs none.
  package var answers: JSONValue?
  /// The line of the file; `nil` if there is none to show.
  package var excerpt: Excerpt?

  package init(
    path: String, position: SourcePosition = .start, severity: Severity = .error, keyPath: String = "", code: Code,
    message: String, excerpt: Excerpt? = nil
  ) {
    self.path = path
    self.position = position
    self.severity = severity
    self.keyPath = keyPath
    self.code = code
    self.message = message
    self.excerpt = excerpt
  }

  /// A kind of finding, stable for programs. Each layer defines its own.
  public struct Code: Sendable, Hashable {
    /// `unknown-key`; for a warning the id of its guideline, `LP7`.
    public let name: String
    /// The kind in one sentence.
    package let summary: String

    package init(_ name: String, summary: String) {
      self.name = name
      self.summary = summary
    }

    package static let unreadable = Code("unreadable", summary: "A file cannot be read.")
    package static let syntax = Code("syntax", summary: "A file breaks the grammar of its format.")
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The headline, followed by the line and a caret under the place.
  public var description: String { excerpt.map { "\(headline)\n\($0.text)" } ?? headline }

  /// `Templates/cells/text.html:12:5: error: message`. The id of a warning or note comes before the message, and so does a key
  /// path.
  package var headline: String {
    let rule = severity != .error ? "[\(code.name)] " : ""
    let place = keyPath.isEmpty ? "" : "\(keyPath): "
    return "\(path):\(position.line):\(position.column): \(severity.rawValue): \(rule)\(place)\(message)"
  }
}

extension Diagnostic: Comparable {
  /// By file and place, then by message, so that a listing always has the same order.
  public static func < (first: Diagnostic, second: Diagnostic) -> Bool {
    (first.path, first.position, first.message) < (second.path, second.position, second.message)
  }
}

/// A place in a text file, as people and editors count: from 1, columns in characters (grapheme clusters).
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// From 1.
  public var line: Int
  /// From 1, in characters.
  public var column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  /// The first character of a file.
  package static let start = SourcePosition(line: 1, column: 1)

  public static func < (a: SourcePosition, b: SourcePosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
