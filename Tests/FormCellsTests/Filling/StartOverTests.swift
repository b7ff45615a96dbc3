import Support
import Testing

@testable import FormCells

@Suite("Start over")
struct StartOverTests {
  private static func account() throws -> Filling {
    let text = """
      { "id": "f", "title": "F", "sections": [
        { "cells": [
          { "id": "a", "type": "text", "label": "A", "value": "default" },
          { "id": "b", "type": "list-picker", "label": "B", "selection": "multiple", "options": ["x", "y"], "value": ["x"] },
          { "id": "c", "type": "password", "label": "C" }] },
        { "container": "modal", "label": "More", "cells": [{ "id": "d", "type": "text", "label": "D" }] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    return Filling(form: form)
  }

  private static func entered() throws -> Filling {
    var filling = try account()
    filling.reduce(.enter(cell: 0, .text("other")))
    filling.reduce(.pick(cell: 1, .tick([1], untick: [0])))
    filling.reduce(.enter(cell: 2, .text("secret")))
    filling.reduce(.enterInSection(cell: 3, .text("inside")))
    return filling
  }

  @Test("everything is as the definition has it, and one step back brings all of it, open views and passwords too")
  func undo() throws {
    let before = try Self.entered()
    var filling = before
    filling.reduce(.startOver)
    #expect(!filling.hasEntries)
    #expect(filling.values == filling.form.initialValues)
    #expect(filling.undo?.place(in: filling.form) == nil)
    filling.reduce(.undo)
    #expect(filling.values == before.values)
    #expect(filling.drafts == before.drafts)
    #expect(filling.sectionDrafts == before.sectionDrafts)
    #expect(filling.undo == nil)
  }

  @Test("where there is nothing to take back, nothing happens")
  func blank() throws {
    var filling = try Self.account()
    filling.reduce(.startOver)
    #expect(filling.isBlank)
  }

  @Test("packed and read back it brings back the same, and without passwords those are asked for")
  func packed() throws {
    var filling = try Self.entered()
    let before = filling
    filling.reduce(.startOver)
    for filling in [filling, filling.withoutPasswords] {
      var writer = PackedWriter()
      var tables: [OptionTable] = []
      filling.pack(into: &writer, &tables)
      var reader = PackedReader(writer.bytes)
      var read = try Filling(unpacking: &reader, of: filling.form, tables)
      #expect(reader.isAtEnd)
      read.reduce(.undo)
      #expect(read.values[0] == before.values[0])
      #expect(read.drafts == before.drafts)
      #expect(read.sectionDrafts == before.sectionDrafts)
      let isKnown = read.values[2] == before.values[2]
      #expect(isKnown != read.lostPasswords.contains(2))
    }
  }

  @Test("a page carries it without a password, of which it says only that there was one")
  func carried() throws {
    var filling = try Self.entered()
    filling.reduce(.startOver)
    let form = filling.form
    let carried = try #require(filling.undo?.carried(in: form))
    #expect(!carried.contains("secret"))
    var another = try Self.account()
    another.restoreUndo(try #require(UndoStep(carried: carried, in: form)))
    another.reduce(.undo)
    #expect(another.values[0] == .text("other"))
    #expect(another.lostPasswords == [2])
  }

  @Test("a password that was not there is not asked for")
  func noPassword() throws {
    var filling = try Self.account()
    filling.reduce(.enter(cell: 0, .text("other")))
    filling.reduce(.startOver)
    let carried = try #require(filling.undo?.carried(in: filling.form))
    var another = try Self.account()
    another.restoreUndo(try #require(UndoStep(carried: carried, in: filling.form)))
    another.reduce(.undo)
    #expect(another.lostPasswords.isEmpty)
  }

  @Test(
    "steps of anyone's making that fit no form",
    arguments: ["startedOver", "startedOver,a,x,,,", "applied,,x,,,", "startedOver,,x"])
  func forged(_ carried: String) throws {
    #expect(UndoStep(carried: carried, in: try Self.account().form) == nil)
  }
}
