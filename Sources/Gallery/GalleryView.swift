import FormCells
import FormPages
import Support
import Templates

/// One state of a cell, rendered live unless an overlay is open in it.
struct GalleryEntry: Sendable {
  let slug: String
  let sentence: String
  let features: [String]
  /// The separate page at each viewport class: title, link.
  let pages: [(String, String)]
  let formState: FormState
  let isOpen: Bool
  let presentation: FormPresentation
}

/// `Templates/gallery/index.html`.
struct GalleryView: View {
  let groups: [GalleryGroupView]
  let words: Words
  /// The address of the list of forms.
  let forms: String

  static let slots: [Slot<GalleryView>] = [
    .url("forms") { $0.forms },
    .list("groups") { $0.groups },
  ]
}

struct GalleryGroupView: View {
  let id: String
  let title: String
  let entries: [GalleryEntryView]

  static let slots: [Slot<GalleryGroupView>] = [
    .text("id") { $0.id },
    .url("link") { "#\($0.id)" },
    .text("title") { $0.title },
    .text("count") { String($0.entries.count) },
    .list("entries") { $0.entries },
  ]
}

struct GalleryEntryView: View {
  let entry: GalleryEntry
  let cells: [Fragment]

  /// The fixture's language if it differs from the gallery's.
  private var language: LanguageTag? { entry.presentation.language == "en" ? nil : entry.presentation.language }

  struct Link: View {
    let title: String
    let link: String

    static let slots: [Slot<Link>] = [.text("title") { $0.title }, .url("link") { $0.link }]
  }

  static let slots: [Slot<GalleryEntryView>] = [
    .text("id") { "_\($0.entry.slug)" },
    .text("sentence") { $0.entry.sentence },
    .text("features") { $0.entry.features.joined(separator: " ") },
    .list("pages") { $0.entry.pages.map(Link.init) },
    .flag("isOpen") { $0.entry.isOpen },
    .optionalText("language") { $0.language?.description },
    .optionalText("direction") { $0.language?.direction.rawValue },
    .url("action") { $0.entry.presentation.links.form },
    .text("fill") { $0.entry.formState.id.text },
    .text("baseline") { Baseline.encoded(of: $0.entry.formState) },
    .text("submitLabel") { $0.entry.presentation.submitLabel },
    .fragments("cells") { $0.cells },
  ]
}
