import Support
import TestSupport
import Testing

@testable import FormCells

/// The only option of a required picker is chosen from the start.
@Suite("Preselection of the only option")
struct PreselectionTests {
  private func form(_ keys: String, directory: String = "") throws -> Form {
    try decode(
      """
      { "title": "T", "sections": [{ "cells": [
        { "id": "p", "type": "list-picker", "label": "P", "required": true, "preselectOnly": true, \(keys) },
        { "id": "t", "type": "text", "label": "T", "visibleWhen": { "cell": "p", "filled": true } }
      ] }] }
      """, directory: directory)
  }

  private func values(_ formState: FormState) -> [String] {
    Array(formState.appliedSelection(of: formState.form.cells[0]).values)
  }

  @Test("the only option is chosen from the start, satisfies the form, and is restored by Reset")
  func fixed() throws {
    let form = try form(#""selection": "multiple", "options": ["a", { "value": "b", "label": "B", "disabled": true }]"#)
    var formState = FormState(form: form)
    #expect(values(formState) == ["a"])
    #expect(formState.isBlank && formState.states[1].isVisible)
    #expect(formState.problems(today: ValidationTests.today).isEmpty)
    formState.reduce(.pick(cell: 0, .deselectEverything))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(formState) == ["a"] && formState.drafts[0]?.problem == .missing, "something has to be chosen")
    #expect(formState.drafts[0]?.selection.isEmpty == true)
    formState.reduce(.pick(cell: 0, .reset))
    formState.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(formState) == ["a"])
  }

  @Test("a file's only option is chosen when a draft begins, and the draft keeps it when the file changes")
  func source() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "value,label\na,A\n")
    let directory = String(path.dropLast("/o.csv".count))
    let form = try form(#""source": { "file": "o.csv" }"#, directory: directory)
    let source = try #require(form.cells[0].optionSource)
    let begun = FormState(form: form)
    #expect(values(begun) == ["a"] && begun.isBlank)

    folder.write("o.csv", "value,label\na,A\nb,B\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 2))
    let later = FormState(form: form)
    #expect(values(later).isEmpty && !later.states[1].isVisible)
    #expect(values(try packedAndUnpacked(begun)) == ["a"])

    folder.write("o.csv", "value,label\nc,C\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 1))
    #expect(values(FormState(form: form)) == ["c"])
    #expect(values(try packedAndUnpacked(later)).isEmpty)
  }

  @Test("a changed file without options is refused for a required picker, and the former one stays in use")
  func emptied() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "value,label\na,A\n")
    let form = try form(#""source": { "file": "o.csv" }"#, directory: String(path.dropLast("/o.csv".count)))
    let source = try #require(form.cells[0].optionSource)
    folder.write("o.csv", "value,label\n")
    guard case .failed(let errors) = source.reloadIfChanged() else {
      Issue.record("an empty file was taken")
      return
    }
    #expect(errors.description.hasPrefix("\(source.path ?? ""): error: the file has no options, and a required cell"))
    #expect(values(FormState(form: form)) == ["a"])

    let optional = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "p", "type": "list-picker", "label": "P", "source": { "file": "o.csv" } }] }] }"#,
      directory: folder.path)
    folder.write("o.csv", "value,label\n\n")
    #expect(optional.cells[0].optionSource?.reloadIfChanged() == .reloaded(count: 0))
  }

  private func packedAndUnpacked(_ formState: FormState) throws -> FormState {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    formState.pack(into: &writer, &tables)
    var reader = PackedReader(writer.bytes)
    return try FormState(unpacking: &reader, of: formState.form, tables)
  }
}
