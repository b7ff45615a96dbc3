package import Support

/// One mistake in a source file of options: where, what, and how to mend it.
package struct OptionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  package var path: String
  /// Nil where the file as a whole is at fault.
  package var position: SourcePosition?
  /// The line, or of a long one the part around the place.
  package var excerpt: Excerpt?
  package var reason: Reason
  /// The lines of the same mistake further down, the first of them, and how many there are.
  package var furtherLines: [Int] = []
  package var furtherCount = 0

  package init(
    _ reason: Reason, path: String, position: SourcePosition? = nil, excerpt: Excerpt? = nil, furtherLines: [Int] = [],
    furtherCount: Int = 0
  ) {
    self.furtherLines = furtherLines
    self.furtherCount = furtherCount
    self.reason = reason
    self.path = path
    self.position = position
    self.excerpt = excerpt
  }

  package enum Reason: Sendable, Equatable {
    // The file as a whole.
    case missingFile
    /// It is not below a folder that it may be in.
    case outsideFolders
    /// The system's word for it.
    case unreadable(String)
    case notAFile
    /// An image that an option names is not among the assets.
    case missingImage(String, known: [String])
    /// The extension is none of `.csv`, `.json`, `.jsonl`.
    case unknownFormat
    case fileTooLarge(byteLimit: Int)
    case changedWhileReading
    case invalidUTF8
    case emptyFile
    /// Too few rows can be chosen for a cell that is required.
    case shortage(OptionShortage)

    // Databases.
    /// SQLite's word for it.
    case notADatabase(String)
    case missingTable(String, present: [String])
    /// A view has no rows of its own.
    case view(String)
    case missingTableColumn(String, present: [String])
    /// Several rows have this value.
    case identicalValues(String, column: String)

    // Columns and rows.
    case missingColumn(String, present: [String])
    case repeatedColumn(String)
    case tooManyColumns(limit: Int)
    case tooManyRows(limit: Int)
    case tooManyLists(String, limit: Int)
    case fieldTooLong(String, byteLimit: Int)
    /// The value column holds nothing.
    case emptyValue(String)
    case duplicateValue(String, firstLine: Int)
    /// A value has a line end or a control character, which no field of a page carries.
    case untypeable(String, Unicode.Scalar)

    // What is read all the same: warnings.
    /// Blanks around the name of a column.
    case blankInHeader(String)
    /// Blanks around texts of a column.
    case blankAround(String)
    /// Line ends or control characters in texts of a column.
    case lineEndInText(String)
    /// Two values that people hardly tell apart.
    case alikeValues(String, String)

    // CSV.
    case unclosedQuote
    /// After the closing quote of a field.
    case textAfterQuote
    /// Within an unquoted field.
    case strayQuote
    /// Without a line feed after it.
    case strayCarriageReturn
    case raggedRow(fields: Int, expected: Int)

    // JSON.
    case notAnArray
    /// A row is neither a string nor an object.
    case notAnOption(found: String)
    case missingKey(String)
    case wrongType(String, found: String, expected: String)
    case repeatedKey(String)
    /// An option object has a key that none has.
    case unknownKey(String, known: [String])
    /// A text of an option is empty, or nothing but white space.
    case blankText(String)
    /// A text of an option has this character.
    case control(Unicode.Scalar)
    /// A line of `.jsonl` ends before its option does.
    case tornLine
    /// A `.jsonl` file holds one array.
    case arrayInLines
    case syntax(JSONProblem)

    /// Whether the file can be used all the same.
    var isWarning: Bool {
      switch self {
      case .blankInHeader, .blankAround, .lineEndInText, .alikeValues: true
      default: false
      }
    }
  }

  /// A mistake of JSON's own grammar.
  package struct JSONProblem: Sendable, Equatable {
    let error: JSONError
    package var message: String { error.message }
  }
}

/// All mistakes of a source file, in the order of its lines, up to a bound.
public struct OptionFileErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Whoever mends a file wants to see the kinds of mistakes it has, not all million of them.
  package static let limit = 50
  package var errors: [OptionFileError]
  /// Whether reading stopped at the bound.
  package var isCutShort: Bool

  package init(_ errors: [OptionFileError], isCutShort: Bool = false) {
    self.errors = errors
    self.isCutShort = isCutShort
  }

  /// One after the other, each with the line of its place.
  public var description: String {
    (errors.map(\.description) + (isCutShort ? ["\(errors.count) mistakes found; reading stopped there"] : []))
      .joined(separator: "\n")
  }
}

extension OptionFileError {
  /// `file:line:column: error: message`; then the line and a caret under the place.
  package var description: String {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(reason.isWarning ? "warning" : "error"): \(message)"
      + (excerpt.map { "\n\($0.text)" } ?? "")
  }

  /// The mistake, and how to mend it; where else it stands.
  package var message: String {
    guard furtherCount > 0 else { return reason.message }
    let lines = furtherLines.map(String.init).joined(separator: ", ")
    let rest = furtherCount - furtherLines.count
    return "\(reason.message) (also in line \(lines)\(rest > 0 ? " and \(rest) more" : ""))"
  }
}

extension OptionFileError.Reason {
  init(_ error: FileError) {
    self =
      switch error {
      case .missing: .missingFile
      case .notAFile: .notAFile
      case .tooLarge(let limit): .fileTooLarge(byteLimit: limit)
      case .changedWhileReading: .changedWhileReading
      case .system(let reason): .unreadable(reason)
      }
  }
}
