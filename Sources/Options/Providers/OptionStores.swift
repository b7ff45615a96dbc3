/// The stores that the `source` of a definition may name beside files.
public struct OptionStores: Sendable {
  /// The names under which the host gives its site providers.
  package var providers: Set<String>
  /// Opens a table of an SQLite database; nil: the program cannot.
  package var openSQLite: (@Sendable (OptionDatabase) throws(OptionFileErrors) -> OptionSource)?

  /// - Parameter providers: the names under which the host gives its site providers.
  public init(providers: some Sequence<String> = []) { self.providers = Set(providers) }
}

/// A table of a database as a definition names it.
package struct OptionDatabase: Sendable, Equatable {
  package let path: String
  package let table: String
  package let columns: OptionColumns
  /// The folders below which the file may be, whatever links lead to it.
  package let folders: [String]
  /// The images that there are, by their paths under Public; nil: not asked.
  package let images: Set<String>?

  package init(path: String, table: String, columns: OptionColumns, folders: [String], images: Set<String>? = nil) {
    self.path = path
    self.table = table
    self.columns = columns
    self.folders = folders
    self.images = images
  }
}
