/// The rows of a table as a tree (`"parent"` of a source): which rows are below which, 12 bytes a row.
package struct OptionTree: Sendable {
  /// Levels, the top one included: every row has a way to it that people can read, and that a page can show.
  static let levelLimit = 16
  /// Bytes of a value with rows below it: it is a part of the level's address, three characters a byte at worst.
  static let parentByteLimit = 256

  private static let none = UInt32.max

  /// The row above each row; `none`: it is on the top level.
  private let parents: [UInt32]
  /// The rows level by level, each level in the order of the table: first the top one, then those below row 0, row 1, …
  private let levels: [UInt32]
  /// Where each of these levels ends.
  private let ends: [UInt32]

  /// A row that is in no tree.
  enum Fault {
    /// No row has the value that its parent column holds.
    case missingParent(row: Int)
    /// The parents of these rows lead round in a circle, each to the next.
    case circle([Int])
    /// It is below `levelLimit` levels.
    case tooDeep(row: Int)
    /// It has rows below it, and more than `parentByteLimit` bytes.
    case longParent(row: Int)
  }

  /// - Parameters:
  ///   - parents: the text of each row's parent column; empty: it is on the top level.
  ///   - values: of the same rows.
  ///   - index: of the values.
  init(_ parents: TextColumn, _ values: TextColumn, _ index: ValueIndex, count: Int, report: (Fault) -> Void) {
    var above = [UInt32](repeating: Self.none, count: count)
    var counts = [UInt32](repeating: 0, count: count + 1)
    parents.bytes.withUnsafeBufferPointer { bytes in
      var last: (text: Range<Int>, row: Int?) = (0..<0, nil)
      for row in 0..<count {
        let range = parents.range(at: row)
        if range.isEmpty {
          counts[0] += 1
          continue
        }
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        // Rows of one level mostly follow each other.
        if last.text.isEmpty || !text.elementsEqual(bytes[last.text]) {
          last = (range, index.row(of: text, in: values))
        }
        guard let parent = last.row else {
          report(.missingParent(row: row))
          continue
        }
        above[row] = UInt32(parent)
        counts[parent + 1] += 1
      }
    }
    self.parents = above
    var next: [UInt32] = []
    next.reserveCapacity(count + 1)
    var start: UInt32 = 0
    for count in counts {
      next.append(start)
      start += count
    }
    var levels = [UInt32](repeating: 0, count: count)
    for row in 0..<count {
      let level = above[row] == Self.none ? 0 : Int(above[row]) + 1
      guard next[level] < levels.count else { continue }
      levels[Int(next[level])] = UInt32(row)
      next[level] += 1
    }
    self.levels = levels
    ends = next
    reportDepths(report)
    for row in 0..<count where counts[row + 1] > 0 && values.range(at: row).count > Self.parentByteLimit {
      report(.longParent(row: row))
    }
  }

  /// Reports circles, and the first row that is too deep, looking at each row once.
  private func reportDepths(_ report: (Fault) -> Void) {
    // The level of each row from 1 on; 0: not known yet; 255: in a circle, or below one.
    let circle = UInt8.max
    var depths = [UInt8](repeating: 0, count: parents.count)
    var way: [Int] = []
    var isTooDeep = false
    for row in parents.indices where depths[row] == 0 {
      way.removeAll(keepingCapacity: true)
      var place = row
      while depths[place] == 0 {
        // On the way, so that a circle is met.
        depths[place] = circle - 1
        way.append(place)
        guard parents[place] != Self.none else { break }
        place = Int(parents[place])
      }
      var depth = depths[place]
      if depth == circle - 1 {
        if parents[place] == Self.none {
          depth = 0
        } else {
          depth = circle
          if let start = way.firstIndex(of: place) { report(.circle(Array(way[start...]))) }
        }
      }
      for row in way.reversed() {
        if depth < circle - 2 { depth += 1 }
        depths[row] = depth
        guard depth != circle, depth > Self.levelLimit, !isTooDeep else { continue }
        isTooDeep = true
        report(.tooDeep(row: row))
      }
    }
  }

  /// The rows below a row, in the order of the table; nil: those of the top level.
  package func rows(below row: Int?) -> RowSet {
    let level = row.map { $0 + 1 } ?? 0
    return RowSet(slice: levels[(level == 0 ? 0 : Int(ends[level - 1]))..<Int(ends[level])])
  }

  /// Whether any row is below this one.
  package func isParent(_ row: Int) -> Bool { ends[row] < ends[row + 1] }

  /// The row above; nil: the row is on the top level.
  package func parent(of row: Int) -> Int? { parents[row] == Self.none ? nil : Int(parents[row]) }

  /// The rows above a row, the one of the top level first.
  package func path(to row: Int) -> [Int] {
    var path: [Int] = []
    var place = parent(of: row)
    while let row = place {
      path.append(row)
      place = parent(of: row)
    }
    return path.reversed()
  }
}

extension OptionTable {
  /// The row of a tree that has this value and others below it; nil: there is none.
  package func parentRow(of value: String) -> Int? {
    guard let tree, let row = row(of: value), tree.isParent(row) else { return nil }
    return row
  }
}
