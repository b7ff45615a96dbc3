#if SQLite
import CSQLite
import Options
import TestSupport

@testable import SQLiteOptions

/// A database in a separate folder, written as any other program would.
final class Database {
  struct Failure: Error { let reason: String }

  let folder: TemporaryFolder
  let path: String
  private var database: OpaquePointer?

  init(_ sql: String) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/options.db"
    try open()
    try run(sql)
  }

  deinit {
    close()
    folder.remove()
  }

  func open() throws {
    guard sqlite3_open(path, &database) == SQLITE_OK else { throw Failure(reason: "open") }
  }

  func close() {
    sqlite3_close_v2(database)
    database = nil
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(reason: String(cString: sqlite3_errmsg(database)))
    }
  }

  func named(_ table: String, _ columns: OptionColumns, images: Set<String>? = nil) -> OptionDatabase {
    OptionDatabase(path: path, table: table, columns: columns, folders: [folder.path], images: images)
  }

  func options(_ table: String, _ columns: OptionColumns) throws -> any OptionProvider {
    let source = try SQLiteOptions.source(named(table, columns))
    guard case .provider(let provider) = source.store else { throw Failure(reason: "no provider") }
    return provider
  }
}

extension OptionPage {
  var values: [String] { lists.flatMap(\.options).map(\.value) }
}

/// The text as an SQL literal.
func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
#endif
