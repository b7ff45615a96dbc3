#if PostgreSQL
package import FormSite
package import Support

/// Invitations in PostgreSQL. All servers of a fleet accept the same links.
package final class PostgreSQLInvitations: InvitationStore {
  private let lane: Lane

  /// Connects at the first use.
  package init(_ address: PostgreSQLAddress) {
    lane = Lane(address) { connection, deadline throws(PostgreSQLError) in
      try SubmissionStatements.migrate(connection, by: deadline)
      try connection.make(InvitationTable.make, lock: InvitationTable.lock, by: deadline)
    }
  }

  package func invitations(to form: String) async throws -> [Invitation] {
    try await lane.run { connection in
      let rows = try connection.run(InvitationTable.all, values: [BinaryValue.text(form)], by: Lane.answerDeadline)
      return (0..<rows.rowCount).compactMap { row in
        guard let id = rows.text(row: row, column: 0).flatMap({ Token($0) }), let time = rows.text(row: row, column: 1)
        else { return nil }
        return Invitation(id: id, time: time, isRevoked: rows.text(row: row, column: 2) == "t")
      }
    }
  }

  package func add(_ ids: [Token], to form: String) async throws {
    try await run(InvitationTable.add, ids: ids, of: form)
  }

  package func revoke(_ ids: [Token], of form: String) async throws {
    try await run(InvitationTable.revoke, ids: ids, of: form)
  }

  package func isRevoked(_ id: Token, of form: String) async throws -> Bool {
    try await !run(InvitationTable.revoked, ids: [id], of: form).isEmpty
  }

  package func recorded(_ submissions: [Token], of form: String) async throws -> Set<Token> {
    Set(try await run(InvitationTable.recorded, ids: submissions, of: form))
  }

  /// The ids that a statement returns.
  @discardableResult
  private func run(_ statement: String, ids: [Token], of form: String) async throws -> [Token] {
    let values = [BinaryValue.text(form), BinaryValue.texts(ids.map { Array($0.text.utf8) })]
    return try await lane.run { connection in
      let rows = try connection.run(statement, values: values, by: Lane.answerDeadline)
      return (0..<rows.rowCount).compactMap { row in rows.text(row: row, column: 0).flatMap { Token($0) } }
    }
  }
}

/// The table of invitations, and the statements on it. Ids are written without hyphens, as in links.
private enum InvitationTable {
  /// The advisory lock: the ASCII codes of "fcinvite".
  static let lock = "7377856537716946021"
  static let make = """
    CREATE TABLE IF NOT EXISTS formcells_invitations (
      form text NOT NULL,
      id uuid NOT NULL,
      invited_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz,
      -- The order in which they were made.
      number bigint GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (form, id)
    )
    """
  /// Value: a form.
  static let all = """
    SELECT replace(id::text, '-', ''), to_char(invited_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      revoked_at IS NOT NULL
    FROM formcells_invitations WHERE form = $1::text ORDER BY number
    """
  /// Values of this statement and the following ones: a form and a list of ids.
  static let add = """
    INSERT INTO formcells_invitations (form, id) SELECT $1::text, unnest($2::text[])::uuid ON CONFLICT DO NOTHING
    """
  static let revoke = """
    UPDATE formcells_invitations SET revoked_at = coalesce(revoked_at, now())
    WHERE form = $1::text AND id = ANY ($2::text[]::uuid[])
    """
  static let revoked = """
    SELECT replace(id::text, '-', '') FROM formcells_invitations
    WHERE form = $1::text AND id = ANY ($2::text[]::uuid[]) AND revoked_at IS NOT NULL
    """
  static let recorded = """
    SELECT replace(id::text, '-', '') FROM formcells_submissions
    WHERE form = $1::text AND id = ANY ($2::text[]::uuid[])
    """
}
#endif
