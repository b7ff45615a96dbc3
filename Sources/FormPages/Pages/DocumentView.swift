import Markup

/// What every page stands in, `Templates/document.html`.
struct DocumentView: View {
  let language: String
  let title: String
  let viewport: String
  let assets: PageAssets
  /// What the page loads beside every page's style sheet.
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
