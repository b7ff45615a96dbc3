import FormCells
import FormPages
package import HTTPMessage
import Support

extension Desk {
  /// `GET /`: the list of forms, and the drafts that the visitor has of them. Those that hold nothing are left out.
  package static func index(_ visit: Visit, _ session: Session) -> Response {
    let edition = visit.edition
    let listed = edition.forms.map(visit.presentation)
    var drafts: [String: [DraftSummary]] = [:]
    for draft in session.drafts.reversed() where !draft.filling.isBlank {
      drafts[draft.filling.form.id, default: []].append(
        DraftSummary(
          linkSuffix: visit.suffix(naming: draft.name), stage: draft.filling.lastStage,
          changedAt: Moment(seconds: draft.changedAt).timestamp, age: max(0, visit.moment.seconds &- draft.changedAt),
          filledCount: draft.filling.filledCount))
    }
    return .page(
      edition.pages.index(
        of: listed, drafts: drafts, words: visit.language.words, assets: visit.mount.assets, viewport: visit.viewport))
  }

  /// `GET /forms/{form}?receipt=…`: the receipt of a submission.
  /// - Parameters:
  ///   - reference: as the URL says it.
  ///   - time: when it was stored (RFC 3339); nil: no such submission.
  ///   - answers: of the visitor's own session; nil: it is another's, or gone.
  package static func receipt(
    _ reference: String, of id: String, storedAt time: String?, _ answers: SentAnswers?, _ visit: Visit
  ) -> Response {
    let edition = visit.edition
    let filling = answers.flatMap { $0.form == id ? $0.filling(in: edition) : nil }
    guard let form = filling?.form ?? edition.form(id) ?? edition.earlierForms(id).last,
      let moment = time.flatMap(Moment.init(timestamp:)),
      let local = LocalTime(moment.seconds, in: edition.timeZone(of: form))
    else { return errorPage(.notFound, for: visit) }
    return .page(
      edition.pages.receipt(
        of: reference, at: local, answers: filling, in: visit.presentation(of: form), viewport: visit.viewport))
  }
}
