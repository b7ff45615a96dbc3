import FormCells
import FormPages
package import HTTPMessage

extension Desk {
  /// `GET /`: the list of forms.
  package static func index(_ visit: Visit) -> Response {
    let edition = visit.edition
    let listed = edition.forms.map { form in
      edition.presentation(
        of: form, Language(words: visit.language.words, numbers: .of(form.locale)), viewport: visit.viewportOverride)
    }
    return .page(
      edition.pages.index(
        of: listed, words: visit.language.words, assets: edition.assets, viewport: visit.viewport))
  }

  /// `GET /forms/{form}?receipt=…`: the receipt of a submission.
  /// - Parameters:
  ///   - reference: as the URL says it.
  ///   - time: when it was stored (RFC 3339); nil: no such submission.
  package static func receipt(_ reference: String, of id: String, storedAt time: String?, _ visit: Visit) -> Response {
    guard let time, let form = visit.edition.form(id) ?? visit.edition.earlierForms(id).last else {
      return errorPage(.notFound, for: visit)
    }
    let call = Call(visit, form: form, held: nil, posted: nil)
    let shown = "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) UTC"
    return .page(
      visit.edition.pages.receipt(of: reference, at: shown, in: call.presentation, viewport: visit.viewport))
  }
}
