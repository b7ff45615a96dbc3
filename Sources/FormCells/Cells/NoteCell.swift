public import Localization
import Support

/// `note`: text of several lines (TI-f).
package struct NoteKind: Sendable {
  /// The maximum number of visible lines: about what fits on a phone. The style sheet has a rule for each number.
  package static let lineLimit = 20
  package var placeholder: Localized?
  package var maxLength: Int?
  package var overflow: Overflow = .allow
  package var showsCounter: Bool = false
  package var minLines: Int = 3
  package var maxLines: Int = 6
  package init() {}
}

extension NoteKind: InputKind {
  static let type = CellType.note
  var kind: Cell.Kind { .note(self) }

  var reading: TextReading? { .lines }
  var keeping: TextKeeping? { .asLines }
  var lengthLimit: Int? { maxLength }

  func problem(with text: String, today: CalendarDate?) -> Problem? { .ofLength(text, maximum: maxLength) }

  func json(of value: CellValue) -> JSONValue? { .string(value.text) }
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] { typedSchema(demand) }
}

extension NoteKind {
  static let about = "Text of several lines."
  static let value: Shape? = .anyString
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooLong]
  static let keys =
    [Key.placeholder] + Key.limited + [
      Key("minLines", .count(1...lineLimit), "Lines shown at least; 3 if left out."),
      Key("maxLines", .count(1...lineLimit), "Lines it grows to; 6 if left out."),
    ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    placeholder = reader.text("placeholder")
    maxLength = reader.count("maxLength")
    overflow = reader.choice("overflow", Overflow.self) ?? .allow
    showsCounter = reader.showsCounter()
    let least = reader.count("minLines")
    let most = reader.count("maxLines")
    reader.checkOrder("minLines", low: least, highKey: "maxLines", high: most)
    // If only one is given, the other's default is adapted.
    minLines = least ?? min(minLines, most ?? minLines)
    maxLines = most ?? max(maxLines, minLines)
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    decoder.typedText(node, at: path, as: .lines).map(CellValue.text)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    decoder.textOperand(node, at: path)
  }
}

/// `note` in a form written in Swift: text of several lines.
public struct NoteCell: WrittenCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.note, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension NoteCell {
  /// The minimum number of visible lines; 3 if left out.
  public func minLines(_ count: Int) -> Self { with("minLines", .count(count)) }

  /// The number of lines that it can grow to; 6 if left out.
  public func maxLines(_ count: Int) -> Self { with("maxLines", .count(count)) }
}
