import FormCells
import Support
import Testing

@Suite("Sliders") struct SliderCellTests {
  private func cell(_ keys: String) throws -> Cell {
    try form(#"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#).cells[0]
  }

  @Test(
    "a number that is not on the scale is refused",
    arguments: [
      ("50", nil), ("0", nil), ("100", nil), ("-5", Problem.belowMinimum("0")), ("105", .aboveMaximum("100")),
      ("33", .betweenSteps(below: "30", above: "35")), ("2.5", .tooManyDecimals(limit: 0)), ("loud", .notANumber),
    ] as [(String, Problem?)])
  func problems(_ text: String, _ problem: Problem?) throws {
    let cell = try cell(#""minimum": 0, "maximum": 100, "step": 5"#)
    #expect(cell.problem(with: .text(text), isRequired: true, today: nil) == problem)
    guard case .slider(let slider) = cell.kind else { throw JSONError(.empty, at: 0) }
    #expect((slider.position(of: text) != nil) == ["50", "0", "100", "33", "2.5"].contains(text))
  }

  @Test("a slider has no value until one is entered, and as many decimals as its step")
  func values() throws {
    let empty = try cell(#""minimum": 0, "maximum": 1, "step": 0.25"#)
    #expect(empty.isEmpty(empty.initial) && empty.json(of: empty.initial) == .null)
    #expect(empty.problem(with: empty.initial, isRequired: true, today: nil) == .missing)
    #expect(empty.value(posted: "0,75", numbers: .of("de-DE")) == .text("0.75"))
    #expect(empty.json(of: .text("0.75")) == .number("0.75"))
    #expect(try cell(#""minimum": -2, "maximum": 2, "value": -1"#).initial == .text("-1"))
  }

  private func range(_ keys: String = "") throws -> Cell {
    try cell(#""minimum": -10, "maximum": 100, "step": 0.5, "range": true\#(keys)"#)
  }

  @Test(
    "both ends of a range must be on the scale and in order, and each wrong end is named",
    arguments: [
      ("1.5", "20", nil), ("20", "20", nil), ("", "5", Problem.missingEnd(.from)), ("5", " ", .missingEnd(.to)),
      ("20", "19.5", .endsBelow("20")), ("-11", "5", .ofEnd(.from, .belowMinimum("-10"))),
      ("0.25", "5", .ofEnd(.from, .tooManyDecimals(limit: 1))),
      ("low", "101", .ofBothEnds(.ofEnd(.from, .notANumber), .ofEnd(.to, .aboveMaximum("100")))),
      ("", "high", .ofBothEnds(.missingEnd(.from), .ofEnd(.to, .notANumber))),
    ] as [(String, String, Problem?)])
  func problemsOfRanges(_ from: String, _ to: String, _ problem: Problem?) throws {
    #expect(
      try range().problem(with: .text("\(from)\n\(to)"), isRequired: true, today: nil) == problem)
  }

  @Test("a range is read and shown as the locale writes numbers, and submitted as an object")
  func rangesTyped() throws {
    let (cell, german) = (try range(), NumberFormat.of("de-DE"))
    let value = try #require(cell.value(posted: "-1,5\n+20", numbers: german))
    #expect(value == .text("-1.5\n20"))
    #expect(cell.shown(value.text, in: german) == "-1,5\n20")
    #expect(cell.json(of: value) == ["from": .number("-1.5"), "to": .number("20")])
    #expect(cell.value(posted: "\n ", numbers: german) == .text(""))
    #expect(cell.isEmpty(.text("")) && cell.json(of: .text("")) == .null)
    #expect(cell.value(posted: "2/5,5", numbers: german) == .text("2\n5.5"))
    #expect(cell.value(plain: ["2", "5.5"], numbers: german) == .text("2\n5.5"))
    // Text that cannot be read is kept.
    let typed = try #require(cell.value(posted: "1.5.0\n20", numbers: german))
    #expect(cell.shown(typed.text, in: german) == "1.5.0\n20")
    #expect(cell.problem(with: typed, isRequired: false, today: nil) != nil)
  }

  @Test(
    "a range's default must have both numbers, in order",
    arguments: [
      ("5", #"wrong-type .value: this is a number; { "from": NUMBER, "to": NUMBER } or null is expected"#),
      (#"{ "from": 3 }"#, "missing-key .value.to: the key “to” is missing"),
      (
        #"{ "from": 9, "to": 3 }"#,
        "refused-default .value: the cell would reject this value: “to” is below “from”, 9"
      ),
    ])
  func mistakesOfRanges(_ value: String, _ mistake: String) {
    let text = #"{ "id": "s", "type": "slider", "label": "S", "minimum": 0, "maximum": 9, "range": true, "value": "#
    let found = FormCellsTests.mistakes(cell: text + value + " }")
    #expect(found.contains(mistake), "\(found)")
  }

  @Test(
    "a slider with an impossible scale is refused",
    arguments: [
      (#""minimum": 0"#, "missing-key .maximum: the key “maximum” is missing"),
      (
        #""minimum": 3, "maximum": 3"#,
        "bad-value .maximum: a scale has more than one number; “minimum” and “maximum” are the same"
      ),
      (
        #""minimum": 3, "maximum": 1"#,
        "minimum-over-maximum .minimum: “minimum” 3 is over “maximum” 1; change one of them"
      ),
      (#""minimum": 0, "maximum": 1, "step": 0"#, "bad-value .step: a step is larger than 0, not 0"),
      (
        #""minimum": 0, "maximum": 10, "step": 3"#,
        "bad-value .maximum: no step of 3 from 0 reaches 10; change one of the three"
      ),
      (
        #""minimum": 0, "maximum": 1.5"#,
        "bad-value .maximum: 1.5 is not on the scale: it has more digits or decimals than “minimum” and “step” allow"
      ),
      (
        #""minimum": 0, "maximum": 1000000"#,
        "bad-value .step: the scale has more than 100000 numbers; make the step larger, or use a “number”"
      ),
      (
        #""minimum": 0, "maximum": 9, "value": 12"#,
        "refused-default .value: the cell would reject this value: it is above the maximum 9"
      ),
      (
        #""minimum": 0, "maximum": 9, "decimals": 1"#,
        "no-effect .decimals: a slider has as many decimals as its “step”; write \"step\": 0.5"
      ),
    ])
  func mistakes(_ keys: String, _ mistake: String) {
    #expect(
      FormCellsTests.mistakes(cell: #"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#).contains(mistake),
      "\(FormCellsTests.mistakes(cell: #"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#))")
  }
}
