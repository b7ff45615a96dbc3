import Testing

@testable import Workbook

@Suite("Workbook")
struct WorkbookTests {
  private static func slice(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
  private static func text(_ text: String) -> WorkbookCell { .text(slice(text)) }

  /// The rows of each sheet in a workbook with one column, without the XML around them.
  private static func rows(_ cells: [WorkbookCell], rowLimit: Int = WorkbookWriter.rowLimit) throws -> [String] {
    var writer = WorkbookWriter(rowLimit: rowLimit)
    writer.beginSheet("x", header: ["a"])
    for cell in cells { writer.append([cell]) }
    writer.finish()
    let archive = try Archive(writer.takeBytes())
    return archive.entries.filter { $0.name.hasPrefix("xl/worksheets/") }.map { entry in
      let xml = String(decoding: entry.bytes, as: UTF8.self)
      return String(xml.firstMatch(of: /<sheetData>(.*)<\/sheetData>/.dotMatchesNewlines())?.output.1 ?? "")
    }
  }

  /// The XML of the cell in the second row.
  private static func cell(_ cell: WorkbookCell) throws -> String {
    let rows = try rows([cell])
    return String(rows[0].firstMatch(of: /<row r="2">(.*)<\/row>/.dotMatchesNewlines())?.output.1 ?? "")
  }

  @Test("a workbook has its parts with the expected XML")
  func parts() throws {
    var writer = WorkbookWriter(isRightToLeft: true)
    writer.beginSheet("Ada's", header: ["a"])
    writer.append([Self.text("x")])
    writer.append([.number(Self.slice("12.50"))])
    writer.beginSheet("<&>", header: ["c"])
    writer.finish()
    let archive = try Archive(writer.takeBytes())
    #expect(
      archive.entries.map(\.name) == [
        "_rels/.rels", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/styles.xml", "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels", "[Content_Types].xml",
      ])
    #expect(
      archive["xl/worksheets/sheet1.xml"]
        == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>\
        <sheetView rightToLeft="1" tabSelected="1" workbookViewId="0">\
        <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
        <sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="13" customWidth="1"/></cols><sheetData>\
        <row r="1"><c r="A1" t="inlineStr" s="1"><is><t>a</t></is></c></row>\
        <row r="2"><c r="A2" t="inlineStr" s="2"><is><t>x</t></is></c></row><row r="3"><c r="A3" s="3"><v>12.50</v></c></row></sheetData>\
        <autoFilter ref="A1:A3"/><ignoredErrors><ignoredError sqref="A1:A3" numberStoredAsText="1"/></ignoredErrors></worksheet>
        """)
    let workbook = try #require(archive["xl/workbook.xml"])
    #expect(workbook.contains(#"<sheet name="Ada's" sheetId="1" r:id="rId1"/><sheet name="&lt;&amp;&gt;" sheetId="2""#))
    #expect(workbook.contains(">'Ada''s'!$A$1:$A$3</definedName>"))
    let styles = try #require(archive["xl/styles.xml"])
    #expect(styles.contains(#"<numFmt numFmtId="164" formatCode="0.00"/>"#))
  }

  @Test("the same rows give the same bytes")
  func sameBytes() throws {
    func bytes() -> [UInt8] {
      var writer = WorkbookWriter()
      writer.beginSheet("x", header: ["a"])
      writer.append([Self.text("x")])
      writer.finish()
      return writer.takeBytes()
    }
    #expect(bytes() == bytes())
  }

  @Test(
    "texts stay texts, whatever they contain",
    arguments: [
      ("=1+1", "=1+1"), ("007", "007"), ("12345678901234567890", "12345678901234567890"),
      ("a<b>&\"", "a&lt;b&gt;&amp;&quot;"),
      ("🧑‍🚀 ü", "🧑‍🚀 ü"), ("a\u{0}b\u{1B}c\rd", "a_x0000_b_x001B_c_x000D_d"), ("_x000D_", "_x005F_x000D_"),
      ("_x000D", "_x000D"), ("__xABCD__", "__x005F_xABCD__"), ("_xG000_", "_xG000_"),
      ("\u{FFFE}\u{FFFF}\u{FFFD}", "_xFFFE__xFFFF_\u{FFFD}"),
    ])
  func texts(_ text: String, _ written: String) throws {
    #expect(try Self.cell(Self.text(text)) == #"<c r="A2" t="inlineStr" s="2"><is><t>\#(written)</t></is></c>"#)
  }

  @Test("blanks at the ends, tabs and line ends of a text are kept")
  func blanks() throws {
    for text in [" a", "a ", "\ta"] {
      #expect(try Self.cell(Self.text(text)).contains(#"<t xml:space="preserve">\#(text)</t>"#))
    }
    #expect(try Self.cell(Self.text("a\nb")).contains("<t xml:space=\"preserve\">a\nb</t>"))
  }

  @Test(
    "numbers that a spreadsheet would change are written as texts",
    arguments: [
      ("0", "0"), ("12.50", "12.50"), ("-0.05", "-0.05"), ("999999999999999", "999999999999999"),
      ("0.000000000000001", "0.000000000000001"), ("100000000000000000", "100000000000000000"), ("1e3", "1e3"),
      ("9999999999999999", nil), ("0.1234567890123456", nil), ("1e400", nil),
      ("0.0000000000000000000000000000001", nil),
      ("-", nil), ("", nil),
    ] as [(String, String?)])
  func numbers(_ digits: String, _ value: String?) throws {
    let cell = try Self.cell(.number(Self.slice(digits)))
    if let value {
      #expect(cell.contains("<v>\(value)</v>") && !cell.contains(" t="))
    } else {
      #expect(digits.isEmpty ? cell.isEmpty : cell.contains("<t>\(digits)</t>"))
    }
  }

  @Test("dates are numbers of days since 1899-12-30, or texts where programs disagree about them")
  func days() throws {
    // 2026-01-31 in days since 1970.
    let day = 20_484
    #expect(try Self.cell(.day(day, Self.slice("2026-01-31"))) == #"<c r="A2" s="2"><v>46053</v></c>"#)
    #expect(try Self.cell(.day(-25_508, Self.slice("1900-03-01"))).contains("<v>61</v>"))
    #expect(try Self.cell(.day(-25_509, Self.slice("1900-02-28"))).contains("<t>1900-02-28</t>"))
    #expect(try Self.cell(.day(2_932_896, Self.slice("9999-12-31"))).contains("<v>2958465</v>"))
    #expect(try Self.cell(.day(2_932_897, Self.slice("10000-01-01"))).contains("<t>10000-01-01</t>"))
    #expect(try Self.cell(.time(12 * 60)).contains("<v>0.5</v>"))
    #expect(try Self.cell(.duration(36 * 60)).contains("<v>1.5</v>"))
    #expect(try Self.cell(.moment(day, minutes: 18 * 60, [])).contains("<v>46053.75</v>"))
    #expect(try Self.cell(.instant(day, milliseconds: 21_600_000, [])).contains("<v>46053.25</v>"))
    #expect(try Self.cell(.flag(true)) == #"<c r="A2" t="b"><v>1</v></c>"#)
  }

  @Test("an amount has the format of its currency, up to a limited number of formats")
  func amounts() throws {
    var writer = WorkbookWriter()
    writer.beginSheet("x", header: ["a"])
    writer.append([.amount(Self.slice("1234.50"), currency: Self.slice("EUR"))])
    writer.append([.amount(Self.slice("5"), currency: Self.slice("JPY"))])
    writer.append([.amount(Self.slice("5"), currency: Self.slice("\"x"))])
    for index in 0..<300 {
      writer.append([
        .amount(
          Self.slice("7"),
          currency: Array("A\(Unicode.Scalar(65 + UInt8(index / 26)))\(Unicode.Scalar(65 + UInt8(index % 26)))".utf8)[
            ...])
      ])
    }
    writer.finish()
    let archive = try Archive(writer.takeBytes())
    let styles = try #require(archive["xl/styles.xml"])
    #expect(styles.contains(##"<numFmt numFmtId="164" formatCode="[$EUR]\ #,##0.00"/>"##))
    #expect(
      styles.contains(##"<numFmt numFmtId="165" formatCode="[$JPY]\ #,##0"/><numFmt numFmtId="166" formatCode="0"/>"##))
    #expect(styles.contains(#"<numFmts count="150">"#))
    #expect(try #require(archive["xl/worksheets/sheet1.xml"]).contains(#"<c r="A304"><v>7</v></c>"#))
  }

  @Test("rows beyond the limit continue on further sheets with the same header")
  func furtherSheets() throws {
    let sheets = try Self.rows((0..<5).map { .number(Self.slice("\($0)")) }, rowLimit: 3)
    #expect(sheets.count == 3)
    #expect(sheets.allSatisfy { $0.contains("<t>a</t>") })
    #expect(sheets[2].contains(#"<c r="A2" s="2"><v>4</v></c>"#) && !sheets[2].contains(#"<row r="3">"#))
  }

  @Test(
    "names of sheets are changed to what spreadsheets accept",
    arguments: [
      (["expense"], ["expense"]), (["a/b:c[d]*?\\"], ["a b c d"]), (["'quoted'"], ["quoted"]), ([""], ["Sheet"]),
      (["History"], ["History_"]), (["trip", "Trip", "TRIP"], ["trip", "Trip (2)", "TRIP (3)"]),
      (
        [String(repeating: "x", count: 40), String(repeating: "x", count: 40)],
        [String(repeating: "x", count: 31), String(repeating: "x", count: 27) + " (2)"]
      ),
      ([String(repeating: "🧑", count: 20)], [String(repeating: "🧑", count: 15)]),
    ])
  func sheetNames(_ wanted: [String], _ names: [String]) {
    var sheets = SheetNames()
    #expect(wanted.map { sheets.name(for: $0) } == names)
  }

  @Test("long texts are split between characters, and lose nothing")
  func parting() {
    let text = Self.slice("abc🧑ü日")
    for limit in 2...8 {
      let parts = WorkbookText.parts(of: text, unitLimit: limit)
      #expect(parts.flatMap { $0 } == Array(text))
      #expect(parts.allSatisfy { (1...limit).contains(String(decoding: $0, as: UTF8.self).utf16.count) })
    }
    #expect(WorkbookText.parts(of: text, unitLimit: 7).count == 1)
  }

  @Test("an archive that begins after 4 GiB has a ZIP64 directory")
  func farArchive() throws {
    let start: UInt64 = 5 << 30
    var writer = WorkbookWriter(at: start)
    writer.beginSheet("x", header: ["a"])
    writer.append([Self.text("far")])
    writer.finish()
    let archive = try Archive(writer.takeBytes(), at: start)
    #expect(try #require(archive["xl/worksheets/sheet1.xml"]).contains("<t>far</t>"))
  }

  @Test("a workbook that is taken row by row has the same bytes, and its pieces stay small")
  func pieces() throws {
    var (whole, pieces) = (WorkbookWriter(), WorkbookWriter())
    var bytes: [UInt8] = []
    var longest = 0
    for row in -1..<20_000 {
      if row < 0 {
        whole.beginSheet("x", header: ["a", "b"])
        pieces.beginSheet("x", header: ["a", "b"])
      } else {
        let cells = [Self.text("row \(row &* 7919 % 1000)"), .number(Self.slice("\(row)"))]
        whole.append(cells)
        pieces.append(cells)
      }
      let taken = pieces.takeBytes()
      longest = max(longest, taken.count)
      bytes += taken
    }
    whole.finish()
    pieces.finish()
    bytes += pieces.takeBytes()
    #expect(bytes == whole.takeBytes())
    #expect(longest < 200_000)
  }
}
