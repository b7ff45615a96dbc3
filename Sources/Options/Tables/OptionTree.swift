import Support

/// The rows of a table as a tree (`"parent"` of a source): which rows are below which. Takes 12 bytes per row.
package struct OptionTree: Sendable {
  /// The maximum number of levels, with the top one: the path to every row has to be readable, and fit on a page.
  static let levelLimit = 16
  /// Bytes of a value with rows below it: it is a part of the level's URL, with up to three characters per byte.
  static let parentByteLimit = 256

  private static let none = UInt32.max

  /// The parent of each row; `none`: the row is on the top level.
  private let parents: [UInt32]
  /// The rows level by level, each level in the order of the table: first the top level, then those below row 0, row 1, …
  private let levels: [UInt32]
  /// The end of each of these levels in `levels`.
  private let ends: [UInt32]
  /// Rows with others below them, whether or not those are in the table.
  private let knownParents: Set<UInt32>

  /// Why a row cannot be placed in the tree.
  enum Fault {
    /// No row has the value that its parent column names.
    case missingParent(row: Int)
    /// The parents of these rows form a circle.
    case circle([Int])
    /// It is deeper than `levelLimit` levels.
    case tooDeep(row: Int)
    /// It has rows below it, but its value has more than `parentByteLimit` bytes.
    case longParent(row: Int)
  }

  /// - Parameters:
  ///   - parents: the text of each row's parent column; empty: the row is on the top level.
  ///   - values: the values of the same rows.
  ///   - index: the index of the values.
  ///   - levelLimit: the number of levels for these rows.
  init(
    _ parents: TextColumn, values: TextColumn, index: ValueIndex, count: Int, levelLimit: Int = Self.levelLimit,
    report: (Fault) -> Void
  ) {
    var above = [UInt32](repeating: Self.none, count: count)
    parents.bytes.withUnsafeBufferPointer { bytes in
      var last: (text: Range<Int>, row: Int?) = (0..<0, nil)
      for row in 0..<count {
        let range = parents.range(at: row)
        if range.isEmpty { continue }
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        // Rows of one level are mostly next to each other.
        if last.text.isEmpty || !text.elementsEqual(bytes[last.text]) {
          last = (range, index.row(of: text, in: values))
        }
        guard let parent = last.row else {
          report(.missingParent(row: row))
          continue
        }
        above[row] = UInt32(parent)
      }
    }
    self.init(above: above)
    reportDepths(levelLimit, report: report)
    for row in 0..<count where isParent(row) && values.range(at: row).count > Self.parentByteLimit {
      report(.longParent(row: row))
    }
  }

  /// The known part of a provider's tree.
  /// - `values`: the values of the rows.
  init(_ places: [String: OptionPlace], of values: [String]) {
    let rows = Dictionary(values.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var above = [UInt32](repeating: Self.none, count: values.count)
    var parents: Set<UInt32> = []
    for (value, place) in places {
      guard var below = rows[value] else { continue }
      if place.hasOptionsBelow { parents.insert(UInt32(below)) }
      for option in place.path.reversed() {
        guard let row = rows[option.value] else { break }
        above[below] = UInt32(row)
        below = row
      }
    }
    self.init(above: above, knownParents: parents)
  }

  private init(above: [UInt32], knownParents: Set<UInt32> = []) {
    parents = above
    self.knownParents = knownParents
    var next = [UInt32](repeating: 0, count: above.count + 1)
    for parent in above { next[parent == Self.none ? 0 : Int(parent) + 1] += 1 }
    var start: UInt32 = 0
    for level in next.indices { (next[level], start) = (start, start + next[level]) }
    var levels = [UInt32](repeating: 0, count: above.count)
    for (row, parent) in above.enumerated() {
      let level = parent == Self.none ? 0 : Int(parent) + 1
      levels[Int(next[level])] = UInt32(row)
      next[level] += 1
    }
    self.levels = levels
    ends = next
  }

  /// Reports circles, and the first row that is too deep; looks at each row once.
  private func reportDepths(_ levelLimit: Int, report: (Fault) -> Void) {
    // The level of each row, from 1 on; 0: not known yet; 255: in a circle, or below one.
    let circle = UInt8.max
    var depths = [UInt8](repeating: 0, count: parents.count)
    var way: [Int] = []
    var isTooDeep = false
    for row in parents.indices where depths[row] == 0 {
      way.removeAll(keepingCapacity: true)
      var place = row
      while depths[place] == 0 {
        // Marked as on the way, so that a circle is noticed.
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
        guard depth != circle, depth > levelLimit, !isTooDeep else { continue }
        isTooDeep = true
        report(.tooDeep(row: row))
      }
    }
  }

  /// The rows below a row, in the order of the table; `nil` means the top level.
  package func rows(below row: Int?) -> RowSet {
    let level = row.map { $0 + 1 } ?? 0
    return RowSet(slice: levels[(level == 0 ? 0 : Int(ends[level - 1]))..<Int(ends[level])])
  }

  /// Whether any row is below this one.
  package func isParent(_ row: Int) -> Bool {
    ends[row] < ends[row + 1] || knownParents.contains(UInt32(row))
  }

  /// The parent of a row; `nil` if the row is on the top level.
  package func parent(of row: Int) -> Int? { parents[row] == Self.none ? nil : Int(parents[row]) }

  /// The rows above a row, beginning with the top level.
  package func path(to row: Int) -> [Int] {
    var path: [Int] = []
    var place = parent(of: row)
    // Limited, because successive answers of a provider may contradict each other.
    while let row = place, path.count < Self.levelLimit {
      path.append(row)
      place = parent(of: row)
    }
    return path.reversed()
  }
}

/// The places of options in a provider's tree, by value.
struct OptionPlaces: Sendable {
  let places: [String: OptionPlace]
  let choosesParents: Bool
}

extension OptionTable {
  /// The rows of a tree's level that can be listed; `nil` if the options are not a tree.
  /// - Parameter row: the parent row; `nil`: the top level.
  package func rows(ofLevelBelow row: Int?) -> RowSet? {
    guard let tree else { return nil }
    guard let part else { return tree.rows(below: row) }
    return part.listedLevel == row.map(value) ?? "" ? offeredRows : RowSet()
  }

  /// The rows above a row of a tree, beginning with the top level.
  package func path(to row: Int) -> [Int] { tree?.path(to: row) ?? [] }

  /// The row of a tree with this value, if others are below it; else `nil`.
  package func parentRow(of value: String) -> Int? {
    guard let tree, let row = row(of: value), tree.isParent(row) else { return nil }
    return row
  }
}

extension OptionTree.Fault {
  /// The row that the mistake is about.
  var row: Int {
    switch self {
    case .missingParent(let row), .tooDeep(let row), .longParent(let row): row
    case .circle(let rows): rows[0]
    }
  }

  /// - Parameter column: the name of the parent column.
  func reason(_ column: String, parents: TextColumn, values: TextColumn) -> OptionFileError.Reason {
    switch self {
    case .missingParent(let row): .missingParent(parents.text(at: row) ?? "", column: column)
    case .circle(let rows):
      .circle(rows.prefix(OptionFileError.namedLimit).map { values.text(at: $0) ?? "" }, count: rows.count)
    case .tooDeep: .tooDeep(levelLimit: OptionTree.levelLimit)
    case .longParent: .longParent(byteLimit: OptionTree.parentByteLimit)
    }
  }
}

/// Those rows of a database's tree that have others below them, for checking the tree.
package struct OptionTreeRows: Sendable {
  private var rows = OptionRows()

  package init() {}

  package var count: Int { rows.count }

  /// - Parameter parent: empty: the row is on the top level.
  package mutating func append(_ value: String, below parent: String) {
    rows.append(value, to: .value)
    parent.withBytes { rows.appendParent($0) }
    rows.endRow()
  }

  /// What is wrong with the rows except missing parents, each with a row's value. For a row that is too deep, this is its parent's value.
  package func faults() -> [(value: String, reason: OptionFileError.Reason)] {
    let values = rows[.value]
    var faults: [OptionTree.Fault] = []
    let index = ValueIndex(values, count: count)
    _ = OptionTree(rows.parents, values: values, index: index, count: count, levelLimit: OptionTree.levelLimit - 1) {
      fault in
      switch fault {
      case .circle, .tooDeep: faults.append(fault)
      // All of these rows have others below them.
      case .missingParent, .longParent: break
      }
    }
    for row in 0..<count where values.range(at: row).count > OptionTree.parentByteLimit {
      faults.append(.longParent(row: row))
    }
    return faults.map { (values.text(at: $0.row) ?? "", $0.reason("", parents: rows.parents, values: values)) }
  }
}
