import FormCells
import Support
import Testing

@testable import Guidelines

/// The answers that `formcells paths` writes.
@Suite("Branches of a form") struct BranchTests {
  private func form(_ text: String) throws -> Form {
    try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path).form
  }

  private func state(_ branch: Branch, of form: Form) throws -> FormState {
    try FormState(form: form, decoding: branch.witness.json.compactBytes, path: "", at: Moment(Witness.today))
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

  @Test("each condition holds and fails, each choice is made, each rule is met and broken")
  func names() throws {
    let branches = Branches(of: try form(Self.trip))
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

  @Test("the form itself confirms each")
  func confirmed() throws {
    let form = try form(Self.trip)
    let km = try #require(form.cell("km")).index
    for branch in Branches(of: form).found {
      let state = try state(branch, of: form)
      #expect(state.problems(today: Witness.today).isEmpty == branch.canBeSent, "\(branch.name)")
      switch branch.name {
      case "km-shown", "kind-is-car": #expect(state.states[km].isVisible)
      case "km-hidden", "kind-is-bus": #expect(!state.states[km].isVisible)
      case "km-note-1": #expect(state.states[km].shownNotes != ShownNotes())
      case "km-without-note-1": #expect(state.states[km].isVisible && state.states[km].shownNotes == ShownNotes())
      default: break
      }
    }
  }

  @Test("a branch that no answers reach is named, and one that cannot be sent is written all the same")
  func unreached() throws {
    let text = #"""
      { "title": "T", "sections": [{ "cells": [
        { "id": "n", "type": "number", "label": "N", "maximum": 5 },
        { "id": "never", "type": "text", "label": "A", "visibleWhen": { "cell": "n", "atLeast": 6 } },
        { "id": "a", "type": "text", "label": "B", "required": true },
        { "id": "b", "type": "text", "label": "C", "visibleWhen": { "cell": "a", "filled": false } } ] }] }
      """#
    let branches = Branches(of: try form(text))
    #expect(branches.unreached == ["never-shown"])
    #expect(branches.found.filter { !$0.canBeSent }.map(\.name) == ["b-shown"])
  }

  @Test("there are no more files than the limit, and what is left out is counted")
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
      of: try form(#"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }] }"#))
    #expect(branches.found.count == Branches.limit)
    // A way to send it; for each choice its options, and its cell shown and hidden.
    #expect(branches.leftOut == 1 + 20 * (60 + 2) - Branches.limit)
    #expect(Set(branches.found.map(\.name)).count == Branches.limit)
  }
}
