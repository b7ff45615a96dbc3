import FormCells
import FormPages

/// A picker's or a modal section's cell: opens its view.
struct OpenView: Handler {
  let view: InnerView

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    session.change(call.form.id) { $0.reduce(.open(view)) }
    return .redirect(call.presentation.link(to: view))
  }
}

/// A view sent without a button: its entries count, and it is shown again.
struct ReturnToView: Handler {
  let view: InnerView

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    guard case .section(let section) = view, session[call.form.id]?.filling.sectionDrafts[section] == nil else {
      return .redirect(call.presentation.link(to: view))
    }
    return .redirect(call.links.form, fragment: call.form.name(of: view))
  }
}
