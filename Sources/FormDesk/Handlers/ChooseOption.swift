import FormCells
import FormPages

/// A choice that commits at once (LV13); choosing the current value returns too. An empty value is "None".
struct ChooseOption: Handler {
  let cell: Cell
  let value: String

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    guard let filling = session.filling(call.token) else { return .badRequest }
    let row = value.isEmpty ? nil : filling.draft(of: cell).selection.table.row(of: value)
    if row == nil, !value.isEmpty { return .redirect(call.link(to: .cell(cell.index))) }
    session.change(call.token) { filling in
      filling.reduce(.pick(cell: cell.index, .choose(row: row)))
      filling.reduce(.apply(.cell(cell.index), today: call.today))
    }
    return .redirect(call.place(of: cell.index), fragment: cell.id)
  }
}
