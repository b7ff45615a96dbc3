import FormCells
import Support
import Testing

@testable import Answers

extension Tally {
  /// A possible tally for each kind of request.
  static func example(_ request: TallyRequest, among columns: [FormColumn], of found: Int) throws -> Tally {
    guard case .column(let column) = request else {
      return Tally(
        answered: found, content: .days(try days(.day, ["2026-01-02", "2026-01-03", "2026-01-04"], [4, 0, 16])))
    }
    let answered = found - 4
    let known = columns.first { $0.column == column }
    return Tally(answered: answered, unanswered: found - answered, content: try content(of: column, known?.options))
  }

  private static func content(of column: AnswerColumn, _ options: AnswerOptions?) throws -> Content {
    switch column.kind {
    case .choice:
      let values = (options?.all ?? []).enumerated().map { ValueCount($0.element.value, count: 9 - 4 * $0.offset) }
      return .choices(values: values, further: 0, other: column.cell == "class" ? 2 : 0)
    case .flag: return .flags(on: 11, off: 5)
    case .number: return .numbers([try numbers(currency: column.part?.hasSuffix("amount") == true ? "EUR" : nil)])
    case .count, .duration: return .numbers([try numbers(currency: nil)])
    case .day, .moment: return .days(try days(.month, ["2026-01-01", "2026-02-01", "2026-03-01"], [3, 12, 1]))
    case .time:
      var perHour = [Int](repeating: 0, count: 24)
      (perHour[8], perHour[9], perHour[17]) = (5, 9, 2)
      return .times(TimeTally(minimum: 485, maximum: 1050, median: 545, perHour: perHour))
    case .text: return .texts
    }
  }

  private static func numbers(currency: String?) throws -> NumberTally {
    func number(_ digits: String) throws -> DecimalNumber { try DecimalNumber(parsing: digits) }
    let bars = try [("0", "50", 3), ("50", "100", 9), ("100", "150", 0), ("150", "200", 3)].map {
      NumberBar(from: try number($0.0), to: try number($0.1), count: $0.2)
    }
    return NumberTally(
      currency: currency, count: 16, minimum: try number("12.50"), maximum: try number("4000"),
      sum: try number("5300.25"), mean: try number("331.2656"), median: try number("75"), bars: bars, above: 1)
  }

  private static func days(_ span: DayTally.Span, _ days: [String], _ counts: [Int]) throws -> DayTally {
    let bars = try zip(days, counts).map { DayBar(first: try #require(CalendarDate(parsing: $0)), count: $1) }
    return DayTally(
      minimum: bars[0].first, maximum: bars[2].first, median: bars[1].first, span: span, bars: bars)
  }
}
