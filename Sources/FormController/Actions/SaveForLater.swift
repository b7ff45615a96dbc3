package import FormCells
import FormPages
package import HTTPCore
package import Support

/// "Save for Later": the draft goes to where others can open it with its link.
struct SaveForLater: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    guard context.form.savesDrafts else { return .badRequest }
    let token = draft.savedAs ?? context.request.makeToken()
    draft.savedAs = token
    return .keep(SavedForm(draft, as: token, in: context))
  }
}

/// A draft on its way to where saved ones are. Passwords are not kept. Immutable; a class only so that handing it around costs one
/// reference count.
package final class SavedForm: Sendable {
  fileprivate let context: FormContext
  fileprivate let draft: Session.Draft
  /// The secret of its link.
  package let token: Token
  /// A packed session with this draft alone, without the secret.
  package let session: [UInt8]
  /// What it would submit.
  package let values: JSONValue

  package var form: Form { draft.formState.form }

  fileprivate init(_ draft: Session.Draft, as token: Token, in context: FormContext) {
    (self.draft, self.token, self.context) = (draft, token, context)
    var kept = draft
    kept.savedAs = nil
    kept.notice = nil
    var session = Session()
    session[draft.formState.id] = kept
    self.session = session.withoutPasswords.packed().bytes
    values = SubmittedValues(of: draft.formState).object { _ in .null }
  }
}

extension FormController {
  /// The draft is kept: its page with the link follows.
  package static func confirm(_ saved: SavedForm) -> Response {
    .seeOther(saved.context.formLink + "&\(RequestContext.savedKey)=1")
  }

  /// The draft could not be kept: its page says so.
  package static func refuse(_ saved: SavedForm, with session: inout Session) -> Response {
    session.restore(saved.draft)
    return session.changing(saved.context.token, beginningAs: saved.draft) { draft in
      draft.savedAs = nil
      draft.tell(.notSaved)
      return page(of: &draft, overlay: nil, in: saved.context, status: .serviceUnavailable)
    }
  }

  /// The page with the link of a saved draft.
  static func savedPage(_ token: Token, days: Int, in context: FormContext) -> Response {
    let request = context.request
    let last = request.moment(of: context.form).local.day.adding(days: days)
    let form = context.presentation.links.form
    let link = "\(request.origin)\(form)\(form.contains("?") ? "&" : "?")\(RequestContext.resumeKey)=\(token.text)"
    return .page(
      request.snapshot.pages.saved(
        link: link, until: last.map { context.presentation.dates.text($0) } ?? "", back: context.formLink,
        in: context.presentation, viewport: request.viewport))
  }

  /// The way to a draft that was saved.
  package static func resumed(_ draft: Session.Draft, in requestContext: RequestContext) -> Response {
    .seeOther(
      requestContext.presentation(of: draft.formState.form).links.form + requestContext.suffix(naming: draft.name))
  }

  /// A saved draft whose version of the form is gone, in the version that is served.
  package static func draft(
    of form: Form, recorded values: JSONValue, savedAs token: Token, in requestContext: RequestContext
  ) -> Session.Draft {
    let formState = FormState(
      form: form, id: requestContext.makeToken(), recorded: form.recordedValues(values),
      at: requestContext.moment(of: form))
    var draft = Session.Draft(formState, changedAt: requestContext.now.seconds)
    draft.savedAs = token
    draft.tell(.formChanged)
    return draft
  }

  /// A link of which nobody knows whether it ever led anywhere.
  package static func linkIsNotValid(in requestContext: RequestContext) -> Response {
    errorPage(.notFound, page: requestContext.language.words.savedDraft.invalid, for: requestContext)
  }
}
