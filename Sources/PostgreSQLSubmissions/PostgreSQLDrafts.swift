#if PostgreSQL
import FormSite
import Support

/// Saved drafts in PostgreSQL, so that each server of a fleet can open a link that another one has made.
package final class PostgreSQLDrafts: DraftStore {
  package let days: Int
  private let byteLimit: Int
  private let lane: Lane

  /// Connects at the first use.
  /// - Parameters:
  ///   - address: the database.
  ///   - days: the time after which a draft is removed that was not saved again.
  package init(_ address: PostgreSQLAddress, days: Int, byteLimit: Int = DraftFolder.usualByteLimit) {
    (self.days, self.byteLimit) = (days, byteLimit)
    lane = Lane(address) { connection, deadline throws(PostgreSQLError) in
      try connection.make(DraftTable.make, lock: "7381240287393837684", by: deadline)
    }
  }

  package func keep(_ draft: [UInt8], named name: String) async throws {
    let values = [BinaryValue.text(name), draft, BinaryValue.text("\(byteLimit - draft.count)")]
    try await lane.run { connection in
      let rows = try connection.run(DraftTable.keep, values: values, by: Lane.answerDeadline)
      guard rows.rowCount == 1 else { throw NoRoomForDrafts() }
    }
  }

  package func draft(named name: String) async throws -> [UInt8]? {
    let values = [name, "\(days)"].map(BinaryValue.text)
    return try await lane.run { connection in
      let rows = try connection.run(DraftTable.draft, values: values, isBinary: true, by: Lane.answerDeadline)
      return rows.rowCount == 0 ? nil : rows.bytes(row: 0, column: 0)
    }
  }

  package func remove(named name: String) async throws {
    try await lane.run { connection in
      _ = try connection.run(DraftTable.remove, values: [BinaryValue.text(name)], by: Lane.answerDeadline)
    }
  }

  package func sweep(_ body: @escaping @Sendable ([UInt8]) -> Void) async throws {
    let days = BinaryValue.text("\(days)")
    try await lane.run { connection in
      _ = try connection.run(DraftTable.expire, values: [days], by: Lane.sweepDeadline)
    }
    var last = ""
    while true {
      let after = last
      let found = try await lane.run { connection in
        let rows = try connection.run(
          DraftTable.drafts, values: [BinaryValue.text(after)], isBinary: true, by: Lane.answerDeadline)
        return (0..<rows.rowCount).map { row in
          (name: rows.text(row: row, column: 0) ?? "", draft: rows.bytes(row: row, column: 1) ?? [])
        }
      }
      for (name, draft) in found {
        body(draft)
        last = name
      }
      if found.isEmpty { return }
    }
  }
}

private struct NoRoomForDrafts: Error, CustomStringConvertible {
  let description = "formcells_drafts: no space left for a draft"
}

/// The table of drafts, and the statements on it.
private enum DraftTable {
  static let make = """
    CREATE TABLE IF NOT EXISTS formcells_drafts (
      -- A digest of the secret in the draft's link.
      name text PRIMARY KEY,
      draft bytea NOT NULL,
      saved_at timestamptz NOT NULL DEFAULT now()
    )
    """
  /// Values: a name, a draft, and the limit in bytes of all other drafts.
  static let keep = """
    INSERT INTO formcells_drafts (name, draft) SELECT $1::text, $2::bytea
    WHERE (SELECT coalesce(sum(octet_length(draft)), 0) FROM formcells_drafts WHERE name <> $1::text) <= $3::text::bigint
    ON CONFLICT (name) DO UPDATE SET draft = EXCLUDED.draft, saved_at = now()
    RETURNING 1
    """
  /// Values: a name and days.
  static let draft = """
    SELECT draft FROM formcells_drafts
    WHERE name = $1::text AND saved_at >= now() - make_interval(days => $2::text::integer)
    """
  static let remove = "DELETE FROM formcells_drafts WHERE name = $1::text"
  /// Value: days.
  static let expire = "DELETE FROM formcells_drafts WHERE saved_at < now() - make_interval(days => $1::text::integer)"
  /// Value: the previous name.
  static let drafts = "SELECT name, draft FROM formcells_drafts WHERE name > $1::text ORDER BY name LIMIT 20"
}
#endif
