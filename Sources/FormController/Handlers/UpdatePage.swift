import FormCells

/// "Update": the page again, at the cell, as what was entered there makes it.
struct UpdatePage: Handler {
  let cell: Cell

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}
