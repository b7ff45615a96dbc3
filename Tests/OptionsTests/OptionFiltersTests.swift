import Support
import Testing

@testable import Options

@Suite("Rows filtered by a column")
struct OptionFiltersTests {
  private static var columns: OptionColumns {
    var columns = OptionColumns(value: "id", label: "name", list: "kind")
    columns.filters = ["region", "size"]
    return columns
  }

  private func table(_ text: String, _ name: String = "o.csv") throws -> OptionTable {
    try OptionFile(path: name, columns: Self.columns).table(Array(text.utf8))
  }

  @Test("rows are found by the texts of their columns, whatever their order in the file")
  func rows() throws {
    // The table groups rows by kind, so their order differs from the file.
    let table = try table(
      "id,name,kind,region,size\n1,A,x,north,s\n2,B,y,south,s\n3,C,x,north,l\n4,D,y,north,\n5,E,x,,s\n")
    func values(_ wanted: (String, String)...) -> [String] {
      table.rows(where: Dictionary(uniqueKeysWithValues: wanted)).map(table.value)
    }
    #expect(values() == ["1", "3", "5", "2", "4"])
    #expect(values(("region", "north")) == ["1", "3", "4"])
    #expect(values(("region", "north"), ("size", "s")) == ["1"])
    #expect(values(("size", "s")) == ["1", "5", "2"])
    #expect(values(("region", "nor")) == [] && values(("region", "North")) == [])
    // A text that no row has, and a column that cannot be filtered by.
    #expect(values(("region", "west")) == [] && values(("id", "1")) == [])
    // The same question again has the same answer.
    #expect(values(("region", "north"), ("size", "s")) == ["1"])
  }

  @Test("rows without a text are left out, also in a column with many different texts", arguments: [3, 4_000, 5_000])
  func manyTexts(_ distinct: Int) throws {
    let lines = (0..<9_000).map { "\($0),N,k,\($0 % 7 == 0 ? "" : "r\($0 % distinct)"),s" }
    let table = try table("id,name,kind,region,size\n" + lines.joined(separator: "\n"))
    for text in [0, 1, 2, distinct - 1] {
      let expected = (0..<9_000).filter { $0 % 7 != 0 && $0 % distinct == text }
      #expect(table.rows(where: ["region": "r\(text)"]).elementsEqual(expected))
    }
  }

  @Test("keys are the columns of JSON and JSON Lines, and a missing column is a mistake")
  func otherFormats() throws {
    let rows = [#"{"id":"1","name":"A","kind":"k","region":"n","size":"s"}"#, #"{"id":"2","name":"B","kind":"k"}"#]
    for (name, text) in [("o.json", "[\(rows.joined(separator: ","))]"), ("o.jsonl", rows.joined(separator: "\n"))] {
      let table = try table(text, name)
      #expect(table.rows(where: ["region": "n"]).map(table.value) == ["1"])
    }
    #expect(throws: OptionFileErrors.self) { try table("id,name,kind,region\n1,A,k,n\n") }
  }

  @Test("the intersection of two row sets has the rows that are in both")
  func intersection() {
    let sets = [[], [0], [1, 2, 3], [0, 2, 4], [2, 5, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]
    for a in sets {
      for b in sets {
        let found = RowSet(rows: a.map(UInt32.init)).intersection(RowSet(rows: b.map(UInt32.init)))
        #expect(found.elementsEqual(Set(a).intersection(b).sorted()))
      }
    }
  }

  @Test("a filtered selection keeps the matching rows in their order, and the custom text")
  func keeping() throws {
    let table = try table("id,name,kind,region,size\n1,A,k,n,s\n2,B,k,m,s\n3,C,k,n,s\n")
    var selection = Selection(values: ["3", "2", "1", "gone"], in: table)
    selection.setOther("own")
    let kept = selection.keeping(OptionSubset(of: table, where: ["region": "n"]))
    #expect(Array(kept.values) == ["3", "1"] && kept.other == "own" && kept.missing.isEmpty)
    let whole = Selection(values: ["3", "1"], in: table)
    #expect(whole.keeping(OptionSubset(of: table, where: [:])) == whole)
  }
}
