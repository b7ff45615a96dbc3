import FormCells
import FormPages

/// "Continue" of a step, and the button of the last one: its problems, or the next page. Where there is none, the form is
/// sent.
struct ContinueForm: ActionHandler {
  let step: Int

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.pass(step: step, today: context.today))
    if draft.formState.isRefused(step) { return .refuse(overlay: nil) }
    guard let next = draft.formState.pageID(after: step, today: context.today) else {
      return SubmitForm().run(&draft, in: context)
    }
    return .turn(to: next)
  }
}

/// "Back": keeps what is there, right or wrong.
struct GoBack: ActionHandler {
  let pageID: FormPageID

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    return .turn(to: draft.formState.pageID(before: pageID) ?? draft.formState.firstPageID)
  }
}

/// A step sent without a button: what was entered is kept.
struct ReturnToPage: ActionHandler {
  let pageID: FormPageID

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult { .turn(to: pageID) }
}

/// "Start Over": all values as the definition has them. The draft keeps its name, and "Undo" brings everything back.
struct StartOver: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    draft.formState.reduce(.startOver)
    return .turn(to: draft.formState.firstPageID)
  }
}

/// "Undo": takes back the change that the page offers to take back, and shows where it was. Where another tab has gone on
/// since, nothing is left to take back.
struct UndoChange: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let form = context.form
    let offered = context.posted?[.undo] ?? ""
    let hiddenFieldValue = UndoStep(hiddenFieldValue: offered, in: form)
    if !context.isHeld, let hiddenFieldValue { draft.formState.restoreUndo(hiddenFieldValue) }
    let held = draft.formState.undo.flatMap { $0.hiddenFieldValue(in: form) == offered ? $0 : nil }
    if held != nil {
      draft.formState.reduce(.undo)
      draft.tell(.undone)
    }
    guard let step = held ?? hiddenFieldValue else { return .redirect(context.formLink) }
    // "Start Over" is about the whole form: back to the page that it was left from.
    guard let target = step.target else {
      return .turn(to: draft.formState.lastPageID)
    }
    switch (target, step.cause) {
    case (.cell(let cell), _) where step.place(in: form) != target && step.cause != .discarded:
      return .redirect(context.place(of: cell), fragment: form.cells[cell].id)
    case (.section, .applied): return .redirect(context.page(behind: target), fragment: form.name(of: target))
    case (.cell, _), (.section, _): return .redirect(context.link(to: target))
    }
  }
}
