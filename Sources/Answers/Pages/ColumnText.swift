import FormCells
import FormPages
import Support

/// The values of a column in a table: short, in the page's language.
struct ColumnText {
  /// The number of characters that a table shows of a text.
  private static let textLimit = 160
  /// The number of values that a table shows if there are several.
  private static let valueLimit = 5

  struct Shown: Equatable {
    var text: String
    /// Whether it is a text of the form, in the form's language. Otherwise it was entered.
    var isOfForm = false
  }

  let column: FormColumn
  let language: PageLanguage
  /// The words for the two positions of a switch, from the form's definition if it has them.
  let positions: (on: String, off: String)
  private let unit: String?

  /// - `form`: the form with this column.
  /// - `texts`: the languages of its texts.
  init(_ column: FormColumn, of form: Form, in texts: [LanguageTag], language: PageLanguage) {
    self.column = column
    self.language = language
    let words = language.words
    var positions = (words[.on], words[.off])
    var unit: String?
    switch Self.cell(of: column.column, in: form)?.kind {
    case .switch(let kind):
      if kind.style == .checkbox { positions = (words[.yes], words[.no]) }
      positions = (kind.onLabel?.text(in: texts) ?? positions.0, kind.offLabel?.text(in: texts) ?? positions.1)
    case .number(let kind): unit = kind.unit?.text(in: texts)
    case .slider(let kind): unit = kind.number.unit?.text(in: texts)
    default: break
    }
    self.positions = positions
    self.unit = unit
  }

  private static func cell(of column: AnswerColumn, in form: Form) -> Cell? {
    if let section = form.repeatedSection(column.cell) {
      let id = column.part?.split(separator: ".").first
      return form.sections[section].cells.first { $0.id == id.map(String.init) }
    }
    return form.sentCell(column.cell)
  }

  var isNumeric: Bool { column.column.kind == .number || column.column.kind == .count }

  /// The value as it is shown; `nil` if there is no answer.
  /// - `values`: the values of a submission.
  func shown(in values: JSONValue) -> Shown? {
    guard let value = values[column.column.cell] else { return nil }
    if column.isOfEntries {
      guard case .array(let entries) = value, let part = column.column.part else { return nil }
      let names = part.split(separator: ".", maxSplits: 1).map(String.init)
      return list(entries.compactMap { $0[names[0]].flatMap { shown($0, part: names.count > 1 ? names[1] : nil) } })
    }
    return shown(value, part: column.column.part)
  }

  private func shown(_ value: JSONValue, part: String?) -> Shown? {
    switch part {
    case nil, "amount", AnswerColumn.digits: return shown(value)
    case let part?: return value[part].flatMap { shown($0) }
    }
  }

  private func shown(_ value: JSONValue) -> Shown? {
    switch (column.column.kind, value) {
    case (_, .null), (_, .string("")): return nil
    // A password of an earlier version of the form.
    case (_, .object) where value["hash"] != nil: return nil
    case (.count, .array(let elements)):
      return elements.isEmpty ? nil : Shown(text: language.numbers.text(count: elements.count))
    case (_, .array(let elements)): return list(elements.compactMap(shown(element:)))
    case (.choice, .string(let text)): return option(text)
    case (.flag, .bool(let isOn)): return Shown(text: isOn ? positions.on : positions.off, isOfForm: true)
    case (.number, .number(let digits)): return Shown(text: number(digits).map(withUnit) ?? digits)
    case (.number, .object):
      guard case .string(let digits)? = value["amount"], case .string(let currency)? = value["currency"] else { break }
      return Shown(text: number(digits, in: currency))
    case (_, .string(let text)): return Shown(text: moment(text) ?? Self.shortened(text))
    case (.choice, .object), (.text, .object):
      if case .string(let text)? = value["other"] { return Shown(text: Self.shortened(text)) }
    default: break
    }
    return Shown(text: Self.shortened(String(decoding: value.compactBytes, as: UTF8.self)))
  }

  private func shown(element: JSONValue) -> Shown? {
    // A criterion of an order picker.
    if case .string(let id)? = element["id"], let isSelected = element["selected"] {
      guard isSelected == true, case .string(let direction)? = element["direction"] else { return nil }
      let words = language.words
      let name = direction == "ascending" ? words[.ascending] : words[.descending]
      let option = option(id)
      return Shown(text: words.direction(name, of: option.text), isOfForm: option.isOfForm)
    }
    return shown(element)
  }

  private func option(_ value: String) -> Shown {
    column.options?.label(of: value).map { Shown(text: $0, isOfForm: true) } ?? Shown(text: Self.shortened(value))
  }

  /// The name of a filter's value.
  func name(ofValue value: String) -> String {
    let words = language.words
    switch (column.column.kind, value) {
    case (_, AnswerCondition.noAnswer): return words.answers[.noAnswer]
    case (.flag, "true"): return positions.on
    case (.flag, "false"): return positions.off
    case (_, AnswerCondition.other): return words[.other]
    default: return column.options?.label(of: value) ?? value
    }
  }

  /// The text of one end of a range.
  static func text(of bound: AnswerBound, kind: AnswerColumn.Kind, in language: PageLanguage) -> String {
    switch bound {
    case .number(let number): language.numbers.text(number, minimumDecimals: number.decimals, isGrouped: true)
    case .day(let day): language.dates.text(day)
    case .moment(let moment):
      language.dates.text(moment.day, hour: moment.minute / 60, minute: moment.minute % 60)
    case .minutes(let minutes) where kind == .duration: language.words.duration(minutes: minutes)
    case .minutes(let minutes): language.dates.text(hour: minutes / 60, minute: minutes % 60)
    }
  }

  private func list(_ values: [Shown]) -> Shown? {
    guard !values.isEmpty else { return nil }
    let words = language.words
    let rest = values.count - Self.valueLimit
    let texts = values.prefix(Self.valueLimit).map(\.text) + (rest > 0 ? [words.andMore(rest)] : [])
    return Shown(text: words.list(texts), isOfForm: values.allSatisfy(\.isOfForm))
  }

  private func number(_ digits: String) -> DecimalNumber? { try? DecimalNumber(parsingJSON: digits) }

  private func withUnit(_ number: DecimalNumber) -> String {
    let text = language.numbers.text(number, minimumDecimals: number.decimals, isGrouped: true)
    return unit.map { "\(text) \($0)" } ?? text
  }

  private func number(_ digits: String, in currency: String) -> String {
    guard let number = number(digits) else { return "\(digits) \(currency)" }
    return language.numbers.text(number, currency: currency)
  }

  /// A day, a time or a duration in the language's format; `nil` if it is none of these.
  private func moment(_ text: String) -> String? {
    let dates = language.dates
    switch column.column.kind {
    case .day: return CalendarDate(parsing: text).map { dates.text($0) }
    case .time:
      return TimeReading.minutes(typed: text).map { dates.text(hour: $0 / 60, minute: $0 % 60) }
    case .moment:
      return LocalDateTime(parsing: text).map { dates.text($0.day, hour: $0.minute / 60, minute: $0.minute % 60) }
    case .duration: return TypedDuration.program(text).map { language.words.duration(minutes: $0) }
    case .choice, .number, .text, .flag, .count: return nil
    }
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > textLimit ? line.prefix(textLimit) + "…" : line
  }
}

extension FormColumn {
  /// The column's title, such as "Stay: From". Two cells may have the same label.
  func title(in words: Words) -> String {
    let title = ownTitle(in: words)
    return isEarlier ? words.answers.earlierCell(title) : title
  }

  private func ownTitle(in words: Words) -> String {
    let part: String? =
      switch column.part {
      case "from": words[.from]
      case "to": words[.to]
      case "other": words[.other]
      default: partLabel
      }
    return (partLabel ?? part).map { words.entry(label, $0) } ?? label
  }

  /// Whether a table may have this column. A currency is shown with its amount, and the typed text with its choice.
  var isShown: Bool { !isPart(named: "currency") && !isPart(named: "other") && !isNameTaken }

  /// Whether the column has a filter. A currency needs none, because a form has one currency for each amount.
  var isFiltered: Bool { !isPart(named: "currency") && !isFilterTaken }

  /// Whether it is this part of a cell; parts with this name have no label.
  private func isPart(named name: String) -> Bool {
    guard let part = column.part else { return false }
    return isOfEntries ? part.hasSuffix(".\(name)") : partLabel == nil && part == name
  }
}
