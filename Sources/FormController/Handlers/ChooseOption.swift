import FormCells
import FormPages

/// A choice that commits at once (LV13); choosing the current value returns too. An empty value is "None".
struct ChooseOption: Handler {
  let cell: Cell
  let value: String

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    guard let formState = session.formState(context.token) else { return .badRequest }
    let row = value.isEmpty ? nil : formState.draft(of: cell).selection.table.row(of: value)
    if row == nil, !value.isEmpty { return .redirect(context.link(to: .cell(cell.index))) }
    session.change(context.token) { formState in
      formState.reduce(.pick(cell: cell.index, .choose(row: row)))
      formState.reduce(.apply(.cell(cell.index), today: context.today))
    }
    return .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}
