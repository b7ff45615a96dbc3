import FormCells
import Templates

/// A day with a time of day on the form, `Templates/cells/date-time.html`. A browser without such a field, or a
/// program, may send another text. It is shown again in a text field, because the browser's field would not show it.
struct DateTimeCellView: CellView {
  let context: CellContext
  let cell: DateTimeKind
  let text: String

  private var isIncomplete: Bool { text == CellValue.incompleteText }
  private var isTime: Bool { text.isEmpty || isIncomplete || LocalDateTime(parsing: text) != nil }

  /// Day and time as people read them; another text is shown as it was entered.
  static func answerLine(_ text: String, in dates: DateFormat) -> AnswerLine {
    AnswerLine(text: LocalDateTime(parsing: text).map { dates.text($0) } ?? text)
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    ]

  static let slots: [Slot<DateTimeCellView>] =
    commonSlots + [
      .text("value") { $0.isIncomplete ? "" : $0.text },
      .text("type") { $0.isTime ? "datetime-local" : "text" },
      .optionalText("min") { $0.isTime ? $0.cell.minimum?.fixed?.description : nil },
      .optionalText("max") { $0.isTime ? $0.cell.maximum?.fixed?.description ?? "\(CalendarDate.last)T23:59" : nil },
      .optionalText("step") { $0.isTime && $0.cell.step > 1 ? String($0.cell.step * 60) : nil },
    ]
}
