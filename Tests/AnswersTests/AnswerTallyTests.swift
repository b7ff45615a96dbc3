import FormCells
import Support
import TestSupport
import Testing

@testable import Answers

/// The counts for figures are the same as when every line is read.
@Suite("Tallies of the index")
struct AnswerTallyTests {
  @Test("random tallies equal those of a full scan", arguments: 21...24 as ClosedRange<UInt64>)
  func tallies(_ seed: UInt64) async throws {
    var random = RandomAnswers(seed: seed)
    let lines = random.lines(300)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    let plain = PlainAnswers(lines)
    for _ in 0..<TestExtent.count(4, full: 20) {
      let query = try random.query()
      let columns = RandomAnswers.columns.map(\.column)
      let tallies = try await index.tallies(
        of: AnswerFolder.form, matching: query, requests: columns.map { .column($0) })
      let found = plain.matching(query)
      for (column, tally) in zip(columns, tallies) {
        let values = found.map { line in
          PlainAnswers.leaves(column, of: line).filter { PlainAnswers.fits($0, column.kind) }
        }
        #expect(tally.answered == values.count { !$0.isEmpty }, "\(column)")
        #expect(tally.found == found.count)
        let whole = AnswerColumn(column.cell, kind: column.kind)
        let other = found.count { line in
          let own = PlainAnswers.leaves(column, of: line)
          let held = own + PlainAnswers.leaves(whole, of: line).filter { if case .count = $0 { false } else { true } }
          return column.part != "other" && !held.isEmpty && !own.contains { PlainAnswers.fits($0, column.kind) }
        }
        #expect(tally.otherTypes == other, "\(column)")
        check(tally, values.flatMap(\.self), column)
      }
    }
  }

  private func check(_ tally: Tally, _ leaves: [PlainAnswers.Leaf], _ column: AnswerColumn) {
    let ranks = leaves.compactMap { PlainAnswers.rank($0, column.kind) }.sorted()
    switch tally.content {
    case .choices(let values, let further, let other):
      #expect(other == leaves.count { $0 == .other })
      #expect(values.reduce(0) { $0 + $1.count } + further + other == leaves.count)
      #expect(values.map(\.count) == values.map(\.count).sorted(by: >))
      for value in values {
        #expect(value.count == leaves.count { $0.text == value.value }, "\(column) \(value)")
      }
    case .flags(let on, let off):
      #expect((on, off) == (leaves.count { $0 == .flag(true) }, leaves.count { $0 == .flag(false) }))
    case .numbers(let tallies):
      #expect(tallies.reduce(0) { $0 + $1.count } == ranks.count)
      for numbers in tallies {
        #expect(numbers.bars.reduce(numbers.below + numbers.above) { $0 + $1.count } == numbers.count)
      }
      guard let numbers = tallies.first, tallies.count == 1 else { return }
      #expect(numbers.minimum == ranks.first)
      // With too many digits the maximum is only approximate; then there is no sum.
      #expect(numbers.maximum == ranks.last || numbers.sum == nil)
      for bar in numbers.bars {
        #expect(bar.count == ranks.count { bar.from <= $0 && $0 < bar.to }, "\(column) \(bar)")
      }
      #expect(numbers.median == Self.middle(ranks))
      if let sum = numbers.sum { #expect(sum == Self.sum(ranks)) }
    case .days(let days):
      #expect((days == nil) == ranks.isEmpty)
      guard let days else { return }
      let numbers = leaves.compactMap { PlainAnswers.rank($0, .day) }.sorted()
      func number(_ day: CalendarDate) -> DecimalNumber { DecimalNumber(units: Int128(day.daysSince1970), decimals: 0) }
      #expect(number(days.minimum) == numbers.first && number(days.maximum) == numbers.last)
      #expect(number(days.median) == numbers[(numbers.count - 1) / 2])
      #expect(days.bars.reduce(days.below + days.above) { $0 + $1.count } == numbers.count)
      for (bar, next) in zip(days.bars, days.bars.dropFirst()) {
        #expect(bar.count == numbers.count { number(bar.first) <= $0 && $0 < number(next.first) })
      }
    case .times(let times):
      guard let times else {
        #expect(ranks.isEmpty)
        return
      }
      #expect(times.perHour.reduce(0, +) == ranks.count)
      #expect(DecimalNumber(units: Int128(times.median), decimals: 0) == ranks[(ranks.count - 1) / 2])
    case .texts: #expect(column.kind == .text)
    }
  }

  private static func sum(_ numbers: [DecimalNumber]) -> DecimalNumber {
    DecimalNumber(units: numbers.reduce(0) { $0 + ($1.units(decimals: 6) ?? 0) }, decimals: 6)
  }

  private static func middle(_ numbers: [DecimalNumber]) -> DecimalNumber {
    let (low, high) = (numbers[(numbers.count - 1) / 2], numbers[numbers.count / 2])
    if low == high { return low }
    return DecimalNumber(units: ((low.units(decimals: 6) ?? 0) + (high.units(decimals: 6) ?? 0)) * 5, decimals: 7)
  }

  @Test("answers from when the cell had another type are counted separately")
  func otherTypes() async throws {
    let ages: [JSONValue] = ["9", "10", "about 40", .number("100"), .number("9"), .null]
    let folder = try AnswerFolder(
      ages.enumerated().map { number, age in
        JSONValue.object([
          .init("id", .string(Token((UInt64(number), 1)).text)), .init("submittedAt", "2026-01-31T12:00:00.000Z"),
          .init("values", ["age": age]),
        ]).compactBytes
      })
    defer { folder.remove() }
    let column = AnswerColumn("age", kind: .number)
    let tally = try await folder.index().tallies(of: "f", matching: AnswerQuery(), requests: [.column(column)])[0]
    #expect((tally.answered, tally.otherTypes, tally.unanswered) == (2, 3, 1))
  }

  @Test("amounts are summed exactly and separately for each currency")
  func amounts() async throws {
    func line(_ amount: String, _ currency: String, _ number: UInt64) -> [UInt8] {
      let total: JSONValue = ["amount": .string(amount), "currency": .string(currency)]
      return JSONValue.object([
        .init("id", .string(Token((number, 1)).text)), .init("submittedAt", "2026-01-31T12:00:00.000Z"),
        .init("values", ["total": total]),
      ]).compactBytes
    }
    // As floating point numbers, the first two add up to 0.30000000000000004.
    let amounts = [("0.10", "EUR"), ("0.20", "EUR"), ("12345678901234.56", "EUR"), ("7", "JPY")]
    let folder = try AnswerFolder(amounts.enumerated().map { line($1.0, $1.1, UInt64($0)) })
    defer { folder.remove() }
    let column = AnswerColumn("total", part: "amount", kind: .number)
    let tally = try await folder.index().tallies(of: "f", matching: AnswerQuery(), requests: [.column(column)])[0]
    guard case .numbers(let numbers) = tally.content else {
      Issue.record("\(tally)")
      return
    }
    #expect(numbers.map(\.currency) == ["EUR", "JPY"])
    #expect(numbers[0].sum?.description == "12345678901234.86")
    #expect(numbers[0].mean?.description == "4115226300411.62")
    #expect(numbers[0].median.description == "0.2")
    #expect(numbers[0].maximum.description == "12345678901234.56")
    #expect(
      numbers[1].bars == [NumberBar(from: numbers[1].minimum, to: DecimalNumber(units: 8, decimals: 0), count: 1)])
  }

  @Test(
    "days are grouped by day, week, month, year or decade, depending on their span",
    arguments: [
      (20, DayTally.Span.day), (29, .day), (100, .week), (600, .month), (4000, .year), (40_000, .decade),
    ])
  func spans(_ days: Int, _ span: DayTally.Span) {
    var bars = DayBars(over: 20_000...20_000 + days)
    for day in 20_000...20_000 + days { bars.add(day) }
    #expect(bars.span == span)
    #expect(bars.counts.count <= TallyRequest.barLimit)
    #expect(bars.counts.reduce(0, +) == days + 1 && bars.below == 0 && bars.above == 0)
  }

  /// The tally of a column with these numbers.
  private static func numbers(_ numbers: [String]) async throws -> NumberTally {
    let lines = numbers.enumerated().map { number, digits in
      JSONValue.object([
        .init("id", .string(Token((UInt64(number), 1)).text)), .init("submittedAt", "2026-01-31T12:00:00.000Z"),
        .init("values", ["score": .number(digits)]),
      ]).compactBytes
    }
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let tally = try await folder.index().tallies(
      of: "f", matching: AnswerQuery(), requests: [.column(AnswerColumn("score", kind: .number))])[0]
    guard case .numbers(let tallies) = tally.content, tallies.count == 1 else { throw CancellationError() }
    return tallies[0]
  }

  @Test("an outlier does not put all other numbers into one bar")
  func outliers() async throws {
    let many = (0..<500).map { $0 == 7 ? "900000000000000000000000000" : "\($0 % 10)" }
    let ofMany = try await Self.numbers(many)
    #expect(ofMany.bars.map(\.count) == [50, 50, 50, 50, 50, 50, 50, 49, 50, 50])
    #expect(ofMany.above == 1 && ofMany.sum == nil)
    #expect(ofMany.maximum.description == "900000000000000000000000000")
    let ofFew = try await Self.numbers((1...50).map { "\($0)" } + ["100000000000000", "-7000"])
    #expect(ofFew.below == 1 && ofFew.above == 1 && ofFew.bars.count > 20)
    #expect(ofFew.bars.reduce(0) { $0 + $1.count } == 50)
  }

  @Test(
    "equal numbers, and numbers with too many digits, are in bars that contain them",
    arguments: [
      ["0"], ["-0", "0.0"], ["99999999999999999999"], ["99999999999999999999", "99999999999999999999"],
      ["99999999999999999999", "1"], ["9223372036854775807", "9223372036854775808"], ["-99999999999999999999"],
      ["1e29", "-1e29"], ["123456789012345678901234567890"], ["0.000000000000001"], ["1e-30", "90000000"],
      ["0.1", "0.1", "0.1"],
    ])
  func extremes(_ digits: [String]) async throws {
    let tally = try await Self.numbers(digits)
    #expect(tally.bars.reduce(tally.below + tally.above) { $0 + $1.count } == digits.count)
    #expect(tally.bars.count <= TallyRequest.barLimit && tally.bars.allSatisfy { $0.from < $0.to })
    #expect(tally.minimum <= tally.median && tally.median <= tally.maximum)
  }
}

extension PlainAnswers.Leaf {
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .flag(let flag): String(flag)
    case .count(let count): String(count)
    case .other: nil
    }
  }
}
