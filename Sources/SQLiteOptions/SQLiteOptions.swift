#if SQLite
package import Options
import Support
import Localization

/// Options in a table of an SQLite database, read as they are needed and never written.
package final class SQLiteOptions: OptionProvider {
  /// One for what is found at once, one for searches, which take long.
  private let reader: SQLiteReader
  private let searcher: SQLiteReader

  /// - Throws: what the definition says of the database that is not so.
  package static func source(_ database: OptionDatabase) throws(OptionFileErrors) -> OptionSource {
    if let fault = fault(of: database) { throw OptionFileErrors([OptionFileError(fault, path: database.path)]) }
    let images: Set<String>
    do throws(SQLiteMistake) {
      let connection: SQLiteConnection
      do throws(SQLiteError) { connection = try SQLiteConnection(path: database.path) } catch {
        throw SQLiteMistake(error)
      }
      let table = try SQLiteTable(database, in: connection)
      try table.checkValues(in: connection)
      images = try table.images(among: database.images, in: connection)
    } catch {
      throw OptionFileErrors(error.reasons.map { OptionFileError($0, path: database.path) })
    }
    return OptionSource(provider: SQLiteOptions(database), images: images)
  }

  private init(_ database: OptionDatabase) {
    reader = SQLiteReader(database, name: "reader")
    searcher = SQLiteReader(database, name: "searcher")
  }

  /// Nil: it may be opened.
  static func fault(of database: OptionDatabase) -> OptionFileError.Reason? {
    guard let real = RealPath(database.path) else { return .missingFile }
    guard database.folders.contains(where: { RealPath($0)?.contains(real) == true }) else { return .outsideFolders }
    return FolderContent.isFolder(database.path) ? .notAFile : nil
  }

  package func page(first count: Int) async throws -> OptionPage {
    try await reader.answer { (session) throws(SQLiteError) in try session.page(first: count) }
  }

  package func search(for text: String, first count: Int) async throws -> OptionPage {
    let terms = SearchTerm.terms(of: text)
    return try await searcher.answer { (session) throws(SQLiteError) in try session.page(holding: terms, first: count) }
  }

  package func labels(for values: [String]) async throws -> [Option] {
    try await reader.answer { (session) throws(SQLiteError) in try session.options(of: values) }
  }
}
#endif
