import Localization
import Support
import Testing

@testable import FormCells
@testable import Guidelines

/// The answers that `formcells paths` writes for the branches of a form.
@Suite("Branches of a form") struct BranchTests {
  private func form(_ text: String) throws -> Form {
    try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path).form
  }

  private func state(_ branch: Branch, of form: Form) throws -> FormState {
    try FormState(form: form, decoding: branch.witness.json.compactBytes, path: "", at: Moment(Witness.usualDay))
  }

  private static let trip = #"""
    { "title": "Trip", "sections": [
      { "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true },
        { "id": "kind", "type": "radio-group", "label": "Kind", "required": true, "options": ["Car", "Train", "Bus"] },
        { "id": "km", "type": "number", "label": "Distance", "minimum": 1, "required": true,
          "visibleWhen": { "cell": "kind", "equals": "Car" },
          "notes": [{ "when": { "cell": "km2", "atLeast": 500 }, "text": "Far." }] },
        { "id": "km2", "type": "number", "label": "Further" } ] },
      { "id": "stops", "title": "Stops", "container": "repeat", "item": "Stop", "maximum": 3,
        "visibleWhen": { "cell": "kind", "in": ["Car", "Bus"] },
        "cells": [{ "id": "place", "type": "text", "label": "Place", "required": true }] } ],
      "rules": [{ "require": { "cell": "km2", "atLeast": { "cell": "km" } }, "message": "Mend it.", "cells": ["km2"] }] }
    """#

  @Test("there is a branch for each outcome of a condition, each option, and each rule met or broken")
  func names() throws {
    let branches = Branches(of: try form(Self.trip), today: Witness.usualDay)
    #expect(
      branches.found.map(\.name) == [
        "sent", "stops-shown", "stops-hidden", "stops-without-entries", "stops-with-entries", "kind-is-car",
        "kind-is-bus", "kind-is-train", "km-shown", "km-hidden", "km-note-1", "km-without-note-1", "rule-1-met",
        "rule-1-broken",
      ])
    #expect(branches.unreached.isEmpty)
    #expect(branches.found.filter { !$0.canBeSent }.map(\.name) == ["rule-1-broken"])
    let answers = Dictionary(uniqueKeysWithValues: branches.found.map { ($0.name, $0.witness.text) })
    #expect(answers["kind-is-train"] == #"{"name":"Ada","kind":"Train"}"#)
    #expect(answers["stops-with-entries"]?.hasSuffix(#""stops":[{"place":"Ada"}]}"#) == true)
  }

  @Test("the form itself confirms each branch")
  func confirmed() throws {
    let form = try form(Self.trip)
    let km = try #require(form.cell("km")).index
    for branch in Branches(of: form, today: Witness.usualDay).found {
      let state = try state(branch, of: form)
      #expect(state.problems(today: Witness.usualDay).isEmpty == branch.canBeSent, "\(branch.name)")
      switch branch.name {
      case "km-shown", "kind-is-car": #expect(state.states[km].isVisible)
      case "km-hidden", "kind-is-bus": #expect(!state.states[km].isVisible)
      case "km-note-1": #expect(state.states[km].shownNotes != ShownNotes())
      case "km-without-note-1": #expect(state.states[km].isVisible && state.states[km].shownNotes == ShownNotes())
      default: break
      }
    }
  }

  private func answers(_ text: String, today: CalendarDate = Witness.usualDay) throws -> [String: String] {
    let branches = Branches(of: try form(text), today: today)
    return Dictionary(uniqueKeysWithValues: branches.found.map { ($0.name, $0.witness.text) })
  }

  @Test("a branch has as many entries as the section's minimum and the rules on their number require")
  func countedEntries() throws {
    let text = #"""
      { "title": "T", "sections": [
        { "id": "e", "title": "E", "container": "repeat", "item": "Entry", "minimum": 2, "maximum": 9, "cells": [
          { "id": "p", "type": "number", "label": "P", "minimum": 1, "maximum": 9, "required": true }] },
        { "cells": [
          { "id": "budget", "type": "number", "label": "B", "minimum": 0, "required": true },
          { "id": "c", "type": "number", "label": "C", "calculate": "count(e)" }] }],
        "rules": [{ "require": { "cell": "c", "atMost": { "cell": "budget" } }, "message": "M.", "cells": ["budget"] }] }
      """#
    let form = try form(text)
    let branches = Branches(of: form, today: Witness.usualDay)
    #expect(branches.found.map(\.name) == ["sent", "e-with-entries", "rule-1-met", "rule-1-broken"])
    for branch in branches.found {
      let state = try state(branch, of: form)
      #expect(state.demands.brokenRules.isEmpty == (branch.name != "rule-1-broken"), "\(branch.witness.text)")
      #expect(state.problems(today: Witness.usualDay).isEmpty == (branch.name != "rule-1-broken"))
    }
  }

  @Test("each branch can be sent, except that of a broken rule, which breaks that rule alone")
  func otherParts() throws {
    let rule = { (a: String, b: String) in
      #"{ "require": { "cell": "\#(a)", "atLeast": { "cell": "\#(b)" } }, "message": "M.", "cells": ["\#(a)"] }"#
    }
    let cells = ["a", "b", "c", "d"].map {
      #"{ "id": "\#($0)", "type": "number", "label": "\#($0)", "minimum": \#($0 == "d" ? 5 : 0), "required": true }"#
    }
    let text =
      #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }], "rules": [\#(rule("a", "b")), \#(rule("c", "d"))] }"#
    let form = try form(text)
    for branch in Branches(of: form, today: Witness.usualDay).found {
      let broken = try state(branch, of: form).demands.brokenRules.sorted()
      #expect(broken == (branch.name == "rule-1-broken" ? [0] : branch.name == "rule-2-broken" ? [1] : []))
      #expect(branch.canBeSent == broken.isEmpty)
    }
  }

  @Test("relative days are counted from the given day")
  func today() throws {
    let text = #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "a", "type": "date", "label": "A", "minimum": "today", "maximum": "today+7d", "required": true },
        { "id": "b", "type": "date-time", "label": "B", "minimum": "now", "required": true }] }] }
      """#
    let day = try #require(CalendarDate(parsing: "2031-12-30"))
    #expect(try answers(text, today: day)["sent"] == #"{"a":"2031-12-30","b":"2031-12-31T00:00"}"#)
  }

  @Test("a form that can never be sent has no branch “sent”; one that only lacks passwords has it")
  func neverSent() throws {
    let cells = #"{ "id": "a", "type": "text", "label": "A", "required": true }"#
    let rule = #"{ "require": { "cell": "a", "filled": false }, "message": "M.", "cells": ["a"] }"#
    let never = Branches(
      of: try form(#"{ "title": "T", "sections": [{ "cells": [\#(cells)] }], "rules": [\#(rule)] }"#),
      today: Witness.usualDay)
    #expect(never.isSentNever)
    #expect(!never.found.contains { $0.name == "sent" })
    let secret = Branches(
      of: try form(
        #"{ "title": "T", "sections": [{ "cells": [\#(cells), { "id": "p", "type": "password", "label": "P", "required": true }] }] }"#
      ), today: Witness.usualDay)
    #expect(!secret.isSentNever)
    #expect(secret.found.map(\.name) == ["sent"] && secret.found.allSatisfy { !$0.canBeSent })
  }

  @Test("names of branches keep letters of every script, and are unique")
  func letters() throws {
    let text = #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "k", "type": "radio-group", "label": "K", "options": ["Ä", "日本", "A/B", "A B"] },
        { "id": "x", "type": "text", "label": "X", "visibleWhen": { "cell": "k", "in": ["Ä", "日本", "A/B", "A B"] } }] }] }
      """#
    let names = try answers(text).keys.filter { $0.hasPrefix("k-is") }
    #expect(names.sorted() == ["k-is-a-b", "k-is-a-b-2", "k-is-ä", "k-is-日本"])
  }

  @Test("a branch that no answers reach is listed, and one that cannot be sent is still found")
  func unreached() throws {
    let text = #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "n", "type": "number", "label": "N", "maximum": 5 },
        { "id": "never", "type": "text", "label": "A", "visibleWhen": { "cell": "n", "atLeast": 6 } },
        { "id": "a", "type": "text", "label": "B", "required": true },
        { "id": "b", "type": "text", "label": "C", "visibleWhen": { "cell": "a", "filled": false } } ] }] }
      """#
    let branches = Branches(of: try form(text), today: Witness.usualDay)
    #expect(branches.unreached == ["never-shown"])
    #expect(branches.found.filter { !$0.canBeSent }.map(\.name) == ["b-shown"])
  }

  @Test("the number of branches is limited, and those left out are counted")
  func limit() throws {
    let options = (0..<60).map { "\"O\($0)\"" }.joined(separator: ", ")
    var cells: [String] = []
    for index in 0..<20 {
      cells.append(#"{ "id": "k\#(index)", "type": "select", "label": "K\#(index)", "options": [\#(options)] }"#)
      let named = (0..<59).map { "\"O\($0)\"" }.joined(separator: ", ")
      cells.append(
        #"{ "id": "x\#(index)", "type": "text", "label": "X\#(index)", "visibleWhen": { "cell": "k\#(index)", "in": [\#(named)] } }"#
      )
    }
    let branches = Branches(
      of: try form(#"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }] }"#),
      today: Witness.usualDay)
    #expect(branches.found.count == Branches.limit)
    // One way to send the form, and for each select its options and its text cell, visible and hidden.
    #expect(branches.leftOut == 1 + 20 * (60 + 2) - Branches.limit)
    #expect(Set(branches.found.map(\.name)).count == Branches.limit)
  }
}
