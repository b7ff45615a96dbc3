package import Localization
import Support

/// The columns by whose text rows of a table are picked out (`"where"` of a source), and those that calculations read: not shown, and
/// not searched.
struct OptionFilters: Sendable {
  private let names: [String]
  /// How many of them pick out rows: the first.
  private let filterCount: Int
  private let columns: [StoredColumn]
  private let memory = FilterMemory()

  init(_ filters: [String], calculated: [String], columns: [TextColumn]) {
    names = filters + calculated
    filterCount = filters.count
    self.columns = columns.map { StoredColumn($0) }
  }

  /// How many of so many rows have the same texts in all columns, at most.
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

  /// Nil: there is no such column.
  fileprivate func column(_ name: String) -> StoredColumn? { names.firstIndex(of: name).map { columns[$0] } }

  func deallocate() { for column in columns { column.deallocate() } }

  /// The rows whose column has this text. The first look at a million rows takes some milliseconds; the last answers are kept.
  fileprivate func rows(column name: String, holding text: String) -> RowSet {
    guard let position = names.firstIndex(of: name) else { return RowSet() }
    return memory.rows(position, text: text) { columns[position].rows(holding: text) }
  }
}

extension OptionTable {
  /// The rows in which each of these columns has this text; none of them: all rows.
  /// - Parameter wanted: columns are among `OptionColumns.filters`.
  func rows(where wanted: [String: String]) -> RowSet {
    let sets = wanted.sorted { $0.key < $1.key }.map { filters.rows(column: $0.key, holding: $0.value) }
    guard let first = sets.first else { return RowSet(0..<count) }
    return sets.dropFirst().reduce(first) { $0.intersection($1) }
  }

  /// The most options that fit at once: all of them, where no columns pick them out.
  package var largestSubset: Int { filters.largestSubset(of: count) }

  /// The different texts of one of the columns by which options are picked out; nil: only a provider knows them.
  package func filterTexts(column: String) -> Set<String>? {
    part == nil ? filters.texts(column: column, rows: count) : nil
  }

  /// The text of a column that was read for conditions or calculations; nil: the row has none.
  package func text(column: String, at row: Int) -> String? { filters.column(column)?.text(at: row) }

  /// What the texts of such a column are; nil: it was not read. With a zero in front they are codes, such as postcodes: 01234.
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

  /// Whether there is an option whose columns have these texts. While a provider has not been asked: yes.
  package func hasRow(where wanted: [String: String]) -> Bool {
    guard let part else { return !rows(where: wanted).isEmpty }
    if let known = part.subsets[wanted]?.hasRows { return known }
    part.wishes?.addSubset(wanted)
    return true
  }
}

/// What the texts of a column are.
package enum OptionColumnKind: Sendable, Equatable {
  /// Exact decimal numbers, all of them.
  case numbers(decimals: Int)
  /// - Parameter example: the first one that is no number; nil: there is no text at all.
  case texts(example: String?)
}

/// The options of a table whose columns have certain texts. Of a provider's options it is told by the provider.
package struct OptionSubset: Sendable, Equatable {
  private let table: OptionTable
  private let wanted: [String: String]
  /// Of a table with all options; of a provider's, those that the view lists.
  package let rows: RowSet

  package init(of table: OptionTable, where wanted: [String: String]) {
    (self.table, self.wanted) = (table, wanted)
    if let part = table.part {
      rows = part.listedWhere == wanted ? table.offeredRows : RowSet()
    } else {
      rows = table.rows(where: wanted)
    }
  }

  /// Nothing.
  package init(noneOf table: OptionTable) { (self.table, wanted, rows) = (table, [:], RowSet()) }

  package static func == (a: OptionSubset, b: OptionSubset) -> Bool {
    a.table === b.table && a.wanted == b.wanted && a.rows == b.rows
  }

  /// While a provider has not been asked: yes.
  package func contains(_ row: Int) -> Bool {
    guard !rows.contains(row), let part = table.part, !wanted.isEmpty else { return rows.contains(row) }
    let value = table.value(at: row)
    if let known = part.subsets[wanted]?.values[value] { return known }
    part.wishes?.add(value, where: wanted)
    return true
  }

  /// Says what the open view lists.
  package func ask(for search: String, in languages: [LanguageTag], first count: Int) {
    if !wanted.isEmpty { table.ask(for: search, in: languages, first: count, where: wanted) }
  }

  /// How many options there are for what its listed rows were asked for; nil: they are counted.
  package var matchCount: Int? { wanted.isEmpty || table.part?.listedWhere != wanted ? nil : table.matchCount }
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
