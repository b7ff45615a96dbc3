#if PostgreSQL
import FormSite
import Support

/// The place up to which a copy has followed a database.
struct FollowedPlace: Sendable, Equatable {
  /// A row by which the database is recognized.
  struct Row: Sendable, Equatable {
    let number: Int
    let id: String
  }

  var stored = FollowedNumbers()
  var erased = FollowedNumbers()
  /// The rows with the highest numbers; `nil` if there are none.
  var lastStored: Row?
  var lastErased: Row?
  /// Whether so many were erased that the rest of them is read first.
  var hasMoreErased = false

  mutating func beginAgain() {
    stored.beginAgain()
    erased.beginAgain()
  }
}

/// The rows that were added since a place.
struct FollowedRows: Sendable {
  struct Stored: Sendable {
    let number: Int
    let record: SubmissionRecord
  }

  struct Erased: Sendable {
    let number: Int
    let id: String
    let form: String
    /// The row's current line; `nil` if the row no longer exists.
    let line: [UInt8]?
  }

  var stored: [Stored] = []
  var erased: [Erased] = []
  var transactions = FollowedNumbers.Transactions(oldest: 0, next: 0)
  /// The highest number in the table.
  var newest = 0
  /// Whether only erased submissions were read: the rest of these comes first, so that none of them is copied again.
  fileprivate var isOfErasedAlone = false
  fileprivate var byteCount = 0

  /// Whether there may be more rows.
  var isFull: Bool { isOfErasedAlone || hasMoreErased || hasMoreStored }
  private var hasMoreErased: Bool { erased.count >= FollowTable.erasedLimit }
  private var hasMoreStored: Bool { stored.count >= FollowTable.rowLimit || byteCount >= FollowTable.byteLimit }

  fileprivate mutating func order(readsStored: Bool) {
    erased.sort { $0.number < $1.number }
    stored.sort { $0.number < $1.number }
    isOfErasedAlone = !readsStored || hasMoreErased
    if isOfErasedAlone { (stored, byteCount) = ([], 0) }
  }

  func advance(_ place: inout FollowedPlace) {
    place.hasMoreErased = hasMoreErased
    place.erased.take(erased.map(\.number), at: transactions, isWhole: !hasMoreErased)
    if let last = erased.max(by: { $0.number < $1.number }), last.number == place.erased.last {
      place.lastErased = FollowedPlace.Row(number: last.number, id: last.id)
    }
    if isOfErasedAlone { return }
    place.stored.take(stored.map(\.number), at: transactions, isWhole: !hasMoreStored)
    if let last = stored.max(by: { $0.number < $1.number }), last.number == place.stored.last {
      place.lastStored = FollowedPlace.Row(number: last.number, id: last.record.id)
    }
  }
}

/// The statements for following the tables.
enum FollowTable {
  /// Limits of one portion: rows, and bytes of their lines.
  static let rowLimit = 1000
  static let byteLimit = 8 << 20
  /// Erased submissions of one portion.
  static let erasedLimit = 500
  /// Time to read a portion, and the gaps.
  private static var deadline: Deadline { Deadline(inMilliseconds: 10_000) }

  /// What was erased and what was stored, each after a number and in gaps, seen by one statement. The first line has the numbers of
  /// transactions and the newest row. Values for what was erased: a number, the first and last numbers of the gaps, a limit; then the same
  /// for what was stored.
  private static let portion = """
    SELECT 'now', txid_snapshot_xmin(taken)::text, txid_snapshot_xmax(taken)::text,
      (SELECT coalesce(max(number), 0) FROM formcells_submissions)::text, '', '', '', ''
    FROM (SELECT txid_current_snapshot() AS taken) AS now
    UNION ALL
    SELECT 'erased', erased.number::text, replace(erased.id::text, '-', ''), erased.form, '', '', '', stored.line::text
    FROM (
      (SELECT number, id, form FROM formcells_erasures WHERE number > $1::text::bigint
        ORDER BY number LIMIT $4::text::integer)
      UNION ALL
      SELECT found.number, found.id, found.form
      FROM unnest($2::text[]::bigint[], $3::text[]::bigint[]) AS gap (first, last)
      CROSS JOIN LATERAL (SELECT number, id, form FROM formcells_erasures WHERE number BETWEEN first AND last
        ORDER BY number LIMIT $4::text::integer) AS found
    ) AS erased
    LEFT JOIN formcells_submissions AS stored ON stored.id = erased.id
    UNION ALL
    SELECT 'stored', number::text, replace(id::text, '-', ''), form, version,
      to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      coalesce(replace(replaces::text, '-', ''), ''), line::text
    FROM (
      SELECT *, sum(octet_length(line::text)) OVER (ORDER BY number) - octet_length(line::text) AS before
      FROM (
        (SELECT number, id, form, version, submitted_at, replaces, line FROM formcells_submissions
          WHERE number > $5::text::bigint ORDER BY number LIMIT $8::text::integer)
        UNION ALL
        SELECT found.*
        FROM unnest($6::text[]::bigint[], $7::text[]::bigint[]) AS gap (first, last)
        CROSS JOIN LATERAL (SELECT number, id, form, version, submitted_at, replaces, line FROM formcells_submissions
          WHERE number BETWEEN first AND last ORDER BY number LIMIT $8::text::integer) AS found
      ) AS found
      ORDER BY number LIMIT $8::text::integer
    ) AS stored
    WHERE before < \(byteLimit)
    """
  /// Values: lists of forms and versions.
  private static let definitions = """
    SELECT form, version, definition FROM formcells_forms
    JOIN unnest($1::text[], $2::text[]) AS asked (form, version) USING (form, version)
    """
  /// Value: a number.
  private static let stored = """
    SELECT replace(id::text, '-', '') FROM formcells_submissions WHERE number = $1::text::bigint
    """
  private static let erased = """
    SELECT replace(id::text, '-', '') FROM formcells_erasures WHERE number = $1::text::bigint
    """

  /// Whether this is the database that was followed up to this place, and not another one or an earlier state of it.
  static func isSame(
    _ place: FollowedPlace, over connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> Bool {
    for (statement, row) in [(stored, place.lastStored), (erased, place.lastErased)] {
      guard let row else { continue }
      let found = try connection.run(statement, values: [BinaryValue.text("\(row.number)")], by: deadline)
      guard found.rowCount == 1, found.text(row: 0, column: 0) == row.id else { return false }
    }
    return true
  }

  /// The next portion after this place.
  static func rows(
    behind place: FollowedPlace, over connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> FollowedRows {
    let limits = [erasedLimit, place.hasMoreErased ? 0 : rowLimit]
    let values = zip([place.erased, place.stored], limits).flatMap { numbers, limit in
      [
        BinaryValue.text("\(numbers.last)"), list(numbers.gaps.map(\.numbers.lowerBound)),
        list(numbers.gaps.map(\.numbers.upperBound)), BinaryValue.text("\(limit)"),
      ]
    }
    let rows = try connection.run(portion, values: values, by: deadline)
    var found = FollowedRows()
    for row in 0..<rows.rowCount {
      func text(_ column: Int) -> String { rows.text(row: row, column: column) ?? "" }
      let number = Int(text(1)) ?? 0
      switch text(0) {
      case "now":
        found.transactions = FollowedNumbers.Transactions(oldest: number, next: Int(text(2)) ?? 0)
        found.newest = Int(text(3)) ?? 0
      case "erased":
        found.erased.append(
          FollowedRows.Erased(number: number, id: text(2), form: text(3), line: rows.bytes(row: row, column: 7)))
      default:
        // JSON may have line ends between its values, but a line of a file must not.
        let line = (rows.bytes(row: row, column: 7) ?? []).map { $0 == 10 ? 32 : $0 }
        found.byteCount += line.count
        let record = SubmissionRecord(
          id: text(2), form: text(3), version: text(4), time: text(5), line: line,
          replaces: text(6).isEmpty ? nil : text(6))
        found.stored.append(FollowedRows.Stored(number: number, record: record))
      }
    }
    found.order(readsStored: !place.hasMoreErased)
    return found
  }

  /// Those of these versions' definitions that exist.
  static func definitions(
    of versions: Set<FormVersion>, over connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [FormVersion: [UInt8]] {
    guard !versions.isEmpty, try SubmissionStatements.hasForms(connection, by: deadline) else { return [:] }
    let asked = Array(versions)
    let values = [asked.map { Array($0.form.utf8) }, asked.map { Array($0.version.utf8) }]
    let rows = try connection.run(definitions, values: values.map { BinaryValue.texts($0) }, by: deadline)
    var found: [FormVersion: [UInt8]] = [:]
    for row in 0..<rows.rowCount {
      guard let form = rows.text(row: row, column: 0), let version = rows.text(row: row, column: 1) else { continue }
      found[FormVersion(form: form, version: version)] = rows.bytes(row: row, column: 2)
    }
    return found
  }

  private static func list(_ numbers: [Int]) -> [UInt8] { BinaryValue.texts(numbers.map { Array("\($0)".utf8) }) }
}
#endif
