import FormCells
import Templates

/// A time of day on the form, `Templates/cells/time.html`. A browser without a time field, or a program, may send a
/// text that is not a time. It is shown again in a text field, because a time field would not show it.
struct TimeCellView: CellView {
  let context: CellContext
  let cell: TimeKind
  let text: String

  private var isIncomplete: Bool { text == CellValue.incompleteText }
  private var isTime: Bool { text.isEmpty || isIncomplete || TimeOfDay(parsing: text) != nil }

  /// The time as people read it; a text that is not a time is shown as it was entered.
  static func answerLine(_ text: String, in dates: DateFormat) -> AnswerLine {
    let time = TimeOfDay(parsing: text)
    return AnswerLine(text: time.map { dates.text(hour: $0.minutes / 60, minute: $0.minutes % 60) } ?? text)
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    ]

  static let slots: [Slot<TimeCellView>] =
    commonSlots + [
      .text("value") { $0.isIncomplete ? "" : $0.text },
      .text("type") { $0.isTime ? "time" : "text" },
      .optionalText("min") { $0.isTime ? $0.cell.minimum?.description : nil },
      .optionalText("max") { $0.isTime ? $0.cell.maximum?.description : nil },
      .optionalText("step") { $0.isTime && $0.cell.step > 1 ? String($0.cell.step * 60) : nil },
    ]
}
