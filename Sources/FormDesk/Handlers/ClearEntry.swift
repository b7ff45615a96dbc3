import FormCells

/// "Clear": takes back an entry that no field shows.
struct ClearEntry: Handler {
  let cell: Cell

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.form.id) { $0.reduce(.clear(cell: cell.index)) }
    return .redirect(call.links.place(of: cell.index, in: call.form), fragment: cell.id)
  }
}
