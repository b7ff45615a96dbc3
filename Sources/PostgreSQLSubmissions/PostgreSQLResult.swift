#if PostgreSQL
import CPostgreSQL

/// The rows of an answer. libpq never changes them.
final class PostgreSQLResult: @unchecked Sendable {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }
  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var rowCount: Int { Int(PQntuples(result)) }

  /// A value in the text format; nil: null.
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
      // libpq itself makes a result without a code where the connection broke.
      return PostgreSQLError(code.map { .refused(code: $0) } ?? .lost, message)
    }
  }
}
#endif
