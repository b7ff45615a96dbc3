package import FormCells
package import FormController
import FormPages
package import HTTPCore
package import Support

/// Drafts that begin with what was submitted once.
extension Site {
  /// Begins a draft with the values of a submission, its files among them.
  /// - Parameters:
  ///   - values: cell id and value, as in a submission. Passwords and calculated values are left out.
  ///   - request: of the visitor who goes on with it; behind a `strippedPrefix` the draft is in that part of the site only.
  /// - Returns: the way to the form's page.
  /// - Throws: `DefinitionErrors`: values that the form does not take any more; or why the files' key cannot be had.
  package func beginDraft(
    of form: Form, with values: JSONValue, for request: Request, as visitor: VisitorContext
  ) async throws -> Response? {
    let requestContext = requestContext(of: request, in: snapshot, as: visitor)
    let id = makeToken()
    var formState = try FormState(
      form: form, id: id, decoding: form.givenValues(values).compactBytes, path: form.id,
      at: requestContext.moment(of: form))
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

extension Form {
  /// What a visitor could have entered of these values.
  fileprivate func givenValues(_ values: JSONValue) -> JSONValue {
    guard case .object(let members) = values else { return .object([]) }
    return .object(members.filter { member in cell(member.key).map { !$0.isPassword && !$0.isCalculated } ?? true })
  }
}
