import FormCells
import FormPages

/// A picker's or a modal section's cell: opens its view.
struct OpenView: Handler {
  let view: InnerView

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.token) { $0.reduce(.open(view)) }
    return .redirect(call.link(to: view))
  }
}

/// A view sent without a button: its entries count, and it is shown again.
struct ReturnToView: Handler {
  let view: InnerView

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    guard case .section(let section) = view, session[call.token]?.filling.sectionDrafts[section] == nil else {
      return .redirect(call.link(to: view))
    }
    return .redirect(call.page(behind: view), fragment: call.form.name(of: view))
  }
}
