#if PostgreSQL
package import FormSite
import Support

/// Corrections and erasing in the database. Each first locks the rows of the chain. So of two at once, even at two servers, the second
/// one sees what the first has done.
extension PostgreSQLSubmissions: SubmissionEditor {
  package var editCounts: EditCounts { edits.withLock { $0 } }

  package func newest(of id: String, in form: String) async throws(SubmissionError) -> String {
    guard Token(id) != nil else { return id }
    return try await edit { try EditTable.newest(of: id, over: $0) }
  }

  /// Submissions that are erased in one transaction.
  private static let stepRowLimit = 500

  func correct(_ submission: SubmissionRecord) async throws(SubmissionError) {
    guard let target = submission.replaces else { return try await record(submission) }
    try await edit { connection in
      let deadline = EditTable.deadline
      var conflict: CorrectionConflict?
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        conflict = try EditTable.conflict(of: submission, over: connection, by: deadline)
        if conflict == nil { try SubmissionStatements.record([submission], over: connection, by: deadline) }
      }
      if let conflict { throw SubmissionError.conflict(conflict, of: target, at: "\(self.address)") }
    }
    noteCorrection(submission)
  }

  /// Why a submission can no longer replace the one that it names; `nil` if it can, or is already recorded.
  func conflict(of submission: SubmissionRecord) async throws(SubmissionError) -> CorrectionConflict? {
    try await edit { try EditTable.conflict(of: submission, over: $0, by: EditTable.deadline) }
  }

  func noteCorrection(_ submission: SubmissionRecord) {
    guard let target = submission.replaces else { return }
    edits.withLock { $0.corrected += 1 }
    note("corrected in '\(submission.form)' by \(submission.by ?? "the visitor"): \(target), now \(submission.id)")
  }

  package func erase(_ ids: [String], in form: String, by name: String) async throws(SubmissionError) -> ErasureReport {
    var report = ErasureReport()
    report.missing = ids.filter { Token($0) == nil }
    let ids = ids.filter { Token($0) != nil }
    for start in stride(from: 0, to: ids.count, by: Self.stepRowLimit) {
      let step = Array(ids[start..<min(ids.count, start + Self.stepRowLimit)])
      let outcome = try await edit { try EditTable.erase(step, in: form, by: name, over: $0) }
      report.erased += outcome.erased
      report.erasedBefore += outcome.erasedBefore
      report.missing += outcome.missing
      noteErased(outcome.erased, in: form, by: name)
    }
    return report
  }

  package func eraseExpired(of form: String, before time: String, by name: String) async throws(SubmissionError) -> Int
  {
    var count = 0
    while true {
      let report = try await edit { connection in
        try EditTable.eraseExpired(
          of: form, before: time, by: name, limit: Self.stepRowLimit, over: connection)
      }
      guard let report, !report.erased.isEmpty else { break }
      count += report.erased.count
      noteErased(report.erased, in: form, by: name)
    }
    edits.withLock { $0.expirySeconds = ErasedSubmission.now().seconds }
    return count
  }

  private func noteErased(_ ids: [String], in form: String, by name: String) {
    if ids.isEmpty { return }
    edits.withLock { $0.erased += ids.count }
    note("erased from '\(form)' by \(name): \(ids.joined(separator: " "))")
  }

  private func edit<Outcome: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Outcome
  ) async throws(SubmissionError) -> Outcome {
    do { return try await editing.run(body) } catch let error as SubmissionError {
      throw error
    } catch {
      throw self.error("\(error)")
    }
  }
}

/// The statements of corrections and erasing.
enum EditTable {
  /// The deadline of one transaction, which may search all lines for the names of files.
  static var deadline: Deadline { Deadline(inMilliseconds: 180_000) }

  private static let longStatements = "SET LOCAL statement_timeout = 120000"

  /// Values: an id and a form.
  private static let lockTarget = """
    SELECT erased_at IS NOT NULL FROM formcells_submissions WHERE id = $1::text::uuid AND form = $2::text FOR UPDATE
    """
  /// Value: an id.
  private static let replacement = """
    SELECT replace(id::text, '-', '') FROM formcells_submissions WHERE replaces = $1::text::uuid
    """
  private static let isThere = "SELECT 1 FROM formcells_submissions WHERE id = $1::text::uuid"
  /// Values: ids, and a form. Returns all that they replaced, and all that replaced them.
  private static let chain = """
    WITH RECURSIVE chain (id, replaces) AS (
      SELECT id, replaces FROM formcells_submissions WHERE id = ANY ($1::text[]::uuid[]) AND form = $2::text
      UNION
      SELECT other.id, other.replaces FROM chain
      JOIN formcells_submissions AS other ON other.replaces = chain.id OR other.id = chain.replaces
      WHERE other.form = $2::text
    )
    SELECT replace(id::text, '-', '') FROM chain ORDER BY id
    """
  /// Value: a list of ids. All servers lock in the same order, so that there is no deadlock.
  private static let lockRows = """
    SELECT replace(id::text, '-', ''), to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      line::text, erased_at IS NOT NULL
    FROM formcells_submissions WHERE id = ANY ($1::text[]::uuid[]) ORDER BY id FOR UPDATE
    """
  /// Values: lists of ids and lines; and the time.
  private static let overwrite = """
    UPDATE formcells_submissions AS stored SET line = new.line::json, replaces = NULL, erased_at = $3::text::timestamptz
    FROM unnest($1::text[], $2::text[]) AS new (id, line) WHERE stored.id = new.id::uuid
    """
  /// Values: a list of ids, and a form.
  private static let noteErased = """
    INSERT INTO formcells_erasures (id, form) SELECT id::uuid, $2::text FROM unnest($1::text[]) AS new (id)
    """
  /// Value: a list of digests. Returns those that a line names.
  private static let named = """
    SELECT DISTINCT found[1] FROM formcells_submissions,
      regexp_matches(line::text, '"sha256"\\s*:\\s*"([0-9a-f]{64})"', 'g') AS found
    WHERE line::text LIKE '%"sha256"%' AND found[1] = ANY ($1::text[])
    """
  private static let removeFiles = "DELETE FROM formcells_files WHERE digest = ANY ($1::text[])"
  private static let hasFiles = "SELECT to_regclass('formcells_files') IS NOT NULL"
  private static let hasDrafts = "SELECT to_regclass('formcells_drafts') IS NOT NULL"
  /// Value: a list of digests. Files that a saved draft names become unsent again.
  private static let makeUnsent = """
    UPDATE formcells_files SET used_at = now() WHERE digest = ANY ($1::text[]) AND is_whole AND EXISTS (
      SELECT FROM formcells_drafts WHERE position(convert_to('"' || digest || '"', 'UTF8') IN draft) > 0)
    RETURNING digest
    """
  /// Values: a form, a time and a number. A corrected submission is as old as its last correction.
  private static let expired = """
    SELECT replace(id::text, '-', '') FROM formcells_submissions AS old
    WHERE form = $1::text AND erased_at IS NULL AND submitted_at < $2::text::timestamptz AND NOT EXISTS (
      WITH RECURSIVE later (id, submitted_at) AS (
        SELECT id, submitted_at FROM formcells_submissions WHERE replaces = old.id
        UNION
        SELECT next.id, next.submitted_at FROM later JOIN formcells_submissions AS next ON next.replaces = later.id
      )
      SELECT FROM later WHERE submitted_at >= $2::text::timestamptz)
    ORDER BY submitted_at LIMIT $3::text::integer
    """
  /// The lock for the one server that erases what has expired; the others leave it to that one. The ASCII codes of "formkeep".
  private static let expiryLock = "SELECT pg_try_advisory_xact_lock(7381240287513370992)"

  private static func list(_ texts: [String]) -> [UInt8] { BinaryValue.texts(texts.map { Array($0.utf8) }) }

  private static func texts(_ rows: PostgreSQLResult) -> [String] {
    (0..<rows.rowCount).compactMap { rows.text(row: $0, column: 0) }
  }

  /// `nil` if the submission may replace the one that it names, or is already recorded.
  static func conflict(
    of submission: SubmissionRecord, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> CorrectionConflict? {
    let (id, target) = (BinaryValue.text(submission.id), BinaryValue.text(submission.replaces ?? ""))
    let rows = try connection.run(lockTarget, values: [target, BinaryValue.text(submission.form)], by: deadline)
    if try connection.run(isThere, values: [id], by: deadline).rowCount > 0 { return nil }
    guard rows.rowCount == 1 else { return .missing }
    if rows.text(row: 0, column: 0) == "t" { return .erased }
    return texts(try connection.run(replacement, values: [target], by: deadline)).first.map { .replaced(by: $0) }
  }

  static func newest(of id: String, over connection: PostgreSQLConnection) throws(PostgreSQLError) -> String {
    var newest = id
    var seen: Set<String> = []
    while seen.insert(newest).inserted,
      let next = texts(try connection.run(replacement, values: [BinaryValue.text(newest)], by: deadline)).first
    {
      newest = next
    }
    return newest
  }

  static func erase(
    _ ids: [String], in form: String, by name: String, over connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> ErasureReport {
    var report = ErasureReport()
    let deadline = deadline
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      report = try eraseLocked(ids, in: form, by: name, over: connection, by: deadline)
    }
    return report
  }

  /// - Returns: `nil` if another server is doing it.
  static func eraseExpired(
    of form: String, before time: String, by name: String, limit: Int, over connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> ErasureReport? {
    var report: ErasureReport?
    let deadline = deadline
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      guard try connection.run(expiryLock, by: deadline).text(row: 0, column: 0) == "t" else { return }
      try connection.run(longStatements, by: deadline)
      let values = [form, time, "\(limit)"].map(BinaryValue.text)
      let ids = texts(try connection.run(expired, values: values, by: deadline))
      report = ids.isEmpty ? nil : try eraseLocked(ids, in: form, by: name, over: connection, by: deadline)
    }
    return report
  }

  private static func eraseLocked(
    _ ids: [String], in form: String, by name: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> ErasureReport {
    var report = ErasureReport()
    let values = [list(ids), BinaryValue.text(form)]
    var chained = texts(try connection.run(chain, values: values, by: deadline))
    var rows = try connection.run(lockRows, values: [list(chained)], by: deadline)
    while true {
      // A correction may have been recorded before its target was locked.
      let now = texts(try connection.run(chain, values: values, by: deadline))
      if now == chained { break }
      chained = now
      rows = try connection.run(lockRows, values: [list(chained)], by: deadline)
    }
    let time = ErasedSubmission.now().text
    var lines: [[UInt8]] = []
    var files: Set<String> = []
    for row in 0..<rows.rowCount {
      guard let id = rows.text(row: row, column: 0), let submittedAt = rows.text(row: row, column: 1),
        let line = rows.bytes(row: row, column: 2)
      else { continue }
      if rows.text(row: row, column: 3) == "t" {
        report.erasedBefore.append(id)
        continue
      }
      report.erased.append(id)
      files.formUnion(FileNames.digests(in: line))
      lines.append(ErasedSubmission.line(id, form: form, submittedAt: submittedAt, erasedAt: time, by: name))
    }
    let known = Set(chained)
    report.missing = ids.filter { !known.contains($0) }
    if lines.isEmpty { return report }
    try connection.run(
      overwrite, values: [list(report.erased), BinaryValue.texts(lines), BinaryValue.text(time)], by: deadline)
    try connection.run(noteErased, values: [list(report.erased), BinaryValue.text(form)], by: deadline)
    try connection.run(OutboxTable.erase, values: [list(report.erased)], by: deadline)
    try QuotaTable.removeErased(report.erased, over: connection, by: deadline)
    try remove(files, over: connection, by: deadline)
    return report
  }

  /// Removes those of the files that neither a line nor a saved draft names.
  private static func remove(
    _ files: Set<String>, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    guard !files.isEmpty, try connection.run(hasFiles, by: deadline).text(row: 0, column: 0) == "t" else { return }
    try connection.run(longStatements, by: deadline)
    let named = Set(texts(try connection.run(named, values: [list(files.sorted())], by: deadline)))
    var unnamed = files.subtracting(named)
    if !unnamed.isEmpty, try connection.run(hasDrafts, by: deadline).text(row: 0, column: 0) == "t" {
      unnamed.subtract(texts(try connection.run(makeUnsent, values: [list(unnamed.sorted())], by: deadline)))
    }
    if !unnamed.isEmpty { try connection.run(removeFiles, values: [list(unnamed.sorted())], by: deadline) }
  }
}
#endif
