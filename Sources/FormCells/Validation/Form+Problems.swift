extension Form {
  /// The first problem of each cell that the visitor can change, in the order of cells: hidden, disabled and read-only
  /// cells have none.
  /// - Parameters:
  ///   - values: `values[i]` belongs to `cells[i]`, normalised (`Cell.normalised`).
  ///   - today: for dates bound to it, in the visitor's time zone as far as it is known.
  ///   - numbers: how the visitor writes numbers, to say more exactly why one was not understood.
  public func problems(
    in values: [CellValue], today: CalendarDate, numbers: NumberFormat? = nil
  ) -> [(cell: Int, problem: Problem)] {
    let states = states(in: values)
    return cells.compactMap { cell in
      let state = states[cell.index]
      guard state.isEditable else { return nil }
      guard let problem = cell.problem(with: values[cell.index], isRequired: state.isRequired, today: today) else {
        return nil
      }
      if let numbers, problem != .missing, let text = values[cell.index].text,
        let reading = cell.readingProblem(of: text, in: numbers)
      {
        return (cell.index, reading)
      }
      return (cell.index, problem)
    }
  }
}

extension Cell {
  /// The first problem of a value of this cell.
  /// - Parameters:
  ///   - isRequired: as `CellState` has it.
  ///   - today: nil leaves bounds of today alone.
  public func problem(with value: CellValue, isRequired: Bool, today: CalendarDate?) -> Problem? {
    if isEmpty(value) {
      // A value that is gone from its source is named rather than called missing.
      if case .selection(let selection) = value, let gone = selection.problemOfMissing { return gone }
      if isRequired { return .missing }
      // An optional cell left empty is fine, but a minimum of criteria asks for more than an answer.
      guard case .orderPicker(let picker) = kind, picker.minimum > 0 else { return nil }
      return .tooFew(minimum: picker.minimum, count: 0)
    }
    switch (kind, value) {
    case (.text(let cell), .text(let text)): return cell.problem(with: normalised(text))
    case (.password(let cell), .text(let text)):
      return lengthProblem(text, minimum: cell.minLength, maximum: cell.maxLength) ?? PasswordCell.problem(with: text)
    case (.currency(let cell), .text(let text)): return cell.problem(with: normalised(text))
    case (.note(let cell), .text(let text)):
      return lengthProblem(normalised(text), minimum: nil, maximum: cell.maxLength)
    case (.date(let cell), .text(let text)): return cell.problem(with: normalised(text), today: today)
    case (.listPicker(let picker), .selection(let selection)):
      return selection.problem(mode: picker.selection, minimum: picker.minimum, maximum: picker.maximum)
    case (.select(let select), .selection(let selection)):
      return selection.problem(mode: select.selection, minimum: nil, maximum: nil)
    case (.radioGroup, .selection(let selection)):
      return selection.problem(mode: .single, minimum: nil, maximum: nil)
    case (.orderPicker(let picker), .order(let order)): return picker.problem(with: order)
    default: return nil
    }
  }

  /// Whether the value counts as nothing: a blank text, no selected option or criterion, a switch that is off.
  public func isEmpty(_ value: CellValue) -> Bool {
    switch value {
    case .text(let text):
      // White space may be a password.
      if case .password = kind { return text.isEmpty }
      return text.allSatisfy(\.isWhitespace)
    case .flag(let flag): return !flag
    case .selection(let selection): return selection.isEmpty
    case .order(let order): return !order.contains(where: \.isSelected)
    }
  }

  /// A posted text as it is kept and counted: line ends LF; `text` and its like without white space around it and
  /// without line ends inside (HTML's value sanitization); a password untouched.
  public func normalised(_ text: String) -> String {
    switch kind {
    case .password: text
    case .note: text.lineEndsNormalised
    default: text.isPlainLine ? text : text.lineEndsNormalised.withoutLineFeeds.trimmed
    }
  }

  /// Grapheme clusters of a text as it is kept.
  public func characterCount(of text: String) -> Int {
    text.isPlainLine ? text.utf8.count : normalised(text).characterCount
  }
}

/// - Parameters: in grapheme clusters.
private func lengthProblem(_ text: String, minimum: Int?, maximum: Int?) -> Problem? {
  if minimum == nil, maximum == nil { return nil }
  let count = text.characterCount
  if let minimum, count < minimum { return .tooShort(limit: minimum, count: count) }
  if let maximum, count > maximum { return .tooLong(limit: maximum, count: count) }
  return nil
}

/// The number, or why it is none.
private func number(_ text: String) -> Result<DecimalNumber, Problem> {
  do {
    return .success(try DecimalNumber(parsing: text))
  } catch {
    switch error {
    case .notANumber: return .failure(.notANumber)
    case .tooManyDigits(let limit): return .failure(.tooManyDigits(limit: limit))
    }
  }
}

private func boundsProblem(_ number: DecimalNumber, minimum: String?, maximum: String?) -> Problem? {
  if let minimum, let bound = try? DecimalNumber(parsing: minimum), number < bound { return .belowMinimum(minimum) }
  if let maximum, let bound = try? DecimalNumber(parsing: maximum), number > bound { return .aboveMaximum(maximum) }
  return nil
}

extension TextCell {
  fileprivate func problem(with text: String) -> Problem? {
    if let problem = lengthProblem(text, minimum: nil, maximum: maxLength) { return problem }
    switch format {
    case nil: break
    case .email: if !TextFormat.isEmail(text) { return .format(.email) }
    case .url: if !TextFormat.isURL(text) { return .format(.url) }
    case .tel: if !TextFormat.isTelephone(text) { return .format(.tel) }
    case .integer, .decimal:
      switch number(text) {
      case .failure(let problem): return problem
      case .success(let number):
        if format == .integer, number.decimals > 0 { return .notANumber }
        if let problem = boundsProblem(number, minimum: minimum, maximum: maximum) { return problem }
      }
    }
    guard let pattern else { return nil }
    let limit = Pattern.textLimitScalars
    if text.unicodeScalars.count > limit { return .tooLong(limit: limit, count: text.count) }
    return pattern.matches(text) ? nil : .pattern
  }
}

extension PasswordCell {
  fileprivate static func problem(with text: String) -> Problem? {
    if text.utf8.count > byteLimit { return .tooManyBytes(limit: byteLimit) }
    return text.utf8.contains(0) ? .nullCharacter : nil
  }
}

extension CurrencyCell {
  fileprivate func problem(with text: String) -> Problem? {
    switch number(text) {
    case .failure(let problem): return problem
    case .success(let number):
      let decimals = CurrencyUnits.decimals(of: currency) ?? 2
      if number.decimals > decimals { return .tooManyDecimals(limit: decimals) }
      if number.digitCount > Self.digitLimit { return .tooManyDigits(limit: Self.digitLimit) }
      return boundsProblem(number, minimum: minimum, maximum: maximum)
    }
  }
}

extension DateCell {
  fileprivate func problem(with text: String, today: CalendarDate?) -> Problem? {
    guard let date = CalendarDate(parsing: text) else { return .notADate }
    if let bound = minimum?.date(today: today), date < bound { return .beforeMinimum(bound) }
    if let bound = maximum?.date(today: today), date > bound { return .afterMaximum(bound) }
    return nil
  }
}

extension DateCell.Bound {
  /// The day that it stands for.
  public func date(today: CalendarDate?) -> CalendarDate? {
    switch self {
    case .today: today
    case .day(let text): CalendarDate(parsing: text)
    }
  }
}

extension Selection {
  fileprivate var problemOfMissing: Problem? {
    missing.isEmpty ? nil : .noLongerAvailable(missing.prefix(Problem.namedLimit).map(\.value))
  }

  fileprivate func problem(mode: SelectionMode, minimum: Int?, maximum: Int?) -> Problem? {
    if let problem = problemOfMissing { return problem }
    if mode == .single, count > 1 { return .tooMany(maximum: 1, count: count) }
    if let minimum, count < minimum { return .tooFew(minimum: minimum, count: count) }
    if let maximum, count > maximum { return .tooMany(maximum: maximum, count: count) }
    var disabled: [String] = []
    for row in rows where table.isDisabled(at: row) {
      disabled.append(table.value(at: row))
      if disabled.count == Problem.namedLimit { break }
    }
    return disabled.isEmpty ? nil : .disabledOptions(disabled)
  }
}

extension OrderPicker {
  fileprivate func problem(with order: [OrderedCriterion]) -> Problem? {
    let known = Set(criteria.map(\.id))
    let unknown = order.map(\.id).filter { !known.contains($0) }
    if !unknown.isEmpty { return .unknownOptions(Array(unknown.prefix(Problem.namedLimit))) }
    let count = order.count(where: \.isSelected)
    return count < minimum ? .tooFew(minimum: minimum, count: count) : nil
  }
}
