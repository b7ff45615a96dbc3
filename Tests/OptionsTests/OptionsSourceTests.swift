import Glibc
import Support
import TestSupport
import Testing
import Localization

@testable import Options

@Suite("Sources of options (LP4)")
struct OptionsSourceTests {
  private let columns = OptionColumns(value: "id", label: "name")

  @Test("Fixed options and lists are not data and never change")
  func fixed() {
    let source = OptionSource(options: [Option(value: "a"), Option(value: "b")])
    #expect(source.count == 2)
    #expect(!source.isData && source.path == nil)
    #expect(source.reloadIfChanged() == .unchanged)
    #expect(source.current === source.current)
    let lists = OptionSource(lists: [OptionSource.List(title: "L", action: .none, options: [Option(value: "a")])])
    #expect(lists.current.lists == [OptionList(title: "L", action: .none, rows: 0..<1)])
  }

  @Test("A changed file is read again, and a table in use stays as it is")
  func reload() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "id,name\na,A\n")
    let source = try OptionSource.file(path, columns: columns)
    let before = source.current
    #expect(source.isData && source.path == path && source.count == 1)
    #expect(source.reloadIfChanged() == .unchanged)
    #expect(source.current === before)
    folder.write("o.csv", "id,name\na,A\nb,B\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 2))
    #expect(source.reloadIfChanged() == .unchanged)
    #expect(source.count == 2 && before.count == 1)
    #expect(before.search("a", in: []) == RowSet(0..<1))
  }

  @Test("A bad new file is reported once, and the last good one stays in use")
  func badReload() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "id,name\na,A\n")
    let source = try OptionSource.file(path, columns: columns)
    let good = source.current
    folder.write("o.csv", "id,name\na,A\na,B\n")
    let mistake = OptionFileError(
      .duplicateValue("a", firstLine: 2), path: path, position: SourcePosition(line: 3, column: 1),
      excerpt: Excerpt(line: "a,B", indent: 0, scalarColumn: 1))
    #expect(source.reloadIfChanged() == .failed(OptionFileErrors([mistake])))
    #expect(source.reloadIfChanged() == .unchanged)
    #expect(source.current === good)
    folder.remove("o.csv")
    let missing = OptionFileErrors([OptionFileError(.missingFile, path: path)])
    #expect(source.reloadIfChanged() == .failed(missing))
    #expect(source.reloadIfChanged() == .unchanged)
    #expect(source.current === good)
    folder.write("o.csv", "id,name\nb,B\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 1))
    #expect(source.current.value(at: 0) == "b")
  }

  @Test("A new file with too few options for a required cell is refused")
  func shortage() throws {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "id,name\na,A\nb,B\n")
    let source = try OptionSource.file(path, columns: columns)
    source.require(1)
    source.require(2)
    source.require(1)
    let good = source.current
    for (text, enabled, finding) in [
      ("id,name\n", 0, "the file has no options"), ("id,name\na,A\n", 1, "1 of the 2 that must be chosen can be"),
    ] {
      folder.write("o.csv", text)
      let shortage = OptionShortage(count: enabled, enabledCount: enabled, needed: 2)
      let error = OptionFileError(.shortage(shortage), path: path)
      #expect(source.reloadIfChanged() == .failed(OptionFileErrors([error])))
      #expect(error.message.hasPrefix("\(finding), and a required cell takes its options from here"))
      #expect(source.reloadIfChanged() == .unchanged)
      #expect(source.current === good)
    }
    folder.write("o.csv", "id,name\nc,C\nd,D\n")
    #expect(source.reloadIfChanged() == .reloaded(count: 2))
  }

  @Test("A mistake shows its line with a caret, shortened if it is long, and without control characters")
  func excerpt() {
    func shown(_ text: String, _ name: String = "o.csv") -> [String] {
      do throws(OptionFileErrors) {
        _ = try OptionFile(path: name, columns: columns).table(Array(text.utf8))
        return []
      } catch {
        return error.description.split(separator: "\n").dropFirst().map(String.init)
      }
    }
    #expect(shown("id,name\na,A\nb,\"B\"x\n") == ["b,\"B\"x", "     ^"])
    #expect(shown("id,name\nä,\u{1B}[2J\rB\n") == ["ä,␛[2J␍B", "      ^"])
    #expect(
      shown("[{\"id\": \"a\", \"name\": 1}]", "o.json") == ["[{\"id\": \"a\", \"name\": 1}]", "                     ^"])
    let long = shown("id,name\n\(String(repeating: "a", count: 900)),\"B\"x\(String(repeating: "b", count: 900))\n")
    #expect(long.count == 2 && long.allSatisfy { $0.count <= 202 })
    #expect(long[0].hasPrefix("…aaa") && long[0].hasSuffix("bbb…") && long[1].count == long[0].count - 80)
  }

  @Test("A file that is missing, not regular or of an unknown format is refused")
  func refused() {
    let folder = SourceFolder()
    func reasons(_ path: String) -> [OptionFileError.Reason] {
      do {
        _ = try OptionSource.file(path, columns: columns)
        return []
      } catch {
        return error.errors.map(\.reason)
      }
    }
    #expect(reasons(folder.path + "/none.csv") == [.missingFile])
    #expect(reasons(folder.write("o.xlsx", "")) == [.unknownFormat])
    #expect(reasons(folder.write("o.csv", "id,name\n")) == [])
    #expect(reasons("/dev/null.csv") == [.missingFile])
    mkdir(folder.path + "/d.csv", 0o700)
    mkfifo(folder.path + "/p.csv", 0o600)
    #expect(reasons(folder.path + "/d.csv") == [.notAFile])
    #expect(reasons(folder.path + "/p.csv") == [.notAFile])
    rmdir(folder.path + "/d.csv")
    folder.remove("p.csv")
  }

  @Test("A file larger than its limit is not read")
  func size() {
    let folder = SourceFolder()
    let path = folder.write("o.csv", "id,name\n")
    #expect(throws: FileError.tooLarge(byteLimit: 7)) { try FileContent(of: path, byteLimit: 7) }
    #expect(throws: Never.self) { try FileContent(of: path, byteLimit: 8) }
  }

  @Test("A mistake is written with file, line, column and how to correct it")
  func description() {
    let error = OptionFileError(.emptyValue("id"), path: "a/b.csv", position: SourcePosition(line: 3, column: 7))
    #expect(
      error.description == "a/b.csv:3:7: error: the value in “id” is empty; every row needs a unique value")
    #expect(OptionFileError(.notAFile, path: "x").description == "x: error: this is not a regular file")
  }

  @Test("Many threads can read the table while it is replaced")
  func threads() async throws {
    let folder = SourceFolder()
    let source = try OptionSource.file(folder.write("o.csv", "id,name\na,A\n"), columns: columns)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<2000).allSatisfy { _ in source.current.row(of: "a") == 0 } }
      }
      for length in 2..<20 {
        folder.write("o.csv", "id,name\na,A\n" + (1..<length).map { "\($0),\n" }.joined())
        #expect(source.reloadIfChanged() == .reloaded(count: length))
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "The option files of the sample forms can be read",
    arguments: [
      (
        "equipment.csv",
        OptionColumns(value: "id", label: "name", description: "site", status: "status", list: "category"), 600
      ),
      (
        "parts.csv",
        OptionColumns(value: "number", label: "name", description: "maker", status: "stock", list: "category"), 300
      ),
      ("people.csv", OptionColumns(value: "id", label: "name", description: "role", footnote: "site"), 120),
      ("countries.json", OptionColumns(), 249),
      ("currencies.json", OptionColumns(), 150),
    ])
  func samples(name: String, columns: OptionColumns, atLeast: Int) throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let table = try OptionSource.file("/\(folder)/Templates/forms/\(name)", columns: columns).current
    #expect(table.count >= atLeast)
    #expect(table.lists.last?.rows.upperBound == table.count)
    #expect((0..<table.count).allSatisfy { !table.label(at: $0, in: []).isEmpty })
  }
}
