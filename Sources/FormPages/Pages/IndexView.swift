import FormCells
import Markup

/// The list of forms, `Templates/index.html`, each with the drafts that the visitor has of it.
struct IndexView: View {
  struct Entry: View {
    let presentation: FormPresentation
    /// Of the list.
    let words: Words
    let drafts: [Draft]

    /// Of the form's texts, where it is not the list's.
    private var language: LanguageTag? {
      presentation.language == words.language ? nil : presentation.language
    }

    static let needs: [Need] = [
      .attribute("href", "link", or: "nothing would lead to the form"),
      .slot("title", or: "the form would have no name"),
      .slot("drafts", where: "drafts", adding: #"<t:each of="drafts">…</t:each>"#, or: "drafts could not be found"),
    ]

    static let slots: [Slot<Entry>] = [
      .url("link") { $0.presentation.links.form },
      .text("title") { $0.presentation.title },
      .optionalText("language") { $0.language?.description },
      .optionalText("direction") { $0.language?.direction.rawValue },
      .optionalText("description") { $0.presentation.description },
      .list("drafts") { $0.drafts },
      .url("blankForm") { $0.presentation.links.blankForm },
      .text("startNew") { $0.words.startNew },
      .text("id") { $0.presentation.form.id },
    ]
  }

  /// A link to go on with a draft.
  struct Draft: View {
    let presentation: FormPresentation
    let summary: DraftSummary
    /// Of the list.
    let words: Words
    /// Several drafts of one form are told apart by how much is in them.
    let showsCount: Bool

    static let needs: [Need] = [
      .attribute("href", "link", or: "nothing would lead to the draft")
    ]

    static let slots: [Slot<Draft>] = [
      .url("link") { $0.presentation.link(to: $0.summary.stage, $0.summary.linkSuffix) },
      .text("resume") { $0.words.resume },
      .text("title") { $0.presentation.title },
      .optionalText("language") {
        $0.presentation.language == $0.words.language ? nil : $0.presentation.language.description
      },
      .text("time") { $0.summary.changedAt },
      .text("changed") { $0.words.changed(secondsAgo: $0.summary.age) },
      // With what parts it from the time.
      .optionalText("filled") {
        $0.showsCount ? $0.words.listSeparator + $0.words.fieldsFilled($0.summary.filledCount) : nil
      },
    ]
  }

  let title: String
  let empty: String
  let entries: [Entry]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("entries", where: "entries", adding: #"<t:each of="entries">…</t:each>"#, or: "the list would be empty"),
  ]

  static let slots: [Slot<IndexView>] = [
    .text("title") { $0.title },
    .text("empty") { $0.empty },
    .list("entries") { $0.entries },
  ]
}
