import FormCells
import FormPages

/// A page that a script saves while the visitor types, or has left by Back: it is kept already, and nothing else is done.
struct SavePage: Handler {
  /// The view that the page is; nil: the form.
  let view: Overlay?

  func answer(_ context: FormContext, _ session: inout Session) -> ActionResult {
    let unfinished = context.posted?[.unfinished].flatMap { context.form.cell($0)?.index }
    return .saved(overlay: view, unfinished: unfinished)
  }
}
