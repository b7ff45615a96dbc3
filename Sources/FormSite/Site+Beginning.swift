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
    let requestContext = requestContext(of: request, in: snapshot, as: visitor)
    let id = makeToken()
    var formState = FormState(form: form, id: id, recorded: values, at: requestContext.moment(of: form))
    if let attachments, form.hasAttachments {
      let seal = try await attachmentSeal(of: attachments)
      formState.replaceFiles { seal.sealing($0) ?? $0 }
    }
    var session = Session()
    session[id] = Session.Draft(formState, changedAt: requestContext.now.seconds)
    guard let name = await insert(session, in: requestContext) else { return nil }
    let link = requestContext.presentation(of: form).links.form + requestContext.suffix(naming: DraftName(of: id))
    return Response.seeOther(link).naming(name, for: requestContext)
  }
}
