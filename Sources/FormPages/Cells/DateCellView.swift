import FormCells
import Templates

/// A day on the form (FO8), `Templates/cells/date.html`. A browser without a date field, or a program, may send a text that
/// is not a day: it comes back in a text field, since a date field would not show it.
struct DateCellView: CellView {
  let context: CellContext
  let cell: DateKind
  let text: String

  private var isIncomplete: Bool { text == CellValue.incompleteText }
  private var isDay: Bool { text.isEmpty || isIncomplete || CalendarDate(parsing: text) != nil }

  private func day(_ bound: DayBound?) -> String? {
    isDay ? bound?.date(today: context.today)?.description : nil
  }

  /// Always one: Chromium takes years of six digits where there is none.
  private var last: String? { isDay ? day(cell.maximum) ?? CalendarDate.last.description : nil }

  /// The day as it is read; a text that is no day, as it was entered.
  static func answer(_ text: String, in dates: DateFormat) -> AnswerLine {
    AnswerLine(text: CalendarDate(parsing: text).map { dates.text($0) } ?? text)
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    ]

  static let slots: [Slot<DateCellView>] =
    commonSlots + [
      .text("value") { $0.isIncomplete ? "" : $0.text },
      .text("type") { $0.isDay ? "date" : "text" },
      .optionalText("min") { $0.day($0.cell.minimum) },
      .optionalText("max") { $0.last },
    ]
}
