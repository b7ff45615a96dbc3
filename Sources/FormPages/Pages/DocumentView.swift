package import FormCells
import Templates

/// What all documents in one language share.
package final class DocumentContext: Sendable {
  fileprivate let language: String
  fileprivate let direction: TextDirection
  let assets: PageAssets
  /// The style sheets of cells that are rarely used.
  fileprivate let cellStylesheets: [StylesheetLink]
  /// The address of the words and markup that scripts insert.
  fileprivate let parts: String

  /// - `language`: the language of the content.
  /// - `words`: may be in another language, because not every language has built-in words.
  /// - `form`: the form on the pages, whose cells may need further style sheets.
  package init(language: LanguageTag, words: Words, assets: PageAssets, form: Form? = nil) {
    self.language = language.description
    direction = language.direction
    self.assets = assets
    var files: [String] = []
    for file in form?.stylesheets ?? [] where !files.contains(file) { files.append(file) }
    cellStylesheets = files.compactMap(assets.file).map(StylesheetLink.init)
    parts = assets.file(words.partsFile) ?? ""
  }
}

/// The style sheet of one kind of cell, in the head of pages whose forms have such cells.
private struct StylesheetLink: View {
  let link: String

  init(_ link: String) { self.link = link }

  static let needs: [Need] = [.attribute("href", "link", or: "the cell would have no style")]
  static let slots: [Slot<StylesheetLink>] = [.url("link") { $0.link }]
}

/// The document around every page, `Templates/document.html`.
struct DocumentView: View {
  let context: DocumentContext
  /// The words saying that something is wrong on the page, or an empty text.
  let titlePrefix: String
  let title: String
  let viewport: ViewportClass
  /// A style sheet that this page has in addition to that of all pages.
  let furtherStylesheet: String?
  /// Whether style and script are inlined in the page, if possible.
  let isFirst: Bool
  /// Whether it shows more than the first view of a form. Otherwise the style sheet for later views is loaded later.
  let showsMore: Bool
  let content: Fragment

  static let needs: [Need] = [
    .attribute("lang", "language", or: "screen readers would read the page in the wrong language"),
    .slot("title", adding: "<title>{title}</title>", or: "pages would have no title"),
    .attribute(
      "href", "stylesheet", where: .not("inlined"), adding: #"<link rel="stylesheet" href="{stylesheet}"/>"#,
      or: "pages would have no style"),
    .slot(
      "cellStylesheets",
      adding: #"<t:each of="cellStylesheets"><link rel="stylesheet" href="{link}"/></t:each>"#,
      or: "some cells would have no style"),
    .attribute(
      "href", "laterStylesheet", where: "showsMore",
      adding: #"<t:if test="showsMore"><link rel="stylesheet" href="{laterStylesheet}"/></t:if>"#,
      or: "views, notices and messages would have no style"),
    .attribute("data-sheet", "stylesheet", or: "scripts would not notice that there is a newer style sheet"),
    .attribute("data-later", "laterStylesheet", or: "what scripts show would have no style"),
    .attribute(
      "src", "script", where: .not("inlined"), adding: #"<script type="module" async="" src="{script}"></script>"#,
      or: "pages would have no script"),
    .attribute("data-script", "script", or: "scripts would not know where the site is"),
    .attribute("data-parts", "parts", or: "scripts would find no words"),
    .slot("content", adding: #"<t:slot name="content"/>"#, or: "pages would be empty"),
  ]

  static let slots: [Slot<DocumentView>] =
    [
      .text("language") { $0.context.language },
      .text("direction") { $0.context.direction.rawValue },
      .text("viewport") { $0.viewport.rawValue },
      .url("icon") { $0.context.assets.icon },
      .url("stylesheet") { $0.context.assets.stylesheet },
      .url("laterStylesheet") { $0.context.assets.laterStylesheet },
      .list("cellStylesheets") { $0.context.cellStylesheets },
      .flag("showsMore") { $0.showsMore },
      .optionalURL("furtherStylesheet") { $0.furtherStylesheet },
      .url("script") { $0.context.assets.script },
      .url("parts") { $0.context.parts },
      .text("title", of: { ($0.titlePrefix, $0.title) }) { title, output in
        output.write(title.0)
        output.write(title.1)
      },
      .fragment("inlined") { $0.isFirst ? $0.context.assets.inlined?.fragment : nil },
      .fragment("content") { $0.content },
    ]
}
