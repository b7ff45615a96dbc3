import FormCells
import FormPages
import TestSupport
import Testing

/// The list of sections beside the cells in a wide window.
@Suite("List of sections")
struct SectionListTests {
  private static func section(_ title: String, _ id: String, _ keys: String = "") -> String {
    #"{ "title": "\#(title)", "cells": [{ "id": "\#(id)", "type": "text", "label": "L" \#(keys) }] }"#
  }

  private static let order = """
    { "title": "T", "sections": [
      { "title": "Parts", "cells": [
        { "id": "part", "type": "text", "label": "Part", "required": true, "maxLength": 4 },
        { "id": "count", "type": "text", "label": "Count", "format": "integer" },
        { "id": "plant", "type": "text", "label": "Plant", "readOnly": true, "value": "Oslo" }] },
      { "title": "Delivery", "cells": [
        { "id": "express", "type": "text", "label": "Express" },
        { "id": "gate", "type": "text", "label": "Gate" }] },
      { "title": "Reason", "cells": [
        { "id": "reason", "type": "text", "label": "Reason", "required": true,
          "visibleWhen": { "cell": "express", "equals": "Yes" } }] },
      { "title": "Fixed", "cells": [{ "id": "center", "type": "text", "label": "Center", "readOnly": true }] },
      { "cells": [{ "id": "more", "type": "text", "label": "More" }] },
      { "container": "modal", "title": "Filters", "cells": [{ "id": "filter", "type": "text", "label": "Filter" }] },
      { "container": "modal", "title": "Above", "label": "Its Cell", "cells": [
        { "id": "above", "type": "text", "label": "Above" }] }] }
    """

  private func formState(_ definition: String) throws -> FormState {
    FormState(form: try FormDefinition.decode(bytes: Array(definition.utf8), path: "f.json", directory: "/"))
  }

  private func page(_ formState: FormState) throws -> HTMLPage {
    HTMLPage(
      try FixturePage.pages.get().page(
        of: formState, in: FixturePage.presentation(of: formState.form),
        PageRequest(viewport: .expanded, today: FixturePage.today)))
  }

  /// The lines of the list; `nil` if the page has none.
  private func lines(_ formState: FormState) throws -> [String]? {
    let page = try page(formState)
    guard let list = page.elements.firstIndex(where: { $0["aria-label"] == "Sections" }) else { return nil }
    return page.all("a") { $0.ancestors.contains(list) }.map { link in
      let heading = page.element(id: String(link["href"]?.dropFirst() ?? ""))
      #expect(heading?.name == "h2" && link.text.hasPrefix(heading?.text ?? "-"), "\(link.text)")
      return link.text
    }
  }

  private func enter(_ entries: [String: CellValue], into formState: inout FormState) throws {
    for (id, value) in entries {
      formState.reduce(.enter(cell: try #require(formState.form.cell(id)).index, value))
    }
  }

  @Test("three or more titled sections are listed, but not those of steps; modal sections do not count")
  func threshold() throws {
    let (a, b, c) = (Self.section("A", "a"), Self.section("B", "b"), Self.section("C", "c"))
    let untitled = #"{ "cells": [{ "id": "u", "type": "text", "label": "U" }] }"#
    let modal = #"{ "container": "modal", "title": "M", "cells": [{ "id": "m", "type": "text", "label": "M" }] }"#
    func lines(_ sections: String...) throws -> [String]? {
      try self.lines(formState(#"{ "title": "T", "sections": [\#(sections.joined(separator: ", "))] }"#))
    }
    #expect(try lines(a, b, c)?.count == 3)
    #expect(try lines(a, b) == nil)
    #expect(try lines(a, b, untitled, modal) == nil)
    let step = c.replacing(#"{ "title""#, with: #"{ "container": "step", "title""#)
    #expect(try lines(step, a, b, Self.section("D", "d")) != nil, "one step is not a form of steps")
    let next = step.replacing(#""id": "c""#, with: #""id": "next""#)
    #expect(try lines(step, a, b, Self.section("D", "d"), next) == nil)
  }

  @Test("each line counts the answered cells; a hidden section has no line, and a read-only one no count")
  func counts() throws {
    var formState = try formState(Self.order)
    #expect(try lines(formState) == ["Parts 0 of 2 answered", "Delivery 0 of 2 answered", "Fixed"])
    try enter(["count": .text("3"), "gate": .text("A")], into: &formState)
    #expect(try lines(formState) == ["Parts 1 of 2 answered", "Delivery 1 of 2 answered", "Fixed"])
    try enter(["express": .text("Yes")], into: &formState)
    #expect(
      try lines(formState)
        == ["Parts 1 of 2 answered", "Delivery Complete", "Reason 0 of 1 answered", "Fixed"])
  }

  @Test("a section is complete when its required cells have valid answers, or, without any, all cells have")
  func complete() throws {
    var formState = try formState(Self.order)
    try enter(["part": .text("P-1"), "gate": .text("A")], into: &formState)
    #expect(try lines(formState) == ["Parts Complete", "Delivery 1 of 2 answered", "Fixed"])
    try enter(["count": .text("many")], into: &formState)
    #expect(try lines(formState)?.first == "Parts 2 of 2 answered", "it is wrong, which nobody has asked yet")
  }

  @Test("a section says how many of its cells have a message, until they are corrected")
  func problems() throws {
    var formState = try formState(Self.order)
    try enter(["part": .text("P-2041")], into: &formState)
    #expect(try lines(formState)?.first == "Parts 1 problem", "its message shows while it is typed")
    try enter(["part": .text(""), "count": .text("many")], into: &formState)
    formState.reduce(.submit(today: FixturePage.today))
    #expect(try lines(formState) == ["Parts 2 problems", "Delivery 0 of 2 answered", "Fixed"])
    let marks = try page(formState).all("span") { $0["class"] == "error" }.map(\.text)
    #expect(marks == ["2 problems"], "with the sign of what is wrong")
    try enter(["part": .text("P-1"), "count": .text("")], into: &formState)
    #expect(try lines(formState)?.first == "Parts Complete")
  }
}
