package import FormCells
import FormPages
import HTTPCore
import Support

/// One request for a form: who asks, for which version and draft, in which language, for which window. Everything is
/// resolved once.
package struct FormContext: Sendable {
  let request: RequestContext
  let presentation: FormPresentation
  /// Names the answers: of the draft, or of the blank form that is shown.
  let token: Token
  /// Whether the session has held the draft before the request.
  let isHeld: Bool
  /// The posted page; nil: the request is no POST.
  let posted: PostedForm?
  /// How the cells stood on the page that was posted; empty for a GET.
  let shownStates: [CellState]
  /// `?draft=`, or `&draft=`, as the links of the draft's pages have it at their end; empty: there is no draft yet.
  let linkSuffix: String
  /// What a link begins the form with; nil: none does, or there is a draft.
  let prefill: Prefill?
  /// The page of the form that is asked for, or was posted; behind a view, the one on which its cell stands.
  let pageID: FormPageID
  /// How the page that was posted writes numbers; of one that does not say, the visitor's language decides.
  let pageNumbers: NumberFormat
  /// The day at the form's place.
  let today: CalendarDate

  /// The version that the visitor fills in.
  package var form: Form { presentation.form }
  var words: Words { presentation.words }

  /// - Parameters:
  ///   - isHeld: whether the session holds the draft.
  ///   - token: the draft's, or the one of what begins.
  ///   - shownStates: how the cells stood on the page that was posted.
  init(
    _ request: RequestContext, form: Form, pageID: FormPageID, isHeld: Bool = false, token: Token,
    posted: PostedForm? = nil,
    shownStates: [CellState] = []
  ) {
    self.request = request
    self.token = token
    self.posted = posted
    self.pageID = pageID
    today = request.formTime.day(in: request.snapshot.timeZone(of: form))
    let presentation = request.presentation(of: form)
    self.presentation = presentation
    pageNumbers = posted?.numbers(default: presentation.numbers) ?? presentation.numbers
    self.isHeld = isHeld
    self.shownStates = shownStates
    let prefill = isHeld ? nil : posted.map(\.prefill) ?? request.prefill
    self.prefill = prefill?.gives(form) == true ? prefill : nil
    linkSuffix = !isHeld && posted == nil ? "" : request.suffix(naming: DraftName(of: token))
  }

  /// When the page that was posted was begun, by its seal; nil: it has none of this server and this form, or none is needed.
  var begun: Timestamp? {
    guard let posted, let seal = request.pageSeal, let token = posted.draftToken else { return nil }
    return posted[.seal].flatMap { seal.begun($0, of: form.id, draft: token) }
  }

  /// The same for the form with more room for entries.
  func following(_ form: Form) -> FormContext {
    form === self.form || form.version != self.form.version
      ? self
      : FormContext(
        request, form: form, pageID: pageID, isHeld: isHeld, token: token, posted: posted, shownStates: shownStates)
  }

  /// Of the form before anything is entered; nil: it begins with values of this visitor's own.
  var blankDisplayState: DisplayState? {
    prefill != nil || request.hasValues(for: form) ? nil : presentation.initialDisplayState
  }

  /// The draft that begins with the request.
  var blankDraft: Session.Draft {
    // As its page showed it.
    let opened =
      request.visitor?.formTime == nil ? begun.flatMap { PageSeal.isStale($0, at: request.now) ? nil : $0 } : nil
    return Session.Draft(
      request.blank(form, id: token, prefill: prefill, at: opened), displayState: blankDisplayState,
      changedAt: request.now.seconds)
  }

  /// Whether the draft is to replace what was sent.
  func fillsInAgain(_ draft: Session.Draft) -> Bool { draft.change != nil || request.visitor?.formTime != nil }

  /// The request of a page of the draft, with the feedback that waits for it.
  /// - Parameter pageID: the page of the form.
  func pageRequest(of draft: Session.Draft, at pageID: FormPageID) -> PageRequest {
    let goesOn = draft.notice != nil && draft.formState.goesOn(from: pageID, today: today)
    var pageRequest = PageRequest(
      pageID: pageID, viewport: request.viewport, today: today,
      notice: draft.notice?.text(
        in: words, goesOn: goesOn, losesPassword: draft.formState.losesPassword, requestID: request.requestID),
      linkSuffix: linkSuffix, level: request.level)
    pageRequest.saysUndone = draft.notice == .undone
    if form.carriesSeal, let seal = request.pageSeal {
      let begun = draft.begunAt.flatMap { PageSeal.isStale($0, at: request.now) ? nil : $0 } ?? request.now
      pageRequest.seal = seal.sealing(begun, of: form.id, draft: draft.formState.id)
    }
    pageRequest.prefill = prefill?.hiddenFieldValue(for: form)
    pageRequest.offersStartOver = !fillsInAgain(draft)
    pageRequest.offersSaving = form.savesDrafts && request.snapshot.draftDays != nil
    pageRequest.change = draft.change?.text
    pageRequest.saved = draft.saved?.text
    pageRequest.invitation = draft.invitation?.text
    pageRequest.closing = request.closing(of: presentation)
    if draft.change != nil {
      pageRequest.closing = [words.changing.notice, pageRequest.closing].compactMap(\.self).joined(separator: " ")
    }
    return pageRequest
  }
}

extension FormContext {
  /// The first choice that was cleared because a cell that it follows has changed, if the posted page did not say so yet; by index. A
  /// program that sends values without a page knows what it does.
  /// - Parameter view: the modal section in which it was cleared; nil: the form.
  func unseenClearing(in formState: FormState, at view: Overlay?) -> Int? {
    guard let posted, posted[.version] != nil, let step = formState.undo, step.place(in: form) == view,
      let change = step.followedChange(in: form), posted[.undo] != step.hiddenFieldValue(in: form)
    else { return nil }
    return change.cleared.first
  }
}

/// The addresses of its pages.
extension FormContext {
  /// The form's first page.
  var formLink: String { presentation.links.form + linkSuffix }

  /// A selection view stays at its level.
  func link(to view: Overlay) -> String { presentation.link(to: view, level: request.level, linkSuffix) }

  func link(toLevel level: String, of cell: Int) -> String {
    presentation.link(to: .cell(cell), level: level, linkSuffix)
  }

  func link(to pageID: FormPageID) -> String { presentation.link(to: pageID, linkSuffix) }

  /// The page of the form on which a view's cell stands, or its section's.
  func link(behind view: Overlay) -> String { link(to: .step(form.step(of: view))) }

  /// The page on which a cell stands: of the form, or the view of its modal section.
  func link(toPageOf cell: Int) -> String {
    form.modalSection(of: cell).map { link(to: .section($0)) } ?? link(behind: .cell(cell))
  }

  /// A link to a page of the form that goes on with the values of the address.
  func prefilled(_ link: String) -> String {
    guard let prefill else { return link }
    return link + (link.contains("?") ? "&" : "?") + prefill.query(for: form)
  }

  func receiptLink(_ id: Token) -> String { request.receiptLink(id, of: presentation) }
}
