import FormCells

/// "Start Over": all values as the definition has them. The draft keeps its name, and "Undo" brings everything back.
struct StartOver: Handler {
  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    session.change(context.token) { $0.reduce(.startOver) }
    guard let formState = session.formState(context.token) else { return .badRequest }
    return .turn(to: formState.firstStage)
  }
}
