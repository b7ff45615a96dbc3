/// One mistake in a source file of options: where, what, and how to mend it.
public struct OptionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  /// Nil where the file as a whole is at fault.
  public var position: SourcePosition?
  public var reason: Reason

  public init(_ reason: Reason, path: String, position: SourcePosition? = nil) {
    self.reason = reason
    self.path = path
    self.position = position
  }

  public enum Reason: Sendable, Equatable {
    case missingFile
    /// The system's word for it.
    case unreadable(String)
    case notAFile
    /// The extension is none of `.csv`, `.json`, `.jsonl`.
    case unknownFormat(String)
    case fileTooLarge(limitBytes: Int)
    case tooManyRows(limit: Int)
    case fieldTooLong(column: String, limitBytes: Int)
    case invalidUTF8
    case emptyFile
    case missingColumn(String, present: [String])
    case repeatedColumn(String)
    /// A quoted CSV field that never ends.
    case unclosedQuote
    /// Text after the closing quote of a CSV field.
    case textAfterQuote
    /// A quote within an unquoted CSV field.
    case strayQuote
    case raggedRow(fields: Int, expected: Int)
    case emptyValue(column: String)
    case duplicateValue(String, firstLine: Int)
    /// JSON: the document is no array.
    case notAnArray(found: String)
    /// JSON: a row is neither a string nor an object.
    case notAnOption(found: String)
    case missingKey(String)
    case wrongType(key: String, found: String, expected: String)
    case repeatedKey(String)
    /// JSON syntax, in the parser's words.
    case syntax(String)
  }
}

/// All mistakes of a source file, in the order of its lines, up to a bound.
public struct OptionFileErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Whoever mends a file wants to see the kinds of mistakes it has, not all million of them.
  public static let limit = 50
  public var errors: [OptionFileError]
  /// Whether reading stopped at the bound.
  public var isCutShort: Bool

  public init(_ errors: [OptionFileError], isCutShort: Bool = false) {
    self.errors = errors
    self.isCutShort = isCutShort
  }

  /// One line each.
  public var description: String {
    (errors.map(\.description) + (isCutShort ? ["\(errors.count) mistakes found; reading stopped there"] : []))
      .joined(separator: "\n")
  }
}

extension OptionFileError {
  /// `file:line:column: error: message`
  public var description: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): error: \(message)"
  }

  /// What is wrong and how to mend it.
  public var message: String { "\(reason)" }
}
