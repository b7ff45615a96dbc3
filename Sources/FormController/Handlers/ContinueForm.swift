import FormCells
import FormPages

/// "Continue" of a step, and the button of the last one: its problems, or the next page. Where there is none, the form is
/// sent.
struct ContinueForm: Handler {
  let step: Int

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    session.change(context.token) { $0.reduce(.pass(step: step, today: context.today)) }
    guard let formState = session.formState(context.token) else { return .badRequest }
    if formState.isRefused(step) { return .refuse(overlay: nil) }
    guard let next = formState.pageID(after: step, today: context.today) else {
      return SubmitForm().answer(context, &session)
    }
    return .turn(to: next)
  }
}
