import FormCells
import FormPages
import Templates

/// The top of each page of the answers, `Templates/answers/frame.html`: the form that it belongs to, and the user who
/// is signed in.
struct FrameView: View {
  let context: AnswersContext
  /// The form that the page is about, and the address of its table; `nil` if it is about no form.
  var form: (shown: ShownForm, link: String)?
  /// Whether the page is the list of forms.
  var isHome = false

  static let needs: [Need] = [
    .attribute("href", "home", where: "home", or: "nothing would lead to the list of forms"),
    .attribute("href", "formLink", where: "formLink", or: "nothing would lead to the form's table"),
    .attribute("action", "signOut", where: "user", "canSignOut", or: "nobody could sign out"),
  ]

  static let slots: [Slot<FrameView>] = [
    .optionalURL("home") { $0.isHome ? nil : $0.context.links.home },
    .text("homeWord") { $0.context.words.answers[.title] },
    .optionalURL("formLink") { $0.form?.link },
    .text("formTitle") { $0.form?.shown.title ?? "" },
    .optionalText("formLanguage") { $0.form?.shown.language?.description },
    .optionalText("user") { view in view.context.user.map { view.context.words.answers.signedIn($0) } },
    .flag("canSignOut") { $0.context.user != nil && $0.context.canSignOut },
    .url("signOut") { $0.context.links.signOut },
    .text("signOutWord") { $0.context.words.answers[.signOut] },
  ]
}

/// A name and a text, in lists of facts.
struct FactView: View {
  let name: String
  let text: String
  /// A time in machine-readable form.
  var time: String?
  var link: String?
  /// The text's language, if it is not the page's.
  var language: LanguageTag?
  /// Whether it was entered, or names something that was.
  var isEntered = false

  static let needs: [Need] = [
    .slot("name", or: "nothing would say what it is"), .slot("text", or: "the fact would not show"),
    .attribute("href", "link", where: "link", or: "nothing would lead there"),
  ]

  static let slots: [Slot<FactView>] = [
    .text("name") { $0.name },
    .text("text") { $0.text },
    .optionalText("time") { $0.time },
    .optionalURL("link") { $0.link },
    .optionalText("language") { $0.language?.description },
    .optionalText("translate") { $0.isEntered ? "no" : nil },
  ]
}

/// A link with its words.
struct LinkView: View {
  let link: String
  let text: String
  var rel: String?

  static let needs: [Need] = [
    .attribute("href", "link", or: "the link would lead nowhere"), .slot("text", or: "the link would have no name"),
  ]
  static let slots: [Slot<LinkView>] = [
    .url("link") { $0.link }, .text("text") { $0.text }, .optionalText("rel") { $0.rel },
  ]
}
