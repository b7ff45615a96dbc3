import FormCells
import Support
import Testing

@Suite("Rules among answers") struct FormRuleTests {
  private static let cells = [
    #"{ "id": "from", "type": "date", "label": "From" }"#, #"{ "id": "to", "type": "date", "label": "To" }"#,
    #"{ "id": "mail", "type": "text", "label": "Mail" }"#, #"{ "id": "again", "type": "text", "label": "Again" }"#,
    #"{ "id": "phone", "type": "text", "label": "Phone", "visibleWhen": { "cell": "call", "equals": true } }"#,
    #"{ "id": "call", "type": "switch", "label": "Call", "value": true }"#,
    #"{ "id": "a", "type": "number", "label": "A" }"#, #"{ "id": "b", "type": "number", "label": "B" }"#,
    #"{ "id": "sum", "type": "number", "label": "Sum", "calculate": "a + b" }"#,
    #"{ "id": "info", "type": "content", "text": "Text" }"#,
    #"{ "id": "off", "type": "text", "label": "Off", "disabled": true }"#,
  ]
  private static let today = CalendarDate(year: 2026, month: 1, day: 1)!

  private static func definition(_ rules: String, cells: [String] = cells) -> String {
    #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }], "rules": [\#(rules)] }"#
  }

  private static func rule(_ require: String, _ cells: String?...) -> String {
    let cells = cells.compactMap(\.self)
    return
      #"{ "require": \#(require), "message": "Mend it.", "cells": [\#(cells.map { "\"\($0)\"" }.joined(separator: ","))] }"#
  }

  /// The ids of the cells that show the rule's message for these values, given as for `render --values`.
  private func broken(_ rule: String, over values: String) throws -> [String] {
    let form = try decode(Self.definition(rule))
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    return FormState(form: form, values: values).problems(today: Self.today).map { form.cells[$0.cell].id }
  }

  @Test(
    "a rule is broken if its condition is decided and does not hold",
    arguments: [
      (
        #"{ "cell": "to", "atLeast": { "cell": "from" } }"#, #"{ "from": "2026-03-02", "to": "2026-03-02" }"#,
        #"{ "from": "2026-03-02", "to": "2026-03-01" }"#
      ),
      (#"{ "cell": "to", "atLeast": { "cell": "from" } }"#, #"{ "from": "2026-03-02" }"#, nil),
      (#"{ "cell": "to", "atLeast": "2026-03-02" }"#, "{}", #"{ "to": "2026-03-01" }"#),
      (#"{ "not": { "cell": "to", "atMost": "2026-03-02" } }"#, "{}", #"{ "to": "2026-03-01" }"#),
      (
        #"{ "cell": "again", "equals": { "cell": "mail" } }"#, #"{ "mail": "a", "again": "a" }"#,
        #"{ "mail": "a", "again": "b" }"#
      ),
      (#"{ "cell": "again", "equals": { "cell": "mail" } }"#, "{}", #"{ "mail": "a" }"#),
      (
        #"{ "any": [{ "cell": "mail", "filled": true }, { "cell": "phone", "filled": true }] }"#,
        #"{ "phone": "1" }"#, "{}"
      ),
      (#"{ "cell": "sum", "atMost": 10 }"#, #"{ "a": 4, "b": 6 }"#, #"{ "a": 5, "b": 6 }"#),
      (#"{ "cell": "sum", "atMost": 10 }"#, #"{ "a": 11 }"#, nil),
      (
        #"{ "all": [{ "cell": "a", "atLeast": 1 }, { "cell": "b", "atLeast": 1 }] }"#, #"{ "a": 1 }"#,
        #"{ "a": 0 }"#
      ),
    ] as [(String, String, String?)])
  func rules(require: String, fine: String, wrong: String?) throws {
    let rule = Self.rule(require, "to", "a")
    #expect(try broken(rule, over: fine) == [])
    if let wrong { #expect(try broken(rule, over: wrong) == ["to", "a"]) }
  }

  @Test("a hidden cell does not show a rule's message, and a rule with only hidden cells is not checked") func hidden()
    throws
  {
    let require = #"{ "any": [{ "cell": "mail", "filled": true }, { "cell": "phone", "filled": true }] }"#
    #expect(try broken(Self.rule(require, "phone", "mail"), over: #"{ "call": true }"#) == ["mail", "phone"])
    #expect(try broken(Self.rule(require, "phone", "mail"), over: #"{ "call": false }"#) == ["mail"])
    #expect(try broken(Self.rule(require, "phone"), over: #"{ "call": false }"#) == [])
  }

  @Test("a cell's own problem comes before a rule's") func own() throws {
    let form = try decode(Self.definition(Self.rule(#"{ "cell": "b", "atMost": { "cell": "a" } }"#, "a", "b", "to")))
    var state = FormState(form: form)
    for (id, text) in [("a", "1"), ("b", "2"), ("to", "soon")] {
      state.reduce(.enter(cell: try #require(form.cell(id)).index, .text(text)))
    }
    let problems = state.problems(today: Self.today).map { (form.cells[$0.cell].id, $0.problem) }
    #expect(problems.map(\.0) == ["to", "a", "b"])
    #expect(problems.map(\.1) == [.notADate, .rule(0, "Mend it."), .rule(0, "Mend it.")])
  }

  @Test("a rule is checked at the last step that has one of its cells, and leads to the first of them")
  func steps() throws {
    func form(_ first: String, _ second: String?) throws -> Form {
      try decode(
        #"""
        { "title": "T", "rules": [\#(Self.rule(#"{ "any": [{ "cell": "x", "filled": true }, { "cell": "y", "filled": true }] }"#, first, second))],
          "sections": [
            { "container": "step", "title": "One", "cells": [{ "id": "x", "type": "text", "label": "X" }] },
            { "container": "step", "title": "Two", "cells": [{ "id": "y", "type": "text", "label": "Y" }] } ] }
        """#)
    }
    // Away from the step with its message, a rule is checked only when the form is sent.
    for (first, second, isRefused, step) in [("x", "y", true, 0), ("x", nil, false, 0), ("y", "x", true, 1)] {
      var state = FormState(form: try form(first, second))
      state.reduce(.pass(step: 0, today: Self.today))
      #expect(!state.isRefused(0))
      state.reduce(.pass(step: 1, today: Self.today))
      #expect(state.isRefused(1) == isRefused)
      #expect(state.firstStepWithProblems(today: Self.today) == step)
    }
    var state = FormState(form: try form("y", "x"))
    state.reduce(.submit(today: Self.today))
    #expect(state.showsProblems)
    #expect(state.firstStepWithProblems(today: Self.today) == 1)
    state.reduce(.enter(cell: 0, .text("x")))
    #expect(state.firstStepWithProblems(today: Self.today) == nil)
  }

  /// A form with the cells `n` and `c` on its first step, and `x` and a repeated section on its second.
  private static func guests(_ rule: String? = nil, n: String = "", c: String = "", g: String = "") -> String {
    #"""
    { "title": "T"\#(rule.map { #", "rules": [\#($0)]"# } ?? ""), "sections": [
      { "container": "step", "title": "One", "cells": [
        { "id": "n", "type": "number", "label": "N"\#(n) }, { "id": "c", "type": "number", "label": "C"\#(c) } ] },
      { "container": "step", "title": "Two", "cells": [
        { "id": "x", "type": "text", "label": "X" }, { "id": "on", "type": "switch", "label": "On" } ] },
      { "container": "repeat", "id": "g", "item": "Guest", "title": "Guests"\#(g), "cells": [
        { "id": "q", "type": "number", "label": "Q" } ] } ] }
    """#
  }

  private static let counted = #", "calculate": "count(g)""#
  private static let shownByStepTwo = #", "visibleWhen": { "cell": "on", "equals": true }"#

  @Test(
    "a rule or bound about entries of a later step is not checked before that step",
    arguments: [
      guests(rule(#"{ "section": "g", "count": { "atLeast": 1 } }"#, "n")),
      guests(rule(#"{ "section": "g", "any": { "cell": "q", "filled": true } }"#, "n")),
      guests(rule(#"{ "any": [{ "cell": "n", "atMost": 0 }, { "section": "g", "count": { "atLeast": 1 } }] }"#, "n")),
      guests(rule(#"{ "section": "g", "count": { "atLeast": 1 } }"#, "n"), g: shownByStepTwo),
      guests(rule(#"{ "cell": "c", "atLeast": { "cell": "n" } }"#, "n"), c: counted),
      guests(rule(#"{ "cell": "c", "atLeast": 5 }"#, "c"), c: #", "calculate": "sum(g.q)""#),
      guests(rule(#"{ "cell": "c", "atLeast": 5 }"#, "c"), c: #", "calculate": "sum(g.q)""#, g: shownByStepTwo),
      guests(n: #", "maximum": { "cell": "c" }"#, c: counted), guests(c: #"\#(counted), "minimum": 1"#),
    ])
  func laterEntries(definition: String) throws {
    let form = try decode(definition)
    var state = FormState(form: form)
    state.reduce(.enter(cell: 0, .text("1")))
    state.reduce(.pass(step: 0, today: Self.today))
    #expect(!state.isRefused(0))
    #expect(state.firstStepWithProblems(today: Self.today) == 0)
    // When the step is rechecked at the end, it shows what is wrong.
    state.reduce(.recheck(step: 0, today: Self.today))
    #expect(state.isRefused(0))
    state.reduce(.enter(cell: try #require(form.cell("on")).index, .flag(true)))
    let guests = try #require(form.repeatedSection("g"))
    let opened = state.openNewEntry(in: guests, at: Moment(Self.today))
    let entry = try #require(opened)
    let answer = state.form.sections[entry].cells[0].index
    state.reduce(.enterInSection(cell: answer, .text("7")))
    state.reduce(.apply(.section(entry), today: Self.today))
    #expect(state.problems(today: Self.today) == [])
    state.reduce(.recheck(step: 0, today: Self.today))
    #expect(!state.isRefused(0))
  }

  @Test("a rule or bound that answers of the same step decide is checked at that step") func sameStep() throws {
    // A cell of the first step alone decides whether the entries are hidden.
    let hidden = Self.guests(
      Self.rule(#"{ "section": "g", "count": { "atLeast": 1 } }"#, "n"),
      g: #", "visibleWhen": { "cell": "n", "atLeast": 2 }"#)
    var state = FormState(form: try decode(hidden))
    state.reduce(.enter(cell: 0, .text("1")))
    state.reduce(.pass(step: 0, today: Self.today))
    #expect(state.isRefused(0))
    // `n` is larger than `c`, whatever is answered on the later step.
    state = FormState(
      form: try decode(Self.guests(n: #", "maximum": { "cell": "c" }"#, c: #", "calculate": "n - 1""#)))
    state.reduce(.enter(cell: 0, .text("1")))
    state.reduce(.pass(step: 0, today: Self.today))
    #expect(state.isRefused(0))
  }

  @Test("Apply of a modal section is not refused because of entries outside of it") func entriesOutside() throws {
    func form(_ require: String) throws -> Form {
      try decode(
        #"""
        { "title": "T", "rules": [\#(Self.rule(require, "a"))], "sections": [
          { "container": "modal", "label": "More", "cells": [
            { "id": "a", "type": "number", "label": "A" },
            { "id": "c", "type": "number", "label": "C", "calculate": "a * count(g)" } ] },
          { "container": "repeat", "id": "g", "item": "Guest", "title": "Guests", "cells": [
            { "id": "q", "type": "text", "label": "Q" } ] } ] }
        """#)
    }
    for require in [#"{ "section": "g", "count": { "atLeast": 1 } }"#, #"{ "cell": "c", "atLeast": 1 }"#] {
      var state = FormState(form: try form(require))
      state.reduce(.enterInSection(cell: 0, .text("5")))
      state.reduce(.apply(.section(0), today: Self.today))
      #expect(state.sectionDrafts.isEmpty)
      #expect(state.problems(today: Self.today).map(\.problem) == [.rule(0, "Mend it.")])
    }
  }

  @Test("Apply of a modal section is refused if a rule about its own cells is broken") func sections() throws {
    let form = try decode(
      #"""
      { "title": "T", "sections": [
          { "cells": [{ "id": "limit", "type": "number", "label": "Limit" }] },
          { "container": "modal", "label": "More", "cells": [
            { "id": "a", "type": "number", "label": "A" }, { "id": "b", "type": "number", "label": "B" } ] } ],
        "rules": [
          \#(Self.rule(#"{ "cell": "a", "atMost": { "cell": "b" } }"#, "a")),
          \#(Self.rule(#"{ "cell": "a", "atMost": { "cell": "limit" } }"#, "a")) ] }
      """#)
    var state = FormState(form: form)
    state.reduce(.enter(cell: 0, .text("1")))
    state.reduce(.enterInSection(cell: 1, .text("5")))
    state.reduce(.enterInSection(cell: 2, .text("4")))
    state.reduce(.apply(.section(1), today: Self.today))
    #expect(state.sectionDrafts[1]?.showsProblems == true)
    state.reduce(.enterInSection(cell: 2, .text("6")))
    state.reduce(.apply(.section(1), today: Self.today))
    #expect(state.sectionDrafts.isEmpty)
    #expect(state.problems(today: Self.today).map(\.problem) == [.rule(1, "Mend it.")])
  }

  @Test(
    "a rule with mistakes is refused",
    arguments: [
      (rule(#"{ "cell": "a", "atMost": 1 }"#), ".cells: the array is empty; at least one element is expected"),
      (
        rule(#"{ "cell": "a", "atMost": 1 }"#, "mial"),
        ".cells[0]: no cell has the id “mial”; did you mean “mail”?"
      ),
      (
        rule(#"{ "cell": "a", "atMost": 1 }"#, "a", "info"),
        ".cells[1]: “info” is a text of the form, which nobody fills in; name another cell"
      ),
      (
        rule(#"{ "cell": "a", "atMost": 1 }"#, "off"),
        ".cells[0]: “off” is disabled and never checked; name another cell, or remove “disabled”"
      ),
      (rule(#"{ "cell": "a", "atMost": 1 }"#, "a", "a"), ".cells[1]: “a” is named twice; remove one"),
      (
        rule(#"{ "cell": "frm", "atMost": 1 }"#, "a"),
        ".require.cell: no cell has the id “frm”; did you mean “from”?"
      ),
      (
        #"{ "require": { "cell": "a", "atMost": 1 }, "cells": ["a"] }"#,
        ".message: the key “message” is missing"
      ),
    ])
  func refused(rule: String, message: String) {
    let found = mistakes(Self.definition(rule))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(": error: rules[0]\(message)") == true, "\(found)")
  }
}
