import FormCells
import FormPages

/// "Undo": takes back the change that the page offers to take back, and shows where it was. Where another tab has gone on
/// since, nothing is left to take back.
struct UndoChange: Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply {
    let form = call.form
    let offered = call.posted?[.undo] ?? ""
    let carried = UndoStep(carried: offered, in: form)
    if call.lineage == .alone, let carried { session.change(form.id) { $0.restoreUndo(carried) } }
    let held = session[form.id]?.filling.undo.flatMap { $0.carried(in: form) == offered ? $0 : nil }
    if held != nil {
      session.change(form.id) { $0.reduce(.undo) }
      session.notice = session.notice ?? .undone
    }
    guard let step = held ?? carried else { return .redirect(call.links.form) }
    switch (step.target, step.cause) {
    case (.cell(let cell), _) where step.place(in: form) != step.target && step.cause != .discarded:
      return .redirect(call.links.place(of: cell, in: form), fragment: form.cells[cell].id)
    case (.section, .applied): return .redirect(call.links.form, fragment: form.name(of: step.target))
    case (.cell, _), (.section, _): return .redirect(call.presentation.link(to: step.target))
    }
  }
}
