#if PostgreSQL
package import FormSite
import Support

/// Reads a form's submissions from PostgreSQL, row by row as they arrive. However often they are read, they are as they were when the
/// export was made.
package final class PostgreSQLExport: SubmissionExport {
  private static let connectMillisecondLimit = 10_000
  /// The time to wait for each row: the first one may need a sort.
  private static let rowMillisecondLimit = 120_000

  private let address: PostgreSQLAddress
  private let connection: PostgreSQLConnection
  /// The definitions of the forms that were asked for, by version.
  private var definitions: [String: [String: [UInt8]]] = [:]

  package init(_ address: PostgreSQLAddress) throws(SubmissionError) {
    self.address = address
    do throws(PostgreSQLError) {
      let deadline = Deadline(inMilliseconds: Self.connectMillisecondLimit)
      connection = try PostgreSQLConnection(to: address, by: deadline)
      try SubmissionStatements.openForReading(connection, by: deadline)
    } catch {
      throw SubmissionError(path: "\(address)", reason: error.description)
    }
  }

  package func place(of form: String) -> String { "\(address)" }

  package func forms() throws(SubmissionError) -> [String] {
    var forms: [String] = []
    do {
      try connection.forEachRow(SubmissionStatements.forms, values: [], waitingMilliseconds: Self.rowMillisecondLimit) {
        row in
        if let form = row.bytes(row: 0, column: 0) { forms.append(String(decoding: form, as: UTF8.self)) }
      }
    } catch {
      throw SubmissionError(path: "\(address)", reason: "\(error)")
    }
    return forms
  }

  package func definition(_ version: String, of form: String) throws(SubmissionError) -> [UInt8]? {
    definitions[form]?[version]
  }

  package func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws {
    var number = 0
    do {
      // Read before the rows: while these arrive, the connection answers nothing else.
      if definitions[form] == nil {
        definitions[form] = try SubmissionStatements.definitions(
          of: form, connection, by: Deadline(inMilliseconds: Self.rowMillisecondLimit))
      }
      try connection.forEachRow(
        SubmissionStatements.lines, values: [BinaryValue.text(form)], waitingMilliseconds: Self.rowMillisecondLimit
      ) { row in
        number += 1
        if let line = row.bytes(row: 0, column: 0) { try take(line, number) }
      }
    } catch let error as PostgreSQLError {
      throw SubmissionError(path: place(of: form), reason: error.description)
    }
  }
}
#endif
