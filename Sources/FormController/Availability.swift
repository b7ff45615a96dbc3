package import FormCells
import FormPages
package import HTTPCore
import Support

/// Forms that open and close, and take so many submissions.
extension RequestContext {
  /// Whether a form can be sent now. What an owner corrects came while it could.
  /// - Parameters:
  ///   - form: any version of it: that which is served counts.
  ///   - begun: when the visitor began, in seconds since 1970; nil: now.
  ///   - isChange: it takes the place of what was sent.
  ///   - isInvited: there is an invitation to send it with.
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

  /// The same for who has a draft.
  func availability(of draft: Session.Draft) -> Availability.State {
    availability(
      of: draft.formState.form, begun: draft.begunAt?.seconds, isChange: draft.change != nil,
      isInvited: draft.invitation != nil)
  }

  /// The same for who comes with an invitation.
  func state(of form: Form, begun: Int? = nil, _ invitation: InvitationState) -> Availability.State {
    switch invitation {
    case .none: availability(of: form, begun: begun)
    case .valid: availability(of: form, begun: begun, isInvited: true)
    case .used: .invitationUsed
    case .revoked: .invitationRevoked
    }
  }

  /// Why a form cannot be sent now; nil: it can.
  func closedPage(of state: Availability.State, in presentation: FormPresentation) -> ErrorWords.Page? {
    presentation.words.availability.page(for: state) {
      $0.text(in: presentation.dates, zone: snapshot.timeZone(of: presentation.form))
    }
  }

  /// The earlier of a moment and the one at which the form closes, in seconds since 1970.
  func end(of form: Form, notAfter moment: Int) -> Int {
    guard let closes = (snapshot.form(form.id) ?? form).availability.closes else { return moment }
    let end = closes.end(in: snapshot.timeZone(of: form))
    // A day is over at midnight, and that is the next one.
    return if case .day = closes { min(moment, end - 1) } else { min(moment, end) }
  }

  /// Until when a form can be sent; nil: for ever.
  func closing(of presentation: FormPresentation) -> String? {
    let form = presentation.form
    return (snapshot.form(form.id) ?? form).availability.closes.map {
      presentation.words.availability.openUntil($0.text(in: presentation.dates, zone: snapshot.timeZone(of: form)))
    }
  }

  /// What the list of forms says of when this one can be sent; nil: nothing is to be said.
  func note(on presentation: FormPresentation) -> String? {
    closedPage(of: availability(of: presentation.form), in: presentation)?.text ?? closing(of: presentation)
  }
}

extension FormController {
  /// The page of a form that cannot be sent now, with what the visitor has entered; nil: it can.
  static func closed(_ state: Availability.State, answers: FormState?, in context: FormContext) -> Response? {
    guard state != .open, let page = context.request.closedPage(of: state, in: context.presentation) else { return nil }
    let answers = answers.flatMap { $0.isBlank ? nil : $0 }
    return .page(
      context.request.snapshot.pages.closed(
        page, draft: context.posted == nil ? nil : context.formLink, answers: answers, in: context.presentation,
        viewport: context.request.viewport),
      status: .forbidden)
  }

  /// A change of what was sent comes while the form is closed; nil: it is open.
  package static func closedToChanges(_ form: Form, in requestContext: RequestContext) -> Response? {
    let context = FormContext(
      requestContext, form: form, pageID: requestContext.blank(form).firstPageID, token: requestContext.makeToken())
    return closed(requestContext.availability(of: form, isChange: true), answers: nil, in: context)
  }

  /// A program's submission comes while the form is closed; nil: it is open.
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
