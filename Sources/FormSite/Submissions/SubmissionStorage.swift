/// Where submissions are kept: the files of a folder (`SubmissionFiles`), or what a host makes of it.
///
/// Its calls come on the threads of event loops. What would block one has to suspend instead.
public protocol SubmissionStorage: Sendable {
  /// Stores a submission and returns once a power cut cannot take it away any more. One whose id is stored, or being stored,
  /// is not stored again: that is no error.
  /// - Throws: nothing was recorded, and the visitor will be told so; or nobody can say whether it was, and a repetition finds
  ///   that out by the id.
  func store(_ submission: SubmissionRecord) async throws(SubmissionError)

  /// When the submission of this id was stored (RFC 3339 in UTC), or nil where there is none.
  /// - `id`: 32 lower-case hexadecimal digits.
  /// - Throws: nobody can say now.
  func time(of id: String, in form: String) async throws(SubmissionError) -> String?

  /// Why nothing can be recorded now, in a few words for `/healthz`; nil: all is well. Does not wait.
  var failure: String? { get }
}

/// The source that `formcells export` reads. A form's submissions are never all in memory.
public protocol SubmissionExport {
  /// Where a form's submissions are, to name them in a warning: a file, a table.
  func place(of form: String) -> String

  /// The forms of which there are submissions.
  func forms() throws(SubmissionError) -> [String]

  /// Reads a form's submissions, the oldest first: as they are, also where something has damaged them.
  /// - `take`: gets a JSON object without its line's end, and its number, beginning with 1.
  /// - Throws: what `take` throws; a `SubmissionError` where they cannot be read.
  func forEachLine(of form: String, _ take: (_ line: [UInt8], _ number: Int) throws -> Void) throws
}
