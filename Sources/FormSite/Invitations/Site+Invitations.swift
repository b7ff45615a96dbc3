import FormCells
import FormController
import HTTPCore
import Support

/// Forms that can be sent only with an invitation, once for each.
extension Site {
  /// The state of a request's invitation; `.none` if the form needs none.
  /// - Parameter secret: as the request has it.
  func invitation(
    _ secret: @autoclosure () -> LinkSecret?, to form: String, in snapshot: SiteSnapshot
  ) async throws -> InvitationState {
    guard snapshot.form(form)?.availability.access == .invited, let secret = secret(), let invitations,
      let key = try await serverKey(), secret.isMade(to: .invitation, of: form, serverKey: key)
    else { return .none }
    if try await invitations.isRevoked(secret.id, of: form) { return .revoked(secret) }
    let submission = Submission.id(ofInvitation: secret.id, to: form)
    return try await storedTime(of: submission, in: form) == nil ? .valid(secret) : .used(secret)
  }

  /// The invitation of the draft that an address shows; `nil` if the form needs none or the draft has none.
  func heldInvitation(to form: String, in requestContext: RequestContext) async -> LinkSecret? {
    guard requestContext.snapshot.form(form)?.availability.access == .invited else { return nil }
    let found = await transact(requestContext) { session in
      (FormController.heldDraft(of: form, for: requestContext, with: session)?.invitation, SessionStore.Change.none)
    }
    return if case .done(let secret, _)? = found { secret } else { nil }
  }

  /// Checks that forms by invitation have a place for revoked invitations, and a lasting key.
  static func checkInvitations(
    of forms: [Form], invitations: (any InvitationStore)?, attachments: (any AttachmentStore)?
  ) throws(Diagnostic) {
    guard invitations == nil || attachments == nil,
      let form = forms.first(where: { $0.availability.access == .invited })
    else { return }
    throw Diagnostic(
      path: "forms", keyPath: form.id, code: .badValue,
      message:
        "the form has “access”: “invited”, but only 'formcells serve' supports invitations; use it, "
        + "or remove the key")
  }
}
