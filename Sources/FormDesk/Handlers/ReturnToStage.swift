import FormCells

/// A page sent without a button, by a script that leaves it: what was entered is kept.
struct ReturnToStage: Handler {
  let stage: FormStage

  func answer(_ call: Call, _ session: inout Session) -> Reply { .turn(to: stage) }
}
