import Support
import Testing

@testable import FormCells

/// The reducer: drafts are separate from applied values, and nothing is lost.
@Suite("Filling in a form")
struct FillingTests {
  private func formState(_ picker: String = "", options: Int = 4, formKeys: String = "") throws -> FormState {
    let list = (0..<options).map { "\"o\($0)\"" }.joined(separator: ",")
    let text = """
      { "id": "f", "title": "F"\(formKeys), "sections": [{ "cells": [
        { "id": "p", "type": "list-picker", "label": "P", "options": [\(list)]\(picker) },
        { "id": "t", "type": "text", "label": "T" },
        { "id": "s", "type": "text", "label": "S", "visibleWhen": { "cell": "p", "equals": "o1" } },
        { "id": "r", "type": "text", "label": "R", "readOnly": true, "value": "fixed" }
      ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    return FormState(form: form)
  }

  private func values(_ formState: FormState) -> [String] {
    guard case .selection(let selection) = formState.values[0] else { return [] }
    return Array(selection.values)
  }

  private func draft(_ formState: FormState) -> [String] {
    Array(formState.draft(of: formState.form.cells[0]).selection.values)
  }

  @Test("LV5 LV12 a draft changes nothing until Apply")
  func draftApart() throws {
    var formState = try formState(#", "selection": "multiple", "value": ["o0"]"#)
    let before = formState.values
    formState.reduce(.open(.cell(0)))
    formState.reduce(.pick(cell: 0, .tick([1, 2], untick: [0])))
    #expect(formState.values == before)
    #expect(draft(formState) == ["o1", "o2"])
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(formState) == ["o1", "o2"])
    #expect(formState.drafts.isEmpty)
  }

  @Test("LV17 Close asks for confirmation only if something was changed")
  func close() throws {
    var formState = try formState(#", "selection": "multiple""#)
    formState.reduce(.open(.cell(0)))
    formState.reduce(.close(.cell(0)))
    #expect(formState.drafts.isEmpty)
    formState.reduce(.open(.cell(0)))
    formState.reduce(.pick(cell: 0, .tick([1], untick: [])))
    formState.reduce(.close(.cell(0)))
    #expect(formState.drafts[0]?.asksToDiscard == true)
    formState.reduce(.keepEditing(.cell(0)))
    #expect(formState.drafts[0]?.asksToDiscard == false)
    formState.reduce(.discard(.cell(0)))
    #expect(formState.drafts.isEmpty && values(formState).isEmpty)
  }

  @Test("LV17 with `confirmDiscard` false, Close discards changes without asking")
  func noQuestion() throws {
    var formState = try formState(#", "selection": "multiple", "confirmDiscard": false"#)
    formState.reduce(.open(.cell(0)))
    formState.reduce(.pick(cell: 0, .tick([1], untick: [])))
    formState.reduce(.close(.cell(0)))
    #expect(formState.drafts.isEmpty && values(formState).isEmpty)
  }

  @Test("Close does not ask if the only change was taken back")
  func unchanged() throws {
    var formState = try formState(#", "selection": "multiple", "value": ["o0"]"#)
    formState.reduce(.pick(cell: 0, .tick([1], untick: [])))
    formState.reduce(.pick(cell: 0, .tick([], untick: [1])))
    formState.reduce(.close(.cell(0)))
    #expect(formState.drafts.isEmpty)
  }

  @Test("LV6 Reset restores the definition's default, whatever was applied")
  func reset() throws {
    var formState = try formState(#", "selection": "multiple", "value": ["o3"]"#)
    formState.reduce(.pick(cell: 0, .tick([0], untick: [3])))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    formState.reduce(.pick(cell: 0, .reset))
    #expect(draft(formState) == ["o3"])
    #expect(values(formState) == ["o0"])
  }

  @Test("LV3 C22 Select All selects what matches the search; Deselect All of Selected removes everything")
  func selectAll() throws {
    var formState = try formState(#", "selection": "multiple""#, options: 30)
    formState.reduce(.pick(cell: 0, .search("o1")))
    formState.reduce(.pick(cell: 0, .selectAll(list: 0, languages: ["en"])))
    #expect(draft(formState) == ["o1"] + (10..<20).map { "o\($0)" })
    formState.reduce(.pick(cell: 0, .search("o12")))
    formState.reduce(.pick(cell: 0, .deselectAll(list: 0, languages: ["en"])))
    #expect(draft(formState).count == 10)
    formState.reduce(.pick(cell: 0, .deselectEverything))
    #expect(draft(formState).isEmpty)
  }

  @Test("a new search shows the first rows again; Show More adds a page of rows, up to the last row")
  func paging() throws {
    var formState = try formState(#", "selection": "multiple""#, options: 120)
    let cell = formState.form.cells[0]
    formState.reduce(.pick(cell: 0, .showMore))
    #expect(PickerRows(of: formState.draft(of: cell), in: []).shownCount == 100)
    formState.reduce(.pick(cell: 0, .showMore))
    formState.reduce(.pick(cell: 0, .showMore))
    let all = PickerRows(of: formState.draft(of: cell), in: [])
    #expect(all.shownCount == 120 && !all.hasMore)
    formState.reduce(.pick(cell: 0, .search("o")))
    let found = PickerRows(of: formState.draft(of: cell), in: [])
    #expect(found.shownCount == 50 && found.hasMore && found.matchCount == 120)
  }

  @Test("LV18 a single choice replaces the one before; C21 None removes it")
  func single() throws {
    var formState = try formState()
    formState.reduce(.pick(cell: 0, .choose(row: 1)))
    formState.reduce(.pick(cell: 0, .choose(row: 2)))
    #expect(draft(formState) == ["o2"])
    formState.reduce(.pick(cell: 0, .choose(row: nil)))
    #expect(draft(formState).isEmpty)
  }

  @Test("a picker of one value ignores Select All")
  func singleIgnoresSelectAll() throws {
    var formState = try formState()
    formState.reduce(.pick(cell: 0, .selectAll(list: 0, languages: [])))
    #expect(draft(formState).isEmpty)
  }

  @Test("Apply is refused outside minimum and maximum, and the draft stays", arguments: [1, 4])
  func sizes(_ count: Int) throws {
    var formState = try formState(#", "selection": "multiple", "minimum": 2, "maximum": 3"#)
    formState.reduce(.pick(cell: 0, .tick(Array(0..<count), untick: [])))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(
      formState.drafts[0]?.problem
        == (count == 1 ? .tooFew(minimum: 2, count: 1) : .tooMany(maximum: 3, count: 4)))
    #expect(values(formState).isEmpty)
    formState.reduce(.pick(cell: 0, .tick([1], untick: [3])))
    #expect(formState.drafts[0]?.problem == nil)
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(formState).count == (count == 1 ? 2 : 3))
  }

  @Test("TI45 a read-only cell accepts no value; a hidden one keeps its value until it is shown again")
  func editable() throws {
    var formState = try formState()
    formState.reduce(.enter(cell: 3, .text("forged")))
    #expect(formState.values[3] == .text("fixed"))
    formState.reduce(.enter(cell: 2, .text("kept")))
    #expect(!formState.form.states(in: formState.values)[2].isVisible)
    formState.reduce(.pick(cell: 0, .choose(row: 1)))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(formState.form.states(in: formState.values)[2].isVisible)
    #expect(formState.values[2] == .text("kept"))
  }

  @Test("problems are shown after a refused submit, until a submit is accepted")
  func submit() throws {
    var formState = try formState(#", "required": true"#)
    #expect(!formState.showsProblems)
    formState.reduce(.submit(today: ValidationTests.today))
    #expect(formState.showsProblems)
    formState.reduce(.pick(cell: 0, .choose(row: 0)))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    formState.reduce(.submit(today: ValidationTests.today))
    #expect(!formState.showsProblems)
  }

  @Test("a search longer than the limit is cut, not refused")
  func longSearch() throws {
    var formState = try formState()
    formState.reduce(.pick(cell: 0, .search(String(repeating: "x", count: 5000))))
    #expect(formState.drafts[0]?.search.count == PickerDraft.searchCharacterLimit)
  }
}

@Suite("Baseline")
struct BaselineTests {
  private func formState(_ value: String) throws -> FormState {
    let text = """
      { "id": "f", "title": "F", "sections": [{ "cells": [
        { "id": "a", "type": "text", "label": "A" }, { "id": "b", "type": "password", "label": "B" },
        { "id": "c", "type": "note", "label": "C" } ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    var formState = FormState(form: form)
    formState.reduce(.enter(cell: 0, .text(value)))
    formState.reduce(.enter(cell: 1, .text("secret")))
    return formState
  }

  @Test("F2 a baseline from a page distinguishes an unchanged value from a changed one")
  func roundTrip() throws {
    let formState = try formState("a\nb")
    let hiddenFieldValue = Baseline.encoded(of: formState)
    let baseline = try #require(Baseline(hiddenFieldValue, of: formState.form))
    #expect(baseline.showed(.text("a\r\nb"), in: 0))
    #expect(!baseline.showed(.text("a\nc"), in: 0))
    #expect(baseline.showed(.text(""), in: 2))
  }

  @Test(
    "a posted text counts as unchanged only if reading it gives the held value",
    arguments: [
      "", "a", "a b", "Söhne x", "a\tb", " a", "a ", "é", "a\nb", "a\u{7f}", "x\u{a0}y", "a\u{301}b", "a\rb", "\u{1}",
    ], ["", "\r\n", "\n", " ", "\r"])
  func repetition(_ text: String, _ end: String) throws {
    let form = try formState("x").form
    for cell in [form.cells[0], form.cells[2]] {
      let posted = text + end
      let keeping = try #require(cell.keeping)
      var sent = SentTexts()
      sent.append("a".utf8, value: posted.utf8)
      let read = try #require(cell.value(posted: posted, numbers: .of("en")))
      for held in [text, posted, read.text, posted.replacing("\r\n", with: "\n")] {
        let isTold = keeping.isKept(sent.fields[0].value, in: sent, as: held)
        #expect(!isTold || read == .text(held), "\(posted.debugDescription) is not \(held.debugDescription)")
      }
    }
    var sent = SentTexts()
    sent.append("a".utf8, value: "Söhne x".utf8)
    #expect(TextKeeping.asLine.isKept(sent.fields[0].value, in: sent, as: "Söhne x"))
  }

  @Test("a baseline says nothing about a password")
  func password() throws {
    #expect(Baseline.encoded(of: try formState("x")).count == 12)
    let formState = try formState("x")
    let baseline = try #require(Baseline(Baseline.encoded(of: formState), of: formState.form))
    #expect(!baseline.showed(.text("secret"), in: 1))
  }

  @Test("a baseline that does not fit the form is refused", arguments: ["", "x", "AAAAAAAAAAAAAAAAAA"])
  func malformed(_ hiddenFieldValue: String) throws {
    #expect(Baseline(hiddenFieldValue, of: try formState("x").form) == nil)
  }
}

@Suite("Values in hidden fields")
struct CarriedValuesTests {
  @Test("encoded values are decoded unchanged", arguments: [["a"], ["a,b", "100%", "é 👩🏻‍🚀", "\"<>&'"], ["", "x"], []])
  func roundTrip(_ values: [String]) {
    let hiddenFieldValue = HiddenFieldValues.encode(values)
    #expect(hiddenFieldValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") })
    #expect(HiddenFieldValues.decode(hiddenFieldValue) == values)
  }

  @Test("rows of tables are encoded like their values")
  func rows() {
    let values = ["", "a,b", "100%", "é"]
    let table = OptionTable(options: values.map { Option(value: $0) })
    let other = OptionTable(options: [Option(value: "x")])
    let hiddenFieldValue = HiddenFieldValues.encode([
      (rows: RowRuns([0, 3, 1]), table: table), (RowRuns(), other), (RowRuns([0]), other), (RowRuns([2]), table),
    ])
    #expect(
      String(decoding: hiddenFieldValue, as: UTF8.self) == HiddenFieldValues.encode(["", "é", "a,b", "x", "100%"]))
    #expect(HiddenFieldValues.encode([(rows: RowRuns(), table: table)]).isEmpty)
  }

  @Test("many rows are encoded like their values too, in any order", arguments: [1, 60, 4000])
  func manyRows(_ length: Int) {
    // More rows than the table keeps encoded, and more bytes.
    let values = (0..<1100).map { String(repeating: "é,", count: length) + String($0) }
    let table = OptionTable(options: values.map { Option(value: $0) })
    for rows in [
      Array(0..<1100), Array(1000..<1040), Array((0..<1100).reversed()), (0..<100).map { $0 * 11 },
      [0, 1, 2, 4, 4, 5, 6, 1099, 0],
    ] {
      let hiddenFieldValue = HiddenFieldValues.encode([
        (rows: RowRuns(rows), table: table), (rows: RowRuns([7]), table: table),
      ])
      #expect(
        String(decoding: hiddenFieldValue, as: UTF8.self) == HiddenFieldValues.encode((rows + [7]).map { values[$0] }))
    }
  }

  @Test("malformed values are left out", arguments: ["%", "%4", "%zz"])
  func malformed(_ text: String) { #expect(HiddenFieldValues.decode("a,\(text),b") == ["a", "b"]) }
}

/// Anyone can post as many boxes as fit into a body. The cost must not be their number times the number of chosen rows.
@Suite("Many posted checkboxes")
struct ManyTicksTests {
  @Test("tens of thousands of checkboxes are unticked at once")
  func untick() throws {
    let definition = """
      { "id": "a", "title": "A", "sections": [{ "cells": [
        { "id": "b", "type": "list-picker", "label": "B", "selection": "multiple", "options": ["1"] } ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(definition.utf8), path: "a.json", directory: "")
    let table = OptionTable(options: (0..<60_000).map { Option(value: "\($0)", label: Localized("\($0)")) })
    var selection = Selection(in: table)
    let even = stride(from: 0, to: table.count, by: 2)
    selection.insert(RowSet(rows: even.map { UInt32($0) }))
    #expect(selection.count == 30_000)
    var draft = PickerDraft(of: selection)
    // Some boxes are posted twice, and one was not ticked.
    draft.reduce(.tick([], untick: Array(even.dropFirst()) + [2, 4, 7]), in: form.cells[0])
    #expect(Array(draft.selection.rows) == [0])
  }
}
