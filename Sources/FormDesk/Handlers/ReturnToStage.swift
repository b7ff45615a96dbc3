import FormCells

/// A step sent without a button: what was entered is kept.
struct ReturnToStage: Handler {
  let stage: FormStage

  func answer(_ call: Call, _ session: inout Session) -> Reply { .turn(to: stage) }
}
