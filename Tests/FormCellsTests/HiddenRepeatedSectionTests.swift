import FormCells
import Support
import Testing

@Suite("Hidden repeated sections") struct HiddenRepeatedSectionTests {
  /// The repeated section comes before the cell that decides whether it is shown, and its first cell depends on its number of entries.
  private static let parts = #"""
    { "title": "T", "sections": [
      { "title": "Parts", "container": "repeat", "id": "parts", "item": "Part", "visibleWhen": { "cell": "show", "equals": true }, "cells": [
        { "id": "share", "type": "number", "label": "S", "decimals": 2, "calculate": "round(weight / number, 2)" },
        { "id": "weight", "type": "number", "label": "W" }] },
      { "cells": [
        { "id": "number", "type": "number", "label": "N", "calculate": "count(parts)" },
        { "id": "filled", "type": "number", "label": "F", "calculate": "count(parts.weight)" },
        { "id": "sum", "type": "number", "label": "U", "calculate": "sum(parts.weight)" },
        { "id": "none", "type": "text", "label": "O", "visibleWhen": { "section": "parts", "count": { "atMost": 0 } } },
        { "id": "light", "type": "text", "label": "L", "visibleWhen": { "section": "parts", "any": { "not": { "cell": "weight", "atLeast": 9 } } } },
        { "id": "heavy", "type": "text", "label": "H", "visibleWhen": { "section": "parts", "all": { "cell": "weight", "atLeast": 9 } } },
        { "id": "show", "type": "switch", "label": "V", "value": true }] }] }
    """#

  /// The calculated numbers outside the section, and which of the cells with conditions are visible.
  private func outside(_ state: FormState) -> (numbers: [String], shown: [String]) {
    let cells = state.form.sections[1].cells
    return (
      cells.prefix(3).map { state.values[$0.index].text },
      cells[3..<6].filter { state.states[$0.index].isVisible }.map(\.id)
    )
  }

  @Test("entries of a hidden section are neither counted nor read, and come back when it is shown") func hidden() throws
  {
    let form = try decode(Self.parts)
    var state = FormState(form: form)
    let sent = form.inputs(
      sentAs: Array(#"{"values":{"parts":[{"weight":2},{"weight":4}]}}"#.utf8), numbers: .of("en"))
    state.addEntries(sent.inputs, at: Moment(CalendarDate.last))
    let show = try #require(state.form.cell("show")).index
    let first = state.form.sections[state.entries(of: 0)[0]].cells[0].index
    #expect(outside(state) == (["2", "2", "6"], ["light"]))
    #expect(state.values[first].text == "1")
    _ = state.enter([CellInput(cell: show, value: .flag(false))])
    #expect(outside(state) == (["0", "0", "0"], ["none", "heavy"]))
    _ = state.enter([CellInput(cell: show, value: .flag(true))])
    #expect(outside(state) == (["2", "2", "6"], ["light"]))
  }

  @Test("a section's visibility cannot depend on the number of its own entries") func circles() {
    func form(_ first: String, _ second: String, _ calculation: String) -> String {
      """
      { "title": "T", "sections": [
        { "title": "A", "container": "repeat", "id": "one", "item": "A", "visibleWhen": \(first), "cells": [{ "id": "a", "type": "text", "label": "A" }] },
        { "title": "B", "container": "repeat", "id": "two", "item": "B"\(second), "cells": [{ "id": "b", "type": "text", "label": "B" }] },
        { "cells": [{ "id": "n", "type": "number", "label": "N"\(calculation) }] }] }
      """
    }
    let byNumber = #"{ "cell": "n", "atLeast": 1 }"#
    func keyPathOn(_ mistake: String) -> String { mistake.split(separator: ": error: ").last.map(String.init) ?? "" }
    func byCount(_ section: String) -> String { #"{ "section": "\#(section)", "count": { "atLeast": 1 } }"# }
    #expect(mistakes(form(byNumber, "", #", "calculate": "count(two)""#)) == [])
    #expect(
      mistakes(form(byNumber, "", #", "calculate": "count(one)""#)).map(keyPathOn) == [
        "sections[2].cells[0].calculate: the cells depend on each other in a circle: n → one → n; remove one dependency"
      ])
    #expect(
      mistakes(form(byCount("two"), #", "visibleWhen": \#(byCount("one"))"#, "")).map(keyPathOn) == [
        "sections[0].visibleWhen: the conditions form a circle: one → two → one; remove one of them"
      ])
  }
}
