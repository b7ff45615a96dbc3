import FormCells
import FormPages
import Gallery
import Support
import TestSupport
import Testing

/// Answers are packed as bytes and unpacked unchanged. Bytes that somebody else made are refused rather than trusted.
@Suite("Packed answers")
struct FillingPackingTests {
  static func packed(_ formState: FormState) -> (bytes: [UInt8], tables: [OptionTable]) {
    var writer = PackedWriter()
    var tables: [OptionTable] = []
    formState.pack(into: &writer, &tables)
    return (writer.bytes, tables)
  }

  static func unpacked(_ bytes: [UInt8], of form: Form, _ tables: [OptionTable] = []) throws(PackingError) -> FormState
  {
    var reader = PackedReader(bytes)
    let formState = try FormState(unpacking: &reader, of: form, tables)
    guard reader.isAtEnd else { throw .malformed }
    return formState
  }

  @Test("a form state that is packed and unpacked gives the same bytes and the same page", arguments: CellFixture.all)
  func roundTrip(_ fixture: CellFixture) throws {
    let form = try fixture.form()
    let state = try fixture.state(of: form, today: FixturePage.today, fillingID: Token((.max, 7)))
    let (bytes, tables) = Self.packed(state.formState)
    let formState = try Self.unpacked(bytes, of: form, tables)
    #expect(Self.packed(formState).bytes == bytes)
    let presentation = try FixturePage.presentation(of: formState.form)
    let request = PageRequest(viewport: .compact, today: FixturePage.today)
    let pages = try FixturePage.pages.get()
    let page = pages.page(of: formState, overlay: state.open, in: presentation, request)
    let before = pages.page(of: state.formState, overlay: state.open, in: presentation, request)
    #expect(String(decoding: page, as: UTF8.self) == String(decoding: before, as: UTF8.self))
  }

  @Test("truncated bytes are refused; changed ones give a usable form state or an error", arguments: CellFixture.all)
  func mutations(_ fixture: CellFixture) throws {
    let form = try fixture.form()
    let bytes = Self.packed(try fixture.state(of: form, today: FixturePage.today).formState).bytes
    for count in bytes.indices {
      #expect(throws: PackingError.self) { try Self.unpacked(Array(bytes[..<count]), of: form) }
    }
    var generator = SeededGenerator(seed: 5)
    for position in bytes.indices {
      let more: [UInt8] = TestExtent.isFull ? [0, 1, 0x7F, 0x80] : []
      for byte in more + [0xFF, UInt8.random(in: 0...255, using: &generator)] {
        var changed = bytes
        changed[position] = byte
        guard var formState = try? Self.unpacked(changed, of: form) else { continue }
        // A form state that was read can be used, whatever it contains.
        formState.reduce(.submit(today: FixturePage.today))
        formState.reduce(.undo)
        _ = try Self.unpacked(Self.packed(formState).bytes, of: form)
      }
    }
  }

  private static let way = """
    { "id": "way", "title": "Way", "review": true, "sections": [
      { "container": "step", "cells": [{ "id": "one", "type": "text", "label": "One" }] },
      { "container": "step", "cells": [{ "id": "two", "type": "text", "label": "Two" }] }] }
    """

  private static func formState(at pageID: FormPageID) throws -> FormState {
    let form = try FormDefinition.decode(bytes: Array(way.utf8), path: "way.json", directory: "/")
    var formState = FormState(form: form, id: Token((1, 2)))
    formState.reduce(.enter(cell: 0, .text("Ada")))
    for step in form.steps.indices { formState.reduce(.pass(step: step, today: FixturePage.today)) }
    formState.reduce(.visit(pageID))
    return formState
  }

  @Test("packed bytes keep a visitor's page and progress, also those from before Start Over", arguments: [0, 1, 2])
  func progress(_ page: Int) throws {
    let pageID = page == 2 ? FormPageID.review : .step(page)
    var formState = try Self.formState(at: pageID)
    let bytes = Self.packed(formState).bytes
    #expect(try Self.unpacked(bytes, of: formState.form).lastPageID == pageID)
    formState.reduce(.startOver)
    var again = try Self.unpacked(Self.packed(formState).bytes, of: formState.form)
    #expect(again.lastPageID == .step(0))
    again.reduce(.undo)
    #expect(Self.packed(again).bytes == bytes)
  }

  @Test("bytes without the visitor's page are read as being on the first page")
  func formerProgress() throws {
    let formState = try Self.formState(at: .step(0))
    let bytes = Self.packed(formState).bytes
    // The bytes of progress: no step was refused, two were passed, and the review was reached.
    #expect(bytes.suffix(3) == [0, 3, 1])
    let again = try Self.unpacked(bytes, of: formState.form)
    #expect(again.lastPageID == .step(0))
    #expect(again.pageID(after: 0, today: FixturePage.today) == .review)
  }

  static let account = """
    { "id": "account", "title": "Account", "sections": [
      { "cells": [{ "id": "name", "type": "text", "label": "Name" },
        { "id": "secret", "type": "password", "label": "Secret" }] },
      { "container": "modal", "title": "More", "label": "More", "cells": [
        { "id": "pin", "type": "password", "label": "PIN" }] }] }
    """

  @Test("a form state that is packed without passwords contains none, and each is asked for again")
  func passwords() throws {
    let form = try FormDefinition.decode(bytes: Array(Self.account.utf8), path: "account.json", directory: "/")
    var formState = FormState(form: form, id: Token((1, 2)))
    formState.reduce(.enter(cell: 0, .text("Ada")))
    formState.reduce(.enter(cell: 1, .text("correct horse")))
    formState.reduce(.enterInSection(cell: 2, .text("battery staple")))
    #expect(try Self.unpacked(Self.packed(formState).bytes, of: form).values[1] == .text("correct horse"))
    let bytes = Self.packed(formState.withoutPasswords).bytes
    for secret in ["correct horse", "battery staple"] {
      #expect(bytes.firstRange(of: Array(secret.utf8)) == nil)
    }
    let known = try Self.unpacked(bytes, of: form)
    #expect(known.values[0] == .text("Ada"))
    #expect(known.problems(today: FixturePage.today).map(\.problem) == [.lostPassword, .lostPassword])
  }

  @Test("a selection of nearly all rows takes few bytes, and needs its former table after the file has changed")
  func rows() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func write(_ values: Range<Int>) {
      let rows = values.map { "m\($0),Machine \($0)\n" }.joined()
      folder.write("machines.csv", Array("value,label\n\(rows)".utf8))
    }
    let count = TestExtent.count(100_000, full: 1_000_000)
    write(0..<count)
    let form = try FormDefinition.decode(
      bytes: Array(
        #"""
        { "id": "many", "title": "Many", "sections": [{ "cells": [{ "id": "machines", "type": "list-picker",
          "label": "Machines", "selection": "multiple",
          "source": { "file": "machines.csv", "value": "value", "label": "label" } }] }] }
        """#.utf8), path: "\(folder.path)/many.json", directory: folder.path)
    var formState = FormState(form: form)
    formState.reduce(.pick(cell: 0, .selectAll(list: 0, languages: [])))
    formState.reduce(.apply(.cell(0), today: FixturePage.today))
    formState.reduce(.pick(cell: 0, .tick([], untick: [7])))
    let (bytes, tables) = Self.packed(formState)
    #expect(bytes.count < 200)
    #expect(tables.count == 1)

    write(1..<count + 1)
    let cell = form.cells[0]
    #expect(cell.optionSource?.reloadIfChanged() == .reloaded(count: count))
    #expect(throws: PackingError.malformed) { try Self.unpacked(bytes, of: form) }
    let kept = try Self.unpacked(bytes, of: form, tables)
    #expect(kept.appliedSelection(of: cell).count == count - 1)
    #expect(kept.appliedSelection(of: cell).missing.map(\.value) == ["m0"])
    #expect(kept.draft(of: cell).selection.count == count - 2)
  }
}
