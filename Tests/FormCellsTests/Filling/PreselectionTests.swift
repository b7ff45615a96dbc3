import Support
import TestSupport
import Testing

@testable import FormCells

/// A required picker whose only option is chosen from the beginning.
@Suite("The only option chosen")
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

  private func values(_ filling: Filling) -> [String] {
    Array(filling.appliedSelection(of: filling.form.cells[0]).values)
  }

  @Test("it is there before anything is entered, satisfies the form, and is what Reset goes back to")
  func fixed() throws {
    let form = try form(#""selection": "multiple", "options": ["a", { "value": "b", "label": "B", "disabled": true }]"#)
    var filling = Filling(form: form)
    #expect(values(filling) == ["a"])
    #expect(filling.isBlank && filling.states[1].isVisible)
    #expect(filling.problems(today: ValidationTests.today).isEmpty)
    filling.reduce(.pick(cell: 0, .deselectEverything))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(filling) == ["a"] && filling.drafts[0]?.problem == .missing, "something has to be chosen")
    #expect(filling.drafts[0]?.selection.isEmpty == true)
    filling.reduce(.pick(cell: 0, .reset))
    filling.reduce(.apply(.cell(0), today: ValidationTests.today))
    #expect(values(filling) == ["a"])
  }

  @Test("of a file it goes by what the file holds when the form is begun; what was begun keeps its choice")
  func source() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "value,label\na,A\n")
    let directory = String(path.dropLast("/o.csv".count))
    let form = try form(#""source": { "file": "o.csv" }"#, directory: directory)
    let source = try #require(form.cells[0].optionSource)
    let begun = Filling(form: form)
    #expect(values(begun) == ["a"] && begun.isBlank)

    folder.write("o.csv", "value,label\na,A\nb,B\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 2))
    let later = Filling(form: form)
    #expect(values(later).isEmpty && !later.states[1].isVisible)
    #expect(values(try packedAndUnpacked(begun)) == ["a"])

    folder.write("o.csv", "value,label\nc,C\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 1))
    #expect(values(Filling(form: form)) == ["c"])
    #expect(values(try packedAndUnpacked(later)).isEmpty)
  }

  @Test("a file that has nothing left to choose does not take the place of the one in force")
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
    #expect(values(Filling(form: form)) == ["a"])

    let optional = try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "p", "type": "list-picker", "label": "P", "source": { "file": "o.csv" } }] }] }"#,
      directory: folder.path)
    folder.write("o.csv", "value,label\n\n")
    #expect(optional.cells[0].optionSource?.reloadIfChanged() == .reloaded(count: 0))
  }

  private func packedAndUnpacked(_ filling: Filling) throws -> Filling {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    filling.pack(into: &writer, &tables)
    var reader = PackedReader(writer.bytes)
    return try Filling(unpacking: &reader, of: filling.form, tables)
  }
}
