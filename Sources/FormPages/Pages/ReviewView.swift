import FormCells
package import Templates

/// The review: all answers before they are sent, `Templates/review.html`.
struct ReviewView: View {
  let presentation: FormPresentation
  let action: String
  let fill: String
  let version: String
  /// When the page was begun, with the server's seal; `nil` if the form needs none.
  let seal: String?
  let hiddenSections: [HiddenSectionView]
  let heading: PageHeading
  let problemTitle: String
  /// The answers that have changed since the page was shown, or the host's messages about the form as a whole.
  let problems: [ProblemView]
  let focusesProblems: Bool
  let groups: [AnswerGroupView]
  let notice: NoticeView?
  let offersStartOver: Bool

  static let needs: [Need] = [
    .attribute("action", "action", or: "the form would be sent to the wrong address"),
    .hiddenFieldValue(.filling, slot: "fill", or: "what was entered would start a new draft"),
    .hiddenFieldValue(.version, slot: "version", or: "a changed definition would not be noticed"),
    .locale, .seal, .decoy,
    .hiddenSections,
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot(
      "problems", where: "problems", adding: #"<t:if test="problems"><t:part name="parts/problems"/></t:if>"#,
      or: "nobody would learn why the form was not sent"),
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
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words[.forms] },
    .text("fill") { $0.fill },
    .text("version") { $0.version },
    .text("locale") { $0.presentation.numbers.locale.description },
    .optionalText("seal") { $0.seal },
    .optionalText("decoy") { $0.presentation.decoy(where: $0.seal) },
    .list("carried") { $0.hiddenSections },
    .text("formTitle") { $0.presentation.title },
    .text("title") { $0.heading.name ?? "" },
    .text("problemTitle") { $0.problemTitle },
    .flag("focusesProblems") { $0.focusesProblems },
    .list("problems") { $0.problems },
    .list("groups") { $0.groups },
    .view("notice") { $0.notice },
    .text("submitLabel") { $0.presentation.submitLabel },
    .text("back") { $0.presentation.words[.back] },
    .flag("offersStartOver") { $0.offersStartOver },
    .text("startOver") { $0.presentation.words[.startOver] },
  ]
}

/// The answers of a section, as the review and the receipt list them, `Templates/parts/answers.html`.
package struct AnswerGroupView: View {
  let title: String?
  let headingID: String
  let answers: [AnswerView]

  package static let needs: [Need] = [
    .slot("title", where: "title", or: "the section's title would not show"),
    .slot("answers", adding: #"<t:part name="parts/answers"/>"#, or: "the answers would not show"),
  ]

  package static let slots: [Slot<AnswerGroupView>] = [
    .optionalText("title") { $0.title },
    .text("headingID") { $0.headingID },
    .list("answers") { $0.answers },
  ]
}

/// One answer: the question and what was entered.
struct AnswerView: View {
  let label: String
  /// Whether answers are in its label.
  var hasAnswers = false
  /// More than one line if several values are chosen; empty if nothing was entered.
  let lines: [AnswerLine]
  let nothingEntered: String
  /// Its id on the page, and the word that marks it; `nil` if it has not changed since the page was shown.
  var changed: (anchor: String, mark: String)?
  /// Where the answer can be changed; `nil` if it cannot.
  let change: String?
  let changeWord: String

  static let needs: [Need] = [
    .slot("label", or: "nothing would say what was asked"),
    .slot(
      "lines", where: "lines", adding: #"<t:each of="lines"><dd lang="{language?}">{text}</dd></t:each>"#,
      or: "the answer would not show"),
    .slot("nothingEntered", where: .not("lines"), or: "nothing would say that there is no answer"),
    .attribute("href", "change", where: "change", or: "nothing would lead to where the answer is changed"),
    .attribute("id", "anchor", where: "mark", or: "the lines on changed answers would lead nowhere"),
    .slot("mark", where: "mark", or: "nothing would say which answers have changed"),
  ]

  /// - Parameter cell: `Cell.index`.
  static func anchor(of cell: Int) -> String { "_answer_\(cell)" }

  static let slots: [Slot<AnswerView>] = [
    .text("label", writing: { $1.write($0.label, isolating: $0.hasAnswers) }),
    .list("lines") { $0.lines },
    .text("nothingEntered") { $0.nothingEntered },
    .optionalText("anchor") { $0.changed?.anchor },
    .optionalText("mark") { $0.changed?.mark },
    .optionalURL("change") { $0.change },
    .text("changeWord") { $0.changeWord },
  ]
}

struct AnswerLine: View {
  let text: String
  /// `nil` for the page's language.
  var language: LanguageTag?
  /// The prefix before it, and the suffix or unit after it. Each has its own direction of writing.
  var before = ""
  var behind = ""
  /// Whether it is an answer, shown as it is recorded, and not the page's words about one.
  var isEntered = true
  /// The address of the file that it names; `nil` if it names no file or the page has no address for it.
  var link: String?

  static let needs: [Need] = [
    .slot("text", or: "the answer would not show"),
    .slot("before", where: "hasAffix", or: "the text in front of the field would not show"),
    .slot("behind", where: "hasAffix", or: "the text after the field would not show"),
    .attribute("lang", "language", or: "screen readers would read data in the wrong language"),
  ]

  static let slots: [Slot<AnswerLine>] = [
    .text("text") { $0.text },
    .optionalText("language") { $0.language?.description },
    .flag("hasAffix") { !$0.before.isEmpty || !$0.behind.isEmpty },
    .text("before") { $0.before },
    .text("behind") { $0.behind },
    .optionalURL("link") { $0.link },
    .optionalText("translate") { $0.isEntered ? "no" : nil },
  ]
}
