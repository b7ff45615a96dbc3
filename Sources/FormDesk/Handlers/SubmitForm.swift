import Support
import FormCells
import FormPages
package import HTTPMessage

/// "Submit": refused with the problems, or a submission to store. What no page has shown is not sent: the visitor gets to
/// see it first.
struct SubmitForm: Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.submit(today: call.today)) }
    guard let filling = session.filling(call.token), let posted = call.posted else { return .badRequest }
    if filling.showsProblems {
      return .refuse(front: nil, stage: filling.firstStepWithProblems(today: call.today).map(FormStage.step))
    }
    if session.notice(on: call.token)?.asksToCheck == true { return .turn(to: call.stage) }
    if let cell = unseenCell(filling, posted, call) {
      session.tell(.cellsAppeared, on: call.token)
      let section = call.form.modalSection(of: cell).map { call.form.name(of: .section($0)) }
      return .turn(to: .step(call.form.step(of: cell)), fragment: section ?? call.form.cells[cell].id)
    }
    return .store(Submission(of: filling, digest: posted.digest, call))
  }

  /// The first cell that the visitor can fill in now and could not see on the page that was sent, nor on an earlier one. A
  /// program that sends values without a page knows what it does.
  private func unseenCell(_ filling: Filling, _ posted: Posted, _ call: Call) -> Int? {
    if posted[.version] == nil { return nil }
    let appeared = filling.states.indices.filter { cell in
      filling.states[cell].isEditable && !call.shownStates[cell].isVisible
        && (call.isHeld || call.stage == .step(call.form.step(of: cell)))
    }
    if appeared.isEmpty { return nil }
    let names = posted.names
    return appeared.first { !names.contains(call.form.cells[$0].id) }
  }

  /// The receipt of a page that was sent before: it gets the same one.
  static func receipt(of posted: Posted, _ session: Session) -> Token? {
    guard !session.sent.isEmpty, posted.press == nil || posted.press == .submit, let filling = posted.filling else {
      return nil
    }
    return session.receipt(of: filling, digest: posted.digest)
  }
}

extension Desk {
  /// The submission is on disk: the visitor gets the receipt.
  package static func confirm(_ submission: Submission, _ session: inout Session) -> Response {
    session.close(submission.filling, as: submission.sent)
    return .seeOther(submission.call.receiptLink(submission.id))
  }

  /// The submission could not be stored: nothing is lost, and the visitor is told.
  package static func refuse(_ submission: Submission, _ status: Status, _ session: inout Session) -> Response {
    let call = submission.call
    session.restore(Session.Draft(submission.filling, changedAt: call.visit.moment.seconds))
    session.tell(.notSaved, on: call.token)
    return page(of: call.draft(in: session), nil, call, &session, status: status)
  }
}
