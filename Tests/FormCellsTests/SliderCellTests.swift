import FormCells
import Support
import Testing

@Suite("Sliders") struct SliderCellTests {
  private func cell(_ keys: String) throws -> Cell {
    try form(#"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#).cells[0]
  }

  @Test(
    "a number is on the scale, or is refused",
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

  @Test("it has no value until somebody enters one, and as many decimals as its step")
  func values() throws {
    let empty = try cell(#""minimum": 0, "maximum": 1, "step": 0.25"#)
    #expect(empty.isEmpty(empty.initial) && empty.json(of: empty.initial) == .null)
    #expect(empty.problem(with: empty.initial, isRequired: true, today: nil) == .missing)
    #expect(empty.value(posted: "0,75", numbers: .of("de-DE")) == .text("0.75"))
    #expect(empty.json(of: .text("0.75")) == .number("0.75"))
    #expect(try cell(#""minimum": -2, "maximum": 2, "value": -1"#).initial == .text("-1"))
  }

  @Test(
    "a scale that cannot be is refused",
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
        "bad-value .step: the scale has more than 100000 numbers; make the step larger, or take a “number”"
      ),
      (
        #""minimum": 0, "maximum": 9, "value": 12"#,
        "refused-default .value: the cell would refuse this value: it is above the maximum 9"
      ),
      (
        #""minimum": 0, "maximum": 9, "decimals": 1"#,
        "no-effect .decimals: a slider takes as many decimals as its “step”; write \"step\": 0.5"
      ),
    ])
  func mistakes(_ keys: String, _ mistake: String) {
    #expect(
      FormCellsTests.mistakes(cell: #"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#).contains(mistake),
      "\(FormCellsTests.mistakes(cell: #"{ "id": "s", "type": "slider", "label": "S", \#(keys) }"#))")
  }
}
