import FormCells

/// The values with which a form compares its cells. Between them nothing changes, so a few values of a cell represent
/// all of them.
struct Comparands {
  /// Values that conditions name, by `Cell.index`.
  private(set) var texts: [Int: [String]] = [:]
  /// The bounds at which the result of a comparison changes, by `Cell.index`.
  private(set) var bounds: [Int: [Condition.Bound]] = [:]
  /// The cells with which a cell is compared, by `Cell.index`.
  private(set) var partners: [Int: Set<Int>] = [:]
  /// Days that a bound relative to another cell adds, by the index of either cell.
  private(set) var shifts: [Int: [DayBound]] = [:]
  /// Cells for which conditions ask only whether they have a value.
  private(set) var asked: Set<Int> = []
  /// Cells from which others are calculated.
  private(set) var operands: Set<Int> = []
  /// For each cell that filters options of others, the cells that follow it.
  private(set) var followers: [Int: [Int]] = [:]
  /// The numbers of entries in conditions, by section.
  private(set) var entryCounts: [Int: [Int]] = [:]
  /// The number of conditions on single entries, by section.
  private(set) var entryQuantifiers: [Int: Int] = [:]

  /// The largest number of entries that a calculation may count and a proof makes room for.
  private static let countLimit = 20

  init(of form: Form) {
    for section in form.sections {
      // All cells of a section have the same condition.
      section.cells.first?.sectionVisibleWhen.map { add($0) }
      section.repeated?.rules.forEach { add($0.require) }
    }
    for rule in form.rules { add(rule.require) }
    for cell in form.cells {
      for condition in [cell.visibleWhen, cell.requiredWhen, cell.readOnlyWhen].compactMap(\.self) { add(condition) }
      for note in cell.notes { add(note.when) }
      for filter in cell.filters { followers[filter.cell, default: []].append(cell.index) }
      for bound in [cell.followedBounds?.minimum, cell.followedBounds?.maximum].compactMap(\.self) {
        join(cell.index, bound.cell)
        if let shift = bound.shift {
          shifts[cell.index, default: []].append(shift)
          shifts[bound.cell, default: []].append(shift)
        }
      }
    }
    for cell in form.cells {
      guard let calculation = cell.calculation else { continue }
      operands.formUnion(calculation.cells)
      for comparison in calculation.comparisons { add(comparison) }
      // A total can reach a number through any one of its parts.
      let named = bounds[cell.index] ?? []
      // So can a total that counts entries.
      let counts = (named + [cell.bounds.least, cell.bounds.most].compactMap(\.self)).compactMap(\.whole)
      for section in calculation.countedSections {
        entryCounts[section, default: []] += counts.filter { 0...Self.countLimit ~= $0 }
      }
      for operand in calculation.cells where form.cells[operand].measure == cell.measure {
        bounds[operand, default: []] += named
      }
    }
  }

  private mutating func add(_ condition: Condition) {
    switch condition {
    case .equals(let cell, let operand): add([operand], to: cell)
    case .isIn(let cell, let operands): add(operands, to: cell)
    case .atLeast(let cell, let bound), .atMost(let cell, let bound): bounds[cell, default: []].append(bound)
    case .compared(let cell, _, let other): join(cell, other)
    case .all(let conditions), .any(let conditions): for condition in conditions { add(condition) }
    case .not(let condition): add(condition)
    case .entryCount(let section, _, let least, let most):
      entryCounts[section, default: []] += [least, most].compactMap(\.self)
    case .anyEntry(let section, let condition), .everyEntry(let section, let condition):
      entryQuantifiers[section, default: 0] += 1
      add(condition)
    case .filled(let cell): asked.insert(cell)
    case .isEntry: break
    }
  }

  private mutating func add(_ operands: [Condition.Operand], to cell: Int) {
    asked.insert(cell)
    for case .text(let text) in operands where texts[cell]?.contains(text) != true {
      texts[cell, default: []].append(text)
    }
  }

  private mutating func join(_ cell: Int, _ other: Int) {
    partners[cell, default: []].insert(other)
    partners[other, default: []].insert(cell)
  }

  /// The cell, and all cells with which it is compared directly or indirectly, in order.
  func group(of cell: Int) -> [Int] {
    var (group, next): (Set<Int>, [Int]) = ([cell], [cell])
    while let cell = next.popLast() {
      for partner in partners[cell] ?? [] where group.insert(partner).inserted { next.append(partner) }
    }
    return group.sorted()
  }

  /// The number of entries for which a proof needs room: one more than any condition asks for, and one for each
  /// condition on a single entry.
  func room(for section: Int, _ repeated: RepeatedSection) -> Int {
    let asked = (entryCounts[section] ?? []).max().map { $0 + 1 } ?? 1
    return min(repeated.maximum, max(asked, repeated.minimum, entryQuantifiers[section] ?? 1))
  }
}
