import FormCells
import Options
import Support
import TestSupport
import Testing

/// Pickers whose options depend on the value of another cell.
@Suite("Options that follow an answer")
struct OfferedOptionsTests {
  private static let folder: TemporaryFolder = {
    guard let folder = try? TemporaryFolder() else { preconditionFailure("no folder for a file of options") }
    let rows = "value,label,land,coast\nb,Bergen,no,yes\no,Oslo,no,no\nl,Lyon,fr,no\nn,Nice,fr,yes\n"
    folder.write("towns.csv", Array(rows.utf8))
    return folder
  }()

  private static let land = #"{ "id": "land", "type": "radio-group", "label": "Land", "options": ["no", "fr"] }"#
  private static let coast = #"{ "id": "coast", "type": "text", "label": "Coast" }"#

  private static func town(_ filters: String, id: String = "town", keys: String = "") -> String {
    #"{ "id": "\#(id)", "type": "list-picker", "label": "T"\#(keys), "source": { "file": "towns.csv", "where": \#(filters) } }"#
  }

  private func text(_ cells: [String]) -> String {
    #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }] }"#
  }

  private func form(_ cells: String...) throws -> Form { try decode(text(cells), directory: Self.folder.path) }

  private func found(_ cells: String...) -> [String] {
    mistakes(text(cells), directory: Self.folder.path).map {
      String($0.split(separator: ": ", maxSplits: 2, omittingEmptySubsequences: false).last ?? "")
    }
  }

  @Test("a mistake in a filter is reported at its place")
  func wrongFilters() {
    let path = "sections[0].cells[1].source.where"
    #expect(found(Self.land, Self.town(#"{ "land": { "cell": "land" } }"#)) == [])
    #expect(
      found(Self.land, Self.town(#"{ "land": { "cell": "lend" } }"#)) == [
        "\(path).land.cell: no cell has the id “lend”; did you mean “land”?"
      ])
    #expect(
      found(Self.land, Self.town(#"{ "land": { "cell": "town" } }"#)) == [
        "\(path).land.cell: the source refers to its own cell; name another cell"
      ])
    #expect(
      found(#"{ "id": "s", "type": "switch", "label": "S" }"#, Self.town(#"{ "land": { "cell": "s" } }"#)) == [
        "\(path).land.cell: rows are selected by one value, which “s” does not have: name a text, or a cell with a "
          + "single choice"
      ])
    #expect(found(Self.land, Self.town(#"{ "lend": { "cell": "land" } }"#)).first?.contains("lend") == true)
    #expect(found(Self.land, Self.town("{}")).count == 1 && found(Self.land, Self.town(#""land""#)).count == 1)
    #expect(found(Self.land, Self.town(#"{ "land": { "cell": "land", "is": 1 } }"#)).count == 1)
    #expect(
      found(
        Self.town(#"{ "land": { "cell": "b" } }"#, id: "a"), Self.town(#"{ "coast": { "cell": "a" } }"#, id: "b")
      ) == ["sections[0].cells[0].source: the conditions form a circle: a → b → a; remove one of them"])
  }

  @Test("a picker waits until the cells that it follows are filled in, and then offers what fits them")
  func offered() throws {
    let form = try form(
      Self.land, Self.coast,
      Self.town(#"{ "land": { "cell": "land" }, "coast": { "cell": "coast" } }"#, keys: #", "required": true"#))
    var formState = FormState(form: form)
    let town = form.cells[2]
    #expect(formState.offeredOptions(of: town) == .none(until: 0) && !formState.states[2].isRequired)
    formState.reduce(.enter(cell: 0, try value("fr", of: form.cells[0])))
    #expect(formState.offeredOptions(of: town) == .none(until: 1) && formState.awaitedCell(of: town.index) == 1)
    formState.reduce(.enter(cell: 1, .text("yes")))
    #expect(formState.offeredOptions(of: town) == .matching(["land": "fr", "coast": "yes"]))
    #expect(formState.offeredRows(at: town.index) == RowSet(3..<4) && formState.states[2].isRequired)
    #expect(formState.offeredOptions(of: form.cells[0]) == .all)
    formState.reduce(.enter(cell: 1, .text(" ")))
    #expect(formState.awaitedCell(of: town.index) == 1)
  }

  @Test("choices that no longer fit are cleared along a chain, and one undo restores them and the change")
  func cleared() throws {
    let form = try form(
      Self.land, Self.town(#"{ "land": { "cell": "land" } }"#),
      Self.town(#"{ "value": { "cell": "town" } }"#, id: "next"),
      Self.coast)
    var formState = FormState(form: form)
    for (cell, text) in [(0, "no"), (1, "b"), (2, "b")] {
      formState.reduce(.enter(cell: cell, try value(text, of: form.cells[cell])))
    }
    #expect(formState.problems(today: StepTests.today) == [])
    formState.reduce(.enter(cell: 3, .text("kept")))
    #expect(formState.undo == nil)
    let before = formState.values
    formState.reduce(.enter(cell: 0, try value("fr", of: form.cells[0])))
    #expect(form.cells[1].isEmpty(formState.values[1]) && form.cells[2].isEmpty(formState.values[2]))
    let step = try #require(formState.undo)
    #expect(step.cause == .followed && step.target == nil)
    #expect(step.followedChange(in: form)?.cleared == [1, 2] && step.followedChange(in: form)?.followed == 0)
    // Written to the page and read again, the step is the same.
    #expect(UndoStep(hiddenFieldValue: step.hiddenFieldValue(in: form), in: form) == step)
    formState.reduce(.enter(cell: 3, .text("changed")))
    formState.reduce(.undo)
    #expect(formState.values[...2] == before[...2] && formState.values[3] == .text("changed"))
  }

  @Test("a choice that changes together with the cell it follows stays, and is refused if it does not fit")
  func unfitting() throws {
    let form = try form(Self.land, Self.town(#"{ "land": { "cell": "land" } }"#))
    for (land, town, problem) in [
      ("fr", "n", nil), ("no", "n", Problem.unfittingOptions(["n"])), ("", "n", Problem.unfittingOptions(["n"])),
    ] {
      var formState = FormState(form: form)
      _ = formState.enter([
        CellInput(cell: 0, value: try value(land, of: form.cells[0])),
        CellInput(cell: 1, value: try value(town, of: form.cells[1])),
      ])
      #expect(formState.problem(of: 1, today: StepTests.today)?.problem == problem)
    }
  }

  @Test("choices that follow a cell are cleared when that cell is hidden")
  func hidden() throws {
    let form = try form(
      #"{ "id": "on", "type": "switch", "label": "On", "value": true }"#,
      #"{ "id": "land", "type": "text", "label": "Land", "visibleWhen": { "cell": "on", "equals": true } }"#,
      Self.town(#"{ "land": { "cell": "land" } }"#))
    var formState = FormState(form: form)
    formState.reduce(.enter(cell: 1, .text("fr")))
    formState.reduce(.enter(cell: 2, try value("n", of: form.cells[2])))
    formState.reduce(.enter(cell: 0, .flag(false)))
    #expect(form.cells[2].isEmpty(formState.values[2]) && formState.awaitedCell(of: 2) == 1)
  }

  @Test("a choice in a hidden or read-only cell stays, and is checked when the cell can be changed again")
  func uneditable() throws {
    let on = #"{ "id": "on", "type": "switch", "label": "On" }"#
    let condition = #"{ "cell": "on", "equals": true }"#
    for (keys, offers) in [("visibleWhen", false), ("readOnlyWhen", true)] {
      let form = try form(
        on, Self.land, Self.town(#"{ "land": { "cell": "land" } }"#, keys: #", "\#(keys)": \#(condition)"#))
      var formState = FormState(form: form)
      func enter(_ cell: Int, _ text: String) throws {
        formState.reduce(.enter(cell: cell, try value(text, of: form.cells[cell])))
      }
      formState.reduce(.enter(cell: 0, .flag(!offers)))
      try enter(1, "no")
      try enter(2, "b")
      formState.reduce(.enter(cell: 0, .flag(offers)))
      try enter(1, "fr")
      #expect(formState.undo == nil && formState.problems(today: StepTests.today) == [])
      formState.reduce(.enter(cell: 0, .flag(!offers)))
      #expect(formState.problem(of: 2, today: StepTests.today)?.problem == .unfittingOptions(["b"]))
      try enter(1, "no")
      #expect(formState.problems(today: StepTests.today) == [] && !form.cells[2].isEmpty(formState.values[2]))
    }
  }

  @Test("a default that does not fit a host's value is cleared, and there is nothing to undo")
  func hosts() throws {
    let form = try form(
      #"{ "id": "land", "type": "text", "label": "Land", "value": "no" }"#,
      Self.town(#"{ "land": { "cell": "land" } }"#, keys: #", "value": "b""#))
    let hosts = form.hostValues(initial: [:], readOnly: ["land": .string("fr")]).values
    let formState = FormState(form: form, hostValues: hosts)
    #expect(form.cells[1].isEmpty(formState.values[1]) && formState.undo == nil)
  }

  @Test("a form in Swift filters its sources too")
  func inSwift() throws {
    let form = try Form(id: "f", title: "T", sourceDirectory: Self.folder.path) {
      Section {
        TextCell("land", label: "Land")
        ListPicker(
          "town", label: "Town", source: .file("towns.csv").filtered("land", by: "land").filtered("coast", by: "land"))
      }
    }
    #expect(form.cells[1].filters == [OptionFilter(column: "land", cell: 0), OptionFilter(column: "coast", cell: 0)])
  }

  private func value(_ text: String, of cell: Cell) throws -> CellValue {
    .selection(Selection(values: text.isEmpty ? [] : [text], in: try #require(cell.optionSource).current))
  }
}
