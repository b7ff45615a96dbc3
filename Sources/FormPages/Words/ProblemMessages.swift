package import FormCells

extension Words {
  /// The message for a problem, which says how to correct it (TI42). The definition's own words take precedence.
  /// - `numbers`: how the visitor writes numbers; by default, as the last language, the form's locale.
  /// - `dates`: how the visitor writes days and times; by default, as the form's locale.
  package func message(
    for problem: Problem, in cell: Cell, languages: [LanguageTag], numbers: NumberFormat? = nil,
    dates: DateFormat? = nil
  ) -> String {
    if let own = cell.messages.text(for: problem) { return own.text(in: languages) }
    let locale = languages.last ?? "en"
    let messages = ProblemMessages(
      words: self, cell: cell, languages: languages, numbers: numbers ?? .of(locale), dates: dates ?? .of(locale))
    return messages.message(for: problem)
  }

  /// Which cells of a modal section need attention: "Check: Owner, State, and 2 more"; `nil` if none does.
  func check(_ labels: [String]) -> String? {
    if labels.isEmpty { return nil }
    let namedLimit = 2
    let rest = labels.count - namedLimit
    return problems.check(list(labels.prefix(namedLimit) + (rest > 0 ? [andMore(rest)] : [])))
  }
}

/// The built-in messages for the problems of one cell, as one visitor reads them.
private struct ProblemMessages {
  let words: Words
  let cell: Cell
  let languages: [LanguageTag]
  let numbers: NumberFormat
  let dates: DateFormat

  private var problems: ProblemWords { words.problems }

  func message(for problem: Problem) -> String {
    switch problem {
    case .rule(_, let message): message.text(in: languages)
    case .host(let message): message

    // What is missing
    case .missing: missing
    case .missingRows(let rows): problems.missingRows(named(rowLabels(of: rows)))
    case .missingOther: problems.enterValue
    case .missingParts(let parts): problems.missingParts(named(parts.map(words.name)))
    case .missingEnd(let end): missingEnd(end)
    case .incomplete: incomplete

    // Texts
    case .tooLong(let limit, let count): problems.tooLong(limit, count)
    case .tooShort(let limit, let count): problems.tooShort(limit, count)
    case .tooManyBytes: problems.tooManyBytes
    case .nullCharacter: problems.nullCharacter
    case .lostPassword: problems.lostPassword
    case .pattern: patternExample.map { problems.patternLike($0) } ?? problems.pattern
    case .capitals(let text): problems.capitals(text)
    case .format(let format): enter(format)
    case .formatCharacter(let format, let character):
      character.isWhitespace
        ? problems.withoutBlanks(enter(format)) : problems.withoutCharacter(enter(format), String(character))
    case .oneTelephone: problems.oneTelephone
    case .telephoneDigits(let count): telephoneDigits(count)
    case .missingScheme(let address): problems.missingScheme(address)
    case .scheme: problems.scheme
    case .port: problems.port

    // Numbers and amounts
    case .notANumber: enterNumber
    case .ambiguous(let readings): ambiguous(readings)
    case .otherCurrency:
      if case .currency(let money) = cell.kind { problems.otherCurrency(money.currency) } else { enterNumber }
    case .belowMinimum(let minimum): problems.atLeast(cell.shownBound(minimum, in: numbers))
    case .aboveMaximum(let maximum): problems.atMost(cell.shownBound(maximum, in: numbers))
    case .tooManyDecimals(0): if case .currency = cell.kind { problems.wholeAmount } else { enter(.integer) }
    case .tooManyDecimals(let limit): problems.tooManyDecimals(limit)
    case .tooManyDigits(let limit): problems.tooManyDigits(limit)
    case .tooManyWholeDigits(let limit): problems.tooManyWholeDigits(limit)
    case .incalculable: problems.incalculable
    case .endsBelow(let from): message(for: .ofEnd(.to, .belowMinimum(from)))
    case .betweenSteps(let below, nil): problems.nearest(step(below))
    case .betweenSteps(let below, let above?): problems.eitherNearest(step(below), step(above))

    // Choices, files and entries
    case .tooFew(let minimum, let count):
      if case .attachment = cell.kind {
        words.attachment.tooFew(minimum, count)
      } else {
        problems.tooFew(minimum, count)
      }
    case .tooMany(let maximum, let count):
      if case .attachment = cell.kind {
        words.attachment.tooMany(maximum, count)
      } else {
        problems.tooMany(maximum, count)
      }
    case .unknownOptions: problems.unknownOptions
    case .noLongerAvailable(let options): problems.noLongerAvailable(named(options.map(\.label)))
    case .disabledOptions(let values): problems.disabledOptions(named(cell.optionLabels(of: values, in: languages)))
    case .unfittingOptions(let values): problems.unfittingOptions(named(cell.optionLabels(of: values, in: languages)))
    case .tooFewEntries(let minimum, let count): problems.tooFewEntries(text(minimum), text(count))
    case .tooManyEntries(let maximum, let count): problems.tooManyEntries(text(maximum), text(count))

    // Days
    case .notADate: problems.date
    case .noSuchDay: problems.noSuchDay
    case .noSuchMonth: problems.noSuchMonth
    case .otherCalendar:
      if case .date(let date) = cell.kind, date.hasParts { problems.gregorianYear } else { problems.otherCalendar }
    case .partRange(let part, let range):
      problems.partRange(words.name(of: part), text(range.lowerBound), text(range.upperBound))
    case .ambiguousDate(let days): either(days.map(\.description))
    case .yearDigits(let meant): problems.yearDigits(dates.text(year: meant))
    case .beforeMinimum(let day): problems.notBefore(dates.text(day))
    case .afterMaximum(let day): problems.notAfter(dates.text(day))

    // Ranges
    case .ofEnd(let end, let problem): problems.summary(words.name(of: end), message(for: problem))
    case .ofBothEnds(let one, let other): message(for: one) + " " + message(for: other)
    case .endsBeforeItBegins: problems.endsBeforeItBegins
    case .tooFewDays(let minimum, let count): problems.tooFewDays(text(minimum), text(count))
    case .tooManyDays(let maximum, let count): problems.tooManyDays(text(maximum), text(count))

    // Times and durations
    case .notATime: problems.time
    case .beforeTime(let time): problems.notBeforeTime(dates.text(time))
    case .afterTime(let time): problems.notAfterTime(dates.text(time))
    case .notADateTime: problems.enterDateTime(exampleOfDateTime)
    case .beforeMoment(let time): problems.notBeforeTime(dates.text(time))
    case .afterMoment(let time): problems.notAfterTime(dates.text(time))
    case .skippedTime(let before, let after): problems.skippedTime(dates.text(before), dates.text(after))
    case .repeatedTime(let before, let after): problems.repeatedTime(dates.text(before), dates.text(after))
    case .notADuration: problems.enterDuration(exampleOfDuration)
    case .ambiguousDuration(let readings): either(readings.map(words.duration))
    case .shorterThan(let minutes): problems.atLeast(words.duration(minutes: minutes))
    case .longerThan(let minutes): problems.atMost(words.duration(minutes: minutes))
    }
  }

  private var missing: String {
    switch cell.kind {
    case .text(let text): text.format.map(enter) ?? problems.enterValue
    case .note, .content: problems.enterValue
    case .password: problems.enterPassword
    case .currency: problems.enterAmount
    case .date: problems.enterDate
    case .dateRange: problems.enterRange
    case .time: problems.enterTime
    case .dateTime: problems.enterDateTime(exampleOfDateTime)
    case .duration: problems.enterDuration(exampleOfDuration)
    case .number, .slider: problems.enterNumber
    case .switch(let cell): cell.style == .checkbox ? problems.tickBox : problems.turnOn
    case .radioGroup, .rating, .matrix: problems.selectOption
    case .checkboxGroup: problems.selectOptions
    case .attachment: words.attachment.addFile
    case .listPicker(let picker): picker.selection == .single ? problems.selectOption : problems.selectOptions
    case .select(let select): select.selection == .single ? problems.selectOption : problems.selectOptions
    case .orderPicker(let picker): problems.selectCriteria(max(1, picker.minimum))
    }
  }

  private func missingEnd(_ end: RangeTexts.End) -> String {
    if case .dateRange = cell.kind { return end == .from ? problems.enterFirstDay : problems.enterLastDay }
    return problems.summary(words.name(of: end), missing)
  }

  private var incomplete: String {
    switch cell.kind {
    case .time(let time):
      let example = accepted(["09:30", time.minimum?.description, time.maximum?.description])
      return problems.incompleteTime(TimeOfDay(parsing: example).map(dates.text) ?? example)
    case .dateTime: return problems.enterDateTime(exampleOfDateTime)
    case .dateRange(let range):
      let bound = (range.minimum ?? range.maximum)?.date(today: nil)?.description
      return problems.incompleteDate(CalendarDate(parsing: bound ?? "2026-01-31").map(dates.text) ?? "")
    case .date(let date):
      let bounds = [date.minimum, date.maximum].map { $0?.date(today: nil)?.description }
      let example = accepted(["2026-01-31"] + bounds)
      return problems.incompleteDate(CalendarDate(parsing: example).map(dates.text) ?? example)
    default: return problems.date
    }
  }

  private func enter(_ format: TextCell.Format) -> String {
    switch format {
    case .email: problems.email
    case .url: problems.url
    case .tel: problems.telephone
    case .integer: problems.integer(example("12"))
    case .decimal: problems.decimal(example("12.5"))
    }
  }

  private var enterNumber: String {
    if case .currency = cell.kind { return problems.amount(example("1234.5")) }
    if case .text(let text) = cell.kind, let format = text.format { return enter(format) }
    return enter(cell.decimalLimit == 0 ? .integer : .decimal)
  }

  private func telephoneDigits(_ count: Int) -> String {
    let range = TelephoneNumber.digitRange
    return problems.telephoneDigits(count, text(range.lowerBound), text(range.upperBound))
  }

  /// Asks which of two numbers is meant, and says how to write the one so that it has no other meaning.
  private func ambiguous(_ readings: [String]) -> String {
    let texts = readings.map(spelled)
    let (first, second) = (texts.first ?? "", texts.last ?? "")
    if readings.last == "-" + (readings.first ?? "") { return either(texts) }
    switch cell.decimalLimit {
    case 0: return problems.ambiguousWhole(first, second)
    case .some(let decimals) where decimals < 3: return problems.ambiguousDecimals(decimals, first, second)
    default: return either(texts)
    }
  }

  private func either(_ readings: [String]) -> String {
    problems.ambiguous(readings.first ?? "", readings.last ?? "")
  }

  // What the messages name

  private func named(_ labels: [String]) -> String {
    let more = labels.count > Problem.namedLimit ? ["…"] : []
    return (labels.prefix(Problem.namedLimit) + more).joined(separator: words[.listSeparator])
  }

  /// The labels of rows of a matrix.
  private func rowLabels(of ids: [String]) -> [String] {
    guard case .matrix(let matrix) = cell.kind else { return ids }
    return matrix.rows.filter { ids.contains($0.id) }.map { $0.label.text(in: languages) }
  }

  private func text(_ count: Int) -> String { numbers.text(count: count) }

  /// A number as the visitor would write it in the cell.
  private func spelled(_ digits: String) -> String {
    guard let number = try? DecimalNumber(parsing: digits) else { return digits }
    switch cell.kind {
    case .currency(let money): return numbers.text(number, currency: money.currency, symbol: .none)
    case .text(let text): return numbers.text(number, isGrouped: text.isGrouped)
    default: return numbers.text(number, isGrouped: true)
    }
  }

  /// A number, time or duration that can be entered.
  private func step(_ value: String) -> String {
    if case .duration = cell.kind { return DurationKind.minutes(of: value).map(words.duration) ?? value }
    if let time = LocalDateTime(parsing: value) { return dates.text(time) }
    return TimeOfDay(parsing: value).map(dates.text) ?? cell.shownBound(value, in: numbers)
  }

  // Examples that the cell accepts

  /// The placeholder of a text with a pattern, if it matches the pattern.
  private var patternExample: String? {
    guard case .text(let text) = cell.kind, let example = text.placeholder?.text(in: languages) else { return nil }
    return text.pattern?.matches(example) == true ? example : nil
  }

  private var exampleOfDateTime: String {
    var bounds: [String?] = []
    if case .dateTime(let kind) = cell.kind { bounds = [kind.minimum, kind.maximum].map { $0?.fixed?.description } }
    let example = accepted(["2026-01-31T09:30"] + bounds)
    return LocalDateTime(parsing: example).map(dates.text) ?? example
  }

  private var exampleOfDuration: String {
    var bounds: [Int?] = []
    if case .duration(let kind) = cell.kind { bounds = [kind.minimum, kind.maximum] }
    let example = accepted(["PT1H30M"] + bounds.map { $0.map(DurationKind.text) })
    return DurationKind.minutes(of: example).map(DurationKind.clock) ?? example
  }

  /// - Parameter usual: the example, if the cell accepts it.
  private func example(_ usual: String) -> String {
    let bounds: [DecimalNumber?] =
      switch cell.kind {
      case .text(let text): [text.minimum, text.maximum]
      case .currency(let money): [money.minimum, money.maximum]
      case .number(let number): [number.minimum, number.maximum]
      case .slider(let slider): [slider.minimum, slider.maximum]
      case .rating(let rating): [rating.number.minimum, rating.number.maximum]
      default: []
      }
    return spelled(accepted([usual] + bounds.map { $0?.description } + ["10", "5", "1"]))
  }

  /// The first text that the cell accepts, or the first of all.
  private func accepted(_ candidates: [String?]) -> String {
    let texts = candidates.compactMap(\.self)
    return texts.first { cell.problem(with: .text($0), isRequired: false, today: nil) == nil } ?? texts.first ?? ""
  }
}

extension DateFormat {
  /// "January 31, 2026, 2:05 PM"
  package func text(_ time: LocalDateTime) -> String {
    text(time.day, hour: time.minute / 60, minute: time.minute % 60)
  }

  /// "2:05 PM"
  package func text(_ time: TimeOfDay) -> String { text(hour: time.minutes / 60, minute: time.minutes % 60) }
}
