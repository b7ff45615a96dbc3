#if SQLite
import Options
import Localization

/// A connection, and what was found over it while nobody has written.
struct SQLiteSession: Sendable {
  let connection: SQLiteConnection
  private let table: SQLiteTable
  private var version = ""
  private var rowCount: Int?
  /// The one used last at the end.
  private var searches: [Found] = []

  /// Searches that are remembered, and rows of each that are kept at least: "Show more" is then no new search.
  private static let searchLimit = 16
  private static let keptCount = 200

  private struct Found: Sendable {
    let terms: [SearchTerm]
    let options: [SQLiteOption]
    let count: Int
  }

  init(_ database: OptionDatabase) throws(SQLiteError) {
    if let fault = SQLiteOptions.fault(of: database) {
      throw SQLiteError(path: database.path, reason: fault.message)
    }
    connection = try SQLiteConnection(path: database.path)
    do throws(SQLiteMistake) { table = try SQLiteTable(database, in: connection) } catch {
      throw SQLiteError(path: database.path, reason: error.reasons.first?.message ?? "")
    }
  }

  mutating func page(first count: Int) throws(SQLiteError) -> OptionPage {
    try forgetOld()
    let total: Int
    if let rowCount { total = rowCount } else { total = try table.count(in: connection) }
    rowCount = total
    return Self.page(try table.rows(first: count, in: connection)[...], total)
  }

  mutating func page(holding terms: [SearchTerm], first count: Int) throws(SQLiteError) -> OptionPage {
    try forgetOld()
    if let position = searches.firstIndex(where: { $0.terms == terms }) {
      let found = searches.remove(at: position)
      if found.options.count >= min(count, found.count) {
        searches.append(found)
        return Self.page(found.options.prefix(count), found.count)
      }
    }
    let (options, total) = try table.rows(holding: terms, first: max(count, Self.keptCount), in: connection)
    searches.append(Found(terms: terms, options: options, count: total))
    if searches.count > Self.searchLimit { searches.removeFirst() }
    return Self.page(options.prefix(count), total)
  }

  func options(of values: [String]) throws(SQLiteError) -> [Option] { try table.options(of: values, in: connection) }

  private mutating func forgetOld() throws(SQLiteError) {
    let now = try connection.dataVersion()
    guard now != version else { return }
    version = now
    rowCount = nil
    searches = []
  }

  private static func page(_ options: ArraySlice<SQLiteOption>, _ count: Int) -> OptionPage {
    var lists: [OptionSource.List] = []
    var last: String?
    for option in options {
      if last != option.list {
        lists.append(OptionSource.List(title: option.list.isEmpty ? nil : Localized(option.list), options: []))
        last = option.list
      }
      lists[lists.count - 1].options.append(option.option)
    }
    return OptionPage(lists: lists, matchCount: count)
  }
}
#endif
