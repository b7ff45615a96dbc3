/// A parsed regular expression.
indirect enum PatternNode: Sendable {
  case set(ScalarSet)
  case sequence([PatternNode])
  case alternation([PatternNode])
  /// - Parameter most: nil for no bound.
  case repetition(PatternNode, least: Int, most: Int?)
  case place(Place)
  case look(PatternNode, Direction, isNegated: Bool)
  /// A look-around that is compiled already.
  case hoisted(look: Int, isNegated: Bool)

  enum Place: Sendable { case start, end, wordBoundary, noWordBoundary }
  enum Direction: Sendable { case ahead, behind }
}

extension PatternNode {
  /// Unicode scalars of the shortest text that can match, as far as that is told without look-arounds.
  var leastCount: Int {
    switch self {
    case .set: 1
    case .sequence(let nodes): nodes.reduce(0) { min($0 + $1.leastCount, Pattern.textScalarLimit) }
    case .alternation(let nodes): nodes.map(\.leastCount).min() ?? 0
    case .repetition(let node, let least, _):
      min(min(least, Pattern.textScalarLimit) * node.leastCount, Pattern.textScalarLimit)
    case .place, .look, .hoisted: 0
    }
  }
}

/// A set of Unicode scalars.
indirect enum ScalarSet: Sendable {
  /// Sorted, none touching the next.
  case ranges([ClosedRange<UInt32>])
  case property(ScalarProperty)
  case union([ScalarSet])
  case intersection(ScalarSet, ScalarSet)
  case complement(ScalarSet)

  static func scalar(_ scalar: Unicode.Scalar) -> ScalarSet { .ranges([scalar.value...scalar.value]) }

  static let digits = ScalarSet.ranges([0x30...0x39])
  static let word = ScalarSet.ranges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// WhiteSpace and LineTerminator of ECMAScript.
  static let space = ScalarSet.ranges([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let lineTerminators = ScalarSet.ranges([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .ranges(let ranges):
      var low = 0
      var high = ranges.count
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
      }
      return low < ranges.count && ranges[low].lowerBound <= scalar.value
    case .property(let property): return property.holds(scalar)
    case .union(let sets): return sets.contains { $0.contains(scalar) }
    case .intersection(let a, let b): return a.contains(scalar) && b.contains(scalar)
    case .complement(let set): return !set.contains(scalar)
    }
  }

  /// The union of many small sets, ranges merged so that one search finds a scalar.
  static func merging(_ sets: [ScalarSet]) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    var others: [ScalarSet] = []
    for set in sets {
      if case .ranges(let some) = set { ranges += some } else { others.append(set) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return others.isEmpty ? .ranges(merged) : .union([.ranges(merged)] + others)
  }
}
