import FormCells
import FormPages

/// The answers to one column: a picture, and a table with the same numbers.
package struct Figure: Sendable, Equatable {
  package struct Text: Sendable, Equatable {
    package let text: String
    /// Whether it is a text of the form, in the form's language.
    package let isOfForm: Bool

    package init(_ text: String, isOfForm: Bool = false) {
      (self.text, self.isOfForm) = (text, isOfForm)
    }
  }

  /// A table in which the first cell of each row names the row.
  package struct Table: Sendable, Equatable {
    /// Empty if the rows need no header.
    package let heads: [String]
    package let rows: [[Text]]
  }

  /// Distinguishes the figure on its page: letters, digits, `-`, `_`.
  package let id: String
  package let title: Text
  /// "Answered: 84, no answer: 3"
  package let summary: String
  /// The title of the picture for screen readers.
  package let pictureTitle: String
  /// `nil` if there is nothing to draw.
  package let picture: FigurePicture?
  package let tables: [Table]
}

/// Makes figures from the tallies of a store.
struct Figures {
  private let form: Form
  private let context: AnswersContext

  /// The number of rows with values in a picture and its table; all further values share one row.
  private static var rowLimit: Int { 30 }

  init(of form: Form, in context: AnswersContext) {
    self.form = form
    self.context = context
  }

  private var language: PageLanguage { context.language }
  private func word(_ word: AnswersWords.Text) -> String { language.words.answers[word] }

  private func texts(of column: FormColumn) -> ColumnText {
    ColumnText(column, of: form, in: [context.shown(form).language ?? language.tag, form.locale], language: language)
  }

  /// What to request from the store.
  /// - Parameter columns: the form's columns.
  static func requests(for columns: [FormColumn]) -> [TallyRequest] {
    [.submissions] + shown(columns).map { .column($0.column) }
  }

  /// The currency of an amount has no figure, because the amount has a figure for each currency.
  private static func shown(_ columns: [FormColumn]) -> [FormColumn] {
    columns.filter {
      $0.column.kind != .choice || $0.column.part?.split(separator: ".").last != "currency"
    }
  }

  /// - Parameter tallies: the store's answer to `requests`.
  func all(of columns: [FormColumn], _ tallies: [Tally]) -> [Figure] {
    guard let first = tallies.first else { return [] }
    return submissions(first)
      + zip(Self.shown(columns), tallies.dropFirst()).flatMap { figures(of: $0, $1) }
  }

  // MARK: The kinds of figures

  private func submissions(_ tally: Tally) -> [Figure] {
    guard case .days(let days?) = tally.content, !days.bars.isEmpty else { return [] }
    let rows = rows(of: days)
    let most = rows.max { $0.count < $1.count }
    let summary = most.map { language.words.entry($0.label.text, number($0.count)) } ?? ""
    let last = days.bars[days.bars.count - 1]
    let picture = FigurePicture.line(
      rows.map(\.count), first: language.dates.text(days.bars[0].first),
      last: language.dates.text(end(of: last, days.span).adding(days: -1) ?? last.first))
    return [
      figure(
        "submissions", title: Figure.Text(word(.overTime)), summary: summary, picture: picture,
        tables: [table(rows, total: rows.reduce(0) { $0 + $1.count })], main: summary)
    ]
  }

  private func figures(of column: FormColumn, _ tally: Tally) -> [Figure] {
    let id = column.column.name.replacing(".", with: "_")
    let title = Figure.Text(column.title(in: language.words), isOfForm: true)
    guard tally.answered > 0 else { return [counts(id, title: title, tally: tally)] }
    switch tally.content {
    case .choices(let values, let further, let other):
      return [bars(id, title: title, rows: choices(values, further: further, other: other, of: column), tally: tally)]
    case .flags(let on, let off):
      let texts = texts(of: column)
      let rows = [("true", on), ("false", off)].map {
        Row(Figure.Text(texts.name(ofValue: $0.0), isOfForm: true), count: $0.1)
      }
      return [bars(id, title: title, rows: rows, tally: tally)]
    case .numbers(let numbers):
      return numbers.enumerated().map { index, number in
        let ofCurrency = "\(title.text) (\(number.currency ?? "–"))"
        return self.numbers(
          index == 0 ? id : "\(id)_\(index)",
          title: numbers.count > 1 ? Figure.Text(ofCurrency, isOfForm: true) : title, tally: number,
          kind: column.column.kind, all: tally)
      }
    case .days(let days?): return [self.days(id, title: title, tally: days, all: tally)]
    case .times(let times?): return [self.times(id, title: title, tally: times, all: tally)]
    case .days(nil), .times(nil), .texts: return [counts(id, title: title, tally: tally)]
    }
  }

  /// A figure without a picture: the number of submissions with an answer.
  private func counts(_ id: String, title: Figure.Text, tally: Tally) -> Figure {
    let answered = Row(Figure.Text(word(.answered)), count: tally.answered)
    return figure(
      id, title: title, summary: summary(tally), picture: nil, tables: [table([answered], of: tally)],
      main: summary(tally))
  }

  private func bars(_ id: String, title: Figure.Text, rows: [Row], tally: Tally) -> Figure {
    let total = tally.found
    func bar(_ row: Row, isApart: Bool = false) -> FigurePicture.Bar {
      .init(
        row.label.text, count: row.count, text: "\(number(row.count)) (\(share(row.count, of: total)))",
        isApart: isApart)
    }
    let drawn = rows.map { bar($0) } + rest(of: tally).map { bar($0, isApart: true) }
    let most = rows.max { $0.count < $1.count }
    let main = most.map { language.words.entry($0.label.text, bar($0).text) } ?? summary(tally)
    return figure(
      id, title: title, summary: summary(tally), picture: .bars(drawn), tables: [table(rows, of: tally)], main: main)
  }

  private func choices(_ values: [ValueCount], further: Int, other: Int, of column: FormColumn)
    -> [Row]
  {
    let counts = Dictionary(values.map { ($0.value, $0.count) }, uniquingKeysWith: +)
    var listed = values.map(\.value)
    // If there are few options, all of them in their order; otherwise the most frequent values.
    if let options = column.options?.all, options.count <= Self.rowLimit {
      let known = Set(options.map(\.value))
      listed = options.map(\.value) + listed.filter { !known.contains($0) }
    }
    let texts = texts(of: column)
    var rows = listed.prefix(Self.rowLimit).map { value in
      let name = texts.name(ofValue: value)
      // Another option may have the same label now.
      let isEarlier = column.options?.earlier.contains { $0.value == value } ?? false
      let isOption = column.options?.label(of: value) != nil
      let label = isEarlier ? language.words.answers.earlierCell(name) : name
      return Row(Figure.Text(label, isOfForm: isOption), count: counts[value] ?? 0)
    }
    let rest = listed.dropFirst(Self.rowLimit).reduce(further) { $0 + (counts[$1] ?? 0) }
    if rest > 0 { rows.append(Row(Figure.Text(word(.others)), count: rest)) }
    if other > 0 { rows.append(Row(Figure.Text(language.words[.other]), count: other)) }
    return rows
  }

  private func numbers(
    _ id: String, title: Figure.Text, tally: NumberTally, kind: AnswerColumn.Kind,
    all: Tally
  ) -> Figure {
    func text(_ value: DecimalNumber) -> String {
      if kind == .duration, let minutes = value.units(decimals: 0) {
        return language.words.duration(minutes: Int(minutes))
      }
      if let currency = tally.currency { return language.numbers.text(value, currency: currency) }
      return language.numbers.text(value, minimumDecimals: value.decimals, isGrouped: true)
    }
    let facts: [(AnswersWords.Text, DecimalNumber?)] = [
      (.smallest, tally.minimum), (.largest, tally.maximum), (.mean, tally.mean),
      (.median, tally.median),
      (.sum, tally.sum),
    ]
    return histogram(
      id, title: title, bars: tally.bars.map { (text($0.from), text($0.to), $0.count) }, below: tally.below,
      above: tally.above,
      facts: facts.compactMap { word, value in value.map { (word, text($0)) } },
      median: text(tally.median), tally: all)
  }

  private func days(_ id: String, title: Figure.Text, tally: DayTally, all: Tally) -> Figure {
    let dates = language.dates
    let rows = rows(of: tally)
    func edge(_ day: CalendarDate) -> String {
      tally.span == .year || tally.span == .decade ? dates.text(year: day.year) : dates.text(day)
    }
    let edges =
      tally.bars.map { edge($0.first) }
      + (tally.bars.last.map { [edge(end(of: $0, tally.span))] } ?? [])
    let facts: [(AnswersWords.Text, CalendarDate)] = [
      (.smallest, tally.minimum), (.largest, tally.maximum), (.median, tally.median),
    ]
    let columns = columns(tally.bars.map(\.count), below: tally.below, above: tally.above)
    return figure(
      id, title: title, summary: summary(all), picture: .histogram(columns, edges: edges),
      tables: [table(facts.map { ($0.0, dates.text($0.1)) }), table(rows, of: all)],
      main: language.words.entry(word(.median), dates.text(tally.median)))
  }

  private func times(_ id: String, title: Figure.Text, tally: TimeTally, all: Tally) -> Figure {
    func text(_ minutes: Int) -> String {
      language.dates.text(hour: minutes / 60 % 24, minute: minutes % 60)
    }
    // The hours from the first answer to the last.
    let hours = (tally.minimum / 60...tally.maximum / 60).map {
      (text($0 * 60), text($0 * 60 + 60), tally.perHour[$0])
    }
    let facts: [(AnswersWords.Text, Int)] = [
      (.smallest, tally.minimum), (.largest, tally.maximum), (.median, tally.median),
    ]
    return histogram(
      id, title: title, bars: hours, below: 0, above: 0, facts: facts.map { ($0.0, text($0.1)) },
      median: text(tally.median), tally: all)
  }

  private func histogram(
    _ id: String, title: Figure.Text, bars: [(from: String, to: String, count: Int)],
    below: Int, above: Int,
    facts: [(AnswersWords.Text, String)], median: String, tally: Tally
  ) -> Figure {
    var rows = bars.map { Row(Figure.Text(language.words.range($0.from, "< \($0.to)")), count: $0.count) }
    if below > 0, let first = bars.first {
      rows.insert(Row(Figure.Text("< \(first.from)"), count: below), at: 0)
    }
    if above > 0, let last = bars.last { rows.append(Row(Figure.Text("≥ \(last.to)"), count: above)) }
    return figure(
      id, title: title, summary: summary(tally),
      picture: .histogram(
        columns(bars.map(\.count), below: below, above: above),
        edges: bars.map(\.from) + (bars.last.map { [$0.to] } ?? [])),
      tables: [table(facts), table(rows, of: tally)], main: language.words.entry(word(.median), median))
  }

  private func columns(_ counts: [Int], below: Int, above: Int) -> [FigurePicture.Column] {
    (below > 0 ? [.init(below, isOutside: true)] : []) + counts.map { .init($0) }
      + (above > 0 ? [.init(above, isOutside: true)] : [])
  }

  // MARK: Rows and tables

  /// A row in the table of counts, also shown in the picture.
  private struct Row {
    let label: Figure.Text
    let count: Int

    init(_ label: Figure.Text, count: Int) { (self.label, self.count) = (label, count) }
  }

  private func rows(of tally: DayTally) -> [Row] {
    let dates = language.dates
    var rows = tally.bars.map { bar in
      let label: String
      switch tally.span {
      case .day: label = dates.text(bar.first)
      case .week, .month:
        let last = end(of: bar, tally.span).adding(days: -1) ?? bar.first
        label = language.words.range(dates.text(bar.first), dates.text(last))
      case .year: label = dates.text(year: bar.first.year)
      case .decade:
        label = language.words.range(dates.text(year: bar.first.year), dates.text(year: bar.first.year + 9))
      }
      return Row(Figure.Text(label), count: bar.count)
    }
    if tally.below > 0, let first = tally.bars.first {
      rows.insert(Row(Figure.Text("< \(dates.text(first.first))"), count: tally.below), at: 0)
    }
    if tally.above > 0, let last = tally.bars.last {
      rows.append(Row(Figure.Text("≥ \(dates.text(end(of: last, tally.span)))"), count: tally.above))
    }
    return rows
  }

  /// The first day after a bar; its last day if the bar ends with the calendar.
  private func end(of bar: DayBar, _ span: DayTally.Span) -> CalendarDate {
    let next =
      switch span {
      case .day: bar.first.adding(days: 1)
      case .week: bar.first.adding(days: 7)
      case .month: bar.first.adding(months: 1)
      case .year: bar.first.adding(months: 12)
      case .decade: bar.first.adding(months: 120)
      }
    return next ?? .last
  }

  /// The submissions that the figure leaves out.
  private func rest(of tally: Tally) -> [Row] {
    let earlier = Figure.Text(language.words.answers.earlierCell(word(.answered)))
    return [Row(earlier, count: tally.otherTypes), Row(Figure.Text(word(.noAnswer)), count: tally.unanswered)].filter {
      $0.count > 0
    }
  }

  /// The counts, including those left out, each with its share of all submissions.
  private func table(_ rows: [Row], of tally: Tally) -> Figure.Table {
    table(rows + rest(of: tally), total: tally.found)
  }

  private func table(_ rows: [Row], total: Int) -> Figure.Table {
    Figure.Table(
      heads: [.value, .number, .share].map { word($0) },
      rows: rows.map {
        [$0.label, Figure.Text(number($0.count)), Figure.Text(share($0.count, of: total))]
      })
  }

  private func table(_ facts: [(AnswersWords.Text, String)]) -> Figure.Table {
    Figure.Table(heads: [], rows: facts.map { [Figure.Text(word($0.0)), Figure.Text($0.1)] })
  }

  private func summary(_ tally: Tally) -> String {
    let answered = language.words.entry(word(.answered), number(tally.answered))
    return rest(of: tally).reduce(answered) {
      language.words.joined($0, language.words.entry($1.label.text, number($1.count)))
    }
  }

  private func number(_ count: Int) -> String {
    language.numbers.text(DecimalNumber(units: Int128(count), decimals: 0), isGrouped: true)
  }

  /// A rounded share; a part is never shown as 0 % or 100 %.
  private func share(_ count: Int, of total: Int) -> String {
    guard total > 0 else { return language.percent(0) }
    let rounded = (200 * count + total) / (2 * total)
    if count > 0, rounded == 0 { return "< \(language.percent(1))" }
    return language.percent(count < total ? min(rounded, 99) : rounded)
  }

  private func figure(
    _ id: String, title: Figure.Text, summary: String, picture: FigurePicture?,
    tables: [Figure.Table],
    main: String
  ) -> Figure {
    Figure(
      id: id, title: title, summary: summary, pictureTitle: language.words.entry(title.text, main),
      picture: picture,
      tables: tables)
  }
}
