package import FormCells
public import Support
import Glibc

/// Where submissions are stored: in files (`SubmissionFiles`), in a database (`PostgreSQLSubmissions`), or wherever a host puts
/// them.
///
/// Calls come on the threads of event loops: suspend instead of blocking.
public protocol SubmissionSink: Sendable {
  /// Stores a submission and returns once it cannot be lost any more. After a failure or a restart a sink may get an id again.
  /// It keeps what it has then; that is no error.
  /// - Throws: an error if nothing was recorded: the visitor reads that and keeps everything. Or if it is unknown whether it
  ///   was recorded: sending again finds that out by the id. The error goes to the site's `onFailure`. A `SubmissionError`
  ///   whose `isRefusal` is true says that the submission would be refused again.
  func store(_ submission: SubmissionRecord) async throws

  /// When the submission of this id was stored (RFC 3339 in UTC), or `nil` if there is none. By default, the site remembers the
  /// newest ones that the sink has stored, as long as it runs.
  /// - `id`: 32 lower-case hexadecimal digits.
  /// - Throws: an error if this cannot be found out now.
  func time(of id: String, in form: String) async throws -> String?

  /// Why nothing can be recorded now, in a few words for `/healthz`; `nil` if all is well. Does not wait. The default is `nil`.
  var failure: String? { get }
}

extension SubmissionSink {
  /// `nil`: the sink cannot be asked.
  public func time(of id: String, in form: String) async throws -> String? { nil }

  /// `nil`: the sink does not know of failures.
  public var failure: String? { nil }
}

/// A store of this package: it can store many submissions at once, for `formcells import`, and return their lines.
package protocol SubmissionArchive: SubmissionSink {
  /// Stores submissions of one form, in this order. Existing ones stay as they are.
  func store(inOrder submissions: [SubmissionRecord]) async throws

  /// The stored line of the submission of this id, or `nil` if there is none. It is compared with a submission under the same
  /// name (`Idempotency-Key`).
  func line(of id: String, in form: String) async throws -> [UInt8]?

  /// The newest submission in the chain of corrections of this one; the same id if nothing has replaced it.
  func newest(of id: String, in form: String) async throws -> String

  /// Which of these files, named by their SHA-256 in hex digits, submissions use. Reads all submissions. By default all,
  /// because the store does not look.
  func files(of digests: Set<String>) async throws -> Set<String>
}

extension SubmissionArchive {
  package func files(of digests: Set<String>) async throws -> Set<String> { digests }
}

/// What `formcells export` reads from. A form's submissions are never all in memory.
package protocol SubmissionExport {
  /// Where a form's submissions are, for warnings: a file or a table.
  func place(of form: String) -> String

  /// The forms that have submissions.
  func forms() throws(SubmissionError) -> [String]

  /// The definition of a version of a form, as a submission brought it (`SubmissionRecord.definition`); `nil` if there is none.
  func definition(_ version: String, of form: String) throws(SubmissionError) -> [UInt8]?

  /// Reads a form's submissions, the oldest first, as they are stored, even damaged ones.
  /// - `take`: gets a JSON object without its line end, and its number, beginning with 1.
  /// - Throws: what `take` throws; a `SubmissionError` if they cannot be read.
  func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws
}

/// A submission to be stored.
public struct SubmissionRecord: Sendable {
  /// 32 lower-case hexadecimal digits, made from the content: the same filled-in form has the same id when it is sent again.
  public let id: String
  /// The form's id.
  public let form: String
  /// A digest of the form's definition.
  public let version: String
  /// When it arrived: RFC 3339 in UTC, with milliseconds.
  public let time: String
  /// The submission as a JSON object, in UTF-8 and without a line end. It contains all of the above, too.
  public let line: [UInt8]
  /// The form's definition from which `version` was made: JSON in UTF-8, without parts that say nothing about the form. It
  /// tells what the values mean after the form has changed. `nil` if the submission came without one.
  public let definition: [UInt8]?
  /// The visitor as the host has described them; `nil` if it has not.
  public let visitor: VisitorContext?
  /// The files that the values name, in the same order.
  public let attachments: [SubmittedFile]
  /// The id of the submission that this one corrects; `nil` if it is not a correction.
  package let replaces: String?
  /// Who corrects it; `nil` for the visitor.
  package let by: String?

  /// - Parameters: the properties of the same names; for tests of a sink.
  public init(
    id: String, form: String, version: String, time: String, line: [UInt8], definition: [UInt8]? = nil,
    visitor: VisitorContext? = nil, attachments: [SubmittedFile] = [], replaces: String? = nil, by: String? = nil
  ) {
    self.id = id
    self.form = form
    self.version = version
    self.time = time
    self.line = line
    self.definition = definition
    self.visitor = visitor
    self.attachments = attachments
    self.replaces = replaces
    self.by = by
  }
}

extension SubmissionRecord {
  /// The values, an object of cell ids and values. They are read from the line each time; null if the line has none.
  public var values: JSONValue {
    do throws(JSONError) { return try JSONReader.storedLine(line).value["values"] ?? .null } catch { return .null }
  }

  /// The value of one cell; `nil` if it has none because it was hidden or disabled.
  public subscript(cell: String) -> JSONValue? { values[cell] }
}

/// Why something could not be stored or read.
public struct SubmissionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was accessed: a file, a folder, or a server's address.
  public var path: String
  /// The step that failed, and the system's message.
  public var reason: String
  /// Whether only this submission is refused: sending it again unchanged does not help.
  package var isRefusal: Bool
  /// For a correction: why it replaces nothing.
  package var conflict: CorrectionConflict?
  /// The quotas that are used up, if that is why nothing was recorded.
  package var exhausted: Set<Quota> = []

  /// One line for the log.
  public var description: String { "\(path): error: \(reason)" }

  package init(path: String, reason: String, isRefusal: Bool = false, conflict: CorrectionConflict? = nil) {
    self.isRefusal = isRefusal
    self.conflict = conflict
    self.path = path
    self.reason = reason
  }
}

extension SubmissionError {
  init(path: String, reason: String, errno: Int32) {
    self.init(path: path, reason: "\(reason): \(String(cString: strerror(errno)))")
  }
}
