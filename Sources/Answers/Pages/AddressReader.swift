import FormCells
import FormPages
import Support

/// Reads the parameters of an address, and notes those that are not used.
struct AddressReader {
  /// Parameters that every page accepts and that are ignored here.
  private static let ofPages: Set = ["viewport"]
  /// The largest page number, which is enough for the largest index.
  private static let pageLimit = 1_000_000

  private let columns: [String: FormColumn]
  private let order: [AnswerColumn]
  private let numbers: NumberFormat
  /// The names in the order of the address.
  private var names: [String] = []
  private var values: [String: [String]] = [:]
  private var result = AnswerAddress()
  private var conditions: [AnswerColumn: AnswerCondition] = [:]
  /// Both parameters of a range are read when the first of them is met.
  private var ranges: Set<String> = []

  init(_ query: String, columns: [FormColumn], numbers: NumberFormat) {
    var byName: [String: FormColumn] = [:]
    // The newer of two columns with the same name comes first.
    for column in columns {
      for name in [column.column.name, column.column.nameInAddress] where byName[name] == nil { byName[name] = column }
    }
    self.columns = byName
    order = columns.map(\.column)
    self.numbers = numbers
    for item in query.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let name = Self.decoded(item[..<equals])
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(Self.decoded(item[equals...].dropFirst()))
    }
  }

  private static func decoded(_ text: Substring.UTF8View) -> String {
    Array(text).withUnsafeBufferPointer { PercentEncoding.decode(form: $0) }
  }

  mutating func address() -> AnswerAddress {
    result.isTyped = values["typed"] != nil
    for name in names where !Self.ofPages.contains(name) && name != "typed" { read(name, texts: values[name] ?? []) }
    result.filters = order.compactMap { column in conditions[column].map { AnswerFilter(column, condition: $0) } }
    shorten()
    return result
  }

  /// Removes filters until links to the address are short enough.
  private mutating func shorten() {
    while result.query.utf8.count > AnswerAddress.byteLimit {
      if let last = result.filters.popLast() {
        refuse("f.\(last.column.nameInAddress)", text: "", reason: .tooLong)
      } else if result.columns != nil {
        result.columns = nil
        refuse("columns", text: "", reason: .tooLong)
      } else {
        result.search = ""
        refuse("q", text: "", reason: .tooLong)
      }
    }
  }

  private mutating func read(_ name: String, texts: [String]) {
    switch name {
    case "q":
      if let text = searched(texts, of: name) { result.search = text }
    case "submitted.from", "submitted.to":
      if let (from, to) = range("submitted", kind: .day) {
        if case .day(let day)? = from { result.submitted.from = day }
        if case .day(let day)? = to { result.submitted.to = day }
      }
    case "sort": if let text = one(texts, of: name) { readSort(text) }
    case "columns": readColumns(texts)
    case "page":
      if let number = number(texts, of: name) {
        result.page = number
      } else if result.mistakes.last?.reason == .noSuchPage {
        // The last page is shown, and the page says so.
        result.page = Self.pageLimit
      }
    case "at":
      if let number = number(texts, of: name) { result.place = number }
    default:
      guard name.hasPrefix("f."), readFilter(String(name.dropFirst(2)), parameter: name, texts: texts) else {
        return refuse(name, text: texts.first ?? "", reason: .unknownParameter)
      }
    }
  }

  private mutating func refuse(_ name: String, text: String, reason: AnswerAddress.Mistake.Reason) {
    result.mistakes.append(AnswerAddress.Mistake(parameter: name, text: text, reason: reason))
  }

  /// The only value of a parameter; `nil` if it has none or several. Several are noted as a mistake.
  private mutating func one(_ texts: [String], of name: String) -> String? {
    var distinct: [String] = []
    for text in texts where !text.trimmed.isEmpty && !distinct.contains(text) { distinct.append(text) }
    guard distinct.count <= 1 else {
      refuse(name, text: distinct[0], reason: .repeated)
      return nil
    }
    return distinct.first
  }

  /// Words to search for; `nil` if there are none, which is noted as a mistake if something was typed.
  private mutating func searched(_ texts: [String], of name: String) -> String? {
    guard let text = one(texts, of: name).map({ String($0.trimmed.prefix(AnswerAddress.textLimit)) }) else {
      return nil
    }
    guard !SearchTerm.terms(of: text).isEmpty else {
      refuse(name, text: text, reason: .filter(.words))
      return nil
    }
    return text
  }

  private mutating func number(_ texts: [String], of name: String) -> Int? {
    guard let text = one(texts, of: name) else { return nil }
    guard let number = Int(text), 1...Self.pageLimit ~= number else {
      refuse(name, text: text, reason: .noSuchPage)
      return nil
    }
    return number
  }

  private mutating func readSort(_ text: String) {
    let isDescending = text.hasPrefix("-")
    let name = String(isDescending ? text.dropFirst() : text[...])
    if name == "submitted" {
      result.sort = .submitted(isDescending: isDescending)
    } else if let column = columns[name] {
      result.sort = .column(column.column, isDescending: isDescending)
    } else {
      refuse("sort", text: name, reason: .unknownColumn)
    }
  }

  private mutating func readColumns(_ texts: [String]) {
    var shown: Set<AnswerColumn> = []
    for name in texts.flatMap({ $0.split(separator: ",") }) {
      if let column = columns[String(name)] {
        shown.insert(column.column)
      } else {
        refuse("columns", text: String(name), reason: .unknownColumn)
      }
    }
    result.columns = shown.isEmpty ? nil : order.filter { shown.contains($0) }
  }

}

// MARK: Filters

extension AddressReader {
  /// - Returns: false if no column has such a filter.
  private mutating func readFilter(_ name: String, parameter: String, texts: [String]) -> Bool {
    if let column = columns[name] {
      readValue(of: column, parameter: parameter, texts: texts)
      return true
    }
    for end in AnswerAddress.rangeEndings where name.hasSuffix(end) {
      let column = String(name.dropLast(end.count))
      guard let found = columns[column], found.column.hasRange else { continue }
      readRange(of: found, "f.\(column)")
      return true
    }
    if name.hasSuffix(AnswerAddress.noneEnding),
      let column = columns[String(name.dropLast(AnswerAddress.noneEnding.count))], column.column.kind == .text
    {
      if texts.contains(where: { !$0.isEmpty }) { setNoAnswer(of: column.column, parameter) }
      return true
    }
    guard name.hasSuffix(".label"), let column = columns[String(name.dropLast(".label".count))],
      column.column.kind == .choice
    else { return false }
    readLabels(of: column, parameter: parameter, texts: texts)
    return true
  }

  private mutating func readValue(of column: FormColumn, parameter: String, texts: [String]) {
    switch column.column.kind {
    case .choice: add(Set(texts), to: column.column)
    case .flag:
      for text in texts where !["true", "false", AnswerCondition.noAnswer].contains(text) {
        refuse(parameter, text: text, reason: .filter(.option(text)))
      }
      add(Set(texts).intersection(["true", "false", AnswerCondition.noAnswer]), to: column.column)
    case .text:
      // An empty field in the page's form means nothing.
      if texts.allSatisfy(\.trimmed.isEmpty) {
        if !result.isTyped { setNoAnswer(of: column.column, parameter) }
      } else if let text = searched(texts, of: parameter) {
        set(.contains(text), of: column.column, parameter: parameter)
      }
    case .number, .day, .time, .moment, .duration, .count:
      if texts.contains("") { setNoAnswer(of: column.column, parameter) }
      if let bound = bound(parameter, kind: column.column.kind, numberCell: column.numberCell) {
        set(.range(from: bound, to: bound), of: column.column, parameter: parameter)
      }
    }
  }

  /// Sets the condition of a column, which can have only one.
  private mutating func set(_ condition: AnswerCondition, of column: AnswerColumn, parameter: String) {
    guard let known = conditions[column] else {
      conditions[column] = condition
      return
    }
    let isNone = [known, condition].contains(.anyOf([AnswerCondition.noAnswer]))
    refuse(parameter, text: values[parameter]?.last ?? "", reason: isNone ? .filter(.noAnswer) : .repeated)
  }

  private mutating func setNoAnswer(of column: AnswerColumn, _ parameter: String) {
    set(.anyOf([AnswerCondition.noAnswer]), of: column, parameter: parameter)
  }

  private mutating func add(_ values: Set<String>, to column: AnswerColumn) {
    var all = values
    if case .anyOf(let known)? = conditions[column] { all.formUnion(known) }
    let kept = all.sorted().prefix(AnswerAddress.valueLimit)
    if !kept.isEmpty { conditions[column] = .anyOf(Set(kept)) }
  }

  private mutating func readLabels(of column: FormColumn, parameter: String, texts: [String]) {
    for text in texts.map(\.trimmed) where !text.isEmpty {
      if let value = column.options?.value(labelled: text) {
        add([value], to: column.column)
        result.isRewritten = true
      } else {
        refuse(parameter, text: text, reason: .filter(.option(text)))
      }
    }
  }

  private mutating func readRange(of column: FormColumn, _ name: String) {
    guard let (from, to) = range(name, kind: column.column.kind, numberCell: column.numberCell) else { return }
    set(.range(from: from, to: to), of: column.column, parameter: from == nil ? name + ".to" : name + ".from")
  }

  /// The two ends of a range; `nil` if it has none. Also `nil` if one end cannot be read, because otherwise more would
  /// be shown than was requested.
  private mutating func range(
    _ name: String, kind: AnswerColumn.Kind, numberCell: Cell? = nil
  ) -> (from: AnswerBound?, to: AnswerBound?)? {
    guard ranges.insert(name).inserted else { return nil }
    let known = result.mistakes.count
    let (from, to) = (
      bound(name + ".from", kind: kind, numberCell: numberCell), bound(name + ".to", kind: kind, numberCell: numberCell)
    )
    guard result.mistakes.count == known, from != nil || to != nil else { return nil }
    if let from, let to, from.isBehind(to) {
      refuse(name + ".from", text: values[name + ".from"]?.last ?? "", reason: .filter(.range))
      return nil
    }
    return (from, to)
  }

  /// The value of a parameter; `nil` if it has none, or one that cannot be read, which is noted.
  private mutating func bound(_ name: String, kind: AnswerColumn.Kind, numberCell: Cell?) -> AnswerBound? {
    guard let text = one(values[name] ?? [], of: name)?.trimmed else { return nil }
    do throws(FilterMistake) {
      let bound = try bound(reading: text, kind: kind, numberCell: numberCell)
      if bound.text(of: kind) != text { result.isRewritten = true }
      return bound
    } catch {
      refuse(name, text: text, reason: .filter(error))
      return nil
    }
  }

  private func bound(
    reading text: String, kind: AnswerColumn.Kind, numberCell: Cell?
  ) throws(FilterMistake) -> AnswerBound {
    switch kind {
    case .number: return .number(try number(text, cell: numberCell, decimalLimit: numberCell?.decimalLimit))
    case .count: return .number(try number(text, cell: nil, decimalLimit: 0))
    case .day:
      if let day = CalendarDate(parsing: text) { return .day(day) }
      guard case .day(let day) = DateReading(text, in: numbers.locale) else { throw .day }
      return .day(day)
    case .moment:
      if let moment = LocalDateTime(parsing: text) { return .moment(moment) }
      guard case (.day(let day), let minute)? = TypedDateTime.read(text, in: numbers.locale),
        let moment = LocalDateTime(day, minute: minute)
      else { throw .moment }
      return .moment(moment)
    case .time:
      guard let minutes = TimeReading.minutes(typed: text) else { throw .time }
      return .minutes(minutes)
    case .duration:
      guard case .minutes(let minutes) = TypedDuration(text) else { throw .duration }
      return .minutes(minutes)
    case .choice, .text, .flag: preconditionFailure("a \(kind) has no bounds")
    }
  }

  /// A number, as the form's own page reads it. An address must mean the same in every language. So it contains a
  /// number as submissions write it, or one that is read alike in the page's language, English and German, whose
  /// decimal and grouping separators are opposite.
  private func number(
    _ text: String, cell: Cell?, decimalLimit: Int?
  ) throws(FilterMistake) -> DecimalNumber {
    if !result.isTyped, let number = try? DecimalNumber(parsing: text), number.decimals <= decimalLimit ?? .max {
      return number
    }
    var readings: [DecimalNumber] = []
    for format in result.isTyped ? [numbers] : [numbers, .of("en"), .of("de")] {
      var reading = cell?.reading(of: text, in: format) ?? format.parse(text, decimalLimit: decimalLimit)
      // A bound may be between two values.
      if case .refused(.tooManyDecimals) = reading { reading = format.parse(text) }
      readings += reading.numbers.filter { !readings.contains($0) }
    }
    guard let first = readings.first else { throw .number }
    guard readings.count == 1 else {
      throw .ambiguous(numbers.text(readings.max() ?? first), numbers.text(readings.min() ?? first))
    }
    return first
  }
}

extension AnswerOptions {
  /// The value of the option with this label, compared as in a search; `nil` if there is none.
  func value(labelled text: String) -> String? {
    let folded = Folding.fold(text)
    if let all {
      return all.first { $0.label == text }?.value ?? all.first { Folding.fold($0.label) == folded }?.value
    }
    if label(of: text) != nil { return text }
    // Looks for the longest word, which the fewest labels contain.
    let words: [Substring] = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.max(by: { $0.count < $1.count }) else { return nil }
    let values = (try? self.values(holding: String(word), limit: AnswerSearch.valueLimit)) ?? []
    return values.first { label(of: $0) == text } ?? values.first { label(of: $0).map { Folding.fold($0) } == folded }
  }
}
