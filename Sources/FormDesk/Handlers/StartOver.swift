import FormCells

/// "Start Over": all values as the definition has them. The draft keeps its name, and "Undo" brings everything back.
struct StartOver: Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.startOver) }
    guard let filling = session.filling(call.token) else { return .badRequest }
    return .turn(to: filling.firstStage)
  }
}
