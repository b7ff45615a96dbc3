package import FormCells

extension Words {
  /// The message for a problem, saying how to mend it (TI42); the definition's own words come first.
  /// - `numbers`: how the visitor writes numbers; left out: as the last language, the form's locale.
  /// - `dates`: how the visitor writes days and times; left out: likewise.
  package func message(
    for problem: Problem, in cell: Cell, languages: [LanguageTag], numbers: NumberFormat? = nil,
    dates: DateFormat? = nil
  ) -> String {
    if let own = cell.messages.text(for: problem) { return own.text(in: languages) }
    let locale = languages.last ?? "en"
    if problem == .pattern, let example = cell.patternExample(in: languages) { return problems.patternLike(example) }
    return problems.message(
      for: problem, in: cell, languages, numbers ?? .of(locale), dates ?? .of(locale), listSeparator)
  }

  /// Which cells of a modal section to look at, "Check: Owner, State, and 2 more"; nil for none.
  func check(_ labels: [String]) -> String? {
    if labels.isEmpty { return nil }
    let namedLimit = 2
    let rest = labels.count - namedLimit
    return problems.check(list(labels.prefix(namedLimit) + (rest > 0 ? [andMore(rest)] : [])))
  }
}

extension Cell {
  /// The placeholder of a text with a pattern, where it matches that.
  fileprivate func patternExample(in languages: [LanguageTag]) -> String? {
    guard case .text(let text) = kind, let example = text.placeholder?.text(in: languages) else { return nil }
    return text.pattern?.matches(example) == true ? example : nil
  }
}

extension ProblemWords {
  fileprivate func message(
    for problem: Problem, in cell: Cell, _ languages: [LanguageTag], _ numbers: NumberFormat, _ dates: DateFormat,
    _ listSeparator: String
  ) -> String {
    switch problem {
    case .missing: return missing(in: cell, numbers)
    case .missingOther: return enterValue
    case .tooLong(let limit, let count): return tooLong(limit, count)
    case .tooShort(let limit, let count): return tooShort(limit, count)
    case .tooManyBytes: return tooManyBytes
    case .nullCharacter: return nullCharacter
    case .lostPassword: return lostPassword
    case .pattern: return pattern
    case .capitals(let text): return capitals(text)
    case .format(let format): return message(for: format, in: cell, numbers)
    case .formatCharacter(let format, let character):
      let enter = message(for: format, in: cell, numbers)
      return character.isWhitespace ? withoutBlanks(enter) : withoutCharacter(enter, String(character))
    case .telephoneDigits(let count):
      let range = TelephoneNumber.digitRange
      return telephoneDigits(count, numbers.text(count: range.lowerBound), numbers.text(count: range.upperBound))
    case .missingScheme(let address): return missingScheme(address)
    case .scheme: return scheme
    case .port: return port
    case .notANumber: return notANumber(in: cell, numbers)
    case .ambiguous(let readings):
      let texts = readings.map { spelled($0, in: cell, numbers) }
      return readings.last == "-" + (readings.first ?? "") ? ambiguous(texts) : ambiguous(texts, in: cell)
    case .otherCurrency:
      if case .currency(let money) = cell.kind { return otherCurrency(money.currency) }
      return notANumber(in: cell, numbers)
    case .belowMinimum(let minimum): return atLeast(cell.shownBound(minimum, in: numbers))
    case .aboveMaximum(let maximum): return atMost(cell.shownBound(maximum, in: numbers))
    case .tooManyDecimals(0):
      if case .currency = cell.kind { return wholeAmount }
      return message(for: .integer, in: cell, numbers)
    case .tooManyDecimals(let limit): return tooManyDecimals(limit)
    case .tooManyDigits(let limit): return tooManyDigits(limit)
    case .tooManyWholeDigits(let limit): return tooManyWholeDigits(limit)
    case .tooFew(let minimum, let count): return tooFew(minimum, count)
    case .tooMany(let maximum, let count): return tooMany(maximum, count)
    case .unknownOptions: return unknownOptions
    case .noLongerAvailable(let options): return noLongerAvailable(named(options.map(\.label), listSeparator))
    case .disabledOptions(let values):
      return disabledOptions(named(cell.optionLabels(of: values, in: languages), listSeparator))
    case .incomplete: return incomplete(in: cell, dates)
    case .notADate: return date
    case .noSuchDay: return noSuchDay
    case .noSuchMonth: return noSuchMonth
    case .otherCalendar: return otherCalendar
    case .ambiguousDate(let days): return ambiguous(days.map(\.description))
    case .yearDigits(let meant): return yearDigits(dates.text(year: meant))
    case .beforeMinimum(let day): return notBefore(dates.text(day))
    case .afterMaximum(let day): return notAfter(dates.text(day))
    case .notATime: return time
    case .beforeTime(let time): return notBeforeTime(dates.text(time))
    case .afterTime(let time): return notAfterTime(dates.text(time))
    case .betweenSteps(let below, nil): return nearest(step(below, of: cell, numbers, dates))
    case .betweenSteps(let below, let above?):
      return eitherNearest(step(below, of: cell, numbers, dates), step(above, of: cell, numbers, dates))
    }
  }

  private func named(_ labels: [String], _ listSeparator: String) -> String {
    let further = labels.count > Problem.namedLimit ? ["…"] : []
    return (labels.prefix(Problem.namedLimit) + further).joined(separator: listSeparator)
  }

  /// A number or a time that can be entered.
  private func step(_ value: String, of cell: Cell, _ numbers: NumberFormat, _ dates: DateFormat) -> String {
    TimeOfDay(parsing: value).map(dates.text) ?? cell.shownBound(value, in: numbers)
  }

  private func incomplete(in cell: Cell, _ dates: DateFormat) -> String {
    if case .time(let time) = cell.kind {
      let example = taken(["09:30", time.minimum?.description, time.maximum?.description], by: cell)
      return incompleteTime(TimeOfDay(parsing: example).map(dates.text) ?? example)
    }
    guard case .date(let date) = cell.kind else { return self.date }
    let bounds = [date.minimum, date.maximum].map { $0?.date(today: nil)?.description }
    let example = taken(["2026-01-31"] + bounds, by: cell)
    return incompleteDate(CalendarDate(parsing: example).map(dates.text) ?? example)
  }

  private func missing(in cell: Cell, _ numbers: NumberFormat) -> String {
    switch cell.kind {
    case .text(let text): text.format.map { message(for: $0, in: cell, numbers) } ?? enterValue
    case .note: enterValue
    case .password: enterPassword
    case .currency: enterAmount
    case .date: enterDate
    case .time: enterTime
    case .number: enterNumber
    case .switch: turnOn
    case .radioGroup: selectOption
    case .listPicker(let picker): picker.selection == .single ? selectOption : selectOptions
    case .select(let select): select.selection == .single ? selectOption : selectOptions
    case .orderPicker(let picker): selectCriteria(max(1, picker.minimum))
    }
  }

  private func message(for format: TextCell.Format, in cell: Cell, _ numbers: NumberFormat) -> String {
    switch format {
    case .email: email
    case .url: url
    case .tel: telephone
    case .integer: integer(example("12", of: cell, numbers))
    case .decimal: decimal(example("12.5", of: cell, numbers))
    }
  }

  private func notANumber(in cell: Cell, _ numbers: NumberFormat) -> String {
    if case .currency = cell.kind { return amount(example("1234.5", of: cell, numbers)) }
    if case .text(let text) = cell.kind, let format = text.format { return message(for: format, in: cell, numbers) }
    return message(for: cell.decimalLimit == 0 ? .integer : .decimal, in: cell, numbers)
  }

  /// A number that the cell takes.
  /// - `usual`: where it takes that one.
  private func example(_ usual: String, of cell: Cell, _ numbers: NumberFormat) -> String {
    let bounds: [DecimalNumber?] =
      switch cell.kind {
      case .text(let text): [text.minimum, text.maximum]
      case .currency(let money): [money.minimum, money.maximum]
      case .number(let number): [number.minimum, number.maximum]
      default: []
      }
    return spelled(taken([usual] + bounds.map { $0?.description } + ["10", "5", "1"], by: cell), in: cell, numbers)
  }

  /// The first that a cell takes; the first of all where it takes none.
  private func taken(_ candidates: [String?], by cell: Cell) -> String {
    let texts = candidates.compactMap(\.self)
    return texts.first { cell.problem(with: .text($0), isRequired: false, today: nil) == nil } ?? texts.first ?? ""
  }

  /// - Parameter readings: two, as the visitor would write them.
  private func ambiguous(_ readings: [String], in cell: Cell) -> String {
    let (first, second) = (readings.first ?? "", readings.last ?? "")
    switch cell.decimalLimit {
    case 0: return ambiguousWhole(first, second)
    case .some(let decimals) where decimals < 3: return ambiguousDecimals(decimals, first, second)
    default: return ambiguous(readings)
    }
  }

  private func ambiguous(_ readings: [String]) -> String { ambiguous(readings.first ?? "", readings.last ?? "") }

  /// A number as the visitor would write it into the cell.
  private func spelled(_ digits: String, in cell: Cell, _ numbers: NumberFormat) -> String {
    guard let number = try? DecimalNumber(parsing: digits) else { return digits }
    switch cell.kind {
    case .currency(let money): return numbers.text(number, currency: money.currency, symbol: .none)
    case .text(let text): return numbers.text(number, isGrouped: text.isGrouped)
    default: return numbers.text(number, isGrouped: true)
    }
  }
}

extension DateFormat {
  /// "2:05 PM"
  package func text(_ time: TimeOfDay) -> String { text(hour: time.minutes / 60, minute: time.minutes % 60) }
}
