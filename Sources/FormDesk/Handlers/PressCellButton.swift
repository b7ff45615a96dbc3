import FormCells
import FormPages

/// A button of a cell's own: the page comes back with its value changed, and the focus where it goes on.
struct PressCellButton: Handler {
  let cell: Cell
  let button: CellButton

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    let (value, state) = session.change(call.token) { filling in
      filling.reduce(.press(cell: cell.index, button: button))
      return filling.shown(cell.index)
    }
    return .redirect(
      call.place(of: cell.index),
      fragment: state.isEditable ? call.presentation.focus(after: button, in: cell, holding: value) : cell.id)
  }
}
