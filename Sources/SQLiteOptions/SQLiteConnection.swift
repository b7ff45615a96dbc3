#if SQLite
import CSQLite
import Synchronization

/// A connection that reads a database and never writes to it. Only one thread may use it at a time, which its owner ensures.
final class SQLiteConnection: @unchecked Sendable {
  private let path: String
  private let database: OpaquePointer
  private(set) var statements: [String: OpaquePointer] = [:]
  /// The current search.
  let search = RowSearch()

  /// Milliseconds that a reader waits for a writer.
  private static let busyLimit: Int32 = 1000
  /// Steps of SQLite's machine after which it asks whether to continue.
  private static let stepCount: Int32 = 10_000

  /// - Throws: also if the file is not a database.
  init(path: String) throws(SQLiteError) {
    self.path = path
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw SQLiteError(path: path, reason: "no memory for a connection") }
    database = opened
    guard result == SQLITE_OK else { throw lastError }
    sqlite3_busy_timeout(database, Self.busyLimit)
    // In an untrusted file, generated columns might call functions.
    try run("PRAGMA trusted_schema = OFF")
    try run("PRAGMA query_only = ON")
    sqlite3_create_function_v2(
      database, RowSearch.functionName, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passUnretained(search).toOpaque(),
      { context, count, values in
        guard let data = sqlite3_user_data(context), let values else { return }
        let search = Unmanaged<RowSearch>.fromOpaque(data).takeUnretainedValue()
        let texts = UnsafeBufferPointer(start: values, count: Int(count))
        sqlite3_result_int(context, search.finds(texts) ? 1 : 0)
      }, nil, nil, nil)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// A text that changes whenever somebody else has written to the database.
  func dataVersion() throws(SQLiteError) -> String {
    var version = ""
    try rows("PRAGMA data_version") { version = $0.text(0) ?? "" }
    return version
  }

  /// - `mark`: once it is set, the running statement soon fails.
  func stopping<Result>(
    where mark: StopMark, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    sqlite3_progress_handler(
      database, Self.stepCount,
      { mark in
        guard let mark else { return 0 }
        return Unmanaged<StopMark>.fromOpaque(mark).takeUnretainedValue().isSet ? 1 : 0
      }, Unmanaged.passUnretained(mark).toOpaque())
    defer { sqlite3_progress_handler(database, 0, nil, nil) }
    return try body()
  }

  private func run(_ sql: String) throws(SQLiteError) { try rows(sql) { _ in } }

  /// Runs a statement; each is prepared only once.
  /// - `values`: its parameters in their order.
  /// - `row`: called for each row.
  func rows(_ sql: String, values: [SQLiteValue] = [], row: (SQLiteRow) -> Void) throws(SQLiteError) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), in: statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(SQLiteRow(statement))
      case SQLITE_DONE: return
      default: throw lastError
      }
    }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
      let prepared
    else { throw lastError }
    statements[sql] = prepared
    return prepared
  }

  private func bind(_ value: SQLiteValue, at index: Int32, in statement: OpaquePointer) throws(SQLiteError) {
    let result =
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text): formcells_sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
      }
    guard result == SQLITE_OK else { throw lastError }
  }

  private var lastError: SQLiteError {
    let reason = String(cString: sqlite3_errmsg(database))
    guard sqlite3_errcode(database) == SQLITE_BUSY else { return SQLiteError(path: path, reason: reason) }
    return SQLiteError(
      path: path,
      reason: "\(reason): a program is writing; give it the journal that lets others read: PRAGMA journal_mode = WAL")
  }
}

enum SQLiteValue {
  case integer(Int64)
  case text(String)
}

/// The current row of a statement.
struct SQLiteRow {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  /// `nil` for NULL. Bytes that are not UTF-8 are replaced.
  func text(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Set when nobody waits for a statement any longer.
final class StopMark: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}

/// Why a database did not answer.
struct SQLiteError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path): \(reason)" }
}
#endif
