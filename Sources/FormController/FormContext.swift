package import FormCells
import FormPages
import HTTPCore
import Support

/// One request for a form: its visitor, version, draft, language and window. Each is resolved once.
package struct FormContext: Sendable {
  let request: RequestContext
  let presentation: FormPresentation
  /// Identifies the answers of the draft, or of the blank form that is shown.
  let token: Token
  /// Whether the session had the draft before the request.
  let isHeld: Bool
  /// The posted page; `nil` if the request is not a POST.
  let posted: PostedForm?
  /// The states of the cells on the posted page; empty for a GET.
  let shownStates: [CellState]
  /// `?draft=` or `&draft=`, which ends the links on the draft's pages; empty if there is no draft yet.
  let linkSuffix: String
  /// The values that a link gives the form at its beginning; `nil` if it gives none, or if there is a draft.
  let prefill: Prefill?
  /// The page of the form that was requested or posted. For an overlay, the page that has its cell.
  let pageID: FormPageID
  /// The number format of the posted page; if the page does not say, that of the visitor's language.
  let pageNumbers: NumberFormat
  /// Today's date in the form's time zone.
  let today: CalendarDate

  /// The version that the visitor fills in.
  package var form: Form { presentation.form }
  var words: Words { presentation.words }

  /// - Parameters:
  ///   - isHeld: whether the session has the draft.
  ///   - token: that of the draft, or of the form that begins.
  ///   - shownStates: the states of the cells on the posted page.
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

  /// When the posted page was begun, according to its seal. `nil` if it has no valid seal for this form, or if none is needed.
  var begun: Timestamp? {
    guard let posted, let seal = request.pageSeal, let token = posted.draftToken else { return nil }
    return posted[.seal].flatMap { seal.begun($0, of: form.id, draft: token) }
  }

  /// The same context for the form with room for more entries.
  func following(_ form: Form) -> FormContext {
    form === self.form || form.version != self.form.version
      ? self
      : FormContext(
        request, form: form, pageID: pageID, isHeld: isHeld, token: token, posted: posted, shownStates: shownStates)
  }

  /// The display state of the form before any input; `nil` if it begins with values for this visitor.
  var blankDisplayState: DisplayState? {
    prefill != nil || request.hasValues(for: form) ? nil : presentation.initialDisplayState
  }

  /// The draft that begins with the request.
  var blankDraft: Session.Draft {
    // The time at which its page was shown.
    let opened =
      request.visitor?.formTime == nil ? begun.flatMap { PageSeal.isStale($0, at: request.now) ? nil : $0 } : nil
    return Session.Draft(
      request.blank(form, id: token, prefill: prefill, at: opened), displayState: blankDisplayState,
      changedAt: request.now.seconds)
  }

  /// Whether the draft will replace an earlier submission.
  func fillsInAgain(_ draft: Session.Draft) -> Bool { draft.change != nil || request.visitor?.formTime != nil }

  /// The request for a page of the draft, with its pending feedback.
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
  /// The first choice that was cleared because a cell that it follows has changed, if the posted page did not show that yet; by
  /// index. A program that sends values without a page does not need to see it.
  /// - Parameter view: the modal section in which it was cleared; `nil` for the form.
  func unseenClearing(in formState: FormState, at view: Overlay?) -> Int? {
    guard let posted, posted[.version] != nil, let step = formState.undo, step.place(in: form) == view,
      let change = step.followedChange(in: form), posted[.undo] != step.hiddenFieldValue(in: form)
    else { return nil }
    return change.cleared.first
  }
}

/// The addresses of the form's pages.
extension FormContext {
  /// The form's first page.
  var formLink: String { presentation.links.form + linkSuffix }

  /// The link keeps the level of a selection view.
  func link(to view: Overlay) -> String { presentation.link(to: view, level: request.level, linkSuffix) }

  func link(toLevel level: String, of cell: Int) -> String {
    presentation.link(to: .cell(cell), level: level, linkSuffix)
  }

  func link(to pageID: FormPageID) -> String { presentation.link(to: pageID, linkSuffix) }

  /// The page of the form that has the cell of a selection view, or the row of a modal section.
  func link(behind view: Overlay) -> String { link(to: .step(form.step(of: view))) }

  /// The page that has a cell: of the form, or the view of its modal section.
  func link(toPageOf cell: Int) -> String {
    form.modalSection(of: cell).map { link(to: .section($0)) } ?? link(behind: .cell(cell))
  }

  /// Adds the values that a link gave the form to another link of the form.
  func prefilled(_ link: String) -> String {
    guard let prefill else { return link }
    return link + (link.contains("?") ? "&" : "?") + prefill.query(for: form)
  }

  func receiptLink(_ id: Token) -> String { request.receiptLink(id, of: presentation) }
}
