import FormCells
import FormPages

/// A picker's or a modal section's cell: opens its view.
struct OpenView: Handler {
  let view: Overlay

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    session.change(context.token) { $0.reduce(.open(view)) }
    return .redirect(context.link(to: view))
  }
}

/// A view sent without a button: its entries count, and it is shown again.
struct ReturnToView: Handler {
  let view: Overlay

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    guard case .section(let section) = view, session[context.token]?.formState.sectionDrafts[section] == nil else {
      return .redirect(context.link(to: view))
    }
    return .redirect(context.page(behind: view), fragment: context.form.name(of: view))
  }
}
