import Support
import Testing

@testable import Options

@Suite("Rows as a tree")
struct OptionTreeTests {
  private func table(_ text: String, _ name: String = "o.csv", any: Bool = false) throws -> OptionTable {
    var columns = OptionColumns(value: "id", label: "name")
    if name.hasSuffix(".jsonl") { columns = OptionColumns() }
    columns.parent = "parent"
    columns.choosesParents = any
    return try OptionFile(path: name, columns: columns).table(Array(text.utf8))
  }

  private func mistakes(_ rows: String) -> [String] {
    do throws(OptionFileErrors) {
      var columns = OptionColumns(value: "id", label: "id")
      columns.parent = "parent"
      _ = try OptionFile(path: "o.csv", columns: columns).table(Array(("id,parent\n" + rows).utf8))
      return []
    } catch {
      return error.errors.map { "\($0.position?.line ?? 0): \($0.message)" }
    }
  }

  @Test("each level has its rows in the order of the file, wherever their parent is")
  func levels() throws {
    let table = try table(
      "id,name,parent\nm,Munich,by\nde,Germany,\nby,Bavaria,de\nfr,France,\nn,Nuremberg,by\nb,Berlin,de\n")
    let tree = try #require(table.tree)
    func values(_ row: Int?) -> [String] { tree.rows(below: row).map(table.value) }
    #expect(values(nil) == ["de", "fr"])
    #expect(values(table.row(of: "de")) == ["by", "b"])
    #expect(values(table.row(of: "by")) == ["m", "n"])
    #expect(values(table.row(of: "m")) == [] && values(table.row(of: "b")) == [])
    #expect(tree.path(to: 4).map(table.value) == ["de", "by"] && tree.path(to: 1) == [])
    #expect(table.parentRow(of: "by") == 2 && table.parentRow(of: "m") == nil && table.parentRow(of: "x") == nil)
    // Only leaves can be chosen.
    #expect((0..<6).filter { !table.isDisabled(at: $0) }.map(table.value) == ["m", "fr", "n", "b"])
  }

  @Test("every row can be chosen if the source says so, except disabled ones")
  func any() throws {
    let table = try table(
      #"{"value":"a","label":"A","parent":null}"# + "\n" + #"{"value":"b","label":"B","parent":"a","disabled":true}"#
        + "\n"
        + #"{"value":"c","label":"C","parent":""}"# + "\n" + #"{"value":"d","label":"D","parent":"b"}"#,
      "o.jsonl", any: true)
    #expect(table.tree?.rows(below: nil).map(table.value) == ["a", "c"])
    #expect((0..<4).map(table.isDisabled) == [false, true, false, false])
  }

  @Test("rows that form no tree are reported with their lines")
  func mistakes() {
    #expect(
      mistakes("a,\nb,x\nc,b\nd,x\n") == [
        "3: no row has the value “x”, which “parent” names as the row above; add it, or leave “parent” empty for the top level "
          + "(also in line 5)"
      ])
    // A row that leads into a circle is not part of it.
    #expect(
      mistakes("a,b\nb,c\nc,d\nd,b\ne,a\n") == [
        "3: the row is below itself: “b” is below “c” is below “d” is below “b”; leave the column empty in one of them"
      ])
    #expect(mistakes("a,a\nb,c\nc,b\n").count == 2)
    let chain = (1..<20).map { "r\($0),r\($0 - 1)\n" }
    #expect(mistakes("r0,\n" + chain[..<15].joined()) == [])
    // In whatever order the rows are, only the first one that is too deep is named.
    #expect(mistakes("r0,\n" + chain.joined()) == ["18: the row is below 16 others; a tree has at most 16 levels"])
    #expect(
      mistakes(chain.reversed().joined() + "r0,\n") == ["5: the row is below 16 others; a tree has at most 16 levels"])
    let long = String(repeating: "v", count: 257)
    #expect(mistakes("\(long),\nb,\(long)\n").map { $0.prefix(37) } == ["2: the value is longer than 256 bytes"])
    #expect(mistakes("\(long),\n\(String(long.dropLast())),\nc,\(String(long.dropLast()))\n") == [])
  }

  @Test("a very long circle, and very many circles, are found")
  func circles() {
    let ring = (0..<100_000).map { "r\($0),r\(($0 + 1) % 100_000)\n" }.joined()
    #expect(mistakes(ring).map { $0.prefix(60) } == ["2: the row is below itself: “r0” is below “r1” is below “r2”"])
    let pairs = (0..<10_000).map { "a\($0),b\($0)\nb\($0),a\($0)\n" }.joined()
    #expect(mistakes(pairs).count == OptionFileErrors.limit)
  }
}
