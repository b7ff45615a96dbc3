package import FormCells
import Templates

/// The list of forms, `Templates/index.html`, each with the visitor's drafts.
struct IndexView: View {
  struct Entry: View {
    let presentation: FormPresentation
    /// The words of the list.
    let words: Words
    /// When the form can be sent, or why it cannot be sent now; `nil` if there is nothing to say.
    let note: String?
    let drafts: [Draft]

    /// The language of the form's texts, if it is not the list's.
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
      .optionalText("note") { $0.note },
      .list("drafts") { $0.drafts },
      .url("blankForm") { $0.presentation.links.blankForm },
      .text("startNew") { $0.words[.startNew] },
      .text("id") { $0.presentation.form.id },
    ]
  }

  /// A link that resumes a draft.
  struct Draft: View {
    let presentation: FormPresentation
    let summary: DraftSummary
    /// The words of the list.
    let words: Words

    static let needs: [Need] = [
      .attribute("href", "link", or: "nothing would lead to the draft")
    ]

    static let slots: [Slot<Draft>] = [
      .url("link") { $0.presentation.link(to: $0.summary.pageID, $0.summary.linkSuffix) },
      .text("resume") { $0.words[.continue] },
      .text("title") { $0.presentation.title },
      .optionalText("language") {
        $0.presentation.language == $0.words.language ? nil : $0.presentation.language.description
      },
      // The text includes the separator before the time.
      .text("answered") {
        $0.words.answered($0.summary.answeredCount, of: $0.summary.cellCount) + $0.words[.listSeparator]
      },
      .text("time") { $0.summary.savedAt },
      .text("saved") { $0.words.savedAt($0.summary.savedTime) },
    ]
  }

  let words: Words
  let entries: [Entry]
  /// The text that filters the list; `nil` if the list is too short to need a search.
  let search: String?
  /// The address of the page "This Device".
  let device: String

  /// The number of forms from which the list has a search.
  static let searchedFrom = 8
  /// The name of the search parameter in the page's address.
  package static let searchName = "q"

  private var isNarrowed: Bool { search?.isEmpty == false }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .attribute("name", "searchName", where: "hasSearch", or: "nobody could search the list"),
    .slot("entries", where: "entries", adding: #"<t:each of="entries">…</t:each>"#, or: "the list would be empty"),
  ]

  static let slots: [Slot<IndexView>] = [
    .text("title") { $0.words[.forms] },
    .text("empty") { $0.isNarrowed ? $0.words[.noResults] : $0.words[.noForms] },
    .optionalText("emptyHint") { $0.isNarrowed ? $0.words[.noResultsHint] : nil },
    .flag("hasSearch") { $0.search != nil },
    .text("searchName") { _ in IndexView.searchName },
    .text("searchText") { $0.search ?? "" },
    .flag("hasNoSearchText") { !$0.isNarrowed },
    .text("searchWord") { $0.words[.search] },
    .text("clear") { $0.words[.clear] },
    .optionalText("results") { $0.isNarrowed && !$0.entries.isEmpty ? $0.words.results($0.entries.count) : nil },
    .list("entries") { $0.entries },
    .url("device") { $0.device },
    .text("deviceWord") { $0.words.offline.device },
  ]
}

/// A form that the visitor has begun, as the list of forms shows it.
package struct DraftSummary: Sendable {
  /// The end of its link (`PageRequest.linkSuffix`).
  package var linkSuffix: String
  /// The page on which the visitor left it.
  package var pageID: FormPageID
  /// When it was last changed (RFC 3339).
  package var savedAt: String
  /// The same time, as people write it.
  package var savedTime: String
  /// The number of cells that have a value, and of those that the visitor can fill in.
  package var answeredCount: Int
  package var cellCount: Int

  package init(
    linkSuffix: String, pageID: FormPageID = .step(0), savedAt: String, savedTime: String, answeredCount: Int,
    cellCount: Int
  ) {
    self.linkSuffix = linkSuffix
    self.pageID = pageID
    self.savedAt = savedAt
    self.savedTime = savedTime
    self.answeredCount = answeredCount
    self.cellCount = cellCount
  }
}
