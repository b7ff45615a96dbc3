package import FormCells
package import FormPages
package import HTTPCore
import Support

/// Decides what a request for a form results in. Its functions are pure: no locks, no clock, no disk. The site carries out the
/// result.
package enum FormController {
  /// `GET /forms/{form}`: the form as this visitor has filled it in so far.
  /// `GET /forms/{form}/cells/{name}`: a cell's selection view, or a modal section. If it is not open, it is shown as opening
  /// would show it; only a POST opens it.
  /// - Parameter view: the name of the overlay; `nil` for the form.
  package static func show(
    _ id: String, view name: String?, in requestContext: RequestContext, with session: inout Session,
    invitation: InvitationState = .none
  ) -> Response {
    var held = heldDraft(of: id, for: requestContext, with: session)
    let isHeld = held != nil
    let beginning = isHeld ? nil : requestContext.beginning(of: id)
    guard let form = (held?.formState ?? beginning)?.form ?? requestContext.snapshot.form(id) else {
      return errorPage(.notFound, for: requestContext)
    }
    if !isHeld, case .named(let draft) = requestContext.draft {
      return unknown(draft, of: form, invitation: invitation, isForm: name == nil, in: requestContext, with: session)
    }
    var draft =
      held.take()
      ?? Session.Draft(
        beginning ?? requestContext.blank(form, id: requestContext.makeToken(), prefill: requestContext.prefill),
        changedAt: requestContext.now.seconds)
    var overlay: Overlay?
    if let name {
      overlay = form.openable(name)
      if overlay == nil, !form.isOfEntry(name), requestContext.snapshot.form(id)?.openable(name) == nil {
        return errorPage(.notFound, for: requestContext)
      }
    }
    guard let pageID = pageID(behind: overlay, of: draft.formState, in: requestContext) else {
      return errorPage(.notFound, for: requestContext)
    }
    let context = FormContext(requestContext, form: form, pageID: pageID, isHeld: isHeld, token: draft.formState.id)
    if name == nil, requestContext.showsSaved, let mark = draft.saved, let days = requestContext.snapshot.draftDays {
      return savedPage(mark.token, days: days, in: context)
    }
    if case .valid(let secret) = invitation, !isHeld { draft.invitation = secret }
    let state =
      isHeld && (draft.change != nil || draft.invitation != nil && !invitation.isOver)
      ? requestContext.availability(of: draft)
      : requestContext.state(of: form, begun: isHeld ? draft.begunAt?.seconds : nil, invitation)
    if let closed = closed(state, answers: isHeld && draft.change == nil ? draft.formState : nil, in: context) {
      return closed
    }
    if name != nil, overlay == nil { return .seeOther(context.prefilled(context.formLink)) }
    if let place = overlay.map({ link(insteadOf: $0, formState: draft.formState, in: context) })
      ?? linkInsteadOfEmptyStep(of: draft.formState, in: context)
    {
      return .seeOther(context.prefilled(place))
    }
    if let overlay, isGone(context.request.level, of: overlay, formState: draft.formState) {
      let link = context.presentation.link(to: overlay, level: "", context.linkSuffix)
      return .seeOther(context.prefilled(link))
    }
    guard isHeld else {
      draft.displayState = context.blankDisplayState
      if requestContext.listsAllRows, let overlay {
        guard draft.formState.listAllRows(of: overlay) else { return Response(status: .noContent) }
      }
      return page(of: &draft, overlay: overlay, in: context)
    }
    return session.withDraft(context.token, beginningAs: draft) { page(of: &$0, overlay: overlay, in: context) }
  }

  /// The draft that the address names; `nil` if the session has none.
  package static func heldDraft(
    of id: String, for requestContext: RequestContext, with session: Session
  ) -> Session.Draft? {
    switch requestContext.draft {
    // A link with values begins a separate form beside the drafts.
    case .last where requestContext.invitation != nil:
      session.drafts.last { $0.formState.form.id == id && $0.invitation == requestContext.invitation }
    case .last where requestContext.snapshot.form(id).map { requestContext.prefill?.gives($0) } == true: nil
    case .last: session.lastDraft(of: id)
    case .new: nil
    case .named(let name): session.draft(name, of: id)
    }
  }

  /// The answer to an address of a draft that the session does not have: the draft's receipt if it was sent, or else a blank
  /// form that says so.
  private static func unknown(
    _ draft: DraftName, of form: Form, invitation: InvitationState, isForm: Bool, in requestContext: RequestContext,
    with session: Session
  ) -> Response {
    let presentation = requestContext.presentation(of: form)
    if let receipt = session.receipt(of: draft) {
      return .seeOther(requestContext.receiptLink(receipt, of: presentation))
    }
    guard isForm else { return .seeOther(presentation.links.form + requestContext.suffix(naming: draft)) }
    let begun = requestContext.beginning(of: form.id) ?? requestContext.blank(form, id: requestContext.makeToken())
    let context = FormContext(requestContext, form: begun.form, pageID: begun.firstPageID, token: begun.id)
    if let closed = closed(requestContext.state(of: form, invitation), answers: nil, in: context) { return closed }
    var draft = Session.Draft(begun, displayState: context.blankDisplayState, changedAt: requestContext.now.seconds)
    draft.invitation = invitation.secret
    return page(of: &draft, overlay: nil, in: context) { $0.isGone = true }
  }

  /// Whether an address names a level that the tree does not have.
  private static func isGone(_ level: String, of view: Overlay, formState: FormState) -> Bool {
    guard !level.isEmpty, case .cell(let cell) = view, let source = formState.form.cells[cell].optionSource else {
      return false
    }
    return source.isTree && source.current.parentRow(of: level) == nil
  }

  /// Where to redirect from a view that has nothing to change; `nil` if it has.
  private static func link(insteadOf view: Overlay, formState: FormState, in context: FormContext) -> String? {
    switch view {
    case .cell(let cell): formState.layered(for: cell).states[cell].isEditable ? nil : context.link(toPageOf: cell)
    case .section(let section): formState.showsAnything(in: section) ? nil : context.link(behind: view)
    }
  }

  /// Where to redirect from a step without visible cells; `nil` if it has some, or if no step has.
  private static func linkInsteadOfEmptyStep(of formState: FormState, in context: FormContext) -> String? {
    guard context.form.hasSteps, case .step(let step) = context.pageID, !formState.shows(step: step),
      case let pageID = formState.pageID(insteadOf: step), pageID != context.pageID
    else { return nil }
    return context.link(to: pageID)
  }

  /// The page of the form that an address names, or that has the view; `nil` if the form has no such page.
  private static func pageID(behind view: Overlay?, of formState: FormState, in requestContext: RequestContext)
    -> FormPageID?
  {
    let form = formState.form
    if let view { return .step(form.step(of: view)) }
    return requestContext.pageID.pageID(in: form, first: form.hasSteps ? formState.firstPageID : .step(0))
  }

  /// `POST /forms/{form}` and `POST /forms/{form}/cells/{name}`: everything that the buttons of these pages do. The visitor's
  /// input on the page is merged first, whatever button was pressed.
  /// - `isAway`: whether an option provider is unavailable. The input is kept then, and nothing else is done.
  /// - `change`: the submission that the page corrects, by a verified secret.
  /// - `invitation`: from the page or its address.
  package static func post(
    _ posted: PostedForm, to id: String, view name: String?, in requestContext: RequestContext,
    with session: inout Session,
    isAway: Bool = false, change: ChangedSubmission? = nil, invitation: InvitationState = .none
  ) -> PostResult {
    let held = posted.draftToken.flatMap { session.fingerprint(of: $0, in: id) }
    let isHeld = held != nil
    guard let (form, isChanged) = version(of: id, for: posted, held: held?.form, in: requestContext),
      knows(view: name, of: id, version: form, in: requestContext)
    else {
      return PostResult(.respond(errorPage(.notFound, for: requestContext)))
    }
    let view = name.flatMap(form.openable)
    if posted.isWithoutPage, form.isProtected, requestContext.pageSeal != nil {
      let page = requestContext.language.words.errors.pageNeeded
      return PostResult(.respond(errorPage(.forbidden, page: page, for: requestContext)))
    }
    // A page of an earlier version may have a step that this version lacks: continue at the first step.
    let pageID =
      view.map { .step(form.step(of: $0)) } ?? requestContext.pageID.pageID(in: form, first: .step(0)) ?? .step(0)
    let before = held ?? StateFingerprint(of: requestContext.blank(form, prefill: posted.prefill))
    let context = FormContext(
      requestContext, form: form, pageID: pageID, isHeld: isHeld,
      token: token(for: posted, isHeld: isHeld, in: requestContext, with: session),
      posted: posted, shownStates: before.states)
    if name == nil, let receipt = SubmitForm.receipt(of: posted, with: session) {
      return PostResult(.respond(.seeOther(context.receiptLink(receipt))))
    }
    // A page that a script saves on leaving, while it is being sent: its content is already stored.
    if !isHeld, posted.action == .save, let token = posted.draftToken, session.receipt(of: token) != nil {
      return PostResult(.respond(Response(status: .noContent)))
    }
    guard name == nil || view != nil,
      let handler = handler(for: posted, on: view, pageID: pageID, form: form, in: requestContext)
    else {
      return PostResult(.respond(errorPage(.badRequest, for: requestContext)))
    }
    let notice = isHeld ? nil : notice(for: posted, isChanged: isChanged, in: requestContext, with: session)
    let plain =
      posted.isWithoutPage && view == nil ? posted.plainInputs(for: form, context.presentation.numbers) : nil
    return session.updateDraft(context.token, beginningAs: context.blankDraft) { draft in
      let locked =
        plain.map { draft.enter($0.inputs, at: requestContext.now) }
        ?? merge(posted, on: view, in: context, into: &draft)
      if let notice { draft.tell(notice) }
      if !isHeld { draft.begin(changing: change, saved: posted.saved, in: requestContext) }
      draft.invitation = invitation.secret.map { draft.invitation ?? $0 }
      let violations =
        locked.isEmpty ? nil : ReadOnlyViolations(form: id, cells: locked.map { form.cells[$0].id })
      if isAway {
        draft.displayState = nil
        return PostResult(.respond(errorPage(.serviceUnavailable, for: requestContext)), beginsDraft: !isHeld)
      }
      let result: ActionResult
      if let refused = RefusedFiles(posted.refusals, in: context) {
        if handler is SubmitForm { draft.formState.reduce(.submit(today: context.today)) }
        result = refused.result(in: draft.formState)
      } else if let refusal = plain?.refusals.first(where: { draft.formState.states[$0.cell].isEditable }) {
        result = .refuse(overlay: nil, pageID: .step(form.step(of: .cell(refusal.cell))), refusals: [refusal])
      } else if case .used = invitation, case .alreadySent? = notice, handler is SubmitForm {
        // An invitation records one submission, so this cannot be a second one.
        result = .closed(.invitationUsed)
      } else if case .revoked = invitation, handler is SubmitForm {
        result = .closed(.invitationRevoked)
      } else {
        result = handler.run(&draft, in: context)
      }
      updateDisplay(of: &draft, from: before, in: context)
      var isRefused = false
      switch result {
      case .refuse: isRefused = handler is SubmitForm || handler is ContinueForm
      case .doubt: isRefused = true
      default: break
      }
      return PostResult(
        next(after: result, of: &draft, in: context), beginsDraft: !isHeld, isRefused: isRefused,
        readOnlyViolations: violations)
    }
  }

  /// The version for the posted page: that of the draft, or else the one that the page was made from. If that no longer exists,
  /// the current one.
  private static func version(
    of id: String, for posted: PostedForm, held: Form?, in requestContext: RequestContext
  ) -> (form: Form, isChanged: Bool)? {
    if let held { return (held, false) }
    guard let current = requestContext.snapshot.form(id) ?? requestContext.snapshot.earlierForms(id).last else {
      return nil
    }
    // A post without a page cannot go to a form that is no longer served.
    guard let version = posted[.version] else { return requestContext.snapshot.form(id).map { ($0, false) } }
    return requestContext.snapshot.version(version, of: id).map { (posted.withRoom($0), false) }
      ?? (posted.withRoom(current), true)
  }

  /// The token of the posted page's draft. A new draft gets the page's token. If the page was sent before, or its token belongs
  /// to another form, a new token is made.
  private static func token(
    for posted: PostedForm, isHeld: Bool, in requestContext: RequestContext, with session: Session
  ) -> Token {
    guard let token = posted.draftToken, isHeld || session[token] == nil && session.receipt(of: token) == nil
    else {
      return requestContext.makeToken()
    }
    return token
  }

  /// Feedback for a draft that a page has begun. `nil` on a form's first page, whose address has no draft yet.
  private static func notice(
    for posted: PostedForm, isChanged: Bool, in requestContext: RequestContext, with session: Session
  ) -> Notice? {
    if let receipt = posted.draftToken.flatMap({ session.receipt(of: $0) }) { return .alreadySent(receipt) }
    if isChanged { return .formChanged() }
    // A script saved the page; nobody has pressed a button, and nothing is missing.
    if posted.action == .save { return nil }
    if case .named = requestContext.draft { return .sessionEnded }
    return nil
  }

  /// Whether any version of the form has a view of this name. A page of an earlier version may have cells that this one lacks.
  private static func knows(view name: String?, of id: String, version form: Form, in requestContext: RequestContext)
    -> Bool
  {
    guard let name else { return true }
    if form.isOfEntry(name) { return true }
    return ([form] + [requestContext.snapshot.form(id)].compactMap(\.self) + requestContext.snapshot.earlierForms(id))
      .contains { $0.openable(name) != nil }
  }

  /// Merges the visitor's input on the page into the draft.
  /// - Returns: the locked cells for which the page had other values.
  private static func merge(
    _ posted: PostedForm, on view: Overlay?, in context: FormContext, into draft: inout Session.Draft
  ) -> [Int] {
    draft.noteChange(at: context.request.now)
    if context.form.carriesSeal { draft.carry(context.begun, at: context.request.now) }
    draft.formState.setMoment(context.request.moment(of: context.form))
    draft.formState.reduce(.visit(context.pageID))
    let input = posted.input(for: context.form, context.isHeld ? .same : .alone)
    // Taken out because the answers change meanwhile. A page in another language shows other texts.
    let displayState = context.pageNumbers === context.presentation.numbers ? draft.displayState.take() : nil
    let locked = draft.formState.merge(input, numbers: context.pageNumbers) { displayState?.text(of: $0) }
    draft.displayState = displayState
    // An "Undo" discards the view's ticks, unless the session has no draft.
    if case .cell(let cell) = view, let ticks = posted.ticks(at: context.request.level),
      posted.action != .undo || !context.isHeld
    {
      draft.formState.merge(ticks, of: context.form.cells[cell])
    }
    for (cell, files) in posted.addedFiles(for: context.form) { draft.formState.reduce(.attach(cell: cell, files)) }
    return locked
  }

  /// Updates the display state after changes of the answers.
  /// - `old`: the state before.
  static func updateDisplay(of draft: inout Session.Draft, from old: StateFingerprint, in context: FormContext) {
    // With room for more entries, the form has another presentation.
    guard draft.formState.form === context.form else {
      draft.displayState = nil
      return
    }
    // Taken out so that it can change in place.
    if var displayState = draft.displayState.take() {
      displayState.follow(draft.formState, from: old, in: context.presentation, today: context.today)
      draft.displayState = displayState
    } else {
      draft.displayState = DisplayState(of: draft.formState, in: context.presentation, today: context.today)
    }
  }

  static func next(after result: ActionResult, of draft: inout Session.Draft, in context: FormContext)
    -> PostResult.Next
  {
    switch result {
    case .redirect(let link, let fragment): return .respond(.seeOther(link, fragment: fragment))
    case .turn(let pageID, let fragment):
      draft.formState.reduce(.visit(pageID))
      return .respond(.seeOther(context.link(to: pageID), fragment: fragment))
    case .refuse(let overlay, let pageID, let focusesProblems, let refusals):
      if let pageID { draft.formState.reduce(.visit(pageID)) }
      return .respond(
        page(of: &draft, overlay: overlay, in: context, pageID: pageID, status: .unprocessableContent) {
          $0.focusesProblems = focusesProblems
          $0.refusals = refusals
        })
    case .reviewAgain(let changed):
      return .respond(
        page(of: &draft, overlay: nil, in: context, status: .unprocessableContent) {
          $0.focusesProblems = true
          $0.changedAnswers = changed
        })
    case .doubt(let doubt):
      return .respond(
        page(of: &draft, overlay: nil, in: context, status: .unprocessableContent) {
          $0.focusesProblems = true
          $0.doubt = doubt
        })
    case .saved(let overlay, let unfinished):
      return .respond(page(of: &draft, overlay: overlay, in: context) { $0.unfinished = unfinished })
    case .store(let submission): return .store(submission)
    case .scan(let scan): return .scan(scan)
    case .keep(let saved): return .keep(saved)
    case .closed(let state, let sent):
      let response =
        closed(state, answers: draft.formState, in: context) ?? errorPage(.forbidden, for: context.request)
      return sent.map { .find($0, otherwise: response) } ?? .respond(response)
    case .badRequest: return .respond(errorPage(.badRequest, for: context.request))
    }
  }

  /// A page of the form, with its pending feedback.
  /// - Parameters:
  ///   - draft: its feedback is shown and cleared, and its display state is kept.
  ///   - pageID: `nil` for the requested one.
  ///   - adjust: sets what this page shows besides the form state.
  static func page(
    of draft: inout Session.Draft, overlay: Overlay?, in context: FormContext, pageID: FormPageID? = nil,
    status: Status = .ok, _ adjust: (inout PageRequest) -> Void = { _ in }
  ) -> Response {
    var request = context.pageRequest(of: draft, at: pageID ?? context.pageID)
    adjust(&request)
    draft.notice = nil
    draft.formState.setMoment(context.request.moment(of: context.form))
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
    let showsAddress = context.posted == nil && context.prefill != nil
    let page = pages.page(
      of: draft.formState, overlay: overlay, in: context.presentation, request, displayState: displayState,
      asGzip: context.request.takesGzip && !showsAddress)
    var response = Response.page(
      page.bytes, status: status, showsAddress: showsAddress,
      inlined: context.request.isFirst ? context.presentation.links.assets.inlined : nil)
    if page.isGzip { response.fields.append(.contentEncoding, ContentCoding.gzip.rawValue) }
    return response
  }
}

extension FormState {
  /// Whether a modal section has a cell to show.
  fileprivate func showsAnything(in section: Int) -> Bool {
    guard isEntry(section) || sectionDrafts[section] != nil else { return false }
    let states = layered(by: section).states
    return form.sections[section].cells.contains { states[$0.index].isVisible }
  }
}

extension Form {
  /// Whether a name belongs to an entry of a repeated section, existing or not: `expenses/2` for an entry, `expenses_2_kind`
  /// for a cell in it.
  fileprivate func isOfEntry(_ name: String) -> Bool {
    if let (id, _) = name.cut(at: UInt8(ascii: "/")) { return repeatedSection(id) != nil }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Int(parts[1]) != nil, let section = repeatedSection(parts[0]) else { return false }
    return sections[section].cells.contains { $0.id == parts[2] && $0.opensView }
  }

  /// The selection view or modal section of this name; `nil` if nothing of that name can be opened.
  package func openable(_ name: String) -> Overlay? {
    guard let view = overlay(named: name) else { return nil }
    if case .cell(let cell) = view, !cells[cell].opensView { return nil }
    return view
  }
}

extension FormController {
  /// `GET /`: the list of forms and the visitor's drafts. Blank drafts are left out. A list with a single form and no drafts
  /// redirects to that form.
  package static func index(_ requestContext: RequestContext, with session: Session) -> Response {
    let snapshot = requestContext.snapshot
    let zone = snapshot.timeZone
    let listed = snapshot.forms.map(requestContext.presentation)
    var drafts: [String: [DraftSummary]] = [:]
    for draft in session.drafts.reversed() where !draft.formState.isBlank && draft.change == nil {
      drafts[draft.formState.form.id, default: []].append(
        DraftSummary(
          linkSuffix: requestContext.suffix(naming: draft.name), pageID: draft.formState.lastPageID,
          savedAt: LocalTime(draft.changedAt, in: zone)?.iso8601 ?? Timestamp(seconds: draft.changedAt).iso8601,
          savedTime: requestContext.time(of: draft.changedAt), answeredCount: draft.formState.answers.given,
          cellCount: draft.formState.answers.total))
    }
    if listed.count == 1, drafts.isEmpty { return .seeOther(listed[0].links.form) }
    return .page(
      snapshot.pages.index(
        of: listed, drafts: drafts,
        notes: Dictionary(
          listed.compactMap { form in requestContext.note(on: form).map { (form.form.id, $0) } },
          uniquingKeysWith: { first, _ in first }), search: requestContext.search ?? "",
        device: requestContext.mount.link(to: .device),
        words: requestContext.language.words,
        assets: requestContext.mount.assets,
        isFirst: requestContext.isFirst, viewport: requestContext.viewport),
      showsAddress: requestContext.search?.isEmpty == false,
      inlined: requestContext.isFirst ? requestContext.mount.assets.inlined : nil)
  }

  /// "This Device", or the offline page.
  package static func devicePage(_ page: Pages.DevicePage, in requestContext: RequestContext) -> [UInt8] {
    let mount = requestContext.mount
    return requestContext.snapshot.pages.device(
      page, home: mount.link(to: .index), action: mount.link(to: .device), words: requestContext.language.words,
      assets: mount.assets, viewport: requestContext.viewport)
  }

  /// `GET /forms/{form}?receipt=…`: the receipt of a submission.
  /// - Parameters:
  ///   - reference: as in the URL.
  ///   - time: when it was stored (RFC 3339); `nil` if there is no such submission.
  ///   - change: the secret for correcting it; `nil` if this visitor cannot correct it.
  ///   - answers: from the visitor's own session; `nil` if it is another's, or no longer has them.
  package static func receipt(
    _ reference: String, of id: String, storedAt time: String?, change: LinkSecret? = nil, answers: SentAnswers?,
    in requestContext: RequestContext
  ) -> Response {
    let snapshot = requestContext.snapshot
    let formState = answers.flatMap { $0.form == id ? $0.formState(in: snapshot) : nil }
    guard let form = formState?.form ?? snapshot.form(id) ?? snapshot.earlierForms(id).last,
      let now = time.flatMap(Timestamp.init(iso8601:)),
      let local = LocalTime(now.seconds, in: snapshot.timeZone(of: form))
    else { return errorPage(.notFound, for: requestContext) }
    let presentation = requestContext.presentation(of: form)
    let end = (snapshot.form(form.id) ?? form).changeMinutes.map {
      requestContext.end(of: form, notAfter: now.seconds + 60 * $0)
    }
    let receiptChange = change.flatMap { secret in
      end.flatMap {
        requestContext.now.seconds < $0 ? requestContext.change(by: secret, of: presentation, until: $0) : nil
      }
    }
    return .page(
      snapshot.pages.receipt(
        of: reference, at: local, change: receiptChange, answers: formState, in: presentation,
        viewport: requestContext.viewport))
  }
}

extension RequestContext {
  /// A time in the site's time zone as people write it, with the date unless that is today.
  fileprivate func time(of seconds: Int) -> String {
    guard let local = LocalTime(seconds, in: snapshot.timeZone) else { return "" }
    let (hour, minute) = (local.second / 3600, local.second / 60 % 60)
    return local.day == today
      ? language.dates.text(hour: hour, minute: minute) : language.dates.text(local.day, hour: hour, minute: minute)
  }
}
