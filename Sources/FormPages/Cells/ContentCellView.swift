import FormCells
import Templates

/// A text among the cells, `Templates/cells/content.html`.
struct ContentCellView: View {
  let id: String
  let content: ContentPresentation

  static let needs: [Need] = [
    .attribute("id", "id", or: "links to the text would lead nowhere"),
    .slot("paragraphs", or: "the text would not show"),
    .slot("details", where: "details", or: "nothing would open the text that is folded away"),
  ]

  static let slots: [Slot<ContentCellView>] = [
    .text("id") { $0.id },
    .text("tone") { $0.content.tone.rawValue },
    .optionalText("prefix") { $0.content.prefix },
    .optionalText("details") { $0.content.details },
    .list("paragraphs") { $0.content.paragraphs },
  ]
}

/// The text, the same for every visitor.
final class ContentPresentation: Sendable {
  let tone: ContentCell.Tone
  /// What screen readers say instead of its icon.
  let prefix: String?
  /// The words that unfold the text; it is folded at first.
  let details: String?
  let paragraphs: [ParagraphView]

  init(_ content: ContentKind, in surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    tone = content.tone
    switch content.tone {
    case .text: prefix = nil
    case .info: prefix = words[.infoPrefix]
    case .warning: prefix = words[.warningPrefix]
    }
    details = surroundings.text(content.details)
    paragraphs = surroundings.marked(content.text).map(ParagraphView.init)
  }
}

/// A paragraph of a marked text.
struct ParagraphView: View {
  let spans: [SpanView]

  static let needs: [Need] = [.slot("spans", or: "the paragraph would be empty")]
  static let slots: [Slot<ParagraphView>] = [.list("spans") { $0.spans }]
}

/// A link with its words, or words without a link, `Templates/parts/span.html`.
struct SpanView: View {
  let runs: [RunView]
  let link: String?
  /// The words for a link to another site.
  let leaving: String?

  init(_ span: MarkedText.Span, in surroundings: CellPresentation.Kind.Surroundings) {
    runs = span.runs.map {
      RunView(text: surroundings.filled($0.text), isStrong: $0.isStrong, hasAnswers: surroundings.answers != nil)
    }
    link = span.link?.url
    leaving = span.link?.leavesSite == true ? surroundings.words[.otherSite] : nil
  }

  static let needs: [Need] = [
    .slot("runs", or: "the words would not show"),
    .attribute("href", "link", where: "link", or: "the link would lead nowhere"),
    .slot("leaving", where: "link", "leaving", or: "nothing would say that a link leads to another site"),
  ]

  static let slots: [Slot<SpanView>] = [
    .list("runs") { $0.runs },
    .optionalURL("link") { $0.link },
    .optionalText("leaving") { $0.leaving },
  ]
}

/// Words in one weight.
struct RunView: View {
  let text: String
  let isStrong: Bool
  let hasAnswers: Bool

  static let needs: [Need] = [.slot("text", or: "the words would not show")]
  static let slots: [Slot<RunView>] = [
    .text("text", writing: { $1.write($0.text, isolating: $0.hasAnswers) }),
    .flag("isStrong") { $0.isStrong },
  ]
}
