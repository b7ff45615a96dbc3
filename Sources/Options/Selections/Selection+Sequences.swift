extension Selection {
  /// The chosen rows in the order of selection.
  package struct Rows: Sequence, Sendable {
    let runs: [Run]

    package struct Iterator: IteratorProtocol {
      fileprivate var runs: ArraySlice<Run>
      fileprivate var rest: Range<Int> = 0..<0

      package mutating func next() -> Int? {
        if rest.isEmpty {
          guard let run = runs.popFirst() else { return nil }
          rest = run.range
        }
        return rest.removeFirst()
      }
    }

    package func makeIterator() -> Iterator { Iterator(runs: runs[...]) }
    package var underestimatedCount: Int { runs.reduce(0) { $0 + Int($1.length) } }
  }

  /// The chosen values in the order of selection.
  package struct Values: Sequence, Sendable {
    let rows: Rows
    let table: OptionTable

    package struct Iterator: IteratorProtocol {
      fileprivate var rows: Rows.Iterator
      fileprivate let table: OptionTable
      package mutating func next() -> String? { rows.next().map(table.value(at:)) }
    }

    package func makeIterator() -> Iterator { Iterator(rows: rows.makeIterator(), table: table) }
    package var underestimatedCount: Int { rows.underestimatedCount }
  }

  package var rows: Rows { Rows(runs: runs) }
  package var values: Values { Values(rows: rows, table: table) }

  /// The rows at these positions of the order of selection: a page of the "Selected" list.
  package func rows(at positions: Range<Int>) -> RowRuns {
    var rows = RowRuns(expecting: min(runs.count, positions.count))
    var position = 0
    for run in runs {
      let part = positions.clamped(to: position..<position + Int(run.length))
      rows.append(part.lowerBound - position + Int(run.start)..<part.upperBound - position + Int(run.start))
      position += Int(run.length)
      if position >= positions.upperBound { break }
    }
    return rows
  }
}
