package import FormCells
public import Support
import Glibc

/// Where submissions go: the files of a folder (`SubmissionFiles`), a database (`PostgreSQLSubmissions`), or what a host makes of
/// it.
///
/// Its calls come on the threads of event loops. What would block one has to suspend instead.
public protocol SubmissionSink: Sendable {
  /// Takes a submission and returns once it cannot be lost any more. A sink that is given an id again, after a failure or a
  /// restart, keeps what it has: that is no error.
  /// - Throws: nothing was recorded, and the visitor is told so and keeps everything; or nobody can say whether it was, and a
  ///   repetition finds that out by the id. The error goes to the site's `onFailure`. A `SubmissionError` whose `isRefusal` is
  ///   true says that it would be refused again.
  func store(_ submission: SubmissionRecord) async throws

  /// When the submission of this id was stored (RFC 3339 in UTC), or nil where there is none. Left out: the site remembers the
  /// newest that the sink has taken, for as long as it runs.
  /// - `id`: 32 lower-case hexadecimal digits.
  /// - Throws: nobody can say now.
  func time(of id: String, in form: String) async throws -> String?

  /// Why nothing can be recorded now, in a few words for `/healthz`; nil: all is well. Does not wait. Left out: all is always
  /// well.
  var failure: String? { get }
}

extension SubmissionSink {
  /// Nil: it cannot be asked.
  public func time(of id: String, in form: String) async throws -> String? { nil }

  /// Nil: it never knows.
  public var failure: String? { nil }
}

/// A place of this package: it takes many submissions at once, from `formcells import`, and gives lines back.
package protocol SubmissionArchive: SubmissionSink {
  /// Stores submissions of one form, in this order. Those that are there stay as they are.
  func store(inOrder submissions: [SubmissionRecord]) async throws

  /// The line of the submission of this id, as it was stored, or nil where there is none any more: to be compared with what comes
  /// under the same name (`Idempotency-Key`).
  func line(of id: String, in form: String) async throws -> [UInt8]?

  /// The newest submission in the chain of corrections of one; itself where nothing has replaced it.
  func newest(of id: String, in form: String) async throws -> String

  /// Those of these files, by their SHA-256 in hex digits, which submissions have. Reads all of them. Left out: all, since their
  /// files are where they are.
  func files(of digests: Set<String>) async throws -> Set<String>
}

extension SubmissionArchive {
  package func files(of digests: Set<String>) async throws -> Set<String> { digests }
}

/// The source that `formcells export` reads. A form's submissions are never all in memory.
package protocol SubmissionExport {
  /// Where a form's submissions are, to name them in a warning: a file, a table.
  func place(of form: String) -> String

  /// The forms of which there are submissions.
  func forms() throws(SubmissionError) -> [String]

  /// The definition of a version of a form, as a submission brought it (`SubmissionRecord.definition`); nil: it is not there.
  func definition(_ version: String, of form: String) throws(SubmissionError) -> [UInt8]?

  /// Reads a form's submissions, the oldest first: as they are, also where something has damaged them.
  /// - `take`: gets a JSON object without its line's end, and its number, beginning with 1.
  /// - Throws: what `take` throws; a `SubmissionError` where they cannot be read.
  func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws
}

/// A submission on its way to where it is kept.
public struct SubmissionRecord: Sendable {
  /// 32 lower-case hexadecimal digits, made of the content: the same filled-in form sent again has the same.
  public let id: String
  /// The form's id.
  public let form: String
  /// A digest of the form's definition.
  public let version: String
  /// When it arrived: RFC 3339 in UTC, with milliseconds.
  public let time: String
  /// The submission as a JSON object, in UTF-8 and without a line end. All of the above stands in it too.
  public let line: [UInt8]
  /// The form's definition as `version` was made of it: JSON in UTF-8, without what tells nothing of the form. It says what
  /// the values mean when the form is another one. Nil: the submission came without one.
  public let definition: [UInt8]?
  /// The visitor as the host has told the site of them; nil: it has told nothing.
  public let visitor: VisitorContext?
  /// The files that the values name, in their order.
  public let attachments: [SubmittedFile]
  /// The id of the submission that this one corrects; nil: it is not a correction.
  package let replaces: String?
  /// Who corrects it.
  package let by: String?

  /// - Parameters: the properties of these names; for tests of a sink.
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
  /// Its values, an object of cell id and value, read from the line each time; null where a line holds none.
  public var values: JSONValue {
    do throws(JSONError) { return try JSONReader.storedLine(line).value["values"] ?? .null } catch { return .null }
  }

  /// The value of one cell; nil where there is none: it was hidden or disabled.
  public subscript(cell: String) -> JSONValue? { values[cell] }
}

/// The reason why something could not be stored or read.
public struct SubmissionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place that was written to: a file, a folder, a server's address.
  public var path: String
  /// The step that failed, and the system's message.
  public var reason: String
  /// The place takes others, and not this submission: it need not be sent again as it is.
  package var isRefusal: Bool
  /// Of a correction: why it replaces nothing.
  package var conflict: CorrectionConflict?
  /// Of what nothing is left, where nothing was recorded for that reason.
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
