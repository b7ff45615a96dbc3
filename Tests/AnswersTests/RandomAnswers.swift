import FormCells
import Support
import TestSupport

@testable import Answers

/// Random submissions with all kinds of values, the same in every run.
struct RandomAnswers {
  var generator: SeededGenerator
  private var ids: [String] = []
  private var replaced: Set<String> = []
  /// Milliseconds since 1970.
  private var time = 1_767_000_000_000

  static let names = [
    "Ada Lovelace", "ada", "Bob Müller", "Mueller, Karl", "José Ångström", "日本語の名前", "Zoë & Co", "x", "12", "0012.50",
    "-3", "7", "9.", "1 000", "123456789012345",
    "2026-01-31",
    "the quick brown fox jumps over the lazy dog, again and again and again and again", "Adalbert",
  ]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func lines(_ count: Int) -> [[UInt8]] { (0..<count).map { _ in line() } }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  static func time(_ milliseconds: Int) -> String {
    let day = CalendarDate(unixSeconds: milliseconds / 1000)?.description ?? ""
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
    }
    let second = milliseconds / 1000 % 86_400
    return
      "\(day)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(milliseconds % 1000, 3))Z"
  }

  mutating func line() -> [UInt8] {
    time += Int.random(in: 0..<7_200_000, using: &generator)
    let id = Token((generator.next(), generator.next())).text
    // Some are older than the line before, as imported ones are.
    let at = Self.time(chance(5) ? time - 40_000_000 : time)
    var head: [JSONValue.Member] = [.init("id", .string(id)), .init("form", "f")]
    if chance(3) {
      head += [.init("submittedAt", .string(at)), .init("erasedAt", .string(at)), .init("by", "ada")]
      return JSONValue.object(head).compactBytes + Array(repeating: UInt8(ascii: " "), count: 40)
    }
    let version = chance(20) ? "2" : "1"
    head += [.init("version", .string(version)), .init("submittedAt", .string(at))]
    if chance(5), let old = ids.randomElement(using: &generator), replaced.insert(old).inserted {
      head += [.init("replaces", .string(old)), .init("by", "ada")]
    }
    ids.append(id)
    return JSONValue.object(head + [.init("values", .object(values(version)))]).compactBytes
  }

  private mutating func values(_ version: String) -> [JSONValue.Member] {
    var values: [JSONValue.Member] = []
    let name = one(of: Self.names + [""])
    values.append(.init("name", version == "2" ? .number("12") : .string(name)))
    if chance(90) { values.append(.init("class", one(of: ["a", "b", "c", nil, ["other": "Own text"]]))) }
    let tags: [JSONValue] = ["red", "green", "blue", ["other": "Mauve"]].shuffled(using: &generator)
    values.append(.init("tags", .array(Array(tags.prefix(Int.random(in: 0...3, using: &generator))))))
    values.append(
      .init(
        "total",
        chance(10)
          ? .null
          : [
            "amount": .string("\(Int.random(in: 0..<5000, using: &generator)).50"),
            "currency": one(of: ["EUR", "EUR", "USD"]),
          ]))
    let number = one(of: ["1", "2", "2.0", "3.25", "-7", "0.001", "40", "1e2", "123456789012345678901"])
    values.append(.init("score", version == "2" ? .string(number) : chance(10) ? .null : .number(number)))
    let day =
      CalendarDate(unixSeconds: (20_400 + Int.random(in: 0..<400, using: &generator)) * 86_400)?.description ?? ""
    values.append(.init("day", chance(10) ? .null : .string(day)))
    values.append(.init("stay", ["from": .string(day), "to": chance(50) ? .null : .string(day)]))
    values.append(.init("at", .string("\(day)T0\(Int.random(in: 0...9, using: &generator)):30")))
    values.append(.init("clock", one(of: ["09:30", "23:59", "00:00", nil])))
    values.append(.init("long", one(of: ["PT1H30M", "PT5M", "PT10H", nil])))
    values.append(.init("agreed", .bool(chance(70))))
    values.append(.init("service", ["speed": one(of: ["good", "bad", nil]), "price": one(of: ["good", "bad"])]))
    values.append(.init("secret", ["hash": "$y$j9T$secretsalt$secrethash"]))
    let entries = (0..<Int.random(in: 0...3, using: &generator)).map { _ -> JSONValue in
      ["what": .string(one(of: Self.names)), "price": .number(one(of: ["1", "2.5"]))]
    }
    values.append(.init("expenses", .array(entries)))
    if chance(30) {
      values.append(
        .init("files", [["name": "bill.pdf", "type": "application/pdf", "bytes": 3, "sha256": "00"]]))
    }
    return values
  }

  /// The columns of the cells above, as their form would define them.
  static let columns: [FormColumn] = {
    let classes = AnswerOptions([("a", "Première"), ("b", "Zweite"), ("c", "Ada's own")])
    let colours = AnswerOptions([("red", "Rot"), ("green", "Grün"), ("blue", "Blau")])
    let marks = AnswerOptions([("good", "Gut"), ("bad", "Schlecht")])
    func column(_ cell: String, _ part: String?, _ kind: AnswerColumn.Kind, _ options: AnswerOptions? = nil)
      -> FormColumn
    {
      FormColumn(AnswerColumn(cell, part: part, kind: kind), label: cell, options: options)
    }
    return [
      column("name", nil, .text), column("class", nil, .choice, classes), column("class", "other", .text),
      column("tags", nil, .choice, colours), column("tags", "other", .text), column("total", "amount", .number),
      column("total", "currency", .choice), column("score", nil, .number), column("day", nil, .day),
      column("stay", "from", .day), column("stay", "to", .day), column("at", nil, .moment), column("clock", nil, .time),
      column("long", nil, .duration), column("agreed", nil, .flag), column("service", "speed", .choice, marks),
      column("service", "price", .choice, marks), column("expenses", nil, .count), column("expenses", "what", .text),
      column("expenses", "price", .number), column("files", nil, .count), column("gone", nil, .text),
      column("name", AnswerColumn.digits, .number), column("expenses", "what.\(AnswerColumn.digits)", .number),
    ]
  }()

  mutating func query() throws -> AnswerQuery {
    var query = AnswerQuery()
    if chance(40) {
      let words = [
        "ada", "MULLER", "mueller", "own", "lazy fox", "rot", "grun", "premiere ada", "2026", "bill", "ø", "good",
      ]
      try query.search(for: one(of: words), in: Self.columns)
    }
    if chance(30) {
      let first = CalendarDate(unixSeconds: 1_767_000_000 + Int.random(in: 0..<60, using: &generator) * 86_400)
      query.submitted = DayRange(from: chance(70) ? first : nil, to: chance(50) ? first?.adding(days: 9) : nil)
    }
    while chance(50), query.filters.count < 3 { query.filters.append(filter()) }
    let column = one(of: Self.columns).column
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: query.sort = .submitted(isDescending: chance(50))
    case 1: query.sort = .column(column, isDescending: chance(50))
    default: query.sort = .column(column, isDescending: chance(50), ranks: ["c": 0, "a": 1, "good": 5, "red": 2])
    }
    return query
  }

  private mutating func filter() -> AnswerFilter {
    let column = one(of: Self.columns).column
    let values = ["a", "b", "red", "", " ", "true", "2", "2.0", "EUR", "good", "12", "09:30", "2026-01-31", "3"]
    let number = [DecimalNumber(units: 2, decimals: 0), DecimalNumber(units: 325, decimals: 2)]
    let day = CalendarDate(unixSeconds: 20_500 * 86_400)
    let bounds: [AnswerBound?] =
      number.map { .number($0) } + [
        nil, day.map { .day($0) }, .minutes(90), day.flatMap { LocalDateTime($0, minute: 30) }.map { .moment($0) },
      ]
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return AnswerFilter(column, condition: .anyOf(Set((0...2).map { _ in one(of: values) })))
    case 1: return AnswerFilter(column, condition: .range(from: one(of: bounds), to: one(of: bounds)))
    default: return AnswerFilter(column, condition: .contains(one(of: ["ada", "fox dog", "müller", "own"])))
    }
  }
}
