import FormCells
import FormPages

/// A page that a script saves while the visitor types, or has left by Back: it is kept already, and nothing else is done.
struct SavePage: ActionHandler {
  /// The view that the page is; nil: the form.
  let view: Overlay?

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let unfinished = context.posted?[.unfinished].flatMap { context.form.cell($0)?.index }
    return .saved(overlay: view, unfinished: unfinished)
  }
}

/// "Update": the page again, at the cell, as what was entered there makes it.
struct UpdatePage: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}

/// A button of a cell's own: the page comes back with its value changed, and the focus where it goes on.
struct PressCellButton: ActionHandler {
  let cell: Cell
  let button: CellButton

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.press(cell: cell.index, button: button))
    let (value, state) = draft.formState.shown(cell.index)
    return .redirect(
      context.place(of: cell.index),
      fragment: state.isEditable ? context.presentation.focus(after: button, in: cell, holding: value) : cell.id)
  }
}

/// "Clear": takes back an entry that no field shows.
struct ClearEntry: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.clear(cell: cell.index))
    return .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}
