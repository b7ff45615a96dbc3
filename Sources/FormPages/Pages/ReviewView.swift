import FormCells
import Templates

/// All answers before they are sent, `Templates/review.html`.
struct ReviewView: View {
  let presentation: FormPresentation
  let action: String
  let fill: String
  let version: String
  let hiddenFieldValue: [HiddenSectionView]
  let heading: PageHeading
  let groups: [AnswerGroupView]
  let notice: NoticeView?
  let offersStartOver: Bool

  static let needs: [Need] = [
    .attribute("action", "action", or: "the form would be sent to the wrong address"),
    .hiddenFieldValue(.filling, "fill", or: "what was entered would start a new draft"),
    .hiddenFieldValue(.version, "version", or: "a changed definition would not be noticed"),
    .hiddenSections,
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot(
      "groups", adding: #"<t:each of="groups"><t:part name="parts/answer-group"/></t:each>"#,
      or: "the answers would not show"),
    .notice(),
    .button("press.submit", label: "submitLabel", or: "the form could not be sent"),
    .button("press.back", label: "back", or: "nothing would lead to the step before"),
    .button("press.startOver", label: "startOver", where: "offersStartOver", or: "nobody could start over"),
  ]

  static let slots: [Slot<ReviewView>] = [
    .url("action") { $0.action },
    .url("home") { $0.presentation.links.home },
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words.forms },
    .text("fill") { $0.fill },
    .text("version") { $0.version },
    .list("carried") { $0.hiddenFieldValue },
    .text("formTitle") { $0.presentation.title },
    .text("title") { $0.heading.name ?? "" },
    .list("groups") { $0.groups },
    .view("notice") { $0.notice },
    .text("submitLabel") { $0.presentation.submitLabel },
    .text("back") { $0.presentation.words.back },
    .flag("offersStartOver") { $0.offersStartOver },
    .text("startOver") { $0.presentation.words.startOver },
  ]
}
