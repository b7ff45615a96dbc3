import Support
import Testing

@testable import FormCells

/// The reducer: drafts apart from applied values, and nothing lost on the way.
@Suite("Filling in a form")
struct FillingTests {
  private func filling(_ picker: String = "", options: Int = 4, formKeys: String = "") throws -> Filling {
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
    return Filling(form: form)
  }

  private func values(_ filling: Filling) -> [String] {
    guard case .selection(let selection) = filling.values[0] else { return [] }
    return Array(selection.values)
  }

  private func draft(_ filling: Filling) -> [String] {
    Array(filling.draft(of: filling.form.cells[0]).selection.values)
  }

  @Test("LV5 LV12 a draft changes nothing until Apply")
  func draftApart() throws {
    var filling = try filling(#", "selection": "multiple", "value": ["o0"]"#)
    let before = filling.values
    filling.reduce(.open(.cell(0)))
    filling.reduce(.pick(cell: 0, .tick([1, 2], untick: [0])))
    #expect(filling.values == before)
    #expect(draft(filling) == ["o1", "o2"])
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(filling) == ["o1", "o2"])
    #expect(filling.drafts.isEmpty)
  }

  @Test("LV17 Close asks where something changed, and only there")
  func close() throws {
    var filling = try filling(#", "selection": "multiple""#)
    filling.reduce(.open(.cell(0)))
    filling.reduce(.close(.cell(0)))
    #expect(filling.drafts.isEmpty)
    filling.reduce(.open(.cell(0)))
    filling.reduce(.pick(cell: 0, .tick([1], untick: [])))
    filling.reduce(.close(.cell(0)))
    #expect(filling.drafts[0]?.asksToDiscard == true)
    filling.reduce(.keepEditing(.cell(0)))
    #expect(filling.drafts[0]?.asksToDiscard == false)
    filling.reduce(.discard(.cell(0)))
    #expect(filling.drafts.isEmpty && values(filling).isEmpty)
  }

  @Test("LV17 confirmDiscard false leaves without a question")
  func noQuestion() throws {
    var filling = try filling(#", "selection": "multiple", "confirmDiscard": false"#)
    filling.reduce(.open(.cell(0)))
    filling.reduce(.pick(cell: 0, .tick([1], untick: [])))
    filling.reduce(.close(.cell(0)))
    #expect(filling.drafts.isEmpty && values(filling).isEmpty)
  }

  @Test("what was ticked and taken back leaves nothing to ask about")
  func unchanged() throws {
    var filling = try filling(#", "selection": "multiple", "value": ["o0"]"#)
    filling.reduce(.pick(cell: 0, .tick([1], untick: [])))
    filling.reduce(.pick(cell: 0, .tick([], untick: [1])))
    filling.reduce(.close(.cell(0)))
    #expect(filling.drafts.isEmpty)
  }

  @Test("LV6 Reset is the definition's default, whatever was applied")
  func reset() throws {
    var filling = try filling(#", "selection": "multiple", "value": ["o3"]"#)
    filling.reduce(.pick(cell: 0, .tick([0], untick: [3])))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    filling.reduce(.pick(cell: 0, .reset))
    #expect(draft(filling) == ["o3"])
    #expect(values(filling) == ["o0"])
  }

  @Test("LV3 C22 Select All takes what matches the search; Deselect All of Selected takes all back")
  func selectAll() throws {
    var filling = try filling(#", "selection": "multiple""#, options: 30)
    filling.reduce(.pick(cell: 0, .search("o1")))
    filling.reduce(.pick(cell: 0, .selectAll(list: 0, languages: ["en"])))
    #expect(draft(filling) == ["o1"] + (10..<20).map { "o\($0)" })
    filling.reduce(.pick(cell: 0, .search("o12")))
    filling.reduce(.pick(cell: 0, .deselectAll(list: 0, languages: ["en"])))
    #expect(draft(filling).count == 10)
    filling.reduce(.pick(cell: 0, .deselectEverything))
    #expect(draft(filling).isEmpty)
  }

  @Test("a new search begins at the first rows; Show more adds a page at a time and never more than there is")
  func paging() throws {
    var filling = try filling(#", "selection": "multiple""#, options: 120)
    let cell = filling.form.cells[0]
    filling.reduce(.pick(cell: 0, .showMore))
    #expect(PickerRows(of: filling.draft(of: cell), in: []).shownCount == 100)
    filling.reduce(.pick(cell: 0, .showMore))
    filling.reduce(.pick(cell: 0, .showMore))
    let all = PickerRows(of: filling.draft(of: cell), in: [])
    #expect(all.shownCount == 120 && !all.hasMore)
    filling.reduce(.pick(cell: 0, .search("o")))
    let found = PickerRows(of: filling.draft(of: cell), in: [])
    #expect(found.shownCount == 50 && found.hasMore && found.matchCount == 120)
  }

  @Test("LV18 a single choice replaces the one before; C21 None takes it back")
  func single() throws {
    var filling = try filling()
    filling.reduce(.pick(cell: 0, .choose(row: 1)))
    filling.reduce(.pick(cell: 0, .choose(row: 2)))
    #expect(draft(filling) == ["o2"])
    filling.reduce(.pick(cell: 0, .choose(row: nil)))
    #expect(draft(filling).isEmpty)
  }

  @Test("single selection ignores the actions of several")
  func singleIgnoresSelectAll() throws {
    var filling = try filling()
    filling.reduce(.pick(cell: 0, .selectAll(list: 0, languages: [])))
    #expect(draft(filling).isEmpty)
  }

  @Test("Apply is refused outside minimum and maximum, and the draft stays", arguments: [1, 4])
  func sizes(_ count: Int) throws {
    var filling = try filling(#", "selection": "multiple", "minimum": 2, "maximum": 3"#)
    filling.reduce(.pick(cell: 0, .tick(Array(0..<count), untick: [])))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(
      filling.drafts[0]?.problem
        == (count == 1 ? .tooFew(minimum: 2, count: 1) : .tooMany(maximum: 3, count: 4)))
    #expect(values(filling).isEmpty)
    filling.reduce(.pick(cell: 0, .tick([1], untick: [3])))
    #expect(filling.drafts[0]?.problem == nil)
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(filling).count == (count == 1 ? 2 : 3))
  }

  @Test("TI45 a read-only cell takes nothing; a hidden one keeps what was entered for when it shows again")
  func editable() throws {
    var filling = try filling()
    filling.reduce(.enter(cell: 3, .text("forged")))
    #expect(filling.values[3] == .text("fixed"))
    filling.reduce(.enter(cell: 2, .text("kept")))
    #expect(!filling.form.states(in: filling.values)[2].isVisible)
    filling.reduce(.pick(cell: 0, .choose(row: 1)))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(filling.form.states(in: filling.values)[2].isVisible)
    #expect(filling.values[2] == .text("kept"))
  }

  @Test("problems are shown from a refused submit on, until a submit is accepted")
  func submit() throws {
    var filling = try filling(#", "required": true"#)
    #expect(!filling.showsProblems)
    filling.reduce(.submit(today: ValidationTests.today))
    #expect(filling.showsProblems)
    filling.reduce(.pick(cell: 0, .choose(row: 0)))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    filling.reduce(.submit(today: ValidationTests.today))
    #expect(!filling.showsProblems)
  }

  @Test("a search longer than the limit is cut, not refused")
  func longSearch() throws {
    var filling = try filling()
    filling.reduce(.pick(cell: 0, .search(String(repeating: "x", count: 5000))))
    #expect(filling.drafts[0]?.search.count == PickerDraft.searchCharacterLimit)
  }
}

@Suite("Baseline")
struct BaselineTests {
  private func filling(_ value: String) throws -> Filling {
    let text = """
      { "id": "f", "title": "F", "sections": [{ "cells": [
        { "id": "a", "type": "text", "label": "A" }, { "id": "b", "type": "password", "label": "B" },
        { "id": "c", "type": "note", "label": "C" } ] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    var filling = Filling(form: form)
    filling.reduce(.enter(cell: 0, .text(value)))
    filling.reduce(.enter(cell: 1, .text("secret")))
    return filling
  }

  @Test("F2 it tells a repetition from a change, also after the way through a page")
  func roundTrip() throws {
    let filling = try filling("a\nb")
    let carried = Baseline.encoded(of: filling)
    let baseline = try #require(Baseline(carried, of: filling.form))
    #expect(baseline.showed(.text("a\r\nb"), in: 0))
    #expect(!baseline.showed(.text("a\nc"), in: 0))
    #expect(baseline.showed(.text(""), in: 2))
  }

  @Test(
    "a posted text is told from what is held only where reading it comes to the same",
    arguments: [
      "", "a", "a b", "Söhne x", "a\tb", " a", "a ", "é", "a\nb", "a\u{7f}", "x\u{a0}y", "a\u{301}b", "a\rb", "\u{1}",
    ], ["", "\r\n", "\n", " ", "\r"])
  func repetition(_ text: String, _ end: String) throws {
    let form = try filling("x").form
    for cell in [form.cells[0], form.cells[2]] {
      let posted = text + end
      let keeping = try #require(cell.keeping)
      var sent = SentTexts()
      sent.append("a".utf8, posted.utf8)
      let read = try #require(cell.value(posted: posted, numbers: .of("en")))
      for held in [text, posted, read.text, posted.replacing("\r\n", with: "\n")] {
        let isTold = keeping.isKept(sent.fields[0].value, in: sent, as: held)
        #expect(!isTold || read == .text(held), "\(posted.debugDescription) is not \(held.debugDescription)")
      }
    }
    var sent = SentTexts()
    sent.append("a".utf8, "Söhne x".utf8)
    #expect(TextKeeping.asLine.isKept(sent.fields[0].value, in: sent, as: "Söhne x"))
  }

  @Test("it says nothing of a password")
  func password() throws {
    #expect(Baseline.encoded(of: try filling("x")).count == 12)
    let filling = try filling("x")
    let baseline = try #require(Baseline(Baseline.encoded(of: filling), of: filling.form))
    #expect(!baseline.showed(.text("secret"), in: 1))
  }

  @Test("one that does not fit the form is refused", arguments: ["", "x", "AAAAAAAAAAAAAAAAAA"])
  func malformed(_ carried: String) throws {
    #expect(Baseline(carried, of: try filling("x").form) == nil)
  }
}

@Suite("Carried values")
struct CarriedValuesTests {
  @Test("any values come back as they were", arguments: [["a"], ["a,b", "100%", "é 👩🏻‍🚀", "\"<>&'"], ["", "x"], []])
  func roundTrip(_ values: [String]) {
    let carried = CarriedValues.encode(values)
    #expect(carried.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") })
    #expect(CarriedValues.decode(carried) == values)
  }

  @Test("rows of tables are carried as their values are")
  func rows() {
    let values = ["", "a,b", "100%", "é"]
    let table = OptionTable(options: values.map { Option(value: $0) })
    let other = OptionTable(options: [Option(value: "x")])
    let carried = CarriedValues.encode([
      (rows: RowRuns([0, 3, 1]), table: table), (RowRuns(), other), (RowRuns([0]), other), (RowRuns([2]), table),
    ])
    #expect(String(decoding: carried, as: UTF8.self) == CarriedValues.encode(["", "é", "a,b", "x", "100%"]))
    #expect(CarriedValues.encode([(rows: RowRuns(), table: table)]).isEmpty)
  }

  @Test("many rows too, in whatever order", arguments: [1, 60, 4000])
  func manyRows(_ length: Int) {
    // More rows than are kept, and more bytes.
    let values = (0..<1100).map { String(repeating: "é,", count: length) + String($0) }
    let table = OptionTable(options: values.map { Option(value: $0) })
    for rows in [
      Array(0..<1100), Array(1000..<1040), Array((0..<1100).reversed()), (0..<100).map { $0 * 11 },
      [0, 1, 2, 4, 4, 5, 6, 1099, 0],
    ] {
      let carried = CarriedValues.encode([(rows: RowRuns(rows), table: table), (rows: RowRuns([7]), table: table)])
      #expect(String(decoding: carried, as: UTF8.self) == CarriedValues.encode((rows + [7]).map { values[$0] }))
    }
  }

  @Test("what is malformed is left out", arguments: ["%", "%4", "%zz"])
  func malformed(_ text: String) { #expect(CarriedValues.decode("a,\(text),b") == ["a", "b"]) }
}
