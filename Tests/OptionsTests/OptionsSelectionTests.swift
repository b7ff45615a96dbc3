import Localization
import TestSupport
import Testing

@testable import Options

@Suite("Selections")
struct OptionsSelectionTests {
  private let table = OptionTable.numbered(100, disabled: [10, 11, 50])

  @Test("A selection keeps the order in which rows were chosen")
  func order() {
    var selection = Selection(in: table)
    for row in [5, 3, 4, 5, 6, 99] { selection.insert(row) }
    #expect(Array(selection.rows) == [5, 3, 4, 6, 99])
    #expect(Array(selection.values) == ["v5", "v3", "v4", "v6", "v99"])
    #expect(selection.count == 5)
    selection.remove(5)
    #expect(Array(selection.rows) == [3, 4, 6, 99])
    #expect(selection.remove(5) == false)
    for row in [-1, 100] { #expect(selection.insert(row) == false && selection.contains(row) == false) }
  }

  @Test("Runs that become adjacent after a removal are merged")
  func merging() {
    var selection = Selection(in: table)
    for row in [1, 2, 7, 3, 4] { selection.insert(row) }
    selection.remove(7)
    #expect(selection.runs == [Selection.Run(start: 1, length: 4)])
    var straight = Selection(in: table)
    for row in 1...4 { straight.insert(row) }
    #expect(selection == straight)
  }

  @Test("Select all adds the other rows that are not disabled, after those chosen before (LV3, LV31)")
  func selectAll() {
    var selection = Selection(in: table)
    selection.insert(20)
    selection.insert(8..<14)
    #expect(Array(selection.rows) == [20, 8, 9, 12, 13])
    #expect(selection.containsAll(RowSet(8..<14)) && !selection.containsAll(RowSet(7..<14)))
    selection.insert(0..<1000)
    #expect(selection.count == 97)
    #expect(!selection.contains(50))
    #expect(selection.containsAll(RowSet(0..<100)))
    #expect(selection.count(in: RowSet(8..<14)) == 4)
    selection.insert(50)
    #expect(selection.contains(50))
  }

  @Test("All rows that match a search are selected and deselected (C22)")
  func search() {
    var selection = Selection(in: table)
    let found = RowSet(rows: [2, 10, 40, 41, 90])
    selection.insert(found)
    #expect(Array(selection.rows) == [2, 40, 41, 90])
    #expect(selection.containsAll(found) && selection.count(in: found) == 4)
    selection.insert(38..<44)
    selection.remove(RowSet(rows: [2, 38, 41]))
    #expect(Array(selection.rows) == [40, 90, 39, 42, 43])
    selection.remove(RowSet(40..<43))
    #expect(Array(selection.rows) == [90, 39, 43])
  }

  @Test("A single choice replaces the one before; deselecting all leaves nothing (LV29)")
  func replacing() {
    var selection = Selection(values: ["v1", "gone", "v2", "v1"], in: table)
    #expect(selection.missing == [Selection.Missing(value: "gone", label: "gone")])
    #expect(Array(selection.rows) == [1, 2])
    selection.replace(with: 10)
    #expect(Array(selection.values) == ["v10"] && selection.missing.isEmpty)
    selection.removeAll()
    #expect(selection.isEmpty && selection == Selection(in: table))
  }

  @Test("The rows of a page of the selection are found by their positions")
  func pages() {
    var selection = Selection(in: table)
    for range in [30..<35, 1..<3, 90..<100] { selection.insert(range) }
    let all = Array(selection.rows)
    for lower in 0...18 {
      for upper in lower...18 {
        let rows = selection.rows(at: lower..<upper)
        #expect(Array(rows.rows) == Array(all[min(lower, 17)..<min(upper, 17)]))
        #expect(rows.count == min(upper, 17) - min(lower, 17))
      }
    }
  }

  @Test("Adjacent rows are one range, and each row is found at its position")
  func runs() {
    let rows = [3, 4, 5, 5, 9, 8, 10, 11]
    let runs = RowRuns(rows)
    #expect(runs.ranges == [3..<6, 5..<6, 9..<10, 8..<9, 10..<12])
    #expect(Array(runs.rows) == rows && runs.count == rows.count)
    #expect((0..<9).map(runs.row) == rows.map(Optional.some) + [nil])
    #expect((0..<13).filter(runs.contains) == [3, 4, 5, 8, 9, 10, 11])
  }

  @Test("Rows are divided into chosen and other parts, whatever the order of selection")
  func parts() {
    var selection = Selection(in: table)
    for range in [30..<35, 1..<3, 90..<100] { selection.insert(range) }
    for rows in [RowRuns(0..<100), RowRuns(31..<33), RowRuns(99..<100), RowRuns([50, 34, 35, 1, 0]), RowRuns()] {
      let parts = selection.parts(of: rows)
      #expect(parts.flatMap { Array($0.rows) } == Array(rows.rows))
      for part in parts { #expect(part.rows.allSatisfy { selection.contains($0) == part.areChosen }) }
      #expect(selection.count(in: rows) == rows.rows.count(where: selection.contains))
    }
    #expect(selection.parts(of: RowRuns(0..<100)).count == 6)
  }

  @Test("Selections are equal by their values, whatever their tables")
  func equality() {
    let other = OptionTable(options: (0..<100).reversed().map { Option(value: "v\($0)") })
    #expect(Selection(values: ["v1", "v2"], in: table) == Selection(values: ["v1", "v2"], in: other))
    #expect(Selection(values: ["v1", "v2"], in: table) != Selection(values: ["v2", "v1"], in: table))
    #expect(Selection(values: ["v1", "v2"], in: table) != Selection(values: ["v2", "v1"], in: other))
    #expect(Selection(values: ["v1", "x"], in: table) != Selection(values: ["v1"], in: table))
    #expect(Selection(values: ["v1"], in: table) != Selection(values: ["v1", "v2"], in: table))
    let same = OptionTable.numbered(100)
    #expect(Selection(values: ["v1"], in: table) == Selection(values: ["v1"], in: same))
    #expect(Selection(values: ["v1"], in: table) != Selection(values: ["v2"], in: same))
  }

  @Test("Values that a new file lacks are kept with their last label, and chosen again when they return")
  func rebasing() {
    let old = OptionTable(options: [Option(value: "a", label: "Alpha"), Option(value: "b"), Option(value: "c")])
    let new = OptionTable(options: ["d", "c", "a"].map { Option(value: $0) })
    let less = OptionTable(options: [Option(value: "c")])
    let selection = Selection(values: ["c", "a", "b", "x"], in: old)
    let rebased = selection.rebased(onto: new)
    #expect(Array(rebased.values) == ["c", "a"])
    #expect(rebased.missing.map(\.value) == ["x", "b"])
    let again = rebased.rebased(onto: less)
    #expect(Array(again.values) == ["c"])
    #expect(again.missing.map(\.value) == ["x", "b", "a"])
    var back = again.rebased(onto: old)
    #expect(Array(back.values) == ["c", "b", "a"])
    #expect(back.missing.map(\.value) == ["x"])
    #expect(back.remove(missing: "x") == true)
    #expect(back.remove(missing: "x") == false)
    #expect(back.missing.isEmpty)
    #expect(selection.rebased(onto: less).missing.map(\.label) == ["x", "Alpha", "b"])
    #expect(selection.rebased(onto: old).table === old)
    let sameRows = OptionTable(options: ["a", "b", "c"].map { Option(value: $0) })
    let hiddenFieldValue = selection.rebased(onto: sameRows)
    #expect(hiddenFieldValue.table === sameRows && hiddenFieldValue == selection)
  }

  @Test("Of many missing values, some are kept by name and the others are counted")
  func manyMissing() {
    let old = OptionTable.numbered(1000)
    var selection = Selection(in: old)
    selection.insert(0..<1000)
    let rebased = selection.rebased(onto: OptionTable(options: [Option(value: "v999"), Option(value: "v0")]))
    #expect(Array(rebased.values) == ["v0", "v999"])
    #expect(rebased.missing.count == Selection.missingLimit)
    #expect(rebased.furtherMissing == 998 - Selection.missingLimit)
    let text = rebased.encoded()
    #expect(Selection.decoded(text, in: rebased.table) == rebased)
  }
}

@Suite("Selections compared with a plain array")
struct OptionsSelectionPropertyTests {
  /// A selection as a plain list of rows: slow, but obviously right.
  struct Model {
    var rows: [Int] = []
    let disabled: Set<Int>

    mutating func insert(_ row: Int) { if !rows.contains(row) { rows.append(row) } }
    mutating func insert(all new: some Sequence<Int>) {
      let old = Set(rows)
      rows += new.filter { !old.contains($0) && !disabled.contains($0) }
    }
    mutating func remove(all gone: some Sequence<Int>) {
      let gone = Set(gone)
      rows.removeAll(where: gone.contains)
    }
  }

  @Test(
    "After thousands of changes, a selection and its encoded text have the array's rows in the same order",
    arguments: [(1, 40, 0), (2, 40, 5), (3, 500, 60), (4, 6000, 0), (5, 6000, 400), (6, 1, 0)] as [(UInt64, Int, Int)])
  func agreesWithModel(seed: UInt64, count: Int, disabledCount: Int) {
    var generator = SeededGenerator(seed: seed)
    let disabled = Set((0..<disabledCount).map { _ in Int.random(in: 0..<count, using: &generator) })
    let table = OptionTable.numbered(count, disabled: disabled)
    var selection = Selection(in: table)
    var model = Model(disabled: disabled)
    for step in 0..<(count > 1000 ? 200 : 1200) {
      let bounds = (0..<2).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
      let range = bounds[0]..<bounds[1]
      let row = Int.random(in: 0..<count, using: &generator)
      let share = Int.random(in: 1...9, using: &generator)
      let scattered = range.filter { ($0 &* 2_654_435_761 >> 7) % 10 < share }
      let rows = RowSet(rows: scattered.map(UInt32.init))
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<35:
        #expect(selection.insert(row) == !model.rows.contains(row))
        model.insert(row)
      case 35..<60:
        #expect(selection.remove(row) == model.rows.contains(row))
        model.remove(all: [row])
      case 60..<70:
        selection.insert(range)
        model.insert(all: range)
      case 70..<78:
        selection.insert(rows)
        model.insert(all: scattered)
      case 78..<86:
        selection.remove(range)
        model.remove(all: range)
      case 86..<98:
        selection.remove(rows)
        model.remove(all: scattered)
      case 98:
        selection.removeAll()
        model.rows = []
      default:
        selection.replace(with: row)
        model.rows = [row]
      }
      guard Array(selection.rows) == model.rows, selection.count == model.rows.count else {
        Issue.record("step \(step) of seed \(seed) differs")
        return
      }
      #expect(selection.contains(row) == model.rows.contains(row))
      #expect((selection.members != nil) == (selection.runs.count > Selection.scannedRunsLimit))
      #expect(zip(selection.runs, selection.runs.dropFirst()).allSatisfy { $0.range.upperBound != $1.range.lowerBound })
      if step % 10 == 0 {
        let chosen = Set(model.rows)
        #expect(selection.count(in: rows) == scattered.count(where: chosen.contains))
        #expect(selection.count(in: RowSet(range)) == range.count(where: chosen.contains))
        #expect(selection.containsAll(rows) == scattered.allSatisfy { chosen.contains($0) || disabled.contains($0) })
        #expect(
          selection.containsAll(RowSet(range)) == range.allSatisfy { chosen.contains($0) || disabled.contains($0) })
        #expect(Selection.decoded(selection.encoded(), in: table) == selection)
        #expect(Selection(values: model.rows.map(table.value(at:)), in: table) == selection)
      }
    }
  }
}
