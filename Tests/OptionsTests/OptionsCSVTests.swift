import Support
import TestSupport
import Testing
import Localization

@testable import Options

/// The rows of a table as `value|label|description`, or the mistakes in the file as `line:column message`.
func outcome(_ text: some Sequence<UInt8>, _ columns: OptionColumns, name: String = "f.csv") -> [String] {
  do {
    let table = try OptionFile(path: name, columns: columns).table(Array(text))
    return (0..<table.count).map {
      [table.value(at: $0), table.label(at: $0, in: []), table.description(at: $0, in: []) ?? ""].joined(separator: "|")
    }
  } catch {
    return error.errors.map { error in
      "\(error.position.map { "\($0.line):\($0.column) " } ?? "")\(error.message)"
    }
  }
}

/// Checks that a file gives either a table in which every value is found, or mistakes in the order of their places.
func expectSound(_ text: some Sequence<UInt8>, _ columns: OptionColumns, name: String) {
  let bytes = Array(text)
  do {
    let table = try OptionFile(path: name, columns: columns).table(bytes)
    #expect((0..<table.count).filter { table.row(of: table.value(at: $0)) != $0 } == [], "\(bytes)")
  } catch {
    let positions = error.errors.compactMap(\.position)
    #expect(!positions.isEmpty && positions.count == error.errors.count, "\(bytes)")
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 }, "\(bytes)")
  }
}

@Suite("CSV sources")
struct OptionsCSVTests {
  private static let columns = OptionColumns(value: "id", label: "name", description: "site")

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let rows: [String]
    init(_ name: String, _ text: String, _ rows: [String]) {
      testDescription = name
      self.text = text
      self.rows = rows
    }
  }

  private static let good: [Case] = [
    Case("line feeds", "id,name,site\na,A,S\nb,B,\n", ["a|A|S", "b|B|"]),
    Case("carriage return and line feed", "id,name,site\r\na,A,S\r\nb,B,T\r\n", ["a|A|S", "b|B|T"]),
    Case("no line end at the end", "id,name,site\na,A,S", ["a|A|S"]),
    Case("an empty field at the end of the file", "id,name,site\na,A,", ["a|A|"]),
    Case("a byte order mark", "\u{FEFF}id,name,site\na,A,S\n", ["a|A|S"]),
    Case("other columns in another order", "x,site,name,y,id\n1,S,A,2,a\n", ["a|A|S"]),
    Case("quotes", "\"id\",\"name\",site\n\"a\",\"A\",\"S\"\n", ["a|A|S"]),
    Case("commas in quotes", "id,name,site\na,\"A, B\",S\n", ["a|A, B|S"]),
    Case("doubled quotes", "id,name,site\na,\"\"\"A\"\" and \"\"\",\"\"\"\"\n", ["a|\"A\" and \"|\""]),
    Case("line breaks in quotes", "id,name,site\na,\"A\nB\r\nC\",S\r\nb,B,T", ["a|A B C|S", "b|B|T"]),
    Case("an empty quoted field", "id,name,site\na,\"\",\"\"\n", ["a|a|"]),
    Case("a label that is missing is the value", "id,name,site\na,,S\n", ["a|a|S"]),
    Case("blank lines", "\n\r\nid,name,site\n\na,A,S\r\n\r\n\n", ["a|A|S"]),
    Case("blanks around texts", " id ,name,site\n a , A  B ,S\n", ["a|A  B|S"]),
    Case("controls in a text", "id,name,site\na,A\u{B}B\u{3},\u{85}S\n", ["a|A B|S"]),
    Case("letters and marks apart", "id,name,site\ne\u{301},A\u{30A},S\n", ["é|Å|S"]),
    Case("rows without a text", "id,name,site\n,,\na,A,S\n\"\",\" \",\u{A0}\n , ,\t\n,,,,,\n", ["a|A|S"]),
    Case("a line that names the separator", "sep=,\r\nid,name,site\r\na,A,S\r\n", ["a|A|S"]),
    Case("the same in quotes, behind a byte order mark", "\u{FEFF}\"sep=,\"\nid,name,site\na,A,S\n", ["a|A|S"]),
    Case("a column of that name", "sep,id,name,site\n1,a,A,S\n", ["a|A|S"]),
    Case("carriage returns alone", "id,name,site\ra,A,S\rb,B,T\r", ["a|A|S", "b|B|T"]),
    Case("letters of all kinds", "id,name,site\né,Łódź 日本,❤️\n", ["é|Łódź 日本|❤️"]),
    Case("no rows", "id,name,site\n", []),
  ]

  @Test("A valid CSV file is read", arguments: good)
  func reads(_ example: Case) { #expect(outcome(example.text.utf8, Self.columns) == example.rows) }

  private static let bad: [Case] = [
    Case("nothing", "", ["1:1 the file is empty; a header row is expected"]),
    Case("only blank lines", "\n\n", ["1:1 the file is empty; a header row is expected"]),
    Case(
      "missing columns", "id,title\na,A\n",
      [
        "1:1 there is no column “name”; the file has “id”, “title”",
        "1:1 there is no column “site”; the file has “id”, “title”",
      ]),
    Case(
      "another separator", "id;name;site\na;A;S\n",
      ["id", "name", "site"].map {
        "1:1 there is no column “\($0)”; the file has “id;name;site”; separate the columns by commas"
      }),
    Case(
      "a column twice", "id,name,site,id\na,A,S,b\n",
      ["1:14 the header names the column “id” twice; rename one of them"]
    ),
    Case(
      "rows of another length", "id,name,site\na,A\nb,B,S\nc,C,S,T\nd\n",
      [
        "2:1 2 fields where the header has 3; add the fields that are missing, if empty",
        "4:1 4 fields where the header has 3; put a field with a comma in quotes",
        "5:1 1 field where the header has 3; add the fields that are missing, if empty",
      ]),
    Case(
      "an open quote", "id,name,site\na,\"A,S\nb,B,T\n",
      ["2:3 this quote is never closed; end the field with a double quote"]),
    Case(
      "text after a quote", "id,name,site\na,\"A\"x,S\nb,B,S\n",
      ["2:6 text after a closing quote; double a quote that belongs to the text (\"\")"]),
    Case(
      "a quote within", "id,name,site\na,5\" pipe,S\n",
      ["2:4 a quote within an unquoted field; put the field in quotes and double the quote within (\"\")"]),
    Case(
      "a lone carriage return", "id,name,site\na,A\rB,S\n",
      ["2:4 a carriage return without a line feed; save the file with the line ends LF or CRLF"]),
    Case(
      "an empty value", "id,name,site\n,A,S\n\"\",B,S\n",
      ["2:1 the value in “id” is empty; every row needs a unique value (also in line 3)"]),
    Case(
      "a value of blanks", "id,name,site\n \u{200B},A,S\n",
      ["2:1 the value in “id” is empty; every row needs a unique value"]),
    Case(
      "a line end in a value", "id,name,site\n\"a\nb\",A,S\n",
      ["2:1 the value in “id” has a line end, which pages do not send back unchanged; remove it"]),
    Case(
      "a control character in values", "id,name,site\na\u{1B},A,S\nb\u{1B},A,S\n",
      [
        "2:1 the value in “id” has the control character U+001B, which pages do not send back unchanged; remove it (also in line 3)"
      ]),
    Case(
      "values that are one once they are read", "id,name,site\né,A,S\ne\u{301} ,B,S\n",
      ["3:1 the value “é” is already in line 2; every row needs a unique value"]),
    Case(
      "a value twice", "id,name,site\na,A,S\nb,\"B\nC\",S\na,D,S\n\"a\",E,S\n",
      ["5:1 the value “a” is already in line 2; every row needs a unique value (also in line 6)"]),
    Case(
      "columns are counted in characters", "id,name,site\né👩🏽‍🔧,x\"y,S\n",
      ["2:5 a quote within an unquoted field; put the field in quotes and double the quote within (\"\")"]),
    Case(
      "several mistakes in the order of lines", "id,name,site\na,A,S\na,A,S\n,B,S\nc,C\n",
      [
        "3:1 the value “a” is already in line 2; every row needs a unique value",
        "4:1 the value in “id” is empty; every row needs a unique value",
        "5:1 2 fields where the header has 3; add the fields that are missing, if empty",
      ]),
  ]

  @Test("A wrong CSV file is refused, with the place and how to correct it", arguments: bad)
  func refuses(_ example: Case) { #expect(outcome(example.text.utf8, Self.columns) == example.rows) }

  @Test("Bytes that are not UTF-8 are refused at their place")
  func encoding() {
    let latin1 = Array("id,name,site\na,Caf".utf8) + [0xE9] + Array(",S\n".utf8)
    #expect(outcome(latin1, Self.columns) == ["2:6 these bytes are not UTF-8; save the file in the encoding UTF-8"])
  }

  @Test("One column may be both value and label")
  func sharedColumn() {
    let columns = OptionColumns(value: "code", label: "code", description: "code")
    #expect(outcome("code\nx\n\"y\"\"\"\n".utf8, columns) == ["x|x|x", "y\"|y\"|y\""])
  }

  @Test("Rows are grouped by their list in order of first appearance, and keep their order within")
  func lists() throws {
    let text = "id,name,cat\n1,A,Pumps\n2,B,Fans\n3,C,Pumps\n4,D,\n5,E,Fans\n6,F,Pumps\n"
    let columns = OptionColumns(value: "id", label: "name", list: "cat")
    let table = try OptionFile(path: "x.csv", columns: columns).table(Array(text.utf8))
    #expect((0..<6).map(table.value(at:)) == ["1", "3", "6", "2", "5", "4"])
    #expect((0..<6).map { table.label(at: $0, in: []) } == ["A", "C", "F", "B", "E", "D"])
    #expect(
      table.lists == [
        OptionList(title: "Pumps", rows: 0..<3), OptionList(title: "Fans", rows: 3..<5), OptionList(rows: 5..<6),
      ])
    #expect(table.row(of: "5") == 4)
    // Duplicates are reported with the lines of the file, whatever order the rows have in the table.
    #expect(
      outcome((text + "2,G,Pumps\n").utf8, columns)
        == ["8:1 the value “2” is already in line 3; every row needs a unique value"])
  }

  @Test("Reading stops at a limit of mistakes, and says so")
  func bound() {
    let text = "id,name,site\n" + (3..<1000).map { "x\(String(repeating: ",", count: $0))\n" }.joined()
    let file = OptionFile(path: "f.csv", columns: Self.columns)
    let errors = #expect(throws: OptionFileErrors.self) { try file.table(Array(text.utf8)) }
    #expect(errors?.errors.count == OptionFileErrors.limit)
    #expect(errors?.isCutShort == true)
    #expect(errors?.description.hasSuffix("50 mistakes found; reading stopped there") == true)
    let duplicates = "id,name,site\n" + (0..<1000).map { "\($0 / 2),,\n" }.joined()
    let repeated = #expect(throws: OptionFileErrors.self) { try file.table(Array(duplicates.utf8)) }
    #expect(repeated?.errors.count == OptionFileErrors.limit)
    #expect(repeated?.isCutShort == true)
  }

  @Test("One mistake in many lines gives one message; a file with only carriage returns is read")
  func oneCause() {
    let text = "id,name,site\n" + (0..<3000).map { "\($0),A\rB,S\n" }.joined()
    #expect(
      outcome(text.utf8, Self.columns) == [
        "2:4 a carriage return without a line feed; save the file with the line ends LF or CRLF "
          + "(also in line 3, 4, 5 and 2996 more)"
      ])
    let old = "id,name,site\r" + (0..<3000).map { "\($0),A,S\r" }.joined()
    #expect(outcome(old.utf8, Self.columns).count == 3000)
  }

  @Test(
    "What is corrected while reading is warned about, once for each column",
    arguments: [
      ("id ,name,site\na,A,S\n", ["1:1 blanks around the column “id” are trimmed; remove them"]),
      (
        "id,name,site\n a,A,S\nb , B,S\nc\u{3000},C,S\n",
        [
          "2:1 blanks around the text of “id” are trimmed; remove them (also in line 3, 4)",
          "3:4 blanks around the text of “name” are trimmed; remove them",
        ]
      ),
      (
        "id,name,site\na,\"A\nB\",S\n",
        ["2:3 a line end in the text of “name” is read as a blank, and control characters are dropped; remove them"]
      ),
      (
        "id,name,site\nA 1,A,S\nA1,B,S\n\u{FF21}1,B,S\nB2,C,S\n",
        [
          "3:1 the values “A 1” and “A1” differ only in blanks or in the width of their characters; people cannot tell them apart "
            + "(also in line 4)"
        ]
      ),
      ("id,name,site\né,e\u{301},S\nA  1,A,\n", []),
    ])
  func warns(_ text: String, _ warnings: [String]) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.write("f.csv", Array(text.utf8))
    let source = try OptionSource.file("\(folder.path)/f.csv", columns: Self.columns)
    let found = source.warnings.map { "\($0.position.map { "\($0.line):\($0.column)" } ?? "") \($0.message)" }
    #expect(found == warnings)
    #expect(source.warnings.allSatisfy { $0.description.contains(": warning: ") })
  }

  @Test("Texts, columns and lists beyond their limits are refused")
  func limits() {
    let limit = OptionFile.fieldByteLimit
    let fits = String(repeating: "x", count: limit)
    #expect(outcome("id,name,site\na,\(fits),S\n".utf8, Self.columns) == ["a|\(fits)|S"])
    #expect(
      outcome("id,name,site\na,\(fits)x,S\n".utf8, Self.columns)
        == ["2:1 the text of “name” is longer than \(limit) bytes; shorten it"])
    let wide = "id,name,site" + String(repeating: ",", count: OptionFile.columnLimit - 3)
    #expect(outcome(wide.utf8, Self.columns) == [])
    #expect(
      outcome((wide + ",").utf8, Self.columns)
        == ["1:\(wide.utf8.count + 1) more than \(OptionFile.columnLimit) columns; keep only those that are used"])
    let title = "id,name,site\na,,\(fits)x\n"
    #expect(
      outcome(title.utf8, OptionColumns(value: "id", label: "name", list: "site"))
        == ["2:1 the text of “site” is longer than \(limit) bytes; shorten it"])
    let many = "id,name,site\n" + (0...OptionFile.listLimit).map { "\($0),,\($0)\n" }.joined()
    #expect(
      outcome(many.utf8, OptionColumns(value: "id", label: "name", list: "site")) == [
        "\(OptionFile.listLimit + 2):1 the column “site” makes more than \(OptionFile.listLimit) lists; "
          + "group by a column with fewer different texts"
      ])
  }

  @Test("Random bytes give either rows or mistakes")
  func noise() {
    var generator = SeededGenerator(seed: 5)
    let alphabet = Array("id,name,site\n\r\"\"aé,".utf8) + [0xFF]
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<40, using: &generator)
      let noise = (0..<count).map { _ in alphabet.randomElement(using: &generator)! }
      expectSound(Array("id,name,site\n".utf8) + noise, Self.columns, name: "n.csv")
    }
  }
}
