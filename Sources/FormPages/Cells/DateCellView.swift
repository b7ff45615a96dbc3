import FormCells
import Templates

/// A day on the form (FO8), `Templates/cells/date.html`. A browser without a date field, or a program, may send a text
/// that is not a day. It is shown again in a text field, because a date field would not show it.
struct DateCellView: CellView {
  let context: CellContext
  let cell: DateKind
  let text: String

  private var isIncomplete: Bool { text == CellValue.incompleteText }
  private var isDay: Bool { text.isEmpty || isIncomplete || CalendarDate(parsing: text) != nil }

  private func day(_ bound: DayBound?) -> String? {
    isDay ? bound?.date(today: context.today)?.description : nil
  }

  /// There is always a last day: without one, Chromium accepts years of six digits.
  private var last: String? { isDay ? day(cell.maximum) ?? CalendarDate.last.description : nil }

  /// The day as people read it; a text that is not a day is shown as it was entered.
  static func answerLine(_ text: String, in dates: DateFormat) -> AnswerLine {
    AnswerLine(text: CalendarDate(parsing: text).map { dates.text($0) } ?? text.replacing("\n", with: " "))
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
      .optionalText("autocomplete") { $0.cell.isBirthday ? "bday" : nil },
      .list("quick") { QuickButton.days($0.cell, in: $0.context) },
    ]
}

/// A date that is typed into three fields, `Templates/cells/date-parts.html`, for dates that people know by heart.
struct DatePartsView: CellView {
  let context: CellContext
  private let cell: DateKind
  private let fields: [PartField]

  init(_ context: CellContext, cell: DateKind) {
    self.context = context
    self.cell = cell
    fields = Self.fields(of: cell, in: context)
  }

  /// The fields in the order of the visitor's language. A text that is not a day, which a program may send, is in the
  /// first one.
  private static func fields(of cell: DateKind, in context: CellContext) -> [PartField] {
    let text = context.value.text
    let parts = DateParts(lines: text) ?? CalendarDate(parsing: text).map(DateParts.init)
    let wrong = context.problem.map(\.wrongParts) ?? []
    return context.presentation.dates.dayParts.enumerated().map { position, part in
      PartField(
        name: part.rawValue, label: context.words.name(of: part), value: parts?[part] ?? (position == 0 ? text : ""),
        isWrong: wrong.isEmpty || wrong.contains(part), autocomplete: cell.isBirthday ? "bday-\(part.rawValue)" : nil,
        in: context)
    }
  }

  static let needs: [Need] = entryNeeds + [.slot("fields", or: "nothing could be entered")]

  static let slots: [Slot<DatePartsView>] =
    commonSlots + [
      .list("fields") { $0.fields },
      .list("quick") { QuickButton.days($0.cell, in: $0.context) },
    ]
}
