#if PostgreSQL
import Support

/// The tables of files and the statements on them. They are not part of the versions of the submissions' tables: a program that does not
/// know them works unchanged.
enum FileTable {
  /// Bytes of each row of a file except the last one.
  static let pieceByteCount = 256 << 10

  /// The lock for servers that count or create something at the same time: the ASCII codes of "formfile".
  private static let lock = "SELECT pg_advisory_xact_lock(7381244128478719077)"

  private static let tables = """
    CREATE TABLE IF NOT EXISTS formcells_files (
      -- Each time that a file is sent has its own pieces until one of them is whole.
      upload uuid PRIMARY KEY,
      -- The SHA-256 of the content, in hex digits.
      digest text NOT NULL,
      bytes bigint NOT NULL,
      is_whole boolean NOT NULL DEFAULT false,
      -- The last use of a file that no submission has; null: one has it.
      used_at timestamptz DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS formcells_files_digest ON formcells_files (digest) WHERE is_whole;
    CREATE INDEX IF NOT EXISTS formcells_files_used ON formcells_files (used_at) WHERE used_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS formcells_file_pieces (
      upload uuid NOT NULL REFERENCES formcells_files ON DELETE CASCADE,
      -- From 0.
      number integer NOT NULL,
      piece bytea NOT NULL,
      PRIMARY KEY (upload, number)
    );
    -- Photos and documents are compressed already.
    ALTER TABLE formcells_file_pieces ALTER COLUMN piece SET STORAGE EXTERNAL;
    CREATE TABLE IF NOT EXISTS formcells_file_key (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      key bytea NOT NULL
    );
    """

  /// Values: upload, digest, bytes, and the limit in bytes of all files together.
  private static let begin = """
    INSERT INTO formcells_files (upload, digest, bytes)
    SELECT $1::text::uuid, $2::text, $3::text::bigint
    WHERE (SELECT coalesce(sum(bytes), 0) FROM formcells_files) + $3::text::bigint <= $4::text::bigint
    RETURNING 1
    """
  /// Values: upload, number, bytes.
  private static let add = """
    INSERT INTO formcells_file_pieces (upload, number, piece) VALUES ($1::text::uuid, $2::text::integer, $3::bytea)
    """
  /// Value: an upload. It stays unfinished if not all of its bytes are there.
  private static let finish = """
    UPDATE formcells_files SET is_whole = true, used_at = now()
    WHERE upload = $1::text::uuid AND bytes =
      (SELECT coalesce(sum(octet_length(piece)), 0) FROM formcells_file_pieces WHERE upload = $1::text::uuid)
    RETURNING 1
    """
  private static let remove = "DELETE FROM formcells_files WHERE upload = $1::text::uuid"
  /// Value: a list of digests.
  private static let use = """
    UPDATE formcells_files SET used_at = now() WHERE digest = ANY ($1::text[]) AND is_whole AND used_at IS NOT NULL
    """
  /// Value: a list of digests. All servers lock in the same order, so that there is no deadlock.
  private static let lockWhole = """
    SELECT digest FROM formcells_files WHERE digest = ANY ($1::text[]) AND is_whole ORDER BY digest FOR UPDATE
    """
  private static let keep = """
    UPDATE formcells_files SET used_at = NULL WHERE digest = ANY ($1::text[]) AND is_whole AND used_at IS NOT NULL
    """
  /// Values: a digest, the first piece and the last one.
  private static let pieces = """
    SELECT piece FROM formcells_files AS file
    LEFT JOIN formcells_file_pieces AS part
      ON part.upload = file.upload AND number BETWEEN $2::text::integer AND $3::text::integer
    WHERE digest = $1::text AND is_whole ORDER BY number
    """
  /// Values: seconds, and the seconds for an incomplete file. Few at once, as their pieces are deleted with them.
  private static let sweep = """
    DELETE FROM formcells_files WHERE upload IN (
      SELECT upload FROM formcells_files
      WHERE used_at < now() - CASE WHEN is_whole THEN $1::text ELSE $2::text END::interval
      LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING is_whole
    """
  private static let addKey = """
    INSERT INTO formcells_file_key (key) VALUES ($1::bytea) ON CONFLICT (is_only) DO NOTHING
    """
  private static let key = "SELECT key FROM formcells_file_key"

  /// Creates missing tables.
  static func open(_ connection: PostgreSQLConnection, by deadline: Deadline) throws(PostgreSQLError) {
    // The table that is created last exists, so all exist.
    let table = try connection.run("SELECT to_regclass('formcells_file_key') IS NOT NULL", by: deadline)
    if table.text(row: 0, column: 0) == "t" { return }
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      try connection.run(lock, by: deadline)
      try connection.run(tables, by: deadline)
    }
  }

  /// - Returns: false if all files together would have more than `byteLimit` bytes.
  static func begin(
    _ upload: String, digest: String, byteCount: Int, byteLimit: Int, over connection: PostgreSQLConnection,
    by deadline: Deadline
  ) throws(PostgreSQLError) -> Bool {
    var hasRoom = false
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      try connection.run(lock, by: deadline)
      let values = [upload, digest, "\(byteCount)", "\(byteLimit)"].map(BinaryValue.text)
      hasRoom = try connection.run(begin, values: values, by: deadline).rowCount == 1
    }
    return hasRoom
  }

  static func add(
    _ piece: [UInt8], number: Int, to upload: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    try connection.run(add, values: [BinaryValue.text(upload), BinaryValue.text("\(number)"), piece], by: deadline)
  }

  /// - Returns: false if some of its pieces are missing.
  static func finish(
    _ upload: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> Bool {
    var isWhole = false
    // The commit also writes the earlier pieces to the disk.
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      isWhole = try connection.run(finish, values: [BinaryValue.text(upload)], by: deadline).rowCount == 1
    }
    return isWhole
  }

  static func remove(
    _ upload: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    try connection.run(remove, values: [BinaryValue.text(upload)], by: deadline)
  }

  static func isThere(
    _ digest: String, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> Bool {
    try pieces(of: digest, from: -1, through: -1, over: connection, by: deadline) != nil
  }

  static func use(
    _ digests: [String], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) {
    try connection.run(use, values: [list(digests)], by: deadline)
  }

  /// - Returns: the digests that do not exist; if there are any, none of the files is kept.
  static func keep(
    _ digests: [String], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [String] {
    var missing: [String] = []
    try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
      let rows = try connection.run(lockWhole, values: [list(digests)], by: deadline)
      let found = Set((0..<rows.rowCount).compactMap { rows.text(row: $0, column: 0) })
      missing = digests.filter { !found.contains($0) }
      if missing.isEmpty { try connection.run(keep, values: [list(digests)], by: deadline) }
    }
    return missing
  }

  /// The bytes of several pieces together; `nil` if the file does not exist.
  static func pieces(
    of digest: String, from first: Int, through last: Int, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [UInt8]? {
    let values = [digest, "\(first)", "\(last)"].map(BinaryValue.text)
    let rows = try connection.run(pieces, values: values, isBinary: true, by: deadline)
    if rows.rowCount == 0 { return nil }
    return (0..<rows.rowCount).flatMap { rows.bytes(row: $0, column: 0) ?? [] }
  }

  /// Removes some of the files that were unused for long.
  /// - Parameter uploadSeconds: the time after which an incomplete file is given up: its server has ended.
  /// - Returns: the number of removed rows, and of complete files among them; 0 rows: no more are left.
  static func sweep(
    unusedFor seconds: Int, uploadSeconds: Int, over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> (rows: Int, files: Int) {
    let rows = try connection.run(
      sweep, values: ["\(seconds) seconds", "\(uploadSeconds) seconds"].map(BinaryValue.text), by: deadline)
    return (rows.rowCount, (0..<rows.rowCount).count { rows.text(row: $0, column: 0) == "t" })
  }

  /// The existing key; if there is none, the given one.
  static func key(
    orNew new: [UInt8], over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [UInt8] {
    if let key = try storedKey(over: connection, by: deadline) { return key }
    try connection.run(addKey, values: [new], by: deadline)
    guard let key = try storedKey(over: connection, by: deadline) else {
      throw PostgreSQLError(.refused(code: ""), description: "the seal key cannot be stored")
    }
    return key
  }

  private static func storedKey(
    over connection: PostgreSQLConnection, by deadline: Deadline
  ) throws(PostgreSQLError) -> [UInt8]? {
    let rows = try connection.run(key, values: [], isBinary: true, by: deadline)
    return rows.rowCount == 0 ? nil : rows.bytes(row: 0, column: 0)
  }

  private static func list(_ digests: [String]) -> [UInt8] { BinaryValue.texts(digests.map { Array($0.utf8) }) }
}
#endif
