import FormCells
import Templates

/// A note of a cell (B26), `Templates/parts/notes.html`.
struct CellNoteView: View {
  let text: String
  let isWarning: Bool
  /// Read in place of its icon.
  let prefix: String

  init(_ note: CellNote, languages: [LanguageTag], _ words: Words) {
    text = note.text.text(in: languages)
    isWarning = note.kind == .warning
    prefix = isWarning ? words.warningPrefix : words.infoPrefix
  }

  static let needs: [Need] = [.slot("text", or: "the note would be empty")]

  static let slots: [Slot<CellNoteView>] = [
    .text("text") { $0.text },
    .flag("isWarning") { $0.isWarning },
    .text("prefix") { $0.prefix },
  ]
}
