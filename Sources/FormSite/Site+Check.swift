public import FormCells
public import FormController
public import Support

/// A host's check of a submission. The site calls it after the form has accepted the submission and before it is recorded.
///
/// Calls come on shared threads: suspend instead of blocking.
/// - Parameters:
///   - values: cell ids and values, as in a submission (`SubmissionRecord.values`). A password is `true`, or null if none was
///     entered.
///   - context: what was sent, and by whom.
/// - Returns: messages by place. If there are none, the submission is recorded.
/// - Throws: an error if the check cannot decide now. The visitor reads that the answers could not be saved, keeps everything,
///   and can send again. The error goes to the site's `onFailure`, so its description should contain no answers.
public typealias SubmissionCheck =
  @Sendable (_ values: JSONValue, _ context: SubmissionCheckContext) async throws -> [CellID: String]

/// What a host's check learns about a submission besides its values.
public struct SubmissionCheckContext: Sendable {
  /// The form's id.
  public let form: String
  /// A digest of the form's definition.
  public let version: String
  /// The submission's id (`SubmissionRecord.id`). The same answers have the same id when they are sent again.
  public let id: String
  /// The language for messages, as a BCP 47 tag.
  public let language: String
  /// Whether a program that expects JSON sent it, not a page of the form.
  public let isOfProgram: Bool
  /// The visitor as the host has described them; `nil` if it has not.
  public let visitor: VisitorContext?
}

/// A failed check by a host, for the log: the error it threw, that it took too long, or which message has no place. It contains
/// no answers, unless the check's own error does.
public struct SubmissionCheckError: Error, Sendable, CustomStringConvertible {
  let form: String
  let reason: String

  /// One line for the log.
  public var description: String { "check: form \(form): error: \(reason)" }
}

extension Site {
  /// Calls the host's check and waits for it up to `checkLimit`.
  /// - Throws: `SubmissionRefusal.check` with its messages; `SubmissionCheckError` if it failed or did not answer in time.
  func ask(_ check: @escaping SubmissionCheck, of submission: Submission) async throws {
    let form = submission.form.id
    let context = SubmissionCheckContext(
      form: form, version: submission.form.version, id: submission.id.text, language: submission.language,
      isOfProgram: submission.isOfProgram, visitor: submission.visitor)
    let given = try await messages(of: check, about: submission.values.object { _ in true }, in: context)
    let messages = submission.messages(given) { fault in
      let place = fault.id == .form ? "the form" : "“\(fault.id)”"
      report(
        SubmissionCheckError(form: form, reason: "a message at \(place): \(fault.reason)"),
        requestID: submission.requestID)
    }
    if !messages.isEmpty { throw SubmissionRefusal.check(messages) }
  }

  private func messages(
    of check: @escaping SubmissionCheck, about values: JSONValue, in context: SubmissionCheckContext
  ) async throws(SubmissionCheckError) -> [CellID: String] {
    let limit = configuration.concurrentCheckLimit
    let isAdmitted = checkCount.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isAdmitted else {
      throw SubmissionCheckError(form: context.form, reason: "\(limit) checks are already running")
    }
    do {
      return try await within(configuration.checkLimit) {
        // This also runs when the check ends after the time limit.
        defer { self.checkCount.withLock { $0 -= 1 } }
        return try await check(values, context)
      }
    } catch let error as TimeLimitError {
      throw SubmissionCheckError(form: context.form, reason: "no answer within \(error.limit)")
    } catch {
      throw SubmissionCheckError(form: context.form, reason: "\(error)")
    }
  }
}
