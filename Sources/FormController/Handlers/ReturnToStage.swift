import FormCells

/// A step sent without a button: what was entered is kept.
struct ReturnToStage: Handler {
  let pageID: FormPageID

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult { .turn(to: pageID) }
}
