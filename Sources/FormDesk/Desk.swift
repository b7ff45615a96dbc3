package import FormCells
import FormPages
package import HTTPMessage
import Support

/// Says what a request for a form comes to. Pure: no lock, no clock, no disk; whoever asks carries the answer out.
package enum Desk {
  /// `GET /forms/{form}`: the form as this visitor has filled it in so far.
  /// `GET /forms/{form}/cells/{name}`: a cell's selection view, or a modal section. Where none is open, it is shown as
  /// opening would show it; only a POST opens it.
  /// - Parameter view: the name of what opens in front of the form; nil: the form.
  package static func show(_ id: String, view name: String?, _ visit: Visit, _ session: inout Session) -> Response {
    var held = heldDraft(of: id, for: visit, session)
    guard let form = held?.filling.form ?? visit.edition.form(id) else { return errorPage(.notFound, for: visit) }
    let isHeld = held != nil
    if !isHeld, case .named(let draft) = visit.draft {
      return closed(draft, form, isForm: name == nil, visit, &session)
    }
    var draft = held.take() ?? Session.Draft(visit.blank(form, id: visit.makeToken()), changedAt: visit.moment.seconds)
    var front: InnerView?
    if let name {
      front = form.openable(name)
      if front == nil, visit.edition.form(id)?.openable(name) == nil { return errorPage(.notFound, for: visit) }
    }
    guard let stage = stage(behind: front, of: draft.filling, visit) else { return errorPage(.notFound, for: visit) }
    let call = Call(visit, form: form, stage: stage, isHeld: isHeld, token: draft.filling.id)
    if name != nil, front == nil { return .seeOther(call.formLink) }
    if let place = front.map({ elsewhere($0, draft.filling, call) }) ?? elsewhere(draft.filling, call) {
      return .seeOther(place)
    }
    if !isHeld { draft.appearance = call.blankAppearance }
    return page(of: draft, front, call, &session)
  }

  /// The draft that the address means; nil: the session holds none.
  static func heldDraft(of id: String, for visit: Visit, _ session: Session) -> Session.Draft? {
    switch visit.draft {
    case .last: session.lastDraft(of: id)
    case .new: nil
    case .named(let name): session.draft(name, of: id)
    }
  }

  /// The answer to an address that names a draft which the session does not hold: its receipt where it was sent, else a
  /// blank form that says so.
  private static func closed(
    _ draft: DraftName, _ form: Form, isForm: Bool, _ visit: Visit, _ session: inout Session
  ) -> Response {
    let presentation = visit.presentation(of: form)
    if let receipt = session.receipt(of: draft) { return .seeOther(visit.receiptLink(receipt, of: presentation)) }
    guard isForm else { return .seeOther(presentation.links.form + visit.suffix(naming: draft)) }
    let call = Call(visit, form: form, stage: visit.blank(form).firstStage, token: visit.makeToken())
    return page(of: call.blankDraft, nil, call, &session, isGone: true)
  }

  /// Where to go instead of a view that has nothing to change; nil: it has.
  private static func elsewhere(_ view: InnerView, _ filling: Filling, _ call: Call) -> String? {
    switch view {
    case .cell(let cell): filling.layered(for: cell).states[cell].isEditable ? nil : call.place(of: cell)
    case .section(let section): filling.showsAnything(in: section) ? nil : call.page(behind: view)
    }
  }

  /// Where to go instead of a step that shows no cell; nil: it shows some, or none does.
  private static func elsewhere(_ filling: Filling, _ call: Call) -> String? {
    guard call.form.hasSteps, case .step(let step) = call.stage, !filling.shows(step: step),
      case let stage = filling.stage(insteadOf: step), stage != call.stage
    else { return nil }
    return call.link(to: stage)
  }

  /// The page of the form that an address means, or that is behind a view; nil: the form has none of the kind.
  private static func stage(behind view: InnerView?, of filling: Filling, _ visit: Visit) -> FormStage? {
    let form = filling.form
    if let view { return .step(form.step(of: view)) }
    return visit.stage.stage(in: form, first: form.hasSteps ? filling.firstStage : .step(0))
  }

  /// `POST /forms/{form}` and `POST /forms/{form}/cells/{name}`: everything that the buttons of their pages do. What the
  /// visitor entered on the page counts first, whatever was pressed.
  /// - `isAway`: a store of options is away: what was entered is kept, and no more is done.
  package static func post(
    _ posted: Posted, to id: String, view name: String?, _ visit: Visit, _ session: inout Session, isAway: Bool = false
  ) -> Outcome {
    let held = posted.filling.flatMap { session.standing(of: $0, in: id) }
    guard let (form, isChanged) = version(of: id, for: posted, held, visit), knows(name, id, form, visit) else {
      return Outcome(answer: .response(errorPage(.notFound, for: visit)), beginsDraft: false)
    }
    let view = name.flatMap(form.openable)
    // A page of an earlier version may have had a step that this one has not: it goes on at the first.
    let stage = view.map { .step(form.step(of: $0)) } ?? visit.stage.stage(in: form, first: .step(0)) ?? .step(0)
    let before = held ?? Standing(of: visit.blank(form))
    let call = Call(
      visit, form: form, stage: stage, isHeld: held != nil, token: token(for: posted, held, visit, session),
      posted: posted, shownStates: before.states)
    if name == nil, let receipt = SubmitForm.receipt(of: posted, session) {
      return Outcome(answer: .response(.seeOther(call.receiptLink(receipt))), beginsDraft: false)
    }
    // A page that was left while it was sent: what it holds is on disk.
    if held == nil, posted.press == .save, let token = posted.filling, session.receipt(of: token) != nil {
      return Outcome(answer: .response(Response(status: .noContent)), beginsDraft: false)
    }
    guard name == nil || view != nil, let handler = handler(for: posted, on: view, stage, in: form, visit) else {
      return Outcome(answer: .response(errorPage(.badRequest, for: visit)), beginsDraft: false)
    }
    let locked = session.keep(call.token, beginningAs: call.blankDraft) { merge(posted, on: view, in: call, into: &$0) }
    if held == nil, let notice = notice(for: posted, isChanged, visit, session) { session.tell(notice, on: call.token) }
    if isAway {
      session.changeDraft(call.token) { $0.appearance = nil }
      return Outcome(answer: .response(errorPage(.serviceUnavailable, for: visit)), beginsDraft: held == nil)
    }
    let reply = handler.answer(call, &session)
    settle(call, from: before, &session)
    var isRefused = false
    if case .refuse = reply { isRefused = handler is SubmitForm || handler is ContinueForm }
    return Outcome(
      answer: answer(reply, call, &session), beginsDraft: held == nil, isRefused: isRefused,
      lockedEntries: locked.isEmpty ? nil : LockedEntries(form: id, cells: locked.map { form.cells[$0].id }))
  }

  /// The version that the page goes on with: the one that the draft has, else the one that the page was made from. That
  /// may be known no more; then it is the current one.
  private static func version(
    of id: String, for posted: Posted, _ held: Standing?, _ visit: Visit
  ) -> (form: Form, isChanged: Bool)? {
    if let held { return (held.form, false) }
    guard let current = visit.edition.form(id) ?? visit.edition.earlierForms(id).last else { return nil }
    guard let version = posted[.version] else { return (current, false) }
    return visit.edition.version(version, of: id).map { ($0, false) } ?? (current, true)
  }

  /// The token of the draft that the page goes on with. A new one gets the page's own; a page that was sent, and one whose
  /// token belongs to another form, gets a new one.
  private static func token(
    for posted: Posted, _ held: Standing?, _ visit: Visit, _ session: Session
  ) -> Token {
    guard let token = posted.filling, held != nil || session[token] == nil && session.receipt(of: token) == nil else {
      return visit.makeToken()
    }
    return token
  }

  /// Feedback on a draft that a page has begun. The first page of a form has nothing to say: its address names no draft.
  private static func notice(
    for posted: Posted, _ isChanged: Bool, _ visit: Visit, _ session: Session
  ) -> Notice? {
    if let receipt = posted.filling.flatMap({ session.receipt(of: $0) }) { return .alreadySent(receipt) }
    if isChanged { return .formChanged }
    // Nobody has pressed anything, and nothing is missing.
    if posted.press == .save { return nil }
    if case .named = visit.draft { return .sessionEnded }
    return nil
  }

  /// Whether any version of the form has a view of this name: a page that was made from an earlier version has cells that
  /// this one has not.
  private static func knows(_ name: String?, _ id: String, _ form: Form, _ visit: Visit) -> Bool {
    guard let name else { return true }
    return ([form] + [visit.edition.form(id)].compactMap(\.self) + visit.edition.earlierForms(id))
      .contains { $0.openable(name) != nil }
  }

  /// Takes over what the visitor entered on the page.
  /// - Returns: the locked cells of which the page held something else.
  private static func merge(
    _ posted: Posted, on view: InnerView?, in call: Call, into draft: inout Session.Draft
  ) -> [Int] {
    draft.changedAt = call.visit.moment.seconds
    if posted.isWithoutPage, view == nil {
      return draft.filling.enter(posted.plainEntries(for: call.form, call.presentation.numbers))
    }
    draft.filling.reduce(.visit(call.stage))
    let entries = posted.entries(
      for: call.form, call.isHeld ? .same : .alone, shown: call.isHeld ? draft.appearance?.texts ?? [] : [])
    let locked = draft.filling.merge(entries, numbers: call.presentation.numbers)
    // An "Undo" takes the view's ticks with it, unless the page is all there is.
    if case .cell(let cell) = view, let ticks = posted.ticks, posted.press != .undo || !call.isHeld {
      draft.filling.merge(ticks, of: call.form.cells[cell])
    }
    return locked
  }

  /// The appearance follows the answers.
  /// - `old`: how they stood.
  static func settle(_ call: Call, from old: Standing, _ session: inout Session) {
    session.changeDraft(call.token) { draft in
      // Taken out, so that it changes in place.
      if var appearance = draft.appearance.take() {
        appearance.follow(draft.filling, from: old, in: call.presentation, today: call.today)
        draft.appearance = appearance
      } else {
        draft.appearance = Appearance(of: draft.filling, in: call.presentation, today: call.today)
      }
    }
  }

  static func answer(_ reply: Reply, _ call: Call, _ session: inout Session) -> Answer {
    switch reply {
    case .redirect(let link, let fragment): return .response(.seeOther(link, fragment: fragment))
    case .turn(let stage, let fragment):
      session.change(call.token) { $0.reduce(.visit(stage)) }
      return .response(.seeOther(call.link(to: stage), fragment: fragment))
    case .refuse(let front, let stage, let focusesProblems, let refusal):
      if let stage { session.change(call.token) { $0.reduce(.visit(stage)) } }
      return .response(
        page(
          of: call.draft(in: session), front, call, &session, stage: stage,
          status: .unprocessableContent, focusesProblems: focusesProblems, refusal)
      )
    case .saved(let front, let unfinished):
      return .response(
        page(of: call.draft(in: session), front, call, &session, unfinished: unfinished))
    case .store(let submission): return .store(submission)
    case .scan(let scan): return .scan(scan)
    case .badRequest: return .response(errorPage(.badRequest, for: call.visit))
    }
  }

  /// A page of the form, with the feedback that waits for it.
  /// - Parameters:
  ///   - draft: as the session holds it; where that holds none, the blank form.
  ///   - stage: nil: the one that was asked for.
  static func page(
    of draft: Session.Draft, _ front: InnerView?, _ call: Call, _ session: inout Session, stage: FormStage? = nil,
    status: Status = .ok, focusesProblems: Bool = false, _ refusal: Reply.Refusal? = nil, isGone: Bool = false,
    unfinished: Int? = nil
  ) -> Response {
    var request = call.pageRequest(of: draft, at: stage ?? call.stage)
    request.isGone = isGone
    request.unfinished = unfinished
    request.focusesProblems = focusesProblems
    request.refusal = refusal.map { ($0.cell, $0.message) }
    if draft.notice != nil { session.changeDraft(call.token) { $0.notice = nil } }
    let appearance: Appearance
    if let made = draft.appearance, made.isCurrent(for: draft.filling, in: call.presentation, today: call.today) {
      appearance = made
    } else {
      appearance = Appearance(of: draft.filling, in: call.presentation, today: call.today)
      session.changeDraft(call.token) { $0.appearance = appearance }
    }
    (request.isNew, request.isFirst) = (call.visit.isNew, call.visit.isFirst)
    let pages = call.visit.edition.pages
    let bytes = pages.page(of: draft.filling, front: front, in: call.presentation, request, appearance: appearance)
    var model: ModelBytes?
    if call.visit.coding == .gzip, case .step(let step) = request.stage {
      model = pages.model(
        of: front, at: step, isFirst: request.isFirst, isRefused: draft.filling.showsProblems(ofStep: step),
        in: call.presentation, call.modelRequest(at: request.stage))
    }
    var response = Response.page(
      bytes, status: status, inlined: call.visit.isFirst ? call.presentation.links.assets.inlined : nil, model: model)
    response.coding = call.visit.coding
    return response
  }
}

extension Filling {
  /// Whether a modal section has a cell to show.
  fileprivate func showsAnything(in section: Int) -> Bool {
    let states = layered(by: section).states
    return form.sections[section].cells.contains { states[$0.index].isVisible }
  }
}

extension Form {
  /// The selection view or modal section of this name; nil where nothing of that name opens.
  package func openable(_ name: String) -> InnerView? {
    guard let view = innerView(named: name) else { return nil }
    if case .cell(let cell) = view, !cells[cell].opensView { return nil }
    return view
  }
}
