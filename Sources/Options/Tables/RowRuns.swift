/// Rows in an order, each once or more: those that follow each other in the table are one range, so that a page of a long
/// list costs no more than its few breaks.
package struct RowRuns: Sendable, Equatable {
  /// None is empty, and no two that follow each other could be one.
  package private(set) var ranges: [Range<Int>] = []
  /// Rows in all.
  package private(set) var count = 0

  /// No rows.
  /// - `rangeCount`: that it may come to hold.
  package init(expecting rangeCount: Int = 0) { ranges.reserveCapacity(rangeCount) }

  package init(_ range: Range<Int>) { append(range) }

  package init(_ rows: some Sequence<Int>) { for row in rows { append(row..<row + 1) } }

  package var isEmpty: Bool { count == 0 }
  package var rows: some Sequence<Int> { ranges.lazy.joined() }

  package mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    count += range.count
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  package func contains(_ row: Int) -> Bool { ranges.contains { $0.contains(row) } }

  /// The row at a position; nil: there are fewer.
  package func row(at position: Int) -> Int? {
    var rest = position
    for range in ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return nil
  }
}
