/// The state of a cell, which depends on the values of other cells.
package struct CellState: Sendable, Equatable {
  /// If false, the cell is not drawn, validated or submitted, and counts as empty in other cells' conditions.
  package var isVisible: Bool
  package var isRequired: Bool
  /// If true, it keeps its first value, whatever was posted.
  package var isReadOnly: Bool
  package var isDisabled: Bool
  package var shownNotes = ShownNotes()
  package init(isVisible: Bool, isRequired: Bool, isReadOnly: Bool, isDisabled: Bool) {
    self.isVisible = isVisible
    self.isRequired = isRequired
    self.isReadOnly = isReadOnly
    self.isDisabled = isDisabled
  }

  /// All of it as a number.
  package var bits: UInt32 {
    (isVisible ? 1 : 0) | (isRequired ? 2 : 0) | (isReadOnly ? 4 : 0) | (isDisabled ? 8 : 0)
      | UInt32(shownNotes.bits) << 16
  }

  /// Whether a submission contains it.
  package var isSent: Bool { isVisible && !isDisabled }

  /// Whether the visitor can change it.
  package var isEditable: Bool { isVisible && takesInput }

  /// Whether input is accepted. A hidden cell keeps its input for when it is shown again.
  var takesInput: Bool { !isReadOnly && !isDisabled }
}

extension Form {
  /// The state of each cell; `values[i]` belongs to `cells[i]`. Evaluates every condition once.
  package func states(in values: [CellValue], _ hostValues: HostValues = .none) -> [CellState] {
    hasConditions || !hostValues.isEmpty ? evaluation(of: values, hostValues).states : initialStates
  }

  func evaluation(
    of values: [CellValue], _ hostValues: HostValues, entries: EntryLists = EntryLists()
  ) -> Evaluation {
    Evaluation(
      of: cells, in: evaluationOrder, values: values, hostValues: hostValues, rules: rules,
      entries: ShownEntries(entries, of: self))
  }

  var initialDigestedValues: DigestedValues { beginsByOptions ? DigestedValues(initialValues) : declaredValues }

  /// The value that each cell starts with.
  package var initialValues: [CellValue] { cells.map(\.initial) }
}

/// What the values of other cells demand of the values of some cells.
package struct FollowedDemands: Sendable, Equatable {
  /// The bounds of cells that other cells' values decide, by `Cell.index`.
  package var bounds: [Int: CurrentBounds] = [:]
  /// The broken rules that have a visible cell, by position in `Form.rules`.
  package var brokenRules: [Int] = []
}

/// The conditions of a form over one set of values.
struct Evaluation {
  private let cells: [Cell]
  /// The values that were given, and those calculated from them.
  private(set) var values: [CellValue]
  private let hostValues: HostValues
  private let entries: ShownEntries?
  private(set) var states: [CellState]
  private(set) var demands = FollowedDemands()
  /// Repeated sections that are hidden, by position.
  private(set) var hiddenSections: Set<Int> = []
  /// Calculated cells that depend on a value that cannot be read, by index.
  private var unread: Set<Int> = []

  /// - `order`: each cell after those that decide whether it is visible and read-only, and after those it is calculated from.
  /// - `entries`: `nil` if the form has no repeated section.
  init(
    of cells: [Cell], in order: [Int], values: [CellValue], hostValues: HostValues = .none, rules: [FormRule] = [],
    entries: ShownEntries? = nil
  ) {
    precondition(values.count == cells.count, "one value for each cell of the form")
    self.entries = entries
    self.cells = cells
    self.values = values
    self.hostValues = hostValues
    states = cells.map {
      CellState(
        isVisible: true, isRequired: $0.isRequired, isReadOnly: $0.isReadOnly || hostValues.locked.contains($0.index),
        isDisabled: $0.isDisabled)
    }
    for index in order {
      if entries?.isAbsent(index) == true {
        states[index].isVisible = false
        if let section = entries?.repeatedSection(of: index), let condition = cells[index].sectionVisibleWhen,
          !holds(condition)
        {
          hiddenSections.insert(section)
        }
        continue
      }
      if let condition = cells[index].sectionVisibleWhen, !holds(condition) { states[index].isVisible = false }
      if let condition = cells[index].visibleWhen, !holds(condition) { states[index].isVisible = false }
      if let condition = cells[index].readOnlyWhen, holds(condition) { states[index].isReadOnly = true }
      if let calculation = cells[index].calculation {
        do throws(UnreadOperand) {
          self.values[index] = try calculation.value(operand, isEntry: isShownEntry)
        } catch {
          self.values[index] = cells[index].empty
          unread.insert(index)
        }
      }
    }
    // Nothing above depends on the following, which depends on all of the above.
    for cell in cells where entries?.isAbsent(cell.index) != true {
      if let condition = cell.requiredWhen, holds(condition) { states[cell.index].isRequired = true }
      if states[cell.index].isRequired, cell.offersNothing(in: cells, value(of:)) {
        states[cell.index].isRequired = false
      }
      for (position, note) in cell.notes.enumerated() where holds(note.when) {
        states[cell.index].shownNotes.insert(position)
      }
      if let bounds = cell.followedBounds {
        demands.bounds[cell.index] = bounds.current { other in value(of: other).map { (cells[other], $0) } }
      }
    }
    demands.brokenRules = rules.indices.filter { position in
      rules[position].cells.contains { states[$0].isVisible } && decided(rules[position].require) == false
    }
  }

  /// The operand of a calculation.
  private func operand(_ index: Int) throws(UnreadOperand) -> (cell: Cell, value: CellValue)? {
    guard let value = value(of: index) else { return nil }
    if unread.contains(index) { throw UnreadOperand() }
    return (cells[index], value)
  }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .equals(let cell, let operand): return cells[cell].holds(operand, in: value(of: cell))
    case .isIn(let cell, let operands):
      let value = value(of: cell)
      return operands.contains { cells[cell].holds($0, in: value) }
    case .atLeast(let cell, let bound): return cells[cell].compare(value(of: cell), to: bound) { $0 >= $1 }
    case .atMost(let cell, let bound): return cells[cell].compare(value(of: cell), to: bound) { $0 <= $1 }
    case .compared(let cell, let relation, let other):
      return cells[cell].compare(value(of: cell), relation: relation, other: cells[other], otherValue: value(of: other))
        ?? false
    case .filled(let cell): return value(of: cell).map { !cells[cell].isEmpty($0) } ?? false
    case .all(let conditions):
      for condition in conditions where !holds(condition) { return false }
      return true
    case .any(let conditions):
      for condition in conditions where holds(condition) { return true }
      return false
    case .not(let condition): return !holds(condition)
    case .isEntry(let section): return isShownEntry(section)
    case .entryCount(_, let places, let least, let most):
      let count = places.count(where: isShownEntry)
      return count >= least ?? 0 && count <= most ?? .max
    // A form without room has no entries.
    case .anyEntry: return false
    case .everyEntry: return true
    }
  }

  /// The same, but `nil` if a comparison with an empty cell leaves the result open.
  private func decided(_ condition: Condition) -> Bool? {
    switch condition {
    case .atLeast(let cell, _), .atMost(let cell, _):
      return cells[cell].canCompare(value(of: cell)) ? holds(condition) : nil
    case .compared(let cell, let relation, let other):
      let (value, otherValue) = (value(of: cell), value(of: other))
      if let result = cells[cell].compare(value, relation: relation, other: cells[other], otherValue: otherValue) {
        return result
      }
      // A value and no value are not equal.
      let isOneEmpty = value.map(cells[cell].isEmpty) ?? true
      let isOtherEmpty = otherValue.map(cells[other].isEmpty) ?? true
      return relation == .equal && isOneEmpty != isOtherEmpty ? false : nil
    case .all(let conditions):
      let decided = conditions.map { self.decided($0) }
      return decided.contains(false) ? false : decided.contains(nil) ? nil : true
    case .any(let conditions):
      let decided = conditions.map { self.decided($0) }
      return decided.contains(true) ? true : decided.contains(nil) ? nil : false
    case .not(let condition): return decided(condition).map { !$0 }
    case .equals, .isIn, .filled, .isEntry, .entryCount, .anyEntry, .everyEntry: return holds(condition)
    }
  }

  /// Whether a section, by position, is an entry of a repeated section that is not hidden.
  private func isShownEntry(_ section: Int) -> Bool {
    guard let entries, entries.sections.contains(section) else { return false }
    return entries.shownWhen[section].map(holds) ?? true
  }

  /// The value that conditions see; `nil` if the cell is hidden or disabled (TI50).
  private func value(of index: Int) -> CellValue? {
    let state = states[index]
    guard state.isVisible, !state.isDisabled else { return nil }
    if cells[index].isCalculated { return values[index] }
    return state.isReadOnly ? hostValues.values[index] ?? cells[index].initial : values[index]
  }
}

/// Which sections are entries.
struct ShownEntries: Sendable {
  /// The positions of the sections that are entries.
  let sections: Set<Int>
  /// By position: whether a section is a repeated one, which entries copy, or a place without an entry.
  private let isAbsent: [Bool]
  /// By position: when the entries of a repeated section are shown; `nil` for always.
  fileprivate let shownWhen: [Condition?]
  private let isRepeated: [Bool]
  private let sectionOfCell: [Int]

  /// `nil` if the form has no repeated section.
  init?(_ entries: Set<Int>, of sections: [FormSection], sectionOfCell: [Int]) {
    isRepeated = sections.map { $0.repeated != nil }
    guard isRepeated.contains(true) else { return nil }
    self.sections = entries
    shownWhen = sections.map(\.entriesShownWhen)
    isAbsent = sections.enumerated().map { $1.repeated != nil || $1.entry != nil && !entries.contains($0) }
    self.sectionOfCell = sectionOfCell
  }

  init?(_ entries: EntryLists, of form: Form) {
    if entries.isEmpty {
      guard let none = form.noEntries else { return nil }
      self = none
      return
    }
    self.init(
      Set(
        entries.sections.flatMap { section in
          entries[section].compactMap { form.section(of: EntryPlace(section: section, number: $0)) }
        }), of: form.sections, sectionOfCell: form.sectionOfCell)
  }

  func isAbsent(_ cell: Int) -> Bool { isAbsent[sectionOfCell[cell]] }

  /// The repeated section of a cell of the definition, by position; `nil` if the cell is not in one.
  func repeatedSection(of cell: Int) -> Int? {
    isRepeated[sectionOfCell[cell]] ? sectionOfCell[cell] : nil
  }
}

extension Cell {
  /// Whether a value equals this operand or contains it. A cell without a value counts as off or null.
  package func holds(_ operand: Condition.Operand, in value: CellValue?) -> Bool {
    switch (operand, value) {
    case (.null, let value?): isEmpty(value)
    case (.null, nil): true
    case (.flag(let flag), nil): !flag
    case (.text, nil): false
    case (_, let value?): behaviour.holds(operand, in: value)
    }
  }
}
