import FormCells
import FormController
import HTTPCore
import Support

/// Effects that a response waits for.
extension Site {
  /// Stores a submission. The visitor sees a receipt only after it is on the disk.
  func store(_ submission: Submission, session id: Token, in requestContext: RequestContext) async -> Response {
    do {
      _ = try await record(submission, in: requestContext)
      forgetSaved(submission)
      return await finishInSession(id, in: requestContext) { FormController.confirm(submission, with: &$0) }
    } catch {
      let response = await finishInSession(id, in: requestContext) {
        FormController.refuse(submission, because: error, with: &$0)
      }
      return response.askingToRetry(because: error)
    }
  }

  /// The receipt of a submission that is already recorded, although it could not be sent now. `nil` if it is not recorded.
  func find(_ submission: Submission, session id: Token, in requestContext: RequestContext) async -> Response? {
    do {
      // After a double press, the first request may have taken the last place and still be writing.
      await recorded.waitForRecording(of: submission.id)
      guard try await storedTime(of: submission.id, in: submission.form.id) != nil else { return nil }
      return await finishInSession(id, in: requestContext) { FormController.confirm(submission, with: &$0) }
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// Receives a form from a program. It is stored before the program gets an answer.
  func receiveFromProgram(_ sent: JSONSubmission, for id: String, in requestContext: RequestContext) async
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
      // The same request may have taken the last place a moment before.
      if response.status == .forbidden, let named = Submission.id(ofKeyIn: requestContext, to: id) {
        await recorded.waitForRecording(of: named)
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

  /// The answer if something is already recorded under this name (`Idempotency-Key`). The form does not matter: it may be
  /// closed or full by now. `nil` if nothing is recorded.
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

  /// What is stored under the name of a submission.
  private enum StoredMatch {
    case same
    /// It was erased.
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
    // Another server may have recorded something with the same invitation at the same moment.
    case .new where submission.invitation == nil: return .same
    case .new, .isThere:
      guard submission.isNamed, let archive = submissions as? any SubmissionArchive,
        let line = try await archive.line(of: submission.id.text, in: submission.form.id)
      else { return .same }
      return try match(of: submission, in: line)
    }
  }

  private func match(of submission: Submission, in line: [UInt8]) throws -> StoredMatch {
    // An erased submission cannot be compared any more: anything sent under its name counts as the same.
    if LineHead(of: line)?.isErased == true { return .erased }
    return try submission.hasValues(of: line) ? .same : .other
  }

  private enum Recording {
    case new
    /// Something was already recorded under its id.
    case isThere
    /// Another request has sent other values under its id.
    case otherIsThere
  }

  private func recordOnce(_ submission: Submission, from visitor: VisitorContext?) async throws -> Recording {
    let (id, form) = (submission.id, submission.form)
    var isNew = false
    let isOwn = try await recorded.once(id, content: submission.content) {
      // The same submission may be there already: sent twice, or before a restart.
      guard try await storedTime(of: id, in: form.id) == nil else { return }
      // If it was sent twice, the sender does not learn that it was recorded before.
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
      recorded.insert(id, of: form.id, at: submission.time)
      counts.withLock { counts in
        counts.acceptedSubmissions += 1
        counts.recording.add(ContinuousClock.now - start)
      }
      isNew = true
    }
    return isNew ? .new : isOwn ? .isThere : .otherIsThere
  }

  /// When a submission was stored, from the sink or else from memory.
  func storedTime(of id: Token, in form: String) async throws -> String? {
    try await limited { [submissions] in try await submissions.time(of: id.text, in: form) }
      ?? recorded.time(of: id, in: form)
  }

  /// Calls the sink and waits for it up to `submissionLimit`.
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

  /// If the storage is unavailable or full, a retry may work (503). If it refused the submission, it would refuse it again
  /// (500).
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
    return await finishInSession(id, in: requestContext) { FormController.finish(scan, as: outcome, with: &$0) }
  }

  /// Finishes the answer in the session that asked for the effect. If that session is gone, the answer is made for the page
  /// alone.
  private func finishInSession(
    _ id: Token, in requestContext: RequestContext, body: (inout Session) -> Response
  ) async -> Response {
    let transaction = await transact(id, in: requestContext) { (body(&$0), .kept) }
    if case .done(let response, let id) = transaction { return response.settingSessionCookie(id, for: requestContext) }
    var session = Session()
    return body(&session).settingSessionCookie(id, for: requestContext)
  }
}

/// Why a picture could not be read, for the log.
private struct ScanError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "scan: \(reason)" }
}

/// An error that occurred while a request with an id was answered.
public struct RequestFailure: Error, CustomStringConvertible {
  /// The error itself.
  public let cause: any Error
  /// The request's `id`, which the visitor's page shows too.
  public let requestID: String

  /// The error, followed by the request's id in parentheses.
  public var description: String { "\(cause) (request \(requestID))" }
}

extension Response {
  /// Only after a failure of storage can the same submission succeed a moment later.
  fileprivate consuming func askingToRetry(because refusal: SubmissionRefusal) -> Response {
    if case .notStored = refusal { askingToRetry() } else { self }
  }

  /// On a 503, says after how many seconds the client should try again.
  consuming func askingToRetry(after seconds: Int = 5) -> Response {
    if status == .serviceUnavailable { fields[.retryAfter] = "\(seconds)" }
    return self
  }
}
