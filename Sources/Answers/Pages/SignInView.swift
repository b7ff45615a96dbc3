import FormPages
import Templates

/// What the page for signing in shows.
package struct SignInModel: Sendable {
  package enum Problem: Sendable, Equatable {
    case nameMissing, passwordMissing
    /// The name or the password is wrong; the page does not say which.
    case wrong
    /// - `seconds`: until the next attempt is allowed.
    case tooMany(seconds: Int)
  }

  /// The names of the form's fields in a post.
  package static let nameField = "name"
  package static let passwordField = "password"
  /// The field with the address to go to after signing in.
  package static let targetField = "to"

  /// The name as it was typed. A password is never shown again.
  let name: String
  let problems: [Problem]
  /// The address to go to after signing in: a path of these pages.
  let target: String
  /// Whether the user was signed in before.
  let hasEnded: Bool
  /// The fields of a post without a session. They are posted to the target after the user has signed in.
  let kept: [KeptField]?

  /// A field of an earlier post, kept in the page for signing in.
  package struct KeptField: Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The prefix of the names of kept fields in a post.
  package static let keptPrefix = "kept."
  /// The field that says that there are kept fields.
  package static let keepsField = "keeps"

  package init(
    name: String = "", problems: [Problem] = [], target: String, hasEnded: Bool = false, kept: [KeptField]? = nil
  ) {
    self.name = name
    self.problems = problems
    self.target = target
    self.hasEnded = hasEnded
    self.kept = kept
  }
}

/// A hidden input.
struct HiddenField: View {
  let name: String
  let value: String

  static let needs: [Need] = [
    .attribute("name", "name", or: "what was entered would be lost"),
    .attribute("value", "value", or: "what was entered would be lost"),
  ]
  static let slots: [Slot<HiddenField>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

/// The page for signing in, `Templates/answers/sign-in.html`.
struct SignInView: View {
  let context: AnswersContext
  let model: SignInModel

  private var words: AnswersWords { context.words.answers }

  private func message(_ problem: SignInModel.Problem) -> String {
    switch problem {
    case .nameMissing: context.words.problemsOfSignIn.name
    case .passwordMissing: context.words.problemsOfSignIn.password
    case .wrong: words[.wrongSignIn]
    case .tooMany(let seconds): words.wait(seconds)
    }
  }

  private var problems: [LinkedProblem] {
    model.problems.map { problem in
      switch problem {
      case .nameMissing:
        LinkedProblem(message: context.words.summary(words[.name], message: message(problem)), link: "#_name")
      case .passwordMissing:
        LinkedProblem(message: context.words.summary(words[.password], message: message(problem)), link: "#_password")
      case .wrong: LinkedProblem(message: message(problem), link: "#_name")
      case .tooMany: LinkedProblem(message: message(problem), link: nil)
      }
    }
  }

  private var hiddenFields: [HiddenField] {
    guard let kept = model.kept else { return [] }
    return [HiddenField(name: SignInModel.keepsField, value: "1")]
      + kept.map { HiddenField(name: SignInModel.keptPrefix + $0.name, value: $0.value) }
  }

  private func error(_ own: SignInModel.Problem) -> String? { model.problems.contains(own) ? message(own) : nil }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .attribute("action", "action", or: "nobody could sign in"),
    .attribute("name", "nameField", or: "the name would not be sent"),
    .attribute("name", "passwordField", or: "the password would not be sent"),
    .attribute("name", "targetField", or: "the page that was asked for would be lost"),
    .slot(
      "problems", where: "problems", adding: #"<t:each of="problems">…</t:each>"#, or: "nothing would say what is wrong"
    ),
    .slot(
      "kept", where: "kept", adding: #"<t:each of="kept">…</t:each>"#, or: "what was entered before would be lost"),
    .slot("signIn", or: "the button would have no name"),
  ]

  static let slots: [Slot<SignInView>] = [
    .url("action") { $0.context.links.signIn },
    .text("title") { $0.words[.signIn] },
    .text("caption") { $0.words[.title] },
    .optionalText("text") { view in
      view.model.kept != nil ? view.words[.postKept] : view.model.hasEnded ? view.words[.signInAgain] : nil
    },
    .list("kept") { $0.hiddenFields },
    .text("problemTitle") { $0.context.words[.problemTitle] },
    .list("problems") { $0.problems },
    .text("errorPrefix") { $0.context.words[.errorPrefix] },
    .text("nameField") { _ in SignInModel.nameField },
    .text("passwordField") { _ in SignInModel.passwordField },
    .text("targetField") { _ in SignInModel.targetField },
    .text("target") { $0.model.target },
    .text("nameWord") { $0.words[.name] },
    .text("name") { $0.model.name },
    .optionalText("nameError") { $0.error(.nameMissing) },
    .flag("isNameInvalid") { $0.model.problems.contains(.nameMissing) || $0.model.problems.contains(.wrong) },
    .text("passwordWord") { $0.words[.password] },
    .optionalText("passwordError") { $0.error(.passwordMissing) },
    .flag("isPasswordInvalid") { $0.model.problems.contains(.passwordMissing) || $0.model.problems.contains(.wrong) },
    .text("signIn") { $0.words[.signIn] },
  ]
}
