import FormCells

/// "Update": the page again, at the cell, as what was entered there makes it.
struct UpdatePage: Handler {
  let cell: Cell

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    .redirect(call.place(of: cell.index), fragment: cell.id)
  }
}
