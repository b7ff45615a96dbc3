import Support

/// A file of options: its format, its columns, its limits.
struct OptionFile: Sendable {
  enum Format: Sendable {
    /// RFC 4180 with a header row.
    case csv
    /// An array of options.
    case json
    /// An option a line.
    case jsonLines
  }

  /// A million rows of 100 bytes are 100 MB. Search text can be five times a column, of which it takes three: its
  /// offsets still fit into 32 bits.
  static let byteLimit = 256 << 20
  /// Row numbers in the tables' indexes are 32 bits, and a select-all of this size is still answered in milliseconds.
  static let rowLimit = 5_000_000
  /// Every list is a header on the page; more than these come from a column that does not group.
  static let listLimit = 10_000
  /// Texts are read in a list, and a value travels with each tick.
  static let fieldByteLimit = 4096

  let path: String
  let columns: OptionColumns
  /// The folders below which the file may be, whatever links lead to it; nil: anywhere.
  var folders: [String]?
  /// The existing images, by their paths under Public; nil: not checked.
  var images: Set<String>?

  /// By the extension.
  var format: Format? {
    let name = path.lowercased()
    return if name.hasSuffix(".csv") {
      .csv
    } else if name.hasSuffix(".json") {
      .json
    } else if name.hasSuffix(".jsonl") {
      .jsonLines
    } else {
      nil
    }
  }

  /// Reads the file and says in which state.
  func read() throws(OptionFileErrors) -> OptionFileContent {
    guard format != nil else { throw failure(.unknownFormat) }
    if let folders, let real = RealPath(path) {
      guard folders.contains(where: { RealPath($0)?.contains(real) == true }) else { throw failure(.outsideFolders) }
    }
    let (rows, identity) = try checkedRows()
    let table = rows.table()
    // Half of what it took to read a large file is free now, in pieces that the allocator would keep.
    if table.searchesSlowly { Memory.giveBack() }
    return OptionFileContent(table: table, warnings: rows.warnings, identity: identity)
  }

  private func checkedRows() throws(OptionFileErrors) -> (CheckedRows, FileIdentity) {
    let content: FileContent
    do throws(FileError) { content = try FileContent(of: path, byteLimit: Self.byteLimit) } catch {
      throw failure(OptionFileError.Reason(error))
    }
    return (try checkedRows(content.bytes), content.identity)
  }

  /// The table that these bytes hold.
  func table(_ bytes: [UInt8]) throws(OptionFileErrors) -> OptionTable { try checkedRows(bytes).table() }

  private func checkedRows(_ bytes: [UInt8]) throws(OptionFileErrors) -> CheckedRows {
    guard let format else { throw failure(.unknownFormat) }
    guard bytes.count <= Self.byteLimit else { throw failure(.fileTooLarge(byteLimit: Self.byteLimit)) }
    // Spreadsheets write a byte order mark, which is ignored.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let bytes = format == .json ? bytes : Self.withLineFeeds(bytes)
    var collector = OptionCollector(columns: columns, images: images)
    switch format {
    case .csv:
      if let offset = Self.firstInvalidUTF8(bytes) {
        collector.report(.invalidUTF8, at: offset)
      } else {
        bytes.withUnsafeBufferPointer { readCSV(CSVReader($0, from: start), into: &collector) }
      }
    case .json: readJSON(JSONReader(bytes, in: start..<bytes.count), into: &collector)
    case .jsonLines: readJSONLines(bytes, from: start, into: &collector)
    }
    return try collector.checked(path: path, bytes: bytes)
  }

  /// Some spreadsheets end lines with a carriage return alone: each becomes a line feed then.
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.contains(0x0A) || !bytes.contains(0x0D) { return bytes }
    return bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }

  func failure(_ reason: OptionFileError.Reason) -> OptionFileErrors {
    OptionFileErrors([OptionFileError(reason, path: path)])
  }

  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

/// The options of a file, and the state of it that was read.
struct OptionFileContent {
  let table: OptionTable
  /// Corrected or probable mistakes.
  let warnings: [OptionFileError]
  let identity: FileIdentity
}
