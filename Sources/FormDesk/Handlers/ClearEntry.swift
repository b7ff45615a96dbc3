import FormCells

/// "Clear": takes back an entry that no field shows.
struct ClearEntry: Handler {
  let cell: Cell

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.clear(cell: cell.index)) }
    return .redirect(call.place(of: cell.index), fragment: cell.id)
  }
}
