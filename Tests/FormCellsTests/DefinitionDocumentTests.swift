import FormCells
import Glibc
import Support
import TestSupport
import Testing

@Suite("Definitions as documents") struct DefinitionDocumentTests {
  private static let folder = {
    let file: String = #filePath
    return "/" + file.split(separator: "/").dropLast().joined(separator: "/") + "/Definitions"
  }()

  private static func read(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "\(path) is missing")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  @Test("good definitions are loaded, files of options beside them are not taken for forms") func good() throws {
    let forms = try FormDefinition.load(path: Self.folder + "/good")
    #expect(forms.map(\.id) == ["minimal", "travel"])
    let travel = forms[1]
    #expect(travel.cells.count == 12)
    #expect(travel.cell("country")?.optionSource?.count == 2)
    #expect(travel.cell("equipment")?.optionSource?.current.lists.map(\.rows.count) == [2, 1])
    let equipment = try #require(travel.cell("equipment")?.optionSource?.current)
    #expect(equipment.value(at: 0) == "e1")
    #expect(equipment.label(at: 0, in: []) == "Laptop")
    #expect(equipment.description(at: 0, in: []) == "Berlin")
    #expect(equipment.footnote(at: 0, in: []) == "13 inch")
    #expect(equipment.status(at: 0, in: []) == "new")
    #expect(equipment.image(at: 0) == "/l.png")
    #expect(travel.cell("equipment").map { $0.json(of: $0.initial) } == ["e2"])
    #expect(
      FormState(form: travel, values: travel.initialValues).problems(today: ValidationTests.today).map(\.cell)
        == [0])
  }

  static let badNames: [String] = [
    "Bad Name", "an-array", "bounds", "defaults", "duplicates", "empty", "five-mistakes", "messages", "missing-keys",
    "no-effect",
    "sources",
    "trailing-comma", "unknown-keys", "wrong-types",
  ]

  @Test("bad definitions are reported, every mistake with its place", arguments: badNames)
  func bad(name: String) throws {
    let expected = String(decoding: try Self.read("\(Self.folder)/bad/\(name).txt"), as: UTF8.self)
    let path = "\(Self.folder)/bad/\(name).json"
    let reports = try DefinitionDocument.loadEach(path: path).map { _, form in
      if case .failure(let errors) = form { errors.description.replacing("\(Self.folder)/bad/", with: "") } else { "" }
    }
    #expect(reports.joined(separator: "\n") + "\n" == expected)
  }

  @Test("every bad file in a folder is reported, and each has a test case") func folder() throws {
    let reports = try DefinitionDocument.loadEach(path: Self.folder + "/bad")
    let names: [String] = reports.map { String($0.path.dropFirst("\(Self.folder)/bad/".count).dropLast(".json".count)) }
    #expect(names == Self.badNames)
    let errors = #expect(throws: DefinitionErrors.self) { try FormDefinition.load(path: Self.folder + "/bad") }
    let paths: Set<String> = Set(errors?.diagnostics.map(\.path) ?? [])
    #expect(paths.count >= Self.badNames.count)
  }

  @Test("five mistakes give five reports") func five() throws {
    #expect { try FormDefinition.load(path: Self.folder + "/bad/five-mistakes.json") } throws: { error in
      (error as? DefinitionErrors)?.diagnostics.count == 5
    }
  }

  @Test("a missing folder is reported") func missing() {
    #expect { try FormDefinition.load(path: "/no/such/folder") } throws: { error in
      (error as? DefinitionErrors)?.description == "/no/such/folder:1:1: error: there is no such file or folder"
    }
  }

  @Test("the second of two files with one id is reported, and so is a folder without definitions")
  func temporaryFolders() throws {
    let folder = SourceFolder()
    #expect { try FormDefinition.load(path: folder.path) } throws: { error in
      (error as? DefinitionErrors)?.diagnostics.map(\.code) == [.unreadable]
    }
    let text =
      #"{ "id": "one", "title": "T", "sections": [{ "cells": [{ "id": "x", "type": "text", "label": "X" }] }] }"#
    folder.write("a.json", text)
    folder.write("b.json", text)
    folder.write(".hidden.json", "not read")
    #expect { try FormDefinition.load(path: folder.path) } throws: { error in
      (error as? DefinitionErrors)?.diagnostics.map(\.headline)
        == [
          "\(folder.path)/b.json:1:9: error: id: the form of \(folder.path)/a.json already has the id “one”; give this one another"
        ]
    }
  }
}
