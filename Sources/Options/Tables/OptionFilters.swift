import Support

/// The columns by whose text rows of a table are picked out (`"where"` of a source): not shown, and not searched.
struct OptionFilters: Sendable {
  private let names: [String]
  private let columns: [StoredColumn]
  private let memory = FilterMemory()

  init(_ names: [String], _ columns: [TextColumn]) {
    self.names = names
    self.columns = columns.map { StoredColumn($0) }
  }

  func deallocate() { for column in columns { column.deallocate() } }

  /// The rows whose column has this text. The first look at a million rows takes some milliseconds; the last answers are kept.
  fileprivate func rows(column name: String, holding text: String) -> RowSet {
    guard let position = names.firstIndex(of: name) else { return RowSet() }
    return memory.rows(position, text) { columns[position].rows(holding: text) }
  }
}

extension OptionTable {
  /// The rows in which each of these columns has this text; none of them: all rows.
  /// - Parameter wanted: columns are among `OptionColumns.filters`.
  package func rows(where wanted: [(column: String, text: String)]) -> RowSet {
    let sets = wanted.map { filters.rows(column: $0.column, holding: $0.text) }
    guard let first = sets.first else { return RowSet(0..<count) }
    return sets.dropFirst().reduce(first) { $0.intersection($1) }
  }
}

/// The rows that were picked out last.
private final class FilterMemory: Sendable {
  private struct Entry {
    let column: Int
    let text: String
    let rows: RowSet
  }

  /// Bytes of all entries together; the last one is kept whatever its size.
  private static let byteLimit = 8 << 20
  private static let entryLimit = 256

  /// The one used last at the end.
  private let entries = Lock<[Entry]>([])

  func rows(_ column: Int, _ text: String, find: () -> RowSet) -> RowSet {
    let known = entries.withLock { entries -> RowSet? in
      guard let position = entries.lastIndex(where: { $0.column == column && $0.text == text }) else { return nil }
      let entry = entries.remove(at: position)
      entries.append(entry)
      return entry.rows
    }
    if let known { return known }
    let rows = find()
    entries.withLock { entries in
      entries.append(Entry(column: column, text: text, rows: rows))
      var bytes = entries.reduce(0) { $0 + $1.rows.byteCount }
      while entries.count > 1, bytes > Self.byteLimit || entries.count > Self.entryLimit {
        bytes -= entries.removeFirst().rows.byteCount
      }
    }
    return rows
  }
}
