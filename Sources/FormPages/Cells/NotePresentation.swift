import FormCells

/// The attributes of a note's text area, the same for every visitor.
final class NotePresentation: Sendable {
  let cell: NoteKind
  let placeholder: String?
  let minLines: String
  let maxLines: String
  /// Only where input stops at the limit (TI56).
  let maxLength: String?
  let limit: CharacterLimit?

  init(_ cell: NoteKind, _ surroundings: CellPresentation.Kind.Surroundings) {
    self.cell = cell
    placeholder = surroundings.text(cell.placeholder)
    limit = CharacterLimit(cell.maxLength, cell.overflow, showsCounter: cell.showsCounter, surroundings.words)
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
      // An ASCII character is a byte and, but for CR LF, a grapheme cluster.
      let characters = line.allSatisfy { $0 < 0x80 } ? line.count : Substring(line).count
      return count + max(1, (characters + Self.charactersPerLine - 1) / Self.charactersPerLine)
    }
  }

  /// Lines to show at once, where the browser does not grow the area itself: as many as the text takes, within the
  /// cell's bounds; a read-only note has no upper one, so that nothing scrolls inside (TI34 to TI36, TI49).
  func rows(_ lineCount: Int, isReadOnly: Bool) -> String {
    if lineCount <= cell.minLines { return minLines }
    return lineCount >= cell.maxLines && !isReadOnly ? maxLines : String(lineCount)
  }

  /// ASCII has a character a byte; only other text is looked at in clusters.
  private static func characterCount(_ line: Substring.UTF8View) -> Int {
    line.allSatisfy { $0 < 0x80 } ? line.count : Substring(line).count
  }
}
