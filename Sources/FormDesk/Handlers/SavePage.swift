import FormCells
import FormPages

/// A page that a script saves while the visitor types, or has left by Back: it is kept already, and nothing else is done.
struct SavePage: Handler {
  /// The view that the page is; nil: the form.
  let view: InnerView?

  func answer(_ call: Call, _ session: inout Session) -> Reply {
    let unfinished = call.posted?[.unfinished].flatMap { call.form.cell($0)?.index }
    return .saved(front: view, unfinished: unfinished)
  }
}
