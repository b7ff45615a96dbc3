import FormCells
import Markup

/// The document around every page, `Templates/document.html`.
struct DocumentView: View {
  let language: LanguageTag
  let title: String
  let viewport: String
  let assets: PageAssets
  /// A style sheet that this page has besides the one of all pages.
  let furtherStylesheet: String?
  let content: Fragment

  static let needs: [Need] = [
    .attribute("lang", "language", or: "screen readers would read the page in the wrong language"),
    .slot("title", adding: "<title>{title}</title>", or: "pages would have no title"),
    .attribute(
      "href", "stylesheet", adding: #"<link rel="stylesheet" href="{stylesheet}"/>"#, or: "pages would have no style"),
    .attribute(
      "src", "script", adding: #"<script type="module" async="" src="{script}"></script>"#,
      or: "pages would have no script"),
    .slot("content", adding: #"<t:slot name="content"/>"#, or: "pages would be empty"),
  ]

  static let slots: [Slot<DocumentView>] = [
    .text("language") { $0.language.description },
    .text("direction") { $0.language.direction.rawValue },
    .text("title") { $0.title },
    .text("viewport") { $0.viewport },
    .url("icon") { $0.assets.icon },
    .url("stylesheet") { $0.assets.stylesheet },
    .optionalURL("furtherStylesheet") { $0.furtherStylesheet },
    .url("script") { $0.assets.script },
    .fragment("content") { $0.content },
  ]
}
