package import FormCells
import FormPages
package import HTTPCore
import Support

/// Says what a request for a form comes to. Pure: no lock, no clock, no disk; whoever asks carries the answer out.
package enum FormController {
  /// `GET /forms/{form}`: the form as this visitor has filled it in so far.
  /// `GET /forms/{form}/cells/{name}`: a cell's selection view, or a modal section. Where none is open, it is shown as
  /// opening would show it; only a POST opens it.
  /// - Parameter view: the name of what opens in front of the form; nil: the form.
  package static func show(_ id: String, view name: String?, _ requestContext: RequestContext, _ session: inout Session)
    -> Response
  {
    var held = heldDraft(of: id, for: requestContext, session)
    guard let form = held?.formState.form ?? requestContext.snapshot.form(id) else {
      return errorPage(.notFound, for: requestContext)
    }
    let isHeld = held != nil
    if !isHeld, case .named(let draft) = requestContext.draft {
      return closed(draft, form, isForm: name == nil, requestContext, session)
    }
    var draft =
      held.take()
      ?? Session.Draft(
        requestContext.blank(form, id: requestContext.makeToken()), changedAt: requestContext.now.seconds)
    var overlay: Overlay?
    if let name {
      overlay = form.openable(name)
      if overlay == nil, requestContext.snapshot.form(id)?.openable(name) == nil {
        return errorPage(.notFound, for: requestContext)
      }
    }
    guard let pageID = pageID(behind: overlay, of: draft.formState, requestContext) else {
      return errorPage(.notFound, for: requestContext)
    }
    let context = FormContext(requestContext, form: form, pageID: pageID, isHeld: isHeld, token: draft.formState.id)
    if name != nil, overlay == nil { return .seeOther(context.formLink) }
    if let place = overlay.map({ elsewhere($0, draft.formState, context) }) ?? elsewhere(draft.formState, context) {
      return .seeOther(place)
    }
    guard isHeld else {
      draft.displayState = context.blankDisplayState
      return page(of: &draft, overlay, context)
    }
    return session.changing(context.token, beginningAs: draft) { page(of: &$0, overlay, context) }
  }

  /// The draft that the address means; nil: the session holds none.
  static func heldDraft(of id: String, for requestContext: RequestContext, _ session: Session) -> Session.Draft? {
    switch requestContext.draft {
    case .last: session.lastDraft(of: id)
    case .new: nil
    case .named(let name): session.draft(name, of: id)
    }
  }

  /// The answer to an address that names a draft which the session does not hold: its receipt where it was sent, else a
  /// blank form that says so.
  private static func closed(
    _ draft: DraftName, _ form: Form, isForm: Bool, _ requestContext: RequestContext, _ session: Session
  ) -> Response {
    let presentation = requestContext.presentation(of: form)
    if let receipt = session.receipt(of: draft) {
      return .seeOther(requestContext.receiptLink(receipt, of: presentation))
    }
    guard isForm else { return .seeOther(presentation.links.form + requestContext.suffix(naming: draft)) }
    let context = FormContext(
      requestContext, form: form, pageID: requestContext.blank(form).firstPageID, token: requestContext.makeToken())
    var blank = context.blankDraft
    return page(of: &blank, nil, context, isGone: true)
  }

  /// Where to go instead of a view that has nothing to change; nil: it has.
  private static func elsewhere(_ view: Overlay, _ formState: FormState, _ context: FormContext) -> String? {
    switch view {
    case .cell(let cell): formState.layered(for: cell).states[cell].isEditable ? nil : context.place(of: cell)
    case .section(let section): formState.showsAnything(in: section) ? nil : context.page(behind: view)
    }
  }

  /// Where to go instead of a step that shows no cell; nil: it shows some, or none does.
  private static func elsewhere(_ formState: FormState, _ context: FormContext) -> String? {
    guard context.form.hasSteps, case .step(let step) = context.pageID, !formState.shows(step: step),
      case let pageID = formState.pageID(insteadOf: step), pageID != context.pageID
    else { return nil }
    return context.link(to: pageID)
  }

  /// The page of the form that an address means, or that is behind a view; nil: the form has none of the kind.
  private static func pageID(behind view: Overlay?, of formState: FormState, _ requestContext: RequestContext)
    -> FormPageID?
  {
    let form = formState.form
    if let view { return .step(form.step(of: view)) }
    return requestContext.pageID.pageID(in: form, first: form.hasSteps ? formState.firstPageID : .step(0))
  }

  /// `POST /forms/{form}` and `POST /forms/{form}/cells/{name}`: everything that the buttons of their pages do. What the
  /// visitor entered on the page counts first, whatever was pressed.
  /// - `isAway`: a store of options is away: what was entered is kept, and no more is done.
  package static func post(
    _ posted: PostedForm, to id: String, view name: String?, _ requestContext: RequestContext, _ session: inout Session,
    isAway: Bool = false
  ) -> PostResult {
    let held = posted.draftToken.flatMap { session.standing(of: $0, in: id) }
    guard let (form, isChanged) = version(of: id, for: posted, held, requestContext),
      knows(name, id, form, requestContext)
    else {
      return PostResult(.respond(errorPage(.notFound, for: requestContext)))
    }
    let view = name.flatMap(form.openable)
    // A page of an earlier version may have had a step that this one has not: it goes on at the first.
    let pageID =
      view.map { .step(form.step(of: $0)) } ?? requestContext.pageID.pageID(in: form, first: .step(0)) ?? .step(0)
    let before = held ?? StateFingerprint(of: requestContext.blank(form))
    let context = FormContext(
      requestContext, form: form, pageID: pageID, isHeld: held != nil,
      token: token(for: posted, held, requestContext, session),
      posted: posted, shownStates: before.states)
    if name == nil, let receipt = SubmitForm.receipt(of: posted, session) {
      return PostResult(.respond(.seeOther(context.receiptLink(receipt))))
    }
    // A page that was left while it was sent: what it holds is on disk.
    if held == nil, posted.action == .save, let token = posted.draftToken, session.receipt(of: token) != nil {
      return PostResult(.respond(Response(status: .noContent)))
    }
    guard name == nil || view != nil, let handler = handler(for: posted, on: view, pageID, in: form, requestContext)
    else {
      return PostResult(.respond(errorPage(.badRequest, for: requestContext)))
    }
    let notice = held == nil ? notice(for: posted, isChanged, requestContext, session) : nil
    let plain =
      posted.isWithoutPage && view == nil ? posted.plainEntries(for: form, context.presentation.numbers) : nil
    return session.keep(context.token, beginningAs: context.blankDraft) { draft in
      let locked =
        plain.map { draft.enter($0.entries, at: requestContext.now) }
        ?? merge(posted, on: view, in: context, into: &draft)
      if let notice { draft.tell(notice) }
      let violations =
        locked.isEmpty ? nil : ReadOnlyViolations(form: id, cells: locked.map { form.cells[$0].id })
      if isAway {
        draft.displayState = nil
        return PostResult(.respond(errorPage(.serviceUnavailable, for: requestContext)), beginsDraft: held == nil)
      }
      let result: ActionResult
      if let refusal = plain?.refusal {
        result = .refuse(overlay: nil, pageID: .step(form.step(of: .cell(refusal.cell))), refusal: refusal)
      } else {
        result = handler.run(&draft, in: context)
      }
      updateDisplay(of: &draft, from: before, context)
      var isRefused = false
      if case .refuse = result { isRefused = handler is SubmitForm || handler is ContinueForm }
      return PostResult(
        next(after: result, &draft, context), beginsDraft: held == nil, isRefused: isRefused,
        readOnlyViolations: violations)
    }
  }

  /// The version that the page goes on with: the one that the draft has, else the one that the page was made from. That
  /// may be known no more; then it is the current one.
  private static func version(
    of id: String, for posted: PostedForm, _ held: StateFingerprint?, _ requestContext: RequestContext
  ) -> (form: Form, isChanged: Bool)? {
    if let held { return (held.form, false) }
    guard let current = requestContext.snapshot.form(id) ?? requestContext.snapshot.earlierForms(id).last else {
      return nil
    }
    guard let version = posted[.version] else { return (current, false) }
    return requestContext.snapshot.version(version, of: id).map { ($0, false) } ?? (current, true)
  }

  /// The token of the draft that the page goes on with. A new one gets the page's own; a page that was sent, and one whose
  /// token belongs to another form, gets a new one.
  private static func token(
    for posted: PostedForm, _ held: StateFingerprint?, _ requestContext: RequestContext, _ session: Session
  ) -> Token {
    guard let token = posted.draftToken, held != nil || session[token] == nil && session.receipt(of: token) == nil
    else {
      return requestContext.makeToken()
    }
    return token
  }

  /// Feedback on a draft that a page has begun. The first page of a form has nothing to say: its address names no draft.
  private static func notice(
    for posted: PostedForm, _ isChanged: Bool, _ requestContext: RequestContext, _ session: Session
  ) -> Notice? {
    if let receipt = posted.draftToken.flatMap({ session.receipt(of: $0) }) { return .alreadySent(receipt) }
    if isChanged { return .formChanged }
    // Nobody has pressed anything, and nothing is missing.
    if posted.action == .save { return nil }
    if case .named = requestContext.draft { return .sessionEnded }
    return nil
  }

  /// Whether any version of the form has a view of this name: a page that was made from an earlier version has cells that
  /// this one has not.
  private static func knows(_ name: String?, _ id: String, _ form: Form, _ requestContext: RequestContext) -> Bool {
    guard let name else { return true }
    return ([form] + [requestContext.snapshot.form(id)].compactMap(\.self) + requestContext.snapshot.earlierForms(id))
      .contains { $0.openable(name) != nil }
  }

  /// Takes over what the visitor entered on the page.
  /// - Returns: the locked cells of which the page held something else.
  private static func merge(
    _ posted: PostedForm, on view: Overlay?, in context: FormContext, into draft: inout Session.Draft
  ) -> [Int] {
    draft.changedAt = context.request.now.seconds
    draft.formState.reduce(.visit(context.pageID))
    let entries = posted.entries(
      for: context.form, context.isHeld ? .same : .alone, shown: context.isHeld ? draft.displayState?.texts ?? [] : [])
    let locked = draft.formState.merge(entries, numbers: context.presentation.numbers)
    // An "Undo" takes the view's ticks with it, unless the page is all there is.
    if case .cell(let cell) = view, let ticks = posted.ticks, posted.action != .undo || !context.isHeld {
      draft.formState.merge(ticks, of: context.form.cells[cell])
    }
    return locked
  }

  /// What the pages show follows the answers.
  /// - `old`: how they stood.
  static func updateDisplay(of draft: inout Session.Draft, from old: StateFingerprint, _ context: FormContext) {
    // Taken out, so that it changes in place.
    if var displayState = draft.displayState.take() {
      displayState.follow(draft.formState, from: old, in: context.presentation, today: context.today)
      draft.displayState = displayState
    } else {
      draft.displayState = DisplayState(of: draft.formState, in: context.presentation, today: context.today)
    }
  }

  static func next(after result: ActionResult, _ draft: inout Session.Draft, _ context: FormContext) -> PostResult.Next
  {
    switch result {
    case .redirect(let link, let fragment): return .respond(.seeOther(link, fragment: fragment))
    case .turn(let pageID, let fragment):
      draft.formState.reduce(.visit(pageID))
      return .respond(.seeOther(context.link(to: pageID), fragment: fragment))
    case .refuse(let overlay, let pageID, let focusesProblems, let refusal):
      if let pageID { draft.formState.reduce(.visit(pageID)) }
      return .respond(
        page(
          of: &draft, overlay, context, pageID: pageID, status: .unprocessableContent, focusesProblems: focusesProblems,
          refusal))
    case .saved(let overlay, let unfinished):
      return .respond(page(of: &draft, overlay, context, unfinished: unfinished))
    case .store(let submission): return .store(submission)
    case .scan(let scan): return .scan(scan)
    case .badRequest: return .respond(errorPage(.badRequest, for: context.request))
    }
  }

  /// A page of the form, with the feedback that waits for it.
  /// - Parameters:
  ///   - draft: its feedback is told now, and it remembers what it shows.
  ///   - pageID: nil: the one that was asked for.
  static func page(
    of draft: inout Session.Draft, _ overlay: Overlay?, _ context: FormContext, pageID: FormPageID? = nil,
    status: Status = .ok, focusesProblems: Bool = false, _ refusal: ActionResult.Refusal? = nil, isGone: Bool = false,
    unfinished: Int? = nil
  ) -> Response {
    var request = context.pageRequest(of: draft, at: pageID ?? context.pageID)
    request.isGone = isGone
    request.unfinished = unfinished
    request.focusesProblems = focusesProblems
    request.refusal = refusal.map { ($0.cell, $0.message) }
    draft.notice = nil
    let displayState: DisplayState
    if let made = draft.displayState,
      made.isCurrent(for: draft.formState, in: context.presentation, today: context.today)
    {
      displayState = made
    } else {
      displayState = DisplayState(of: draft.formState, in: context.presentation, today: context.today)
      draft.displayState = displayState
    }
    (request.isNew, request.isFirst) = (context.request.isNew, context.request.isFirst)
    let pages = context.request.snapshot.pages
    let bytes = pages.page(
      of: draft.formState, overlay: overlay, in: context.presentation, request, displayState: displayState)
    return Response.page(
      bytes, status: status, inlined: context.request.isFirst ? context.presentation.links.assets.inlined : nil)
  }
}

extension FormState {
  /// Whether a modal section has a cell to show.
  fileprivate func showsAnything(in section: Int) -> Bool {
    let states = layered(by: section).states
    return form.sections[section].cells.contains { states[$0.index].isVisible }
  }
}

extension Form {
  /// The selection view or modal section of this name; nil where nothing of that name opens.
  package func openable(_ name: String) -> Overlay? {
    guard let view = overlay(named: name) else { return nil }
    if case .cell(let cell) = view, !cells[cell].opensView { return nil }
    return view
  }
}
