import FormCells
import FormPages

/// A button of a cell's own: the page comes back with its value changed, and the focus where it goes on.
struct PressCellButton: Handler {
  let cell: Cell
  let button: String

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.press(cell: cell.index, button: button)) }
    guard let shown = session[call.token]?.filling.layered(for: cell.index) else { return .badRequest }
    return .redirect(
      call.place(of: cell.index),
      fragment: shown.states[cell.index].isEditable
        ? call.presentation.focus(after: button, in: cell, of: shown) : cell.id)
  }
}
