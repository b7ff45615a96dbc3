public import FormCells
public import FormController
public import Support

/// A host's check of a submission, asked before it is recorded and after the form has accepted it.
///
/// Its calls come on threads that others need too: what would block one has to suspend instead.
/// - Parameters:
///   - values: cell id and value, as in a submission (`SubmissionRecord.values`); of a password `true`, or null where none was
///     entered.
///   - context: what was sent, by whom.
/// - Returns: messages by their place; none: the submission is recorded.
/// - Throws: nobody can say now. The visitor is told that the answers could not be saved, keeps everything, and can send them again;
///   the error goes to the site's `onFailure`, so its description should hold no answers.
public typealias SubmissionCheck =
  @Sendable (_ values: JSONValue, _ context: SubmissionCheckContext) async throws -> [CellID: String]

/// What a host's check is told of a submission besides its values.
public struct SubmissionCheckContext: Sendable {
  /// The form's id.
  public let form: String
  /// A digest of the form's definition.
  public let version: String
  /// That of the submission (`SubmissionRecord.id`): the same answers sent again have the same.
  public let id: String
  /// The language that messages should have, as a BCP 47 tag.
  public let language: String
  /// Whether a program has sent it that wants JSON; else it comes from a page of the form.
  public let isOfProgram: Bool
  /// The visitor as the host has told the site of them; nil: it has told nothing.
  public let visitor: VisitorContext?
}

/// What went wrong with a host's check, for the log: what it threw, that it took too long, or which message has no place. It holds no
/// answers beyond those that the check's own error names.
public struct SubmissionCheckError: Error, Sendable, CustomStringConvertible {
  let form: String
  let reason: String

  /// One line for the log.
  public var description: String { "check: form \(form): error: \(reason)" }
}

extension Site {
  /// Asks the host's check, and waits no longer than the time that it has.
  /// - Throws: `SubmissionRefusal.check`; `SubmissionCheckError` where it gave no answer.
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
      throw SubmissionCheckError(form: context.form, reason: "\(limit) checks are under way already")
    }
    do {
      return try await within(configuration.checkLimit) {
        // Also where nobody waits for it any more.
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
