import FormCells

/// "Back": keeps what is there, right or wrong.
struct GoBack: Handler {
  let stage: FormStage

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    guard let filling = session.filling(call.token) else { return .badRequest }
    return .turn(to: filling.stage(before: stage) ?? filling.firstStage)
  }
}
