/// Rows of a table in ascending order: the result of a search, or all rows. Neighbouring rows ("all rows") are stored as a range,
/// whatever its length.
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

  init(slice: ArraySlice<UInt32>) {
    if let first = slice.first, let last = slice.last {
      let isRun = Int(last) - Int(first) == slice.count - 1
      storage = isRun ? .run(Int(first)..<Int(last) + 1) : .scattered(slice)
    } else {
      storage = .run(0..<0)
    }
  }

  /// The rows in this range: takes two binary searches and copies nothing.
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

  /// The first rows, at most `count`.
  package func first(_ count: Int) -> RowRuns {
    switch storage {
    case .run(let run): RowRuns(run.prefix(count))
    case .scattered(let rows): RowRuns(rows.prefix(count).lazy.map(Int.init))
    }
  }

  /// Whether it contains this row (binary search).
  package func contains(_ row: Int) -> Bool {
    switch storage {
    case .run(let run): return run.contains(row)
    case .scattered(let rows):
      let place = rows.lowerBound(of: row)
      return place < rows.endIndex && Int(rows[place]) == row
    }
  }
}

extension RowSet {
  /// The rows that are in both sets.
  package func intersection(_ other: RowSet) -> RowSet {
    switch (storage, other.storage) {
    case (.run(let run), _): return other.slice(run)
    case (_, .run(let run)): return slice(run)
    case (.scattered(let a), .scattered(let b)):
      var rows: [UInt32] = []
      var (i, j) = (a.startIndex, b.startIndex)
      while i < a.endIndex, j < b.endIndex {
        if a[i] == b[j] { rows.append(a[i]) }
        (i, j) = (a[i] <= b[j] ? i + 1 : i, b[j] <= a[i] ? j + 1 : j)
      }
      return RowSet(rows: rows)
    }
  }

  /// Bytes of memory that it takes in addition to the value itself.
  var byteCount: Int {
    switch storage {
    case .run: 128
    case .scattered(let rows): 128 + rows.count * MemoryLayout<UInt32>.stride
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
  /// The first index whose element is not less than `row`.
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

/// Rows in any order, possibly repeated. Consecutive rows are stored as one range, so that a page of a long list is cheap.
package struct RowRuns: Sendable, Equatable {
  /// Ranges that are not empty; adjacent ones are joined.
  package private(set) var ranges: [Range<Int>] = []
  /// The number of all rows.
  package private(set) var count = 0

  /// No rows.
  /// - `rangeCount`: the expected number of ranges.
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

  /// The row at a position; `nil` if there are fewer rows.
  package func row(at position: Int) -> Int? {
    var rest = position
    for range in ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return nil
  }
}

/// One bit for each row of a table.
struct Bitmap: Sendable {
  var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// - `bytes`: eight rows per byte, the lowest row in the lowest bit; not more bytes than the rows need.
  init(count: Int, bytes: [UInt8]) {
    self.init(count: count)
    for (index, byte) in bytes.enumerated() { words[index >> 3] |= UInt64(byte) << UInt64((index & 7) * 8) }
  }

  /// The first bytes, in the format of `init(count:bytes:)`.
  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: words[$0 >> 3] >> UInt64(($0 & 7) * 8)) }
  }

  @inline(__always)
  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  @inline(__always)
  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  @inline(__always)
  mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

  mutating func insert(_ rows: Range<Int>) {
    Self.forEachWord(of: rows) { words[$0] |= $1 }
  }

  mutating func remove(_ rows: Range<Int>) {
    Self.forEachWord(of: rows) { words[$0] &= ~$1 }
  }

  mutating func formUnion(_ other: Bitmap) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func count(in rows: Range<Int>) -> Int {
    var count = 0
    Self.forEachWord(of: rows) { count += (words[$0] & $1).nonzeroBitCount }
    return count
  }

  /// The first row of `rows` whose bit is set, or not set, as asked; the end of `rows` if there is none.
  func first(_ isSet: Bool, in rows: Range<Int>) -> Int {
    guard !rows.isEmpty else { return rows.upperBound }
    let flip: UInt64 = isSet ? 0 : ~0
    var index = rows.lowerBound >> 6
    var word = (words[index] ^ flip) & (~0 << UInt64(rows.lowerBound & 63))
    while word == 0 {
      index += 1
      if index << 6 >= rows.upperBound { return rows.upperBound }
      word = words[index] ^ flip
    }
    return min(index << 6 + word.trailingZeroBitCount, rows.upperBound)
  }

  @inline(__always)
  private static func forEachWord(of rows: Range<Int>, _ body: (Int, UInt64) -> Void) {
    guard !rows.isEmpty else { return }
    let (first, last) = (rows.lowerBound >> 6, (rows.upperBound - 1) >> 6)
    for index in first...last {
      var mask: UInt64 = ~0
      if index == first { mask &= ~0 << UInt64(rows.lowerBound & 63) }
      if index == last { mask &= ~0 >> UInt64(63 - (rows.upperBound - 1) & 63) }
      body(index, mask)
    }
  }
}
