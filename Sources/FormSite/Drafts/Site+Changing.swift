import FormCells
import FormController
import HTTPCore
import Support

/// "Change Your Answers": a visitor corrects what they have sent. The new submission replaces the old one.
extension Site {
  /// The secret for correcting a submission; `nil` if its form does not allow it.
  func changeSecret(for id: Token, of form: String, in snapshot: SiteSnapshot) async throws -> LinkSecret? {
    guard snapshot.form(form)?.changeMinutes != nil, let key = try await serverKey() else { return nil }
    return LinkSecret(for: id, to: .change, of: form, serverKey: key)
  }

  /// The submission that a page corrects with this secret; `nil` if the secret is not valid here.
  func genuineChange(
    by secret: LinkSecret, of posted: PostedForm, to id: String, in requestContext: RequestContext
  ) async throws -> ChangedSubmission? {
    guard let key = try await serverKey(), secret.isMade(to: .change, of: id, serverKey: key) else { return nil }
    // A draft knows the values since it began.
    guard requestContext.snapshot.form(id)?.countsFromToday == true,
      await !holdsDraft(of: posted, in: requestContext), let archive = submissions as? any SubmissionArchive,
      let line = try await archive.line(of: secret.id.text, in: id)
    else { return ChangedSubmission(secret, values: nil) }
    return ChangedSubmission(secret, values: try JSONReader.storedLine(line).value["values"])
  }

  private func holdsDraft(of posted: PostedForm, in requestContext: RequestContext) async -> Bool {
    let found = await transact(requestContext) { session in
      (posted.draftToken.map { session[$0] != nil } ?? false, SessionStore.Change.none)
    }
    return if case .done(let isHeld, _)? = found { isHeld } else { false }
  }

  /// The key of this server, which all servers of a fleet share; `nil` if there is no place for it.
  func serverKey() async throws -> [UInt8]? {
    if let key = key.withLock({ $0 }) { return key }
    guard let attachments else { return nil }
    let made = try await attachments.key()
    key.withLock { $0 = made }
    return made
  }

  /// `GET /forms/{form}?change=…`: opens what was sent for correction, at an address without the secret.
  func beginChange(
    by text: String, of id: String, in requestContext: RequestContext
  ) async -> Response {
    let snapshot = requestContext.snapshot
    do {
      guard let given = LinkSecret(text), let form = snapshot.form(id), let minutes = form.changeMinutes,
        let key = try await serverKey(), given.isMade(to: .change, of: id, serverKey: key),
        let archive = submissions as? any SubmissionArchive,
        let newest = Token(try await archive.newest(of: given.id.text, in: id)),
        let line = try await archive.line(of: newest.text, in: id), let head = StoredHead(of: line), !head.isErased,
        let time = Timestamp(iso8601: head.time), requestContext.now.seconds < time.seconds + 60 * minutes
      else { return FormController.linkIsNotValid(in: requestContext) }
      if let closed = FormController.closedToChanges(form, in: requestContext) { return closed }
      let secret = LinkSecret(for: newest, to: .change, of: id, serverKey: key)
      let values = try JSONReader.storedLine(line).value["values"] ?? .null
      return try await beginDraft(
        of: form, with: form.recordedValues(values, isNew: true), changing: secret, in: requestContext)
        ?? FormController.errorPage(.contentTooLarge, for: requestContext)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// When the time for correcting ended, in seconds since 1970. `nil` if a visitor who opened it in time can still send it, or
  /// if it is recorded already.
  func endedChange(of submission: Submission, in requestContext: RequestContext) async throws -> Int? {
    guard let target = submission.replaces, requestContext.visitor?.formTime == nil,
      let form = requestContext.snapshot.form(submission.form.id), let minutes = form.changeMinutes,
      let archive = submissions as? any SubmissionArchive,
      let line = try await archive.line(of: target.text, in: form.id), let head = StoredHead(of: line), !head.isErased,
      let time = Timestamp(iso8601: head.time)
    else { return nil }
    let end = time.seconds + 60 * minutes
    guard requestContext.now.seconds >= end + 60 * Availability.usualGraceMinutes else { return nil }
    return try await storedTime(of: submission.id, in: form.id) == nil ? end : nil
  }

  /// Checks that forms whose answers can be changed have a lasting key and an archive.
  static func checkChanges(of forms: [Form], by submissions: any SubmissionSink, _ attachments: (any AttachmentStore)?)
    throws(Diagnostic)
  {
    guard attachments == nil || !(submissions is any SubmissionArchive),
      let form = forms.first(where: { $0.changeMinutes != nil })
    else { return }
    throw Diagnostic(
      path: "forms", keyPath: form.id, code: .badValue,
      message:
        "the form has “change”, but its submissions cannot be read here; record them with SubmissionFiles, and give the site a store for "
        + "its key (attachments: AttachmentFolder(…)), or remove the key")
  }
}
