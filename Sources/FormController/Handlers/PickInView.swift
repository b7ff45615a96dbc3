import FormCells
import FormPages

/// A button inside a selection view that stays in it: searching, showing more, ticking many at once.
struct PickInView: Handler {
  let cell: Cell
  let action: FormAction

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    let index = cell.index
    let link = context.link(to: .cell(index))
    let languages = context.presentation.languages
    func pick(_ action: PickerAction) { session.change(context.token) { $0.reduce(.pick(cell: index, action)) } }
    var draft: PickerDraft? { session[context.token]?.formState.draft(of: cell) }
    switch action {
    case .search:
      pick(.search(context.posted?[.search] ?? ""))
      return .redirect(link, fragment: draft?.search.isEmpty == true ? nil : PageID.results)
    case .clearSearch:
      pick(.search(""))
      return .redirect(link, fragment: PageField.search.rawValue)
    case .showMore:
      let before = draft.map { PickerRows(of: $0, in: languages).shownCount } ?? 0
      pick(.showMore)
      return .redirect(
        link, fragment: draft.flatMap { PickerRows(of: $0, in: languages).row(at: before) }.map(PageID.row))
    case .showMoreSelected:
      pick(.showMoreSelected)
      return .redirect(link, fragment: PageID.selected)
    case .selectAll(let list):
      pick(.selectAll(list: list, languages: languages))
      return .redirect(link, fragment: PageID.allButton(ofList: list))
    case .deselectAll(let list):
      pick(.deselectAll(list: list, languages: languages))
      return .redirect(link, fragment: PageID.allButton(ofList: list))
    case .reset:
      pick(.reset)
      // Where each choice is applied at once, this one is too (LV6, LV13).
      guard case .listPicker(let picker) = cell.kind, !picker.hasApply, !cell.allowsSeveral else {
        return .redirect(link)
      }
      return LeaveView(view: .cell(index), action: .apply).answer(context, &session)
    default:
      pick(.deselectEverything)
      return .redirect(link)
    }
  }
}
