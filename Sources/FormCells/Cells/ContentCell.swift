public import Localization
import Support

/// `content`: a text among the cells, which asks for nothing.
package struct ContentKind: Sendable {
  /// With markup (`MarkedText`).
  package var text: Localized
  package var tone = ContentCell.Tone.text
  /// The label under which the text is folded away; `nil` if it is always shown.
  package var details: Localized?
  package init(text: Localized) { self.text = text }
}

extension ContentKind: CellKind {
  static let type = CellType.content
  var kind: Cell.Kind { .content(self) }
  static let place = PlaceOnPages.none

  var empty: CellValue { .text("") }
  func isEmpty(_ value: CellValue) -> Bool { true }
  func problem(with value: CellValue, today: CalendarDate?) -> Problem? { nil }

  func json(of value: CellValue) -> JSONValue? { nil }
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] { [] }
  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool { false }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { nil }
  func hiddenFieldValue(_ value: CellValue) -> String? { nil }
  func value(hiddenFieldValue: String) -> CellValue? { nil }
}

extension ContentKind {
  static let about = "A text among the cells: nothing is entered in it."
  static let value: Shape? = nil
  static let messageKeys: Set<Cell.MessageKey> = []
  static let keys = [
    Key(
      "text", .textWithAnswers, required: true,
      "What it says: paragraphs, with an empty line between two. [label](url) is a link, **words** are strong."),
    Key("kind", .choice(ContentCell.Tone.self), "text: as any text (the default). info, warning: it stands out."),
    Key("details", .textWithAnswers, "A label: the text is folded away below it."),
  ]

  static func refusal(of key: String) -> String? {
    switch key {
    case "label": "a text among the cells has no “label”; write “text”, or “details” for the words that fold it away"
    case "value": "a text among the cells has no “value”; write “text”"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let text = reader.markedText("text")
    let details = reader.text("details")
    let tone = reader.choice("kind", ContentCell.Tone.self)
    guard let text else { return nil }
    self.init(text: text)
    self.details = details
    self.tone = tone ?? .text
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    decoder.report.add(
      .badValue, at: node.offset, path: path, message: "this is a text of the form, which has no value; leave it out")
    return nil
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? { nil }
}

/// `content` in a form written in Swift: a text among the cells.
public struct ContentCell: FormCell {
  /// How a text stands out.
  public enum Tone: String, Sendable, CaseIterable {
    /// Like any other text.
    case text
    /// With an information sign.
    case info
    /// With a warning sign.
    case warning
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in addresses; unique in the form.
  ///   - text: paragraphs, with an empty line between two; `[label](url)` is a link, `**words**` are strong.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, text: Localized, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .content, id: id, label: nil, line: SwiftLine(file: file, line: line), said("text", text))
  }
}

extension ContentCell {
  /// How it stands out; `text` if left out.
  public func kind(_ tone: Tone) -> Self { with("kind", .string(tone.rawValue)) }

  /// A label below which the text is folded away.
  public func details(_ label: Localized) -> Self { with("details", label.definition) }
}
