import FormCells
import Support
import TestSupport
import Testing

@testable import Guidelines

/// Mistakes of logic: what is found for each, and the fewest answers that lead there.
@Suite("Mistakes of logic") struct LogicMistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let cells: [String]
    /// The form's keys besides its sections.
    var keys = ""
    /// Sections after the cells.
    var sections: [String] = []
    /// The expected findings as `code keyPath`; paths into the first section are given without it.
    let found: [String]
    /// The answers of those findings that have any, in the same order.
    var answers: [String] = []
    var testDescription: String { name }

    var definition: String {
      let first = cells.isEmpty ? [] : ["{ \"cells\": [\(cells.joined(separator: ", "))] }"]
      return "{ \"title\": \"T\"\(keys), \"sections\": [\((first + sections).joined(separator: ", "))] }"
    }
  }

  @Test("each mistake is found with the fewest answers that lead to it, which the form confirms", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let document = try DefinitionDocument(
      bytes: Array(mistake.definition.utf8), path: "form.json", directory: DefinitionFolder.path)
    let found = document.contradictions(on: Witness.usualDay)
    #expect(
      found.map { "\($0.code.name) \($0.keyPath.replacing("sections[0].", with: ""))" } == mistake.found,
      "\(found.map(\.message))")
    let answers = found.compactMap(\.answers)
    #expect(answers.map { String(decoding: $0.compactBytes, as: UTF8.self) } == mistake.answers)
    for answers in answers {
      let state = try FormState(
        form: document.form, decoding: answers.compactBytes, path: "", at: Moment(Witness.usualDay))
      #expect(!state.problems(today: Witness.usualDay).isEmpty)
    }
  }

  @Test(
    "a condition that cannot be decided is reported in a note, neither as right nor as wrong",
    arguments: [
      // No values of `a` and `b` give such a result. But only a few values are tried, and they do not stand for all of them.
      (
        [number("a", #""maximum": 2"#), number("b", #""maximum": 3"#), number("c", #""calculate": "a * b - a * b""#)],
        #"{ "cell": "c", "atLeast": 7 }"#, "it depends on a calculation"
      ),
      (
        [cell("date", "a", #""maximum": "today""#)], #"{ "cell": "a", "atLeast": "2030-01-01" }"#,
        "the days of “a” are counted from today"
      ),
      (
        [text("a", #""readOnly": true, "value": "x""#)], #"{ "cell": "a", "equals": "y" }"#,
        "a program may set the value of “a”"
      ),
      (
        [text("a", #""pattern": "(?=.*[0-9])(?=.*[A-Z]).{3}", "messages": { "invalid": "A." }"#)],
        #"{ "cell": "a", "filled": true }"#, "no text that “a” accepts is known"
      ),
    ])
  func notProven(cells: [String], condition: String, reason: String) throws {
    let mistake = Mistake(name: "", cells: cells + [Self.text("x", Self.shown(condition))], found: [])
    let document = try DefinitionDocument(
      bytes: Array(mistake.definition.utf8), path: "form.json", directory: DefinitionFolder.path)
    let found = document.contradictions(on: Witness.usualDay)
    #expect(found.map(\.code.name) == ["not-proven"])
    #expect(found.map(\.severity) == [.note])
    #expect(found.allSatisfy { $0.message.contains("visibleWhen (\(reason))") }, "\(found.map(\.message))")
  }

  @Test("proofs about 2,000 dependent cells take few steps, and the same number each time")
  func steps() throws {
    var generator = SeededGenerator(seed: 5)
    var cells: [String] = []
    for index in 0..<2_000 {
      // The first three cells of each group are always visible.
      let former = index / 21 * 21 + Int.random(in: 0...2, using: &generator)
      let isRead = #""cell": "c\#(former)", "#
      let condition = former % 3 == 0 ? #""equals": "A""# : former % 3 == 1 ? #""atLeast": 50"# : #""equals": true"#
      let key =
        index % 21 < 3 ? "" : #""\#(index % 2 == 0 ? "visibleWhen" : "requiredWhen")": { \#(isRead)\#(condition) }"#
      switch index % 3 {
      case 0: cells.append(Self.radio("c\(index)", "A", "B", more: key.isEmpty ? "" : ", " + key))
      case 1: cells.append(Self.number("c\(index)", #""minimum": 0, "maximum": 100"# + (key.isEmpty ? "" : ", " + key)))
      default: cells.append(Self.cell("switch", "c\(index)", key))
      }
    }
    let rules = (0..<90).map { rule in
      #"{ "require": { "cell": "c\#(21 * rule + 4)", "atLeast": { "cell": "c\#(21 * rule + 1)" } }, "message": "Mend it.", "cells": ["c\#(21 * rule + 4)"] }"#
    }
    let text =
      #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }], "rules": [\#(rules.joined(separator: ", "))] }"#
    let document = try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path)
    let steps = (0..<2).map { _ in
      let prover = Prover(document.form, today: Witness.usualDay)
      _ = document.contradictions(by: prover)
      return prover.steps
    }
    #expect(steps[0] == steps[1])
    #expect(steps[0] < 400_000)
  }

  private static func radio(_ id: String, _ options: String..., more: String = "") -> String {
    let options = options.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"{ "id": "\#(id)", "type": "radio-group", "label": "L-\#(id)", "options": [\#(options)]\#(more) }"#
  }

  private static func cell(_ type: String, _ id: String, _ more: String = "") -> String {
    #"{ "id": "\#(id)", "type": "\#(type)", "label": "L-\#(id)"\#(more.isEmpty ? "" : ", " + more) }"#
  }

  private static func number(_ id: String, _ more: String = "") -> String { cell("number", id, more) }
  private static func text(_ id: String, _ more: String = "") -> String { cell("text", id, more) }
  private static func shown(_ condition: String) -> String { #""visibleWhen": \#(condition)"# }
  private static func rules(_ rules: (require: String, cells: String)...) -> String {
    let each = rules.map { #"{ "require": \#($0.require), "message": "Mend it.", "cells": [\#($0.cells)] }"# }
    return #", "rules": [\#(each.joined(separator: ", "))]"#
  }

  static let mistakes: [Mistake] = [
    // Conditions that never come true.
    Mistake(
      name: "a cell waits for two values of one choice",
      cells: [
        radio("kind", "A", "B"),
        text("x", shown(#"{ "all": [{ "cell": "kind", "equals": "A" }, { "cell": "kind", "equals": "B" }] }"#)),
      ], found: ["never-true cells[1].visibleWhen.all[1]"]),
    Mistake(
      name: "a cell waits for one that shows only without it",
      cells: [
        radio("kind", "A", "B"), text("x", shown(#"{ "cell": "kind", "equals": "A" }"#)),
        text("y", shown(#"{ "all": [{ "cell": "x", "filled": true }, { "cell": "kind", "equals": "B" }] }"#)),
      ], found: ["never-true cells[2].visibleWhen.all[1]"]),
    Mistake(
      name: "the same over three cells",
      cells: [
        radio("a", "A", "B"), radio("b", "C", "D", more: ", " + shown(#"{ "cell": "a", "equals": "A" }"#)),
        radio("c", "E", "F", more: ", " + shown(#"{ "cell": "b", "equals": "C" }"#)),
        text("x", shown(#"{ "all": [{ "cell": "c", "equals": "E" }, { "cell": "a", "equals": "B" }] }"#)),
      ], found: ["never-true cells[3].visibleWhen.all[1]"]),
    Mistake(
      name: "a cell waits for the opposite of its section",
      cells: [radio("kind", "A", "B")],
      sections: [
        #"{ "title": "S", "visibleWhen": { "cell": "kind", "equals": "A" }, "cells": [\#(text("x", shown(#"{ "cell": "kind", "equals": "B" }"#))), \#(text("y"))] }"#
      ], found: ["never-true sections[1].cells[0].visibleWhen"]),
    Mistake(
      name: "a step waits for a number beyond its bounds",
      cells: [],
      sections: [
        #"{ "title": "S", "container": "step", "cells": [\#(number("n", #""maximum": 5"#))] }"#,
        #"{ "title": "T", "container": "step", "visibleWhen": { "cell": "n", "atLeast": 6 }, "cells": [\#(text("x"))] }"#,
      ], found: ["never-true sections[1].visibleWhen.atLeast"]),
    Mistake(
      name: "a number between two steps",
      cells: [
        number("n", #""minimum": 0, "maximum": 20, "step": 5"#),
        text("x", shown(#"{ "cell": "n", "atLeast": 6, "atMost": 9 }"#)),
      ], found: ["never-true cells[1].visibleWhen"]),
    Mistake(
      name: "a number that is not on a step",
      cells: [number("n", #""minimum": 0, "step": 5"#), text("x", shown(#"{ "cell": "n", "equals": 7 }"#))],
      found: ["never-true cells[1].visibleWhen.equals"]),
    Mistake(
      name: "more than any of the choices allowed",
      cells: [
        cell("checkbox-group", "c", #""options": ["a", "b", "c"], "maximum": 2"#),
        text(
          "x",
          shown(
            #"{ "all": [{ "cell": "c", "equals": "a" }, { "cell": "c", "equals": "b" }, { "cell": "c", "equals": "c" }] }"#
          )),
      ], found: ["never-true cells[1].visibleWhen.all[2]"]),
    Mistake(
      name: "an end before its start",
      cells: [
        cell("date", "from"), cell("date", "to", #""minimum": { "cell": "from" }"#),
        text(
          "x",
          shown(
            #"{ "all": [{ "cell": "from", "filled": true }, { "not": { "cell": "to", "atLeast": { "cell": "from" } } }, { "cell": "to", "filled": true }] }"#
          )),
      ], found: ["never-true cells[2].visibleWhen.all[2]"]),
    Mistake(
      name: "three days in a circle",
      cells: [
        cell("date", "a", #""minimum": "2026-01-01""#), cell("date", "b", #""minimum": { "cell": "a", "plus": "1d" }"#),
        cell("date", "c", #""minimum": { "cell": "b", "plus": "1d" }"#),
        text(
          "x",
          shown(
            #"{ "all": [{ "cell": "b", "filled": true }, { "cell": "c", "equals": { "cell": "a" } }] }"#)),
      ], found: ["never-true cells[3].visibleWhen.all[1]"]),
    Mistake(
      name: "a day that is always before another, both counted from today",
      cells: [
        cell("date", "a", #""minimum": "today", "maximum": "today+7d""#), cell("date", "b", #""minimum": "today+8d""#),
      ],
      keys: rules((#"{ "cell": "a", "atLeast": { "cell": "b" } }"#, #""a""#)), found: ["never-true rules[0].require"]),
    Mistake(
      name: "more entries than there can be",
      cells: [],
      sections: [
        #"{ "id": "s", "title": "S", "container": "repeat", "item": "Entry", "maximum": 3, "cells": [\#(text("e"))] }"#,
        #"{ "cells": [\#(text("x", shown(#"{ "section": "s", "count": { "atLeast": 4 } }"#)))] }"#,
      ], found: ["never-true sections[1].cells[0].visibleWhen"]),
    Mistake(
      name: "an entry that holds two values",
      cells: [],
      sections: [
        #"{ "id": "s", "title": "S", "container": "repeat", "item": "Entry", "maximum": 3, "cells": [\#(radio("e", "A", "B"))] }"#,
        #"{ "cells": [\#(text("x", shown(#"{ "section": "s", "any": { "all": [{ "cell": "e", "equals": "A" }, { "cell": "e", "equals": "B" }] } }"#)))] }"#,
      ], found: ["never-true sections[1].cells[0].visibleWhen"]),
    // Conditions that always or never hold.
    Mistake(
      name: "every value but none is named",
      cells: [
        cell("switch", "s"),
        text("x", shown(#"{ "any": [{ "cell": "s", "equals": true }, { "cell": "s", "equals": false }] }"#)),
      ], found: ["always-true cells[1].visibleWhen"]),
    Mistake(
      name: "required only where it is hidden",
      cells: [
        radio("kind", "A", "B"),
        text(
          "x", shown(#"{ "cell": "kind", "equals": "A" }"#) + #", "requiredWhen": { "cell": "kind", "equals": "B" }"#),
      ], found: ["never-true cells[1].requiredWhen"]),
    Mistake(
      name: "read-only only where it is hidden",
      cells: [
        number("n"),
        text("x", shown(#"{ "cell": "n", "atLeast": 5 }"#) + #", "readOnlyWhen": { "cell": "n", "atMost": 3 }"#),
      ], found: ["never-true cells[1].readOnlyWhen"]),
    Mistake(
      name: "required, and a note, wherever it is shown",
      cells: [
        cell("switch", "s"),
        text(
          "x",
          shown(#"{ "cell": "s", "equals": true }"#)
            + #", "requiredWhen": { "not": { "cell": "s", "equals": false } }, "notes": [{ "when": { "not": { "cell": "s", "equals": false } }, "text": "Always." }]"#
        ),
      ], found: ["always-true cells[1].requiredWhen", "always-true cells[1].notes[0].when"]),
    Mistake(
      name: "none: a cell that is required wherever it is shown, by the same condition",
      cells: [
        cell("switch", "s"),
        text(
          "x", shown(#"{ "cell": "s", "equals": true }"#) + #", "requiredWhen": { "cell": "s", "equals": true }"#),
      ], found: []),
    Mistake(
      name: "a part that never holds",
      cells: [
        cell("switch", "s"), cell("checkbox-group", "c", #""options": ["a", "b", "c"]"#),
        text("x", shown(#"{ "any": [{ "cell": "s", "equals": true }, { "cell": "c", "atLeast": 4 }] }"#)),
      ], found: ["never-true cells[2].visibleWhen.any[1].atLeast"]),
    Mistake(
      name: "a way to keep a rule that is none",
      cells: [number("a", #""minimum": 1, "maximum": 20"#), number("b", #""minimum": 1, "maximum": 5"#)],
      keys: rules((#"{ "any": [{ "cell": "a", "atMost": 10 }, { "cell": "b", "atLeast": 6 }] }"#, #""b""#)),
      found: ["never-true rules[0].require.any[1].atLeast"]),
    Mistake(
      name: "a sum that its parts never reach",
      cells: [
        number("a", #""minimum": 0, "maximum": 10"#), number("b", #""minimum": 0, "maximum": 10"#),
        number("c", #""calculate": "a + b""#), text("x", shown(#"{ "cell": "c", "atLeast": 21 }"#)),
      ], keys: rules((#"{ "cell": "c", "atMost": 20 }"#, #""c""#)),
      found: ["always-true rules[0].require", "never-true cells[3].visibleWhen.atLeast"]),
    Mistake(
      name: "a total that no number of entries reaches",
      cells: [],
      sections: [
        #"{ "id": "s", "title": "S", "container": "repeat", "item": "Entry", "maximum": 3, "cells": [\#(number("e", #""minimum": -5, "maximum": 10"#))] }"#,
        #"{ "cells": [\#(number("t", #""calculate": "round(sum(s.e) / 2 * 2, 0)""#)), \#(number("u", #""calculate": "sum(s.e) * 2""#)), \#(text("x", shown(#"{ "cell": "u", "atLeast": 61 }"#))), \#(text("y", shown(#"{ "cell": "u", "atLeast": 60 }"#)))] }"#,
      ], found: ["never-true sections[1].cells[2].visibleWhen.atLeast"]),
    Mistake(
      name: "a note that is never said",
      cells: [
        number("n", #""maximum": 10"#),
        text("x", #""notes": [{ "when": { "cell": "n", "atLeast": 11 }, "text": "Much." }]"#),
      ], found: ["never-true cells[1].notes[0].when.atLeast"]),
    Mistake(
      name: "a rule that bounds keep already",
      cells: [number("n", #""maximum": 10"#)],
      keys: rules((#"{ "cell": "n", "atMost": 10 }"#, #""n""#)), found: ["always-true rules[0].require"]),
    Mistake(
      name: "a rule against the bounds",
      cells: [number("a", #""minimum": 10"#), number("b", #""maximum": 5"#)],
      keys: rules((#"{ "cell": "b", "atLeast": { "cell": "a" } }"#, #""b""#)), found: ["never-true rules[0].require"]),
    Mistake(
      name: "a rule at a cell that is never shown",
      cells: [number("n", #""maximum": 5"#), text("x", shown(#"{ "cell": "n", "atLeast": 6 }"#))],
      keys: rules((#"{ "cell": "n", "atLeast": 2 }"#, #""x""#)),
      found: ["never-true rules[0].cells", "never-true cells[1].visibleWhen.atLeast"]),
    // Rules that contradict each other.
    Mistake(
      name: "two rules about the order of two numbers",
      cells: [number("a"), number("b")],
      keys: rules(
        (#"{ "cell": "a", "atLeast": { "cell": "b" } }"#, #""a""#),
        (#"{ "not": { "cell": "a", "atLeast": { "cell": "b" } } }"#, #""b""#)),
      found: ["excluding-rules rules[1].require"], answers: [#"{"a":1,"b":1}"#]),
    Mistake(
      name: "two rules about one number",
      cells: [number("n")],
      keys: rules((#"{ "cell": "n", "atLeast": 8 }"#, #""n""#), (#"{ "cell": "n", "atMost": 3 }"#, #""n""#)),
      found: ["excluding-rules rules[1].require"], answers: [#"{"n":8}"#]),
    Mistake(
      name: "the same of a required number",
      cells: [number("n", #""required": true"#)],
      keys: rules((#"{ "cell": "n", "atLeast": 8 }"#, #""n""#), (#"{ "cell": "n", "atMost": 3 }"#, #""n""#)),
      found: ["excluding-rules rules[1].require"], answers: [#"{"n":8}"#]),
    Mistake(
      name: "two days, each before the other",
      cells: [cell("date", "a"), cell("date", "b")],
      keys: rules(
        (#"{ "not": { "cell": "a", "atLeast": { "cell": "b" } } }"#, #""a""#),
        (#"{ "not": { "cell": "b", "atLeast": { "cell": "a" } } }"#, #""b""#)),
      found: ["excluding-rules rules[1].require"], answers: [#"{"a":"2026-01-31","b":"2026-02-01"}"#]),
    // Cells that accept no value.
    Mistake(
      name: "a number at least as large as one that may be larger than its maximum",
      cells: [number("a"), number("b", #""required": true, "minimum": { "cell": "a" }, "maximum": 5"#)],
      found: ["no-value cells[1].minimum"], answers: [#"{"a":6}"#]),
    Mistake(
      name: "an end that is bound while its start is not",
      cells: [
        cell("date", "from", #""minimum": "2026-01-01""#),
        cell("date", "to", #""required": true, "minimum": { "cell": "from" }, "maximum": "2026-12-31""#),
      ], found: ["no-value cells[1].minimum"], answers: [#"{"from":"2027-01-01"}"#]),
    Mistake(
      name: "bounds by two cells that may cross",
      cells: [
        number("a", #""minimum": 0, "maximum": 9"#), number("b", #""minimum": 0, "maximum": 9"#),
        number("c", #""required": true, "minimum": { "cell": "a" }, "maximum": { "cell": "b" }"#),
      ], found: ["no-value cells[2].minimum"], answers: [#"{"a":9,"b":0}"#]),
    Mistake(
      name: "the same where the cell is required sometimes only",
      cells: [
        cell("switch", "s"), number("a", #""maximum": 20"#),
        number("b", #""requiredWhen": { "cell": "s", "equals": true }, "minimum": { "cell": "a" }, "maximum": 5"#),
      ], found: ["no-value cells[2].minimum"], answers: [#"{"s":true,"a":20}"#]),
    Mistake(
      name: "lengths that no text of their formats has",
      cells: [
        text("a", #""required": true, "format": "email", "maxLength": 2"#),
        text("b", #""required": true, "format": "url", "maxLength": 7"#),
        text("c", #""required": true, "format": "tel", "maxLength": 2"#),
        text("d", #""format": "email", "maxLength": 2"#),
      ], found: ["no-value cells[0].maxLength", "no-value cells[1].maxLength", "no-value cells[2].maxLength"],
      answers: ["{}", "{}", "{}"]),
    Mistake(
      name: "lengths that the shortest text of their formats has",
      cells: [
        text("a", #""required": true, "format": "email", "maxLength": 3"#),
        text("b", #""required": true, "format": "url", "maxLength": 8"#),
        text("c", #""required": true, "format": "tel", "maxLength": 3"#),
        text("d", #""required": true, "format": "integer", "pattern": "[0-9]{4}", "messages": { "invalid": "A." }"#),
      ], found: []),
    Mistake(
      name: "a pattern that texts of its format may never match",
      cells: [
        text("a", #""required": true, "format": "email", "pattern": "[0-9]+", "messages": { "invalid": "A." }"#)
      ], found: ["not-proven "]),
    // Answers that cannot be sent.
    Mistake(
      name: "an option whose cell has to be empty and filled in",
      cells: [
        radio("kind", "Car", "Train"), number("km", #""requiredWhen": { "cell": "kind", "equals": "Car" }"#),
      ],
      keys: rules(
        (#"{ "any": [{ "cell": "km", "filled": false }, { "cell": "kind", "equals": "Train" }] }"#, #""km""#)),
      found: ["dead-end cells[0].options[0]"], answers: [#"{"kind":"Car"}"#]),
    Mistake(
      name: "an option under which two rules exclude each other",
      cells: [radio("kind", "A", "B"), number("n", #""required": true"#)],
      keys: rules(
        (#"{ "any": [{ "cell": "kind", "in": ["B", null] }, { "cell": "n", "atLeast": 8 }] }"#, #""n""#),
        (#"{ "any": [{ "cell": "kind", "in": ["B", null] }, { "cell": "n", "atMost": 3 }] }"#, #""n""#)),
      found: ["dead-end cells[0].options[0]"], answers: [#"{"kind":"A"}"#]),
    Mistake(
      name: "a cell that shows only while a required one is empty",
      cells: [
        text("name", #""required": true"#), text("x", shown(#"{ "cell": "name", "filled": false }"#)),
      ], found: ["dead-end cells[1].visibleWhen"], answers: ["{}"]),
    Mistake(
      name: "a cell that shows only while a rule is broken",
      cells: [
        radio("kind", "A", "B"), text("x", shown(#"{ "cell": "kind", "equals": "A" }"#) + #", "required": true"#),
      ],
      keys: rules((#"{ "any": [{ "cell": "x", "filled": false }, { "cell": "kind", "equals": "B" }] }"#, #""x""#)),
      found: ["dead-end cells[0].options[0]"], answers: [#"{"kind":"A"}"#]),
    Mistake(
      name: "a rule that wants a cell filled in which one option hides",
      cells: [
        radio("more", "Yes", "No", more: #", "required": true"#),
        number("n", shown(#"{ "cell": "more", "equals": "Yes" }"#)),
      ],
      keys: rules((#"{ "cell": "n", "filled": true }"#, #""more""#)), found: ["dead-end cells[0].options[1]"],
      answers: [#"{"more":"No"}"#]),
    Mistake(
      name: "two choices that leave no amount",
      cells: [
        radio("kind", "Small", "Large", more: #", "required": true"#),
        radio("pay", "Card", "Cash", more: #", "required": true"#),
        number("n", #""minimum": 0, "maximum": 1000, "required": true"#),
      ],
      keys: rules(
        (#"{ "any": [{ "not": { "cell": "kind", "equals": "Large" } }, { "cell": "n", "atLeast": 600 }] }"#, #""n""#),
        (#"{ "any": [{ "not": { "cell": "pay", "equals": "Cash" } }, { "cell": "n", "atMost": 500 }] }"#, #""n""#)),
      found: ["dead-end cells[1].options[1]"], answers: [#"{"kind":"Large","pay":"Cash"}"#]),
    Mistake(
      name: "a picker that has to be filled in, and that a rule wants empty for one choice",
      cells: [
        radio("site", "Berlin", "Hamburg"),
        #"{ "id": "room", "type": "list-picker", "label": "Room", "required": true, "view": "full", "source": { "file": "rooms-by-site.csv", "value": "room", "label": "room", "where": { "site": { "cell": "site" } } } }"#,
      ],
      keys: rules(
        (
          #"{ "any": [{ "cell": "site", "in": ["Hamburg", null] }, { "cell": "room", "filled": false }] }"#, #""room""#
        )), found: ["dead-end cells[0].options[0]"], answers: [#"{"site":"Berlin"}"#]),
    Mistake(
      name: "none: two choices that a rule about them alone refuses",
      cells: [radio("a", "A", "B"), radio("b", "C", "D")],
      keys: rules(
        (
          #"{ "not": { "all": [{ "cell": "a", "equals": "A" }, { "cell": "b", "equals": "C" }] } }"#, #""b""#
        )), found: []),
    Mistake(
      name: "none: a choice that another one leads to, which such a rule refuses",
      cells: [
        radio("room", "Single", "Suite"), cell("switch", "pet", ""),
        radio("animal", "Cat", "Dog", more: #", "# + shown(#"{ "cell": "pet", "equals": true }"#)),
        number("size", shown(#"{ "cell": "animal", "equals": "Dog" }"#)),
      ],
      keys: rules(
        (
          #"{ "not": { "all": [{ "cell": "pet", "equals": true }, { "cell": "room", "equals": "Suite" }] } }"#,
          #""pet""#
        )), found: []),
    Mistake(
      name: "a switch that has to be on shows a cell while it is off",
      cells: [cell("switch", "s", #""required": true"#), text("x", shown(#"{ "cell": "s", "equals": false }"#))],
      found: ["dead-end cells[1].visibleWhen"], answers: ["{}"]),
    Mistake(
      name: "three numbers in a circle",
      cells: ["a", "b", "c"].map { number($0, #""required": true"#) },
      keys: rules(
        (#"{ "not": { "cell": "a", "atLeast": { "cell": "b" } } }"#, #""a""#),
        (#"{ "not": { "cell": "b", "atLeast": { "cell": "c" } } }"#, #""b""#),
        (#"{ "not": { "cell": "c", "atLeast": { "cell": "a" } } }"#, #""c""#)),
      found: ["dead-end rules[0]"], answers: [#"{"a":1,"b":1,"c":1}"#]),
    Mistake(
      name: "a form that is never sent",
      cells: [text("a", #""required": true"#)],
      keys: rules((#"{ "cell": "a", "filled": false }"#, #""a""#)),
      found: ["dead-end rules[0]"], answers: [#"{"a":"Ada"}"#]),
    Mistake(
      name: "a section that shows only where too few entries are possible",
      cells: [radio("kind", "A", "B")],
      keys: rules(
        (#"{ "any": [{ "section": "s", "count": { "atMost": 1 } }, { "cell": "kind", "equals": "B" }] }"#, #""kind""#)),
      sections: [
        #"{ "id": "s", "title": "S", "container": "repeat", "item": "Entry", "minimum": 2, "maximum": 3, "visibleWhen": { "cell": "kind", "equals": "A" }, "cells": [\#(text("e"))] }"#
      ], found: ["dead-end cells[0].options[0]"], answers: [#"{"kind":"A"}"#]),
  ]
}
