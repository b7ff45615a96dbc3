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

/// A date that is typed into three fields, `Templates/cells/date-parts.html`: one that people know by heart.
struct DatePartsView: CellView {
  let context: CellContext
  private let cell: DateKind
  private let fields: [DatePartField]

  init(_ context: CellContext, _ cell: DateKind) {
    self.context = context
    self.cell = cell
    fields = DatePartField.fields(of: cell, in: context)
  }

  static let needs: [Need] = entryNeeds + [.slot("fields", or: "nothing could be entered")]

  static let slots: [Slot<DatePartsView>] =
    commonSlots + [
      .list("fields") { $0.fields },
      .list("quick") { QuickButton.days($0.cell, in: $0.context) },
    ]
}

/// The field for the day, the month or the year.
private struct DatePartField: View {
  let part: DateParts.Part
  let cell: String
  let label: String
  let value: String
  let state: CellState
  let autocomplete: String?
  let isInvalid: Bool

  /// In the order of the visitor's language. A text that is no day, as a program may send it, stands in the first one.
  static func fields(of cell: DateKind, in context: CellContext) -> [DatePartField] {
    let text = context.value.text
    let parts = DateParts(lines: text) ?? CalendarDate(parsing: text).map(DateParts.init)
    let wrong = wrongParts(in: context)
    let presentation = context.presentation
    return presentation.dates.dayParts.enumerated().map { position, part in
      DatePartField(
        part: part, cell: presentation.id, label: context.words.name(of: part),
        value: parts?[part] ?? (position == 0 ? text : ""), state: context.state,
        autocomplete: cell.isBirthday ? "bday-\(part.rawValue)" : nil, isInvalid: wrong.contains(part))
    }
  }

  private static func wrongParts(in context: CellContext) -> Set<DateParts.Part> {
    guard context.isInvalid else { return [] }
    let problem = context.presentation.cell.problem(
      with: context.value, isRequired: context.state.isRequired, today: context.today)
    return problem.flatMap { $0.wrongParts.isEmpty ? nil : $0.wrongParts } ?? Set(DateParts.Part.allCases)
  }

  static let needs: [Need] = [
    .attribute("name", "name", or: "nothing that is entered would be sent"),
    .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    .slot("label", or: "the field would have no name"),
  ]

  static let slots: [Slot<DatePartField>] = [
    .text("fieldID") { "\($0.cell)_\($0.part.rawValue)" },
    .text("name") { PageField.part($0.part.rawValue, of: $0.cell) },
    .text("part") { $0.part.rawValue },
    .text("label") { $0.label },
    .text("value") { $0.value },
    .optionalText("autocomplete") { $0.autocomplete },
    .flag("isRequired") { $0.state.isRequired },
    .flag("isReadOnly") { $0.state.isReadOnly },
    .flag("isInvalid") { $0.isInvalid },
    .optionalText("errorID") { $0.isInvalid ? "\($0.cell)_error" : nil },
  ]
}

/// A button that enters a value, `Templates/parts/quick.html`.
struct QuickButton: View {
  let cell: String
  /// The button's name among those of its cell.
  let name: String
  let label: String

  /// Those of a date whose days can be entered; none where it cannot be changed.
  static func days(_ date: DateKind, in context: CellContext) -> [QuickButton] {
    guard context.state.isEditable, !date.quick.isEmpty else { return [] }
    return date.quickDays(today: context.today).map {
      QuickButton(cell: context.presentation.id, name: $0.rawValue, label: context.words.name(of: $0))
    }
  }

  static let needs: [Need] = [
    .attribute("value", "press", or: "the button would do nothing"),
    .slot("label", or: "the button would have no name"),
  ]

  static let slots: [Slot<QuickButton>] = [
    .text("buttonID") { "\($0.cell)_\($0.name)" },
    .text("labelledBy") { "\($0.cell)_\($0.name) \($0.cell)_label" },
    .text("press") { FormAction.change(cell: $0.cell, button: $0.name).value },
    .text("label") { $0.label },
  ]
}
