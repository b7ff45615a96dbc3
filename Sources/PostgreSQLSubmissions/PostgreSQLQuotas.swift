#if PostgreSQL
package import FormCells
import FormSite
import Support

/// Counts what submissions use of a form's limit and of the places of options, in the transaction that records them. Only there do all
/// servers of a form wait for each other.
extension PostgreSQLSubmissions: CountingSink {
  /// The forms that have a limit.
  struct Limited {
    var quotas: [String: Quotas] = [:]
    /// The known counts over all servers, by form; a form is missing until it was counted.
    var taken: [String: [Quota: Int]] = [:]
    /// Versions whose definitions were stored in their table.
    var keptVersions: Set<FormVersion> = []
  }

  package func limit(_ quotas: [String: Quotas]) {
    limited.withLock { limited in
      limited.taken = limited.taken.filter { quotas[$0.key] == limited.quotas[$0.key] }
      limited.quotas = quotas
    }
    for form in quotas.keys {
      Task {
        do { try await counting { connection in try self.count(form, over: connection) } } catch {
          note("\(error); counting is retried with the next submission")
        }
      }
    }
  }

  package func taken(of form: String) -> [Quota: Int]? { limited.withLock { $0.taken[form] } }

  /// Records a submission of a form that limits something.
  func store(_ submission: SubmissionRecord, within quotas: Quotas) async throws(SubmissionError) {
    let form = submission.form
    let path = "\(address)"
    let taken: [Quota: Int]
    do throws(JSONError) { taken = try quotas.taken(byLine: submission.line) } catch {
      throw self.error("\(submission.id) cannot be read: \(error)", isRefusal: true)
    }
    try await counting { connection in
      try self.count(form, over: connection)
      try self.keepDefinition(of: submission, over: connection)
      let deadline = QuotaTable.deadline
      var conflict: CorrectionConflict?
      var exhausted: Set<Quota> = []
      var totals: [Quota: Int] = [:]
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        try QuotaTable.lock(form, over: connection, by: deadline)
        if submission.replaces != nil {
          conflict = try EditTable.conflict(of: submission, over: connection, by: deadline)
          if conflict != nil { return }
        }
        totals = try QuotaTable.totals(of: form, over: connection, by: deadline)
        guard try !QuotaTable.isThere(submission.id, over: connection, by: deadline) else { return }
        let before = try QuotaTable.taken(by: submission.replaces, of: form, over: connection, by: deadline)
        for (quota, count) in taken {
          let more = count - before[quota, default: 0]
          totals[quota, default: 0] += more
          if more > 0, totals[quota, default: 0] > quotas.limits[quota, default: .max] { exhausted.insert(quota) }
        }
        if !exhausted.isEmpty { return }
        for (quota, count) in before where taken[quota] == nil { totals[quota, default: 0] -= count }
        try SubmissionStatements.record([submission], over: connection, by: deadline)
        if let replaced = submission.replaces {
          try QuotaTable.remove([replaced], over: connection, by: deadline)
        }
        try QuotaTable.insert([(submission.id, taken)], of: form, over: connection, by: deadline)
      }
      if let conflict, let target = submission.replaces {
        throw SubmissionError.conflict(conflict, of: target, at: path)
      }
      if !exhausted.isEmpty { throw SubmissionError.exhausted(exhausted, of: form, at: path) }
      self.know(totals, of: form, with: quotas)
    }
    noteCorrection(submission)
  }

  /// Updates the counts with what all servers have recorded meanwhile.
  /// - Parameter connection: the one that records.
  func followTaken(over connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    let known = limited.withLock { limited in limited.quotas.filter { limited.taken[$0.key] != nil } }
    for (form, quotas) in known {
      know(try QuotaTable.totals(of: form, over: connection, by: deadline), of: form, with: quotas)
    }
  }

  private func know(_ totals: [Quota: Int], of form: String, with quotas: Quotas) {
    limited.withLock { if $0.quotas[form] == quotas { $0.taken[form] = totals } }
  }

  /// Counts the existing submissions, unless this process has already done so.
  private func count(_ form: String, over connection: PostgreSQLConnection) throws {
    let quotas = limited.withLock { $0.taken[form] == nil ? $0.quotas[form] : nil }
    guard let quotas else { return }
    let deadline = QuotaTable.countingDeadline
    var totals: [Quota: Int] = [:]
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      try QuotaTable.make(over: connection, by: deadline)
      try QuotaTable.lock(form, over: connection, by: deadline)
      try QuotaTable.count(quotas, of: form, over: connection, by: deadline) { note("\(address): \($0)") }
      totals = try QuotaTable.totals(of: form, over: connection, by: deadline)
    }
    know(totals, of: form, with: quotas)
  }

  /// Stores the definition in a separate transaction: if that fails, the submission is recorded anyway.
  private func keepDefinition(of submission: SubmissionRecord, over connection: PostgreSQLConnection) throws {
    let version = FormVersion(form: submission.form, version: submission.version)
    guard let definition = submission.definition, !limited.withLock({ $0.keptVersions.contains(version) }) else {
      return
    }
    let deadline = QuotaTable.deadline
    do throws(PostgreSQLError) {
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        try SubmissionStatements.record([version: definition], over: connection, by: deadline)
      }
    } catch {
      if error.isOfTheServer || error.isConflict { throw error }
      note("\(address): error: \(error); submissions are recorded without the form's definition")
    }
    limited.withLock { _ = $0.keptVersions.insert(version) }
  }

  private func counting(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void
  ) async throws(SubmissionError) {
    do { try await countingLane.run(body) } catch let error as SubmissionError { throw error } catch {
      throw self.error("\(error)")
    }
  }
}

/// The table of what each submission uses, and the statements on it.
enum QuotaTable {
  static var deadline: Deadline { Deadline(inMilliseconds: 10_000) }
  /// The deadline for counting all lines of a form.
  static var countingDeadline: Deadline { Deadline(inMilliseconds: 180_000) }

  /// It is not part of the versions of the tables: a program that does not know it works unchanged.
  private static let table = """
    CREATE TABLE IF NOT EXISTS formcells_quotas (
      form text NOT NULL,
      -- Of an option "cell=value"; empty: the form's own limit.
      name text NOT NULL,
      id uuid NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (form, name, id)
    );
    CREATE INDEX IF NOT EXISTS formcells_quotas_id ON formcells_quotas (id);
    """
  /// The lock of a form: the ASCII codes of "formquot" as a seed. Value: a form.
  private static let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 7381240287614349172))"
  /// Value: a form.
  private static let totals = "SELECT name, sum(count) FROM formcells_quotas WHERE form = $1::text GROUP BY name"
  /// Value: an id.
  private static let isThere = "SELECT 1 FROM formcells_submissions WHERE id = $1::text::uuid"
  /// Values: an id and a form.
  private static let taken = "SELECT name, count FROM formcells_quotas WHERE id = $1::text::uuid AND form = $2::text"
  /// Values: lists of names, ids and counts, and a form.
  private static let insert = """
    INSERT INTO formcells_quotas (form, name, id, count)
    SELECT $4::text, name, id::uuid, count::integer FROM unnest($1::text[], $2::text[], $3::text[]) AS new (name, id, count)
    ON CONFLICT DO NOTHING
    """
  /// Value: a list of ids.
  private static let remove = "DELETE FROM formcells_quotas WHERE id = ANY ($1::text[]::uuid[])"
  private static let clear = "DELETE FROM formcells_quotas WHERE form = $1::text"
  private static let exists = "SELECT to_regclass('formcells_quotas') IS NOT NULL"
  /// Values: a form, a number and a limit. Returns the lines that count, after that number.
  private static let lines = """
    SELECT number, replace(id::text, '-', ''), line::text FROM formcells_submissions AS stored
    WHERE form = $1::text AND number > $2::text::bigint AND erased_at IS NULL
      AND NOT EXISTS (SELECT FROM formcells_submissions AS later WHERE later.replaces = stored.id)
    ORDER BY number LIMIT $3::text::integer
    """
  private static let lineLimit = 1000
  private static let longStatements = "SET LOCAL statement_timeout = 120000"

  static func make(over connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    try connection.run("SELECT pg_advisory_xact_lock(7381240287614349172)", by: deadline)
    try connection.run(table, by: deadline)
  }

  static func lock(
    _ form: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) { try connection.run(lock, values: [BinaryValue.text(form)], by: deadline) }

  static func totals(
    of form: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [Quota: Int] {
    counts(try connection.run(totals, values: [BinaryValue.text(form)], by: deadline))
  }

  static func isThere(
    _ id: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> Bool {
    try connection.run(isThere, values: [BinaryValue.text(id)], by: deadline).rowCount > 0
  }

  /// - Parameter id: the submission; `nil`: none.
  static func taken(
    by id: String?, of form: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [Quota: Int] {
    guard let id else { return [:] }
    return counts(try connection.run(taken, values: [id, form].map(BinaryValue.text), by: deadline))
  }

  private static func counts(_ rows: PostgreSQLResult) -> [Quota: Int] {
    var counts: [Quota: Int] = [:]
    for row in 0..<rows.rowCount {
      guard let name = rows.text(row: row, column: 0), let count = rows.text(row: row, column: 1).flatMap({ Int($0) })
      else { continue }
      counts[Quota(named: name)] = count
    }
    return counts
  }

  static func insert(
    _ submissions: [(id: String, taken: [Quota: Int])], of form: String, over connection: PostgreSQLConnection,
    by deadline: Deadline
  ) throws(PostgreSQLError) {
    let rows = submissions.flatMap { submission in
      submission.taken.map { ($0.description, submission.id, "\($1)") }
    }
    if rows.isEmpty { return }
    let columns = [rows.map(\.0), rows.map(\.1), rows.map(\.2)].map { texts in
      BinaryValue.texts(texts.map { Array($0.utf8) })
    }
    try connection.run(insert, values: columns + [BinaryValue.text(form)], by: deadline)
  }

  static func remove(
    _ ids: [String], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    try connection.run(remove, values: [BinaryValue.texts(ids.map { Array($0.utf8) })], by: deadline)
  }

  /// Removes them if the table exists.
  static func removeErased(
    _ ids: [String], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    guard try connection.run(exists, by: deadline).text(row: 0, column: 0) == "t" else { return }
    try remove(ids, over: connection, by: deadline)
  }

  /// Counts all submissions of a form again.
  /// - Parameter note: receives messages about lines that cannot be read.
  static func count(
    _ quotas: Quotas, of form: String, over connection: PostgreSQLConnection, by deadline: Deadline,
    note: (String) -> Void
  ) throws(PostgreSQLError) {
    try connection.run(longStatements, by: deadline)
    try connection.run(clear, values: [BinaryValue.text(form)], by: deadline)
    var last = "0"
    while true {
      let rows = try connection.run(
        lines, values: [form, last, "\(lineLimit)"].map(BinaryValue.text), by: deadline)
      var submissions: [(id: String, taken: [Quota: Int])] = []
      for row in 0..<rows.rowCount {
        last = rows.text(row: row, column: 0) ?? last
        guard let id = rows.text(row: row, column: 1), let line = rows.bytes(row: row, column: 2) else { continue }
        do throws(JSONError) { submissions.append((id, try quotas.taken(byLine: line))) } catch {
          note("\(id) cannot be read, and is not counted: \(error)")
        }
      }
      try insert(submissions, of: form, over: connection, by: deadline)
      if rows.rowCount < lineLimit { return }
    }
  }
}
#endif
