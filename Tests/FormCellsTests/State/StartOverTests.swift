import Support
import Testing

@testable import FormCells

@Suite("Start over")
struct StartOverTests {
  private static func account() throws -> FormState {
    let text = """
      { "id": "f", "title": "F", "sections": [
        { "cells": [
          { "id": "a", "type": "text", "label": "A", "value": "default" },
          { "id": "b", "type": "list-picker", "label": "B", "selection": "multiple", "options": ["x", "y"], "value": ["x"] },
          { "id": "c", "type": "password", "label": "C" }] },
        { "container": "modal", "label": "More", "cells": [{ "id": "d", "type": "text", "label": "D" }] }] }
      """
    let form = try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: ".")
    return FormState(form: form)
  }

  private static func entered() throws -> FormState {
    var formState = try account()
    formState.reduce(.enter(cell: 0, .text("other")))
    formState.reduce(.pick(cell: 1, .tick([1], untick: [0])))
    formState.reduce(.enter(cell: 2, .text("secret")))
    formState.reduce(.enterInSection(cell: 3, .text("inside")))
    return formState
  }

  @Test("Start Over resets everything, and one undo restores all of it, with open views and passwords")
  func undo() throws {
    let before = try Self.entered()
    var formState = before
    formState.reduce(.startOver)
    #expect(!formState.hasInput)
    #expect(formState.values == formState.form.initialValues)
    #expect(formState.undo?.place(in: formState.form) == nil)
    formState.reduce(.undo)
    #expect(formState.values == before.values)
    #expect(formState.drafts == before.drafts)
    #expect(formState.sectionDrafts == before.sectionDrafts)
    #expect(formState.undo == nil)
  }

  @Test("Start Over does nothing in a blank form")
  func blank() throws {
    var formState = try Self.account()
    formState.reduce(.startOver)
    #expect(formState.isBlank)
  }

  @Test("packed bytes keep the undo step of Start Over, and passwords that were left out are asked for again")
  func packed() throws {
    var formState = try Self.entered()
    let before = formState
    formState.reduce(.startOver)
    for formState in [formState, formState.withoutPasswords] {
      var writer = PackedWriter()
      var tables: [OptionTable] = []
      formState.pack(into: &writer, &tables)
      var reader = PackedReader(writer.bytes)
      var read = try FormState(unpacking: &reader, of: formState.form, tables)
      #expect(reader.isAtEnd)
      read.reduce(.undo)
      #expect(read.values[0] == before.values[0])
      #expect(read.drafts == before.drafts)
      #expect(read.sectionDrafts == before.sectionDrafts)
      let isKnown = read.values[2] == before.values[2]
      #expect(isKnown != read.lostPasswords.contains(2))
    }
  }

  @Test("a page carries the undo step without the password, of which it says only that there was one")
  func hiddenFieldValue() throws {
    var formState = try Self.entered()
    formState.reduce(.startOver)
    let form = formState.form
    let hiddenFieldValue = try #require(formState.undo?.hiddenFieldValue(in: form))
    #expect(!hiddenFieldValue.contains("secret"))
    var another = try Self.account()
    another.restoreUndo(try #require(UndoStep(hiddenFieldValue: hiddenFieldValue, in: form)))
    another.reduce(.undo)
    #expect(another.values[0] == .text("other"))
    #expect(another.lostPasswords == [2])
  }

  @Test("a password that was never entered is not asked for again")
  func noPassword() throws {
    var formState = try Self.account()
    formState.reduce(.enter(cell: 0, .text("other")))
    formState.reduce(.startOver)
    let hiddenFieldValue = try #require(formState.undo?.hiddenFieldValue(in: formState.form))
    var another = try Self.account()
    another.restoreUndo(try #require(UndoStep(hiddenFieldValue: hiddenFieldValue, in: formState.form)))
    another.reduce(.undo)
    #expect(another.lostPasswords.isEmpty)
  }

  @Test(
    "forged undo steps that do not fit the form are refused",
    arguments: ["startedOver", "startedOver,a,x,,,", "applied,,x,,,", "startedOver,,x"])
  func forged(_ hiddenFieldValue: String) throws {
    #expect(UndoStep(hiddenFieldValue: hiddenFieldValue, in: try Self.account().form) == nil)
  }
}
