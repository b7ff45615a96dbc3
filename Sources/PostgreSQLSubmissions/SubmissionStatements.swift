#if PostgreSQL
import FormSite
import Support

/// The version of a form that was filled in.
struct FormVersion: Hashable {
  let form: String
  let version: String
}

/// The tables in the database and the statements on them. A server brings them up to date when it connects.
enum SubmissionStatements {
  /// Values: six lists of ids, forms, versions, times, lines, and the ids that they replace, empty if they replace none.
  static let insert = """
    WITH recorded AS (
      INSERT INTO formcells_submissions (id, form, version, submitted_at, line, replaces, erased_at)
      SELECT id::uuid, form, version, submitted_at::timestamptz, line::json, nullif(replaces, '')::uuid,
        -- Before the values; ->> would refuse lines that have a null character anywhere.
        substring(line from '^[{][^{}]*"erasedAt":"([^"]*)"')::timestamptz
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
        AS new (id, form, version, submitted_at, line, replaces)
      ON CONFLICT (id) DO NOTHING
      RETURNING id, form, submitted_at, number
    )
    INSERT INTO formcells_outbox (destination, id, form, submitted_at, number)
    SELECT name, id, form, submitted_at, number FROM recorded CROSS JOIN formcells_destinations
    """
  /// Values: lists of forms, versions, definitions.
  static let keep = """
    INSERT INTO formcells_forms (form, version, definition)
    SELECT form, version, definition FROM unnest($1::text[], $2::text[], $3::text[]) AS new (form, version, definition)
    ON CONFLICT (form, version) DO NOTHING
    """
  /// Value: a form.
  static let definitions = "SELECT version, definition FROM formcells_forms WHERE form = $1::text"
  /// Value: a list of ids.
  static let stored = """
    SELECT replace(id::text, '-', ''), form, to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      line::text
    FROM formcells_submissions
    WHERE id = ANY ($1::text[]::uuid[])
    """
  /// Value: a form.
  static let lines = "SELECT line::text FROM formcells_submissions WHERE form = $1::text ORDER BY number"
  static let forms = "SELECT DISTINCT form FROM formcells_submissions"

  /// The lock for servers that start at the same time: the ASCII codes of "formcell".
  private static let lock = "7381240287262043244"

  /// Each step brings the tables from one version to the next. A released step is never changed.
  private static let steps = [
    """
    CREATE TABLE formcells_submissions (
      id uuid PRIMARY KEY,
      form text NOT NULL,
      version text NOT NULL,
      submitted_at timestamptz NOT NULL,
      -- json keeps the text as it came, which jsonb does not.
      line json NOT NULL,
      -- The order in which they were recorded.
      number bigint GENERATED ALWAYS AS IDENTITY
    );
    CREATE UNIQUE INDEX formcells_submissions_form ON formcells_submissions (form, number);
    """,
    """
    -- The submission that this one corrects.
    ALTER TABLE formcells_submissions ADD COLUMN replaces uuid;
    ALTER TABLE formcells_submissions ADD COLUMN erased_at timestamptz;
    CREATE UNIQUE INDEX formcells_submissions_replaces ON formcells_submissions (replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX formcells_submissions_time ON formcells_submissions (form, submitted_at) WHERE erased_at IS NULL;
    """,
    OutboxTable.make,
    """
    -- Copies follow the rows of all forms by their numbers.
    CREATE UNIQUE INDEX formcells_submissions_number ON formcells_submissions (number);
    -- A row for each submission that is erased, in the transaction that erases it: copies follow these too.
    CREATE TABLE formcells_erasures (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL,
      form text NOT NULL
    );
    """,
  ]

  /// It is not part of the versions of the tables: a program that does not know it works unchanged.
  private static let formsTable = """
    CREATE TABLE IF NOT EXISTS formcells_forms (
      form text NOT NULL,
      version text NOT NULL,
      -- text: the version is made of its bytes.
      definition text NOT NULL,
      PRIMARY KEY (form, version)
    )
    """

  /// Prepares a connection for a server.
  /// - Throws: also if the tables have a later version than this program knows, or cannot be written.
  static func open(_ connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    try migrate(connection, by: deadline)
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      // A server that accepts no writes, for example because its disk is full, fails here.
      try connection.run("UPDATE formcells_schema SET version = version", by: deadline)
      try record([], over: connection, by: deadline)
      try connection.run(stored, values: [BinaryValue.texts([])], by: deadline)
    }
  }

  /// Records submissions. With an empty list it checks whether any could be recorded: the table exists and may be written.
  static func record(
    _ submissions: [SubmissionRecord], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    let columns: [(SubmissionRecord) -> [UInt8]] = [
      { Array($0.id.utf8) }, { Array($0.form.utf8) }, { Array($0.version.utf8) }, { Array($0.time.utf8) }, \.line,
      { Array(($0.replaces ?? "").utf8) },
    ]
    try connection.run(insert, values: columns.map { BinaryValue.texts(submissions.map($0)) }, by: deadline)
  }

  /// Records definitions, of which some may already exist.
  static func record(
    _ definitions: [FormVersion: [UInt8]], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    if try !hasForms(connection, by: deadline) {
      try connection.run("SELECT pg_advisory_xact_lock(\(lock))", by: deadline)
      try connection.run(formsTable, by: deadline)
    }
    // All servers use the same order, so that there is no deadlock.
    let sorted = definitions.sorted { ($0.key.form, $0.key.version) < ($1.key.form, $1.key.version) }
    let columns = [
      sorted.map { Array($0.key.form.utf8) }, sorted.map { Array($0.key.version.utf8) }, sorted.map(\.value),
    ]
    try connection.run(keep, values: columns.map { BinaryValue.texts($0) }, by: deadline)
  }

  /// The definitions of a form's versions; none if they were recorded by a program that does not store definitions.
  static func definitions(
    of form: String, _ connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [String: [UInt8]] {
    guard try hasForms(connection, by: deadline) else { return [:] }
    let rows = try connection.run(definitions, values: [BinaryValue.text(form)], by: deadline)
    var found: [String: [UInt8]] = [:]
    for row in 0..<rows.rowCount {
      if let version = rows.text(row: row, column: 0) { found[version] = rows.bytes(row: row, column: 1) }
    }
    return found
  }

  /// Whether the table of definitions exists and may be read.
  static func hasForms(
    _ connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> Bool {
    let table = try connection.run(
      "SELECT coalesce(has_table_privilege(to_regclass('formcells_forms'), 'SELECT'), false)", by: deadline)
    return table.text(row: 0, column: 0) == "t"
  }

  /// Prepares a connection for reading: all reads see the present state.
  static func openForReading(_ connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", by: deadline)
  }

  /// The time for one step, which may create an index of a large table.
  private static let migrationMilliseconds = 600_000

  static func migrate(_ connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    if try version(connection, by: deadline) == steps.count { return }
    let deadline = Deadline(inMilliseconds: migrationMilliseconds)
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      try connection.run("SELECT pg_advisory_xact_lock(\(lock))", by: deadline)
      try connection.run("CREATE TABLE IF NOT EXISTS formcells_schema (version integer NOT NULL)", by: deadline)
      // Another server may have done it meanwhile.
      let current = try version(connection, by: deadline) ?? 0
      guard current <= steps.count else {
        throw PostgreSQLError(
          .refused(code: ""),
          description: "the tables are of version \(current), made by a later version of this program")
      }
      try connection.run("SET LOCAL statement_timeout = \(migrationMilliseconds)", by: deadline)
      for step in steps[current...] { try connection.run(step, by: deadline) }
      try connection.run(
        "DELETE FROM formcells_schema; INSERT INTO formcells_schema VALUES (\(steps.count))", by: deadline)
    }
  }

  /// `nil` if there are no tables.
  private static func version(_ connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) -> Int?
  {
    let table = try connection.run("SELECT to_regclass('formcells_schema') IS NOT NULL", by: deadline)
    guard table.text(row: 0, column: 0) == "t" else { return nil }
    let result = try connection.run("SELECT max(version) FROM formcells_schema", by: deadline)
    return result.text(row: 0, column: 0).flatMap { Int($0) }
  }
}
#endif
