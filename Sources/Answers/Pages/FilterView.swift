import FormCells
import FormPages
import Templates

/// A column's filter, `Templates/answers/filter.html`: boxes for choices, two fields for values with an order, one
/// field for texts.
struct FilterView: View {
  /// The number of options shown as boxes. If there are more, only chosen options have boxes, and a field takes the
  /// label of another one.
  private static let boxLimit = 40

  let id: String
  let label: String
  let language: LanguageTag?
  let boxes: [FilterBox]
  let fields: [FilterField]
  /// The box for "No answer", if it comes after fields.
  let noneBoxes: [FilterBox]
  let errors: [FilterError]

  /// - `number`: the filter's position, for ids.
  /// - `texts`: the language of the form's texts, if it is not the page's.
  init(
    _ column: FormColumn, number: Int, in address: AnswerAddress, of form: Form, texts: LanguageTag?,
    context: AnswersContext
  ) {
    let words = context.words
    let name = "f.\(column.column.nameInAddress)"
    id = "_f\(number)"
    label = column.title(in: words)
    language = texts
    let condition = address.filters.first { $0.column == column.column }?.condition
    let errors = FilterError.all(of: name, id: "_f\(number)", in: address, context)
    self.errors = errors
    let problem = errors.first?.id
    func field(_ ending: String, label: String, type: String, value: String, inputMode: String? = nil)
      -> FilterField
    {
      FilterField(
        id: "_f\(number)\(ending.isEmpty ? "_text" : ending.replacing(".", with: "_"))", name: name + ending,
        label: label, type: type,
        value: address.mistakes.last { $0.parameter == name + ending }?.text ?? value, inputMode: inputMode,
        problem: errors.first { $0.parameters.contains(name + ending) } == nil ? nil : problem)
    }
    let chosen: Set<String> = if case .anyOf(let values)? = condition { values } else { [] }
    func none(_ name: String, value: String) -> FilterBox {
      FilterBox(
        id: "_f\(number)_none", name: name, value: value, label: words.answers[.noAnswer], language: nil,
        isTicked: chosen.contains(AnswerCondition.noAnswer))
    }
    switch column.column.kind {
    case .choice, .flag:
      let (options, hasFurther) = Self.options(of: column, chosen: chosen, form: form, texts: texts, in: context)
      boxes = options.enumerated().map { position, option in
        FilterBox(
          id: "_f\(number)_\(position)", name: name, value: option.value, label: option.label,
          language: option.isOfForm ? texts : nil, isTicked: chosen.contains(option.value))
      }
      noneBoxes = []
      fields = hasFurther ? [field(".label", label: words.answers[.furtherOption], type: "text", value: "")] : []
    case .text:
      boxes = []
      noneBoxes = [none(name + AnswerAddress.noneEnding, value: "1")]
      let text: String = if case .contains(let words)? = condition { words } else { "" }
      fields = [field("", label: words.answers[.contains], type: "search", value: text)]
    case .number, .count, .day, .time, .moment, .duration:
      boxes = []
      noneBoxes = [none(name, value: AnswerCondition.noAnswer)]
      let kind = column.column.kind
      let (from, to): (AnswerBound?, AnswerBound?) =
        if case .range(let low, let high)? = condition { (low, high) } else { (nil, nil) }
      let isDay = kind == .day || kind == .moment
      func end(_ ending: String, label: String, bound: AnswerBound?) -> FilterField {
        let value = bound.map { Self.text($0, of: kind, words: words, numbers: context.language.numbers) } ?? ""
        return field(
          ending, label: label, type: Self.type(of: kind), value: value, inputMode: kind == .number ? "decimal" : nil)
      }
      fields = [
        end(".from", label: isDay ? words[.from] : words.answers[.least], bound: from),
        end(".to", label: isDay ? words[.to] : words.answers[.most], bound: to),
      ]
    }
  }

  private typealias FilterOption = (value: String, label: String, isOfForm: Bool)

  /// The options that are shown as boxes, and whether there are more.
  private static func options(
    of column: FormColumn, chosen: Set<String>, form: Form, texts: LanguageTag?, in context: AnswersContext
  ) -> ([FilterOption], Bool) {
    let answers = context.words.answers
    let text = ColumnText(
      column, of: form, in: [texts ?? context.language.tag, form.locale], language: context.language)
    let none: FilterOption = (AnswerCondition.noAnswer, answers[.noAnswer], false)
    if column.column.kind == .flag {
      return ([("true", text.positions.on, true), ("false", text.positions.off, true), none], false)
    }
    let all = column.options?.all ?? []
    let isListed = column.options != nil && (column.options?.count ?? 0) <= boxLimit
    var shown: [FilterOption] = isListed ? all.map { ($0.value, $0.label, true) } : []
    for option in column.options?.earlier.prefix(boxLimit) ?? [] {
      shown.append((option.value, answers.earlierCell(option.label), true))
    }
    // Chosen values that are no longer options, or are in a long list.
    for value in chosen.sorted() where value != none.value && value != AnswerCondition.other {
      if shown.contains(where: { $0.value == value }) { continue }
      let label = column.options?.label(of: value)
      shown.append((value, label ?? value, label != nil))
    }
    if hasOther(column, of: form) { shown.append((AnswerCondition.other, context.words[.other], false)) }
    return (shown + [none], !isListed)
  }

  private static func hasOther(_ column: FormColumn, of form: Form) -> Bool {
    column.column.part == nil && form.sentCell(column.column.cell)?.other != nil
  }

  private static func type(of kind: AnswerColumn.Kind) -> String {
    switch kind {
    case .day: "date"
    case .time: "time"
    case .moment: "datetime-local"
    case .number, .count, .duration, .choice, .text, .flag: "text"
    }
  }

  /// The bound as its field needs it: as browsers post it for their own date and time fields, otherwise in the
  /// language's format.
  static func text(
    _ bound: AnswerBound, of kind: AnswerColumn.Kind, words: Words, numbers: NumberFormat
  ) -> String {
    switch bound {
    case .number(let number): numbers.text(number, minimumDecimals: number.decimals)
    case .minutes(let minutes) where kind == .duration: words.duration(minutes: minutes)
    case .day, .moment, .minutes: bound.text(of: kind)
    }
  }

  static let needs: [Need] = [
    .slot("label", or: "nothing would say what the filter is for"),
    .slot("boxes", where: "boxes", adding: #"<t:each of="boxes">…</t:each>"#, or: "no value could be chosen"),
    .slot("fields", where: "fields", adding: #"<t:each of="fields">…</t:each>"#, or: "nothing could be entered"),
    .slot(
      "noneBoxes", where: "noneBoxes", adding: #"<t:each of="noneBoxes">…</t:each>"#,
      or: "nobody could search for submissions without an answer"),
    .slot("errors", where: "errors", adding: #"<t:each of="errors">…</t:each>"#, or: "nothing would say what is wrong"),
  ]

  static let slots: [Slot<FilterView>] = [
    .text("id") { $0.id },
    .text("label") { $0.label },
    .optionalText("language") { $0.language?.description },
    .list("boxes") { $0.boxes },
    .list("fields") { $0.fields },
    .list("noneBoxes") { $0.noneBoxes },
    .list("errors") { $0.errors },
    .optionalText("errorID") { $0.errors.first?.id },
  ]
}

/// The box of a value that can be chosen.
struct FilterBox: View {
  let id: String
  let name: String
  let value: String
  let label: String
  let language: LanguageTag?
  let isTicked: Bool

  static let needs: [Need] = [
    .attribute("name", "name", or: "the choice would not be sent"),
    .attribute("value", "value", or: "the choice would not be sent"),
    .slot("label", or: "the choice would have no name"),
  ]

  static let slots: [Slot<FilterBox>] = [
    .text("id") { $0.id },
    .text("name") { $0.name },
    .text("value") { $0.value },
    .text("label") { $0.label },
    .optionalText("language") { $0.language?.description },
    .flag("isTicked") { $0.isTicked },
  ]
}

/// A field of a filter: what a text contains, or an end of a range.
struct FilterField: View {
  let id: String
  let name: String
  let label: String
  let type: String
  let value: String
  let inputMode: String?
  /// The id of its error message; `nil` if there is none.
  let problem: String?

  /// The value that the field accepts. A date or time field accepts no other text (HTML 4.10.5), so a wrong value
  /// leaves it empty, with a message beside it.
  private var takenValue: String {
    let isTaken =
      switch type {
      case "date": CalendarDate(parsing: value) != nil
      case "time": LocalDateTime(parsing: "1970-01-01T\(value)") != nil
      case "datetime-local": LocalDateTime(parsing: value) != nil
      default: true
      }
    return isTaken ? value : ""
  }

  static let needs: [Need] = [
    .attribute("name", "name", or: "the entry would not be sent"),
    .attribute("id", "id", or: "its label would lead nowhere"),
    .slot("label", or: "the field would have no name"),
    .attribute("value", "value", or: "the entry would be lost"),
  ]

  static let slots: [Slot<FilterField>] = [
    .text("id") { $0.id },
    .text("name") { $0.name },
    .text("label") { $0.label },
    .text("type") { $0.type },
    .text("value") { $0.takenValue },
    .optionalText("inputmode") { $0.inputMode },
    .flag("isInvalid") { $0.problem != nil },
    .optionalText("errorID") { $0.problem },
  ]
}

/// Why a filter is not applied.
struct FilterError: View {
  let id: String
  let message: String
  let prefix: String
  /// The names of the fields to which it belongs.
  let parameters: [String]

  static let needs: [Need] = [.slot("message", or: "nothing would say what is wrong")]

  static let slots: [Slot<FilterError>] = [
    .text("id") { $0.id }, .text("message") { $0.message }, .text("errorPrefix") { $0.prefix },
  ]

  /// - `name`: the name of the filter's parameters, without their endings.
  static func all(of name: String, id: String, in address: AnswerAddress, _ context: AnswersContext) -> [FilterError] {
    let names = AnswerAddress.filterEndings.map { name + $0 }
    let own = address.mistakes.filter { names.contains($0.parameter) }
    guard !own.isEmpty else { return [] }
    let answers = context.words.answers
    let messages = own.map { $0.message(in: context) }
    var distinct: [String] = []
    for message in messages where !distinct.contains(message) { distinct.append(message) }
    return [
      FilterError(
        id: "\(id)_error", message: (distinct + [answers[.notApplied]]).joined(separator: " "),
        prefix: context.words[.errorPrefix], parameters: own.map(\.parameter))
    ]
  }
}

extension AnswerAddress.Mistake {
  /// The message that explains the mistake.
  func message(in context: AnswersContext) -> String {
    let answers = context.words.answers
    return switch reason {
    case .unknownParameter: answers.unknownParameter(parameter)
    case .repeated: answers.repeatedParameter(parameter)
    case .unknownColumn: answers.unknownColumn(text)
    case .filter(let mistake): context.words.message(for: mistake, in: context.language.dates)
    case .noSuchPage: answers.noSuchPage(text)
    case .tooLong: answers.addressTooLong(parameter)
    }
  }
}
