#if SQLite
import Localization
import Options

/// The levels of a table whose rows form a tree.
extension SQLiteTable {
  /// The parent column; `nil` if the rows are not a tree.
  private var parent: String? { columns.parent.map(Self.column) }

  /// A part of a level's rows that are adjacent in an index of the parent column, in the order in which they were inserted.
  private struct Side {
    let condition: String
    var values: [SQLiteValue] = []
  }

  /// - `value`: the parent value; empty: the top level.
  private func sides(below value: String) -> [Side] {
    guard let parent else { return [] }
    if value.isEmpty { return [Side(condition: "\(parent) IS NULL"), Side(condition: "\(parent) = ''")] }
    // Whatever the type of the column, each row is in exactly one of the two.
    let text = Side(
      condition: "\(parent) = ? COLLATE BINARY AND typeof(\(parent)) <> 'integer'", values: [.text(value)])
    guard case .integer(let number) = Self.number(value) else { return [text] }
    return [text, Side(condition: "\(parent) = ? AND typeof(\(parent)) = 'integer'", values: [.integer(number)])]
  }

  /// The rows of a level, from the first on.
  /// - `value`: the parent value; empty: the top level.
  func rows(below value: String, first count: Int, in connection: SQLiteConnection) throws(SQLiteError)
    -> [SQLiteOption]
  {
    let sides = sides(below: value)
    let parts = sides.map { side in
      "SELECT * FROM (\(selected), \(place) AS place\(from) WHERE \(side.condition) ORDER BY \(place) LIMIT ?)"
    }
    var options: [SQLiteOption] = []
    let limit = SQLiteValue.integer(Int64(count))
    try connection.rows(
      parts.joined(separator: " UNION ALL ") + " ORDER BY place LIMIT ?",
      values: sides.flatMap { $0.values + [limit] } + [limit]
    ) { row in
      if let option = option(row) { options.append(option) }
    }
    return options
  }

  /// The number of rows of a level.
  func count(below value: String, in connection: SQLiteConnection) throws(SQLiteError) -> Int {
    let sides = sides(below: value)
    let counts = sides.map { "(SELECT count(*)\(from) WHERE \($0.condition))" }
    var count = 0
    try connection.rows("SELECT " + counts.joined(separator: " + "), values: sides.flatMap(\.values)) {
      count = $0.text(0).flatMap { Int($0) } ?? 0
    }
    return count
  }

  /// The numbers of rows of levels that take milliseconds to count, by the parent value.
  func largeLevels(in connection: SQLiteConnection) throws(SQLiteError) -> [String: Int] {
    guard let parent else { return [:] }
    var large: Set<String> = []
    try connection.rows(
      "SELECT \(parent)\(from) GROUP BY \(parent) HAVING count(*) >= ?", values: [.integer(Self.largeLevelCount)]
    ) { large.insert($0.text(0) ?? "") }
    var counts: [String: Int] = [:]
    for value in large { counts[value] = try count(below: value, in: connection) }
    return counts
  }

  private static let largeLevelCount: Int64 = 50_000

  /// The places of options, by value. All are looked up at once, then all rows above them, level by level.
  func places(of values: [String], in connection: SQLiteConnection) throws(SQLiteError) -> [String: OptionPlace] {
    var known: [String: SQLiteOption] = [:]
    var wanted = Set(values)
    for _ in 0..<Self.pathLimit where !wanted.isEmpty {
      let rows = try rows(of: wanted.sorted(), in: connection)
      for row in rows { known[row.option.value] = row }
      wanted = Set(rows.map(\.parent)).subtracting(known.keys).subtracting([""])
    }
    let parents = try parents(among: values, in: connection)
    var places: [String: OptionPlace] = [:]
    for value in values {
      guard let row = known[value] else { continue }
      var path: [Option] = []
      var above = row.parent
      // A row whose parent is missing counts as being on the top level.
      while let row = known[above] {
        path.append(row.option)
        above = row.parent
        guard path.count < Self.pathLimit else {
          throw SQLiteError(
            path: name, reason: "the row “\(value)” is below more than \(path.count - 1) others, or below itself")
        }
      }
      places[value] = OptionPlace(path: path.reversed(), hasOptionsBelow: parents.contains(value))
    }
    return places
  }

  /// Those of these values that rows name as their parent.
  private func parents(among values: [String], in connection: SQLiteConnection) throws(SQLiteError) -> Set<String> {
    guard let parent else { return [] }
    let places = [String](repeating: "(?, ?)", count: Self.valueCount).joined(separator: ", ")
    let sql =
      "WITH wanted(text, number) AS (VALUES \(places)) SELECT text FROM wanted WHERE EXISTS (SELECT 1\(from) "
      + "WHERE \(parent) IN (text, number) AND CAST(\(parent) AS TEXT) = text COLLATE BINARY)"
    var parents: Set<String> = []
    try Self.eachChunk(of: values) { (chunk) throws(SQLiteError) in
      try connection.rows(sql, values: chunk.flatMap { [.text($0), Self.number($0)] }) {
        parents.insert($0.text(0) ?? "")
      }
    }
    return parents
  }

  /// Rows that can be on a path, with the row itself, and one more.
  private static let pathLimit = 17
}

/// Checks that run at the start.
extension SQLiteTable {
  /// Checks that each row is connected to the top level, and not too deep. Rows with others below them are kept in memory during the
  /// check.
  func checkTree(in connection: SQLiteConnection) throws(SQLiteMistake) {
    guard let parent, let column = columns.parent else { return }
    let value = "CAST(\(Self.column(columns.value)) AS TEXT)"
    let named = "SELECT DISTINCT CAST(\(parent) AS TEXT)\(from) WHERE \(parent) <> ''"
    var rows = OptionTreeRows()
    var namedCount = 0
    var reasons: [OptionFileError.Reason] = []
    do throws(SQLiteError) {
      try connection.rows("SELECT \(value), CAST(\(parent) AS TEXT)\(from) WHERE \(value) COLLATE BINARY IN (\(named))")
      {
        rows.append($0.text(0) ?? "", below: $0.text(1) ?? "")
      }
      try connection.rows("SELECT count(*) FROM (\(named))") { namedCount = $0.text(0).flatMap { Int($0) } ?? 0 }
      var missing: [String] = []
      if namedCount > rows.count {
        let limit = " LIMIT \(OptionFileErrors.limit)"
        try connection.rows(
          "\(named) AND CAST(\(parent) AS TEXT) COLLATE BINARY NOT IN (SELECT \(value)\(from))" + limit
        ) { missing.append($0.text(0) ?? "") }
      }
      for value in missing {
        reasons.append(.inRow(try rowName(below: value, in: connection), .missingParent(value, column: column)))
      }
      for fault in rows.faults().prefix(OptionFileErrors.limit - reasons.count) {
        let row =
          switch fault.reason {
          case .tooDeep: try rowName(below: fault.value, in: connection)
          default: try rowName(of: fault.value, in: connection)
          }
        reasons.append(.inRow(row, fault.reason))
      }
    } catch { throw SQLiteMistake(error) }
    if !reasons.isEmpty { throw SQLiteMistake(reasons) }
  }

  /// A row's name, such as "row 17".
  private func rowName(of value: String, in connection: SQLiteConnection) throws(SQLiteError) -> String {
    var name = ""
    try connection.rows(
      "SELECT \(place)\(from) WHERE CAST(\(Self.column(columns.value)) AS TEXT) = ? COLLATE BINARY LIMIT 1",
      values: [.text(value)]
    ) { name = "row \($0.text(0) ?? "")" }
    return name
  }

  /// The name of the rows below a value, such as "row 17 and 3 more".
  private func rowName(below value: String, in connection: SQLiteConnection) throws(SQLiteError) -> String {
    let count = try count(below: value, in: connection)
    guard let first = try rows(below: value, first: 1, in: connection).first else { return "" }
    let name = try rowName(of: first.option.value, in: connection)
    return count > 1 ? "\(name) and \(count - 1) more" : name
  }
}
#endif
