import FormCells

/// The end of a search, in which relations between several cells are tried value by value.
extension ProofSearch {
  /// A value for each cell that matters, so that all relations hold. As many cells as possible get their first value.
  mutating func values(in state: State) -> Answers? {
    var cells = Set(state.left.keys)
    for relation in state.relations { cells.formUnion(relation.cells) }
    var fixed: [Int: CellValue] = [:]
    var open: [Int] = []
    for index in cells {
      let cell = form.cells[index]
      guard isShown(index, state: state) == true, !cell.isDisabled, !cell.isCalculated else { continue }
      if cell.isReadOnly || state.locked[index] == true { fixed[index] = cell.initial } else { open.append(index) }
    }
    let related = state.relations.reduce(into: Set<Int>()) { $0.formUnion($1.cells) }
    var chosen: [Int: Int] = [:]
    for index in open where !related.contains(index) {
      chosen[index] = (state.left[index] ?? prover.domain(of: index).all).trailingZeroBitCount
    }
    let order = open.filter(related.contains).sorted {
      let (one, other) = (state.left[$0] ?? prover.domain(of: $0).all, state.left[$1] ?? prover.domain(of: $1).all)
      return (one.nonzeroBitCount, $0) < (other.nonzeroBitCount, $1)
    }
    let counts = state.counts.mapValues(\.trailingZeroBitCount)
    var assignment = Assignment(
      form: form, fixed: fixed, entries: entries(counts), values: [:], calculated: isCalculated(state))
    for (index, position) in chosen { assignment.values[index] = prover.domain(of: index).values[position] }
    var budget = mostAnswers.map { most in
      most - chosen.values.count(where: { $0 != 0 }) - counts.values.reduce(0, +)
    }
    if let left = budget, left < 0 { return nil }
    // Each relation is checked as soon as all of its cells have a value.
    let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var due: [[Relation]] = Array(repeating: [], count: order.count + 1)
    for relation in state.relations {
      due[(relation.cells.compactMap { place[$0] }.max() ?? -1) + 1].append(relation)
    }
    guard due[0].allSatisfy({ $0.holds(assignment.value(of:)) }),
      assign(order[...], due: due[1...], state: state, assignment: &assignment, chosen: &chosen, budget: &budget)
    else {
      if state.relations.contains(where: \.isArithmetic) { gap = gap ?? "it depends on a calculation" }
      // If one of a relation's cells has no value, the values of the others do not matter.
      let isThere = Set(open).union(fixed.keys)
      for relation in state.relations where relation.isArithmetic || isThere.isSuperset(of: relation.cells) {
        for cell in relation.cells where place[cell] != nil || prover.countsFromToday(cell) { note(gapOf: cell) }
      }
      return nil
    }
    var answers = Answers()
    for (index, position) in chosen where position != 0 {
      answers.values[index] = prover.domain(of: index).values[position]
    }
    answers.entryCounts = counts.filter { $1 > 0 }
    return answers
  }

  private func isCalculated(_ state: State) -> (Int) -> Bool {
    { isShown($0, state: state) ?? true }
  }

  private func entries(_ counts: [Int: Int]) -> Set<Int> {
    var sections: Set<Int> = []
    for (section, count) in counts where count > 0 {
      for number in 1...count {
        form.section(of: EntryPlace(section: section, number: number)).map { _ = sections.insert($0) }
      }
    }
    return sections
  }

  private mutating func assign(
    _ order: ArraySlice<Int>, due: ArraySlice<[Relation]>, state: State, assignment: inout Assignment,
    chosen: inout [Int: Int], budget: inout Int?
  ) -> Bool {
    guard let cell = order.first, let relations = due.first else { return true }
    let domain = prover.domain(of: cell)
    let left = state.left[cell] ?? domain.all
    for position in domain.values.indices where left & (1 << UInt64(position)) != 0 {
      guard step() else { return false }
      if position != 0, budget.map({ $0 < 1 }) ?? false { break }
      assignment.values[cell] = domain.values[position]
      guard relations.allSatisfy({ $0.holds(assignment.value(of:)) }) else { continue }
      chosen[cell] = position
      let former = budget
      if position != 0 { budget = budget.map { $0 - 1 } }
      if assign(
        order.dropFirst(), due: due.dropFirst(), state: state, assignment: &assignment, chosen: &chosen, budget: &budget
      ) {
        return true
      }
      budget = former
    }
    assignment.values[cell] = nil
    chosen[cell] = nil
    return false
  }
}

/// The values that are being tried.
private struct Assignment {
  let form: Form
  /// The values of cells that nobody can change.
  let fixed: [Int: CellValue]
  /// The sections that are entries.
  let entries: Set<Int>
  /// The values of visible cells.
  var values: [Int: CellValue]
  /// Whether a calculated cell is shown.
  let calculated: (Int) -> Bool

  /// The value of a cell; `nil` if it is hidden or disabled.
  func value(of index: Int) -> CellValue? {
    if let calculation = form.cells[index].calculation {
      guard calculated(index), !form.cells[index].isDisabled else { return nil }
      // If the result cannot be computed, the cell is empty.
      return try? calculation.value(
        { operand in value(of: operand).map { (form.cells[operand], $0) } }, isEntry: entries.contains)
    }
    return values[index] ?? fixed[index]
  }
}
