import FormCells
import FormPages
package import HTTPMessage

/// "Submit": refused with the problems, or a submission to store. What no page has shown is not sent: the visitor gets to
/// see it first.
struct SubmitForm: Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.form.id) { $0.reduce(.submit(today: call.today)) }
    guard let filling = session[call.form.id]?.filling, let posted = call.posted else { return .badRequest }
    if filling.showsProblems { return .refuse(front: nil) }
    if session.notice == .formChanged { return .redirect(call.links.form) }
    if let cell = unseenCell(filling, posted, call) {
      session.notice = session.notice ?? .cellsAppeared
      let section = call.form.modalSection(of: cell).map { call.form.name(of: .section($0)) }
      return .redirect(call.links.form, fragment: section ?? call.form.cells[cell].id)
    }
    return .store(Submission(of: filling, posted, call))
  }

  /// The first cell that the visitor can fill in now and could not see on the page that was sent. A program that sends
  /// values without a page knows what it does.
  private func unseenCell(_ filling: Filling, _ posted: Posted, _ call: Call) -> Int? {
    if posted[.version] == nil { return nil }
    return filling.states.indices.first { cell in
      filling.states[cell].isEditable && !call.shownStates[cell].isVisible
        && !posted.contains(call.form.cells[cell])
    }
  }

  /// The receipt of a page that was sent before: it gets the same one.
  static func receipt(_ call: Call, _ session: Session) -> Token? {
    guard let posted = call.posted, posted.press == nil || posted.press == .submit, session.hasSent else { return nil }
    return session.receipt(of: posted.filling?.text ?? "", digest: posted.digest)
  }
}

extension Call {
  func receiptLink(_ id: Token) -> String { "\(links.form)\(links.form.contains("?") ? "&" : "?")receipt=\(id.text)" }
}

extension Desk {
  /// The submission is on disk: the visitor gets the receipt.
  package static func confirm(_ submission: Submission, _ session: inout Session) -> Response {
    session.close(submission.filling, as: submission.sent)
    session.notice = nil
    return .seeOther(submission.call.receiptLink(submission.id))
  }

  /// The submission could not be stored: nothing is lost, and the visitor is told.
  package static func refuse(_ submission: Submission, _ status: Status, _ session: inout Session) -> Response {
    let call = submission.call
    if session[call.form.id] == nil { session[call.form.id] = Session.Draft(submission.filling) }
    session.notice = .notSaved
    return page(nil, call, &session, status: status)
  }
}
