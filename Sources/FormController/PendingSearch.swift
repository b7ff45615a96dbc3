import FormCells
import FormPages
package import Support

/// A search in a large table that was not made lately. The caller makes it before calling the controller, on a thread where it
/// delays nobody. The table remembers the result, so the controller answers at once.
package struct PendingSearch: Sendable {
  private let table: OptionTable
  private let text: String
  /// The draft that will show it; `nil` if nobody has begun the form.
  package let draft: Token?

  fileprivate init?(in table: OptionTable, for text: String, of draft: Token?) {
    guard table.isSlow(toSearch: text) else { return nil }
    (self.table, self.text, self.draft) = (table, text, draft)
  }

  /// Takes milliseconds.
  /// - Parameter inBetween: called repeatedly in the meantime, so that other threads can run first.
  package func make(_ inBetween: () -> Void) { _ = table.search(text, in: [], inBetween: inBetween) }
}

extension FormController {
  /// Whether a view has a table in which searches are slow; found out without the session. A post of a new search only
  /// redirects to the page that shows it.
  package static func mayNeedSearch(
    for posted: PostedForm?, form id: String, view name: String, in requestContext: RequestContext
  ) -> Bool {
    guard posted?.action != .search, let form = requestContext.snapshot.form(id),
      case .cell(let cell)? = form.openable(name)
    else {
      return false
    }
    return form.cells[cell].optionSource?.current.searchesSlowly == true
  }

  /// The search that a selection view will show, if it is pending.
  /// - `posted`: the posted page; `nil` if the request is not a POST.
  package static func pendingSearch(
    of posted: PostedForm?, form id: String, view name: String, in requestContext: RequestContext, with session: Session
  ) -> PendingSearch? {
    let held =
      if let posted {
        posted.draftToken.flatMap { session.draft($0, of: id) }
      } else {
        heldDraft(of: id, for: requestContext, with: session)
      }
    guard let form = held?.formState.form ?? requestContext.snapshot.form(id),
      case .cell(let cell)? = form.openable(name)
    else {
      return nil
    }
    let formState = (held?.formState ?? requestContext.blank(form)).layered(for: cell)
    let draft = formState.draft(of: form.cells[cell])
    return PendingSearch(in: draft.selection.table, for: posted?[.searched] ?? draft.search, of: held?.formState.id)
  }
}
