import FormCells
import Markup

/// The form with everything in it, `Templates/form.html`; a selection view stands in front of it where one is open.
struct FormView: View {
  let presentation: FormPresentation
  let action: String
  let fill: String
  let version: String
  let baseline: String
  /// The value of the form's first submit button, which Enter presses.
  let defaultAction: String
  let notice: NoticeView?
  let problems: [ProblemView]
  let focusesProblems: Bool
  let sections: [SectionView]
  /// The open modal section, behind the selection view of one of its cells where that is open too.
  let panel: Fragment?
  /// The open selection view.
  let selection: Fragment?

  static let slots: [Slot<FormView>] = [
    .url("action") { $0.action },
    .url("home") { $0.presentation.links.home },
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words.forms },
    .text("unreachable") { $0.presentation.words.scripts.unreachable },
    .text("failed") { $0.presentation.words.scripts.failed },
    .text("charactersLeft") { $0.presentation.words.scripts.charactersLeft },
    .text("charactersOver") { $0.presentation.words.scripts.charactersOver },
    .text("reduce") { $0.presentation.words.scripts.tooLong },
    .text("reached") { $0.presentation.words.characterLimitReached },
    .text("showPassword") { $0.presentation.words.showPassword },
    .text("hidePassword") { $0.presentation.words.hidePassword },
    .text("passwordShown") { $0.presentation.words.passwordShown },
    .text("passwordHidden") { $0.presentation.words.passwordHidden },
    .text("errorPrefix") { $0.presentation.words.errorPrefix },
    .text("clear") { $0.presentation.words.clear },
    .text("fill") { $0.fill },
    .text("version") { $0.version },
    .text("baseline") { $0.baseline },
    .text("defaultAction") { $0.defaultAction },
    .fragment("selection") { $0.selection },
    .fragment("panel") { $0.panel },
    .flag("isBehind") { $0.selection != nil || $0.panel != nil },
    .text("title") { $0.presentation.title },
    .optionalText("description") { $0.presentation.description },
    .optionalText("note") { $0.presentation.note },
    .view("notice") { $0.notice },
    .text("problemTitle") { $0.presentation.words.problemTitle },
    .list("problems") { $0.problems },
    .flag("focusesProblems") { $0.focusesProblems },
    .list("sections") { $0.sections },
    .text("submitLabel") { $0.presentation.submitLabel },
  ]
}

/// A line of the error summary (B35).
struct ProblemView: View {
  let link: String
  let message: String

  static let slots: [Slot<ProblemView>] = [
    .url("link") { $0.link },
    .text("message") { $0.message },
  ]
}

struct SectionView: View {
  let presentation: SectionPresentation
  let cells: [Fragment]

  static let slots: [Slot<SectionView>] = [
    .optionalText("title") { $0.presentation.title },
    .text("headingID") { $0.presentation.headingID },
    .optionalText("footer") { $0.presentation.footer },
    .fragments("cells") { $0.cells },
  ]
}
