import FormCells
import Support
import Testing

@Suite("Repeated sections") struct RepeatedSectionTests {
  private static let expenses = #"""
    { "title": "T", "sections": [
      { "cells": [{ "id": "reason", "type": "text", "label": "R" }, { "id": "rate", "type": "number", "label": "Q", "value": 2 }] },
      { "title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "minimum": 1, "maximum": 5, "cells": [
        { "id": "kind", "type": "radio-group", "label": "K", "options": ["trip", "other"] },
        { "id": "amount", "type": "currency", "label": "A", "currency": "EUR", "required": true },
        { "id": "why", "type": "text", "label": "W", "visibleWhen": { "cell": "kind", "equals": "other" }, "required": true },
        { "id": "double", "type": "currency", "label": "D", "currency": "EUR", "calculate": "amount * rate" }] },
      { "cells": [
        { "id": "total", "type": "currency", "label": "S", "currency": "EUR", "calculate": "sum(expenses.double)" },
        { "id": "count", "type": "number", "label": "C", "calculate": "count(expenses)" },
        { "id": "filled", "type": "number", "label": "F", "calculate": "count(expenses.amount)" },
        { "id": "least", "type": "currency", "label": "M", "currency": "EUR", "calculate": "min(expenses.amount)" },
        { "id": "large", "type": "text", "label": "L", "visibleWhen": { "section": "expenses", "any": { "cell": "amount", "atLeast": 100 } } },
        { "id": "trips", "type": "text", "label": "T", "visibleWhen": { "section": "expenses", "all": { "cell": "kind", "equals": "trip" } } },
        { "id": "several", "type": "text", "label": "V", "visibleWhen": { "section": "expenses", "count": { "atLeast": 2 } } }] }] }
    """#

  private let moment = Moment(CalendarDate.last)
  private let today = CalendarDate.last

  /// A form state with entries that have these values (JSON).
  private func filled(_ values: String) throws -> FormState {
    let form = try decode(Self.expenses)
    var state = FormState(form: form)
    let sent = form.inputs(sentAs: Array(#"{"values":\#(values)}"#.utf8), numbers: .of("en"))
    try #require(sent.mistakes.isEmpty)
    state.addEntries(sent.inputs, at: moment)
    _ = state.enter(sent.inputs)
    return state
  }

  private func json(_ state: FormState) -> String {
    String(decoding: SubmittedValues(of: state).object { _ in .null }.compactBytes, as: UTF8.self)
  }

  /// The amounts of the entries, in order.
  private func amounts(_ state: FormState) -> [String] {
    state.entries(of: 1).map { state.values[state.form.sections[$0].cells[1].index].text }
  }

  private static let two =
    #"{"expenses":[{"kind":"trip","amount":{"amount":"12.50","currency":"EUR"}},{"kind":"other","amount":{"amount":"120","currency":"EUR"},"why":"w"}]}"#

  @Test("a repeated section without entries is submitted as an empty list") func none() throws {
    let state = try filled("{}")
    #expect(
      json(state)
        == #"{"reason":"","rate":2,"expenses":[],"total":{"amount":"0.00","currency":"EUR"},"count":0,"filled":0,"least":null,"trips":""}"#
    )
    #expect(!state.hasInput)
    #expect(state.problems(today: today).map(\.problem) == [.tooFewEntries(minimum: 1, count: 0)])
  }

  @Test("calculations and conditions use the values of all entries") func two() throws {
    let state = try filled(Self.two)
    #expect(
      json(state)
        == #"{"reason":"","rate":2,"expenses":[{"kind":"trip","amount":{"amount":"12.50","currency":"EUR"},"double":{"amount":"25.00","currency":"EUR"}},"#
        + #"{"kind":"other","amount":{"amount":"120.00","currency":"EUR"},"why":"w","double":{"amount":"240.00","currency":"EUR"}}],"#
        + #""total":{"amount":"265.00","currency":"EUR"},"count":2,"filled":2,"least":{"amount":"12.50","currency":"EUR"},"large":"","several":""}"#
    )
    #expect(state.problems(today: today).isEmpty)
    #expect(state.hasInput)
  }

  @Test("an unreadable amount leaves what depends on it empty, and only its own cell has a problem")
  func unreadAmount() throws {
    let wrong = #"{"amount":{"amount":"12.505","currency":"EUR"},"kind":"trip"}"#
    let state = try filled(
      #"{"expenses":[\#(wrong),{"kind":"trip","amount":{"amount":"2","currency":"EUR"}}]}"#)
    let following = ["total", "count", "filled", "least"].compactMap { state.form.cell($0)?.index }
    #expect(following.map { state.values[$0].text } == ["", "2", "2", ""])
    let entries = state.entries(of: 1).map { state.form.sections[$0].cells }
    #expect(entries.map { state.values[$0[3].index].text } == ["", "4.00"])
    let problems = state.problems(today: today, numbers: .of("en"))
    #expect(problems.map(\.cell) == [entries[0][1].index])
  }

  @Test("an entry is added when its view is applied, and not when the view is discarded") func add() throws {
    var state = try filled("{}")
    let openedentry = state.openNewEntry(in: 1, at: moment)
    let entry = try #require(openedentry)
    #expect(state.number(ofEntry: entry) == 1 && !state.isEntry(entry))
    let cells = state.form.sections[entry].cells
    state.reduce(.enterInSection(cell: cells[1].index, .text("abc")))
    state.reduce(.apply(.section(entry), today: today))
    #expect(amounts(state) == [] && state.sectionDrafts[entry] != nil, "a wrong value is not applied")
    state.reduce(.enterInSection(cell: cells[1].index, .text("7.00")))
    #expect(state.layered(by: entry).values[cells[3].index].text == "14.00")
    #expect(state.values[try #require(state.form.cell("total")).index].text == "0.00", "not before it is applied")
    state.reduce(.apply(.section(entry), today: today))
    #expect(amounts(state) == ["7.00"])
    #expect(state.values[try #require(state.form.cell("total")).index].text == "14.00")
    state.reduce(.undo)
    #expect(amounts(state) == [])
    let openedsecond = state.openNewEntry(in: 1, at: moment)
    let second = try #require(openedsecond)
    #expect(second != entry, "its number is not given again")
    state.reduce(.discard(.section(second)))
    #expect(amounts(state) == [])
  }

  @Test("entries are removed, brought back and moved by their numbers") func removeAndMove() throws {
    var state = try filled(
      #"{"expenses":[{"amount":{"amount":"1","currency":"EUR"}},{"amount":{"amount":"2","currency":"EUR"}},{"amount":{"amount":"3","currency":"EUR"}}]}"#
    )
    let entries = state.entries(of: 1)
    state.reduce(.moveEntry(section: entries[2], by: -1))
    #expect(amounts(state) == ["1.00", "3.00", "2.00"])
    state.reduce(.removeEntry(section: entries[2]))
    #expect(amounts(state) == ["1.00", "2.00"])
    state.reduce(.removeEntry(section: entries[2]))
    #expect(amounts(state) == ["1.00", "2.00"], "what is gone is not removed again")
    state.reduce(.moveEntry(section: entries[2], by: -1))
    state.reduce(.moveEntry(section: entries[0], by: -1))
    #expect(amounts(state) == ["1.00", "2.00"])
    state.reduce(.undo)
    #expect(amounts(state) == ["1.00", "3.00", "2.00"])
    state.reduce(.startOver)
    #expect(amounts(state) == [])
    state.reduce(.undo)
    #expect(amounts(state) == ["1.00", "3.00", "2.00"])
  }

  @Test("moving an entry removes the undo step before it") func undoBehindAMove() throws {
    var state = try filled(#"{"expenses":[{"amount":{"amount":"1","currency":"EUR"}}]}"#)
    let opened = state.openNewEntry(in: 1, at: moment)
    let second = try #require(opened)
    state.reduce(.apply(.section(second), today: today))
    #expect(state.undo?.cause == .added)
    state.reduce(.moveEntry(section: second, by: 1))
    #expect(state.undo?.cause == .added, "it is the last one already")
    state.reduce(.moveEntry(section: second, by: -1))
    #expect(state.undo == nil)
    state.reduce(.undo)
    #expect(state.entries(of: 1).first == second && state.entries(of: 1).count == 2)
  }

  @Test("problems come in the order of entries, and a condition in an entry refers to that entry") func problems()
    throws
  {
    let state = try filled(
      #"{"expenses":[{"kind":"other","amount":null},{"kind":"trip","amount":{"amount":"2","currency":"EUR"},"why":"x"}]}"#
    )
    #expect(
      state.problems(today: today).map { state.sentName(of: $0.cell) } == ["expenses[0].amount", "expenses[0].why"])
    #expect(json(state).contains(#"{"kind":"trip","amount":{"amount":"2.00","currency":"EUR"},"double""#))
  }

  @Test("no more entries than the maximum can be added") func limit() throws {
    var state = try filled("{}")
    for _ in 0..<5 {
      let openedentry = state.openNewEntry(in: 1, at: moment)
      let entry = try #require(openedentry)
      state.reduce(.apply(.section(entry), today: today))
    }
    #expect(state.entries(of: 1).count == 5 && !state.canAdd(to: 1))
    #expect(state.openNewEntry(in: 1, at: moment) == nil)
    // Numbers of removed entries are reused only when no others are left.
    for _ in 0..<20 {
      state.reduce(.removeEntry(section: state.entries(of: 1)[0]))
      let openedentry = state.openNewEntry(in: 1, at: moment)
      let entry = try #require(openedentry)
      state.reduce(.apply(.section(entry), today: today))
    }
    #expect(state.entries(of: 1).count == 5 && Set(state.entries(of: 1)).count == 5)
    #expect(state.form.room == 16)
  }

  @Test("an entry's number is not given again after all entries are removed, packed or started over") func numbers()
    throws
  {
    var state = try filled(Self.two)
    for entry in state.entries(of: 1) { state.reduce(.removeEntry(section: entry)) }
    var (writer, tables) = (PackedWriter(), [OptionTable]())
    state.pack(into: &writer, &tables)
    var reader = PackedReader(writer.bytes)
    var again = try FormState(unpacking: &reader, of: decode(Self.expenses), tables)
    var state2 = try filled(Self.two)
    state2.reduce(.startOver)
    func nextNumber(_ state: inout FormState) -> Int? {
      state.openNewEntry(in: 1, at: moment).flatMap { state.form.sections[$0].entry?.number }
    }
    #expect(nextNumber(&again) == 3)
    #expect(nextNumber(&state2) == 3)
    state2.reduce(.undo)
    #expect(amounts(state2) == ["12.50", "120.00"])
    #expect(nextNumber(&state2) == 4)
  }

  @Test("an empty entry opened after a refused submit shows its problems only at the next submit") func openedLater()
    throws
  {
    var state = try filled(Self.two)
    state.reduce(.enter(cell: 0, .text("")))
    state.reduce(.submit(today: today))
    state.refuse(with: HostMessages(["reason": "No."], of: state))
    let opened = state.openNewEntry(in: 1, at: moment)
    let entry = try #require(opened)
    let amount = state.form.sections[entry].cells[1].index
    #expect(state.showsProblems && !state.layered(by: entry).showsProblems(of: amount))
    state.reduce(.apply(.section(entry), today: today))
    #expect(state.isEntry(entry) && !state.showsProblems(of: amount))
    state.reduce(.submit(today: today))
    #expect(state.showsProblems(of: amount))
  }

  @Test("entries come back from packed bytes and from the hidden fields of a page without a session") func kept() throws
  {
    var state = try filled(Self.two)
    let openedopen = state.openNewEntry(in: 1, at: moment)
    let open = try #require(openedopen)
    state.reduce(.enterInSection(cell: state.form.sections[open].cells[1].index, .text("9")))
    state.reduce(.removeEntry(section: state.entries(of: 1)[0]))
    var (writer, tables) = (PackedWriter(), [OptionTable]())
    #expect(state.pack(into: &writer, &tables))
    var reader = PackedReader(writer.bytes)
    var again = try FormState(unpacking: &reader, of: decode(Self.expenses), tables)
    #expect(json(again) == json(state))
    let shown = again.form.sections[open].cells.map { again.layered(by: open).values[$0.index] }
    #expect(shown.dropFirst().map(\.text) == ["9", "", "18.00"])
    #expect(again.sectionDrafts[open] != nil && !again.isEntry(open))
    again.reduce(.undo)
    #expect(amounts(again) == ["12.50", "120.00"])

    let carried = again.hiddenFieldValue(section: 1)
    let form = try decode(Self.expenses).withRoom(for: again.form.lastNumber(hiddenFieldValue: carried, of: 1))
    var alone = FormState(form: form)
    let page = PageInput(
      .alone, posted: Array(repeating: PageInput.noField, count: form.cells.count), in: SentTexts(),
      baseline: "", openSection: nil, hiddenSections: [1: carried], heldPasswords: [], isWhole: false)
    alone.merge(page, numbers: .of("en"))
    #expect(json(alone) == json(again))
    for wrong in ["", "x", "3", "2,1", "2,7,a,b,c,d", "99,1,,,,"] {
      var state = FormState(form: form)
      let page = PageInput(
        .alone, posted: Array(repeating: PageInput.noField, count: form.cells.count), in: SentTexts(),
        baseline: "", openSection: nil, hiddenSections: [1: wrong], heldPasswords: [], isWhole: false)
      state.merge(page, numbers: .of("en"))
      #expect(state.entries(of: 1).isEmpty, "\(wrong)")
    }
  }

  @Test(
    "a mistake in a repeated section, or in a reference to it, is refused",
    arguments: [
      (#""id": "e", "item": "E""#, "", "“title”"), (#""title": "E", "item": "E""#, "", "“id”"),
      (#""title": "E", "id": "a", "item": "E""#, "", "the id “a” is that of the repeated section in line 2"),
      (
        #""title": "E", "id": "out", "item": "E""#, "",
        "cells[0].id: the id “out” is that of the repeated section in line 2; give this cell another"
      ),
      (
        #""title": "E", "item": "E""#,
        #""calculate": "count(e) + sum(e.a)", "visibleWhen": { "section": "e", "count": { "atLeast": 1 } }"#, "“id”"
      ),
      (#""title": "E", "id": "e""#, #""calculate": "count(e) + sum(e.a)""#, "“item”"),
      (
        #""title": "E", "id": "e", "item": "E", "summary": ["a", "a"]"#, "",
        "summary[1]: “a” is named twice; remove one"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""maximum": { "cell": "a" }"#,
        "“a” is in each entry of “e”; name a cell outside of repeated sections, such as one that calculates the bound"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""visibleWhen": { "cell": "e", "filled": true }"#,
        #"“e” is a repeated section; write {"section": "e", …} with “count”, “any” or “all”"#
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""helper": "{answer:e}""#,
        "“e” is a repeated section; name a cell that calculates something of it, such as count(e)"
      ),
      (
        #""title": "E", "id": "e", "item": "E", "maximum": 9"#,
        #""visibleWhen": { "section": "e", "count": { "atLeast": 0 } }"#,
        "visibleWhen.count: the condition always holds: “e” has 0 to 9 entries"
      ),
      (
        #""title": "E", "id": "e", "item": "E", "maximum": 9"#,
        #""visibleWhen": { "section": "e", "count": { "atMost": 9 } }"#, "the condition always holds"
      ),
      (#""title": "E", "id": "e", "item": "E", "minimum": 3, "maximum": 2"#, "", "minimum"),
      (#""title": "E", "id": "e", "item": "E", "maximum": 501"#, "", "a whole number from 1 to 500 is expected"),
      (#""title": "E", "id": "e", "item": "E", "summary": ["b", "a"]"#, "", "no cell of the section has the id “b”"),
      (#""title": "E", "id": "e", "item": "E", "label": "X""#, "", "“label”"),
      (
        #""title": "E", "id": "e", "item": "E""#, #""visibleWhen": { "cell": "a", "filled": true }"#,
        #"“a” is in each entry of “e”; write {"section": "e", "any": {"cell": "a", …}}, or “all”"#
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""visibleWhen": { "section": "f", "count": { "atLeast": 1 } }"#,
        "no repeated section has the id “f”"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""calculate": "a + 1""#,
        "“a” is in each entry of “e”; write sum(e.a), or another function of several values"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""calculate": "e.a + 1""#,
        "these are several values: use them in sum(…), count(…), min(…), max(…) or average(…)"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""calculate": "sum(e.b)""#,
        "an entry of “e” has no cell “b”"
      ),
      (
        #""title": "E", "id": "e", "item": "E""#, #""calculate": "sum(e)""#,
        "name one of its cells, as in e.CELL; count(e) counts the entries"
      ),
    ])
  func refused(_ section: String, cell: String, message: String) {
    let text = """
      { "title": "T", "sections": [
        { "container": "repeat", \(section), "cells": [{ "id": "a", "type": "number", "label": "A" }] },
        { "cells": [{ "id": "out", "type": "number", "label": "O"\(cell.isEmpty ? "" : ", " + cell) }] }] }
      """
    let found = mistakes(text)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("a duplicate id is reported at the later place, and a condition on entries must name one of their cells")
  func ids() {
    func found(_ first: String, _ last: String, rules: String = "") -> [String] {
      mistakes(
        #"{ "title": "T", "sections": [{ "cells": [\#(first)] }, { "title": "E", "container": "repeat", "id": "e", "item": "E", "cells": [{ "id": "a", "type": "number", "label": "A" }] }, { "cells": [\#(last)] }]\#(rules) }"#
      ).map { String($0.split(separator: ": error: ").last ?? "") }
    }
    let cell = #"{ "id": "x", "type": "number", "label": "X" }"#
    #expect(
      found(#"{ "id": "e", "type": "number", "label": "X" }"#, cell) == [
        "sections[1].id: the id “e” is already used by a cell in line 1; give this section another"
      ])
    #expect(
      found(
        cell,
        #"{ "id": "y", "type": "text", "label": "Y", "visibleWhen": { "section": "e", "any": { "cell": "x", "atLeast": 1 } } }"#
      ) == [
        "sections[2].cells[0].visibleWhen.any: the condition does not depend on the entries: no cell of “e” is named here; name one, or write "
          + "the condition without “section”"
      ])
    #expect(
      found(
        cell, #"{ "id": "y", "type": "text", "label": "Y" }"#,
        rules: #"""
          , "rules": [{ "require": { "cell": "a", "atMost": 3 }, "message": "M", "cells": ["x"] },
            { "require": { "cell": "x", "atMost": 3 }, "message": "M", "cells": ["e"] }]
          """#
      ) == [
        "rules[0].require.cell: “a” is in each entry of “e”; make it one of the “rules” of that section, or write "
          + #"{"section": "e", "any": {"cell": "a", …}}, or “all”"#,
        "rules[1].cells[0]: “e” is a repeated section; name a cell outside of it, or make this one of its “rules”",
      ])
  }

  @Test("a repeated section cannot have passwords or too many cells, and other sections cannot have its keys")
  func further() {
    let password =
      #"{ "title": "T", "sections": [{ "title": "E", "container": "repeat", "id": "e", "item": "E", "cells": [{ "id": "p", "type": "password", "label": "P" }] }] }"#
    #expect(
      mistakes(password).map {
        $0.contains("a password cannot be in a repeated section; move it to a section that is not")
      }
        == [true])
    let page =
      #"{ "title": "T", "sections": [{ "title": "E", "item": "E", "cells": [{ "id": "a", "type": "text", "label": "A" }] }] }"#
    #expect(mistakes(page).count == 1)
    let cells = (0..<17).map { #"{ "id": "c\#($0)", "type": "text", "label": "C\#($0)" }"# }.joined(separator: ",")
    let large =
      #"{ "title": "T", "sections": [{ "title": "E", "container": "repeat", "id": "e", "item": "E", "maximum": 500, "cells": [\#(cells)] }] }"#
    #expect(mistakes(large).count == 1)
  }

  @Test("JSON that does not fit a repeated section is reported at its place") func sentMistakes() throws {
    let form = try decode(Self.expenses)
    let sent = #"{"values":{"amount":5,"expenses":[{"amount":5},7,{"amonut":null}]}}"#
    let found = form.inputs(sentAs: Array(sent.utf8), numbers: .of("en")).mistakes.map {
      "\($0.keyPath): \($0.message)"
    }
    try #require(found.count == 4)
    #expect(found[0].hasPrefix("amount: “amount” is a cell of the entries of “expenses”"))
    #expect(found[1].hasPrefix("expenses[0].amount: ") && found[2].hasPrefix("expenses[1]: "))
    #expect(found[3] == "expenses[2].amonut: an entry of “expenses” has no cell “amonut”; did you mean “amount”?")
  }
}
