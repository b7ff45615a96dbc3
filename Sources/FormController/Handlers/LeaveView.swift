import FormCells
import FormPages

/// "Apply", "Close", "Discard Changes" and "Keep Editing" of a selection view or a modal section.
struct LeaveView: Handler {
  let view: Overlay
  let action: FormAction

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    session.change(context.token) { formState in
      switch action {
      case .apply: formState.reduce(.apply(view, today: context.today))
      case .discard: formState.reduce(.discard(view))
      case .keepEditing: formState.reduce(.keepEditing(view))
      default: formState.reduce(.close(view))
      }
    }
    guard let formState = session.formState(context.token) else { return .badRequest }
    switch view {
    case .cell(let cell):
      guard let draft = formState.drafts[cell] else {
        return action == .keepEditing
          ? .redirect(context.link(to: .cell(cell)))
          : .redirect(context.place(of: cell), fragment: context.form.cells[cell].id)
      }
      if action == .apply, draft.problem != nil { return .refuse(overlay: view, focusesProblems: false) }
    case .section(let section):
      guard let draft = formState.sectionDrafts[section] else {
        return .redirect(context.page(behind: view), fragment: context.form.name(of: view))
      }
      if action == .apply, draft.showsProblems { return .refuse(overlay: view) }
    }
    return .redirect(context.link(to: view))
  }
}
