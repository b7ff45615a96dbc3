#if SQLite
import Dispatch
package import Localization
package import Options
import Support

/// Options in a table of an SQLite database, read when they are needed and never written.
package final class SQLiteOptions: FilteringOptionProvider, TreeOptionProvider,
  TranslatedOptionProvider
{
  /// One connection for quick lookups, one for searches, which take long.
  private let reader: SQLiteReader
  private let searcher: SQLiteReader

  /// - Throws: what is wrong in the definition's description of the database.
  package static func source(_ database: OptionDatabase) throws(OptionFileErrors) -> OptionSource {
    if let fault = fault(of: database) { throw OptionFileErrors([OptionFileError(fault, path: database.path)]) }
    let images: Set<String>
    let warnings: [OptionFileError.Reason]
    let languages: Set<LanguageTag>
    do throws(SQLiteMistake) {
      let connection: SQLiteConnection
      do throws(SQLiteError) { connection = try SQLiteConnection(path: database.path) } catch {
        throw SQLiteMistake(error)
      }
      let table = try SQLiteTable(database, in: connection)
      try table.checkValues(in: connection)
      try table.checkTree(in: connection)
      warnings = try table.warnings(in: connection)
      languages = Set(table.translations.map(\.language))
      images = try table.images(among: database.images, in: connection)
    } catch {
      throw OptionFileErrors(error.reasons.map { OptionFileError($0, path: database.path) })
    }
    let options = SQLiteOptions(database)
    options.reader.prepare()
    return OptionSource(
      provider: options, tree: database.columns.tree, images: images, languages: languages.sorted(),
      warnings: warnings.map { OptionFileError($0, path: database.path) })
  }

  private init(_ database: OptionDatabase) {
    reader = SQLiteReader(database, name: "reader")
    searcher = SQLiteReader(database, name: "searcher")
  }

  /// `nil` if it may be opened.
  static func fault(of database: OptionDatabase) -> OptionFileError.Reason? {
    guard let real = RealPath(database.path) else { return .missingFile }
    guard database.folders.contains(where: { RealPath($0)?.contains(real) == true }) else { return .outsideFolders }
    return FolderContent.isFolder(database.path) ? .notAFile : nil
  }

  package func page(first count: Int) async throws -> OptionPage { try await page(where: [:], first: count) }

  package func page(where columns: [String: String], first count: Int) async throws -> OptionPage {
    try await reader.answer { (session) throws(SQLiteError) in try session.page(where: columns, first: count) }
  }

  package func search(for text: String, first count: Int) async throws -> OptionPage {
    try await search(for: text, where: [:], first: count)
  }

  package func search(for text: String, where columns: [String: String], first count: Int) async throws -> OptionPage {
    try await search(for: text, in: [], where: columns, first: count)
  }

  package func search(
    for text: String, in languages: [LanguageTag], where columns: [String: String], first count: Int
  ) async throws -> OptionPage {
    let terms = SearchTerm.terms(of: text)
    return try await searcher.answer { (session) throws(SQLiteError) in
      try session.page(holding: terms, in: languages, where: columns, first: count)
    }
  }

  package func labels(for values: [String]) async throws -> [Option] { try await labels(for: values, where: [:]) }

  package func labels(for values: [String], where columns: [String: String]) async throws -> [Option] {
    try await reader.answer { (session) throws(SQLiteError) in try session.options(of: values, where: columns) }
  }

  package func page(below value: String?, in tree: String, first count: Int) async throws -> OptionPage {
    try await reader.answer { (session) throws(SQLiteError) in try session.page(below: value ?? "", first: count) }
  }

  package func places(of values: [String], in tree: String) async throws -> [String: OptionPlace] {
    try await reader.answer { (session) throws(SQLiteError) in try session.places(of: values) }
  }
}

/// A separate thread with a connection, which is made again if the file was replaced.
final class SQLiteReader: Sendable {
  /// The number of questions that may wait.
  private static let waitingLimit = 64

  private let database: OptionDatabase
  private let queue: DispatchQueue
  private let state = Lock(State())
  private let waiting = Lock(0)

  private struct State {
    var identity: FileIdentity?
    var session: SQLiteSession?
  }

  init(_ database: OptionDatabase, name: String) {
    self.database = database
    queue = DispatchQueue(label: "sqlite.\(name)")
  }

  func answer<Answer: Sendable>(
    _ body: @escaping @Sendable (inout SQLiteSession) throws(SQLiteError) -> Answer
  ) async throws -> Answer {
    let isFull = waiting.withLock { count in
      count += 1
      return count > Self.waitingLimit
    }
    defer { waiting.withLock { $0 -= 1 } }
    if isFull { throw SQLiteError(path: database.path, reason: "too many queries are waiting") }
    let mark = StopMark()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: self.result(mark, body: body)) }
      }
    } onCancel: {
      mark.set()
    }
  }

  /// Counts large levels in advance, before anybody waits for it.
  func prepare() {
    guard database.columns.parent != nil else { return }
    queue.async {
      // The next question meets the same error, and reports it.
      _ = self.result(StopMark()) { (session) throws(SQLiteError) in try session.countLargeLevels() }
    }
  }

  private func result<Answer: Sendable>(
    _ mark: StopMark, body: (inout SQLiteSession) throws(SQLiteError) -> Answer
  ) -> Result<Answer, any Error> {
    state.withLock { state in
      do throws(SQLiteError) {
        if mark.isSet { throw SQLiteError(path: database.path, reason: "nobody is waiting for the answer") }
        let identity = FileIdentity(path: database.path)
        if identity == nil || state.identity != identity {
          state = State(identity: identity, session: try SQLiteSession(database))
        }
        guard var session = state.session else {
          throw SQLiteError(path: database.path, reason: "there is no connection")
        }
        state.session = nil
        let answer = try session.connection.stopping(where: mark) { () throws(SQLiteError) in try body(&session) }
        state.session = session
        return .success(answer)
      } catch {
        // Whatever went wrong, the next question begins with a new connection.
        state = State()
        return .failure(error)
      }
    }
  }
}

/// A connection, and what was found with it since the last change of the database.
struct SQLiteSession: Sendable {
  let connection: SQLiteConnection
  private let table: SQLiteTable
  private var version = ""
  /// Numbers of rows, by the values that columns must have.
  private var rowCounts: [[String: String]: Int] = [:]
  /// Numbers of rows of a tree's levels, by the parent value.
  private var levelCounts: [String: Int] = [:]
  /// The last searches; the last one used is at the end.
  private var searches: [Found] = []

  /// Limits of searches that are kept, and minimum rows of each: so "Show more" needs no new search.
  private static let searchLimit = 16
  private static let keptCount = 200
  /// The number of row counts that are kept.
  private static let countLimit = 256

  private struct Found: Sendable {
    let terms: [SearchTerm]
    /// Columns that were searched in addition to the table's default ones.
    let further: [String]
    let columns: [String: String]
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

  /// - `columns`: the value of each column; none: all rows.
  mutating func page(where columns: [String: String] = [:], first count: Int) throws(SQLiteError) -> OptionPage {
    try forgetOld()
    let total: Int
    if let known = rowCounts[columns] { total = known } else { total = try table.count(where: columns, in: connection) }
    if rowCounts.count >= Self.countLimit { rowCounts = [:] }
    rowCounts[columns] = total
    return Self.page(try table.rows(where: columns, first: count, in: connection)[...], count: total)
  }

  mutating func page(
    holding terms: [SearchTerm], in languages: [LanguageTag] = [], where columns: [String: String] = [:],
    first count: Int
  ) throws(SQLiteError) -> OptionPage {
    try forgetOld()
    let further = table.searchedColumns(in: languages)
    let known = searches.firstIndex { $0.terms == terms && $0.further == further && $0.columns == columns }
    if let position = known {
      let found = searches.remove(at: position)
      if found.options.count >= min(count, found.count) {
        searches.append(found)
        return Self.page(found.options.prefix(count), count: found.count)
      }
    }
    let (options, total) = try table.rows(
      holding: terms, in: languages, where: columns, first: max(count, Self.keptCount), in: connection)
    searches.append(Found(terms: terms, further: further, columns: columns, options: options, count: total))
    if searches.count > Self.searchLimit { searches.removeFirst() }
    return Self.page(options.prefix(count), count: total)
  }

  func options(of values: [String], where columns: [String: String] = [:]) throws(SQLiteError) -> [Option] {
    try table.rows(of: values, where: columns, in: connection).map(\.option)
  }

  /// - `value`: the parent value; empty: the top level.
  mutating func page(below value: String, first count: Int) throws(SQLiteError) -> OptionPage {
    try forgetOld()
    let total: Int
    if let known = levelCounts[value] { total = known } else { total = try table.count(below: value, in: connection) }
    if levelCounts.count >= Self.countLimit { levelCounts = [:] }
    levelCounts[value] = total
    return Self.page(try table.rows(below: value, first: count, in: connection)[...], count: total)
  }

  mutating func countLargeLevels() throws(SQLiteError) {
    try forgetOld()
    levelCounts = try table.largeLevels(in: connection)
  }

  func places(of values: [String]) throws(SQLiteError) -> [String: OptionPlace] {
    try table.places(of: values, in: connection)
  }

  private mutating func forgetOld() throws(SQLiteError) {
    let now = try connection.dataVersion()
    guard now != version else { return }
    version = now
    rowCounts = [:]
    levelCounts = [:]
    searches = []
  }

  private static func page(_ options: ArraySlice<SQLiteOption>, count: Int) -> OptionPage {
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
