import FormCells
import Support
import Testing

@Suite("Ratings") struct RatingCellTests {
  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "r", "type": "rating", "label": "R"\#(keys) }"#).cells[0]
  }

  @Test(
    "a rating that is not on the scale is refused",
    arguments: [
      ("1", nil), ("5", nil), ("0", Problem.belowMinimum("1")), ("6", .aboveMaximum("5")),
      ("2.5", .tooManyDecimals(limit: 0)), ("good", .notANumber),
    ] as [(String, Problem?)])
  func problems(_ text: String, _ problem: Problem?) throws {
    let cell = try cell()
    #expect(cell.problem(with: .text(text), isRequired: true, today: nil) == problem)
    guard case .rating(let rating) = cell.kind else { throw JSONError(.empty, at: 0) }
    #expect((rating.chosen(in: text) != nil) == ["1", "5"].contains(text))
  }

  @Test("a rating's value is a number or null, and an empty text removes it")
  func values() throws {
    let cell = try cell(#", "from": -3, "to": 3"#)
    #expect(cell.isEmpty(cell.initial) && cell.json(of: cell.initial) == .null)
    #expect(cell.problem(with: cell.initial, isRequired: true, today: nil) == .missing)
    #expect(cell.value(posted: "-2", numbers: .of("ar-EG")) == .text("-2"))
    #expect(cell.json(of: .text("-2")) == .number("-2"))
    #expect(cell.value(posted: "", numbers: .of("en")) == .text(""))
    #expect(try self.cell(#", "value": 4"#).initial == .text("4"))
  }

  @Test("conditions compare a rating's number, and its bounds are the ends of its scale")
  func conditions() throws {
    func isShown(_ number: String, _ condition: String) throws -> Bool {
      let form = try form(
        """
        { "id": "r", "type": "rating", "label": "R" },
        { "id": "why", "type": "note", "label": "Why", "visibleWhen": { "cell": "r", \(condition) } }
        """)
      var values = form.initialValues
      values[0] = .text(number)
      return form.states(in: values)[1].isVisible
    }
    #expect(try isShown("2", #""atMost": 2"#) && !isShown("3", #""atMost": 2"#) && !isShown("", #""atMost": 2"#))
    #expect(try isShown("5", #""atLeast": 4"#) && isShown("4", #""equals": 4"#) && isShown("1", #""in": [1, 2]"#))
    #expect(try isShown("", #""equals": null"#) && isShown("3", #""filled": true"#))
    let bounds = try cell(#", "from": 0, "to": 10"#).bounds
    #expect(bounds.least?.description == "0" && bounds.most?.description == "10")
  }

  @Test(
    "a rating with an impossible scale is refused",
    arguments: [
      (#""from": 5, "to": 5"#, "bad-value .to: a rating goes up, and this one goes from 5 to 5"),
      (#""from": 7"#, "bad-value .from: a rating goes up, and this one goes from 7 to 5"),
      (
        #""from": -5, "to": 6"#,
        "bad-value .to: from -5 to 6 are 12 numbers; a rating has at most 11: use a “slider”"
      ),
      (
        #""to": 100"#,
        "bad-value .to: a whole number from -10 to 10 is expected, not 100; for larger scales there is the type “slider”"
      ),
      (
        #""to": 4.5"#,
        "bad-value .to: a whole number from -10 to 10 is expected, not 4.5; for larger scales there is the type “slider”"
      ),
      (
        #""from": 0, "style": "stars""#,
        "bad-value .from: stars are counted from 1; remove “from”, or write \"style\": \"numbers\""
      ),
      (#""value": 6"#, "refused-default .value: the cell would reject this value: it is above the maximum 5"),
      (#""minimum": 1"#, "no-effect .minimum: a rating begins at the number “from”"),
      (#""step": 2"#, "no-effect .step: a rating goes by 1; for other steps, write \"type\": \"slider\""),
      (
        #""options": ["Good"]"#,
        "no-effect .options: a rating has numbers from “from” to “to”; a choice in words is a “radio-group”"
      ),
    ])
  func mistakes(_ keys: String, _ mistake: String) {
    #expect(
      FormCellsTests.mistakes(cell: #"{ "id": "r", "type": "rating", "label": "R", \#(keys) }"#).contains(mistake),
      "\(FormCellsTests.mistakes(cell: #"{ "id": "r", "type": "rating", "label": "R", \#(keys) }"#))")
  }
}
