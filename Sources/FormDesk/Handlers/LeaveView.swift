import FormCells
import FormPages

/// "Apply", "Close", "Discard Changes" and "Keep Editing" of a selection view or a modal section.
struct LeaveView: Handler {
  let view: InnerView
  let press: Press

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { filling in
      switch press {
      case .apply: filling.reduce(.apply(view, today: call.today))
      case .discard: filling.reduce(.discard(view))
      case .keepEditing: filling.reduce(.keepEditing(view))
      default: filling.reduce(.close(view))
      }
    }
    guard let filling = session.filling(call.token) else { return .badRequest }
    switch view {
    case .cell(let cell):
      guard let draft = filling.drafts[cell] else {
        return press == .keepEditing
          ? .redirect(call.link(to: .cell(cell)))
          : .redirect(call.place(of: cell), fragment: call.form.cells[cell].id)
      }
      if press == .apply, draft.problem != nil { return .refuse(front: view, focusesProblems: false) }
    case .section(let section):
      guard let draft = filling.sectionDrafts[section] else {
        return .redirect(call.page(behind: view), fragment: call.form.name(of: view))
      }
      if press == .apply, draft.showsProblems { return .refuse(front: view) }
    }
    return .redirect(call.link(to: view))
  }
}
