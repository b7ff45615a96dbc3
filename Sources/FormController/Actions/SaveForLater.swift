package import FormCells
import FormPages
package import HTTPCore
package import Support

/// How a draft was saved for later: the secret of its link, what was saved, and when the draft was last changed.
package struct SavedMark: Sendable, Equatable {
  package let token: Token
  /// Identifies what was saved: another device may have saved something else since.
  package let version: Token
  package let changedAt: Int

  package init(token: Token, version: Token, changedAt: Int) {
    (self.token, self.version, self.changedAt) = (token, version, changedAt)
  }

  /// As in sessions and pages.
  package var text: String { "\(token.text).\(version.text).\(changedAt)" }

  /// `nil` if the text is not of this format.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let token = Token(parts[0]), let version = Token(parts[1]), let changedAt = Int(parts[2])
    else { return nil }
    self.init(token: token, version: version, changedAt: changedAt)
  }
}

/// "Save for Later": stores the draft so that anyone with its link can open it.
struct SaveForLater: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    .keep(SavedForm(draft, in: context))
  }
}

/// A draft to be saved. Passwords are not kept. It is immutable, and a class only so that passing it costs one reference count.
package final class SavedForm: Sendable {
  fileprivate let context: FormContext
  fileprivate let draft: Session.Draft
  /// How it will be saved.
  package let mark: SavedMark
  /// A packed session with only this draft, without the secret.
  package let session: [UInt8]
  /// The values that it would submit.
  package let values: JSONValue

  package var form: Form { draft.formState.form }
  /// How it was saved before; `nil` if it was not.
  package var before: SavedMark? { draft.saved }
  /// The submission that it corrects; `nil` for a new one.
  package var changes: Token? { draft.change?.id }

  fileprivate init(_ draft: Session.Draft, in context: FormContext) {
    (self.draft, self.context) = (draft, context)
    let makeToken = context.request.makeToken
    mark = SavedMark(
      token: draft.saved?.token ?? makeToken(), version: makeToken(), changedAt: draft.changedAt)
    var kept = draft
    kept.saved = nil
    kept.notice = nil
    var session = Session()
    session[draft.formState.id] = kept
    self.session = session.withoutPasswords.packed().bytes
    values = SubmittedValues(of: draft.formState).object { _ in .null }
  }
}

extension FormController {
  /// The draft was kept: redirects to the page with its link.
  /// - Parameter mark: how it was saved. The link is a new one if the former link has other answers.
  package static func confirm(_ saved: SavedForm, as mark: SavedMark, with session: inout Session) -> Response {
    session.restore(saved.draft)
    session.updateDraftIfHeld(saved.draft.formState.id) { $0.saved = mark }
    let isOther = saved.before.map { $0.token != mark.token } ?? false
    return .seeOther(saved.context.formLink + "&\(RequestContext.savedKey)=\(isOther ? RequestContext.newLink : "1")")
  }

  /// The draft could not be kept, and its page says so.
  /// - Parameter waitSeconds: until the visitor's network may save again; `nil` if the draft store failed.
  package static func refuse(_ saved: SavedForm, waitSeconds: Int?, with session: inout Session) -> Response {
    session.restore(saved.draft)
    return session.withDraft(saved.context.token, beginningAs: saved.draft) { draft in
      draft.tell(waitSeconds.map { .savedTooOften(waitMinutes: max(1, ($0 + 59) / 60)) } ?? .notSaved)
      return page(of: &draft, overlay: nil, in: saved.context, status: .serviceUnavailable)
    }
  }

  /// Opens a saved draft in a session that may have it already.
  /// - Parameter stored: as it was last saved.
  package static func takeUp(_ stored: Session.Draft, with session: inout Session) {
    let token = stored.formState.id
    guard let held = session[token] else {
      session[token] = stored
      return
    }
    if held.saved?.version == stored.saved?.version { return }
    // Input since the last save is kept. Without any, the other device is ahead.
    if held.changedAt == held.saved?.changedAt {
      session[token] = stored
    } else {
      session.updateDraftIfHeld(token) { $0.tell(.savedElsewhere) }
    }
  }

  /// The page with the link of a saved draft.
  static func savedPage(_ token: Token, days: Int, in context: FormContext) -> Response {
    let request = context.request
    let end = request.end(of: context.form, notAfter: request.now.seconds + days * 86_400)
    let last = request.snapshot.timeZone(of: context.form).day(at: end)
    let link = request.link(to: context.presentation, key: RequestContext.resumeKey, secret: token.text)
    return .page(
      request.snapshot.pages.saved(
        link: link, isNew: request.showsNewLink, until: last.map { context.presentation.dates.text($0) } ?? "",
        back: context.formLink,
        in: context.presentation, viewport: request.viewport))
  }

  /// Redirects to a draft that was saved.
  package static func resumed(_ draft: Session.Draft, in requestContext: RequestContext) -> Response {
    .seeOther(
      requestContext.presentation(of: draft.formState.form).links.form + requestContext.suffix(naming: draft.name))
  }

  /// A saved draft whose version of the form no longer exists, in the served version.
  package static func draft(
    of form: Form, recorded values: JSONValue, saved version: (token: Token, version: Token),
    in requestContext: RequestContext
  ) -> Session.Draft {
    let recorded = form.recordedValues(values, isNew: true)
    let formState = FormState(
      form: form, id: requestContext.makeToken(), recorded: recorded, at: requestContext.moment(of: form))
    var draft = Session.Draft(formState, changedAt: requestContext.now.seconds)
    draft.saved = SavedMark(token: version.token, version: version.version, changedAt: draft.changedAt)
    draft.tellOfChangedForm(recorded, in: requestContext.presentation(of: form))
    return draft
  }

  /// The page for an unknown or invalid link.
  package static func linkIsNotValid(in requestContext: RequestContext) -> Response {
    errorPage(.notFound, page: requestContext.language.words.savedDraft.invalid, for: requestContext)
  }
}
