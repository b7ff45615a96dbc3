#if PostgreSQL
import CPostgreSQL
import Glibc
import Support

/// The place of a PostgreSQL server and the credentials for it: a connection URI of libpq,
/// `postgresql://[user[:password]@]HOST[:PORT]/DATABASE[?sslmode=verify-full&…]`. Parts that are left out come from libpq's
/// environment variables and password file.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
  let uri: String
  /// The address for logs and messages, without the password.
  public let description: String

  /// Why a text is not a valid address. It contains no part of the text, which may be one of its password.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String

    /// A password with `@`, `/`, `:` or `%` makes other parts of it.
    fileprivate static let unreadable = Fault(
      description:
        "the address cannot be read: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE; in a user name or "
        + "password write % as %25, @ as %40, / as %2F, : as %3A")
  }

  /// - Throws: if the text is not a valid address.
  public init(_ text: String) throws(Fault) {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
      throw Fault(description: "an address begins with postgresql://")
    }
    guard let options = PQconninfoParse(text, nil) else { throw .unreadable }
    defer { PQconninfoFree(options) }
    var parts: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    // libpq looks at hosts and ports only when it connects.
    guard (parts["port"] ?? "").split(separator: ",").allSatisfy({ UInt16($0) != nil }),
      parts["host"]?.contains("@") != true
    else { throw .unreadable }
    uri = text
    description = "postgresql://\(parts["host"] ?? "")\(parts["port"].map { ":\($0)" } ?? "")/\(parts["dbname"] ?? "")"
  }
}

/// The first line of a message: libpq ends it with a line break, and adds hints in further lines.
func firstLine(of message: UnsafePointer<CChar>) -> String {
  String(String(cString: message).prefix { $0 != "\n" })
}

/// A connection to PostgreSQL. No call waits beyond its deadline. After an error that lost the connection, it must not be used again.
final class PostgreSQLConnection {
  private let connection: OpaquePointer

  init(to address: PostgreSQLAddress, by deadline: Deadline) throws(PostgreSQLError) {
    // The URI is last, so that it overrides the others.
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
    guard let started else { throw PostgreSQLError(.lost, description: "no memory for a connection") }
    connection = started
    // Without this, libpq would print a server's notices.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    try finishConnecting(by: deadline)
    guard PQsetnonblocking(connection, 1) == 0 else { throw lost() }
    guard parameter("server_encoding") == "UTF8" else {
      throw PostgreSQLError(
        .refused(code: ""), description: "the database's encoding is \(parameter("server_encoding")), not UTF8")
    }
  }

  deinit { PQfinish(connection) }

  /// Runs statements without values; returns the rows of the last one.
  @discardableResult
  func run(_ statements: String, by deadline: Deadline) throws(PostgreSQLError) -> PostgreSQLResult {
    guard PQsendQuery(connection, statements) == 1 else { throw lost() }
    return try lastResult(by: deadline)
  }

  /// Runs a statement with values. It has no name on the server, as a pooler may run the next one in another session.
  /// - `values`: in PostgreSQL's binary format.
  /// - `isBinary`: whether the rows are in that format too; else they are texts.
  @discardableResult
  func run(
    _ statement: String, values: [[UInt8]], isBinary: Bool = false, by deadline: Deadline
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    guard send(statement, values: values, isBinary: isBinary) else { throw lost() }
    return try lastResult(by: deadline)
  }

  /// Runs statements as one transaction. The settings apply only to it: with a pooler, a session may be shared with other clients.
  func transaction(by deadline: Deadline, _ body: () throws(PostgreSQLError) -> Void) throws(PostgreSQLError) {
    try run(
      """
      BEGIN;
      SET LOCAL statement_timeout = 4000;
      SET LOCAL lock_timeout = 4000;
      SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off';
      -- Its number, before a row gets one: so those who follow rows know how long one may still come (FollowedNumbers).
      SELECT txid_current();
      """, by: deadline)
    do throws(PostgreSQLError) {
      try body()
      try run("COMMIT", by: deadline)
    } catch {
      if error.kind != .lost { try run("ROLLBACK", by: deadline) }
      throw error
    }
  }

  /// Runs a statement and processes its rows one by one as they arrive.
  /// - `wait`: milliseconds to wait for each row.
  func forEachRow(
    _ statement: String, values: [[UInt8]], waitingMilliseconds wait: Int, take: (PostgreSQLResult) throws -> Void
  ) throws {
    guard send(statement, values: values), PQsetSingleRowMode(connection) == 1 else { throw lost() }
    while let result = try nextResult(by: Deadline(inMilliseconds: wait)) {
      if let error = result.error { throw error }
      if result.rowCount > 0 { try take(result) }
    }
  }

  private func send(_ statement: String, values: [[UInt8]], isBinary: Bool = false) -> Bool {
    let lengths = values.map { Int32(clamping: $0.count) }
    let formats = [Int32](repeating: 1, count: values.count)
    return values.flatMap(\.self).withUnsafeBytes { bytes in
      var offset = 0
      let pointers = values.map { value in
        defer { offset += value.count }
        return bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryParams(
        connection, statement, Int32(clamping: values.count), nil, pointers, lengths, formats,
        isBinary ? 1 : 0) == 1
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

  /// `nil` if there are no more results.
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
    // A host name that is unknown, for example.
    if PQstatus(connection) == CONNECTION_BAD { throw lost() }
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
      throw PostgreSQLError(.lost, description: "no answer in time")
    }
  }

  private func parameter(_ name: String) -> String {
    PQparameterStatus(connection, name).map { String(cString: $0) } ?? "unknown"
  }

  private func lost() -> PostgreSQLError {
    PostgreSQLError(.lost, description: PQerrorMessage(connection).map { firstLine(of: $0) } ?? "no reason")
  }
}

/// The rows of an answer. Safe to share, as libpq never changes them.
final class PostgreSQLResult: @unchecked Sendable {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }
  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var rowCount: Int { Int(PQntuples(result)) }

  /// A value, as text if the statement did not ask for the binary format; `nil` for null.
  func bytes(row: Int, column: Int) -> [UInt8]? {
    let (row, column) = (Int32(clamping: row), Int32(clamping: column))
    guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column))))
  }

  func text(row: Int, column: Int) -> String? {
    bytes(row: row, column: column).map { String(decoding: $0, as: UTF8.self) }
  }

  var error: PostgreSQLError? {
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: return nil
    default:
      let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let message = PQresultErrorMessage(result).map { firstLine(of: $0) } ?? "no reason"
      // If the connection broke, libpq makes a result without a code.
      return PostgreSQLError(code.map { .refused(code: $0) } ?? .lost, description: message)
    }
  }
}

/// Values in PostgreSQL's binary format.
enum BinaryValue {
  private static let textType: Int32 = 25

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// `text[]`: dimensions, nulls, the elements' type, then the count, the first index and each element with its length.
  static func texts(_ elements: some Collection<[UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + $1.count })
    for number in [1, 0, textType, Int32(clamping: elements.count), 1] { append(number, to: &bytes) }
    for element in elements {
      append(Int32(clamping: element.count), to: &bytes)
      bytes += element
    }
    return bytes
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

/// Why PostgreSQL did not do something.
struct PostgreSQLError: Error, CustomStringConvertible {
  enum Kind: Equatable {
    /// There is no connection, it broke, or no answer came in time: it is not known whether the statement took effect.
    case lost
    /// The server answered with an error code (SQLSTATE): the statement had no effect.
    case refused(code: String)
  }

  let kind: Kind
  let description: String

  init(_ kind: Kind, description: String) {
    self.kind = kind
    self.description = description
  }

  private var code: String { if case .refused(let code) = kind { code } else { "" } }

  private func isOfClass(_ classes: String...) -> Bool { classes.contains { code.hasPrefix($0) } }

  /// Whether other statements would fail too: there is no connection or no permission to connect, or the server accepts no writes, is
  /// full, or is about to stop.
  var isOfTheServer: Bool { kind == .lost || isOfClass("08", "25", "28", "3D", "53", "57P", "58") }

  /// Whether the values would be refused again: data exceptions, constraints, views that check, limits of the program, and
  /// errors that a trigger raises.
  var isOfTheValues: Bool { isOfClass("22", "23", "44", "54", "P0") }

  /// Whether there was a deadlock or a conflict with another transaction: a repetition may succeed.
  var isConflict: Bool { isOfClass("40") }

  /// Whether the server is about to stop, or to start.
  var isOfStopping: Bool { isOfClass("57P") }

  var isOfFullDisk: Bool { isOfClass("53100") }

  /// Whether another row has the same key.
  var isDuplicate: Bool { isOfClass("23505") }

  var isMissingTable: Bool { isOfClass("42P01") }

  /// Whether a lock or a statement took too long.
  var isTimeout: Bool { isOfClass("55P03", "57014") }
}
#endif
