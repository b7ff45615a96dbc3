package import FormCells
package import FormController
import FormPages
package import HTTPCore

/// Drafts that begin with what was submitted once.
extension Site {
  /// Begins a draft with the values of a submission, its files among them.
  /// - Parameters:
  ///   - values: of the submission, as far as the form can have them.
  ///   - request: of the visitor who goes on with it; behind a `strippedPrefix` the draft is in that part of the site only.
  /// - Returns: the way to the form's page; nil: there is no room for another draft.
  /// - Throws: why the files' key cannot be had.
  package func beginDraft(
    of form: Form, with values: RecordedValues, for request: Request, as visitor: VisitorContext
  ) async throws -> Response? {
    try await beginDraft(
      of: form, with: values, changing: nil, in: requestContext(of: request, in: snapshot, as: visitor))
  }

  /// A form that is filled in again, its files sealed.
  /// - Parameter moment: when what was submitted once came.
  /// - Throws: why the files' key cannot be had.
  package func beginning(of form: Form, with values: RecordedValues, at moment: Moment) async throws -> FormState {
    var formState = FormState(form: form, id: makeToken(), recorded: values, at: moment)
    if let attachments, form.hasAttachments {
      let seal = try await attachmentSeal(of: attachments)
      formState.replaceFiles { seal.sealing($0) ?? $0 }
    }
    return formState
  }

  /// - Parameter secret: of the submission that the draft changes; nil: it is a new one.
  func beginDraft(
    of form: Form, with values: RecordedValues, changing secret: LinkSecret?, in requestContext: RequestContext
  ) async throws -> Response? {
    var formState = try await beginning(of: form, with: values, at: requestContext.moment(of: form))
    let id = formState.id
    if secret != nil { formState.remember(sent: formState) }
    var draft = Session.Draft(formState, changedAt: requestContext.now.seconds)
    draft.change = secret
    let presentation = requestContext.presentation(of: form)
    if secret != nil, values.isIncomplete { draft.tellOfChangedForm(values, in: presentation) }
    let link = presentation.links.form + requestContext.suffix(naming: DraftName(of: id))
    let begun = draft
    // A visitor who has a session keeps it; an owner who corrects has one of their own each time.
    if secret != nil {
      let transaction: SessionStore.Transaction<Response>? = await transact(requestContext) { session in
        // What was entered behind the same link is still there.
        if let held = session.drafts.last(where: { $0.change == secret }) {
          let suffix = requestContext.suffix(naming: held.name)
          return (.seeOther(presentation.links.form + suffix), .kept)
        }
        session[id] = begun
        return (.seeOther(link), SessionStore.Change.kept)
      }
      if case .done(let response, let name)? = transaction { return response.naming(name, for: requestContext) }
    }
    var session = Session()
    session[id] = begun
    guard let name = await insert(session, in: requestContext) else { return nil }
    return Response.seeOther(link).naming(name, for: requestContext)
  }
}
