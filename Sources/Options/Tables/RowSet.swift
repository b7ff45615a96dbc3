/// Rows of a table in ascending order: the answer to a search, or all of them. A run of neighbours ("all rows") is kept
/// as its bounds, so that it costs nothing whatever its length.
package struct RowSet: Sendable {
  enum Storage: Sendable {
    case run(Range<Int>)
    case scattered(ArraySlice<UInt32>)
  }
  let storage: Storage

  /// These neighbouring rows, for instance all of a table or of a list.
  package init(_ run: Range<Int>) { storage = .run(run) }

  /// - Parameter rows: strictly ascending.
  package init(rows: [UInt32] = []) { self.init(slice: rows[...]) }

  /// The rows whose bits are set.
  init(_ bitmap: Bitmap) {
    var rows: [UInt32] = []
    rows.reserveCapacity(bitmap.words.reduce(0) { $0 + $1.nonzeroBitCount })
    for (group, word) in bitmap.words.enumerated() {
      var word = word
      while word != 0 {
        rows.append(UInt32(group << 6 + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    self.init(rows: rows)
  }

  private init(slice: ArraySlice<UInt32>) {
    if let first = slice.first, let last = slice.last {
      let isRun = Int(last) - Int(first) == slice.count - 1
      storage = isRun ? .run(Int(first)..<Int(last) + 1) : .scattered(slice)
    } else {
      storage = .run(0..<0)
    }
  }

  /// The part of it that lies in this range of rows: two binary searches, nothing is copied.
  package func slice(_ range: Range<Int>) -> RowSet {
    switch storage {
    case .run(let run):
      let part = run.clamped(to: range)
      return RowSet(part.isEmpty ? 0..<0 : part)
    case .scattered(let rows):
      let lower = rows.lowerBound(of: range.lowerBound)
      let upper = rows[lower...].lowerBound(of: range.upperBound)
      return RowSet(slice: rows[lower..<upper])
    }
  }

  /// The first rows of it, `count` at most.
  package func first(_ count: Int) -> RowRuns {
    switch storage {
    case .run(let run): RowRuns(run.prefix(count))
    case .scattered(let rows): RowRuns(rows.prefix(count).lazy.map(Int.init))
    }
  }

  /// Whether this row is in it (binary search).
  package func contains(_ row: Int) -> Bool {
    switch storage {
    case .run(let run): return run.contains(row)
    case .scattered(let rows):
      let place = rows.lowerBound(of: row)
      return place < rows.endIndex && Int(rows[place]) == row
    }
  }
}

extension RowSet: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch storage {
    case .run(let run): run.count
    case .scattered(let rows): rows.count
    }
  }
  package subscript(position: Int) -> Int {
    switch storage {
    case .run(let run):
      precondition(position >= 0 && position < run.count, "no such position in the row set")
      return run.lowerBound + position
    case .scattered(let rows): return Int(rows[rows.startIndex + position])
    }
  }
}

extension RowSet: Equatable {
  package static func == (a: RowSet, b: RowSet) -> Bool {
    switch (a.storage, b.storage) {
    case (.run(let a), .run(let b)): a == b
    case (.scattered(let a), .scattered(let b)): a == b
    default: false
    }
  }
}

extension ArraySlice<UInt32> {
  /// The first index whose element is not below `row`.
  fileprivate func lowerBound(of row: Int) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if Int(self[middle]) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
