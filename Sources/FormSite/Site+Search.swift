import FormController
import HTTPCore
import Support

extension Site {
  /// Searches at once. One: a search takes a processor and its memory's whole bandwidth for some milliseconds.
  static let searchConcurrentLimit = 1
  /// Searches waiting for that; the last of them waits a third of a second.
  static let searchWaitingLimit = 64
  /// Searches waiting from one address (of IPv6: from one /64): nobody keeps the others waiting for more than a few.
  static let clientSearchWaitingLimit = 4

  /// Makes the search that the view is to show, if it takes long, away from the thread that serves everyone else.
  /// - Returns: a page that says so, where too many wait already, or where the view has asked for another one meanwhile.
  func search(
    for posted: PostedForm?, in id: String, view: String?, _ requestContext: RequestContext
  ) async -> Response? {
    guard let view, FormController.mayNeedSearch(for: posted, in: id, view: view, requestContext) else { return nil }
    let transaction = await transact(requestContext) { session in
      (FormController.pendingSearch(of: posted, in: id, view: view, requestContext, session), .none)
    }
    let pending =
      if case .done(let pending, _) = transaction {
        pending
      } else {
        FormController.pendingSearch(of: posted, in: id, view: view, requestContext, Session())
      }
    guard let pending else { return nil }
    let network = FormerSession.network(of: requestContext.address)
    let claim = WorkClaim(
      client: network == 0 ? nil : network, view: pending.draft.map { WorkClaim.View(draft: $0, cell: view) })
    guard await searches.result(of: pending, for: claim) == nil else { return nil }
    var response = FormController.errorPage(.serviceUnavailable, for: requestContext)
    response.fields[.retryAfter] = "1"
    return response
  }
}
