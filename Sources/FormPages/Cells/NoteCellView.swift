import FormCells
import Templates

/// A text of several lines (TI32 to TI36), `Templates/cells/note.html`.
struct NoteCellView: LimitedTextView {
  let context: CellContext
  let area: NotePresentation
  let limited: LimitedText

  init(_ context: CellContext, area: NotePresentation) {
    self.context = context
    self.area = area
    limited = LimitedText(context.value.text, limit: area.limit, in: context)
  }

  /// Without scripts, the text area keeps the height that the page was made with.
  var printed: String? { context.display.lineCount > area.cell.maxLines ? limited.text : nil }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", or: "what was entered would be lost"),
      .slot(
        "counter", where: "counter", adding: #"<t:part name="parts/counter"/>"#,
        or: "the characters would not be counted"),
    ]

  static let slots: [Slot<NoteCellView>] =
    commonSlots + limitSlots
    + [
      .optionalText("placeholder") { $0.area.placeholder },
      .optionalText("maxlength") { $0.area.maxLength },
      .text("minLines") { $0.area.minLines },
      .text("maxLines") { $0.area.maxLines },
      .text("value") { $0.limited.text },
      .text("rows") { $0.area.rows($0.context.display.lineCount, isReadOnly: $0.context.state.isReadOnly) },
    ]
}

/// The attributes of a note's text area, the same for every visitor.
final class NotePresentation: Sendable {
  let cell: NoteKind
  let placeholder: String?
  let minLines: String
  let maxLines: String
  /// `nil` unless input stops at the limit (TI56).
  let maxLength: String?
  let limit: CharacterLimit?

  init(_ cell: NoteKind, in surroundings: CellPresentation.Kind.Surroundings) {
    self.cell = cell
    placeholder = surroundings.text(cell.placeholder)
    limit = CharacterLimit(
      cell.maxLength, overflow: cell.overflow, showsCounter: cell.showsCounter, words: surroundings.words)
    minLines = String(cell.minLines)
    maxLines = String(cell.maxLines)
    maxLength = cell.overflow == .stop ? cell.maxLength.map(String.init) : nil
  }

  /// The number of characters in a line on a narrow phone, slightly underestimated. It is for browsers that cannot size
  /// a text area by its content.
  private static let charactersPerLine = 30

  /// The number of lines that a text takes on a narrow phone.
  func lineCount(of text: String) -> Int {
    text.utf8.split(separator: 10, omittingEmptySubsequences: false).reduce(0) { count, line in
      count + max(1, (Self.characterCount(line) + Self.charactersPerLine - 1) / Self.charactersPerLine)
    }
  }

  /// The number of lines shown, for browsers that do not resize the text area: the lines of the text, within the cell's
  /// bounds. A read-only note has no upper bound, so that nothing scrolls inside (TI34 to TI36, TI49).
  func rows(_ lineCount: Int, isReadOnly: Bool) -> String {
    if lineCount <= cell.minLines { return minLines }
    return lineCount >= cell.maxLines && !isReadOnly ? maxLines : String(lineCount)
  }

  /// The number of characters in a line. An ASCII character is one byte and, except for CR LF, one grapheme cluster.
  private static func characterCount(_ line: Substring.UTF8View) -> Int {
    line.allSatisfy { $0 < 0x80 } ? line.count : Substring(line).count
  }
}
