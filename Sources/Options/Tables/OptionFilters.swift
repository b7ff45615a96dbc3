package import Localization
import Support

/// The columns by whose texts rows of a table are filtered (`"where"` of a source), and those that calculations read. They are not
/// shown and not searched.
struct OptionFilters: Sendable {
  private let names: [String]
  /// The number of columns that filter; they come first.
  private let filterCount: Int
  private let columns: [StoredColumn]
  private let memory = FilterMemory()

  init(_ filters: [String], calculated: [String], columns: [TextColumn]) {
    names = filters + calculated
    filterCount = filters.count
    self.columns = columns.map { StoredColumn($0) }
  }

  /// The largest number of these rows that have the same texts in all filter columns.
  fileprivate func largestSubset(of rows: Int) -> Int {
    if filterCount == 0 { return rows }
    var counts: [[String?]: Int] = [:]
    for row in 0..<rows { counts[columns.prefix(filterCount).map { $0.text(at: row) }, default: 0] += 1 }
    return counts.values.max() ?? 0
  }

  /// The different texts of a column.
  fileprivate func texts(column name: String, rows: Int) -> Set<String> {
    guard let position = names.firstIndex(of: name) else { return [] }
    return Set((0..<rows).lazy.compactMap { columns[position].text(at: $0) })
  }

  /// `nil` if there is no such column.
  fileprivate func column(_ name: String) -> StoredColumn? { names.firstIndex(of: name).map { columns[$0] } }

  func deallocate() { for column in columns { column.deallocate() } }

  /// The rows whose column has this text. The first lookup in a million rows takes some milliseconds; the last answers are kept.
  fileprivate func rows(column name: String, holding text: String) -> RowSet {
    guard let position = names.firstIndex(of: name) else { return RowSet() }
    return memory.rows(position, text: text) { columns[position].rows(holding: text) }
  }
}

extension OptionTable {
  /// The rows in which each of these columns has this text; without columns, all rows.
  /// - Parameter wanted: columns among `OptionColumns.filters`.
  func rows(where wanted: [String: String]) -> RowSet {
    let sets = wanted.sorted { $0.key < $1.key }.map { filters.rows(column: $0.key, holding: $0.value) }
    guard let first = sets.first else { return RowSet(0..<count) }
    return sets.dropFirst().reduce(first) { $0.intersection($1) }
  }

  /// The largest number of options that can fit at once: all of them if there are no filter columns.
  package var largestSubset: Int { filters.largestSubset(of: count) }

  /// The different texts of a filter column; `nil` if only a provider knows them.
  package func filterTexts(column: String) -> Set<String>? {
    part == nil ? filters.texts(column: column, rows: count) : nil
  }

  /// The text of a column that was read for conditions or calculations; `nil` if the row has none.
  package func text(column: String, at row: Int) -> String? { filters.column(column)?.text(at: row) }

  /// The kind of a column's texts; `nil` if the column was not read. Numbers with a leading zero are codes, such as postcodes: 01234.
  package func kind(ofColumn name: String) -> OptionColumnKind? {
    guard let column = filters.column(name) else { return nil }
    var decimals: Int?
    for row in 0..<count {
      guard let text = column.text(at: row) else { continue }
      guard let number = try? DecimalNumber(parsing: text), !Self.isCode(text) else {
        return .texts(example: text)
      }
      decimals = max(decimals ?? 0, number.significantDecimals)
    }
    return decimals.map { .numbers(decimals: $0) } ?? .texts(example: nil)
  }

  private static func isCode(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return digits.first == UInt8(ascii: "0") && digits.dropFirst().first.map { $0 != UInt8(ascii: ".") } ?? false
  }

  /// Whether there is an option whose columns have these texts. True until a provider has been asked.
  package func hasRow(where wanted: [String: String]) -> Bool {
    guard let part else { return !rows(where: wanted).isEmpty }
    if let known = part.subsets[wanted]?.hasRows { return known }
    part.wishes?.addSubset(wanted)
    return true
  }
}

/// The kind of a column's texts.
package enum OptionColumnKind: Sendable, Equatable {
  /// All are exact decimal numbers.
  case numbers(decimals: Int)
  /// - Parameter example: the first text that is not a number; `nil` if there is no text.
  case texts(example: String?)
}

/// The options of a table whose columns have certain texts. For a provider's options, the provider says which they are.
package struct OptionSubset: Sendable, Equatable {
  private let table: OptionTable
  private let wanted: [String: String]
  /// For a table with all options: the rows that fit; for a provider's: those that the view lists.
  package let rows: RowSet

  package init(of table: OptionTable, where wanted: [String: String]) {
    (self.table, self.wanted) = (table, wanted)
    if let part = table.part {
      rows = part.listedWhere == wanted ? table.offeredRows : RowSet()
    } else {
      rows = table.rows(where: wanted)
    }
  }

  /// A subset without options.
  package init(noneOf table: OptionTable) { (self.table, wanted, rows) = (table, [:], RowSet()) }

  package static func == (a: OptionSubset, b: OptionSubset) -> Bool {
    a.table === b.table && a.wanted == b.wanted && a.rows == b.rows
  }

  /// Whether a row fits. True until a provider has been asked.
  package func contains(_ row: Int) -> Bool {
    guard !rows.contains(row), let part = table.part, !wanted.isEmpty else { return rows.contains(row) }
    let value = table.value(at: row)
    if let known = part.subsets[wanted]?.values[value] { return known }
    part.wishes?.add(value, where: wanted)
    return true
  }

  /// Records what the open view lists.
  package func ask(for search: String, in languages: [LanguageTag], first count: Int) {
    if !wanted.isEmpty { table.ask(for: search, in: languages, first: count, where: wanted) }
  }

  /// The number of options that match the request for its listed rows; `nil`: they must be counted.
  package var matchCount: Int? { wanted.isEmpty || table.part?.listedWhere != wanted ? nil : table.matchCount }
}

/// The results of the last filters.
private final class FilterMemory: Sendable {
  private struct Entry {
    let column: Int
    let text: String
    let rows: RowSet
  }

  /// Bytes of all entries together; the last one is kept whatever its size.
  private static let byteLimit = 8 << 20
  private static let entryLimit = 256

  /// The entries; the last one used is at the end.
  private let entries = Lock<[Entry]>([])

  func rows(_ column: Int, text: String, find: () -> RowSet) -> RowSet {
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
