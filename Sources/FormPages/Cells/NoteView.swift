import FormCells
import Templates

/// A text of several lines (TI32 to TI36), `Templates/cells/note.html`.
struct NoteView: LimitedTextView {
  let context: CellContext
  let area: NotePresentation
  let limited: LimitedText

  init(_ context: CellContext, _ area: NotePresentation) {
    self.context = context
    self.area = area
    limited = LimitedText(context.value.text, limit: area.limit, in: context)
  }

  /// Without scripts its area is as high as the page was made for.
  var printed: String? { context.face.lineCount > area.cell.maxLines ? limited.text : nil }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", or: "what was entered would be lost"),
      .slot("counter", where: "counter", adding: #"<t:part name="parts/counter"/>"#, or: "nothing would count"),
    ]

  static let slots: [Slot<NoteView>] =
    commonSlots + limitSlots
    + [
      .optionalText("placeholder") { $0.area.placeholder },
      .optionalText("maxlength") { $0.area.maxLength },
      .text("minLines") { $0.area.minLines },
      .text("maxLines") { $0.area.maxLines },
      .text("value") { $0.limited.text },
      .text("rows") { $0.area.rows($0.context.face.lineCount, isReadOnly: $0.context.state.isReadOnly) },
    ]
}
