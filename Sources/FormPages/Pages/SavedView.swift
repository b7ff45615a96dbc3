import FormCells
import Support
import Templates

/// The page with the link of a draft that was saved for later, `Templates/saved.html`.
struct SavedView: View {
  let presentation: FormPresentation
  let link: String
  /// Whether the link differs from the one before.
  let isNew: Bool
  /// The day on which it stops working, as people write it.
  let until: String
  /// The address of the draft.
  let back: String
  /// `nil` if the link is too long for a code that phones can read.
  let code: QRCode?

  /// The width of the light margin around a code, in modules (ISO/IEC 18004 §5.3.8).
  private static let margin = 4
  private var words: SavedDraftWords { presentation.words.savedDraft }
  private var size: Int { (code?.size ?? 0) + 2 * Self.margin }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say what the link is for"),
    .slot("newLink", where: "newLink", or: "nobody would learn that the earlier link leads elsewhere"),
    .slot("secret", or: "nobody would learn that the link is a secret"),
    .attribute("href", "link", or: "the draft could not be found again"),
    .attribute("href", "back", or: "nothing would lead back to the form"),
  ]

  static let slots: [Slot<SavedView>] = [
    .text("title") { $0.words.title },
    .text("text") { $0.words.text($0.until) },
    .text("secret") { $0.words.secret },
    .optionalText("newLink") { $0.isNew ? $0.words.newLink : nil },
    .url("link") { $0.link },
    .url("back") { $0.back },
    .text("backWord") { $0.presentation.words.errors.backToForm },
    .text("copyLink") { $0.presentation.words[.copyLink] },
    .text("copied") { $0.presentation.words[.copied] },
    .optionalText("code") { $0.code?.path },
    .text("codeWord") { $0.words.picture },
    .text("viewBox") { "\(-SavedView.margin) \(-SavedView.margin) \($0.size) \($0.size)" },
    .text("margin") { "M\(-SavedView.margin) \(-SavedView.margin)h\($0.size)v\($0.size)h-\($0.size)z" },
  ]
}

extension Pages {
  /// The page with the link of a draft that was saved for later.
  /// - Parameters:
  ///   - link: with scheme and host.
  ///   - isNew: whether the link differs from the one before.
  ///   - until: the day on which it stops working, as people write it.
  ///   - back: the address of the draft.
  package func saved(
    link: String, isNew: Bool, until: String, back: String, in presentation: FormPresentation, viewport: ViewportClass
  ) -> [UInt8] {
    let title = presentation.words.savedDraft.title
    return finish(
      saved.fragment(
        SavedView(
          presentation: presentation, link: link, isNew: isNew, until: until, back: back, code: QRCode(Array(link.utf8))
        )),
      title: presentation.words.pageTitle(title, form: presentation.title), in: presentation.document,
      viewport: viewport)
  }
}
