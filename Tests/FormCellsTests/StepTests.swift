import FormCells
import Support
import Testing

/// Forms of several pages: which sections are on which page, and where each page leads.
@Suite("Steps")
struct StepTests {
  static let today = CalendarDate(parsing: "2026-01-31") ?? .last

  static let trip = """
    { "title": "T", "review": true, "sections": [
      { "container": "step", "title": "One", "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true },
        { "id": "abroad", "type": "switch", "label": "Abroad" }] },
      { "container": "step", "title": "Two", "cells": [
        { "id": "visa", "type": "text", "label": "Visa", "visibleWhen": { "cell": "abroad", "equals": true } }] },
      { "container": "step", "title": "Three", "cells": [{ "id": "town", "type": "text", "label": "Town" }] },
      { "title": "More of Three", "cells": [{ "id": "street", "type": "text", "label": "Street", "required": true }] },
      { "container": "modal", "label": "Of Three Too", "cells": [{ "id": "bags", "type": "number", "label": "Bags" }] }] }
    """

  private func formState() throws -> FormState { FormState(form: try decode(Self.trip)) }

  @Test("the sections after a step belong to it, up to the next step")
  func sections() throws {
    let form = try decode(Self.trip)
    #expect(form.steps.map(\.sections) == [0..<1, 1..<2, 2..<5])
    #expect(form.steps.map(\.cells) == [0..<2, 2..<3, 3..<6])
    #expect(form.cells.map { form.step(of: $0.index) } == [0, 0, 1, 2, 2, 2])
    #expect(form.step(of: .section(4)) == 2)
    #expect(form.step(of: .cell(2)) == 1)
    let plain = try FormCellsTests.form(#"{ "id": "a", "type": "text", "label": "A" }"#)
    #expect(plain.steps.map(\.cells) == [0..<1] && !plain.hasSteps && plain.step(of: 0) == 0)
  }

  @Test("a section before the first step is refused")
  func sectionBeforeTheFirst() {
    let found = mistakes(
      """
      { "title": "T", "sections": [
        { "title": "A", "cells": [{ "id": "a", "type": "text", "label": "A" }] },
        { "container": "modal", "label": "B", "cells": [{ "id": "b", "type": "text", "label": "B" }] },
        { "container": "step", "title": "C", "cells": [{ "id": "c", "type": "text", "label": "C" }] }] }
      """)
    #expect(found.count == 2)
    #expect(
      found.first
        == "form.json:2:3: error: sections[0]: a form of steps begins with one, and this section comes before the first step: "
        + "give it “\"container\": \"step\"”, or move it after a step")
  }

  private static let sectionsWithConditions = """
    { "title": "T", "sections": [
      { "container": "step", "cells": [
        { "id": "abroad", "type": "switch", "label": "Abroad" }, { "id": "car", "type": "switch", "label": "Car" }] },
      { "title": "Car", "visibleWhen": { "cell": "car", "equals": true }, "cells": [
        { "id": "plate", "type": "text", "label": "Plate", "required": true },
        { "id": "size", "type": "text", "label": "Size", "visibleWhen": { "cell": "plate", "filled": true } }] },
      { "container": "step", "visibleWhen": { "cell": "abroad", "equals": true }, "cells": [
        { "id": "land", "type": "text", "label": "Land" }] },
      { "title": "Visa", "visibleWhen": { "cell": "land", "filled": true }, "cells": [
        { "id": "visa", "type": "text", "label": "Visa", "required": true }] }] }
    """

  @Test("a hidden section hides its cells, and a hidden step all sections up to the next one")
  func hiddenSections() throws {
    var formState = FormState(form: try decode(Self.sectionsWithConditions))
    func shown() -> [String] {
      zip(formState.form.cells, formState.states).compactMap { $1.isVisible ? $0.id : nil }
    }
    #expect(shown() == ["abroad", "car"] && formState.shownSteps == [0])
    #expect(SubmittedValues(of: formState).object { .string($0) } == ["abroad": false, "car": false])
    formState.reduce(.enter(cell: 1, .flag(true)))
    #expect(shown() == ["abroad", "car", "plate"])
    formState.reduce(.enter(cell: 2, .text("B-1")))
    #expect(shown() == ["abroad", "car", "plate", "size"])
    formState.reduce(.enter(cell: 0, .flag(true)))
    #expect(shown() == ["abroad", "car", "plate", "size", "land"] && formState.shownSteps == [0, 1])
    formState.reduce(.enter(cell: 4, .text("Peru")))
    #expect(shown() == ["abroad", "car", "plate", "size", "land", "visa"])
    // In a hidden step a section stays hidden, even if its own condition holds.
    formState.reduce(.enter(cell: 0, .flag(false)))
    #expect(shown() == ["abroad", "car", "plate", "size"])
    // When the section is shown again, it still has what was entered.
    formState.reduce(.enter(cell: 1, .flag(false)))
    #expect(shown() == ["abroad", "car"])
    formState.reduce(.enter(cell: 1, .flag(true)))
    #expect(formState.values[2] == .text("B-1"))
  }

  @Test("a section's condition must name a cell outside of it, and cannot form a circle")
  func conditionsOfSections() {
    func found(_ first: String, _ second: String) -> [String] {
      mistakes(
        """
        { "title": "T", "sections": [
          { "visibleWhen": { "cell": "\(first)", "filled": true }, "cells": [{ "id": "a", "type": "text", "label": "A" }] },
          { "visibleWhen": { "cell": "\(second)", "filled": true }, "cells": [{ "id": "b", "type": "text", "label": "B" }] },
          { "cells": [{ "id": "c", "type": "text", "label": "C" }] }] }
        """)
    }
    #expect(found("c", "c") == [] && found("b", "c") == [])
    #expect(
      found("c", "b") == [
        "form.json:3:30: error: sections[1].visibleWhen.cell: the condition refers to a cell of its own section, which would be "
          + "hidden with it; name a cell outside"
      ])
    #expect(
      found("b", "a") == [
        "form.json:2:20: error: sections[0].visibleWhen: the conditions form a circle: a → b → a; remove one of them"
      ])
    #expect(found("x", "c").first?.hasSuffix("no cell has the id “x”") == true)
  }

  @Test("a section of a form in Swift can have a condition")
  func conditionInSwift() throws {
    let form = try Form(id: "f", title: "T") {
      Section { SwitchCell("on", label: "On") }
      Section("More") { TextCell("more", label: "More") }.visibleWhen(.cell("on", equals: true))
    }
    #expect(form.states(in: form.initialValues).map(\.isVisible) == [true, false])
  }

  @Test("a step that shows no cell is skipped in both directions")
  func hiddenSteps() throws {
    var formState = try formState()
    #expect(formState.shownSteps == [0, 2])
    #expect(formState.pageID(after: 0, today: Self.today) == .step(2))
    #expect(formState.pageID(before: .step(2)) == .step(0))
    #expect(formState.pageID(insteadOf: 1) == .step(2))
    formState.reduce(.enter(cell: 1, .flag(true)))
    #expect(formState.shownSteps == [0, 1, 2])
    #expect(formState.pageID(after: 0, today: Self.today) == .step(1))
    #expect(formState.pageID(before: .review) == .step(2))
    #expect(formState.pageID(before: .step(0)) == nil)
  }

  @Test("a refused step shows its own problems, and not those of other steps")
  func refusals() throws {
    var formState = try formState()
    formState.reduce(.pass(step: 0, today: Self.today))
    #expect(formState.isRefused(0) && formState.showsProblems(ofStep: 0) && !formState.showsProblems(ofStep: 2))
    formState.reduce(.enter(cell: 0, .text("Ada")))
    formState.reduce(.pass(step: 0, today: Self.today))
    #expect(!formState.isRefused(0))
    #expect(formState.firstStepWithProblems(today: Self.today) == 2)
  }

  @Test("a cell revealed on a refused page shows its problem only when the page is checked again")
  func revealed() throws {
    let form = try decode(
      """
      { "title": "T", "sections": [
        { "container": "step", "title": "One", "cells": [
          { "id": "name", "type": "text", "label": "Name", "required": true },
          { "id": "more", "type": "switch", "label": "More" },
          { "id": "why", "type": "text", "label": "Why", "required": true, "visibleWhen": { "cell": "more", "equals": true } }] },
        { "container": "step", "title": "Two", "cells": [{ "id": "town", "type": "text", "label": "Town" }] }] }
      """)
    var formState = FormState(form: form)
    formState.reduce(.pass(step: 0, today: Self.today))
    formState.reduce(.enter(cell: 1, .flag(true)))
    #expect((0...2).map(formState.showsProblems(of:)) == [true, true, false])
    var (writer, tables) = (PackedWriter(), [OptionTable]())
    formState.pack(into: &writer, &tables)
    var reader = PackedReader(writer.bytes)
    var again = try FormState(unpacking: &reader, of: form, tables)
    #expect((0...2).map(again.showsProblems(of:)) == [true, true, false])
    again.reduce(.pass(step: 0, today: Self.today))
    #expect(again.showsProblems(of: 2))
    formState.reduce(.submit(today: Self.today))
    #expect(formState.showsProblems(of: 2))
    formState.reduce(.enter(cell: 1, .flag(false)))
    formState.reduce(.enter(cell: 1, .flag(true)))
    #expect(!formState.showsProblems(of: 2) && formState.showsProblems(of: 0))
  }

  @Test("a visitor who has seen the review returns to it, unless a change leaves a step to fill in")
  func backToTheReview() throws {
    var formState = try formState()
    formState.reduce(.enter(cell: 0, .text("Ada")))
    formState.reduce(.enter(cell: 4, .text("Hill")))
    for step in [0, 2] { formState.reduce(.pass(step: step, today: Self.today)) }
    #expect(formState.pageID(after: 0, today: Self.today) == .review)
    formState.reduce(.enter(cell: 1, .flag(true)))
    formState.reduce(.pass(step: 0, today: Self.today))
    #expect(formState.pageID(after: 0, today: Self.today) == .step(1))
    formState.reduce(.pass(step: 1, today: Self.today))
    #expect(formState.pageID(after: 1, today: Self.today) == .review)
    formState.reduce(.enter(cell: 4, .text("")))
    #expect(formState.pageID(after: 0, today: Self.today) == .step(2))
    formState.reduce(.startOver)
    #expect(formState.progress == StepProgress())
  }

  @Test("Start Over returns to the first page, and undo restores how far the visitor had come")
  func startOver() throws {
    var formState = try formState()
    formState.reduce(.enter(cell: 0, .text("Ada")))
    formState.reduce(.pass(step: 0, today: Self.today))
    formState.reduce(.pass(step: 2, today: Self.today))
    formState.reduce(.visit(.step(2)))
    let before = formState
    #expect(before.lastPageID == .step(2) && before.isRefused(2))
    formState.reduce(.startOver)
    #expect(formState.lastPageID == .step(0))
    formState.reduce(.undo)
    #expect(formState.progress == before.progress)
  }

  @Test("each page but the last continues to another page, and the last sends the form")
  func sending() throws {
    let formState = try formState()
    #expect(formState.goesOn(from: .step(0), today: Self.today) && formState.goesOn(from: .step(2), today: Self.today))
    #expect(!formState.goesOn(from: .review, today: Self.today))
    let plain = FormState(form: try FormCellsTests.form(#"{ "id": "a", "type": "text", "label": "A" }"#))
    #expect(!plain.goesOn(from: .step(0), today: Self.today))
  }

  @Test("a page has hidden fields for changed sections of other pages, and for no others")
  func hiddenFieldValue() throws {
    var formState = try formState()
    #expect(formState.hiddenSections(on: .step(0)).isEmpty)
    formState.reduce(.enter(cell: 0, .text("Ada")))
    formState.reduce(.enterInSection(cell: 5, .text("3")))
    formState.reduce(.apply(.section(4), today: Self.today))
    #expect(formState.hiddenSections(on: .step(0)).map(\.section) == [4])
    #expect(formState.hiddenSections(on: .step(2)).map(\.section) == [0])
    #expect(formState.hiddenSections(on: .review).map(\.section) == [0, 4])
  }
}
