import FormCells
import FormController
import HTTPCore
import Support

/// "Save for Later": keeps a draft for anyone who has its link.
extension Site {
  /// Keeps a draft; the visitor sees its link only after that.
  func keep(_ saved: SavedForm, session id: Token, in requestContext: RequestContext) async -> Response {
    do {
      guard let drafts else { return FormController.errorPage(.badRequest, for: requestContext) }
      // A draft that corrects an erased submission is not kept.
      if let target = saved.changes, let archive = submissions as? any SubmissionArchive,
        let line = try await archive.line(of: target.text, in: saved.form.id), StoredHead(of: line)?.isErased == true
      {
        return FormController.linkIsNotValid(in: requestContext)
      }
      guard saves.take(from: requestContext.address, at: environment.uptime()) else {
        throw TooManySaves(waitSeconds: saves.waitSeconds(at: environment.uptime()))
      }
      var mark = saved.mark
      if let before = saved.before, try await stored(under: before.token)?.version != before.version {
        // Another device has saved since, or the link has ended: save under a new link and overwrite nothing.
        mark = SavedMark(token: makeToken(), version: mark.version, changedAt: mark.changedAt)
      }
      try await drafts.keep(StoredDraft(saved).bytes, named: StoredDraft.name(of: mark.token))
      let kept = mark
      let transaction = await transact(id, in: requestContext) {
        (FormController.confirm(saved, as: kept, with: &$0), SessionStore.Change.kept)
      }
      if case .done(let response, let id) = transaction {
        return response.settingSessionCookie(id, for: requestContext)
      }
      var session = Session()
      return FormController.confirm(saved, as: kept, with: &session).settingSessionCookie(id, for: requestContext)
    } catch {
      report(error, requestID: requestContext.requestID)
      let waitSeconds = (error as? TooManySaves)?.waitSeconds
      let transaction = await transact(id, in: requestContext) {
        (FormController.refuse(saved, waitSeconds: waitSeconds, with: &$0), .kept)
      }
      if case .done(let response, let id) = transaction {
        return response.settingSessionCookie(id, for: requestContext).askingToRetry(after: waitSeconds ?? 5)
      }
      return FormController.errorPage(.serviceUnavailable, for: requestContext)
    }
  }

  /// `GET /forms/{form}?resume=…`: continues the draft of a link in this visitor's session, at an address without the secret.
  /// If the session has the draft already, that one stays as it is.
  func resume(_ secret: String, of id: String, in requestContext: RequestContext) async -> Response {
    do {
      guard let token = Token(inLink: secret),
        let stored = try await stored(under: token),
        stored.form == id, stored.receipt == nil, let draft = try await draft(of: stored, as: token, in: requestContext)
      else { return FormController.linkIsNotValid(in: requestContext) }
      let response = FormController.resumed(draft, in: requestContext)
      let transaction: SessionStore.Transaction<Response>? = await transact(requestContext) { session in
        FormController.takeUp(draft, with: &session)
        return (response, SessionStore.Change.kept)
      }
      if case .done(let response, let id) = transaction {
        return response.settingSessionCookie(id, for: requestContext)
      }
      var session = Session()
      session[draft.formState.id] = draft
      guard let name = await insert(session, in: requestContext) else {
        return FormController.draftTooLarge(sessions.draftByteLimit, in: requestContext)
      }
      return response.settingSessionCookie(name, for: requestContext)
    } catch {
      report(error, requestID: requestContext.requestID)
      return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry()
    }
  }

  /// `nil` if the form is no longer served.
  private func draft(
    of stored: StoredDraft, as token: Token, in requestContext: RequestContext
  ) async throws -> Session.Draft? {
    let snapshot = requestContext.snapshot
    if let session = try? Session(unpacking: stored.session, in: snapshot), var draft = session.drafts.last,
      draft.formState.form.id == stored.form
    {
      draft.saved = SavedMark(token: token, version: stored.version, changedAt: draft.changedAt)
      return draft
    }
    guard let form = snapshot.form(stored.form) else { return nil }
    var draft = FormController.draft(
      of: form, recorded: stored.values, saved: (token, stored.version),
      in: requestContext)
    if let attachments, form.hasAttachments {
      let seal = try await attachmentSeal(of: attachments)
      draft.formState.replaceFiles { seal.sealing($0) ?? $0 }
    }
    return draft
  }

  private func stored(under token: Token) async throws -> StoredDraft? {
    try await drafts?.draft(named: StoredDraft.name(of: token)).flatMap { StoredDraft($0) }
  }

  /// The receipt under which the submission's draft was sent from another device; `nil` if it was not.
  func receiptElsewhere(of submission: Submission) async -> Token? {
    guard let token = submission.savedAs else { return nil }
    do {
      guard let receipt = try await stored(under: token)?.receipt, receipt != submission.id else { return nil }
      return receipt
    } catch {
      // Recording the submission matters more than this check.
      report(error, requestID: submission.requestID)
      return nil
    }
  }

  /// Overwrites the saved draft of a submission: its link no longer works, and its answers are gone.
  func forgetSaved(_ submission: Submission) {
    guard let drafts, let token = submission.savedAs else { return }
    Task {
      do {
        try await drafts.keep(StoredDraft(sent: submission).bytes, named: StoredDraft.name(of: token))
      } catch { onFailure(error) }
    }
  }

  /// Removes expired drafts, and marks the files of the others as used.
  func removeExpiredDrafts() async {
    guard let drafts else { return }
    do {
      let digests = Lock<Set<String>>([])
      try await drafts.sweep { draft in digests.withLock { $0.formUnion(FileNames.digests(in: draft)) } }
      if let attachments { try await attachments.use(digests.withLock { $0.sorted() }) }
    } catch {
      onFailure(error)
    }
  }

  /// Refuses a form that saves drafts if there is no place for them.
  static func checkDrafts(of forms: [Form], _ drafts: (any DraftStore)?) throws(Diagnostic) {
    guard drafts == nil, let form = forms.first(where: \.savesDrafts) else { return }
    throw Diagnostic(
      path: "forms", keyPath: form.id, code: .badValue,
      message:
        "the form has “save”, but the site has no draft store; record submissions with SubmissionFiles, or remove the key"
    )
  }
}

private struct TooManySaves: Error, CustomStringConvertible {
  let waitSeconds: Int
  let description = "drafts: too many were saved from one address in this hour"
}
