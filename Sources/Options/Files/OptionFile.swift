import Support

/// A file of options: its format, columns and limits.
struct OptionFile: Sendable {
  enum Format: Sendable {
    /// RFC 4180 with a header row.
    case csv
    /// An array of options.
    case json
    /// One option per line.
    case jsonLines
  }

  /// A million rows of 100 bytes are 100 MB. The search text covers three columns and can be five times as long as they are: its
  /// offsets still fit into 32 bits.
  static let byteLimit = 256 << 20
  /// Row numbers in the tables' indexes have 32 bits, and "Select All" of this size is still answered in milliseconds.
  static let rowLimit = 5_000_000
  /// Every list has a header on the page; more lists than these come from a column that does not group.
  static let listLimit = 10_000
  /// Texts are read in a list, and the value is sent with each tick.
  static let fieldByteLimit = 4096

  let path: String
  let columns: OptionColumns
  /// The folders of which one must contain the file, even if links lead to it; `nil`: any folder.
  var folders: [String]?
  /// The existing images, by their paths under Public; `nil`: not checked.
  var images: Set<String>?

  /// The format, judged by the extension.
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

  /// Reads the file, and returns its options with the state in which it was read.
  func read() throws(OptionFileErrors) -> OptionFileContent {
    guard format != nil else { throw failure(.unknownFormat) }
    if let folders, let real = RealPath(path) {
      guard folders.contains(where: { RealPath($0)?.contains(real) == true }) else { throw failure(.outsideFolders) }
    }
    let (rows, identity) = try checkedRows()
    let table = rows.table()
    // Half of the memory that reading a large file took is free now, in pieces that the allocator would keep.
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

  /// The table of the options in these bytes.
  func table(_ bytes: [UInt8]) throws(OptionFileErrors) -> OptionTable { try checkedRows(bytes).table() }

  private func checkedRows(_ bytes: [UInt8]) throws(OptionFileErrors) -> CheckedRows {
    guard let format else { throw failure(.unknownFormat) }
    guard bytes.count <= Self.byteLimit else { throw failure(.fileTooLarge(byteLimit: Self.byteLimit)) }
    // A byte order mark, which spreadsheets write, is ignored.
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

  /// Some spreadsheets end lines with a carriage return alone: each is then replaced by a line feed.
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

/// The options of a file, and the state in which the file was read.
struct OptionFileContent {
  let table: OptionTable
  /// Mistakes that were corrected, and probable ones.
  let warnings: [OptionFileError]
  let identity: FileIdentity
}
