extension Condition {
  /// The cells that it speaks of, by index.
  package var cells: [Int] { subjects.map(\.cell) }

  /// The cells that it speaks of, by index, and whether it asks only if there is anything, or how much it is.
  var subjects: [(cell: Int, isGradual: Bool)] {
    switch self {
    case .equals(let cell, _), .isIn(let cell, _): [(cell, false)]
    case .atLeast(let cell, _), .atMost(let cell, _), .filled(let cell): [(cell, true)]
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.subjects)
    case .not(let condition): condition.subjects
    }
  }

  /// The cells so that each comes behind those of its `visibleWhen` and `readOnlyWhen`. Depth first without recursion:
  /// a chain may be as long as the form, and stacks are short. Where they go in a circle, one of them comes too early.
  static func evaluationOrder(of cells: [Cell]) -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: cells.count)
    for start in cells.indices where !isSeen[start] {
      isSeen[start] = true
      var trail = [(cell: start, rest: cells[start].dependencies[...])]
      while let (cell, rest) = trail.last {
        guard let next = rest.first else {
          order.append(cell)
          trail.removeLast()
          continue
        }
        trail[trail.count - 1].rest = rest.dropFirst()
        guard cells.indices ~= next, !isSeen[next] else { continue }
        isSeen[next] = true
        trail.append((next, cells[next].dependencies[...]))
      }
    }
    return order
  }
}

extension Cell {
  /// The cells on which it depends what others see of this one.
  fileprivate var dependencies: [Int] { [visibleWhen, readOnlyWhen].compactMap(\.self).flatMap(\.cells) }
}
