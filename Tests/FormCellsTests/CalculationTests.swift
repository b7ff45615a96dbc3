import FormCells
import Support
import Testing

@Suite("Values of cells are calculated from others") struct CalculationTests {
  private static let cells = [
    #"{ "id": "a", "type": "number", "label": "A", "decimals": 3 }"#,
    #"{ "id": "b", "type": "number", "label": "B", "decimals": 3 }"#,
    #"{ "id": "whole", "type": "number", "label": "W" }"#,
    #"{ "id": "eur", "type": "currency", "label": "E", "currency": "EUR" }"#,
    #"{ "id": "other-eur", "type": "currency", "label": "O", "currency": "EUR" }"#,
    #"{ "id": "usd", "type": "currency", "label": "U", "currency": "USD" }"#,
    #"{ "id": "from", "type": "date", "label": "F" }"#, #"{ "id": "to", "type": "date", "label": "T" }"#,
    #"{ "id": "stay", "type": "date-range", "label": "S" }"#,
    #"{ "id": "work", "type": "duration", "label": "W" }"#, #"{ "id": "rest", "type": "duration", "label": "R" }"#,
    #"{ "id": "first", "type": "text", "label": "F" }"#, #"{ "id": "last", "type": "text", "label": "L" }"#,
    #"{ "id": "kind", "type": "radio-group", "label": "K", "options": ["guest", "staff"] }"#,
    #"{ "id": "many", "type": "checkbox-group", "label": "M", "options": ["x", "y", "z"] }"#,
    #"{ "id": "member", "type": "switch", "label": "M" }"#,
    #"{ "id": "hour", "type": "time", "label": "H" }"#, #"{ "id": "secret", "type": "password", "label": "P" }"#,
  ]

  private static func definition(_ cell: String) -> String {
    #"{ "title": "T", "sections": [{ "cells": [\#((cells + [cell]).joined(separator: ","))] }] }"#
  }

  private static let types = [
    "number": #""type": "number", "decimals": 4"#, "amount": #""type": "currency", "currency": "EUR""#,
    "day": #""type": "date""#, "duration": #""type": "duration""#, "text": #""type": "text""#,
  ]

  private static func cell(_ type: String, _ expression: String) -> String {
    #"{ "id": "result", "label": "R", \#(types[type] ?? ""), "calculate": "\#(expression)" }"#
  }

  /// The result of the expression for these values, given as for `render --values`.
  private func result(_ type: String, _ expression: String, over values: String) throws -> String {
    let form = try decode(Self.definition(Self.cell(type, expression)))
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    return FormState(form: form, values: values).values[form.cells.count - 1].text
  }

  @Test(
    "expressions with numbers give exact results",
    arguments: [
      ("a + b", #"{ "a": 0.1, "b": 0.2 }"#, "0.3"), ("a - b", #"{ "a": 0.3, "b": 0.1 }"#, "0.2"),
      ("a * whole", #"{ "a": 1.005, "whole": 100 }"#, "100.5"),
      ("whole - a", #"{ "a": -2.5, "whole": 1 }"#, "3.5"), ("-a + 2 * whole", #"{ "a": 1, "whole": 3 }"#, "5"),
      ("2 * (a + whole)", #"{ "a": 1, "whole": 3 }"#, "8"),
      ("round(a / whole, 4)", #"{ "a": 1, "whole": 3 }"#, "0.3333"),
      ("round(3 * (a / whole), 2)", #"{ "a": 1, "whole": 3 }"#, "1"),
      ("round(a, 0)", #"{ "a": 0.5 }"#, "0"), ("round(a, 0)", #"{ "a": 1.5 }"#, "2"),
      ("round(a, 0)", #"{ "a": -2.5 }"#, "-2"), ("round(a, 2)", #"{ "a": 0.125 }"#, "0.12"),
      ("round(a, 2)", #"{ "a": 0.135 }"#, "0.14"), ("round(a / b, 0)", #"{ "a": 1, "b": 0 }"#, ""),
      ("a + b", #"{ "a": 1 }"#, ""), ("sum(a, b, whole)", #"{ "b": 1.5 }"#, "1.5"), ("sum(a)", "{}", "0"),
      ("min(a, b, 3)", #"{ "a": 4, "b": 3.5 }"#, "3"), ("max(a, -b)", #"{ "a": -4, "b": 3 }"#, "-3"),
      ("max(a, b)", #"{ "a": -4 }"#, ""), ("round(average(a, b, whole), 1)", #"{ "a": 1, "b": 2, "whole": 4 }"#, "2.3"),
      ("count(many)", #"{ "many": ["x", "z"] }"#, "2"), ("count(a)", #"{ "a": 5 }"#, "1"),
      ("days(from, to)", #"{ "from": "2024-02-28", "to": "2024-03-01" }"#, "2"),
      ("days(stay.from, stay.to) + 1", #"{ "stay": { "from": "2026-01-05", "to": "2026-01-09" } }"#, "5"),
      ("round(hours(work), 2)", #"{ "work": "PT1H20M" }"#, "1.33"),
      ("round(work / rest, 1)", #"{ "work": "PT3H", "rest": "PT2H" }"#, "1.5"),
      ("if(a < b, 1, 2)", #"{ "a": 1, "b": 1 }"#, "2"), ("if(a <= b, 1, 2)", #"{ "a": 1, "b": 1 }"#, "1"),
      ("if(a > b or member, 1, 2)", #"{ "member": true }"#, "1"), ("if(a > b or member, 1, 2)", "{}", ""),
      ("if(a > b and member, 1, 2)", "{}", "2"), ("if(not member, 1, 2)", "{}", "1"),
      ("if(kind = 'guest', 1, 2)", #"{ "kind": "staff" }"#, "2"),
      ("if(kind != 'guest', 1, 2)", #"{ "kind": "staff" }"#, "1"),
      ("if(kind = 'guest', 1, 2)", "{}", ""), ("if(filled(kind), 1, 2)", "{}", "2"),
      ("if(from >= '2026-07-01', 1, 2)", #"{ "from": "2026-07-01" }"#, "1"),
      ("if(a = 1 and (b = 2 or b = 3), 1, 2)", #"{ "a": 1, "b": 3 }"#, "1"),
    ])
  func numbers(_ expression: String, values: String, expected: String) throws {
    #expect(try result("number", expression, over: values) == expected)
  }

  @Test(
    "expressions calculate amounts, days, durations and texts",
    arguments: [
      ("amount", "round(eur * 0.19, 2)", #"{ "eur": { "amount": "9.99", "currency": "EUR" } }"#, "1.90"),
      ("amount", "eur + other-eur", #"{ "eur": { "amount": "0.10", "currency": "EUR" } }"#, ""),
      ("amount", "sum(eur, other-eur) + 2.5", #"{ "eur": { "amount": "0.10", "currency": "EUR" } }"#, "2.60"),
      ("amount", "if(eur > 100, 0, 4.90)", #"{ "eur": { "amount": "100.00", "currency": "EUR" } }"#, "4.90"),
      ("amount", "whole * 12", #"{ "whole": 3 }"#, "36.00"),
      (
        "amount", "eur + other-eur",
        """
        { "eur": { "amount": "123456789012345678.90", "currency": "EUR" },
          "other-eur": { "amount": "0.11", "currency": "EUR" } }
        """, "123456789012345679.01"
      ),
      ("day", "to + 14", #"{ "to": "2026-02-20" }"#, "2026-03-06"),
      ("day", "max(from, to)", #"{ "from": "2026-02-20", "to": "2025-03-01" }"#, "2026-02-20"),
      ("duration", "work + rest", #"{ "work": "PT1H40M", "rest": "PT30M" }"#, "PT2H10M"),
      ("duration", "round(work * 1.5, 0)", #"{ "work": "PT1M" }"#, "PT2M"),
      ("text", "join(' ', first, last)", #"{ "first": "Ada", "last": "Lovelace" }"#, "Ada Lovelace"),
      ("text", "join(' ', first, last)", #"{ "last": "Lovelace" }"#, "Lovelace"),
      (
        "text", "join('/', whole, from, work, eur, 'it''s')",
        #"{ "whole": 7, "from": "2026-01-31", "work": "PT90M", "eur": { "amount": "5", "currency": "EUR" } }"#,
        "7/2026-01-31/PT1H30M/5.00/it's"
      ),
      ("text", "if(kind = 'guest', 'G', last)", #"{ "kind": "guest" }"#, "G"),
    ])
  func others(_ type: String, expression: String, values: String, expected: String) throws {
    #expect(try result(type, expression, over: values) == expected)
  }

  @Test(
    "a wrong expression is refused with a message that explains the mistake",
    arguments: [
      ("number", "eur + usd", "an amount in EUR and an amount in USD are not added"),
      ("number", "days(from, to) + eur", "a number and an amount in EUR are not added"),
      ("number", "eur * usd", "an amount in EUR and an amount in USD are not multiplied; one of them is a number"),
      (
        "amount", "work * eur",
        "a duration and an amount in EUR are not multiplied; of a duration write hours(…), which is a number"
      ),
      ("number", "from + to", "only a whole number of days is added to a date, not a date"),
      ("number", "to - from", "the days between two dates are days(from, to)"),
      ("number", "from * 2", "a date is not multiplied"),
      ("text", "first + last", "texts are put together by join, as in join(' ', a, b)"),
      ("amount", "usd", "the result is an amount in USD, and the cell holds an amount in EUR"),
      ("text", "a", "the result is a number, and the cell holds a text; write join('', …)"),
      ("number", "work", "the result is a duration, and the cell holds a number; write hours(…)"),
      ("number", "a = b", "the result is a condition, and the cell holds a number; write if(condition, then, else)"),
      ("amount", "eur * 0.19", "the result may have 4 decimals, and the cell has 2; write round(…, 2)"),
      ("number", "a / b", "the result may have endless decimals, and the cell has 4; write round(…, 4)"),
      ("duration", "work * 1.5", "the result may have parts of minutes; write round(…, 0)"),
      ("number", "if(first < last, 1, 2)", "a text is only compared by = and !="),
      ("number", "if(a, 1, 2)", "a condition is expected here, such as a = b, not a number"),
      ("number", "if(a = b, 1, 'x')", "a number and a text are not results of one if"),
      ("number", "if(kind = 'gest', 1, 2)", "“kind” has no option with the value “gest”; did you mean 'guest'?"),
      ("number", "if(from = '31.1.2026', 1, 2)", "“31.1.2026” is not a day; write 'YYYY-MM-DD'"),
      ("number", "many", "“many” holds several values; write count(many)"),
      ("number", "stay", "“stay” holds two days; write stay.from and stay.to"),
      ("number", "stay.start", "a date range has stay.from and stay.to"),
      ("number", "a.b", "“a” has no part “b”; write a alone"),
      ("number", "hour", "times are not calculated with; ask for a duration"),
      ("text", "secret", "a password cannot be used in calculations"),
      ("number", "result + 1", "the expression refers to its own cell; name other cells"),
      ("number", "amont", "no cell has the id “amont”"),
      ("number", "whol + 1", "no cell has the id “whol”; did you mean “whole”?"),
      ("number", "a-b", "no cell has the id “a-b”; a minus needs blanks around it: “a - b”"),
      ("number", "a -b", "a minus needs blanks around it, as in “a - b”: “-b” could be an id"),
      ("number", "a +", "a value is missing here: a cell's id, a number or a text"),
      ("number", "", "the string is empty"),
      ("number", "* a", "“*” where a value: a cell's id, a number or a text is expected"),
      ("number", "(a + b", "the expression ends where “)” is expected"),
      ("number", "a b", "“b” where an operator, such as + or * is expected"),
      ("number", "a == b", "“==” is written “=” here"), ("number", "a <> b", "“<>” is written “!=” here"),
      ("number", "a × b", "“×” is written “*” here"), ("text", "first & last", "“&” is written “join” here"),
      ("number", "sun(a, b)", "“sun” is not a function; did you mean “sum”?"),
      ("number", "round(a)", "it has 1 arguments; write round(number, decimals)"),
      ("number", "round(a, b)", "write the number of decimals as a whole number from 0 to 15"),
      ("number", "sum(a; b)", "arguments are separated by commas"),
      ("number", "1 < a < 3", "only two values are compared at a time; join comparisons by “and”"),
      ("text", "'abc", "the text that begins here is never closed; a text is written between ' and '"),
      ("number", "if(member = true, 1, 2)", "a switch is written alone, as in if(member, a, b), or after “not”"),
      ("number", "sum(first)", "sum is for numbers, not for a text"),
      ("number", "1.2.3", "“.” where an operator, such as + or * is expected"),
    ])
  func refused(_ type: String, expression: String, message: String) {
    let found = mistakes(Self.definition(Self.cell(type, expression)))
    #expect(found.map { String($0.split(separator: "calculate: ", maxSplits: 1).last ?? "") } == [message])
  }

  @Test("a mistake in an expression is reported at the part that is wrong, also in Swift") func places() {
    let text = Self.definition(Self.cell("number", "a + whol"))
    let column = (text.split(separator: "whol\"").first?.count ?? 0) + 1
    #expect(
      mistakes(text) == [
        "form.json:1:\(column): error: sections[0].cells[18].calculate: no cell has the id “whol”; did you mean “whole”?"
      ])
    #expect(throws: DefinitionErrors.self) {
      do {
        _ = try Form(id: "f", title: "T") {
          Section {
            NumberCell("a", label: "A"); NumberCell("b", label: "B").calculate("2 * c")
          }
        }
      } catch {
        #expect(String(describing: error).contains("at character 5: no cell has the id “c”"))
        throw error
      }
    }
  }

  @Test(
    "a decimal comma is distinguished from a comma between arguments",
    arguments: [
      ("a * 0,4", "decimals are written after a point: write 0.4, not 0,4"),
      ("round(a * 1,25, 2)", "decimals are written after a point: write 1.25, not 1,25"),
      ("if(a > 0,5, 1, 0)", "decimals are written after a point: write 0.5, not 0,5"),
      ("round(a, 1, 2)", "it has 3 arguments; write round(number, decimals)"),
    ])
  func decimalComma(expression: String, message: String) {
    let other = #"{ "id": "a", "type": "number", "label": "A" }"#
    func found(_ expression: String) -> [String] {
      mistakes(
        cell: #"{ "id": "x", "type": "number", "label": "X", "decimals": 2, "calculate": "\#(expression)" }"#,
        others: other)
    }
    #expect(found(expression) == ["bad-value .calculate: \(message)"])
    #expect(found("sum(a,1,2)") == [])
  }

  @Test("a circle of calculations and conditions is refused, and its cells are named") func circles() {
    let circle = #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "a", "type": "number", "label": "A", "calculate": "b + 1" },
        { "id": "b", "type": "number", "label": "B", "visibleWhen": { "cell": "c", "filled": true } },
        { "id": "c", "type": "number", "label": "C", "calculate": "a + 1" }] }] }
      """#
    #expect(
      mistakes(circle) == [
        "form.json:2:61: error: sections[0].cells[0].calculate: the cells depend on each other in a circle: a → b → c → a; remove one dependency"
      ])
  }

  @Test("keys for input have no effect on a calculated cell") func inputKeys() {
    let cell =
      #"{ "id": "x", "type": "number", "label": "X", "calculate": "1 + 1", "required": true, "value": 3, "stepper": true }"#
    #expect(
      mistakes(cell: cell).map { String($0.prefix { $0 != ":" }) }
        == ["no-effect .required", "no-effect .value", "no-effect .stepper"])
    #expect(mistakes(cell: #"{ "id": "x", "type": "note", "label": "X", "calculate": "1" }"#).count == 1)
  }

  @Test("a hidden operand counts as empty, and a hidden result is neither used nor submitted") func hidden() throws {
    let form = try decode(
      #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "s", "type": "switch", "label": "S", "value": true },
        { "id": "a", "type": "number", "label": "A", "value": 5, "visibleWhen": { "cell": "s", "equals": true } },
        { "id": "b", "type": "number", "label": "B", "calculate": "a + 1" },
        { "id": "c", "type": "number", "label": "C", "calculate": "sum(a, b)", "visibleWhen": { "cell": "b", "filled": true } },
        { "id": "d", "type": "number", "label": "D", "calculate": "sum(c)" }] }] }
      """#)
    var state = FormState(form: form)
    #expect(state.values.dropFirst(2).map(\.text) == ["6", "11", "11"])
    #expect(!state.hasInput)
    state.reduce(.enter(cell: 0, .flag(false)))
    #expect(state.values.dropFirst(2).map(\.text) == ["", "0", "0"])
    #expect(state.states.map(\.isVisible) == [true, false, true, false, true])
    let sent = SubmittedValues(of: state).object { _ in .null }
    #expect(String(decoding: sent.compactBytes, as: UTF8.self) == #"{"s":false,"b":null,"d":0}"#)
  }

  @Test("what is entered into a calculated cell is ignored; undo and start over calculate again") func entries() throws
  {
    let form = try form(
      #"{ "id": "a", "type": "number", "label": "A", "value": 5 }"#,
      #"{ "id": "b", "type": "number", "label": "B", "calculate": "a * 2" }"#)
    var state = FormState(form: form)
    state.reduce(.enter(cell: 1, .text("7")))
    #expect(state.values[1].text == "10")
    state.reduce(.enter(cell: 0, .text("8")))
    #expect(state.values[1].text == "16")
    state.reduce(.clear(cell: 0))
    #expect(state.values[1].text == "")
    state.reduce(.undo)
    #expect(state.values[1].text == "16")
    state.reduce(.startOver)
    #expect(state.values[1].text == "10")
    let sent = form.inputs(sentAs: Array(#"{"values":{"a":3,"b":"whatever"}}"#.utf8), numbers: .of("en"))
    #expect(sent.inputs.map(\.cell) == [0] && sent.mistakes.isEmpty)
  }

  @Test(
    "a code of digits is calculated with as a number, and joined as it was typed",
    arguments: [
      ("amount", "persons * eur", "120.00"), ("number", "sum(persons, 1)", "13"),
      ("number", "max(zip, persons)", "1234"),
      ("text", "join(' ', zip, 'Bonn')", "01234 Bonn"), ("text", "join('-', zip, persons + 1)", "01234-13"),
      ("number", "if(persons > 11, zip, 0)", "1234"),
    ])
  func codes(_ type: String, expression: String, expected: String) throws {
    let form = try form(
      #"{ "id": "persons", "type": "text", "format": "integer", "label": "P", "maxLength": 3 }"#,
      #"{ "id": "zip", "type": "text", "format": "integer", "label": "Z", "pattern": "\\d{5}" }"#,
      #"{ "id": "eur", "type": "currency", "label": "E", "currency": "EUR" }"#, Self.cell(type, expression))
    let values = try form.values(
      decoding: Array(#"{ "persons": "12", "zip": "01234", "eur": { "amount": "10", "currency": "EUR" } }"#.utf8),
      path: "values.json")
    #expect(FormState(form: form, values: values).values[3].text == expected)
  }

  @Test("a result beyond a bound, or with too many digits, is a problem of its cell") func problems() throws {
    let form = try form(
      #"{ "id": "a", "type": "number", "label": "A", "value": 999999999999999 }"#,
      #"{ "id": "b", "type": "number", "label": "B", "calculate": "a * 2", "maximum": 100 }"#,
      #"{ "id": "c", "type": "number", "label": "C", "calculate": "a * a" }"#,
      #"{ "id": "d", "type": "number", "label": "D", "calculate": "a * a * a" }"#,
      #"{ "id": "e", "type": "duration", "label": "E" }"#,
      #"{ "id": "f", "type": "duration", "label": "F", "calculate": "e - 2 * e" }"#)
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    var state = FormState(form: form)
    state.reduce(.enter(cell: 4, .text("PT1H")))
    #expect(
      state.problems(today: today) == [
        CellProblem(cell: 1, problem: .tooManyDigits(limit: 15)),
        CellProblem(cell: 2, problem: .tooManyDigits(limit: 15)),
        CellProblem(cell: 3, problem: .incalculable), CellProblem(cell: 5, problem: .shorterThan(0)),
      ])
    state.reduce(.enter(cell: 0, .text("51")))
    #expect(state.problems(today: today).first == CellProblem(cell: 1, problem: .aboveMaximum("100")))
  }

  @Test("a join nested 24 levels deep is evaluated") func nestedJoins() throws {
    let nested = (0..<24).reduce("first") { text, _ in "join('', \(text))" }
    #expect(try result("text", nested, over: #"{ "first": "Ada" }"#) == "Ada")
  }

  @Test("a chain of 2,000 calculations is evaluated; an expression that is too long or too deep is refused")
  func bounds() throws {
    let chain = (1...1_999).map {
      #"{ "id": "c\#($0)", "type": "number", "label": "C", "calculate": "c\#($0 - 1) + 1" }"#
    }
    let cells = [#"{ "id": "c0", "type": "number", "label": "C", "value": 1 }"#] + chain
    let form = try decode(#"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#)
    #expect(FormState(form: form).values.last?.text == "2000")
    func row(_ count: Int) -> String { repeatElement("a", count: count).joined(separator: " + ") }
    #expect(mistakes(Self.definition(Self.cell("number", row(99)))).isEmpty)
    #expect(mistakes(Self.definition(Self.cell("number", row(150)))).count == 1)
    #expect(mistakes(Self.definition(Self.cell("number", row(900)))).count == 1)
    let brackets = String(repeating: "(", count: 500)
    #expect(mistakes(Self.definition(Self.cell("number", brackets))).count == 1)
  }

  private static let cellsOfInput = [
    #"{ "id": "eur", "type": "currency", "label": "E", "currency": "EUR", "maximum": 100 }"#,
    #"{ "id": "a", "type": "number", "label": "A", "decimals": 2 }"#,
    #"{ "id": "whole", "type": "text", "label": "W", "format": "integer" }"#,
    #"{ "id": "work", "type": "duration", "label": "W" }"#, #"{ "id": "day", "type": "date", "label": "D" }"#,
    #"{ "id": "stay", "type": "date-range", "label": "S" }"#, #"{ "id": "member", "type": "switch", "label": "M" }"#,
  ]

  private static func input(_ cells: [String]) throws -> Form {
    try decode(#"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#)
  }

  @Test(
    "an unreadable operand leaves everything calculated from it empty, and only its own cell has a problem",
    arguments: [
      ("eur", "1.005", "amount", "sum(eur, 1)"), ("eur", "1.005", "amount", "eur * 2"),
      ("eur", "x", "amount", "sum(eur)"),
      ("eur", "1,5,1", "amount", "sum(eur, 1)"), ("eur", "10000000000000000000", "amount", "sum(eur, 1)"),
      ("a", "1.005", "number", "a * 2"), ("a", "1.005", "number", "max(a, 1)"), ("a", "x", "number", "sum(a, 1)"),
      ("a", "x", "number", "if(a > 1, 1, 2)"), ("a", "x", "number", "if(a > 1 or member, 1, 2)"),
      ("a", "x", "number", "sum(if(a > 1 and not member, 1, 2))"), ("a", "x", "text", "join(' ', a, 'EUR')"),
      ("a", "1234567890123456", "number", "a + 1"), ("whole", "1.5", "number", "sum(whole, 1)"),
      ("work", "90", "duration", "sum(work, work)"), ("work", "10000:00", "duration", "work + work"),
      ("day", "2026-02-30", "day", "day + 1"), ("day", "1/2/2026", "day", "max(day, '2026-01-01')"),
      ("day", "0026-02-01", "day", "day + 1"), ("day", "26-02-01", "number", "sum(days(day, day), 1)"),
      ("stay", "2026-02-30\n2026-03-01", "number", "sum(days(stay.from, stay.to))"),
    ])
  func unread(_ source: String, _ typed: String, type: String, expression: String) throws {
    let result = Self.cell(type, expression)
    let next = result.replacing("result", with: "next").replacing(
      expression, with: "if(filled(result), result, result)")
    let form = try Self.input(Self.cellsOfInput + [result, next])
    let cell = try #require(form.cell(source))
    var state = FormState(form: form)
    let before = state.values.suffix(2)
    let value = try #require(cell.value(posted: typed, numbers: .of("en")))
    state.reduce(.enter(cell: cell.index, value))
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    #expect(state.problems(today: today).map(\.cell) == [cell.index])
    #expect(state.values.suffix(2).map(\.text) == ["", ""])
    state.reduce(.enter(cell: cell.index, cell.empty))
    #expect(state.values.suffix(2) == before)
  }

  @Test("an operand out of its bounds is used, and a condition that holds without an unreadable operand holds")
  func readOperands()
    throws
  {
    let form = try Self.input(
      Self.cellsOfInput + [
        Self.cell("amount", "sum(eur, 1)"),
        Self.cell("number", "if(eur > 1 or member, 1, 2)").replacing("result", with: "b"),
        Self.cell("number", "if(member or whole > 1, 1, 2)").replacing("result", with: "c"),
        Self.cell("number", "if(whole > 1 and member, 1, 2)").replacing("result", with: "d"),
        Self.cell("number", "count(whole)").replacing("result", with: "e"),
      ])
    var state = FormState(form: form)
    func enter(_ id: String, _ typed: String) throws {
      let cell = try #require(form.cell(id))
      state.reduce(.enter(cell: cell.index, try #require(cell.value(posted: typed, numbers: .of("en")))))
    }
    try enter("eur", "250")
    try enter("whole", "x")
    #expect(state.values.suffix(5).map(\.text) == ["251.00", "1", "", "2", "1"])
    state.reduce(.enter(cell: 6, .flag(true)))
    #expect(state.values.suffix(5).map(\.text) == ["251.00", "1", "1", "", "1"])
  }
}
