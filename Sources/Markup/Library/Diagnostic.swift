/// One finding about a template, at its place in the file.
public struct Diagnostic: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// The file as the library was told it, such as `Templates/cells/text.html`.
  public let path: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  public let severity: Severity
  public let message: String
  /// The line of the file, or an empty string where there is none to show.
  public let snippet: String
}

extension Diagnostic: CustomStringConvertible {
  /// `Templates/cells/text.html:12:5: error: …`, then the line and a caret under the place.
  public var description: String {
    let headline = "\(path):\(line):\(column): \(severity.rawValue): \(message)"
    guard !snippet.isEmpty else { return headline }
    // A tab stays a tab so that the caret stands under its character whatever a tab's width.
    let indent = String(
      String.UnicodeScalarView(snippet.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }))
    return "\(headline)\n\(snippet)\n\(indent)^"
  }
}

extension Diagnostic: Comparable {
  /// By file, line, column; then by message, so that a listing never changes its order.
  public static func < (first: Diagnostic, second: Diagnostic) -> Bool {
    (first.path, first.line, first.column, first.message) < (second.path, second.line, second.column, second.message)
  }
}
