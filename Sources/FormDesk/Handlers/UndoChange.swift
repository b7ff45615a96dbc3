import FormCells
import FormPages

/// "Undo": takes back the change that the page offers to take back, and shows where it was. Where another tab has gone on
/// since, nothing is left to take back.
struct UndoChange: Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply {
    let form = call.form
    let offered = call.posted?[.undo] ?? ""
    let carried = UndoStep(carried: offered, in: form)
    if !call.isHeld, let carried { session.change(call.token) { $0.restoreUndo(carried) } }
    let held = session[call.token]?.filling.undo.flatMap { $0.carried(in: form) == offered ? $0 : nil }
    if held != nil {
      session.change(call.token) { $0.reduce(.undo) }
      session.tell(.undone, on: call.token)
    }
    guard let step = held ?? carried else { return .redirect(call.formLink) }
    // "Start Over" is about the whole form: back to the page that it was left from.
    guard let target = step.target else { return .turn(to: session[call.token]?.filling.lastStage ?? call.stage) }
    switch (target, step.cause) {
    case (.cell(let cell), _) where step.place(in: form) != target && step.cause != .discarded:
      return .redirect(call.place(of: cell), fragment: form.cells[cell].id)
    case (.section, .applied): return .redirect(call.page(behind: target), fragment: form.name(of: target))
    case (.cell, _), (.section, _): return .redirect(call.link(to: target))
    }
  }
}
