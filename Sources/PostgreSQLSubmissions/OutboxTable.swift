#if PostgreSQL
import FormSite
import Support

/// The tables of what waits to be delivered, and the statements on them. A submission is added for every destination that a server has
/// named, in the same transaction as its row.
enum OutboxTable {
  static let make = """
    CREATE TABLE formcells_destinations (
      name text PRIMARY KEY,
      -- When a server that delivers to it was there last.
      seen_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE formcells_outbox (
      destination text NOT NULL,
      id uuid NOT NULL,
      form text NOT NULL,
      submitted_at timestamptz NOT NULL,
      -- Of the submission: the order in which they were recorded.
      number bigint NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      reason text,
      -- The server that delivers it now, and until when others leave it alone.
      claim text NOT NULL DEFAULT '',
      claimed_until timestamptz NOT NULL DEFAULT '-infinity',
      PRIMARY KEY (destination, id)
    );
    CREATE INDEX formcells_outbox_due ON formcells_outbox (destination, due_at, number);
    CREATE INDEX formcells_outbox_order ON formcells_outbox (destination, number);
    """

  private static let name = """
    INSERT INTO formcells_destinations (name) SELECT unnest($1::text[])
    ON CONFLICT (name) DO UPDATE SET seen_at = now()
    """
  /// Records that a server delivers to destinations: from now on each submission waits for them too.
  static func add(
    _ names: [String], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    if names.isEmpty { return }
    // All servers use the same order, so that of two at once one waits for the other.
    try connection.run(name, values: [BinaryValue.texts(names.sorted().map { Array($0.utf8) })], by: deadline)
  }

  /// The destinations that other servers deliver to, with the number of waiting submissions.
  static let former = """
    SELECT name, (SELECT count(*) FROM formcells_outbox WHERE destination = name)
    FROM formcells_destinations
    WHERE name <> ALL ($1::text[]) AND seen_at < now() - interval '5 minutes'
    ORDER BY name
    """
  /// Values: a destination, a claim, a number.
  static let claim = """
    UPDATE formcells_outbox AS waiting
    SET claim = $2::text, claimed_until = clock_timestamp() + interval '\(claimSeconds) seconds'
    FROM (
      SELECT destination, id FROM formcells_outbox
      WHERE destination = $1::text AND due_at <= clock_timestamp() AND claimed_until <= clock_timestamp()
      ORDER BY due_at, number LIMIT $3::text::integer FOR UPDATE SKIP LOCKED
    ) AS next
    WHERE waiting.destination = next.destination AND waiting.id = next.id
    \(returning)
    """
  /// Value: a destination. With it, only one server at a time looks for the next one in order.
  static let lockOrder = "SELECT pg_advisory_xact_lock(hashtext('formcells_outbox'), hashtext($1::text))"
  /// Values: a destination, a claim. Claims the first one if it is due and nobody delivers it.
  static let claimFirst = """
    UPDATE formcells_outbox AS waiting
    SET claim = $2::text, claimed_until = clock_timestamp() + interval '\(claimSeconds) seconds'
    WHERE destination = $1::text
      AND id = (SELECT id FROM formcells_outbox WHERE destination = $1::text ORDER BY number LIMIT 1)
      AND due_at <= clock_timestamp() AND claimed_until <= clock_timestamp()
    \(returning)
    """
  private static let returning = """
    RETURNING replace(waiting.id::text, '-', ''), waiting.form, waiting.attempts,
      (SELECT line::text FROM formcells_submissions AS stored WHERE stored.id = waiting.id),
      (SELECT replace(newer.id::text, '-', '') FROM formcells_submissions AS newer WHERE newer.replaces = waiting.id)
    """
  /// Values: a destination, an id.
  static let done = "DELETE FROM formcells_outbox WHERE destination = $1::text AND id = $2::text::uuid"
  /// Values: a destination, an id, a claim, milliseconds until the next attempt, a reason.
  static let failed = """
    UPDATE formcells_outbox
    SET attempts = attempts + 1, due_at = clock_timestamp() + $4::text::integer * interval '1 millisecond',
      reason = $5::text, claimed_until = '-infinity'
    WHERE destination = $1::text AND id = $2::text::uuid AND claim = $3::text
    """
  /// Values: a destination, an id, a claim.
  static let release = """
    UPDATE formcells_outbox SET claimed_until = '-infinity'
    WHERE destination = $1::text AND id = $2::text::uuid AND claim = $3::text
    """
  /// Value: ids.
  static let erase = "DELETE FROM formcells_outbox WHERE id = ANY ($1::text[]::uuid[])"
  static let figures = """
    SELECT destination, count(*),
      to_char(min(submitted_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), count(*) FILTER (WHERE attempts > 0)
    FROM formcells_outbox GROUP BY destination
    """
  static let list = """
    SELECT destination, form, replace(id::text, '-', ''),
      to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), attempts,
      CASE WHEN attempts = 0 THEN 0 ELSE (extract(epoch FROM due_at) * 1000)::bigint END, reason
    FROM formcells_outbox ORDER BY destination, number
    """
  /// Values: a destination or nothing, an id or nothing.
  static let retry = """
    UPDATE formcells_outbox SET due_at = now()
    WHERE ($1::text = '' OR destination = $1::text) AND ($2::text = '' OR id = nullif($2::text, '')::uuid)
    """
  /// Values: a destination, an id or nothing.
  static let drop = """
    DELETE FROM formcells_outbox WHERE destination = $1::text AND ($2::text = '' OR id = nullif($2::text, '')::uuid)
    """
  static let dropFormer = """
    DELETE FROM formcells_destinations WHERE name = $1::text AND seen_at < now() - interval '5 minutes'
    """
  /// Value: a destination.
  static let isThere = """
    SELECT EXISTS (SELECT FROM formcells_destinations WHERE name = $1::text)
      OR EXISTS (SELECT FROM formcells_outbox WHERE destination = $1::text)
    """

  /// Longer than a program may run: after this, other servers take over what a dead one has claimed.
  static let claimSeconds = DeliveryProgram.secondLimit + 30
}
#endif
