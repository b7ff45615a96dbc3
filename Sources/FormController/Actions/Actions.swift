import FormCells
import FormPages
package import HTTPCore

/// What a button does. It changes the draft, which already has the page's input, and says what happens next.
protocol ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult
}

extension FormController {
  /// The handler of the button that was pressed.
  /// - Parameters:
  ///   - posted: one without a button comes from a client that sent the page without its default button.
  ///   - view: the overlay that has the button; `nil` for the form.
  ///   - pageID: which page of the form.
  /// - Returns: `nil` if that page has no such button.
  static func handler(
    for posted: PostedForm, on view: Overlay?, pageID: FormPageID, form: Form, in requestContext: RequestContext
  ) -> (any ActionHandler)? {
    guard let action = posted.action else {
      if let view { return ReturnToView(view: view) }
      // A program does not know steps: it sends the whole form.
      return form.hasPages && posted[.version] != nil ? ReturnToPage(pageID: pageID) : SubmitForm()
    }
    switch (action, view) {
    case (.save, _): return SavePage(view: view)
    case (.submit, nil), (.goOn, nil):
      guard form.hasPages, case .step(let step) = pageID else { return action == .submit ? SubmitForm() : nil }
      return ContinueForm(step: step, sends: action == .submit)
    case (.back, nil): return form.hasPages ? GoBack(pageID: pageID) : nil
    case (.submit, _?), (.goOn, _?), (.back, _?), (.startOver, _?), (.saveForLater, _?): return nil
    case (.saveForLater, nil):
      return form.savesDrafts && requestContext.snapshot.draftDays != nil ? SaveForLater() : nil
    case (.startOver, nil): return StartOver()
    case (.undo, _): return UndoChange()
    case (.open(let name), .cell(let cell)?):
      return name == form.cells[cell].id ? OpenView(view: .cell(cell)) : nil
    case (.open(let name), _): return form.openable(name).map(OpenView.init)
    case (.add(let id), nil): return form.repeatedSection(id).map(AddEntry.init)
    case (.remove(let name), nil): return form.entry(named: name).map(RemoveEntry.init)
    case (.moveUp(let name), nil): return form.entry(named: name).map { MoveEntry(section: $0, step: -1) }
    case (.moveDown(let name), nil): return form.entry(named: name).map { MoveEntry(section: $0, step: 1) }
    case (.add, _?), (.remove, _?), (.moveUp, _?), (.moveDown, _?): return nil
    case (.change, .cell?), (.clear, .cell?), (.update, .cell?), (.scan, .cell?): return nil
    case (.change(let id, let name), _):
      guard let cell = form.cell(id), let button = cell.button(named: name) else { return nil }
      return button == .attachment(.add) ? AddFiles(cell: cell) : PressCellButton(cell: cell, button: button)
    case (.clear(let id), _):
      guard let cell = form.cell(id), cell.isPassword else { return nil }
      return ClearEntry(cell: cell)
    case (.update(let id), _):
      guard let cell = form.cell(id), form.followings[cell.index] != nil else { return nil }
      return UpdatePage(cell: cell)
    case (.scan(let id), _):
      guard requestContext.snapshot.offersScan, let cell = form.cell(id), cell.hasScan else { return nil }
      return ScanPhoto(cell: cell)
    case (.level(let value), .cell(let cell)?):
      let isTree = form.cells[cell].optionSource?.isTree == true
      return isTree ? EnterLevel(cell: form.cells[cell], level: value) : nil
    case (.choose(let value), .cell(let cell)?): return ChooseOption(cell: form.cells[cell], value: value)
    case (.apply, let view?), (.close, let view?), (.discard, let view?), (.keepEditing, let view?):
      return LeaveView(view: view, action: action)
    case (.search, .cell(let cell)?), (.clearSearch, .cell(let cell)?), (.showMore, .cell(let cell)?),
      (.showMoreSelected, .cell(let cell)?),
      (.reset, .cell(let cell)?), (.deselectEverything, .cell(let cell)?), (.selectAll, .cell(let cell)?),
      (.deselectAll, .cell(let cell)?):
      return PickInView(cell: form.cells[cell], action: action)
    case (.choose, _), (.level, _), (.apply, nil), (.close, nil), (.discard, nil), (.keepEditing, nil), (.search, _),
      (.clearSearch, _), (.showMore, _), (.showMoreSelected, _), (.reset, _), (.deselectEverything, _), (.selectAll, _),
      (.deselectAll, _):
      return nil
    }
  }
}

extension Form {
  /// The section of an entry, by its name.
  fileprivate func entry(named name: String) -> Int? {
    guard case .section(let section)? = overlay(named: name), sections[section].entry != nil else { return nil }
    return section
  }
}

extension Cell {
  fileprivate var hasScan: Bool {
    if case .text(let text) = kind { text.hasScan } else { false }
  }
}

/// The result of an action.
enum ActionResult {
  /// 303: Reload and Back never post twice.
  case redirect(String, fragment: String? = nil)
  /// 303 to a page of the form, where the visitor is from now on.
  case turn(to: FormPageID, fragment: String? = nil)
  /// 422: the page again with its messages.
  /// - Parameter pageID: `nil` for the posted page.
  case refuse(
    overlay: Overlay?, pageID: FormPageID? = nil, focusesProblems: Bool = true, refusals: [PageRequest.Refusal] = [])
  /// 422: the review again, because another page of the draft has changed answers since it was shown.
  /// - Parameter changed: by `Cell.index`.
  case reviewAgain(changed: [Int])
  /// 422: the page again, because it is doubtful that a person sent it.
  case doubt(PageDoubt)
  /// 200: the page again as it is kept. Only scripts ask for it, so Reload and Back are not affected.
  /// - Parameter unfinished: the cell in which the visitor is typing, by `Cell.index`.
  case saved(overlay: Overlay?, unfinished: Int?)
  /// A valid and complete form, to be stored before the visitor gets an answer.
  case store(Submission)
  /// A photo has to be read first.
  case scan(Scan)
  /// The draft is to be kept before the visitor gets an answer.
  case keep(SavedForm)
  /// 403: the form cannot be sent now.
  /// - Parameter sent: a submission that may have been recorded while it could; if so, its receipt is shown.
  case closed(Availability.State, sent: Submission? = nil)
  /// No page has such a button.
  case badRequest
}

/// The result of a POST. The session has changed with it.
package struct PostResult: Sendable {
  /// A response, or an effect that has to come first.
  package enum Next: Sendable {
    case respond(Response)
    case store(Submission)
    /// The receipt if the submission is already recorded, or else this response.
    case find(Submission, otherwise: Response)
    case scan(Scan)
    case keep(SavedForm)
  }

  package let next: Next
  /// Whether the session got a new draft.
  package let beginsDraft: Bool
  /// Whether the form or step that was sent has problems.
  package let isRefused: Bool
  /// `nil` if no post tried to change a read-only cell.
  package let readOnlyViolations: ReadOnlyViolations?

  init(
    _ next: Next, beginsDraft: Bool = false, isRefused: Bool = false, readOnlyViolations: ReadOnlyViolations? = nil
  ) {
    self.next = next
    self.beginsDraft = beginsDraft
    self.isRefused = isRefused
    self.readOnlyViolations = readOnlyViolations
  }
}

/// Read-only cells for which a post had a different value, which was ignored. No page makes such a post. For the log: it names
/// the cells but never the posted values.
public struct ReadOnlyViolations: Sendable, Equatable, CustomStringConvertible {
  /// The form's id.
  public let form: String
  /// Ids, in the form's order.
  public let cells: [String]

  /// How many cells a line names; of the others it gives the number.
  private static let namedLimit = 8

  /// One line for the log. Of many cells, it names the first ones.
  public var description: String {
    let rest = cells.count - Self.namedLimit
    let names = cells.prefix(Self.namedLimit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "locked: form \(form): \(names): another value was posted, and ignored"
  }
}

/// A page that a script saves while the visitor types or when they leave by Back. Its input is already merged, and nothing else
/// is done.
private struct SavePage: ActionHandler {
  /// The overlay that was posted; `nil` for the form.
  let view: Overlay?

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let unfinished = context.posted?[.unfinished].flatMap { context.form.cell($0)?.index }
    return .saved(overlay: view, unfinished: unfinished)
  }
}

/// "Update": the page again, at the cell, after what was entered there.
private struct UpdatePage: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    .redirect(context.link(toPageOf: cell.index), fragment: cell.id)
  }
}

/// A cell's own button: the page again with the changed value, and the focus where the visitor continues.
struct PressCellButton: ActionHandler {
  let cell: Cell
  let button: CellButton

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.press(cell: cell.index, button: button, today: context.today))
    let (state, value) = draft.formState.shown(cell.index)
    return .redirect(
      context.link(toPageOf: cell.index),
      fragment: state.isEditable ? context.presentation.focus(after: button, in: cell, holding: value) : cell.id)
  }
}

/// "Clear": removes an entry that no field shows.
private struct ClearEntry: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.clear(cell: cell.index))
    return .redirect(context.link(toPageOf: cell.index), fragment: cell.id)
  }
}

/// "Continue" of a step, and the button of the last step: shows its problems, or the next page.
struct ContinueForm: ActionHandler {
  let step: Int
  /// Whether the button said that it sends the form if there is no next page. An answer on the page may have hidden the other
  /// steps.
  let sends: Bool

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.pass(step: step, today: context.today))
    if draft.formState.isRefused(step) { return .refuse(overlay: nil) }
    guard let next = draft.formState.pageID(after: step, today: context.today) else {
      return sends ? SubmitForm().run(&draft, in: context) : .turn(to: .step(step))
    }
    // The review comes only when all steps are complete. An incomplete earlier step is shown with its problems.
    if case .step(let earlier) = next, earlier < step {
      draft.formState.reduce(.recheck(step: earlier, today: context.today))
      if draft.formState.isRefused(earlier) { return .refuse(overlay: nil, pageID: next) }
    }
    return .turn(to: next)
  }
}

/// "Back": keeps the input, right or wrong.
private struct GoBack: ActionHandler {
  let pageID: FormPageID

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    return .turn(to: draft.formState.pageID(before: pageID) ?? draft.formState.firstPageID)
  }
}

/// A step sent without a button: keeps what was entered.
private struct ReturnToPage: ActionHandler {
  let pageID: FormPageID

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult { .turn(to: pageID) }
}

/// "Start Over": resets all values to those of the definition. The draft keeps its name, and "Undo" restores everything. It
/// does nothing when a submission is filled in again.
private struct StartOver: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    if !context.fillsInAgain(draft) { draft.formState.reduce(.startOver) }
    return .turn(to: draft.formState.firstPageID)
  }
}

/// "Undo": reverts the change that the page offers to undo, and shows where it was. If another tab has changed something since,
/// nothing is undone, and the page says so.
private struct UndoChange: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let form = context.form
    let offered = context.posted?[.undo] ?? ""
    let posted = UndoStep(hiddenFieldValue: offered, in: form)
    if !context.isHeld, let posted { draft.formState.restoreUndo(posted) }
    let held = draft.formState.undo.flatMap { $0.hiddenFieldValue(in: form) == offered ? $0 : nil }
    if held != nil {
      draft.formState.reduce(.undo)
      draft.tell(.undone)
    } else {
      draft.tell(.notUndone)
    }
    guard let step = held ?? posted else { return .redirect(context.formLink) }
    // "Start Over" concerns the whole form: return to the page where it was pressed.
    guard let target = step.target else {
      return .turn(to: draft.formState.lastPageID)
    }
    switch (target, step.cause) {
    case (.cell(let cell), _) where step.place(in: form) != target && step.cause != .discarded:
      return .redirect(context.link(toPageOf: cell), fragment: form.cells[cell].id)
    case (.section(let section), .added):
      let repeated = form.sections[section].entry?.section ?? section
      return .redirect(context.link(behind: target), fragment: PageID.add(to: repeated))
    case (.section, .applied), (.section, .removed):
      return .redirect(context.link(behind: target), fragment: form.name(of: target))
    case (.cell, _), (.section, _): return .redirect(context.link(to: target))
    }
  }
}

/// "Add": opens the view of a new entry.
private struct AddEntry: ActionHandler {
  /// The repeated section, by position.
  let section: Int

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let moment = context.request.moment(of: context.form)
    guard let entry = draft.formState.openNewEntry(in: section, at: moment) else {
      return .redirect(context.link(behind: .section(section)), fragment: PageID.add(to: section))
    }
    // The form may now have room for more entries than the posted page.
    let presentation = context.request.presentation(of: draft.formState.form)
    return .redirect(presentation.link(to: .section(entry), level: "", context.linkSuffix))
  }
}

/// "Remove": the focus moves to the next entry, or to "Add".
private struct RemoveEntry: ActionHandler {
  let section: Int

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    guard let place = context.form.sections[section].entry else { return .badRequest }
    if let answer = redirectIfGone(section, of: &draft, in: context) { return answer }
    let next = (draft.formState.number(ofEntry: section) ?? 1) - 1
    draft.formState.reduce(.removeEntry(section: section))
    let rest = draft.formState.entries(of: place.section)
    let focus = next < rest.count ? context.form.name(of: .section(rest[next])) : PageID.add(to: place.section)
    return .redirect(context.link(behind: .section(section)), fragment: focus)
  }
}

/// "Move up" and "Move down": the focus stays on the button that was pressed.
private struct MoveEntry: ActionHandler {
  let section: Int
  let step: Int

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    if let answer = redirectIfGone(section, of: &draft, in: context) { return answer }
    draft.formState.reduce(.moveEntry(section: section, by: step))
    return .redirect(context.link(behind: .section(section)), fragment: PageID.move(section, isUp: step < 0))
  }
}

extension ActionHandler {
  /// The result of a button in an entry's row if another page has removed the entry; `nil` if it exists.
  fileprivate func redirectIfGone(_ section: Int, of draft: inout Session.Draft, in context: FormContext)
    -> ActionResult?
  {
    guard let place = context.form.sections[section].entry, !draft.formState.isEntry(section),
      draft.formState.sectionDrafts[section] == nil
    else { return nil }
    draft.tell(.itemGone)
    return .redirect(
      context.link(behind: .section(section)), fragment: context.form.name(of: .section(place.section)))
  }
}

/// Opens the view of a picker's or a modal section's cell.
private struct OpenView: ActionHandler {
  let view: Overlay

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    if case .section(let section) = view, let answer = redirectIfGone(section, of: &draft, in: context) {
      return answer
    }
    draft.formState.reduce(.open(view))
    return .redirect(context.link(to: view))
  }
}

/// A view sent without a button: keeps its input and shows it again.
private struct ReturnToView: ActionHandler {
  let view: Overlay

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    guard case .section(let section) = view, draft.formState.sectionDrafts[section] == nil else {
      return .redirect(context.link(to: view))
    }
    return .redirect(context.link(behind: view), fragment: context.form.name(of: view))
  }
}

/// A choice that is applied at once (LV13). Choosing the current value returns, too. An empty value is "None".
private struct ChooseOption: ActionHandler {
  let cell: Cell
  let value: String

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let row = value.isEmpty ? nil : draft.formState.draft(of: cell).selection.table.row(of: value)
    if row == nil, !value.isEmpty { return .redirect(context.link(to: .cell(cell.index))) }
    draft.formState.reduce(.pick(cell: cell.index, .choose(row: row)))
    guard draft.formState.drafts[cell.index]?.problem == nil else {
      return .refuse(overlay: .cell(cell.index), focusesProblems: true)
    }
    draft.formState.reduce(.apply(.cell(cell.index), today: context.today))
    return .redirect(context.link(toPageOf: cell.index), fragment: cell.id)
  }
}

/// Shows another level of a tree. One level down, the focus is on its path; one up, on the row that leads down again.
private struct EnterLevel: ActionHandler {
  let cell: Cell
  let level: String

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let left = draft.formState.draft(of: cell).levelRow
    draft.formState.reduce(.pick(cell: cell.index, .level(level)))
    let picker = draft.formState.draft(of: cell)
    let rows = PickerRows(of: picker, in: context.presentation.languages)
    let isAtTop = picker.levelRow == nil
    let row = left.flatMap { left in rows.lists.contains { $0.rows.contains(left) } ? PageID.row(left) : nil }
    return .redirect(
      context.link(toLevel: isAtTop ? "" : level, of: cell.index), fragment: row ?? (isAtTop ? nil : PageID.path))
  }
}

/// A button of a selection view that does not leave it: search, show more, or tick many options.
private struct PickInView: ActionHandler {
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
      // If each choice is applied at once, so is this one (LV6, LV13).
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
private struct LeaveView: ActionHandler {
  let view: Overlay
  let action: FormAction

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    switch action {
    // The visitor sees the clearing in the section before it is applied.
    case .apply where context.unseenClearing(in: draft.formState, at: view) != nil: break
    case .apply:
      let removed: Int? =
        if case .section(let section) = view, draft.formState.wasRemoved(entry: section) { section } else { nil }
      draft.formState.reduce(.apply(view, today: context.today))
      // What was typed is kept: the entry is added again.
      if let removed, draft.formState.isEntry(removed) { draft.tell(.itemGone) }
    case .discard: draft.formState.reduce(.discard(view))
    case .keepEditing: draft.formState.reduce(.keepEditing(view))
    default: draft.formState.reduce(.close(view))
    }
    switch view {
    case .cell(let cell):
      guard let picker = draft.formState.drafts[cell] else {
        return action == .keepEditing
          ? .redirect(context.link(to: .cell(cell)))
          : .redirect(context.link(toPageOf: cell), fragment: context.form.cells[cell].id)
      }
      if action == .apply, picker.problem != nil { return .refuse(overlay: view, focusesProblems: false) }
    case .section(let section):
      guard let sectionDraft = draft.formState.sectionDrafts[section] else {
        return .redirect(context.link(behind: view), fragment: context.form.name(of: view))
      }
      if action == .apply, sectionDraft.showsProblems { return .refuse(overlay: view) }
    }
    return .redirect(context.link(to: view))
  }
}
