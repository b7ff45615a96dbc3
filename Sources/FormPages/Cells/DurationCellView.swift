import FormCells
import Templates

/// Hours and minutes on the form, `Templates/cells/duration.html`.
struct DurationCellView: CellView {
  let context: CellContext

  /// "1 h 30 min"; a text that is not a duration is shown as it was entered.
  static func answerLine(_ text: String, in words: Words) -> AnswerLine {
    AnswerLine(text: DurationKind.minutes(of: text).map(words.duration) ?? text)
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    ]

  static let slots: [Slot<DurationCellView>] = commonSlots + [.text("value") { $0.context.shown }]
}
