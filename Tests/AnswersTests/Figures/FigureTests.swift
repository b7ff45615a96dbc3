import FormCells
import Testing

@testable import Answers

/// A figure's table and its picture have the same numbers.
@Suite("Figures and their tables")
struct FigureTests {
  private static func figures(_ column: FormColumn, _ tally: Tally) throws -> [Figure] {
    try all(of: column, [Tally(content: .days(nil)), tally])
  }

  private static func all(of column: FormColumn, _ tallies: [Tally]) throws -> [Figure] {
    Figures(of: try AnswersPage.form(AnswersPage.trip), in: try AnswersPage.context()).all(of: [column], tallies)
  }

  private static func number(_ digits: String) throws -> DecimalNumber {
    try DecimalNumber(parsing: digits)
  }

  /// The counts in the last table, as text.
  private static func counts(_ figure: Figure) -> [String] {
    figure.tables[figure.tables.count - 1].rows.map { $0[1].text }
  }

  /// The counts in the picture.
  private static func drawn(_ figure: Figure) -> [String] {
    switch figure.picture {
    case .bars(let bars): bars.map { "\($0.count)" }
    case .histogram(let columns, _): columns.map { "\($0.count)" }
    case .line(let counts, _, _), .sparkline(let counts): counts.map { "\($0)" }
    case nil: []
    }
  }

  @Test(
    "options are in their order, also those that nobody chose; other values and no answer come last"
  )
  func choices() throws {
    let column = FormColumn(
      AnswerColumn("colour", kind: .choice), label: "Colour",
      options: AnswerOptions([("r", "Red"), ("g", "Green"), ("b", "Blue")]))
    let tally = Tally(
      answered: 6, unanswered: 2,
      content: .choices(
        values: [.init("b", count: 3), .init("old", count: 1), .init("r", count: 1)], further: 0, other: 1))
    let figure = try #require(Self.figures(column, tally).first)
    #expect(figure.tables[0].heads == ["Value", "Number", "Share"])
    #expect(
      figure.tables[0].rows.map { $0.map(\.text) } == [
        ["Red", "1", "13 %"], ["Green", "0", "0 %"], ["Blue", "3", "38 %"], ["old", "1", "13 %"],
        ["Other", "1", "13 %"],
        ["No answer", "2", "25 %"],
      ])
    #expect(Self.drawn(figure) == Self.counts(figure))
    #expect(figure.pictureTitle == "Colour: Blue: 3 (38 %)")
    #expect(figure.summary == "Answered: 6, No answer: 2")
    #expect(
      figure.tables[0].rows.map { $0[0].isOfForm } == [true, true, true, false, false, false])
  }

  @Test("answers of earlier versions, removed options and other types are marked as such")
  func earlier() throws {
    var options = AnswerOptions([("r", "Red"), ("g", "Green")])
    options.earlier = [("old", "Green")]
    let column = FormColumn(AnswerColumn("colour", kind: .choice), label: "Colour", options: options)
    var tally = Tally(
      answered: 3, unanswered: 1,
      content: .choices(values: [.init("old", count: 2), .init("g", count: 1)], further: 0, other: 0))
    tally.otherTypes = 4
    let figure = try #require(Self.figures(column, tally).first)
    #expect(
      figure.tables[0].rows.map { $0.map(\.text) } == [
        ["Red", "0", "0 %"], ["Green", "1", "13 %"], ["Green (earlier version)", "2", "25 %"],
        ["Answered (earlier version)", "4", "50 %"], ["No answer", "1", "13 %"],
      ])
    #expect(figure.summary == "Answered: 3, Answered (earlier version): 4, No answer: 1")
  }

  @Test("of many values, the most frequent are shown, and the others as one row")
  func many() throws {
    let values = (0..<100).map { ValueCount("v\($0)", count: 200 - $0) }
    let column = FormColumn(AnswerColumn("x", kind: .choice), label: "X")
    let tally = Tally(answered: 15_060, content: .choices(values: values, further: 10, other: 0))
    let figure = try #require(Self.figures(column, tally).first)
    #expect(figure.tables[0].rows.count == 31)
    #expect(figure.tables[0].rows[30][0].text == "Others")
    guard case .bars(let bars) = figure.picture else { throw CancellationError() }
    let shown: Int = bars.reduce(0) { $0 + $1.count }
    #expect(shown == values.reduce(10) { $0 + $1.count })
  }

  @Test("amounts have a figure for each currency, and outliers have a row and a bar")
  func amounts() throws {
    func tally(_ currency: String, below: Int, above: Int) throws -> NumberTally {
      let bars = try [(0, 4), (10, 0), (20, 6)].map {
        NumberBar(
          from: try Self.number("\($0.0)"), to: try Self.number("\($0.0 + 10)"), count: $0.1)
      }
      return NumberTally(
        currency: currency, count: 10 + below + above, minimum: try Self.number("-5"),
        maximum: try Self.number("1000.50"),
        sum: nil, mean: nil, median: try Self.number("21.5"), bars: bars, below: below, above: above
      )
    }
    let column = FormColumn(AnswerColumn("total", part: "amount", kind: .number), label: "Total")
    let figures = try Self.figures(
      column,
      Tally(
        answered: 23,
        content: .numbers([
          try tally("EUR", below: 1, above: 2), try tally("USD", below: 0, above: 0),
        ])))
    #expect(figures.map(\.id) == ["total_amount", "total_amount_1"])
    #expect(figures.map(\.title.text) == ["Total (EUR)", "Total (USD)"])
    #expect(Self.drawn(figures[0]) == ["1", "4", "0", "6", "2"])
    #expect(figures.allSatisfy { Self.drawn($0) == Self.counts($0) })
    #expect(figures[0].tables[0].rows.map { $0[0].text } == ["Smallest", "Largest", "Median"])
    #expect(figures[0].tables[1].rows[0][0].text == "< €0.00")
    #expect(figures[0].pictureTitle == "Total (EUR): Median: €21.50")
  }

  @Test("days, hours and submissions have a row for each span of time")
  func times() throws {
    let first = try #require(CalendarDate(parsing: "2026-01-01"))
    let last = try #require(CalendarDate(parsing: "2026-03-02"))
    let months = try ["2026-01-01", "2026-02-01", "2026-03-01"].map {
      try #require(CalendarDate(parsing: $0))
    }
    let days = DayTally(
      minimum: first, maximum: last, median: first, span: .month,
      bars: zip(months, [5, 0, 1]).map { DayBar(first: $0, count: $1) }, below: 0, above: 0)
    let column = FormColumn(AnswerColumn("day", kind: .day), label: "Day")
    let all = try Self.all(
      of: column,
      [Tally(answered: 6, content: .days(days)), Tally(answered: 6, content: .days(days))])
    #expect(all.map(\.id) == ["submissions", "day"])
    #expect(all.allSatisfy { Self.drawn($0) == Self.counts($0) })
    #expect(all[1].tables[1].rows[1][0].text == "February 1, 2026 – February 28, 2026")
    var perHour = [Int](repeating: 0, count: 24)
    (perHour[8], perHour[9]) = (1, 3)
    let hours = try Self.figures(
      FormColumn(AnswerColumn("at", kind: .time), label: "At"),
      Tally(
        answered: 4,
        content: .times(TimeTally(minimum: 500, maximum: 599, median: 560, perHour: perHour))))
    #expect(Self.drawn(hours[0]) == Self.counts(hours[0]) && Self.counts(hours[0]) == ["1", "3"])
  }

  @Test("texts, and columns without answers, have counts and no picture")
  func counts() throws {
    for content in [
      Tally.Content.texts, .days(nil), .times(nil), .numbers([]),
      .choices(values: [], further: 0, other: 0),
    ] {
      let figure = try Self.figures(
        FormColumn(AnswerColumn("x", kind: .text), label: "X"),
        Tally(answered: 0, unanswered: 3, content: content))
      #expect(figure.map(\.picture) == [nil])
      #expect(figure.map { Self.counts($0) } == [["0", "3"]])
    }
  }

  @Test("a share above zero is never shown as 0 %, and one below the whole never as 100 %")
  func shares() throws {
    let column = FormColumn(AnswerColumn("x", kind: .choice), label: "X")
    let tally = Tally(
      answered: 1000,
      content: .choices(values: [.init("a", count: 999), .init("b", count: 1)], further: 0, other: 0))
    let rows = try #require(Self.figures(column, tally).first).tables[0].rows
    #expect(rows.map { $0[2].text } == ["99 %", "< 1 %"])
  }

  @Test("no tally is requested for the currency of an amount")
  func requests() {
    let columns = [
      FormColumn(AnswerColumn("total", part: "amount", kind: .number), label: "T"),
      FormColumn(AnswerColumn("total", part: "currency", kind: .choice), label: "T"),
      FormColumn(AnswerColumn("trips", part: "cost.currency", kind: .choice), label: "T"),
    ]
    #expect(Figures.requests(for: columns) == [.submissions, .column(columns[0].column)])
  }
}
