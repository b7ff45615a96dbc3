import FormCells

/// What is asked of a form: whether answers exist for which all of this holds.
indirect enum Question {
  case all([Question])
  case any([Question])
  /// A condition comes out as one of these.
  case condition(Condition, Outcomes)
  /// The cell, by index, is shown, or it is not.
  case shown(Int, Bool)
  /// It is read-only, or it is not.
  case locked(Int, Bool)
  /// It is demanded, or it is not.
  case required(Int, Bool)
  /// Its value, nil where it has none because it is hidden or disabled, passes a test.
  case value(of: Int, Test)
  /// The values of several cells do.
  case values(Relation)

  typealias Test = (CellValue?) -> Bool

  static var nothing: Question { .all([]) }

  static func holds(_ condition: Condition) -> Question { .condition(condition, .holds) }
  static func fails(_ condition: Condition) -> Question { .condition(condition, .fails) }
}

/// What a condition may come out as. In rules it is left open by a comparison in which a cell is empty.
struct Outcomes: OptionSet {
  let rawValue: UInt8

  static let isTrue = Outcomes(rawValue: 1)
  static let isFalse = Outcomes(rawValue: 2)
  static let isOpen = Outcomes(rawValue: 4)
  /// Of a rule, rather than of a condition, in which what is not true is false.
  private static let ofRule = Outcomes(rawValue: 8)

  static let holds: Outcomes = [.isTrue]
  static let fails: Outcomes = [.isFalse]
  static let keepsRule: Outcomes = [.isTrue, .isOpen, .ofRule]
  static let breaksRule: Outcomes = [.isFalse, .ofRule]
  static let meetsRule: Outcomes = [.isTrue, .ofRule]

  var isOfRule: Bool { contains(.ofRule) }

  /// Those of the opposite condition.
  var opposite: Outcomes {
    var outcomes = intersection([.isOpen, .ofRule])
    if contains(.isTrue) { outcomes.insert(.isFalse) }
    if contains(.isFalse) { outcomes.insert(.isTrue) }
    return outcomes
  }

  /// Whether one of these is wanted.
  func takes(_ outcome: Bool?) -> Bool {
    contains(outcome.map { $0 ? .isTrue : .isFalse } ?? .isOpen)
  }
}

/// A test of the values of several cells at once.
struct Relation {
  /// By `Cell.index`; of a calculated cell also those from which it is calculated.
  let cells: [Int]
  /// Repeated sections whose entries are counted in it, by position.
  let sections: [Int]
  /// Whether values are calculated in it, so that few values do not stand for all.
  let isArithmetic: Bool
  /// - Parameter: the value of a cell, nil where it is hidden or disabled.
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
  /// The outcome of a comparison by itself; nil: it is left open. Not for conditions that are made of others.
  /// - Parameter value: of a cell, nil where it is hidden or disabled.
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
