import FormCells
import FormPages
package import HTTPMessage
import Support

extension Desk {
  /// `GET /`: the list of forms, and the drafts that the visitor has of them. Those that hold nothing are left out. A list
  /// that would only hold one blank form leads to it.
  package static func index(_ visit: Visit, _ session: Session) -> Response {
    let edition = visit.edition
    let zone = edition.timeZone
    let listed = edition.forms.map(visit.presentation)
    var drafts: [String: [DraftSummary]] = [:]
    for draft in session.drafts.reversed() where !draft.filling.isBlank {
      drafts[draft.filling.form.id, default: []].append(
        DraftSummary(
          linkSuffix: visit.suffix(naming: draft.name), stage: draft.filling.lastStage,
          savedAt: LocalTime(draft.changedAt, in: zone)?.timestamp ?? Moment(seconds: draft.changedAt).timestamp,
          savedTime: visit.time(of: draft.changedAt), answeredCount: draft.filling.answers.given,
          cellCount: draft.filling.answers.of))
    }
    if listed.count == 1, drafts.isEmpty { return .seeOther(listed[0].links.form) }
    return .page(
      edition.pages.index(
        of: listed, drafts: drafts, search: visit.search ?? "", words: visit.language.words, assets: visit.mount.assets,
        isFirst: visit.isFirst, viewport: visit.viewport), showsAddress: visit.search?.isEmpty == false,
      inlined: visit.isFirst ? visit.mount.assets.inlined : nil)
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

extension Visit {
  /// A time at the server as people write it, with its day where that is over.
  fileprivate func time(of seconds: Int) -> String {
    guard let local = LocalTime(seconds, in: edition.timeZone) else { return "" }
    let (hour, minute) = (local.second / 3600, local.second / 60 % 60)
    return local.day == today
      ? language.dates.text(hour: hour, minute: minute) : language.dates.text(local.day, hour: hour, minute: minute)
  }
}
