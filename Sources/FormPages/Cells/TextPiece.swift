import FormCells
import Templates

/// A piece of a text, `Templates/parts/value.html`. Data may be in another language than the page's words beside it,
/// and a browser that translates the page must not translate what was entered.
package struct TextPiece: View, Hashable {
  let text: String
  /// `nil` for the page's language.
  var language: LanguageTag?
  /// Whether it is an answer, or a name of one, which is shown as it is recorded.
  var isEntered = false

  static let needs: [Need] = [
    .slot("text", or: "nothing would show what is chosen"),
    .attribute("lang", "language", where: "language", or: "screen readers would read it in the wrong language"),
  ]

  static let slots: [Slot<TextPiece>] = [
    .text("text") { $0.text },
    .optionalText("language") { $0.language?.description },
    .flag("isEntered") { $0.isEntered },
    .optionalText("translate") { $0.isEntered ? "no" : nil },
  ]
}

extension TextPiece {
  /// Words of the page.
  package init(_ text: String) { self.init(text: text) }

  /// The values of a selection that a summary names: options, former options, and the text of
  /// “Other”.
  static func values(of selection: Selection, in cell: CellPresentation, limit: Int) -> [TextPiece] {
    let language = cell.selection?.dataLanguage
    let known = ChosenLabels.labels(of: selection, limit: limit, in: cell.languages)
    let missing = selection.missing.prefix(limit - known.count).map(\.label)
    let values = (known + missing).map { TextPiece(text: $0, language: language, isEntered: true) }
    guard let other = selection.other, !other.isEmpty, values.count < limit else { return values }
    return values + [TextPiece(text: other, isEntered: true)]
  }
}

extension Phrase {
  /// The phrase with what was entered, or its name, in the place.
  package func pieces(entered: String) -> [TextPiece] {
    parts.map { part in
      switch part {
      case .text(let text): TextPiece(text: text)
      case .place: TextPiece(text: direction.isolating(entered), isEntered: true)
      }
    }
  }

  /// The phrase with a text in the first place and pieces in the second.
  func pieces(_ first: String, second: [TextPiece]) -> [TextPiece] {
    parts.flatMap { part in
      switch part {
      case .text(let text): [TextPiece(text: text)]
      case .place(0): [TextPiece(text: direction.isolating(first))]
      case .place: second
      }
    }
  }
}

extension OptionSource {
  /// The language of options that are data, if it is not the page's. Data is in the language of the form's locale.
  /// - Parameter languages: the page's first, the form's own last.
  func foreignLanguage(on languages: [LanguageTag]) -> LanguageTag? {
    guard isData, let page = languages.first, let own = languages.last, own.match(among: [page]) == nil else {
      return nil
    }
    // The options have texts in the page's language.
    if page.match(among: translatedLanguages) != nil { return nil }
    return own
  }
}
