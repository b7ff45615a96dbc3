import FormCells
import Options
import Support
import Testing

@Suite("Options from a database")
struct DatabaseSourceTests {
  private static let source = #""sqlite": "a.db", "table": "t", "value": "id", "list": "kind""#

  /// - Returns: the form or its mistakes, and the databases that were opened.
  private func decoded(
    _ source: String..., failing reason: OptionFileError.Reason? = nil
  ) -> (result: Result<Form, DefinitionErrors>, opened: [OptionDatabase]) {
    let opened = Lock<[OptionDatabase]>([])
    var stores = OptionStores()
    stores.openSQLite = { (database) throws(OptionFileErrors) in
      opened.withLock { $0.append(database) }
      if let reason { throw OptionFileErrors([OptionFileError(reason, path: database.path)]) }
      return OptionSource(provider: Nothing(), images: [])
    }
    let cells = source.enumerated().map {
      #"{ "id": "c\#($0)", "type": "select", "label": "C", "source": { \#($1) } }"#
    }
    let text = #"{ "title": "T", "sections": [{ "cells": [\#(cells.joined(separator: ", "))] }] }"#
    do throws(DefinitionErrors) {
      let form = try FormDefinition.decode(
        bytes: Array(text.utf8), path: "f.json", directory: "forms", sourceFolders: ["/data"], images: ["a.webp"],
        stores: stores)
      return (.success(form), opened.withLock { $0 })
    } catch { return (.failure(error), opened.withLock { $0 }) }
  }

  private struct Nothing: OptionProvider {
    func page(first count: Int) async throws -> OptionPage { OptionPage(options: [], matchCount: 0) }
    func search(for text: String, first count: Int) async throws -> OptionPage { try await page(first: count) }
    func labels(for values: [String]) async throws -> [Option] { [] }
  }

  @Test("a database table is opened with the definition's keys, once for all cells that share it")
  func opened() throws {
    let (result, opened) = decoded(Self.source, Self.source, #""sqlite": "a.db", "table": "u""#)
    let form = try result.get()
    var columns = OptionColumns(value: "id", list: "kind")
    let first = OptionDatabase(
      path: "forms/a.db", table: "t", columns: columns, folders: ["forms", "/data"], images: ["a.webp"])
    columns = OptionColumns()
    let second = OptionDatabase(
      path: "forms/a.db", table: "u", columns: columns, folders: ["forms", "/data"], images: ["a.webp"])
    #expect(opened == [first, second])
    #expect(form.cells[0].optionSource === form.cells[1].optionSource)
    #expect(form.cells[0].optionSource?.isProvided == true)
  }

  @Test(
    "a mistake in a database is reported at the key that it is about",
    arguments: [
      (.missingFile, "sqlite"), (.notADatabase("no"), "sqlite"), (.missingTable("t", present: []), "table"),
      (.view("t"), "table"), (.missingTableColumn("kind", present: []), "list"),
    ] as [(OptionFileError.Reason, String)])
  func place(_ reason: OptionFileError.Reason, _ key: String) {
    let (result, _) = decoded(Self.source, failing: reason)
    guard case .failure(let errors) = result else {
      Issue.record("it is decoded")
      return
    }
    #expect(errors.diagnostics.map(\.keyPath) == ["sections[0].cells[0].source.\(key)"])
    #expect(errors.diagnostics.first?.message == "forms/a.db: \(reason.message)")
  }

  @Test(
    "keys that exclude each other, and a missing key, are refused",
    arguments: [
      (#""sqlite": "a.db""#, "table: the key “table” is missing: the table of the database that has the options"),
      (#""sqlite": "/a.db", "table": "t""#, "sqlite: the path is relative to the definition; “/a.db” is absolute"),
      (#""file": "a.csv", "table": "t""#, "table: “table” has no effect without “sqlite”"),
      (
        #""file": "a.csv", "sqlite": "a.db", "table": "t""#,
        "sqlite: only one of “file”, “sqlite”, “provider” can be given, and “file” is"
      ),
    ])
  func keys(_ source: String, _ message: String) {
    let (result, opened) = decoded(source)
    guard case .failure(let errors) = result else {
      Issue.record("it is decoded")
      return
    }
    let found = errors.diagnostics.map { $0.headline }
    #expect(found.contains { $0.hasSuffix("source.\(message)") }, "\(found)")
    #expect(opened.isEmpty)
  }

  @Test("a program built without SQLite says how to build one with it")
  func withoutTrait() {
    let found = mistakes(cell: #"{ "id": "a", "type": "select", "label": "A", "source": { \#(Self.source) } }"#)
    #expect(found.count == 1)
    #expect(found.first?.contains("build one that has it: swift build -c release --traits SQLite") == true)
  }
}

@Suite("Pictures of options")
struct OptionImageTests {
  @Test(
    "an image is a path under Public and nothing else",
    arguments: [
      "/a.png", "https://example.com/a.png", "//example.com/a.png", "../a.png", "a//b.png", "data:image/png", "a.png?x",
    ])
  func refused(_ path: String) {
    let found = mistakes(
      cell: """
        { "id": "a", "type": "list-picker", "label": "A", "options": [{ "value": "v", "label": "V", "image": "\(path)" }] }
        """)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("bad-value .options[0].image: “\(path)” is not a path of a file under Public") == true)
  }
}
