/// Why a value is refused. The pages have the messages in the visitor's language.
package enum Problem: Error, Sendable, Equatable {
  /// Required, and empty.
  case missing
  /// Rows of a required matrix that are not answered, by id.
  case missingRows([String])
  /// `other` is chosen without its text.
  case missingOther
  /// The numbers count grapheme clusters.
  case tooLong(limit: Int, count: Int)
  case tooShort(limit: Int, count: Int)
  /// A password of more bytes than are hashed.
  case tooManyBytes(limit: Int)
  /// A password with U+0000, at which hash functions would end the text.
  case nullCharacter
  /// A password was lost with its session.
  case lostPassword
  case pattern
  /// The text would match in capitals; the value is the text in capitals.
  case capitals(String)
  /// Not an e-mail address, URL or telephone number.
  case format(TextCell.Format)
  /// The first character that the format does not allow.
  case formatCharacter(TextCell.Format, Character)
  /// Too few or too many digits for a telephone number.
  case telephoneDigits(count: Int)
  /// Several telephone numbers.
  case oneTelephone
  /// A web address without its scheme; the address that is probably meant.
  case missingScheme(address: String)
  /// A web address with another scheme than `http` and `https`.
  case scheme
  /// A web address with an invalid port.
  case port
  /// Neither an integer (`format: integer`) nor a decimal number or amount.
  case notANumber
  /// A number that can be read in two ways; the values are both readings, in exact digits.
  case ambiguous([String])
  /// An amount in another currency, given as its ISO 4217 code.
  case otherCurrency(String)
  /// Too many digits.
  case tooManyDigits(limit: Int)
  /// More digits before the decimal separator than an amount can have.
  case tooManyWholeDigits(limit: Int)
  /// More decimals than the currency has.
  case tooManyDecimals(limit: Int)
  /// The bound in exact decimal digits.
  case belowMinimum(String)
  case aboveMaximum(String)
  /// Fewer values chosen than the minimum.
  case tooFew(minimum: Int, count: Int)
  case tooMany(maximum: Int, count: Int)
  /// Values that never were options, or criteria that the picker lacks.
  case unknownOptions([String])
  /// Options that do not fit the values of other cells, by value.
  case unfittingOptions([String])
  /// Choices that are no longer among the options, because a source file changed.
  case noLongerAvailable([Selection.Missing])
  /// Chosen options that are disabled, by value.
  case disabledOptions([String])
  /// Only a part of a date or time, or one that does not exist.
  case incomplete
  case notADate
  /// A day that its month does not have, and a month that its year does not have.
  case noSuchDay
  case noSuchMonth
  /// The year is probably one of another calendar.
  case otherCalendar
  /// A day that can be read in two ways.
  case ambiguousDate([CalendarDate])
  /// The year does not have four digits; the value is the year that may be meant.
  case yearDigits(meant: Int)
  /// The empty fields of a date in three fields.
  case missingParts([DateParts.Part])
  /// The day or the month is not a number of this range.
  case partRange(DateParts.Part, ClosedRange<Int>)
  /// One end of a range is empty.
  case missingEnd(RangeTexts.End)
  /// What is wrong with one end of a range.
  indirect case ofEnd(RangeTexts.End, Problem)
  /// What is wrong with either end.
  indirect case ofBothEnds(Problem, Problem)
  /// A date range that ends before it begins.
  case endsBeforeItBegins
  /// A number range that ends below its beginning, which is given in exact decimal digits.
  case endsBelow(String)
  /// The days of a range, counting the first and the last.
  case tooFewDays(minimum: Int, count: Int)
  case tooManyDays(maximum: Int, count: Int)
  case beforeMinimum(CalendarDate)
  case afterMaximum(CalendarDate)
  case notADuration
  /// A number without a unit; the values are the durations in minutes that it can mean.
  case ambiguousDuration([Int])
  /// The bound in minutes.
  case shorterThan(Int)
  case longerThan(Int)
  case notADateTime
  case beforeMoment(LocalDateTime)
  case afterMoment(LocalDateTime)
  /// The clocks never show this time, or show it twice; the values are the nearest times that they show once.
  case skippedTime(before: LocalDateTime, after: LocalDateTime)
  case repeatedTime(before: LocalDateTime, after: LocalDateTime)
  case notATime
  case beforeTime(TimeOfDay)
  case afterTime(TimeOfDay)
  /// The nearest allowed values; `above` is `nil` if there is none above.
  case betweenSteps(below: String, above: String?)
  /// A calculated value with more digits than calculations support, or one that is no day or duration.
  case incalculable
  /// A broken rule of the form, by position, and its message.
  case rule(Int, Localized)
  /// A message of a host's check.
  case host(String)
  /// The number of entries of a repeated section.
  case tooFewEntries(minimum: Int, count: Int)
  case tooManyEntries(maximum: Int, count: Int)

  /// The number of values that one message names; a longer list helps nobody. A problem with one more value says that there are more.
  package static let namedLimit = 20
}

extension Problem {
  fileprivate var isBetweenSteps: Bool { if case .betweenSteps = self { true } else { false } }

  /// A sentence for authors of definitions; visitors read the pages' messages.
  package var sentence: String {
    func list(_ values: [String]) -> String { values.map { "“\($0)”" }.joined(separator: ", ") }
    return switch self {
    case .missing: "it is empty"
    case .missingRows(let rows): "the rows \(list(rows)) have no answer"
    case .missingOther: "the text of “other” is empty"
    case .tooLong(let limit, let count): "it has \(count) characters; the limit is \(limit)"
    case .tooShort(let limit, let count): "it has \(count) characters; at least \(limit) are needed"
    case .tooManyBytes(let limit): "it has more than \(limit) bytes"
    case .nullCharacter: "it has a NUL character"
    case .lostPassword: "it was lost"
    case .pattern: "it does not match the pattern"
    case .capitals(let text): "it does not match the pattern; “\(text)” does"
    case .format(.email): "it is not an e-mail address"
    case .format(.url): "it is not an absolute http or https address"
    case .format: "it is not a telephone number"
    case .formatCharacter(_, let character): "it has “\(character)” where none can be"
    case .telephoneDigits(let count): "it has \(count) digits; a telephone number has 3 to 20"
    case .oneTelephone: "it is more than one telephone number"
    case .missingScheme(let address): "it has no scheme, as in \(address)"
    case .scheme: "its scheme is neither http nor https"
    case .port: "its port is not a number up to 65535"
    case .notANumber: "it is not a valid number"
    case .ambiguous(let readings): "it can be read as \(readings.joined(separator: " or "))"
    case .otherCurrency(let code): "it is an amount in \(code)"
    case .tooManyDigits(let limit): "it has more than \(limit) digits"
    case .tooManyWholeDigits(let limit): "it has more than \(limit) digits before its decimals"
    case .tooManyDecimals(0): "it has decimals"
    case .tooManyDecimals(let limit): "it has more than \(limit == 1 ? "1 decimal" : "\(limit) decimals")"
    case .belowMinimum(let bound): "it is below the minimum \(bound)"
    case .aboveMaximum(let bound): "it is above the maximum \(bound)"
    case .tooFew(let minimum, let count): "it chooses \(count); at least \(minimum) are needed"
    case .tooMany(let maximum, let count): "it chooses \(count); the limit is \(maximum)"
    case .unknownOptions(let values): "\(list(values)) is not among the options"
    case .unfittingOptions(let values): "\(list(values)) does not fit the cells that it follows"
    case .noLongerAvailable(let options): "\(list(options.map(\.value))) is not among the options"
    case .disabledOptions(let values): "\(list(values)) is disabled"
    case .incomplete: "it is incomplete"
    case .notADate: "it is not a day YYYY-MM-DD"
    case .noSuchDay: "its month has no such day"
    case .noSuchMonth: "a year has no such month"
    case .otherCalendar: "its year is not a likely one of the Gregorian calendar"
    case .ambiguousDate(let days): "it can be read as \(days.map(\.description).joined(separator: " or "))"
    case .yearDigits(let meant): "its year is not written with four digits from 1000 on, as \(meant) is"
    case .missingParts(let parts): "it lacks \(parts.map(\.rawValue).joined(separator: " and "))"
    case .partRange(let part, let range):
      "its \(part.rawValue) is not a number from \(range.lowerBound) to \(range.upperBound)"
    case .missingEnd(let end): "it lacks “\(end.rawValue)”"
    case .ofEnd(let end, let problem): "of “\(end.rawValue)”, \(problem.sentence)"
    case .ofBothEnds(let one, let other): "\(one.sentence), and \(other.sentence)"
    case .endsBeforeItBegins: "“to” is before “from”"
    case .endsBelow(let from): "“to” is below “from”, \(from)"
    case .tooFewDays(let minimum, let count): "it has \(count) days; at least \(minimum) are needed"
    case .tooManyDays(let maximum, let count): "it has \(count) days; the limit is \(maximum)"
    case .beforeMinimum(let bound): "it is before \(bound)"
    case .afterMaximum(let bound): "it is after \(bound)"
    case .notADuration: "it is not a duration such as PT1H30M"
    case .ambiguousDuration(let readings):
      "it can be read as \(readings.map(DurationKind.clock).joined(separator: " or "))"
    case .shorterThan(let bound): "it is shorter than \(DurationKind.clock(bound))"
    case .longerThan(let bound): "it is longer than \(DurationKind.clock(bound))"
    case .notADateTime: "it is not a date and time YYYY-MM-DDTHH:MM"
    case .beforeMoment(let bound): "it is before \(bound)"
    case .afterMoment(let bound): "it is after \(bound)"
    case .skippedTime(let before, let after): "the clocks skip it; the nearest times are \(before) and \(after)"
    case .repeatedTime(let before, let after): "the clocks show it twice; the nearest times are \(before) and \(after)"
    case .notATime: "it is not a time HH:MM"
    case .beforeTime(let bound): "it is before \(bound)"
    case .afterTime(let bound): "it is after \(bound)"
    case .incalculable: "it cannot be calculated"
    case .rule: "it breaks a rule of the form"
    case .host(let message): message
    case .tooFewEntries(let minimum, let count): "it has \(count) entries; at least \(minimum) are needed"
    case .tooManyEntries(let maximum, let count): "it has \(count) entries; the limit is \(maximum)"
    case .betweenSteps(let below, let above):
      "it is between two steps; the nearest is \(below)\(above.map { " or \($0)" } ?? "")"
    }
  }
}

/// A problem and the cell, by index, that has it.
package struct CellProblem: Sendable, Equatable {
  package let cell: Int
  package let problem: Problem

  package init(cell: Int, problem: Problem) {
    self.cell = cell
    self.problem = problem
  }
}

extension FormState {
  /// The first problem of each cell that the visitor can change, in the order of cells.
  /// - Parameters:
  ///   - today: for date bounds that depend on it.
  ///   - numbers: how the visitor writes numbers, to say more exactly why one was not understood.
  package func problems(today: CalendarDate, numbers: NumberFormat? = nil) -> [CellProblem] {
    form.cells.indices.compactMap { problem(of: $0, today: today, numbers: numbers) }
  }

  /// Whether any cell has a problem.
  func hasProblems(today: CalendarDate) -> Bool {
    !demands.brokenRules.isEmpty || form.cells.indices.contains { ownProblem(of: $0, today: today) != nil }
  }

  /// Whether these cells are complete: none has a problem, and all required ones have an answer. If none is required, all of them must have
  /// one.
  package func isComplete(_ cells: [Int], today: CalendarDate) -> Bool {
    let open = cells.filter { states[$0].isEditable && form.cells[$0].hasValue }
    guard open.contains(where: { states[$0].isRequired }) || answers(in: open) == (open.count, open.count) else {
      return false
    }
    return !open.isEmpty && open.allSatisfy { problem(of: $0, today: today) == nil }
  }

  /// The first problem of one cell: its own, a broken rule, or a message of the host's check. `nil` for a cell that the visitor cannot
  /// change.
  /// - `today`: `nil` skips bounds that depend on today.
  package func problem(of index: Int, today: CalendarDate?, numbers: NumberFormat? = nil) -> CellProblem? {
    ownProblem(of: index, today: today, numbers: numbers) ?? problemOfRule(at: index) ?? problemOfHost(at: index)
  }

  /// The same without rules and messages of the host's check.
  /// - Parameter followsBounds: whether bounds that are other cells' values count.
  func ownProblem(
    of index: Int, today: CalendarDate?, numbers: NumberFormat? = nil, followsBounds: Bool = true
  ) -> CellProblem? {
    if !form.repeatedSections.isEmpty, let problem = problemOfEntries(ofCell: index) { return problem }
    let (cell, state) = (form.cells[index], states[index])
    guard state.isEditable || state.isVisible && cell.isCalculated else { return nil }
    if cell.isCalculated, values[index].text == CellValue.incalculableText {
      return CellProblem(cell: index, problem: .incalculable)
    }
    if cell.isCalculated, case .duration(let duration) = cell.kind, values[index].text == CellValue.negativeText {
      return CellProblem(cell: index, problem: .shorterThan(duration.minimum ?? 0))
    }
    // Options from data may have changed.
    let isData = cell.optionSource?.isData == true
    let value = isData ? .selection(appliedSelection(of: cell)) : values[index]
    if lostPasswords.contains(index) { return CellProblem(cell: index, problem: .lostPassword) }
    if !cell.filters.isEmpty, let problem = problemOfUnfitting(cell) {
      return CellProblem(cell: index, problem: problem)
    }
    let bounds = followsBounds ? bounds(of: index) : nil
    let usual = cell.problem(with: value, isRequired: state.isRequired, today: today, bounds: bounds)
    var problem = usual
    // A step problem names the nearest times. They must exist on the clocks, so the check at this moment takes precedence.
    if usual?.isBetweenSteps ?? true, let moment {
      problem = cell.behaviour(within: bounds).problem(with: value, at: moment) ?? usual
    }
    guard let problem else { return nil }
    // The unchanged value was allowed when it was sent, or when the form was opened.
    if isLeftInTime(index), cell.problem(with: value, isRequired: state.isRequired, today: nil, bounds: bounds) == nil {
      return nil
    }
    if let numbers, problem != .missing, let reading = cell.readingProblem(of: value, in: numbers) {
      return CellProblem(cell: index, problem: reading)
    }
    return CellProblem(cell: index, problem: problem)
  }

  /// Remembers what was sent before, in the same form. While such an answer is unchanged, a bound that moves with the day does not refuse
  /// it.
  package mutating func remember(sent: FormState) {
    let dated = sent.form.cells.filter { $0.countsFromToday && !$0.isEmpty(sent.values[$0.index]) }
    digestsInTime = Dictionary(uniqueKeysWithValues: dated.map { ($0.index, sent.digests[$0.index]) })
  }

  /// The same for first values that cells received at a moment.
  package mutating func rememberBeginning(of cells: some Sequence<Int>, at moment: Moment) {
    for cell in cells where form.cells[cell].beginsInTime && values[cell] == form.cells[cell].beginning(at: moment) {
      digestsInTime[cell] = digests[cell]
    }
  }

  private func isLeftInTime(_ cell: Int) -> Bool { digestsInTime[cell] == digests[cell] }

  /// The problem that a cell shows before anything is sent: a text beyond its limit, as it would show while typing (TI53 to TI55), a lost
  /// password, or a message of the host's check.
  package func problemOfEntry(of index: Int) -> CellProblem? {
    problemWhileTyping(of: index) ?? problemOfHost(at: index)
  }

  private func problemWhileTyping(of index: Int) -> CellProblem? {
    guard states[index].isEditable else { return nil }
    if lostPasswords.contains(index) { return CellProblem(cell: index, problem: .lostPassword) }
    let cell = form.cells[index]
    guard let limit = cell.lengthLimit else { return problemOfGroup(cell) }
    guard case let text = values[index].text,
      // A grapheme cluster has at least one byte, so most texts need not be counted.
      text.utf8.count > limit
    else { return nil }
    let count = cell.characterCount(of: text)
    return count > limit ? CellProblem(cell: index, problem: .tooLong(limit: limit, count: count)) : nil
  }

  /// For options on the page: a choice that no longer exists, which the page cannot show, or a text of `other` that is too long.
  private func problemOfGroup(_ cell: Cell) -> CellProblem? {
    guard cell.hasField, let choice = cell.choice else { return nil }
    let isData = cell.optionSource?.isData == true
    let selection = isData ? appliedSelection(of: cell) : values[cell.index].selection
    let problem =
      selection.problemOfMissing ?? (selection.other?.isEmpty == false ? choice.otherProblem(selection) : nil)
    return problem.map { CellProblem(cell: cell.index, problem: $0) }
  }

  /// Whether a cell was checked, by a submit or by applying its selection, has a value, and no problem: then its success message
  /// is shown (LP18, C16).
  package func isConfirmed(_ index: Int, today: CalendarDate?) -> Bool {
    guard showsProblems(of: index) || applied.contains(index) else { return false }
    return states[index].isEditable && !form.cells[index].isEmpty(values[index])
      && problem(of: index, today: today) == nil
  }
}
