package import FormCells

/// Why an entry is rejected, and how to correct it. The sentences do not name the cell. They are shown at the cell, and
/// after its label in the error summary, so they have to fit any label.
struct ProblemWords: Sendable {
  // What is missing, by what the cell takes
  let enterValue: String
  let enterPassword: String
  let enterAmount: String
  let enterDate: String
  let enterTime: String
  let enterNumber: String
  let selectOption: String
  let selectOptions: String
  let missingRows: Phrase
  let selectCriteria: CountedPhrase
  let turnOn: String
  let tickBox: String

  // Texts
  let tooLong: CountedPhrase
  let tooShort: CountedPhrase
  let tooManyBytes: String
  let nullCharacter: String
  let lostPassword: String
  let pattern: String
  /// Includes the cell's placeholder, if that is an example.
  let patternLike: Phrase
  let capitals: Phrase
  let email: String
  let url: String
  let telephone: String
  let telephoneDigits: CountedPhrase
  let oneTelephone: String
  let missingScheme: Phrase
  let scheme: String
  let port: String
  /// The expected entry, and the characters to remove from the present one.
  let withoutBlanks: Phrase
  let withoutCharacter: Phrase

  // Numbers and amounts
  let integer: Phrase
  let decimal: Phrase
  let amount: Phrase
  let otherCurrency: Phrase
  let atLeast: Phrase
  let atMost: Phrase
  let wholeAmount: String
  let tooManyDecimals: CountedPhrase
  let tooManyDigits: CountedPhrase
  let tooManyWholeDigits: CountedPhrase
  /// The two readings, and an unambiguous way to write the number that is meant.
  let ambiguous: Phrase
  let ambiguousWhole: Phrase
  let ambiguousDecimals: CountedPhrase

  // Choices
  let tooFew: CountedPhrase
  let tooMany: CountedPhrase
  let unknownOptions: String
  let noLongerAvailable: Phrase
  let disabledOptions: Phrase
  let unfittingOptions: Phrase

  // Dates
  let incompleteDate: Phrase
  let incompleteTime: Phrase
  let date: String
  let noSuchDay: String
  let noSuchMonth: String
  let otherCalendar: String
  let yearDigits: Phrase
  /// For a date in three fields.
  let gregorianYear: String
  let missingParts: Phrase
  let partRange: Phrase
  let enterRange: String
  let enterFirstDay: String
  let enterLastDay: String
  let endsBeforeItBegins: String
  let tooFewDays: Phrase
  let tooManyDays: Phrase
  let enterDateTime: Phrase
  let skippedTime: Phrase
  let repeatedTime: Phrase
  let enterDuration: Phrase
  let notBefore: Phrase
  let notAfter: Phrase

  // Times, and steps of times and numbers
  let time: String
  let notBeforeTime: Phrase
  let notAfterTime: Phrase
  let nearest: Phrase
  let eitherNearest: Phrase

  // Calculated values
  let incalculable: String

  // Repeated sections
  let tooFewEntries: Phrase
  let tooManyEntries: Phrase

  // Outside the cell
  /// A line of the error summary: "Serial Number: Enter a value."
  let summary: Phrase
  /// Shown at the cell of a modal section: the labels of its cells that have problems.
  let check: Phrase

  init(_ reader: inout WordReader) {
    enterValue = reader.text("enterValue")
    enterPassword = reader.text("enterPassword")
    enterAmount = reader.text("enterAmount")
    enterDate = reader.text("enterDate")
    enterTime = reader.text("enterTime")
    enterNumber = reader.text("enterNumber")
    selectOption = reader.text("selectOption")
    selectOptions = reader.text("selectOptions")
    missingRows = reader.phrase("missingRows", places: "rows")
    selectCriteria = reader.counted("selectCriteria", places: "minimum")
    turnOn = reader.text("turnOn")
    tickBox = reader.text("tickBox")
    tooLong = reader.counted("tooLong", places: "limit", "count")
    tooShort = reader.counted("tooShort", places: "limit", "count")
    tooManyBytes = reader.text("tooManyBytes")
    nullCharacter = reader.text("nullCharacter")
    lostPassword = reader.text("lostPassword")
    pattern = reader.text("pattern")
    patternLike = reader.phrase("patternLike", places: "example")
    capitals = reader.phrase("capitals", places: "text")
    email = reader.text("email")
    url = reader.text("url")
    telephone = reader.text("telephone")
    telephoneDigits = reader.counted("telephoneDigits", places: "count", "minimum", "maximum")
    oneTelephone = reader.text("oneTelephone")
    missingScheme = reader.phrase("missingScheme", places: "address")
    scheme = reader.text("scheme")
    port = reader.text("port")
    withoutBlanks = reader.phrase("withoutBlanks", places: "message")
    withoutCharacter = reader.phrase("withoutCharacter", places: "message", "character")
    integer = reader.phrase("integer", places: "example")
    decimal = reader.phrase("decimal", places: "example")
    amount = reader.phrase("amount", places: "example")
    otherCurrency = reader.phrase("otherCurrency", places: "currency")
    atLeast = reader.phrase("atLeast", places: "minimum")
    atMost = reader.phrase("atMost", places: "maximum")
    wholeAmount = reader.text("wholeAmount")
    tooManyDecimals = reader.counted("tooManyDecimals", places: "limit")
    tooManyDigits = reader.counted("tooManyDigits", places: "limit")
    tooManyWholeDigits = reader.counted("tooManyWholeDigits", places: "limit")
    ambiguous = reader.phrase("ambiguous", places: "first", "second")
    ambiguousWhole = reader.phrase("ambiguousWhole", places: "first", "second")
    ambiguousDecimals = reader.counted("ambiguousDecimals", places: "decimals", "first", "second")
    tooFew = reader.counted("tooFew", places: "minimum", "count")
    tooMany = reader.counted("tooMany", places: "maximum", "count")
    unknownOptions = reader.text("unknownOptions")
    noLongerAvailable = reader.phrase("noLongerAvailable", places: "values")
    disabledOptions = reader.phrase("disabledOptions", places: "values")
    unfittingOptions = reader.phrase("unfittingOptions", places: "values")
    incompleteDate = reader.phrase("incompleteDate", places: "example")
    incompleteTime = reader.phrase("incompleteTime", places: "example")
    date = reader.text("date")
    noSuchDay = reader.text("noSuchDay")
    noSuchMonth = reader.text("noSuchMonth")
    otherCalendar = reader.text("otherCalendar")
    yearDigits = reader.phrase("yearDigits", places: "year")
    gregorianYear = reader.text("gregorianYear")
    missingParts = reader.phrase("missingParts", places: "parts")
    partRange = reader.phrase("partRange", places: "part", "first", "last")
    enterRange = reader.text("enterRange")
    enterFirstDay = reader.text("enterFirstDay")
    enterLastDay = reader.text("enterLastDay")
    endsBeforeItBegins = reader.text("endsBeforeItBegins")
    tooFewDays = reader.phrase("tooFewDays", places: "minimum", "count")
    tooManyDays = reader.phrase("tooManyDays", places: "maximum", "count")
    enterDateTime = reader.phrase("enterDateTime", places: "example")
    skippedTime = reader.phrase("skippedTime", places: "before", "after")
    repeatedTime = reader.phrase("repeatedTime", places: "before", "after")
    enterDuration = reader.phrase("enterDuration", places: "example")
    notBefore = reader.phrase("notBefore", places: "date")
    notAfter = reader.phrase("notAfter", places: "date")
    time = reader.text("time")
    notBeforeTime = reader.phrase("notBeforeTime", places: "time")
    notAfterTime = reader.phrase("notAfterTime", places: "time")
    nearest = reader.phrase("nearest", places: "value")
    eitherNearest = reader.phrase("eitherNearest", places: "below", "above")
    incalculable = reader.text("incalculable")
    tooFewEntries = reader.phrase("tooFewEntries", places: "minimum", "count")
    tooManyEntries = reader.phrase("tooManyEntries", places: "maximum", "count")
    summary = reader.phrase("summary", places: "label", "message")
    check = reader.phrase("check", places: "labels")
  }
}

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
    if problem == .pattern, let example = cell.patternExample(in: languages) { return problems.patternLike(example) }
    return problems.message(
      for: problem, in: cell, languages: languages, numbers: numbers ?? .of(locale), dates: dates ?? .of(locale),
      words: self)
  }

  /// Which cells of a modal section need attention: "Check: Owner, State, and 2 more"; `nil` if none does.
  func check(_ labels: [String]) -> String? {
    if labels.isEmpty { return nil }
    let namedLimit = 2
    let rest = labels.count - namedLimit
    return problems.check(list(labels.prefix(namedLimit) + (rest > 0 ? [andMore(rest)] : [])))
  }
}

extension Cell {
  /// The labels of rows of a matrix.
  fileprivate func rowLabels(of ids: [String], in languages: [LanguageTag]) -> [String] {
    guard case .matrix(let matrix) = kind else { return ids }
    return matrix.rows.filter { ids.contains($0.id) }.map { $0.label.text(in: languages) }
  }

  /// The placeholder of a text with a pattern, if it matches the pattern.
  fileprivate func patternExample(in languages: [LanguageTag]) -> String? {
    guard case .text(let text) = kind, let example = text.placeholder?.text(in: languages) else { return nil }
    return text.pattern?.matches(example) == true ? example : nil
  }
}

extension ProblemWords {
  fileprivate func message(
    for problem: Problem, in cell: Cell, languages: [LanguageTag], numbers: NumberFormat, dates: DateFormat,
    words: Words
  ) -> String {
    switch problem {
    case .missing: return missing(in: cell, numbers: numbers, dates: dates, words: words)
    case .rule(_, let message): return message.text(in: languages)
    case .host(let message): return message
    case .missingRows(let rows):
      return missingRows(named(cell.rowLabels(of: rows, in: languages), words: words))
    case .missingOther: return enterValue
    case .tooLong(let limit, let count): return tooLong(limit, count)
    case .tooShort(let limit, let count): return tooShort(limit, count)
    case .tooManyBytes: return tooManyBytes
    case .nullCharacter: return nullCharacter
    case .lostPassword: return lostPassword
    case .pattern: return pattern
    case .capitals(let text): return capitals(text)
    case .format(let format): return message(for: format, in: cell, numbers: numbers)
    case .formatCharacter(let format, let character):
      let enter = message(for: format, in: cell, numbers: numbers)
      return character.isWhitespace ? withoutBlanks(enter) : withoutCharacter(enter, String(character))
    case .oneTelephone: return oneTelephone
    case .telephoneDigits(let count):
      let range = TelephoneNumber.digitRange
      return telephoneDigits(count, numbers.text(count: range.lowerBound), numbers.text(count: range.upperBound))
    case .missingScheme(let address): return missingScheme(address)
    case .scheme: return scheme
    case .port: return port
    case .notANumber: return notANumber(in: cell, numbers: numbers)
    case .ambiguous(let readings):
      let texts = readings.map { spelled($0, in: cell, numbers: numbers) }
      return readings.last == "-" + (readings.first ?? "") ? ambiguous(texts) : ambiguous(texts, in: cell)
    case .otherCurrency:
      if case .currency(let money) = cell.kind { return otherCurrency(money.currency) }
      return notANumber(in: cell, numbers: numbers)
    case .belowMinimum(let minimum): return atLeast(cell.shownBound(minimum, in: numbers))
    case .aboveMaximum(let maximum): return atMost(cell.shownBound(maximum, in: numbers))
    case .tooManyDecimals(0):
      if case .currency = cell.kind { return wholeAmount }
      return message(for: .integer, in: cell, numbers: numbers)
    case .tooManyDecimals(let limit): return tooManyDecimals(limit)
    case .tooManyDigits(let limit): return tooManyDigits(limit)
    case .tooManyWholeDigits(let limit): return tooManyWholeDigits(limit)
    case .tooFew(let minimum, let count):
      if case .attachment = cell.kind { return words.attachment.tooFew(minimum, count) }
      return tooFew(minimum, count)
    case .tooMany(let maximum, let count):
      if case .attachment = cell.kind { return words.attachment.tooMany(maximum, count) }
      return tooMany(maximum, count)
    case .unknownOptions: return unknownOptions
    case .noLongerAvailable(let options):
      return noLongerAvailable(named(options.map(\.label), words: words))
    case .disabledOptions(let values):
      return disabledOptions(named(cell.optionLabels(of: values, in: languages), words: words))
    case .unfittingOptions(let values):
      return unfittingOptions(named(cell.optionLabels(of: values, in: languages), words: words))
    case .incomplete: return incomplete(in: cell, dates)
    case .notADate: return date
    case .noSuchDay: return noSuchDay
    case .noSuchMonth: return noSuchMonth
    case .otherCalendar:
      if case .date(let date) = cell.kind, date.hasParts { return gregorianYear }
      return otherCalendar
    case .missingParts(let parts): return missingParts(named(parts.map(words.name), words: words))
    case .partRange(let part, let range):
      return partRange(
        words.name(of: part), numbers.text(count: range.lowerBound), numbers.text(count: range.upperBound))
    case .ambiguousDate(let days): return ambiguous(days.map(\.description))
    case .yearDigits(let meant): return yearDigits(dates.text(year: meant))
    case .missingEnd(let end):
      if case .dateRange = cell.kind { return end == .from ? enterFirstDay : enterLastDay }
      return summary(words.name(of: end), missing(in: cell, numbers: numbers, dates: dates, words: words))
    case .ofEnd(let end, let problem):
      let message = message(
        for: problem, in: cell, languages: languages, numbers: numbers, dates: dates, words: words)
      return summary(words.name(of: end), message)
    case .ofBothEnds(let one, let other):
      let messages = [one, other].map {
        message(for: $0, in: cell, languages: languages, numbers: numbers, dates: dates, words: words)
      }
      return messages.joined(separator: " ")
    case .endsBeforeItBegins: return endsBeforeItBegins
    case .endsBelow(let from):
      return message(
        for: .ofEnd(.to, .belowMinimum(from)), in: cell, languages: languages, numbers: numbers, dates: dates,
        words: words)
    case .tooFewDays(let minimum, let count):
      return tooFewDays(numbers.text(count: minimum), numbers.text(count: count))
    case .tooManyDays(let maximum, let count):
      return tooManyDays(numbers.text(count: maximum), numbers.text(count: count))
    case .beforeMinimum(let day): return notBefore(dates.text(day))
    case .afterMaximum(let day): return notAfter(dates.text(day))
    case .notADateTime: return enterDateTime(example(of: cell, dates))
    case .beforeMoment(let time): return notBeforeTime(dates.text(time))
    case .afterMoment(let time): return notAfterTime(dates.text(time))
    case .skippedTime(let before, let after): return skippedTime(dates.text(before), dates.text(after))
    case .repeatedTime(let before, let after): return repeatedTime(dates.text(before), dates.text(after))
    case .notADuration: return enterDuration(example(of: cell, words))
    case .ambiguousDuration(let readings): return ambiguous(readings.map(words.duration))
    case .shorterThan(let minutes): return atLeast(words.duration(minutes: minutes))
    case .longerThan(let minutes): return atMost(words.duration(minutes: minutes))
    case .notATime: return time
    case .beforeTime(let time): return notBeforeTime(dates.text(time))
    case .afterTime(let time): return notAfterTime(dates.text(time))
    case .incalculable: return incalculable
    case .tooFewEntries(let minimum, let count):
      return tooFewEntries(numbers.text(count: minimum), numbers.text(count: count))
    case .tooManyEntries(let maximum, let count):
      return tooManyEntries(numbers.text(count: maximum), numbers.text(count: count))
    case .betweenSteps(let below, nil):
      return nearest(step(below, of: cell, numbers: numbers, dates: dates, words: words))
    case .betweenSteps(let below, let above?):
      return eitherNearest(
        step(below, of: cell, numbers: numbers, dates: dates, words: words),
        step(above, of: cell, numbers: numbers, dates: dates, words: words))
    }
  }

  private func named(_ labels: [String], words: Words) -> String {
    let further = labels.count > Problem.namedLimit ? ["…"] : []
    return (labels.prefix(Problem.namedLimit) + further).joined(separator: words[.listSeparator])
  }

  /// The text of a number or time that can be entered.
  private func step(
    _ value: String, of cell: Cell, numbers: NumberFormat, dates: DateFormat, words: Words
  ) -> String {
    if case .duration = cell.kind { return DurationKind.minutes(of: value).map(words.duration) ?? value }
    if let time = LocalDateTime(parsing: value) { return dates.text(time) }
    return TimeOfDay(parsing: value).map(dates.text) ?? cell.shownBound(value, in: numbers)
  }

  private func incomplete(in cell: Cell, _ dates: DateFormat) -> String {
    if case .time(let time) = cell.kind {
      let example = taken(["09:30", time.minimum?.description, time.maximum?.description], by: cell)
      return incompleteTime(TimeOfDay(parsing: example).map(dates.text) ?? example)
    }
    if case .dateTime = cell.kind { return enterDateTime(example(of: cell, dates)) }
    if case .dateRange(let range) = cell.kind {
      let bound = (range.minimum ?? range.maximum)?.date(today: nil)?.description
      return incompleteDate(CalendarDate(parsing: bound ?? "2026-01-31").map(dates.text) ?? "")
    }
    guard case .date(let date) = cell.kind else { return self.date }
    let bounds = [date.minimum, date.maximum].map { $0?.date(today: nil)?.description }
    let example = taken(["2026-01-31"] + bounds, by: cell)
    return incompleteDate(CalendarDate(parsing: example).map(dates.text) ?? example)
  }

  /// An example of a date with a time that the cell accepts.
  private func example(of cell: Cell, _ dates: DateFormat) -> String {
    var bounds: [String?] = []
    if case .dateTime(let kind) = cell.kind { bounds = [kind.minimum, kind.maximum].map { $0?.fixed?.description } }
    let example = taken(["2026-01-31T09:30"] + bounds, by: cell)
    return LocalDateTime(parsing: example).map(dates.text) ?? example
  }

  /// An example of a duration that the cell accepts.
  private func example(of cell: Cell, _ words: Words) -> String {
    var bounds: [Int?] = []
    if case .duration(let kind) = cell.kind { bounds = [kind.minimum, kind.maximum] }
    let example = taken(["PT1H30M"] + bounds.map { $0.map(DurationKind.text) }, by: cell)
    return DurationKind.minutes(of: example).map(DurationKind.clock) ?? example
  }

  private func missing(in cell: Cell, numbers: NumberFormat, dates: DateFormat, words: Words) -> String {
    switch cell.kind {
    case .text(let text): text.format.map { message(for: $0, in: cell, numbers: numbers) } ?? enterValue
    case .note, .content: enterValue
    case .password: enterPassword
    case .currency: enterAmount
    case .date: enterDate
    case .dateRange: enterRange
    case .time: enterTime
    case .dateTime: enterDateTime(example(of: cell, dates))
    case .duration: enterDuration(example(of: cell, words))
    case .number, .slider: enterNumber
    case .switch(let cell): cell.style == .checkbox ? tickBox : turnOn
    case .radioGroup, .rating, .matrix: selectOption
    case .checkboxGroup: selectOptions
    case .attachment: words.attachment.addFile
    case .listPicker(let picker): picker.selection == .single ? selectOption : selectOptions
    case .select(let select): select.selection == .single ? selectOption : selectOptions
    case .orderPicker(let picker): selectCriteria(max(1, picker.minimum))
    }
  }

  private func message(for format: TextCell.Format, in cell: Cell, numbers: NumberFormat) -> String {
    switch format {
    case .email: email
    case .url: url
    case .tel: telephone
    case .integer: integer(example("12", of: cell, numbers: numbers))
    case .decimal: decimal(example("12.5", of: cell, numbers: numbers))
    }
  }

  private func notANumber(in cell: Cell, numbers: NumberFormat) -> String {
    if case .currency = cell.kind { return amount(example("1234.5", of: cell, numbers: numbers)) }
    if case .text(let text) = cell.kind, let format = text.format {
      return message(for: format, in: cell, numbers: numbers)
    }
    return message(for: cell.decimalLimit == 0 ? .integer : .decimal, in: cell, numbers: numbers)
  }

  /// An example of a number that the cell accepts.
  /// - `usual`: the example if the cell accepts it.
  private func example(_ usual: String, of cell: Cell, numbers: NumberFormat) -> String {
    let bounds: [DecimalNumber?] =
      switch cell.kind {
      case .text(let text): [text.minimum, text.maximum]
      case .currency(let money): [money.minimum, money.maximum]
      case .number(let number): [number.minimum, number.maximum]
      case .slider(let slider): [slider.minimum, slider.maximum]
      case .rating(let rating): [rating.number.minimum, rating.number.maximum]
      default: []
      }
    return spelled(
      taken([usual] + bounds.map { $0?.description } + ["10", "5", "1"], by: cell), in: cell, numbers: numbers)
  }

  /// The first candidate that the cell accepts; if it accepts none, the first candidate.
  private func taken(_ candidates: [String?], by cell: Cell) -> String {
    let texts = candidates.compactMap(\.self)
    return texts.first { cell.problem(with: .text($0), isRequired: false, today: nil) == nil } ?? texts.first ?? ""
  }

  /// - Parameter readings: the two readings, as the visitor would write them.
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
  private func spelled(_ digits: String, in cell: Cell, numbers: NumberFormat) -> String {
    guard let number = try? DecimalNumber(parsing: digits) else { return digits }
    switch cell.kind {
    case .currency(let money): return numbers.text(number, currency: money.currency, symbol: .none)
    case .text(let text): return numbers.text(number, isGrouped: text.isGrouped)
    default: return numbers.text(number, isGrouped: true)
    }
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
