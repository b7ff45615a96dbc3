import FormCells

/// "Back": keeps what is there, right or wrong.
struct GoBack: Handler {
  let pageID: FormPageID

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    guard let formState = session.formState(context.token) else { return .badRequest }
    return .turn(to: formState.pageID(before: pageID) ?? formState.firstStage)
  }
}
