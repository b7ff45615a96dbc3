import FormCells
import FormController
import HTTPCore
import Support

/// Asks option providers before the controller runs.
extension Site {
  /// The answer that a visitor waits for.
  enum Demand: Sendable {
    case page(view: String?)
    case post(PostedForm, view: String?)
    case sent(JSONSubmission)
  }

  /// Asks the providers for the options that the answer needs, then makes the answer.
  /// - `answer`: for `true`, keep what was posted and do nothing else, because a provider is unavailable.
  func withProvidedOptions(
    for demand: Demand, of id: String, in requestContext: RequestContext,
    _ answer: (_ isAway: Bool) async -> Response
  ) async -> Response {
    guard requestContext.snapshot.asksProviders(for: id) else { return await answer(false) }
    do {
      let windows = try await options(for: demand, of: id, in: requestContext) { source, question in
        try await ask(source, for: question, of: id)
      }
      return await OptionWindows.$current.withValue(windows) { await answer(false) }
    } catch {
      report(error, requestID: requestContext.requestID)
    }
    let response: Response
    switch demand {
    // The page shows chosen options with the labels that were last known.
    case .page(view: nil): return await answer(false)
    case .page: response = FormController.errorPage(.serviceUnavailable, for: requestContext)
    case .sent: response = FormController.problem(.serviceUnavailable, in: requestContext)
    case .post:
      let windows = await options(for: demand, of: id, in: requestContext) { _, question in question.trustingAnswer
      }
      response = await OptionWindows.$current.withValue(windows) { await answer(true) }
    }
    return response.askingToRetry()
  }

  /// Repeats the request until no options are missing.
  private func options(
    for demand: Demand, of id: String, in requestContext: RequestContext,
    by ask: (OptionSource, OptionQuestion) async throws -> OptionAnswer
  ) async rethrows -> OptionWindows {
    try await OptionWindows.needed(by: { await attempt(demand, of: id, in: requestContext) }, asking: ask)
  }

  /// Only the lookups matter; the answer and the changed session are discarded.
  private func attempt(_ demand: Demand, of id: String, in requestContext: RequestContext) async {
    func attempt(_ session: Session) {
      var session = session
      switch demand {
      case .page(let view): _ = FormController.show(id, view: view, in: requestContext, with: &session)
      case .post(let posted, let view):
        _ = FormController.post(posted, to: id, view: view, in: requestContext, with: &session)
      case .sent(let sent): _ = FormController.receive(sent, for: id, in: requestContext)
      }
    }
    let transaction = await transact(requestContext) { (attempt($0), SessionStore.Change.none) }
    if transaction == nil { attempt(Session()) }
  }

  private func ask(_ source: OptionSource, for question: OptionQuestion, of form: String) async throws -> OptionAnswer {
    let name: String
    let provider: any OptionProvider
    switch source.store {
    case .named(let given):
      name = given
      guard let found = optionProviders[given] else {
        throw OptionProviderError(form: form, provider: name, reason: "there is no provider of that name")
      }
      provider = found
    case .provider(let given): (name, provider) = ("\(type(of: given))", given)
    case nil: return OptionAnswer(page: OptionPage(options: [], matchCount: 0))
    }
    do {
      return try await within(configuration.optionProviderLimit) {
        try await provider.options(for: question, in: source.tree)
      }
    } catch let error as TimeLimitError {
      throw OptionProviderError(form: form, provider: name, reason: "no answer within \(error.limit)")
    } catch {
      throw OptionProviderError(form: form, provider: name, reason: "\(error)")
    }
  }

  /// - Throws: an error if a form names an unknown provider, or one that cannot do what the form's source asks.
  static func check(_ forms: [Form], have providers: [String: any OptionProvider]) throws(Diagnostic) {
    for form in forms {
      for cell in form.cells {
        guard case .named(let name)? = cell.optionSource?.store else { continue }
        let message: String
        switch providers[name] {
        case nil: message = "there is no provider “\(name)”; give the site one of this name: optionProviders"
        case let provider? where !cell.filters.isEmpty && !(provider is any FilteringOptionProvider):
          message =
            "the source has a “where”, and the provider “\(name)” does not conform to FilteringOptionProvider; implement that protocol"
        case let provider? where cell.optionSource?.isTree == true && !(provider is any TreeOptionProvider):
          message =
            "the source has a “parent”, and the provider “\(name)” does not conform to TreeOptionProvider; implement that protocol"
        default: continue
        }
        throw Diagnostic(path: form.id, keyPath: cell.id, code: .source, message: message)
      }
    }
  }
}

/// Why a provider gave no options; for the log.
public struct OptionProviderError: Error, Sendable, CustomStringConvertible {
  /// The form's id.
  public let form: String
  /// The provider's name; its type if it has no name.
  public let provider: String
  /// For people: the error that the provider threw, or that it took too long.
  public let reason: String

  /// One line for the log.
  public var description: String { "options: form \(form), provider \(provider): error: \(reason)" }
}

extension Site {
  /// Searches at once. One search already uses a whole processor and its memory bandwidth for some milliseconds.
  static let searchConcurrentLimit = 1
  /// Searches that wait; the last one waits about a third of a second.
  static let searchWaitingLimit = 64
  /// Waiting searches of one address (IPv6: of one /64). So one client delays the others by a few searches only.
  static let clientSearchWaitingLimit = 4

  /// Runs the search for a view if it takes long, away from the thread that serves all others.
  /// - Returns: an error page if too many searches wait already, or if the view has asked for another one meanwhile. `nil` if
  ///   the search is done or needs no waiting.
  func search(
    for posted: PostedForm?, form id: String, view: String, in requestContext: RequestContext
  ) async -> Response? {
    guard FormController.mayNeedSearch(for: posted, form: id, view: view, in: requestContext) else {
      return nil
    }
    let transaction = await transact(requestContext) { session in
      (FormController.pendingSearch(of: posted, form: id, view: view, in: requestContext, with: session), .none)
    }
    let pending =
      if case .done(let pending, _) = transaction {
        pending
      } else {
        FormController.pendingSearch(of: posted, form: id, view: view, in: requestContext, with: Session())
      }
    guard let pending else { return nil }
    let network = FormerSession.network(of: requestContext.address)
    let claim = WorkClaim(
      client: network == 0 ? nil : network, view: pending.draft.map { WorkClaim.View(draft: $0, cell: view) })
    guard await searches.result(of: pending, for: claim) == nil else { return nil }
    return FormController.errorPage(.serviceUnavailable, for: requestContext).askingToRetry(after: 1)
  }
}
