import FormCells
import FormPages

/// A button of a cell's own: the page comes back with its value changed, and the focus where it goes on.
struct PressCellButton: Handler {
  let cell: Cell
  let button: CellButton

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    let (value, state) = session.change(context.token) { formState in
      formState.reduce(.press(cell: cell.index, button: button))
      return formState.shown(cell.index)
    }
    return .redirect(
      context.place(of: cell.index),
      fragment: state.isEditable ? context.presentation.focus(after: button, in: cell, holding: value) : cell.id)
  }
}
