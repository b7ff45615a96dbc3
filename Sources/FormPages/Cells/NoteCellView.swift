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

  /// Without scripts its area is as high as the page was made for.
  var printed: String? { context.display.lineCount > area.cell.maxLines ? limited.text : nil }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", or: "what was entered would be lost"),
      .slot("counter", where: "counter", adding: #"<t:part name="parts/counter"/>"#, or: "nothing would count"),
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
  /// Only where input stops at the limit (TI56).
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

  /// Characters that a line of a narrow phone holds, a little fewer than it does: a browser that cannot size the area
  /// by its content goes by this.
  private static let charactersPerLine = 30

  /// Lines that a text takes on a narrow phone.
  func lineCount(of text: String) -> Int {
    text.utf8.split(separator: 10, omittingEmptySubsequences: false).reduce(0) { count, line in
      count + max(1, (Self.characterCount(line) + Self.charactersPerLine - 1) / Self.charactersPerLine)
    }
  }

  /// Lines to show at once, where the browser does not grow the area itself: as many as the text takes, within the
  /// cell's bounds; a read-only note has no upper one, so that nothing scrolls inside (TI34 to TI36, TI49).
  func rows(_ lineCount: Int, isReadOnly: Bool) -> String {
    if lineCount <= cell.minLines { return minLines }
    return lineCount >= cell.maxLines && !isReadOnly ? maxLines : String(lineCount)
  }

  /// An ASCII character is a byte and, but for CR LF, a grapheme cluster.
  private static func characterCount(_ line: Substring.UTF8View) -> Int {
    line.allSatisfy { $0 < 0x80 } ? line.count : Substring(line).count
  }
}
