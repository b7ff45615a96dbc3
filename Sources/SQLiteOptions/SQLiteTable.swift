#if SQLite
import Glibc
import Options
import Localization

/// A table of options that is read over one connection.
struct SQLiteTable: Sendable {
  let name: String
  let columns: OptionColumns
  /// The columns with texts in further languages.
  let translations: [TranslatedColumn]
  /// The `SELECT` clause with an option's columns, without the table.
  let selected: String
  /// The expression for the row id; if the table has none, for the value.
  let place: String

  /// The number of values in one statement.
  static let valueCount = 64

  /// Positions in `selected`.
  private enum Place {
    static let value: Int32 = 0
    static let label: Int32 = 1
    static let description: Int32 = 2
    static let footnote: Int32 = 3
    static let status: Int32 = 4
    static let image: Int32 = 5
    static let list: Int32 = 6
    static let parent: Int32 = 7
    static let translations: Int32 = 8
  }

  /// - Throws: every mistake in the definition about the database.
  init(_ database: OptionDatabase, in connection: SQLiteConnection) throws(SQLiteMistake) {
    name = database.table
    columns = database.columns
    try Self.check(database.table, in: connection)
    let present = try Self.columns(of: database.table, in: connection)
    let missing = database.columns.named.filter { column in !present.contains { Self.isSame($0.name, column) } }
    guard missing.isEmpty else {
      throw SQLiteMistake(missing.map { .missingTableColumn($0, present: present.map(\.name)) })
    }
    do throws(OptionFileErrors) { translations = try columns.translations(among: present.map(\.name)) } catch {
      throw SQLiteMistake(error.errors.map(\.reason))
    }
    let parts =
      [
        columns.value, columns.label, columns.description, columns.footnote, columns.status, columns.image,
        columns.list,
        columns.parent,
      ] + translations.map(\.column)
    selected = "SELECT " + parts.map(Self.column).joined(separator: ", ")
    // A column of this name hides the row id; a table may also have no row ids.
    let rowNumber = ["rowid", "_rowid_", "oid"].first { name in
      !present.contains { Self.isSame($0.name, name) }
        && Self.prepares("SELECT t.\(name) FROM \(Self.quoted(database.table)) AS t", on: connection)
    }
    place = rowNumber.map { "t.\($0)" } ?? Self.column(columns.value)
  }

  var from: String { " FROM \(Self.quoted(name)) AS t" }

  /// Rows of one list are adjacent, each list in the order in which its rows were inserted.
  /// - `sorting`: whether to read all rows and keep the first ones.
  private func order(sorting: Bool) -> String {
    let list = columns.list == nil ? "" : Self.column(columns.list) + ", "
    return " ORDER BY \(list)\(sorting ? "+" : "")\(place) LIMIT ?"
  }

  // MARK: Questions

  func count(where columns: [String: String], in connection: SQLiteConnection) throws(SQLiteError) -> Int {
    var count = 0
    let subset = Subset(columns)
    try connection.rows("SELECT count(*)" + from + subset.clause("WHERE"), values: subset.values) {
      count = $0.text(0).flatMap { Int($0) } ?? 0
    }
    return count
  }

  func rows(
    where columns: [String: String], first count: Int, in connection: SQLiteConnection
  ) throws(SQLiteError) -> [SQLiteOption] {
    var options: [SQLiteOption] = []
    let subset = Subset(columns)
    try connection.rows(
      selected + from + subset.clause("WHERE") + order(sorting: !columns.isEmpty),
      values: subset.values + [.integer(Int64(count))]
    ) { row in
      if let option = option(row) { options.append(option) }
    }
    return options
  }

  /// The rows that contain every word, as in a file's table. All rows are read in the order in which they are stored, which takes a
  /// third of the time that an index over the lists would take.
  /// - Returns: the first rows, and the number of all.
  func rows(
    holding terms: [SearchTerm], in languages: [LanguageTag], where wanted: [String: String], first count: Int,
    in connection: SQLiteConnection
  ) throws(SQLiteError) -> ([SQLiteOption], count: Int) {
    var options: [SQLiteOption] = []
    let texts = ([columns.value, columns.label, columns.description] + searchedColumns(in: languages))
      .map(Self.column).joined(separator: ", ")
    let subset = Subset(wanted)
    connection.search.begin(terms)
    // SQLite calls the function for rows in any order, so rows that do not fit must not reach it: they would be counted.
    let finds =
      wanted.isEmpty
      ? " NOT INDEXED WHERE \(RowSearch.functionName)(\(texts))"
      : " WHERE CASE WHEN \(subset.conditions) THEN \(RowSearch.functionName)(\(texts)) END" + subset.clause("AND")
    try connection.rows(
      selected + from + finds + order(sorting: true),
      values: subset.values + (wanted.isEmpty ? [] : subset.values) + [.integer(Int64(count))]
    ) { row in
      if let option = option(row) { options.append(option) }
    }
    return (options, connection.search.count)
  }

  func rows(
    of values: [String], where columns: [String: String] = [:], in connection: SQLiteConnection
  ) throws(SQLiteError) -> [SQLiteOption] {
    let wanted = Set(values)
    var options: [SQLiteOption] = []
    // The number of places is always the same, so that the statement is prepared only once.
    let places = [String](repeating: "?", count: 2 * Self.valueCount).joined(separator: ", ")
    let subset = Subset(columns)
    let sql = selected + from + " WHERE \(Self.column(self.columns.value)) IN (\(places))" + subset.clause("AND")
    try Self.eachChunk(of: values) { (texts) throws(SQLiteError) in
      // A column without a declared type may hold numbers.
      try connection.rows(sql, values: texts.map(SQLiteValue.text) + texts.map(Self.number) + subset.values) { row in
        // The column may have its own comparison: without case, or as numbers.
        if let option = option(row), wanted.contains(option.option.value) { options.append(option) }
      }
    }
    return options
  }

  /// - `body`: called with `valueCount` values at a time; the last one is repeated to fill them up.
  static func eachChunk(of values: [String], _ body: ([String]) throws(SQLiteError) -> Void) throws(SQLiteError) {
    var rest = values[...]
    while let last = rest.last {
      let chunk = rest.prefix(valueCount)
      rest = rest.dropFirst(valueCount)
      try body(chunk + [String](repeating: last, count: valueCount - chunk.count))
    }
  }

  /// A condition that columns have certain values.
  private struct Subset {
    /// Has three parameters for each column.
    let conditions: String
    let values: [SQLiteValue]

    init(_ columns: [String: String]) {
      let sorted = columns.sorted { $0.key < $1.key }
      // The first part finds the rows by an index; the column may have its own comparison: without case, or as numbers.
      conditions = sorted.map { column, _ in
        "(\(SQLiteTable.column(column)) IN (?, ?) AND CAST(\(SQLiteTable.column(column)) AS TEXT) = ? COLLATE BINARY)"
      }.joined(separator: " AND ")
      values = sorted.flatMap { [.text($0.value), SQLiteTable.number($0.value), .text($0.value)] }
    }

    func clause(_ word: String) -> String { conditions.isEmpty ? "" : " \(word) \(conditions)" }
  }

  static func number(_ text: String) -> SQLiteValue {
    guard let number = Int64(text), "\(number)" == text else { return .text(text) }
    return .integer(number)
  }

  /// `nil` for a row without a value.
  func option(_ row: SQLiteRow) -> SQLiteOption? {
    var byField: [OptionField: [LanguageTag: String]] = [:]
    for (index, column) in translations.enumerated() {
      guard let text = row.text(Place.translations + Int32(index)), !text.isEmpty else { continue }
      byField[column.field, default: [:]][column.language] = text
    }
    func text(_ place: Int32, field: OptionField, or other: String? = nil) -> Localized? {
      let text = row.text(place).flatMap { $0.isEmpty ? nil : $0 } ?? other
      guard let translations = byField[field] else { return text.map { Localized($0) } }
      return text.map { Localized($0, translations: translations) } ?? Localized(translations)
    }
    guard let value = row.text(Place.value), !value.isEmpty else { return nil }
    return SQLiteOption(
      option: Option(
        value: value, label: text(Place.label, field: .label, or: value),
        description: text(Place.description, field: .description),
        footnote: text(Place.footnote, field: .footnote), status: text(Place.status, field: .status),
        image: row.text(Place.image).flatMap { $0.isEmpty ? nil : $0 }),
      list: row.text(Place.list) ?? "", parent: row.text(Place.parent) ?? "")
  }

  /// The columns to search for these languages, in addition to the table's default ones.
  func searchedColumns(in languages: [LanguageTag]) -> [String] {
    let known = Array(Set(translations.map(\.language))).sorted()
    let wanted = languages.compactMap { $0.match(among: known) }
    return translations.filter { wanted.contains($0.language) && [.label, .description].contains($0.field) }
      .map(\.column)
  }

  // MARK: Names

  /// An identifier, quoted whatever it contains.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// A column with its table's name: without it, SQLite would read a quoted word that is not a column as a string.
  static func column(_ name: String?) -> String { name.map { "t." + quoted($0) } ?? "NULL" }

  /// Whether two names are the same: SQLite ignores the case of ASCII letters.
  private static func isSame(_ a: String, _ b: String) -> Bool { strcasecmp(a, b) == 0 }

  private static func prepares(_ sql: String, on connection: SQLiteConnection) -> Bool {
    do throws(SQLiteError) {
      try connection.rows(sql + " LIMIT 0") { _ in }
      return true
    } catch { return false }
  }

  // MARK: Checks

  private struct Column {
    let name: String
    let type: String
    let isKey: Bool
  }

  private static func check(_ name: String, in connection: SQLiteConnection) throws(SQLiteMistake) {
    var tables: [(name: String, isView: Bool)] = []
    do throws(SQLiteError) {
      try connection.rows("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name") { row in
        tables.append((row.text(0) ?? "", row.text(1) == "view"))
      }
    } catch { throw SQLiteMistake(error) }
    guard let table = tables.first(where: { isSame($0.name, name) }) else {
      throw SQLiteMistake([.missingTable(name, present: tables.filter { !$0.isView }.map(\.name))])
    }
    if table.isView { throw SQLiteMistake([.view(name)]) }
  }

  private static func columns(of table: String, in connection: SQLiteConnection) throws(SQLiteMistake) -> [Column] {
    var columns: [Column] = []
    do throws(SQLiteError) {
      try connection.rows("SELECT name, type, pk FROM pragma_table_xinfo(?)", values: [.text(table)]) { row in
        columns.append(Column(name: row.text(0) ?? "", type: row.text(1) ?? "", isKey: row.text(2) != "0"))
      }
    } catch { throw SQLiteMistake(error) }
    return columns
  }

  /// Checks that no value is repeated.
  func checkValues(in connection: SQLiteConnection) throws(SQLiteMistake) {
    let value = Self.column(columns.value)
    var identical: String?
    var hasEmpty = false
    var untypeable: Unicode.Scalar?
    let isUnique = try hasUniqueValues(in: connection)
    do throws(SQLiteError) {
      if !isUnique {
        try connection.rows("SELECT \(value)\(from) GROUP BY \(value) COLLATE BINARY HAVING count(*) > 1 LIMIT 1") {
          identical = $0.text(0) ?? ""
        }
      }
      try connection.rows("SELECT 1\(from) WHERE \(value) IS NULL OR trim(\(value), char(9, 32, 160)) = '' LIMIT 1") {
        _ in
        hasEmpty = true
      }
      try connection.rows("SELECT \(value)\(from) WHERE \(value) GLOB '*[' || char(10, 11, 12, 13, 27) || ']*' LIMIT 1")
      {
        untypeable = $0.text(0)?.firstUntypeable()
      }
    } catch { throw SQLiteMistake(error) }
    if hasEmpty { throw SQLiteMistake([.emptyValue(columns.value)]) }
    if let untypeable { throw SQLiteMistake([.untypeable(columns.value, untypeable)]) }
    if let identical { throw SQLiteMistake([.identicalValues(identical, column: columns.value)]) }
  }

  /// Whether the database itself ensures that.
  private func hasUniqueValues(in connection: SQLiteConnection) throws(SQLiteMistake) -> Bool {
    let keys = try Self.columns(of: name, in: connection).filter(\.isKey)
    if keys.count == 1, Self.isSame(keys[0].name, columns.value), Self.isSame(keys[0].type, "INTEGER") { return true }
    var isUnique = false
    do throws(SQLiteError) {
      try connection.rows(
        """
        SELECT 1 FROM pragma_index_list(?1) AS i WHERE i."unique" AND NOT i.partial
        AND (SELECT group_concat(name) FROM pragma_index_info(i.name)) = ?2 COLLATE NOCASE
        """, values: [.text(name), .text(columns.value)]
      ) { _ in isUnique = true }
    } catch { throw SQLiteMistake(error) }
    return isUnique
  }

  /// Warns about what makes lookups in a large table slow.
  func warnings(in connection: SQLiteConnection) throws(SQLiteMistake) -> [OptionFileError.Reason] {
    var slow: [String] = []
    var count = 0
    do throws(SQLiteError) {
      for column in [columns.value, columns.parent].compactMap(\.self) + columns.filters {
        // Levels are looked up by a comparison of bytes.
        let isUsable = column == columns.parent ? "c.coll = 'BINARY'" : "TRUE"
        var isFound = false
        try connection.rows(
          """
          SELECT 1 FROM pragma_index_list(?1) AS i, pragma_index_xinfo(i.name) AS c
          WHERE NOT i.partial AND c.seqno = 0 AND c.name = ?2 COLLATE NOCASE AND \(isUsable)
          UNION ALL SELECT 1 FROM pragma_table_info(?1) WHERE pk = 1 AND name = ?2 COLLATE NOCASE
          """, values: [.text(name), .text(column)]
        ) { _ in isFound = true }
        if !isFound { slow.append(column) }
      }
      if !slow.isEmpty { count = try self.count(where: [:], in: connection) }
    } catch { throw SQLiteMistake(error) }
    return count < Self.largeCount ? [] : slow.map { .noIndex($0, table: name, rows: count) }
  }

  /// The number of rows from which reading all of them takes noticeable time.
  private static let largeCount = 10_000

  /// The images of all rows.
  /// - `known`: the existing images: others are mistakes; `nil`: not checked.
  func images(among known: Set<String>?, in connection: SQLiteConnection) throws(SQLiteMistake) -> Set<String> {
    guard columns.image != nil else { return [] }
    var images: Set<String> = []
    let image = Self.column(columns.image)
    do throws(SQLiteError) {
      try connection.rows("SELECT DISTINCT \(image)\(from) WHERE \(image) != ''") { images.insert($0.text(0) ?? "") }
    } catch { throw SQLiteMistake(error) }
    let missing = known.map { images.subtracting($0).sorted() } ?? []
    guard missing.isEmpty else {
      let all = known?.sorted() ?? []
      throw SQLiteMistake(missing.prefix(OptionFileErrors.limit).map { .missingImage($0, known: all) })
    }
    return images
  }
}

/// An option, the text of its list, and the value of its parent row; empty: it has none.
struct SQLiteOption: Sendable {
  let option: Option
  let list: String
  let parent: String
}

/// A database differs from what the definition says.
struct SQLiteMistake: Error {
  let reasons: [OptionFileError.Reason]

  init(_ reasons: [OptionFileError.Reason]) { self.reasons = reasons }

  init(_ error: SQLiteError) { reasons = [.notADatabase(error.reason)] }
}

extension OptionColumns {
  fileprivate var named: [String] {
    [value, label] + [description, footnote, status, image, list, parent].compactMap(\.self) + filters
  }
}
#endif
