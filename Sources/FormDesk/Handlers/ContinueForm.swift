import FormCells
import FormPages

/// "Continue" of a step, and the button of the last one: its problems, or the next page. Where there is none, the form is
/// sent.
struct ContinueForm: Handler {
  let step: Int

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.pass(step: step, today: call.today)) }
    guard let filling = session.filling(call.token) else { return .badRequest }
    if filling.isRefused(step) { return .refuse(front: nil) }
    guard let next = filling.stage(after: step, today: call.today) else {
      return SubmitForm().answer(call, &session)
    }
    return .turn(to: next)
  }
}
