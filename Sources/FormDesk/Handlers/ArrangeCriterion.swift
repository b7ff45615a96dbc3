import FormCells
import FormPages

/// A button of an order picker's row: the page comes back with the focus on the row that it moved or changed.
struct ArrangeCriterion: Handler {
  let cell: Cell
  let action: OrderAction
  let criterion: String

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.form.id) { $0.reduce(.order(cell: cell.index, action, criterion: criterion)) }
    guard let shown = session[call.form.id]?.filling.layered(for: cell.index) else { return .badRequest }
    return .redirect(
      call.links.place(of: cell.index, in: call.form),
      fragment: shown.states[cell.index].isEditable
        ? call.presentation.focus(after: action, on: criterion, in: cell, of: shown) : cell.id)
  }
}
