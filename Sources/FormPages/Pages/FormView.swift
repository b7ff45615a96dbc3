import FormCells
import Templates
import Support

/// The complete form, `Templates/form.html`, with an open selection view in front of it.
struct FormView: View {
  let presentation: FormPresentation
  let action: FormActionURL
  /// Lets scripts tell the pages of a form apart; `nil` if there is only one.
  let pageID: String?
  /// Whether there is a draft with something in it.
  let offersStartOver: Bool
  /// Whether the draft can be saved for later.
  let offersSaving: Bool
  /// Words saying that the draft no longer exists.
  let gone: String?
  /// Until when the form can be sent, and what it replaces; `nil` if there is no limit and it replaces nothing.
  let closing: String?
  /// The id of the answers.
  let fill: Token
  let version: String
  let baseline: Baseline.Shown
  /// The values with which a link begins the form; `nil` if there are none or they are already in a draft.
  let prefill: String?
  /// When the page was begun, with the server's seal; `nil` if the form needs none.
  let seal: String?
  /// The value of the form's first submit button, which Enter presses.
  let defaultAction: String
  let heading: PageHeading
  /// The action of the form's main button.
  let next: FormAction
  let offersBack: Bool
  /// The sections of the other pages.
  let hiddenSections: [HiddenSectionView]
  let notice: NoticeView?
  let problems: [ProblemView]
  let focusesProblems: Bool
  /// The list of the sections; empty if the form has none.
  let sectionLinks: [SectionLinkView]
  let sections: [SectionView]
  /// The open modal section. It is behind the selection view of one of its cells, if that is open too.
  let panel: Fragment?
  /// The open selection view.
  let selection: Fragment?

  static let needs: [Need] = [
    .attribute("action", "action", or: "the form would be sent to the wrong address"),
    .attribute("data-stage", "stage", or: "scripts would confuse one step with another"),
    .attribute("enctype", "encoding", where: "encoding", or: "only the names of files would be sent"),
    .hiddenFieldValue(.filling, slot: "fill", or: "each button would start a new draft"),
    .hiddenFieldValue(.version, slot: "version", or: "a changed definition would not be noticed"),
    .hiddenFieldValue(.baseline, slot: "baseline", or: "the server could not tell which of two changes is newer"),
    .locale, .seal, .decoy,
    .attribute(
      "value", "prefill", where: "prefill",
      adding: #"<t:if test="prefill"><input type="hidden" name="{field.prefill}" value="{prefill}"/></t:if>"#,
      or: "a cell that is hidden at first would lose the value that a link gives it"),
    .attribute(
      "value", "defaultAction",
      adding: #"<button type="submit" name="{field.press}" value="{defaultAction}">{submitLabel}</button> at the top"#,
      or: "Enter would press the first picker's button"),
    .attribute(
      "value", "next", adding: #"<button type="submit" name="{field.press}" value="{next}">{nextLabel}</button>"#,
      or: "the form could not be sent"),
    .button("press.back", label: "back", where: "offersBack", or: "nothing would lead to the step before"),
    .slot("stepName", where: "stepName", or: "the step's name would not show"),
    .slot("progress", where: "progress", or: "nothing would say how many steps there are"),
    .hiddenSections,
    .button("press.startOver", label: "startOver", where: "offersStartOver", or: "nobody could start over"),
    .button(
      "press.saveForLater", label: "saveForLater", where: "offersSaving", or: "nobody could save the form for later"),
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("description", where: "description", or: "the form's description would not show"),
    .slot("note", where: "note", or: "nothing would say what the marks on labels mean"),
    .slot("gone", where: "gone", or: "nobody would learn that a draft is gone"),
    .slot(
      "problems", where: "problems", adding: #"<t:if test="problems"><t:part name="parts/problems"/></t:if>"#,
      or: "nothing would say why a form was rejected"),
    .slot("sections", adding: #"<t:each of="sections">…</t:each>"#, or: "the form would have no cells"),
    .notice(),
    .slot("panel", adding: #"<t:slot name="panel"/>"#, or: "modal sections would not open"),
    .slot("selection", adding: #"<t:slot name="selection"/>"#, or: "selection views would not open"),
  ]

  static let slots: [Slot<FormView>] =
    [
      .flag("offersStartOver") { $0.offersStartOver },
      .text("startOver") { $0.presentation.words[.startOver] },
      .flag("offersSaving") { $0.offersSaving },
      .text("saveForLater") { $0.presentation.words.savedDraft.button },
      .url("home") { $0.presentation.links.home },
      .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words[.forms] },
      .flag("isBehind") { $0.isBehind },
      .text("title") { $0.presentation.title },
      .optionalText("description") { $0.offersBack ? nil : $0.presentation.description },
      .optionalText("note") { $0.presentation.note },
      .optionalText("closing") { $0.closing },
      .text("problemTitle") { $0.presentation.words[.problemTitle] },
      .flag("focusesProblems") { $0.focusesProblems },
      .text("sectionsWord") { $0.presentation.words[.sections] },
      .text("next", of: { $0.next }, writing: { $1.write($0.value) }),
      .text("nextLabel") { $0.nextLabel },
      .flag("offersBack") { $0.offersBack },
      .text("back") { $0.presentation.words[.back] },
      .url("action", of: { $0.action }, writing: { $1.write($0) }),
      .optionalText("stage") { $0.pageID },
      .optionalText("stages") { $0.presentation.form.hasSteps ? String($0.presentation.form.steps.count) : nil },
      .optionalText("encoding") { $0.presentation.form.hasAttachments ? "multipart/form-data" : nil },
      .optionalText("gone") { $0.gone },
      .text("fill", of: { $0.fill }, writing: { $1.write($0) }),
      .text("version") { $0.version },
      .text("locale") { $0.presentation.numbers.locale.description },
      .text("baseline", of: { $0.baseline }, writing: { $1.write($0) }),
      .optionalText("prefill") { $0.prefill },
      .optionalText("seal") { $0.seal },
      .optionalText("decoy") { $0.presentation.decoy(where: $0.seal) },
      .text("defaultAction") { $0.defaultAction },
      .fragment("selection") { $0.selection },
      .fragment("panel") { $0.panel },
      .optionalText("stepName") { $0.heading.name },
      .optionalText("progress") { $0.heading.progress },
      .view("notice") { $0.notice },
      .list("problems") { $0.problems },
      .list("sectionLinks") { $0.sectionLinks },
      .list("sections") { $0.sections },
      .list("carried") { $0.hiddenSections },
    ]

  private var isBehind: Bool { selection != nil || panel != nil }
  private var nextLabel: String { next == .goOn ? presentation.words[.continue] : presentation.submitLabel }
}

/// The address that a form posts to.
struct FormActionURL {
  let url: String
  /// The end of the address (`PageRequest.linkSuffix`).
  let suffix: String
}

/// A line of the error summary (B35).
struct ProblemView: View {
  /// `nil` if it is about the form as a whole.
  let link: String?
  let message: String
  /// Whether answers are in its text.
  var hasAnswers = false

  static let needs: [Need] = [
    .attribute("href", "link", where: "isLinked", or: "the line would not lead to its cell"),
    .slot("message", or: "the line would be empty"),
  ]

  static let slots: [Slot<ProblemView>] = [
    .flag("isLinked") { $0.link != nil },
    // A template need not test the flag; the link then leads to the summary itself.
    .url("link") { $0.link ?? "#_problems" },
    .text("message", writing: { $1.write($0.message, isolating: $0.hasAnswers) }),
  ]
}

struct SectionView: View {
  /// Its position in `Form.sections`.
  let position: Int
  let presentation: SectionPresentation
  let cells: [Fragment]

  static let needs: [Need] = [
    .slot("title", where: "title", or: "the section's title would not show"),
    .slot("footer", where: "footer", or: "the section's footer would not show"),
    .slot("cells", adding: #"<t:slot name="cells"/>"#, or: "the section would have no cells"),
  ]

  static let slots: [Slot<SectionView>] = [
    .optionalText(
      "title", isPresent: { $0.presentation.title != nil },
      writing: { $1.write($0.presentation.title ?? "", isolating: $0.presentation.hasAnswers) }),
    .text("headingID") { $0.presentation.headingID },
    .optionalText(
      "footer", isPresent: { $0.presentation.footer != nil },
      writing: { $1.write($0.presentation.footer ?? "", isolating: $0.presentation.hasAnswers) }),
    .fragments("cells") { $0.cells },
  ]
}

extension Output {
  mutating func write(_ action: FormActionURL) { write(url: action.url, query: action.suffix) }

  /// `Baseline.encoded(of:)`.
  mutating func write(_ shown: Baseline.Shown) {
    write(lowBitsOf: shown.digests, at: shown.cells, letterCount: shown.charactersPerCell)
  }
}

/// The name of one of a form's pages, and its position among them.
struct PageHeading {
  /// The step's name, or "Check your answers"; `nil` if the page has the form's name.
  let name: String?
  /// "Step 2 of 3"; `nil` if there is only one.
  let progress: String?

  init(_ pageID: FormPageID, of formState: borrowing FormState, in presentation: FormPresentation) {
    switch pageID {
    case .review: (name, progress) = (presentation.words[.checkAnswers], nil)
    case .step(let step):
      name = presentation.stepNames[step]
      let shown = formState.form.hasSteps ? formState.shownSteps : []
      progress = shown.firstIndex(of: step).flatMap {
        shown.count > 1 ? presentation.words.step($0 + 1, of: shown.count) : nil
      }
    }
  }

  /// The document's title, which begins with what differs from page to page.
  func title(of form: String, _ words: Words) -> String {
    if name == nil, progress == nil { return form }
    return [name, progress].compactMap(\.self).reversed().reduce(form) { words.pageTitle($1, form: $0) }
  }
}

/// The values of a section that is on another page, in a hidden input.
struct HiddenSectionView: View {
  let name: String
  let text: String

  static let needs: [Need] = [
    .attribute("name", "name", or: "what the other pages hold would be lost"),
    .attribute("value", "text", or: "what the other pages hold would be lost"),
  ]

  static let slots: [Slot<HiddenSectionView>] = [
    .text("name") { $0.name },
    .text("text") { $0.text },
  ]
}

/// A line of the list of sections, which wide windows show beside the cells.
struct SectionLinkView: View {
  enum State {
    /// The number of cells that have a value, and of those that can be filled in.
    case open(answers: (given: Int, total: Int))
    /// Nothing is left to do.
    case complete
    /// The number of cells with a message.
    case wrong(Int)
  }

  let headingID: String
  let title: String
  let state: State
  let words: Words

  static let needs: [Need] = [
    .attribute("href", "link", or: "the line would not lead to its section"),
    .slot("title", or: "the line would be empty"),
  ]

  static let slots: [Slot<SectionLinkView>] = [
    .url("link") { "#" + $0.headingID },
    .text("title") { $0.title },
    .optionalText("answered") {
      guard case .open(let answers) = $0.state, answers.total > 0 else { return nil }
      return $0.words.answered(answers.given, of: answers.total)
    },
    .optionalText("complete") {
      guard case .complete = $0.state else { return nil }
      return $0.words[.complete]
    },
    .optionalText("problems") {
      guard case .wrong(let count) = $0.state else { return nil }
      return $0.words.problemCount(count)
    },
  ]
}
