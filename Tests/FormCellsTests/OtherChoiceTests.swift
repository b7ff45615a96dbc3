import Support
import Testing

@testable import FormCells

/// `other`: a last option with a text field.
@Suite("A custom text")
struct OtherChoiceTests {
  private static let single = #""type": "list-picker", "options": ["a", "b"], "other": { "maxLength": 5 }"#
  private static let multiple = single + #", "selection": "multiple""#
  private static let immediate = single + #", "apply": false"#
  private static let radio = #""type": "radio-group", "options": ["a", "b"], "other": { "maxLength": 5 }"#

  private func form(_ members: String, value: String? = nil) throws -> Form {
    let value = value.map { #", "value": \#($0)"# } ?? ""
    return try FormCellsTests.form(#"{ "id": "x", "label": "X", \#(members)\#(value) }"#)
  }

  private func formState(_ members: String, value: String? = nil) throws -> FormState {
    FormState(form: try form(members, value: value))
  }

  private func problem(_ formState: FormState) -> Problem? {
    formState.problem(of: 0, today: ValidationTests.today)?.problem
  }

  // MARK: Values

  @Test(
    "a custom text is submitted as an object, last in a multiple picker, and read back",
    arguments: [
      (single, #"{"other":"Teal"}"#), (radio, #"{"other":"Teal"}"#), (multiple, #"["b","a",{"other":"Teal"}]"#),
      (multiple, #"[{"other":"Teal"}]"#),
    ])
  func json(_ members: String, _ value: String) throws {
    let form = try form(members, value: value)
    let cell = form.cells[0]
    #expect(cell.json(of: cell.initial).map { String(decoding: $0.compactBytes, as: UTF8.self) } == value)
    #expect(cell.hiddenFieldValue(cell.initial).flatMap(cell.value(hiddenFieldValue:)) == cell.initial)
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    cell.pack(cell.initial, into: &writer, tables: &tables)
    var reader = PackedReader(writer.bytes)
    #expect(try cell.unpack(&reader, tables: tables) == cell.initial)
  }

  @Test(
    "a default with a malformed or unexpected custom text is refused",
    arguments: [
      (single, #"{ "other": "" }"#, "bad-value .value.other: the string is empty"),
      (
        single, #"{ "other": "Indigo" }"#,
        "refused-default .value: the cell would reject this value: it has 6 characters; the limit is 5"
      ),
      (single, #"{ "text": "a" }"#, nil), (single, #"[{ "other": "a" }]"#, nil), (radio, "true", nil),
      (
        multiple, #"[{ "other": "a" }, { "other": "b" }]"#,
        "duplicate .value[1]: more than one text of “other”; only one is possible"
      ),
      (
        #""type": "list-picker", "options": ["a"]"#, #"{ "other": "a" }"#,
        "wrong-type .value: this is an object; a string or null is expected"
      ),
      (
        #""type": "select", "options": ["a"]"#, #"{ "other": "a" }"#,
        "wrong-type .value: this is an object; a string or null is expected"
      ),
    ] as [(String, String, String?)])
  func refusedValues(_ members: String, _ value: String, _ mistake: String?) {
    let found = mistakes(cell: #"{ "id": "x", "label": "X", \#(members), "value": \#(value) }"#)
    #expect(!found.isEmpty)
    if let mistake { #expect(found == [mistake]) }
  }

  @Test("a posted custom text is kept only if the cell has `other`, and as one line")
  func hiddenFieldValue() throws {
    let with = try form(Self.single).cells[0]
    #expect(with.value(hiddenFieldValue: "v* a%0Ab")?.selection == nil, "a blank is escaped")
    #expect(with.value(hiddenFieldValue: "v*%20a%0Ab%20")?.selection.other == "a b")
    let without = try form(#""type": "list-picker", "options": ["a", "b"]"#).cells[0]
    #expect(without.value(hiddenFieldValue: "v,a*Teal")?.selection.other == nil)
    #expect(without.value(hiddenFieldValue: "v,a*Teal").map { without.json(of: $0) } == "a")
  }

  // MARK: Problems and conditions

  @Test(
    "a custom text satisfies required; an empty or too long one is refused",
    arguments: [single, multiple])
  func problems(_ members: String) throws {
    var formState = try formState(members + #", "required": true"#)
    #expect(problem(formState) == .missing)
    formState.reduce(.pick(cell: 0, .other("Teal")))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(problem(formState) == nil && formState.drafts.isEmpty)
    for (text, problem) in [(" ", Problem.missingOther), ("Indigo", .tooLong(limit: 5, count: 6))] {
      formState.reduce(.pick(cell: 0, .other(text)))
      formState.reduce(.apply(.cell(0), today: ValidationTests.today))
      #expect(formState.drafts[0]?.problem == problem)
      #expect(formState.appliedSelection(of: formState.form.cells[0]).other == "Teal", "the view stays open")
    }
  }

  @Test(
    "a custom text counts toward minimum and maximum",
    arguments: [(1, Problem.tooFew(minimum: 3, count: 2)), (2, nil), (3, .tooMany(maximum: 3, count: 4))])
  func sizes(_ count: Int, _ problem: Problem?) throws {
    let members = #""type": "list-picker", "options": ["a", "b", "c"], "other": {}, "selection": "multiple""#
    var formState = try formState(members + #", "minimum": 3, "maximum": 3"#)
    formState.reduce(.pick(cell: 0, .tick(Array(0..<count), untick: [])))
    formState.reduce(.pick(cell: 0, .other("d")))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(formState.drafts[0]?.problem == problem)
    #expect(mistakes(cell: #"{ "id": "x", "label": "X", \#(members), "minimum": 4 }"#).isEmpty)
    #expect(!mistakes(cell: #"{ "id": "x", "label": "X", \#(members), "minimum": 5 }"#).isEmpty)
  }

  @Test("a custom text equals no option in a condition, but counts as filled in")
  func conditions() throws {
    func states(_ condition: String) throws -> Bool {
      let other = #"{ "id": "y", "label": "Y", "type": "text", "visibleWhen": { "cell": "x", \#(condition) } }"#
      let form = try FormCellsTests.form(
        #"{ "id": "x", "label": "X", \#(Self.single), "value": { "other": "a" } }"#, other)
      return FormState(form: form).states[1].isVisible
    }
    #expect(try !states(#""equals": "a""#))
    #expect(try states(#""filled": true"#))
    #expect(try !states(#""equals": null"#))
    #expect(throws: DefinitionErrors.self) { try states(#""equals": { "other": true }"#) }
  }

  @Test("Select All leaves a custom text alone; Reset and deselecting everything remove it, and undo restores it")
  func buttons() throws {
    var formState = try formState(Self.multiple, value: #"["b"]"#)
    func chosen() -> [String] {
      let selection = formState.draft(of: formState.form.cells[0]).selection
      return Array(selection.values) + [selection.other.map { "*\($0)" }].compactMap(\.self)
    }
    formState.reduce(.pick(cell: 0, .selectAll(list: 0, languages: [])))
    #expect(chosen() == ["b", "a"])
    formState.reduce(.pick(cell: 0, .other("Teal")))
    formState.reduce(.pick(cell: 0, .deselectAll(list: 0, languages: [])))
    #expect(chosen() == ["*Teal"])
    formState.reduce(.pick(cell: 0, .deselectEverything))
    #expect(chosen() == [])
    formState.reduce(.undo)
    #expect(chosen() == ["*Teal"])
    formState.reduce(.pick(cell: 0, .reset))
    #expect(chosen() == ["b"])
  }

  // MARK: Posted pages

  private func ticks(
    _ formState: FormState, picked: [String] = [], kept: [String]? = nil, other: String?, isApplied: Bool = true
  ) -> Selection {
    var formState = formState
    let cell = formState.form.cells[0]
    formState.reduce(.open(.cell(0)))
    let draft = formState.draft(of: cell).selection
    let shown = Array(draft.values) + (draft.other == nil ? [] : [OtherChoice.mark])
    formState.merge(
      PageTicks(
        draft: draft.encoded(), search: "", shownRows: 50, shownSelectedRows: 50, picked: picked, kept: kept ?? shown,
        shown: "a,b", shownSelected: HiddenFieldValues.encode(shown), other: other, isApplied: isApplied),
      of: cell)
    return formState.draft(of: cell).selection
  }

  @Test("in a single picker, a custom text counts unless the visitor chose something else")
  func postedSingle() throws {
    func chosen(_ value: String?, _ picked: [String], _ text: String) throws -> String {
      let selection = ticks(try formState(Self.single, value: value), picked: picked, other: text)
      return selection.other.map { "*\($0)" } ?? selection.values.joined(separator: ",")
    }
    let teal = #"{ "other": "Teal" }"#
    #expect(try chosen(nil, [" "], "Teal") == "*Teal")
    #expect(try chosen(nil, [" "], " ") == "*", "still to be entered")
    #expect(try chosen(nil, [], " Teal ") == "*Teal", "typed, and nothing chosen")
    #expect(try chosen(nil, [""], "Teal") == "*Teal", "None was what the page showed")
    #expect(try chosen(nil, ["a"], "Teal") == "a", "both changed")
    #expect(try chosen(#""a""#, ["a"], "Teal") == "*Teal", "only the text changed")
    #expect(try chosen(#""a""#, ["b"], "Teal") == "b")
    #expect(try chosen(teal, [" "], "Blue") == "*Blue")
    #expect(try chosen(teal, ["a"], "Teal") == "a")
    #expect(try chosen(teal, [""], "Teal") == "")
    #expect(try chosen(teal, [" "], "") == "*")
  }

  @Test("in a multiple picker, a typed text counts as ticked, and unticking either of its boxes removes it")
  func postedSeveral() throws {
    func chosen(_ value: String?, _ picked: [String], kept: [String]? = nil, _ text: String?) throws -> String {
      let selection = ticks(try formState(Self.multiple, value: value), picked: picked, kept: kept, other: text)
      return selection.values.joined(separator: ",") + (selection.other.map { "*\($0)" } ?? "")
    }
    let both = #"["a", { "other": "Teal" }]"#
    #expect(try chosen(nil, ["a", " "], "Teal") == "a*Teal")
    #expect(try chosen(nil, ["a"], "Teal") == "a*Teal")
    #expect(try chosen(nil, [" "], "") == "*")
    #expect(try chosen(nil, ["a"], "") == "a")
    #expect(try chosen(both, ["a", " "], "Teal") == "a*Teal")
    #expect(try chosen(both, ["a"], "Teal") == "a")
    #expect(try chosen(both, ["a", " "], kept: ["a"], "Teal") == "a")
    #expect(try chosen(both, [" "], kept: [" "], "Blue") == "*Blue")
    #expect(try chosen(both, ["a"], nil) == "a*Teal", "a page without the entry says nothing of it")
  }

  @Test("a picker that applies choices at once accepts a custom text with a separate Apply, even an empty one")
  func postedAtOnce() throws {
    let formState = try formState(Self.immediate, value: #""a""#)
    #expect(ticks(formState, other: "Teal").other == "Teal")
    #expect(ticks(formState, other: "").other == "")
    #expect(ticks(formState, other: "", isApplied: false).other == nil)
    #expect(ticks(formState, other: "Teal", isApplied: false).other == "Teal", "Close has something to ask about")
  }

  @Test("in a radio group, a custom text counts unless the visitor chose something else")
  func postedInPlace() throws {
    func chosen(_ value: String?, _ posted: String, _ text: String, _ lineage: PageInput.PageOrigin = .same) throws
      -> String
    {
      var formState = try formState(Self.radio, value: value)
      var sent = SentTexts()
      sent.append("kind".utf8, value: posted.utf8)
      formState.merge(
        PageInput(
          lineage, posted: [0], in: sent, others: [0: text], baseline: Baseline.encoded(of: formState),
          openSection: nil,
          hiddenSections: [:], heldPasswords: [], isWhole: true),
        numbers: .of("en"))
      let selection = formState.values[0].selection
      return selection.other.map { "*\($0)" } ?? selection.values.joined(separator: ",")
    }
    let teal = #"{ "other": "Teal" }"#
    for lineage in [PageInput.PageOrigin.same, .alone] {
      #expect(try chosen(nil, " ", "Teal", lineage) == "*Teal")
      #expect(try chosen(nil, "", "Teal", lineage) == "*Teal")
      #expect(try chosen(nil, "a", "Teal", lineage) == "a")
      #expect(try chosen(#""a""#, "a", "Teal", lineage) == "*Teal")
      #expect(try chosen(teal, "b", "Teal", lineage) == "b")
      #expect(try chosen(teal, "", "Teal", lineage) == "")
      #expect(try chosen(teal, " ", "", lineage) == "*")
    }
    #expect(try chosen(nil, "nonsense", "Teal") == "", "no option of the page")
  }

  @Test("a custom text that is too long is reported before the form is sent")
  func typedTooLong() throws {
    var formState = try formState(Self.radio)
    #expect(formState.problemOfEntry(of: 0) == nil)
    let choice = try #require(formState.form.cells[0].value(hiddenFieldValue: "v*Indigo") ?? nil)
    formState.reduce(.enter(cell: 0, choice))
    #expect(formState.problemOfEntry(of: 0)?.problem == .tooLong(limit: 5, count: 6))
  }
}
