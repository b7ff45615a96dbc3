import Markup

/// The document around every page, `Templates/document.html`.
struct DocumentView: View {
  let language: String
  let title: String
  let viewport: String
  let assets: PageAssets
  /// A style sheet that this page has besides the one of all pages.
  let furtherStylesheet: String?
  let content: Fragment

  static let slots: [Slot<DocumentView>] = [
    .text("language") { $0.language },
    .text("title") { $0.title },
    .text("viewport") { $0.viewport },
    .url("icon") { $0.assets.icon },
    .url("stylesheet") { $0.assets.stylesheet },
    .optionalURL("furtherStylesheet") { $0.furtherStylesheet },
    .url("script") { $0.assets.script },
    .fragment("content") { $0.content },
  ]
}
