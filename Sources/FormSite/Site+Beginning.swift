package import FormCells
package import FormController
import FormPages
package import HTTPCore

/// Drafts that begin with the values of a submission.
extension Site {
  /// Begins a draft with the values of a submission, including its files.
  /// - Parameters:
  ///   - values: those of the submission that the form has cells for.
  ///   - request: of the visitor who continues the draft. With a `strippedPrefix`, the draft belongs to that part of the site
  ///     only.
  /// - Returns: a redirect to the form's page; `nil` if there is no room for another draft.
  /// - Throws: an error if the key that seals files cannot be read.
  package func beginDraft(
    of form: Form, with values: RecordedValues, for request: Request, as visitor: VisitorContext
  ) async throws -> Response? {
    try await beginDraft(
      of: form, with: values, changing: nil, in: requestContext(of: request, in: snapshot, as: visitor))
  }

  /// A form state with the values of a submission and sealed files.
  /// - Parameter moment: when the submission was received.
  /// - Throws: an error if the key that seals files cannot be read.
  package func beginning(of form: Form, with values: RecordedValues, at moment: Moment) async throws -> FormState {
    var formState = FormState(form: form, id: makeToken(), recorded: values, at: moment)
    if let attachments, form.hasAttachments {
      let seal = try await attachmentSeal(of: attachments)
      formState.replaceFiles { seal.sealing($0) ?? $0 }
    }
    return formState
  }

  /// - Parameter secret: of the submission that the draft corrects; `nil` for a new submission.
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
    // A visitor's session is kept; an owner who corrects gets a new session each time.
    if secret != nil {
      let transaction: SessionStore.Transaction<Response>? = await transact(requestContext) { session in
        // A draft that was begun with the same link is resumed.
        if let held = session.drafts.last(where: { $0.change == secret }) {
          let suffix = requestContext.suffix(naming: held.name)
          return (.seeOther(presentation.links.form + suffix), .kept)
        }
        session[id] = begun
        return (.seeOther(link), SessionStore.Change.kept)
      }
      if case .done(let response, let name)? = transaction {
        return response.settingSessionCookie(name, for: requestContext)
      }
    }
    var session = Session()
    session[id] = begun
    guard let name = await insert(session, in: requestContext) else { return nil }
    return Response.seeOther(link).settingSessionCookie(name, for: requestContext)
  }
}
