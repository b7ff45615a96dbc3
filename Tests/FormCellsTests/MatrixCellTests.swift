import FormCells
import Support
import Testing

@Suite("Matrices") struct MatrixCellTests {
  private static let rows = #""rows": [{ "id": "quality", "label": "Quality" }, { "id": "speed", "label": "Speed" }]"#
  private static let options = #""options": ["good", { "value": "bad", "label": "Bad" }]"#

  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "m", "type": "matrix", "label": "M", \#(Self.rows), \#(Self.options)\#(keys) }"#).cells[0]
  }

  @Test("a matrix's value is an object of rows, each an option or null")
  func values() throws {
    let cell = try cell()
    #expect(cell.isEmpty(cell.initial))
    #expect(cell.json(of: cell.initial) == ["quality": nil, "speed": nil])
    #expect(cell.json(of: .text("good\n")) == ["quality": "good", "speed": nil])
    #expect(cell.value(posted: "\nbad", numbers: .of("en")) == .text("\nbad"))
    #expect(cell.value(posted: "\n", numbers: .of("en")) == .text(""))
    #expect(cell.value(hiddenFieldValue: cell.hiddenFieldValue(.text("good\n")) ?? "") == .text("good\n"))
    #expect(try self.cell(#", "value": { "speed": "bad" }"#).initial == .text("\nbad"))
    #expect(try self.cell(#", "value": null"#).initial == .text(""))
    // White space around an option does not move the answer of another row.
    for blank in ["\\n", " ", "\\t", "\u{A0}", "\u{2028}"] {
      for sent in ["good\(blank)", "\(blank)good"] {
        let cell = try self.cell(##", "value": { "quality": "\##(sent)", "speed": "bad" }"##)
        #expect(cell.initial == .text("good\nbad"), "\(sent)")
      }
    }
  }

  @Test("every row of a required matrix must be answered")
  func required() throws {
    let cell = try cell(#", "value": { "speed": "bad" }, "required": true"#)
    func problem(_ text: String, isRequired: Bool = true) -> Problem? {
      cell.problem(with: .text(text), isRequired: isRequired, today: nil)
    }
    #expect(problem("") == .missingRows(["quality", "speed"]))
    #expect(problem("\nbad") == .missingRows(["quality"]))
    #expect(problem("good\nbad") == nil)
    #expect(problem("\nbad", isRequired: false) == nil)
    #expect(problem("good\nworse") == .unknownOptions(["worse"]))
  }

  @Test("conditions ask whether any row of a matrix is answered, and how many are")
  func conditions() throws {
    func isShown(_ answers: String, _ condition: String) throws -> Bool {
      let form = try form(
        """
        { "id": "m", "type": "matrix", "label": "M", \(Self.rows), \(Self.options) },
        { "id": "z", "type": "note", "label": "Z", "visibleWhen": { "cell": "m", \(condition) } }
        """)
      var values = form.initialValues
      values[0] = .text(answers)
      return form.states(in: values)[1].isVisible
    }
    #expect(try isShown("\nbad", #""filled": true"#) && !isShown("", #""filled": true"#))
    #expect(try isShown("good\nbad", #""atLeast": 2"#) && !isShown("\nbad", #""atLeast": 2"#))
    #expect(try isShown("", #""atMost": 0"#) && !isShown("\nbad", #""atMost": 0"#))
    #expect(try cell().bounds.most?.description == "2")
  }

  @Test("a condition cannot compare a matrix's answers")
  func refusedConditions() {
    let found = FormCellsTests.mistakes(
      cell: """
        { "id": "m", "type": "matrix", "label": "M", \(Self.rows), \(Self.options) },
        { "id": "z", "type": "note", "label": "Z", "visibleWhen": { "cell": "m", "equals": "good" } }
        """)
    #expect(
      found.count == 1 && found[0].hasSuffix("can only be tested with “filled”, “atLeast” and “atMost”"), "\(found)")
  }

  @Test(
    "a matrix with mistakes in its definition is refused",
    arguments: [
      (#""rows": [], \#(options)"#, "bad-value .rows: the array is empty; at least one element is expected"),
      (
        #""rows": [{ "id": "a", "label": "A" }, { "id": "a", "label": "B" }], \#(options)"#,
        "duplicate .rows[1].id: another row already has the id “a”; each needs its own"
      ),
      (#""rows": [{ "id": "a" }], \#(options)"#, "missing-key .rows[0].label: the key “label” is missing"),
      (#"\#(rows)"#, "missing-key .options: the key “options” is missing"),
      (#"\#(rows), "options": ["good"]"#, "bad-value .options: a matrix has at least 2 options"),
      (
        #"\#(rows), "options": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]"#,
        "bad-value .options: 11 options do not fit beside one another; the limit is 10: use a “list-picker” for each row"
      ),
      (
        #"\#(rows), "options": ["good", { "value": "bad", "label": "Bad", "description": "Very" }]"#,
        "no-effect .options: the option “bad” has more than a label, and a matrix shows only labels; remove the rest"
      ),
      (
        #"\#(rows), \#(options), "value": { "sped": "good" }"#,
        "unknown-key .value.sped: there is no row “sped”; did you mean “speed”?"
      ),
      (
        #"\#(rows), \#(options), "value": { "speed": "god" }"#,
        "unknown-reference .value.speed: “god” is not among the options; did you mean “good”?"
      ),
      (
        #"\#(rows), \#(options), "value": "good""#,
        "wrong-type .value: this is a string; an object of rows, {\"quality\": \"good\"}, or null is expected"
      ),
      (
        #"\#(rows), \#(options), "other": {}"#,
        "no-effect .other: the rows of a matrix have no text field; ask for it with a cell of the type “text” or “note”"
      ),
      (#"\#(rows), \#(options), "columns": []"#, "no-effect .columns: the columns of a matrix are its “options”"),
    ])
  func mistakes(_ keys: String, _ mistake: String) {
    let found = FormCellsTests.mistakes(cell: #"{ "id": "m", "type": "matrix", "label": "M", \#(keys) }"#)
    #expect(found.contains(mistake), "\(found)")
  }
}
