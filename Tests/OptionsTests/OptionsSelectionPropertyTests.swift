import TestSupport
import Testing

@testable import Options

@Suite("Selections against a plain array")
struct OptionsSelectionPropertyTests {
  /// A selection as a plain set, slow and obvious.
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
    "Thousands of changes leave the same rows in the same order, and so does the text form",
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
