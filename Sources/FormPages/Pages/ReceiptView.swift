import FormCells
import Templates

/// The receipt of a stored submission, `Templates/receipt.html`.
struct ReceiptView: View {
  let presentation: FormPresentation
  let reference: String
  let time: LocalTime
  /// How the answers can be changed; `nil` if they cannot.
  let change: ReceiptChange?
  /// The answers that were sent; empty if they are not shown or not kept.
  let groups: [AnswerGroupView]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say that the form was sent"),
    .slot("groupedReference", or: "nobody could name what they sent"),
    .slot("time", or: "nothing would say when the form was sent"),
    .slot(
      "groups", adding: #"<t:each of="groups"><t:part name="parts/answer-group"/></t:each>"#,
      or: "the answers would not show"),
    .attribute("href", "change", where: "change", or: "nobody could change their answers"),
    .attribute("href", "link", where: "link", or: "nothing would lead to what comes next"),
  ]

  static let slots: [Slot<ReceiptView>] = [
    .url("home") { $0.presentation.links.home },
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words[.forms] },
    .text("title") { $0.presentation.words[.receiptTitle] },
    .text("formTitle") { $0.presentation.title },
    .text("text") { $0.presentation.receiptText },
    .optionalText("copyText") { $0.presentation.receiptCopy },
    .text("referenceWord") { $0.presentation.words[.reference] },
    .text("reference") { $0.reference },
    .text("groupedReference") { $0.reference.readAloud },
    .text("time") { $0.time.text(in: $0.presentation.dates) },
    .text("timestamp") { $0.time.iso8601 },
    .list("groups") { $0.groups },
    .text("copy") { $0.presentation.words[.copy] },
    .text("copyLink") { $0.presentation.words[.copyLink] },
    .text("copied") { $0.presentation.words[.copied] },
    .text("print") { $0.presentation.words[.print] },
    .optionalURL("change") { $0.change?.link },
    .text("changeWord") { $0.presentation.words.changing.button },
    .text("changeText") { $0.presentation.words.changing.text($0.change?.until ?? "") },
    .optionalURL("link") { $0.presentation.form.receipt.link?.url },
    .text("linkLabel") { $0.presentation.receiptLinkLabel },
    .url("blankForm") { $0.presentation.links.blankForm },
    .text("startNew") { $0.presentation.words[.startNew] },
  ]
}

/// The link for changing what was sent.
package struct ReceiptChange: Sendable {
  /// An address with scheme and host, so that visitors can keep it.
  let link: String
  /// The day or time at which it stops working, as people write it.
  let until: String

  package init(link: String, until: String) { (self.link, self.until) = (link, until) }
}

extension String {
  /// A reference in groups of four characters, which can be read aloud.
  package var readAloud: String {
    var rest = self[...]
    var groups: [Substring] = []
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }
}
