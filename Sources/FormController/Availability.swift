package import FormCells
import FormPages
package import HTTPCore
import Support

/// Forms that open and close, or accept a limited number of submissions.
extension RequestContext {
  /// Whether a form can be sent now. An owner's correction always can, because its original was accepted.
  /// - Parameters:
  ///   - form: any version; the served version decides.
  ///   - begun: when the visitor began, in seconds since 1970; `nil` for now.
  ///   - isChange: whether it replaces an earlier submission.
  ///   - isInvited: whether it has a valid invitation.
  func availability(
    of form: Form, begun: Int? = nil, isChange: Bool = false, isInvited: Bool = false
  ) -> Availability.State {
    let availability = (snapshot.form(form.id) ?? form).availability
    if availability == Availability() || visitor?.formTime != nil { return .open }
    if availability.access == .invited, !isInvited, !isChange { return .uninvited }
    return availability.state(
      at: now.seconds, begun: begun ?? now.seconds,
      count: availability.limit == nil || isChange ? 0 : submissionCount(form.id),
      in: snapshot.timeZone(of: form))
  }

  /// Whether the form of a draft can be sent now.
  func availability(of draft: Session.Draft) -> Availability.State {
    availability(
      of: draft.formState.form, begun: draft.begunAt?.seconds, isChange: draft.change != nil,
      isInvited: draft.invitation != nil)
  }

  /// Whether a form can be sent now with this invitation.
  func state(of form: Form, begun: Int? = nil, _ invitation: InvitationState) -> Availability.State {
    switch invitation {
    case .none: availability(of: form, begun: begun)
    case .valid: availability(of: form, begun: begun, isInvited: true)
    case .used: .invitationUsed
    case .revoked: .invitationRevoked
    }
  }

  /// Why a form cannot be sent now; `nil` if it can.
  func closedPage(of state: Availability.State, in presentation: FormPresentation) -> ErrorWords.Page? {
    presentation.words.availability.page(for: state) {
      $0.text(in: presentation.dates, zone: snapshot.timeZone(of: presentation.form))
    }
  }

  /// The given moment, or the moment when the form closes if that is earlier, in seconds since 1970.
  func end(of form: Form, notAfter moment: Int) -> Int {
    guard let closes = (snapshot.form(form.id) ?? form).availability.closes else { return moment }
    let end = closes.end(in: snapshot.timeZone(of: form))
    // A day ends at midnight, which belongs to the next day.
    return if case .day = closes { min(moment, end - 1) } else { min(moment, end) }
  }

  /// Until when a form can be sent; `nil` for no limit.
  func closing(of presentation: FormPresentation) -> String? {
    let form = presentation.form
    return (snapshot.form(form.id) ?? form).availability.closes.map {
      presentation.words.availability.openUntil($0.text(in: presentation.dates, zone: snapshot.timeZone(of: form)))
    }
  }

  /// What the list of forms says about when this form can be sent; `nil` for nothing.
  func note(on presentation: FormPresentation) -> String? {
    closedPage(of: availability(of: presentation.form), in: presentation)?.text ?? closing(of: presentation)
  }
}

extension FormController {
  /// The page of a form that cannot be sent now, with the visitor's answers; `nil` if it can.
  static func closed(_ state: Availability.State, answers: FormState?, in context: FormContext) -> Response? {
    guard state != .open, let page = context.request.closedPage(of: state, in: context.presentation) else { return nil }
    let answers = answers.flatMap { $0.isBlank ? nil : $0 }
    return .page(
      context.request.snapshot.pages.closed(
        page, draft: context.posted == nil ? nil : context.formLink, answers: answers, in: context.presentation,
        viewport: context.request.viewport),
      status: .forbidden)
  }

  /// The answer to a correction while the form is closed; `nil` if it is open.
  package static func closedToChanges(_ form: Form, in requestContext: RequestContext) -> Response? {
    let context = FormContext(
      requestContext, form: form, pageID: requestContext.blank(form).firstPageID, token: requestContext.makeToken())
    return closed(requestContext.availability(of: form, isChange: true), answers: nil, in: context)
  }

  /// The answer to a program's submission while the form is closed; `nil` if it is open.
  static func closedToPrograms(_ form: Form, invitation: InvitationState, in context: FormContext) -> Response? {
    let state: Availability.State =
      if case .revoked = invitation {
        .invitationRevoked
      } else {
        context.request.availability(of: form, isInvited: invitation != .none)
      }
    return context.request.closedPage(of: state, in: context.presentation).map { problem(.forbidden, text: $0.text) }
  }
}
