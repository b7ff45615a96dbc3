package import FormCells
import FormPages
import HTTPMessage

/// One request for a form: who asks, for which version, in which language, for which window. Everything is resolved once.
package struct Call: Sendable {
  let visit: Visit
  let presentation: FormPresentation
  /// How the page stands to the answers that the session holds; `.alone`: it holds none.
  let lineage: PageEntries.Lineage
  /// The posted page; nil: the request is no POST.
  let posted: Posted?
  /// How the cells stood on the page that was posted.
  let shownStates: [CellState]

  /// The version that the visitor fills in.
  package var form: Form { presentation.form }
  var links: FormLinks { presentation.links }
  var words: Words { presentation.words }
  var today: CalendarDate { visit.today }

  /// - Parameter held: the draft that the session holds of this form.
  init(_ visit: Visit, form: Form, held: Session.Draft?, posted: Posted?) {
    self.visit = visit
    presentation = visit.edition.presentation(
      of: form, visit.edition.language(visit.acceptedLanguages, locale: form.locale),
      viewport: visit.viewportOverride)
    self.posted = posted
    lineage = held.map { $0.filling.id == posted?[.filling] ? .same : .other } ?? .alone
    shownStates = held?.filling.states ?? form.initialStates
  }

  /// The page's request, with the feedback that waits for it.
  func pageRequest(_ notice: Notice?) -> PageRequest {
    PageRequest(viewport: visit.viewport, today: today, notice: notice?.text(in: words))
  }
}

extension FormLinks {
  /// The page on which a cell stands: the form, or the view of its modal section.
  func place(of cell: Int, in form: Form) -> String { form.modalSection(of: cell).map { sections[$0] } ?? self.form }
}
