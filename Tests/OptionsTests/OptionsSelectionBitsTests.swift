import Testing

@testable import Options

/// Large scattered selections travel as a bit a row, so that a page with one can still be posted.
@Suite("Scattered selections on a page")
struct OptionsSelectionBitsTests {
  private let table = OptionTable(options: (0..<20_001).map { Option(value: "v\($0)") })

  private func everySecond(from first: Int = 0) -> RowSet {
    RowSet(rows: stride(from: first, to: table.count, by: 2).map(UInt32.init))
  }

  @Test("every second row of 20,001 takes a bit a row, and comes back in its order")
  func bits() throws {
    var selection = Selection(in: table)
    selection.insert(everySecond())
    let text = selection.encoded()
    #expect(text.hasPrefix("b"))
    #expect(text.utf8.count < 3400)
    #expect(Selection.decoded(text, in: table) == selection)
  }

  @Test("parts of rows are found by bits too", arguments: [20_001, 400])
  func parts(_ limit: Int) {
    var selection = Selection(in: table)
    for row in stride(from: 0, to: limit, by: 2) { selection.insert(row) }
    selection.insert(64..<200)
    for rows in [RowRuns(0..<400), RowRuns(20_000..<20_001), RowRuns([199, 200, 201, 63])] {
      let parts = selection.parts(of: rows)
      #expect(parts.flatMap { Array($0.rows) } == Array(rows.rows))
      for part in parts { #expect(part.rows.allSatisfy { selection.contains($0) == part.areChosen }) }
    }
    #expect(selection.parts(of: RowRuns(63..<201)).map(\.rows) == [63..<64, 64..<201])
  }

  @Test("what was chosen before and after keeps its place")
  func mixedOrder() throws {
    var selection = Selection(in: table)
    for row in [19_999, 7, 301] { selection.insert(row) }
    selection.insert(everySecond())
    for row in [15, 13] { selection.insert(row) }
    let text = selection.encoded()
    #expect(text.hasPrefix("b"))
    let decoded = try #require(Selection.decoded(text, in: table))
    #expect(Array(decoded.rows) == Array(selection.rows))
  }

  @Test("bits that repeat a row, are too few or name no row are refused")
  func malformed() throws {
    var selection = Selection(in: table)
    selection.insert(everySecond())
    let text = selection.encoded()
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    #expect(Selection.decoded("\(parts[0]).\(parts[1]).\(parts[2].dropLast(4)).", in: table) == nil)
    #expect(Selection.decoded("\(parts[0]).\(parts[1]).\(parts[2])", in: table) == nil)
    #expect(Selection.decoded("\(parts[0]).AA.\(parts[2]).", in: table) == nil, "row 0 twice")
    let beyond = String(parts[2].dropLast(2)) + "_w"
    #expect(Selection.decoded("\(parts[0]).\(parts[1]).\(beyond).", in: table) == nil)
    let other = OptionTable(options: (0..<20_001).map { Option(value: "w\($0)") })
    #expect(Selection.decoded(text, in: other) == nil)
  }
}
