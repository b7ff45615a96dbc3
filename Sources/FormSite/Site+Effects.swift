import FormCells
import FormController
import HTTPCore
import Support

/// The effects that an answer waits for.
extension Site {
  /// Waits for the disk; only then the visitor sees a receipt.
  func store(_ submission: Submission, session id: Token, in requestContext: RequestContext) async -> Response {
    do {
      _ = try await record(submission, in: requestContext)
      forgetSaved(submission)
      return await goOn(id, in: requestContext) { FormController.confirm(submission, with: &$0) }
    } catch {
      let response = await goOn(id, in: requestContext) {
        FormController.refuse(submission, because: error, with: &$0)
      }
      return response.askingToRetry(because: error)
    }
  }

  /// The receipt of what is recorded already, though it could not be sent now; nil: it is not.
  func find(_ submission: Submission, session id: Token, in requestContext: RequestContext) async -> Response? {
    do {
      // A double press: the first one may have taken the last place, and be on its way to the disk.
      await taken.waitForRecording(of: submission.id)
      guard try await storedTime(of: submission.id, in: submission.form.id) != nil else { return nil }
      return await goOn(id, in: requestContext) { FormController.confirm(submission, with: &$0) }
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// A form that a program has sent: stored before the program hears of it.
  func receive(_ sent: JSONSubmission, for id: String, in requestContext: RequestContext) async
    -> Response
  {
    let invitation: InvitationState
    do { invitation = try await self.invitation(requestContext.invitation, to: id, in: requestContext.snapshot) } catch
    {
      report(error, requestID: requestContext.requestID)
      return FormController.notSaved(.serviceUnavailable, in: requestContext).askingToRetry()
    }
    do { if let answer = try await repeated(sent, for: id, in: requestContext) { return answer } } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.notSaved(Self.status(after: error), in: requestContext).askingToRetry()
    }
    let result = FormController.receive(sent, for: id, in: requestContext, invitation: invitation)
    if let entries = result.readOnlyViolations { onReadOnlyViolations(entries) }
    switch result.next {
    case .respond(let response):
      // The last place may have gone to the same request, which came a moment before.
      if response.status == .forbidden, let named = Submission.id(ofKeyIn: requestContext, to: id) {
        await taken.waitForRecording(of: named)
        do { if let answer = try await repeated(sent, for: id, in: requestContext) { return answer } } catch {
          report(error, requestID: requestContext.requestID)
        }
      }
      if response.status == .unprocessableContent { counts.withLock { $0.refusedSubmissions += 1 } }
      return response
    case .store(let submission):
      do {
        let found = try await record(submission, in: requestContext)
        return FormController.confirmSent(submission, isErased: found == .erased)
      } catch { return FormController.refuseSent(submission, because: error).askingToRetry(because: error) }
    case .find, .scan, .keep: preconditionFailure("a program has no page, sends no photo to scan, and saves no draft")
    }
  }

  /// The answer to what is recorded already under the name that it has (`Idempotency-Key`), whatever has become of the form since: it may
  /// be closed or full, or another day. Nil: it is not.
  private func repeated(
    _ sent: JSONSubmission, for id: String, in requestContext: RequestContext
  ) async throws -> Response? {
    guard let named = Submission.id(ofKeyIn: requestContext, to: id),
      let archive = submissions as? any SubmissionArchive,
      let line = try await limited({ try await archive.line(of: named.text, in: id) })
    else { return nil }
    guard let submission = FormController.reading(sent, as: line, for: id, in: requestContext) else {
      return FormController.refuse(.reused)
    }
    let match = try self.match(of: submission, in: line)
    return match == .other
      ? FormController.refuse(.reused) : FormController.confirmSent(submission, isErased: match == .erased)
  }

  /// What is on the disk under the name of a submission.
  private enum StoredMatch {
    case same
    /// It was there, and nothing is left of its values.
    case erased
    /// Other values.
    case other
  }

  private func record(
    _ submission: Submission, in requestContext: RequestContext
  ) async throws(SubmissionRefusal) -> StoredMatch {
    do {
      return try await tryToRecord(submission, in: requestContext)
    } catch let refusal as SubmissionRefusal {
      if refusal.isCounted { counts.withLock { $0.refusedSubmissions += 1 } }
      throw refusal
    } catch {
      counts.withLock { $0.failedSubmissions += 1 }
      report(error, requestID: requestContext.requestID)
      throw .notStored(Self.status(after: error))
    }
  }

  private func tryToRecord(_ submission: Submission, in requestContext: RequestContext) async throws -> StoredMatch {
    if let receipt = await receiptElsewhere(of: submission) { throw SubmissionRefusal.sentElsewhere(receipt: receipt) }
    if let end = try await endedChange(of: submission, in: requestContext) {
      throw SubmissionRefusal.changedTooLate(since: end)
    }
    let match: StoredMatch
    do { match = try await recordOrFind(submission, from: requestContext.visitor) } catch let error as SubmissionError {
      if error.conflict != nil, submission.replaces != nil { throw SubmissionRefusal.replacedMeanwhile }
      guard !error.exhausted.isEmpty else { throw error }
      followQuotas(of: .form(submission.form.id), in: requestContext.snapshot)
      throw SubmissionRefusal.exhausted(error.exhausted)
    }
    guard match == .other else { return match }
    throw submission.invitation == nil ? SubmissionRefusal.keyReused : .invitationUsed
  }

  private func recordOrFind(_ submission: Submission, from visitor: VisitorContext?) async throws -> StoredMatch {
    switch try await recordOnce(submission, from: visitor) {
    case .otherIsThere: return .other
    // Another server may have recorded something with the same invitation in the same moment.
    case .new where submission.invitation == nil: return .same
    case .new, .isThere:
      guard submission.isNamed, let archive = submissions as? any SubmissionArchive,
        let line = try await archive.line(of: submission.id.text, in: submission.form.id)
      else { return .same }
      return try match(of: submission, in: line)
    }
  }

  private func match(of submission: Submission, in line: [UInt8]) throws -> StoredMatch {
    // Nobody can tell any more what an erased one held: what comes under its name counts as the same.
    if LineHead(of: line)?.isErased == true { return .erased }
    return try submission.hasValues(of: line) ? .same : .other
  }

  private enum Recording {
    case new
    /// Something was there under its id.
    case isThere
    /// Another request has brought other values under its id.
    case otherIsThere
  }

  private func recordOnce(_ submission: Submission, from visitor: VisitorContext?) async throws -> Recording {
    let (id, form) = (submission.id, submission.form)
    var isNew = false
    let isOwn = try await taken.once(id, content: submission.content) {
      // The same submission may be there already: sent twice, or before a restart.
      guard try await storedTime(of: id, in: form.id) == nil else { return }
      // Who sends it twice is not told that it is there already.
      if let check { try await ask(check, of: submission) }
      let start = ContinuousClock.now
      let hashes = try await passwords.hashes(of: submission.values.passwords)
      let digests = submission.attachments.map(\.file.digest)
      attachments?.hold(digests)
      defer { attachments?.release(digests) }
      try await keepFiles(of: submission)
      let line = submission.line(hashes: hashes)
      let record = SubmissionRecord(
        id: id.text, form: form.id, version: form.version, time: submission.time, line: line,
        definition: form.definition, visitor: visitor, attachments: files(in: line, of: submission))
      let change = submission.replaces.map { record.correcting($0.text, by: nil) }
      try await limited { [submissions] in try await submissions.store(change ?? record) }
      noteSentFiles(of: submission)
      taken.insert(id, of: form.id, at: submission.time)
      counts.withLock { counts in
        counts.acceptedSubmissions += 1
        counts.recording.add(ContinuousClock.now - start)
      }
      isNew = true
    }
    return isNew ? .new : isOwn ? .isThere : .otherIsThere
  }

  /// When a submission was stored: by the sink, otherwise from memory.
  func storedTime(of id: Token, in form: String) async throws -> String? {
    try await limited { [submissions] in try await submissions.time(of: id.text, in: form) }
      ?? taken.time(of: id, in: form)
  }

  /// Asks the sink, and waits no longer than the time that it has.
  private func limited<Result: Sendable>(
    _ ask: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    do { return try await within(configuration.submissionLimit, work: ask) } catch let error as TimeLimitError {
      throw SubmissionError(path: "submissions", reason: "no answer within \(error.limit)")
    }
  }

  func report(_ error: any Error, requestID: String?) {
    onFailure(requestID.map { RequestFailure(cause: error, requestID: $0) } ?? error)
  }

  /// A storage that is away, or full, may be back in a moment; what it refuses, it refuses again.
  private static func status(after error: any Error) -> Status {
    switch error {
    case let error as SubmissionError where error.isRefusal: .internalServerError
    case PasswordError.busy: .serviceUnavailable
    case is PasswordError: .internalServerError
    default: .serviceUnavailable
    }
  }

  /// Waits for the reader of codes.
  func read(_ scan: Scan, session id: Token, in requestContext: RequestContext) async -> Response {
    let outcome: ScanOutcome
    switch await environment.codeReader?.read(scan.picture) ?? .noCode {
    case .code(let text, let isFirstOfSeveral): outcome = .code(text, isFirstOfSeveral: isFirstOfSeveral)
    case .noCode: outcome = .noCode
    case .noPicture: outcome = .noPicture
    case .tookTooLong: outcome = .tookTooLong
    case .busy: outcome = .busy
    case .failed(let reason):
      report(ScanError(reason: reason), requestID: requestContext.requestID)
      outcome = .failed
    }
    return await goOn(id, in: requestContext) { FormController.finish(scan, as: outcome, with: &$0) }
  }

  /// The answer to an effect, in the session that asked for it; where that went meanwhile, for the page alone.
  private func goOn(
    _ id: Token, in requestContext: RequestContext, body: (inout Session) -> Response
  ) async -> Response {
    let transaction = await transact(id, in: requestContext) { (body(&$0), .kept) }
    if case .done(let response, let id) = transaction { return response.naming(id, for: requestContext) }
    var session = Session()
    return body(&session).naming(id, for: requestContext)
  }
}

/// Why no picture could be read; for the log.
private struct ScanError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "scan: \(reason)" }
}

/// An error behind the answer to a request that has an id.
public struct RequestFailure: Error, CustomStringConvertible {
  /// The error itself.
  public let cause: any Error
  /// The request's `id`, which the visitor's page names too.
  public let requestID: String

  /// The error, and the request behind it in parentheses.
  public var description: String { "\(cause) (request \(requestID))" }
}

extension Response {
  /// Only a storage that failed may take the same a moment later.
  fileprivate consuming func askingToRetry(because refusal: SubmissionRefusal) -> Response {
    if case .notStored = refusal { askingToRetry() } else { self }
  }

  /// Tells a client that met a 503 after how many seconds to try again.
  consuming func askingToRetry(after seconds: Int = 5) -> Response {
    if status == .serviceUnavailable { fields[.retryAfter] = "\(seconds)" }
    return self
  }
}
