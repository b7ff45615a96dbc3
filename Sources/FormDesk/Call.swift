package import FormCells
import FormPages
import HTTPMessage
import Support

/// One request for a form: who asks, for which version and draft, in which language, for which window. Everything is
/// resolved once.
package struct Call: Sendable {
  let visit: Visit
  let presentation: FormPresentation
  /// Names the answers: of the draft, or of the blank form that is shown.
  let token: Token
  /// Whether the session has held the draft before the request.
  let isHeld: Bool
  /// The posted page; nil: the request is no POST.
  let posted: Posted?
  /// How the cells stood on the page that was posted; of no page: none.
  let shownStates: [CellState]
  /// `?draft=`, or `&draft=`, as the links of the draft's pages have it at their end; empty: there is no draft yet.
  let linkSuffix: String
  /// The page of the form that is asked for, or was posted; behind a view, the one on which its cell stands.
  let stage: FormStage
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
    _ visit: Visit, form: Form, stage: FormStage, isHeld: Bool = false, token: Token, posted: Posted? = nil,
    shownStates: [CellState] = []
  ) {
    self.visit = visit
    self.token = token
    self.posted = posted
    self.stage = stage
    today = visit.moment.day(in: visit.edition.timeZone(of: form))
    presentation = visit.presentation(of: form)
    self.isHeld = isHeld
    self.shownStates = shownStates
    linkSuffix = !isHeld && posted == nil ? "" : visit.suffix(naming: DraftName(of: token))
  }

  /// Of the form before anything is entered; nil: it begins with values of this visitor's own.
  var blankAppearance: Appearance? { visit.hasValues(for: form) ? nil : presentation.initialAppearance }

  /// As the session holds it; where it holds none, the one that begins with the request.
  func draft(in session: Session) -> Session.Draft { session[token] ?? blankDraft }

  /// The draft that begins with the request.
  var blankDraft: Session.Draft {
    Session.Draft(visit.blank(form, id: token), blankAppearance, changedAt: visit.moment.seconds)
  }

  /// The request of a page of the draft, with the feedback that waits for it.
  /// - Parameter stage: the page of the form.
  func pageRequest(of draft: Session.Draft, at stage: FormStage) -> PageRequest {
    let goesOn = draft.notice != nil && draft.filling.goesOn(from: stage, today: today)
    return PageRequest(
      stage: stage, viewport: visit.viewport, today: today,
      notice: draft.notice?.text(
        in: words, goesOn: goesOn, losesPassword: draft.filling.losesPassword, requestID: visit.requestID),
      linkSuffix: linkSuffix)
  }
}

extension Call {
  /// The request of the page that the form's pages are much like: of a draft that is nobody's.
  func modelRequest(at stage: FormStage) -> PageRequest {
    var request = PageRequest(
      stage: stage, viewport: visit.viewport, today: today,
      linkSuffix: visit.isFirst ? "" : visit.suffix(naming: DraftName(of: .zero)))
    (request.isNew, request.isFirst) = (visit.isFirst, visit.isFirst)
    return request
  }
}

/// The addresses of its pages.
extension Call {
  /// The form's first page.
  var formLink: String { presentation.links.form + linkSuffix }

  func link(to view: InnerView) -> String { presentation.link(to: view) + linkSuffix }

  func link(to stage: FormStage) -> String { presentation.link(to: stage, linkSuffix) }

  /// The page of the form on which a view's cell stands, or its section's.
  func page(behind view: InnerView) -> String { link(to: .step(form.step(of: view))) }

  /// The page on which a cell stands: of the form, or the view of its modal section.
  func place(of cell: Int) -> String {
    form.modalSection(of: cell).map { link(to: .section($0)) } ?? page(behind: .cell(cell))
  }

  func receiptLink(_ id: Token) -> String { visit.receiptLink(id, of: presentation) }
}
