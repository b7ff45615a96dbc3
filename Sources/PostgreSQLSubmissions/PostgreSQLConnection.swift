#if PostgreSQL
import CPostgreSQL
import Glibc
import Support

/// A connection to PostgreSQL. Nothing waits beyond its deadline; after an error that lost it, it is of no more use.
final class PostgreSQLConnection {
  private let connection: OpaquePointer

  init(to address: PostgreSQLAddress, by deadline: Deadline) throws(PostgreSQLError) {
    // The URI comes last, so that it has the last word.
    let parameters = [
      ("fallback_application_name", "formcells"), ("target_session_attrs", "read-write"), ("connect_timeout", "3"),
      ("client_encoding", "UTF8"), ("dbname", address.uri),
    ]
    let keywords = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in keywords + values { free(text) } }
    let started = (keywords + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { keywords in
      (values + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectStartParams(keywords.baseAddress, values.baseAddress, 1)
      }
    }
    guard let started else { throw PostgreSQLError(.lost, "no memory for a connection") }
    connection = started
    // libpq would print what a server mentions by the way.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    try finishConnecting(by: deadline)
    guard PQsetnonblocking(connection, 1) == 0 else { throw lost() }
    guard parameter("server_encoding") == "UTF8" else {
      throw PostgreSQLError(.refused(code: ""), "the database's encoding is \(parameter("server_encoding")), not UTF8")
    }
  }

  deinit { PQfinish(connection) }

  /// Runs statements without values; answers the last one's rows.
  @discardableResult
  func run(_ statements: String, by deadline: Deadline) throws(PostgreSQLError) -> PostgreSQLResult {
    guard PQsendQuery(connection, statements) == 1 else { throw lost() }
    return try lastResult(by: deadline)
  }

  /// Runs a statement with values. It has no name on the server: a pooler may run the next one on another session.
  /// - `values`: in PostgreSQL's binary format.
  @discardableResult
  func run(
    _ statement: String, _ values: [[UInt8]], by deadline: Deadline
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    guard send(statement, values) else { throw lost() }
    return try lastResult(by: deadline)
  }

  /// Runs statements as one transaction. Its settings are its own: those of a session may be another client's at a pooler.
  func transaction(by deadline: Deadline, _ body: () throws(PostgreSQLError) -> Void) throws(PostgreSQLError) {
    try run(
      """
      BEGIN;
      SET LOCAL statement_timeout = 4000;
      SET LOCAL lock_timeout = 4000;
      SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off';
      """, by: deadline)
    do throws(PostgreSQLError) {
      try body()
      try run("COMMIT", by: deadline)
    } catch {
      if error.kind != .lost { try run("ROLLBACK", by: deadline) }
      throw error
    }
  }

  /// Runs a statement whose rows are taken one by one as they come.
  /// - `wait`: for each row, in milliseconds.
  func forEachRow(
    _ statement: String, _ values: [[UInt8]], waitingMilliseconds wait: Int, _ take: (PostgreSQLResult) throws -> Void
  ) throws {
    guard send(statement, values), PQsetSingleRowMode(connection) == 1 else { throw lost() }
    while let result = try nextResult(by: Deadline(inMilliseconds: wait)) {
      if let error = result.error { throw error }
      if result.rowCount > 0 { try take(result) }
    }
  }

  private func send(_ statement: String, _ values: [[UInt8]]) -> Bool {
    let lengths = values.map { Int32(clamping: $0.count) }
    let formats = [Int32](repeating: 1, count: values.count)
    return values.flatMap(\.self).withUnsafeBytes { bytes in
      var offset = 0
      let pointers = values.map { value in
        defer { offset += value.count }
        return bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryParams(
        connection, statement, Int32(clamping: values.count), nil, pointers, lengths, formats, 0) == 1
    }
  }

  @discardableResult
  private func lastResult(by deadline: Deadline) throws(PostgreSQLError) -> PostgreSQLResult {
    var last: PostgreSQLResult?
    var error: PostgreSQLError?
    while let result = try nextResult(by: deadline) {
      error = error ?? result.error
      last = result
    }
    if let error { throw error }
    guard let last else { throw lost() }
    return last
  }

  /// Nil: no more comes.
  private func nextResult(by deadline: Deadline) throws(PostgreSQLError) -> PostgreSQLResult? {
    while true {
      switch PQflush(connection) {
      case 0: break
      case 1:
        try wait(for: POLLIN | POLLOUT, by: deadline)
        guard PQconsumeInput(connection) == 1 else { throw lost() }
        continue
      default: throw lost()
      }
      if PQisBusy(connection) == 0 { return PQgetResult(connection).map { PostgreSQLResult($0) } }
      try wait(for: POLLIN, by: deadline)
      guard PQconsumeInput(connection) == 1 else { throw lost() }
    }
  }

  private func finishConnecting(by deadline: Deadline) throws(PostgreSQLError) {
    var next = PGRES_POLLING_WRITING
    while true {
      switch next {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: try wait(for: POLLIN, by: deadline)
      case PGRES_POLLING_WRITING: try wait(for: POLLOUT, by: deadline)
      default: throw lost()
      }
      next = PQconnectPoll(connection)
    }
  }

  private func wait(for events: Int32, by deadline: Deadline) throws(PostgreSQLError) {
    guard deadline.wait(for: events, on: PQsocket(connection)) else {
      throw PostgreSQLError(.lost, "no answer in time")
    }
  }

  private func parameter(_ name: String) -> String {
    PQparameterStatus(connection, name).map { String(cString: $0) } ?? "unknown"
  }

  private func lost() -> PostgreSQLError {
    PostgreSQLError(.lost, PQerrorMessage(connection).map { firstLine(of: $0) } ?? "no reason")
  }
}
#endif
