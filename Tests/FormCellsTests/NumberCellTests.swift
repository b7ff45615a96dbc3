import FormCells
import Support
import Testing

@Suite("Number cells") struct NumberCellTests {
  private static let today = CalendarDate(year: 2026, month: 1, day: 31)!

  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "n", "type": "number", "label": "N"\#(keys.isEmpty ? "" : ", " + keys) }"#).cells[0]
  }

  @Test(
    "a number is read and shown as the locale writes it, and kept with a decimal point",
    arguments: [
      ("en-US", 2, "12.50", "12.50", "12.50"), ("de-DE", 2, "12,50", "12.50", "12,50"),
      ("de-DE", 2, " 1.250,5 ", "1250.5", "1250,5"), ("en-US", 0, "1,250", "1250", "1250"),
      ("en-US", 0, "007", "7", "7"), ("en-US", 0, "-0", "0", "0"), ("fr-FR", 1, "−2,5", "-2.5", "-2,5"),
      ("en-US", 0, "12.0", "12", "12"), ("en-US", 0, "12.5", "12.5", "12.5"), ("en-US", 0, "a few", "a few", "a few"),
      ("en-US", 0, "", "", ""), ("ar-EG", 0, "١٢", "12", "١٢"),
    ])
  func posted(_ locale: LanguageTag, _ decimals: Int, _ typed: String, _ kept: String, _ shown: String) throws {
    let cell = try cell("\"decimals\": \(decimals)")
    #expect(cell.value(posted: typed, numbers: .of(locale)) == .text(kept))
    #expect(cell.shown(kept, in: .of(locale)) == shown)
  }

  static let problems: [(String, String, Problem?)] = [
    ("", "", nil), ("\"required\": true", "", .missing), ("", "12", nil), ("", "-12", nil), ("", "12,5", .notANumber),
    ("", "12.5", .tooManyDecimals(limit: 0)), ("\"decimals\": 2", "12.505", .tooManyDecimals(limit: 2)),
    ("\"decimals\": 2", "12.50", nil), ("", "123456789012345", nil),
    ("", "1234567890123456", .tooManyDigits(limit: 15)), ("\"minimum\": 1, \"maximum\": 5", "1", nil),
    ("\"minimum\": 1, \"maximum\": 5", "0", .belowMinimum("1")),
    ("\"minimum\": 1, \"maximum\": 5", "6", .aboveMaximum("5")), ("\"step\": 6", "-12", nil),
    ("\"step\": 6", "8", .betweenSteps(below: "6", above: "12")),
    ("\"step\": 6", "-8", .betweenSteps(below: "-12", above: "-6")),
    ("\"step\": 6, \"minimum\": 1", "13", nil),
    ("\"step\": 6, \"minimum\": 1, \"maximum\": 15", "14", .betweenSteps(below: "13", above: nil)),
    ("\"step\": 0.25, \"decimals\": 2", "0.75", nil),
    ("\"step\": 0.25, \"decimals\": 2", "0.8", .betweenSteps(below: "0.75", above: "1")),
    ("\"step\": 0.00000000000001, \"decimals\": 14", "9.99999999999999", nil),
  ]

  @Test("a number must be within its bounds, on a step, and not have too many decimals or digits", arguments: problems)
  func problem(_ keys: String, _ text: String, _ expected: Problem?) throws {
    let cell = try cell(keys)
    #expect(cell.problem(with: .text(text), isRequired: cell.isRequired, today: Self.today) == expected)
  }

  static let presses: [(String, String, String, String)] = [
    ("", "3", "2", "4"), ("", "", "-1", "1"), ("", "-1", "-2", "0"), ("", "a few", "a few", "a few"),
    ("", "2.5", "2.5", "2.5"), ("\"minimum\": 1, \"maximum\": 5", "", "1", "1"),
    ("\"minimum\": 1, \"maximum\": 5", "1", "1", "2"), ("\"minimum\": 1, \"maximum\": 5", "5", "4", "5"),
    ("\"minimum\": 1, \"maximum\": 5", "99", "5", "5"), ("\"minimum\": 1, \"maximum\": 5", "-99", "1", "1"),
    ("\"maximum\": -3", "", "-3", "-3"), ("\"step\": 6", "8", "6", "12"), ("\"step\": 6", "6", "0", "12"),
    ("\"step\": 6", "-8", "-12", "-6"), ("\"step\": 6, \"minimum\": 1, \"maximum\": 15", "13", "7", "13"),
    ("\"step\": 6, \"minimum\": 1, \"maximum\": 15", "14", "13", "13"), ("\"decimals\": 2", "12.50", "11.50", "13.50"),
    ("\"decimals\": 2, \"maximum\": 13", "12.50", "11.50", "13.00"),
    ("\"step\": 0.25, \"decimals\": 2", "12.5", "12.25", "12.75"),
    ("\"step\": 0.5, \"decimals\": 2", "1", "0.5", "1.5"), ("\"step\": 0.1, \"decimals\": 1", "0.2", "0.1", "0.3"),
    ("\"step\": 0.1, \"decimals\": 1", "-0.1", "-0.2", "0.0"),
    ("", "999999999999999", "999999999999998", "999999999999999"),
    ("\"stepper\": true, \"minimum\": 0", "1000", "999", "1001"),
  ]

  @Test("the stepper's buttons go to the next number within the bounds", arguments: presses)
  func pressed(_ keys: String, _ text: String, _ decreased: String, _ increased: String) throws {
    let cell = try cell(keys)
    #expect(cell.value(pressing: .step(.decrease), on: .text(text), today: Self.today) == .text(decreased))
    #expect(cell.value(pressing: .step(.increase), on: .text(text), today: Self.today) == .text(increased))
    guard case .number(let number) = cell.kind else { throw JSONError(.empty, at: 0) }
    let isSame = { (next: String) in DecimalNumber.read(next, equals: text) }
    #expect(number.canPress(.decrease, on: text) == !isSame(decreased))
    #expect(number.canPress(.increase, on: text) == !isSame(increased))
  }

  @Test("the stepper's buttons are the only ones of a number cell", arguments: ["", "up", "Increase", "increase:2"])
  func noButton(_ name: String) throws {
    #expect(try cell().button(named: name) == nil)
    #expect(try cell("\"stepper\": false").button(named: "increase") == nil)
    #expect(try form(#"{ "id": "t", "type": "text", "label": "T" }"#).cells[0].button(named: name) == nil)
  }

  @Test("a press changes the number, but not that of a read-only cell")
  func reduced() throws {
    let form = try form(
      #"{ "id": "n", "type": "number", "label": "N" }"#,
      #"{ "id": "r", "type": "number", "label": "R", "readOnly": true, "value": 5 }"#,
      #"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "n", "equals": 2 } }"#)
    var formState = FormState(form: form)
    for _ in 0..<2 { formState.reduce(.press(cell: 0, button: .step(.increase), today: Self.today)) }
    formState.reduce(.press(cell: 1, button: .step(.increase), today: Self.today))
    #expect(Array(formState.values.prefix(2)) == [.text("2"), .text("5")])
    #expect(form.states(in: formState.values)[2].isVisible)
  }

  @Test(
    "a number cell with mistakes in its definition is refused",
    arguments: [
      (#""minimum": 5, "maximum": 4"#, "minimum-over-maximum .minimum: “minimum” 5 is over “maximum” 4"),
      (#""minimum": 0.5"#, "bad-value .minimum: 0.5 has more than the 0 decimals of the cell; see “decimals”"),
      (
        #""decimals": 1, "step": 0.25"#, "bad-value .step: 0.25 has more than the 1 decimal of the cell; see “decimals”"
      ),
      (#""maximum": 1234567890123456"#, "bad-value .maximum: the number has more than 15 digits"),
      (#""step": 0"#, "bad-value .step: a step is larger than 0, not 0"),
      (#""step": -1"#, "bad-value .step: a step is larger than 0, not -1"),
      (#""step": 10, "minimum": 1, "maximum": 10"#, "bad-value .step: a step of 10 reaches no number but 1"),
      (#""decimals": 15"#, "bad-value .decimals: a whole number from 0 to 14 is expected, not 15"),
      (#""value": 1.5"#, "refused-default .value: the cell would reject this value: it has decimals"),
      (
        #""value": 7, "step": 2"#,
        "refused-default .value: the cell would reject this value: it is between two steps; the nearest is 6 or 8"
      ),
      (#""value": "7""#, "wrong-type .value: this is a string; a number or null is expected"),
      (#""value": 1e99"#, "bad-value .value: the number has more than 30 digits"),
      (
        #""stepper": true, "readOnly": true"#,
        "no-effect .stepper: “stepper” has no effect together with “readOnly”: the number cannot be changed"
      ),
      (
        #""stepper": true, "disabled": true"#,
        "no-effect .stepper: “stepper” has no effect together with “disabled”: the number cannot be changed"
      ),
      (#""unit": 5"#, "wrong-type .unit: this is a number; a string is expected"),
      (#""suffix": "kg""#, "unknown-key .suffix: the key “suffix” is unknown here"),
    ])
  func refused(_ keys: String, _ message: String) {
    let found = mistakes(cell: #"{ "id": "n", "type": "number", "label": "N", \#(keys) }"#)
    #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
  }

  @Test("a number is submitted with the digits that were typed, or as null, and read again")
  func submitted() throws {
    let cell = try cell("\"decimals\": 2")
    #expect(cell.json(of: .text("12.50")) == .number("12.50"))
    #expect(cell.json(of: .text("")) == .null)
    let form = try form(#"{ "id": "n", "type": "number", "label": "N", "decimals": 2, "value": 1.20 }"#)
    #expect(form.initialValues == [.text("1.20")])
    #expect(try form.values(decoding: Array(#"{ "n": 12.50 }"#.utf8), path: "v.json") == [.text("12.50")])
    #expect(try form.values(decoding: Array(#"{ "n": null }"#.utf8), path: "v.json") == [.text("")])
  }

  @Test("conditions compare a number cell as a number")
  func conditions() throws {
    let form = try form(
      #"{ "id": "n", "type": "number", "label": "N", "decimals": 2 }"#,
      #"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "n", "equals": 12.5 } }"#,
      #"{ "id": "b", "type": "text", "label": "B", "visibleWhen": { "cell": "n", "filled": true } }"#)
    func visible(_ text: String) -> [Bool] {
      form.states(in: [.text(text), .text(""), .text("")]).map(\.isVisible)
    }
    #expect(visible("12.50") == [true, true, true])
    #expect(visible("12.51") == [true, false, true])
    #expect(visible("") == [true, false, false])
    let asked = #"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "n", "equals": "12" } }"#
    #expect(
      mistakes(cell: asked, others: #"{ "id": "n", "type": "number", "label": "N" }"#)
        == ["wrong-type .visibleWhen.equals: this is a string; a number or null is expected"])
  }
}

extension DecimalNumber {
  /// Whether two texts are equal as numbers, or as texts if they are not numbers.
  fileprivate static func read(_ text: String, equals other: String) -> Bool {
    guard let number = try? DecimalNumber(parsing: text), let other = try? DecimalNumber(parsing: other) else {
      return text == other
    }
    return number == other
  }
}
