import FormCells
import FormPages

/// A picker's or a modal section's cell: opens its view.
struct OpenView: ActionHandler {
  let view: Overlay

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.open(view))
    return .redirect(context.link(to: view))
  }
}

/// A view sent without a button: its entries count, and it is shown again.
struct ReturnToView: ActionHandler {
  let view: Overlay

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    guard case .section(let section) = view, draft.formState.sectionDrafts[section] == nil else {
      return .redirect(context.link(to: view))
    }
    return .redirect(context.page(behind: view), fragment: context.form.name(of: view))
  }
}

/// A choice that commits at once (LV13); choosing the current value returns too. An empty value is "None".
struct ChooseOption: ActionHandler {
  let cell: Cell
  let value: String

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let row = value.isEmpty ? nil : draft.formState.draft(of: cell).selection.table.row(of: value)
    if row == nil, !value.isEmpty { return .redirect(context.link(to: .cell(cell.index))) }
    draft.formState.reduce(.pick(cell: cell.index, .choose(row: row)))
    draft.formState.reduce(.apply(.cell(cell.index), today: context.today))
    return .redirect(context.place(of: cell.index), fragment: cell.id)
  }
}

/// A button inside a selection view that stays in it: searching, showing more, ticking many at once.
struct PickInView: ActionHandler {
  let cell: Cell
  let action: FormAction

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let index = cell.index
    let link = context.link(to: .cell(index))
    let languages = context.presentation.languages
    func pick(_ action: PickerAction) { draft.formState.reduce(.pick(cell: index, action)) }
    var picker: PickerDraft { draft.formState.draft(of: cell) }
    switch action {
    case .search:
      pick(.search(context.posted?[.search] ?? ""))
      return .redirect(link, fragment: picker.search.isEmpty ? nil : PageID.results)
    case .clearSearch:
      pick(.search(""))
      return .redirect(link, fragment: PageField.search.rawValue)
    case .showMore:
      let before = PickerRows(of: picker, in: languages).shownCount
      pick(.showMore)
      return .redirect(
        link, fragment: PickerRows(of: picker, in: languages).row(at: before).map(PageID.row))
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
      return LeaveView(view: .cell(index), action: .apply).run(&draft, in: context)
    default:
      pick(.deselectEverything)
      return .redirect(link)
    }
  }
}

/// "Apply", "Close", "Discard Changes" and "Keep Editing" of a selection view or a modal section.
struct LeaveView: ActionHandler {
  let view: Overlay
  let action: FormAction

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    switch action {
    case .apply: draft.formState.reduce(.apply(view, today: context.today))
    case .discard: draft.formState.reduce(.discard(view))
    case .keepEditing: draft.formState.reduce(.keepEditing(view))
    default: draft.formState.reduce(.close(view))
    }
    switch view {
    case .cell(let cell):
      guard let picker = draft.formState.drafts[cell] else {
        return action == .keepEditing
          ? .redirect(context.link(to: .cell(cell)))
          : .redirect(context.place(of: cell), fragment: context.form.cells[cell].id)
      }
      if action == .apply, picker.problem != nil { return .refuse(overlay: view, focusesProblems: false) }
    case .section(let section):
      guard let sectionDraft = draft.formState.sectionDrafts[section] else {
        return .redirect(context.page(behind: view), fragment: context.form.name(of: view))
      }
      if action == .apply, sectionDraft.showsProblems { return .refuse(overlay: view) }
    }
    return .redirect(context.link(to: view))
  }
}
