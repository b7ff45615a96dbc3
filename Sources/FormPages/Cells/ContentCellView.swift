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
  /// Read in place of its sign.
  let prefix: String?
  /// The words below which it is folded away.
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
    paragraphs = MarkedText(content.text.text(in: surroundings.languages)).paragraphs.map {
      ParagraphView($0, words: words)
    }
  }
}

/// A paragraph of a marked text.
struct ParagraphView: View {
  let spans: [SpanView]

  init(_ spans: [MarkedText.Span], words: Words) { self.spans = spans.map { SpanView($0, words: words) } }

  static let needs: [Need] = [.slot("spans", or: "the paragraph would be empty")]
  static let slots: [Slot<ParagraphView>] = [.list("spans") { $0.spans }]
}

/// A link with its words, or words that lead nowhere, `Templates/parts/span.html`.
struct SpanView: View {
  let runs: [RunView]
  let link: String?
  /// Said of a link that leads to another site.
  let leaving: String?

  init(_ span: MarkedText.Span, words: Words) {
    runs = span.runs.map(RunView.init)
    link = span.link?.url
    leaving = span.link?.leavesSite == true ? words[.otherSite] : nil
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
  let run: MarkedText.Run

  init(_ run: MarkedText.Run) { self.run = run }

  static let needs: [Need] = [.slot("text", or: "the words would not show")]
  static let slots: [Slot<RunView>] = [
    .text("text") { $0.run.text },
    .flag("isStrong") { $0.run.isStrong },
  ]
}
