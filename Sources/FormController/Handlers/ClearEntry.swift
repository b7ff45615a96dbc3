import FormCells

/// "Clear": takes back an entry that no field shows.
struct ClearEntry: Handler {
  let cell: Cell

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    session.change(context.token) { $0.reduce(.clear(cell: cell.index)) }
    return .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}
