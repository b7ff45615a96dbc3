import FormCells
import FormPages

/// "Undo": takes back the change that the page offers to take back, and shows where it was. Where another tab has gone on
/// since, nothing is left to take back.
struct UndoChange: Handler {
  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    let form = context.form
    let offered = context.posted?[.undo] ?? ""
    let hiddenFieldValue = UndoStep(hiddenFieldValue: offered, in: form)
    if !context.isHeld, let hiddenFieldValue { session.change(context.token) { $0.restoreUndo(hiddenFieldValue) } }
    let held = session[context.token]?.formState.undo.flatMap { $0.hiddenFieldValue(in: form) == offered ? $0 : nil }
    if held != nil {
      session.change(context.token) { $0.reduce(.undo) }
      session.tell(.undone, on: context.token)
    }
    guard let step = held ?? hiddenFieldValue else { return .redirect(context.formLink) }
    // "Start Over" is about the whole form: back to the page that it was left from.
    guard let target = step.target else {
      return .turn(to: session[context.token]?.formState.lastStage ?? context.pageID)
    }
    switch (target, step.cause) {
    case (.cell(let cell), _) where step.place(in: form) != target && step.cause != .discarded:
      return .redirect(context.place(of: cell), fragment: form.cells[cell].id)
    case (.section, .applied): return .redirect(context.page(behind: target), fragment: form.name(of: target))
    case (.cell, _), (.section, _): return .redirect(context.link(to: target))
    }
  }
}
