package import FormCells
import Templates

/// A form that cannot be sent now, `Templates/closed.html`: when it can be sent or why not, and what the visitor has
/// entered.
struct ClosedView: View {
  let presentation: FormPresentation
  let text: String
  /// The address of the visitor's draft; `nil` if there is none.
  let draft: String?
  /// The answers that were not sent; empty if there are none.
  let groups: [AnswerGroupView]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say why the form cannot be filled in"),
    .slot(
      "groups", where: "groups", adding: #"<t:each of="groups"><t:part name="parts/answer-group"/></t:each>"#,
      or: "answers that came too late would be lost"),
  ]

  static let slots: [Slot<ClosedView>] = [
    .url("home") { $0.presentation.links.home },
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words[.forms] },
    .text("title") { $0.presentation.title },
    .text("text") { $0.text },
    .optionalURL("draft") { $0.draft },
    .text("notSent") { $0.presentation.words.availability.notSent },
    .list("groups") { $0.groups },
    .text("print") { $0.presentation.words[.print] },
  ]
}

extension Pages {
  /// The page of a form that cannot be sent now.
  /// - Parameters:
  ///   - page: the reason.
  ///   - draft: the address of the visitor's draft; `nil` if there is none.
  ///   - answers: what the visitor has entered; `nil` if nothing.
  package func closed(
    _ page: ErrorWords.Page, draft: String?, answers: FormState?, in presentation: FormPresentation,
    viewport: ViewportClass
  ) -> [UInt8] {
    let presentation = answers.map { presentation.answering($0) } ?? presentation
    let view = ClosedView(
      presentation: presentation, text: page.text, draft: draft,
      groups: answers.map { presentation.answers(in: $0, change: nil) } ?? [])
    return finish(
      closed.fragment(view), title: presentation.words.pageTitle(page.title, form: presentation.title),
      in: presentation.document, viewport: viewport)
  }
}
