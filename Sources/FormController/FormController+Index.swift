import FormCells
import FormPages
package import HTTPCore
import Support

extension FormController {
  /// `GET /`: the list of forms, and the drafts that the visitor has of them. Those that hold nothing are left out. A list
  /// that would only hold one blank form leads to it.
  package static func index(_ requestContext: RequestContext, _ session: Session) -> Response {
    let snapshot = requestContext.snapshot
    let zone = snapshot.timeZone
    let listed = snapshot.forms.map(requestContext.presentation)
    var drafts: [String: [DraftSummary]] = [:]
    for draft in session.drafts.reversed() where !draft.formState.isBlank {
      drafts[draft.formState.form.id, default: []].append(
        DraftSummary(
          linkSuffix: requestContext.suffix(naming: draft.name), pageID: draft.formState.lastPageID,
          savedAt: LocalTime(draft.changedAt, in: zone)?.iso8601 ?? Timestamp(seconds: draft.changedAt).iso8601,
          savedTime: requestContext.time(of: draft.changedAt), answeredCount: draft.formState.answers.given,
          cellCount: draft.formState.answers.of))
    }
    if listed.count == 1, drafts.isEmpty { return .seeOther(listed[0].links.form) }
    return .page(
      snapshot.pages.index(
        of: listed, drafts: drafts, search: requestContext.search ?? "", words: requestContext.language.words,
        assets: requestContext.mount.assets,
        isFirst: requestContext.isFirst, viewport: requestContext.viewport),
      showsAddress: requestContext.search?.isEmpty == false,
      inlined: requestContext.isFirst ? requestContext.mount.assets.inlined : nil)
  }

  /// `GET /forms/{form}?receipt=…`: the receipt of a submission.
  /// - Parameters:
  ///   - reference: as the URL says it.
  ///   - time: when it was stored (RFC 3339); nil: no such submission.
  ///   - answers: of the visitor's own session; nil: it is another's, or gone.
  package static func receipt(
    _ reference: String, of id: String, storedAt time: String?, _ answers: SentAnswers?,
    _ requestContext: RequestContext
  ) -> Response {
    let snapshot = requestContext.snapshot
    let formState = answers.flatMap { $0.form == id ? $0.formState(in: snapshot) : nil }
    guard let form = formState?.form ?? snapshot.form(id) ?? snapshot.earlierForms(id).last,
      let now = time.flatMap(Timestamp.init(iso8601:)),
      let local = LocalTime(now.seconds, in: snapshot.timeZone(of: form))
    else { return errorPage(.notFound, for: requestContext) }
    return .page(
      snapshot.pages.receipt(
        of: reference, at: local, answers: formState, in: requestContext.presentation(of: form),
        viewport: requestContext.viewport))
  }
}

extension RequestContext {
  /// A time at the server as people write it, with its day where that is over.
  fileprivate func time(of seconds: Int) -> String {
    guard let local = LocalTime(seconds, in: snapshot.timeZone) else { return "" }
    let (hour, minute) = (local.second / 3600, local.second / 60 % 60)
    return local.day == today
      ? language.dates.text(hour: hour, minute: minute) : language.dates.text(local.day, hour: hour, minute: minute)
  }
}
