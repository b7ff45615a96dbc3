import Support
import TestSupport
import Testing

@testable import Options

@Suite("Selections as text")
struct OptionsSelectionEncodingTests {
  private let table = OptionTable.numbered(1000)

  private func runs(_ packed: [UInt64], digest: String? = nil) -> String {
    var bytes: [UInt8] = []
    for number in packed { Varint.append(number, to: &bytes) }
    var text: [UInt8] = []
    Base64.url.append(bytes, to: &text)
    return "r\(digest ?? table.digest).\(String(decoding: text, as: UTF8.self))"
  }

  @Test("A few values are encoded by name, and stay valid when the file is read again")
  func values() {
    let table = OptionTable(options: ["a", "b c", "ü,!=+%\"<&'>", "~"].map { Option(value: $0) })
    let selection = Selection(values: ["ü,!=+%\"<&'>", "a", "gone", "b c"], in: table)
    #expect(selection.encoded() == "v,%C3%BC%2C%21%3D%2B%25%22%3C%26%27%3E,a,b%20c!gone=gone")
    #expect(Selection.decoded(selection.encoded(), in: table) == selection)
    #expect(Selection(in: table).encoded() == "v")
    #expect(Selection.decoded("v", in: table) == Selection(in: table))
    let other = OptionTable(options: ["gone", "a"].map { Option(value: $0) })
    let hiddenFieldValue = Selection.decoded(selection.encoded(), in: other)
    #expect(hiddenFieldValue.map { Array($0.values) } == ["a", "gone"])
    #expect(hiddenFieldValue?.missing.map(\.value) == ["ü,!=+%\"<&'>", "b c"])
  }

  @Test("Many rows are encoded as runs, which are refused for another table")
  func manyRows() {
    var selection = Selection(in: table)
    selection.insert(700)
    selection.insert(0..<1000)
    #expect(selection.encoded() == runs([700 << 2, (701 << 1 - 1) << 1 | 1, 698, 1 << 2 | 1, 297]))
    #expect(Selection.decoded(selection.encoded(), in: table) == selection)
    #expect(Selection.decoded(selection.encoded(), in: .numbered(1001)) == nil)
    #expect(Selection.decoded(selection.encoded(), in: .numbered(999)) == nil)
  }

  @Test("A custom text is encoded last, after values or rows")
  func other() {
    var selection = Selection.decoded("v,v1!x=X+7", in: table) ?? Selection(in: table)
    selection.setOther("a*b, c")
    #expect(selection.encoded() == "v,v1!x=X+7*a%2Ab%2C%20c")
    #expect(Selection.decoded(selection.encoded(), in: table) == selection)
    #expect(selection.valueCount == 2 && selection.count == 1)
    selection.insert(0..<1000)
    #expect(selection.encoded().hasPrefix("r") && selection.encoded().hasSuffix("*a%2Ab%2C%20c"))
    #expect(Selection.decoded(selection.encoded(), in: table) == selection)
    #expect(Selection.decoded("v*", in: table)?.other == "")
    #expect(Selection.decoded("v*a*b", in: table) == nil)
    #expect(selection.rebased(onto: .numbered(3)).other == "a*b, c")
  }

  @Test("The encoded text needs no escaping in an attribute")
  func alphabet() {
    let safe = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%,!=+".utf8)
    var selection = Selection(values: ["<\"'&>"], in: table)
    selection.insert(RowSet(rows: (0..<500).map { UInt32($0 * 2) }))
    #expect(selection.encoded().utf8.allSatisfy(safe.contains))
    #expect(Selection.decoded(selection.encoded(), in: table) == selection)
  }

  @Test("Up to 200 values are encoded by name; more values, and long ones, by row")
  func limits() {
    var selection = Selection(in: table)
    selection.insert(0..<200)
    #expect(selection.encoded().hasPrefix("v,v0,v1,"))
    selection.insert(200)
    #expect(selection.encoded().hasPrefix("r"))
    let long = OptionTable(options: (0..<100).map { Option(value: String(repeating: "x", count: 200) + "\($0)") })
    var all = Selection(in: long)
    all.insert(0..<100)
    #expect(all.encoded().hasPrefix("r"))
    #expect(Selection.decoded(all.encoded(), in: long) == all)
  }

  @Test("Labels of missing values, and the number of further ones, are encoded too")
  func missing() {
    let text = "v,v1!x=An%20X!y=+7"
    let selection = Selection.decoded(text, in: table)
    #expect(
      selection?.missing == [Selection.Missing(value: "x", label: "An X"), Selection.Missing(value: "y", label: "")])
    #expect(selection?.furtherMissing == 7)
    #expect(selection?.encoded() == text)
  }

  @Test(
    "A malformed text is refused",
    arguments: [
      "", "x", "V", ",v1", "vv1", "v,v1,v1", "v,nope,nope", "v,%", "v,%4", "v,%GG", "v,%FF", "v,a b", "v,ü", "v,v1\n",
      "v!", "v!x", "v!x=y!x=z", "v!=%", "v,q!q=Q", "v,v1!v1=V", "v+", "v+0", "v+-1", "v++1", "v+1x",
      "v+99999999999999999999", "v!x=y+1+2", "v+1!x=y", "v,v1=2", "r", "r.", "r0.AA", "r0123456789abcdef.AA",
    ])
  func malformed(text: String) { #expect(Selection.decoded(text, in: table) == nil) }

  @Test("Runs that overlap, leave the table or do not end are refused")
  func malformedRuns() {
    #expect(Selection.decoded(runs([]), in: table) == Selection(in: table))
    #expect(Selection.decoded(runs([0]), in: table).map { Array($0.rows) } == [0])
    // Zigzag encoding: 1 means -1.
    let refused: [[UInt64]] = [
      [0, 1 << 1], [1 << 1], [1000 << 2], [999 << 2 | 1, 0], [1, 999], [1, 1 << 34], [5 << 2 | 1, 10, 23 << 1],
      [1], [(1 << 35) - 1], [(1 << 35) - 2],
    ]
    for packed in refused { #expect(Selection.decoded(runs(packed), in: table) == nil, "\(packed)") }
    let good = runs([1, 998])
    #expect(Selection.decoded(good, in: table)?.count == 1000)
    for suffix in ["A", "=", " ", "!", ".", "\u{0}"] { #expect(Selection.decoded(good + suffix, in: table) == nil) }
    #expect(Selection.decoded("r\(table.digest).gA", in: table) == nil)
    #expect(Selection.decoded("r\(table.digest.uppercased())x.AA", in: table) == nil)
  }

  @Test("A text beyond the limits is refused")
  func bombs() {
    let many = "v" + (0...Selection.encodedValuesLimit).map { ",v\($0)" }.joined()
    #expect(Selection.decoded(many, in: table) == nil)
    let missing = "v" + (0...Selection.missingLimit).map { "!m\($0)=" }.joined()
    #expect(Selection.decoded(missing, in: table) == nil)
    let long = "v," + String(repeating: "x", count: Selection.encodedByteLimit)
    #expect(Selection.decoded(long, in: table) == nil)
  }

  @Test("A changed text is refused, or gives a selection that can be encoded again")
  func mutations() {
    var generator = SeededGenerator(seed: 21)
    var selection = Selection(in: table)
    selection.insert(RowSet(rows: (0..<300).map { UInt32($0 * 3) }))
    let texts = [selection.encoded(), Selection(values: ["v5", "x y", "v7"], in: table).encoded()]
    let alphabet = Array("Av09-_%,!=+. r".utf8)
    var accepted = 0
    for round in 0..<3000 {
      var bytes = Array(texts[round % 2].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = alphabet.randomElement(using: &generator)!
        case 1: bytes.insert(alphabet.randomElement(using: &generator)!, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let read = Selection.decoded(String(decoding: bytes, as: UTF8.self), in: table) else { continue }
      accepted += 1
      #expect(Set(read.rows).count == read.count)
      #expect(read.rows.allSatisfy { $0 < table.count })
      #expect(Selection.decoded(read.encoded(), in: table) == read)
    }
    #expect(accepted > 10)
  }
}

/// Large scattered selections are encoded as one bit a row, so that a page with one can still be posted.
@Suite("Scattered selections on a page")
struct OptionsSelectionBitsTests {
  private let table = OptionTable(options: (0..<20_001).map { Option(value: "v\($0)") })

  private func everySecond(from first: Int = 0) -> RowSet {
    RowSet(rows: stride(from: first, to: table.count, by: 2).map(UInt32.init))
  }

  @Test("every second row of 20,001 is encoded in a bit a row, and decoded in order")
  func bits() throws {
    var selection = Selection(in: table)
    selection.insert(everySecond())
    let text = selection.encoded()
    #expect(text.hasPrefix("b"))
    #expect(text.utf8.count < 3400)
    #expect(Selection.decoded(text, in: table) == selection)
  }

  @Test("rows are divided into chosen and other parts in scattered selections too", arguments: [20_001, 400])
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

  @Test("rows that were chosen before and after the scattered ones keep their order")
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

@Suite("Bitmaps of rows")
struct OptionsBitmapTests {
  @Test("Ranges of bits are set, cleared, counted and found as in a plain set")
  func agreesWithSet() {
    var generator = SeededGenerator(seed: 11)
    let count = 300
    var bitmap = Bitmap(count: count)
    var model: Set<Int> = []
    for _ in 0..<500 {
      let bounds = [Int.random(in: 0...count, using: &generator), Int.random(in: 0...count, using: &generator)].sorted()
      let range = bounds[0]..<bounds[1]
      if Bool.random(using: &generator) {
        bitmap.insert(range)
        model.formUnion(range)
      } else {
        bitmap.remove(range)
        model.subtract(range)
      }
      let probe = Int.random(in: 0..<count, using: &generator)
      #expect(bitmap.contains(probe) == model.contains(probe))
      let window = min(probe, bounds[1])..<max(probe, bounds[1])
      #expect(bitmap.count(in: window) == window.count { model.contains($0) })
      #expect(bitmap.first(true, in: window) == window.first { model.contains($0) } ?? window.upperBound)
      #expect(bitmap.first(false, in: window) == window.first { !model.contains($0) } ?? window.upperBound)
    }
  }
}
