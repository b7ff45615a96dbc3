import FormCells
import Templates

/// One of several fields of a cell, `Templates/parts/fields.html`.
struct PartField: View {
  private let context: CellContext
  private let name: String
  private let label: String
  private let value: String
  /// Whether this field needs to be corrected when the cell does.
  private let isWrong: Bool
  private let autocomplete: String?
  /// The keyboard that phones show for a text field.
  private let inputMode: String?
  /// The days that can be entered in a date field; `nil` for a text field, usually for digits.
  private let bounds: (first: String?, last: String)?

  init(
    name: String, label: String, value: String, isWrong: Bool, autocomplete: String? = nil,
    inputMode: String? = "numeric", bounds: (first: String?, last: String)? = nil, in context: CellContext
  ) {
    self.context = context
    self.name = name
    self.label = label
    self.value = value
    self.isWrong = isWrong
    self.autocomplete = autocomplete
    self.inputMode = bounds == nil ? inputMode : nil
    self.bounds = bounds
  }

  private var id: String { "\(context.presentation.id)_\(name)" }
  private var isInvalid: Bool { isWrong && context.isInvalid }
  /// Whether it is a date field; a date field would not show another text.
  private var showsDay: Bool {
    bounds != nil && (value.isEmpty || value == CellValue.incompleteText || CalendarDate(parsing: value) != nil)
  }

  static let needs: [Need] = [
    .attribute("name", "name", or: "nothing that is entered would be sent"),
    .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    .slot("label", or: "the field would have no name"),
  ]

  static let slots: [Slot<PartField>] = [
    .text("fieldID") { $0.id },
    .text("name") { PageField.part($0.name, of: $0.context.presentation.id) },
    .text("part") { $0.name },
    .text("label") { $0.label },
    .text("type") { $0.showsDay ? "date" : "text" },
    .optionalText("inputmode") { $0.inputMode },
    .optionalText("direction") { $0.bounds == nil ? "ltr" : nil },
    .text("value") { $0.value == CellValue.incompleteText ? "" : $0.value },
    .optionalText("min") { $0.showsDay ? $0.bounds?.first : nil },
    .optionalText("max") { $0.showsDay ? $0.bounds?.last : nil },
    .optionalText("autocomplete") { $0.autocomplete },
    .flag("isRequired") { $0.context.state.isRequired },
    .flag("isReadOnly") { $0.context.state.isReadOnly },
    .flag("isInvalid") { $0.isInvalid },
    .optionalText("errorID") { $0.isInvalid ? $0.context.presentation.errorID : nil },
  ]
}

extension CellContext {
  /// Why the value was rejected; `nil` if no message is shown.
  var problem: Problem? {
    isInvalid
      ? presentation.cell.problem(with: value, isRequired: state.isRequired, today: today, bounds: bounds) : nil
  }
}

extension Cell {
  /// The part of the cell that a line of the error summary links to, appended to the cell's anchor: the first part that
  /// needs to be corrected. Empty for the cell itself.
  func place(of problem: Problem) -> String {
    switch problem {
    case .missingEnd(let end), .ofEnd(let end, _): return "_\(end.rawValue)"
    case .ofBothEnds(let first, _): return place(of: first)
    case .endsBeforeItBegins, .endsBelow: return "_\(RangeTexts.End.to.rawValue)"
    default: break
    }
    if case .date(let date) = kind, date.hasParts {
      return DateParts.Part.allCases.first(where: problem.wrongParts.contains).map { "_\($0.rawValue)" } ?? ""
    }
    return problem.openRows.first.map { "_\($0)" } ?? ""
  }
}

/// A button that enters a value, `Templates/parts/quick.html`.
struct QuickButton: View {
  let cell: String
  /// The button's name among those of its cell.
  let name: String
  let label: String

  /// The buttons of a date whose days can be entered; none if the date cannot be changed.
  static func days(_ date: DateKind, in context: CellContext) -> [QuickButton] {
    guard context.state.isEditable, !date.quick.isEmpty else { return [] }
    return date.quickDays(today: context.today).map {
      QuickButton(cell: context.presentation.id, name: $0.rawValue, label: context.words.name(of: $0))
    }
  }

  /// The buttons of a range.
  static func ranges(_ range: DateRangeKind, in context: CellContext) -> [QuickButton] {
    guard context.state.isEditable, !range.quick.isEmpty else { return [] }
    return range.quickRanges(today: context.today).map {
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
