import Support
import FormCells
import FormPages
package import HTTPCore

/// "Submit": refused with the problems, or a submission to store. What no page has shown is not sent: the visitor gets to
/// see it first.
struct SubmitForm: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.submit(today: context.today))
    guard let posted = context.posted else { return .badRequest }
    let formState = draft.formState
    if formState.showsProblems {
      return .refuse(overlay: nil, pageID: formState.firstStepWithProblems(today: context.today).map(FormPageID.step))
    }
    if draft.notice?.asksToCheck == true { return .turn(to: context.pageID) }
    if let cell = unseenCell(formState, posted, context) {
      draft.tell(.cellsAppeared)
      let section = context.form.modalSection(of: cell).map { context.form.name(of: .section($0)) }
      return .turn(to: .step(context.form.step(of: cell)), fragment: section ?? context.form.cells[cell].id)
    }
    return .store(Submission(of: formState, digest: posted.digest, context))
  }

  /// The first cell that the visitor can fill in now and could not see on the page that was sent, nor on an earlier one. A
  /// program that sends values without a page knows what it does.
  private func unseenCell(_ formState: FormState, _ posted: PostedForm, _ context: FormContext) -> Int? {
    if posted[.version] == nil { return nil }
    let appeared = formState.states.indices.filter { cell in
      formState.states[cell].isEditable && !context.shownStates[cell].isVisible
        && (context.isHeld || context.pageID == .step(context.form.step(of: cell)))
    }
    if appeared.isEmpty { return nil }
    let names = posted.names
    return appeared.first { !names.contains(context.form.cells[$0].id) }
  }

  /// The receipt of a page that was sent before: it gets the same one.
  static func receipt(of posted: PostedForm, _ session: Session) -> Token? {
    guard !session.sent.isEmpty, posted.action == nil || posted.action == .submit, let token = posted.draftToken
    else {
      return nil
    }
    return session.receipt(of: token, digest: posted.digest)
  }
}

extension FormController {
  /// The submission is on disk: the visitor gets the receipt.
  package static func confirm(_ submission: Submission, _ session: inout Session) -> Response {
    session.close(submission.formState, as: submission.sent)
    return .seeOther(submission.context.receiptLink(submission.id))
  }

  /// The submission could not be stored: nothing is lost, and the visitor is told.
  package static func refuse(_ submission: Submission, _ status: Status, _ session: inout Session) -> Response {
    let context = submission.context
    session.restore(Session.Draft(submission.formState, changedAt: context.request.now.seconds))
    return session.changing(context.token, beginningAs: context.blankDraft) { draft in
      draft.tell(.notSaved)
      return page(of: &draft, nil, context, status: status)
    }
  }
}
