import FormCells

/// A question about a form: whether answers exist for which all of this holds.
indirect enum Question {
  case all([Question])
  case any([Question])
  /// A condition has one of these outcomes.
  case condition(Condition, Outcomes)
  /// A cell, by index, is shown or not.
  case shown(Int, Bool)
  /// A cell is read-only or not.
  case locked(Int, Bool)
  /// A cell is required or not.
  case required(Int, Bool)
  /// A cell's value passes a test. The value is `nil` if the cell is hidden or disabled.
  case value(of: Int, Test)
  /// The values of several cells pass a test together.
  case values(Relation)

  typealias Test = (CellValue?) -> Bool

  static var nothing: Question { .all([]) }

  static func holds(_ condition: Condition) -> Question { .condition(condition, .holds) }
  static func fails(_ condition: Condition) -> Question { .condition(condition, .fails) }
}

/// The possible outcomes of a condition. In a rule, a comparison with an empty cell is left open.
struct Outcomes: OptionSet {
  let rawValue: UInt8

  static let isTrue = Outcomes(rawValue: 1)
  static let isFalse = Outcomes(rawValue: 2)
  static let isOpen = Outcomes(rawValue: 4)
  /// Marks the outcomes of a rule. In a condition, whatever is not true is false.
  private static let ofRule = Outcomes(rawValue: 8)

  static let holds: Outcomes = [.isTrue]
  static let fails: Outcomes = [.isFalse]
  static let keepsRule: Outcomes = [.isTrue, .isOpen, .ofRule]
  static let breaksRule: Outcomes = [.isFalse, .ofRule]
  static let meetsRule: Outcomes = [.isTrue, .ofRule]

  var isOfRule: Bool { contains(.ofRule) }

  /// The outcomes of the opposite condition.
  var opposite: Outcomes {
    var outcomes = intersection([.isOpen, .ofRule])
    if contains(.isTrue) { outcomes.insert(.isFalse) }
    if contains(.isFalse) { outcomes.insert(.isTrue) }
    return outcomes
  }

  /// Whether an outcome is one of these.
  func takes(_ outcome: Bool?) -> Bool {
    contains(outcome.map { $0 ? .isTrue : .isFalse } ?? .isOpen)
  }
}

/// A test of the values of several cells together.
struct Relation {
  /// By `Cell.index`; includes the cells from which a calculated cell is calculated.
  let cells: [Int]
  /// The repeated sections whose entries it counts, by position.
  let sections: [Int]
  /// Whether it calculates with values, so that a few values cannot represent all.
  let isArithmetic: Bool
  /// - Parameter: gives the value of a cell, which is `nil` if the cell is hidden or disabled.
  let holds: ((Int) -> CellValue?) -> Bool

  init(among cells: [Int], in form: Form, _ holds: @escaping ((Int) -> CellValue?) -> Bool) {
    var (all, next): ([Int], [Int]) = ([], cells)
    var sections: Set<Int> = []
    var isArithmetic = false
    while let cell = next.popLast() {
      if all.contains(cell) { continue }
      all.append(cell)
      guard let calculation = form.cells[cell].calculation else { continue }
      isArithmetic = true
      next += calculation.cells
      sections.formUnion(calculation.countedSections)
    }
    (self.cells, self.sections, self.isArithmetic, self.holds) = (all.sorted(), sections.sorted(), isArithmetic, holds)
  }
}

extension Condition {
  /// The outcome of a single comparison; `nil` if it is left open. Not for conditions composed of others.
  /// - Parameter value: gives the value of a cell, which is `nil` if the cell is hidden or disabled.
  func outcome(in form: Form, isOfRule: Bool, _ value: (Int) -> CellValue?) -> Bool? {
    let cells = form.cells
    switch self {
    case .equals(let cell, let operand): return cells[cell].holds(operand, in: value(cell))
    case .isIn(let cell, let operands):
      let held = value(cell)
      return operands.contains { cells[cell].holds($0, in: held) }
    case .filled(let cell): return value(cell).map { !cells[cell].isEmpty($0) } ?? false
    case .atLeast(let cell, let bound):
      let held = value(cell)
      if isOfRule, !cells[cell].canCompare(held) { return nil }
      return cells[cell].compare(held, to: bound) { $0 >= $1 }
    case .atMost(let cell, let bound):
      let held = value(cell)
      if isOfRule, !cells[cell].canCompare(held) { return nil }
      return cells[cell].compare(held, to: bound) { $0 <= $1 }
    case .compared(let cell, let relation, let other):
      let (held, otherHeld) = (value(cell), value(other))
      if let result = cells[cell].compare(held, relation: relation, other: cells[other], otherValue: otherHeld) {
        return result
      }
      guard isOfRule else { return false }
      let isOneEmpty = held.map(cells[cell].isEmpty) ?? true
      let isOtherEmpty = otherHeld.map(cells[other].isEmpty) ?? true
      return relation == .equal && isOneEmpty != isOtherEmpty ? false : nil
    case .all, .any, .not, .isEntry, .entryCount, .anyEntry, .everyEntry: return nil
    }
  }
}
