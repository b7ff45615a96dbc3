import Localization
package import Support

/// One mistake in a source file of options: where it is, what it is, and how to correct it.
package struct OptionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  package var path: String
  /// The place; `nil` if the mistake concerns the whole file.
  package var position: SourcePosition?
  /// The line, or the part of a long line around the place.
  package var excerpt: Excerpt?
  package var reason: Reason
  /// Further lines with the same mistake: the first few of them, and their number.
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

  /// The number of values that a message names.
  static let namedLimit = 5

  package enum Reason: Sendable, Equatable {
    // The file as a whole.
    case missingFile
    /// It is not in a folder that it may be in.
    case outsideFolders
    /// Holds the system's message.
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
    /// A column with which a form calculates has texts that are not numbers.
    case notNumbers(String, example: String)
    case tooManyDecimals(String, limit: Int)

    // Databases.
    /// Holds SQLite's message.
    case notADatabase(String)
    case missingTable(String, present: [String])
    /// A view has no row ids.
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
    /// The value column is empty.
    case emptyValue(String)
    case duplicateValue(String, firstLine: Int)
    /// A value has a line end or a control character, which a field of a page cannot hold.
    case untypeable(String, Unicode.Scalar)

    /// A column such as `label@xx`, and why its language is refused.
    case unknownLanguage(String, String)

    // Trees.
    /// A row names a parent value that no row has.
    case missingParent(String, column: String)
    /// Rows whose parents form a circle: the first of them, and their number.
    case circle([String], count: Int)
    case tooDeep(levelLimit: Int)
    /// A value with rows below it is too long for a URL.
    case longParent(byteLimit: Int)

    /// A mistake in this row of a database, or in these rows.
    indirect case inRow(String, Reason)

    // What is read anyway: warnings.
    /// A column of a database by which rows are looked up has no index.
    case noIndex(String, table: String, rows: Int)
    /// Blanks around the name of a column.
    case blankInHeader(String)
    /// Blanks around texts of a column.
    case blankAround(String)
    /// Line ends or control characters in texts of a column.
    case lineEndInText(String)
    /// Two values that people can hardly distinguish.
    case alikeValues(String, String)

    // CSV.
    case unclosedQuote
    /// After the closing quote of a field.
    case textAfterQuote
    /// A quote within an unquoted field.
    case strayQuote
    /// A carriage return without a line feed after it.
    case strayCarriageReturn
    case raggedRow(fields: Int, expected: Int)

    // JSON.
    case notAnArray
    /// A row is neither a string nor an object.
    case notAnOption(found: String)
    case missingKey(String)
    case wrongType(String, found: String, expected: String)
    case repeatedKey(String)
    /// An option object has a key that options do not have.
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

    /// Whether the file can be used anyway.
    var isWarning: Bool {
      switch self {
      case .noIndex, .blankInHeader, .blankAround, .lineEndInText, .alikeValues: true
      default: false
      }
    }
  }

  /// A mistake in the grammar of JSON.
  package struct JSONProblem: Sendable, Equatable {
    let error: JSONError
    package var message: String { error.message }
  }
}

/// All mistakes of a source file, in the order of its lines, up to a limit.
public struct OptionFileErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// Enough to see which kinds of mistakes a file has.
  package static let limit = 50
  package var errors: [OptionFileError]
  /// Whether reading stopped at the limit.
  package var isCutShort: Bool

  package init(_ errors: [OptionFileError], isCutShort: Bool = false) {
    self.errors = errors
    self.isCutShort = isCutShort
  }

  /// The mistakes one after another, each with its line.
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

  /// The mistake, how to correct it, and where else it occurs.
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

extension OptionFileError.Reason {
  /// The mistake, and how to correct it.
  package var message: String {
    switch self {
    case .missingFile: "there is no such file; paths are relative to the form definition"
    case .outsideFolders:
      "the file is outside the folder of the definitions; move it there, or allow its folder with --allow-sources"
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    case .notAFile: "this is not a regular file"
    case .missingImage(let path, let known): Self.missingImage(path, known: known)
    case .unknownFormat:
      "the format is not known; name the file .csv, .json or .jsonl (a spreadsheet: save it as CSV, in UTF-8)"
    case .fileTooLarge(let limit): "the file is larger than \(limit >> 20) MiB; keep only the columns that are used"
    case .changedWhileReading:
      "the file changed while it was read; write a new file and rename it over the old one"
    case .invalidUTF8: "these bytes are not UTF-8; save the file in the encoding UTF-8"
    case .emptyFile: "the file is empty; a header row is expected"
    case .shortage(let shortage):
      "\(shortage.finding), and a required cell takes its options from here: nobody could send the form; add options"
    case .notNumbers(let column, let example):
      "the column “\(column)” has “\(example)”, and the form calculates with its numbers; write digits, such as 12.50"
    case .tooManyDecimals(let column, let limit):
      "the column “\(column)” has numbers with \(limit == 0 ? "decimals" : "more than \(limit) decimal\(limit == 1 ? "" : "s")"), and an "
        + "expression of the form has no room for them; write fewer, or round(…) there, and start again"
    case .notADatabase(let reason): "the database cannot be read: \(reason)"
    case .missingTable(let table, let present): Self.missingTable(table, present: present)
    case .view(let name): "“\(name)” is a view, whose rows cannot be told apart; name a table"
    case .missingTableColumn(let column, let present):
      "there is no column “\(column)”; the table has \(Self.names(present))"
    case .identicalValues(let value, let column):
      "several rows have the value “\(value)”; values must be unique: CREATE UNIQUE INDEX over “\(column)”"
    case .missingColumn(let column, let present): Self.missing(column, present: present)
    case .repeatedColumn(let column): "the header names the column “\(column)” twice; rename one of them"
    case .tooManyColumns(let limit): "more than \(limit) columns; keep only those that are used"
    case .tooManyRows(let limit): "more than \(limit) rows; split the file"
    case .tooManyLists(let column, let limit):
      "the column “\(column)” makes more than \(limit) lists; group by a column with fewer different texts"
    case .fieldTooLong(let column, let limit): "the text of “\(column)” is longer than \(limit) bytes; shorten it"
    case .emptyValue(let column): "the value in “\(column)” is empty; every row needs a unique value"
    case .duplicateValue(let value, let line):
      "the value “\(value)” is already in line \(line); every row needs a unique value"
    case .untypeable(let column, let scalar):
      "the value in “\(column)” has "
        + (scalar.isLineEnd ? "a line end" : "the control character \(Self.code(of: scalar))")
        + ", which pages do not send back unchanged; remove it"
    case .unknownLanguage(let column, let reason): "the column “\(column)”: \(reason)"
    case .missingParent(let value, let column):
      "no row has the value “\(value)”, which “\(column)” names as the row above; add it, or leave “\(column)” empty for the top level"
    case .circle(let values, let count):
      "the row is below itself: \(Self.circle(values, count: count)); leave the column empty in one of them"
    case .tooDeep(let limit): "the row is below \(limit) others; a tree has at most \(limit) levels"
    case .longParent(let limit):
      "the value is longer than \(limit) bytes, and with rows below it part of an address; shorten it"
    case .inRow(let row, let reason): "\(row): \(reason.message)"
    case .noIndex(let column, let table, let rows):
      "each look for rows by “\(column)” reads all \(rows) of “\(table)”; give the column an index: CREATE INDEX"
    case .blankInHeader(let column): "blanks around the column “\(column)” are trimmed; remove them"
    case .blankAround(let column): "blanks around the text of “\(column)” are trimmed; remove them"
    case .lineEndInText(let column):
      "a line end in the text of “\(column)” is read as a blank, and control characters are dropped; remove them"
    case .alikeValues(let value, let other):
      "the values “\(value)” and “\(other)” differ only in blanks or in the width of their characters; people cannot tell them apart"
    case .unclosedQuote: "this quote is never closed; end the field with a double quote"
    case .textAfterQuote: "text after a closing quote; double a quote that belongs to the text (\"\")"
    case .strayQuote: "a quote within an unquoted field; put the field in quotes and double the quote within (\"\")"
    case .strayCarriageReturn: "a carriage return without a line feed; save the file with the line ends LF or CRLF"
    case .raggedRow(let fields, let expected):
      "\(fields) \(fields == 1 ? "field" : "fields") where the header has \(expected); "
        + (fields > expected ? "put a field with a comma in quotes" : "add the fields that are missing, if empty")
    case .notAnArray: "an array of options is expected: [ … ]"
    case .notAnOption(let found): "\(found) where an option is expected: a string or an object"
    case .missingKey(let key): "the row has no “\(key)”; every row needs it"
    case .wrongType(let key, let found, let expected): "“\(key)” is \(found); \(expected) is expected"
    case .repeatedKey(let key): "the key “\(key)” is a duplicate; remove one of them"
    case .unknownKey(let key, let known): Self.unknown(key, known: known)
    case .blankText(let key): "“\(key)” is empty; write a text, or leave out a key that an option need not have"
    case .control(let scalar):
      "the string has the control character \(Self.code(of: scalar)); remove it"
    case .tornLine: "the line ends in the middle of its option; in a .jsonl file each option is on one line"
    case .arrayInLines: "this is an array; a .jsonl file has an option a line. Name a file with an array .json"
    case .syntax(let problem): problem.message
    }
  }

  private static func circle(_ values: [String], count: Int) -> String {
    let named = values.map { "“\($0)”" }
    return (named + (count > values.count ? ["…"] : []) + [named[0]]).joined(separator: " is below ")
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
  }

  private static func unknown(_ key: String, known: [String]) -> String {
    let meant =
      Suggestion.nearest(to: key, among: known).map { "did you mean “\($0)”?" }
      ?? "known are \(known.map { "“\($0)”" }.joined(separator: ", "))"
    return "the key “\(key)” is unknown in an option; \(meant)"
  }

  private static func missingImage(_ path: String, known: [String]) -> String {
    let meant = Suggestion.nearest(to: path, among: known).map { "did you mean “\($0)”?" } ?? "put it there"
    return "there is no image “\(path)” under Public; \(meant)"
  }

  private static func missingTable(_ table: String, present: [String]) -> String {
    let meant =
      Suggestion.nearest(to: table, among: present).map { "did you mean “\($0)”?" } ?? "it has \(names(present))"
    return "the database has no table “\(table)”; \(meant)"
  }

  private static func names(_ present: [String]) -> String {
    present.isEmpty ? "none" : present.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
  }

  /// A header without separators suggests another separator.
  private static func missing(_ column: String, present: [String]) -> String {
    let advice =
      if present.count == 1, present[0].contains(where: { $0 == ";" || $0 == "\t" }) {
        "; separate the columns by commas"
      } else {
        ""
      }
    return "there is no column “\(column)”; the file has \(names(present))\(advice)"
  }
}
