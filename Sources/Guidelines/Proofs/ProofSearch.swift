import FormCells

/// The search for answers to one question; see `Prover` for how it works.
struct ProofSearch {
  let prover: Prover
  let form: Form
  private let obligations: ((Int) -> Question)?
  let mostAnswers: Int?
  private let stepLimit: Int
  private(set) var steps = 0
  /// Why a failed search proves nothing; `nil` if it is a proof.
  var gap: String?

  init(prover: Prover, obligations: ((Int) -> Question)?, mostAnswers: Int?, stepLimit: Int) {
    self.prover = prover
    form = prover.form
    self.obligations = obligations
    self.mostAnswers = mostAnswers
    self.stepLimit = stepLimit
  }

  /// What is known on one path of the search.
  struct State {
    var shown: [Int: Bool] = [:]
    var locked: [Int: Bool] = [:]
    /// The remaining values, one bit for each.
    var left: [Int: UInt64] = [:]
    /// The remaining numbers of entries, one bit for each.
    var counts: [Int: UInt64] = [:]
    var demands: [Question] = []
    /// At least one question of each choice has to hold.
    var choices: [[Question]] = []
    var relations: [Relation] = []
    /// Cells whose obligations are already among the demands.
    var isTouched: Set<Int> = []
  }

  mutating func answers(to question: Question) -> Answers? {
    var state = State()
    state.demands = [question]
    return complete(state)
  }

  mutating func step() -> Bool {
    steps += 1
    if steps > stepLimit { gap = "too many answers have to be tried" }
    return steps <= stepLimit
  }

  private mutating func complete(_ given: State) -> Answers? {
    var state = given
    while true {
      while let demand = state.demands.popLast() {
        guard step(), meet(demand, state: &state) else { return nil }
      }
      if let mostAnswers, leastAnswers(state) > mostAnswers { return nil }
      guard reduceChoices(&state) else { return nil }
      if state.demands.isEmpty { break }
    }
    guard let position = state.choices.indices.min(by: { state.choices[$0].count < state.choices[$1].count }) else {
      return values(in: state)
    }
    let ways = state.choices.remove(at: position)
    for way in ways {
      var next = state
      next.demands = [way]
      if let answers = complete(next) { return answers }
      if steps > stepLimit { return nil }
    }
    return nil
  }

  /// Removes choices that are settled, and alternatives that have become impossible. The last alternative of a choice
  /// becomes a demand.
  /// - Returns: false if a choice has no alternative left.
  private mutating func reduceChoices(_ state: inout State) -> Bool {
    var rest: [[Question]] = []
    for ways in state.choices {
      guard step() else { return false }
      var left: [Question] = []
      var isMade = false
      for way in ways {
        switch outlook(way, state: state) {
        case true?: isMade = true
        case false?: continue
        case nil: left.append(way)
        }
        if isMade { break }
      }
      if isMade { continue }
      if left.isEmpty { return false }
      if left.count == 1 { state.demands.append(left[0]) } else { rest.append(left) }
    }
    state.choices = rest
    return true
  }

  private func leastAnswers(_ state: State) -> Int {
    state.left.count { $1 & 1 == 0 } + state.counts.values.reduce(0) { $0 + $1.trailingZeroBitCount }
  }

  // MARK: Demands

  /// - Returns: false if the demand cannot be met.
  private mutating func meet(_ demand: Question, state: inout State) -> Bool {
    switch demand {
    case .all(let parts):
      state.demands += parts.reversed()
      return true
    case .any(let ways):
      if ways.count == 1 { state.demands.append(ways[0]) } else { state.choices.append(ways) }
      return !ways.isEmpty
    case .condition(let condition, let outcomes): return meet(condition, outcomes: outcomes, state: &state)
    case .shown(let cell, let isShown): return show(cell, isShown: isShown, state: &state)
    case .locked(let cell, let isLocked): return lock(cell, isLocked: isLocked, state: &state)
    case .required(let cell, let isRequired):
      if form.cells[cell].isRequired { return isRequired }
      guard let condition = form.cells[cell].requiredWhen else { return !isRequired }
      state.demands.append(.condition(condition, isRequired ? .holds : .fails))
      return true
    case .value(let cell, let test): return meet(test, ofValueOf: cell, state: &state)
    case .values(let relation):
      for section in relation.sections { decideCount(of: section, &state) }
      for cell in relation.cells { decide(cell, state: &state) }
      state.relations.append(relation)
      return true
    }
  }

  private mutating func meet(_ condition: Condition, outcomes: Outcomes, state: inout State) -> Bool {
    if prover.isRuledOut(condition, outcomes: outcomes) { return false }
    switch condition {
    case .not(let inner):
      state.demands.append(.condition(inner, outcomes.opposite))
      return true
    case .all(let parts), .any(let parts):
      let isAll = if case .all = condition { true } else { false }
      // `all` holds if every part does, and `any` fails if every part does; otherwise a single part decides.
      let takesEach = outcomes.contains(.isTrue) == isAll
      let questions = parts.map { Question.condition($0, outcomes) }
      state.demands.append(takesEach ? .all(questions) : .any(questions))
      return true
    case .isEntry(let section):
      guard let place = form.sections[section].entry else { return outcomes.contains(.isTrue) }
      // Entries are numbered from 1 without gaps.
      let more = ~UInt64(0) << UInt64(place.number)
      return keep(outcomes.contains(.isTrue) ? more : ~more, countOf: place.section, state: &state)
    case .entryCount(let section, _, let least, let most):
      let wanted = (0..<64).reduce(UInt64(0)) { bits, count in
        let isWanted = (count >= least ?? 0 && count <= most ?? .max) == outcomes.contains(.isTrue)
        return isWanted ? bits | 1 << UInt64(count) : bits
      }
      return keep(wanted, countOf: section, state: &state)
    // In forms with room for entries, these conditions are expanded.
    case .anyEntry: return outcomes.contains(.isFalse)
    case .everyEntry: return outcomes.contains(.isTrue)
    case .compared(let cell, _, let other):
      let form = form
      return meet(
        .values(
          Relation(among: [cell, other], in: form) {
            outcomes.takes(condition.outcome(in: form, isOfRule: outcomes.isOfRule, $0))
          }), state: &state)
    case .equals(let cell, _), .isIn(let cell, _), .atLeast(let cell, _), .atMost(let cell, _), .filled(let cell):
      return meet(test(condition, outcomes: outcomes), ofValueOf: cell, state: &state)
    }
  }

  private func test(_ condition: Condition, outcomes: Outcomes) -> Question.Test {
    let form = form
    return { value in outcomes.takes(condition.outcome(in: form, isOfRule: outcomes.isOfRule) { _ in value }) }
  }

  private mutating func keep(_ wanted: UInt64, countOf section: Int, state: inout State) -> Bool {
    let former = state.counts[section] ?? counts(of: section)
    let left = former & wanted
    state.counts[section] = left
    if left == 0, let repeated = form.sections[section].repeated, repeated.maximum > form.room {
      gap = "“\(repeated.id)” can have more entries than are tried"
    }
    // A hidden section has no entries.
    if left & 1 == 0, former & 1 != 0, let condition = form.sections[section].cells.first?.sectionVisibleWhen {
      state.demands.append(.holds(condition))
    }
    return left != 0
  }

  private func counts(of section: Int) -> UInt64 {
    let most = min(form.sections[section].repeated?.maximum ?? 0, form.room, 63)
    return most == 63 ? .max : (1 << UInt64(most + 1)) - 1
  }

  private mutating func show(_ cell: Int, isShown: Bool, state: inout State) -> Bool {
    if let known = state.shown[cell] { return known == isShown }
    if form.sections[form.sectionOfCell[cell]].repeated != nil { return !isShown }
    let conditions = visibility(of: cell)
    if conditions.isEmpty { return isShown }
    state.shown[cell] = isShown
    let questions = conditions.map { Question.condition($0, isShown ? .holds : .fails) }
    state.demands.append(isShown ? .all(questions) : .any(questions))
    return true
  }

  private func visibility(of cell: Int) -> [Condition] {
    let section = form.sectionOfCell[cell]
    return (form.sections[section].entry == nil ? [] : [.isEntry(section)]) + form.cells[cell].visibilityConditions
  }

  /// Whether the cell is shown, if that is known without looking at other cells.
  func isShown(_ cell: Int, state: State) -> Bool? {
    if let known = state.shown[cell] { return known }
    let section = form.sections[form.sectionOfCell[cell]]
    if section.repeated != nil { return false }
    return section.entry == nil && form.cells[cell].visibilityConditions.isEmpty ? true : nil
  }

  private mutating func lock(_ cell: Int, isLocked: Bool, state: inout State) -> Bool {
    if form.cells[cell].isReadOnly { return isLocked }
    guard let condition = form.cells[cell].readOnlyWhen else { return !isLocked }
    if let known = state.locked[cell] { return known == isLocked }
    state.locked[cell] = isLocked
    state.demands.append(.condition(condition, isLocked ? .holds : .fails))
    return true
  }

  // MARK: Values

  private mutating func meet(_ test: @escaping Question.Test, ofValueOf index: Int, state: inout State) -> Bool {
    let cell = form.cells[index]
    if cell.isDisabled { return test(nil) }
    if cell.isCalculated {
      return meet(.values(Relation(among: [index], in: form) { test($0(index)) }), state: &state)
    }
    switch isShown(index, state: state) {
    case false?: return test(nil)
    case true?: return filter(index, test: test, state: &state)
    case nil: break
    }
    guard test(nil) else {
      state.demands += [.value(of: index, test), .shown(index, true)]
      return true
    }
    let left = state.left[index] ?? prover.domain(of: index).all
    let passing = passing(index, test: test)
    if left & passing == left { return true }
    if left & passing == 0 {
      note(gapOf: index)
      state.demands.append(.shown(index, false))
      return true
    }
    state.choices.append([.shown(index, false), .all([.shown(index, true), .value(of: index, test)])])
    return true
  }

  /// For a cell that is shown.
  private mutating func filter(_ index: Int, test: @escaping Question.Test, state: inout State) -> Bool {
    let cell = form.cells[index]
    touch(index, state: &state)
    if cell.isReadOnly {
      if test(cell.initial) { return true }
      gap = "a program may set the value of “\(cell.id)”"
      return false
    }
    if cell.readOnlyWhen != nil {
      switch state.locked[index] {
      case true?:
        if test(cell.initial) { return true }
        if prover.countsFromToday(index) { note(gapOf: index) }
        return false
      case false?: break
      case nil:
        let entered = Question.all([.locked(index, false), .value(of: index, test)])
        state.demands.append(test(cell.initial) ? .any([.locked(index, true), entered]) : entered)
        return true
      }
    }
    let left = (state.left[index] ?? prover.domain(of: index).all) & passing(index, test: test)
    state.left[index] = left
    if left == 0 { note(gapOf: index) }
    return left != 0
  }

  private func passing(_ index: Int, test: Question.Test) -> UInt64 {
    var passing: UInt64 = 0
    for (position, value) in prover.domain(of: index).values.enumerated() where test(value) {
      passing |= 1 << UInt64(position)
    }
    return passing
  }

  mutating func note(gapOf cell: Int) {
    if let reason = prover.domain(of: cell).gap { gap = reason }
  }

  /// From now on, the cell's value matters: the cell must accept it, and it must meet all tests.
  private mutating func touch(_ index: Int, state: inout State) {
    guard state.isTouched.insert(index).inserted else { return }
    let cell = form.cells[index]
    if !cell.isReadOnly, !cell.isDisabled, !cell.isCalculated {
      if let bounds = cell.followedBounds { state.demands.append(within(bounds, cell: cell)) }
      if !cell.filters.isEmpty { state.demands.append(fitting(cell)) }
    }
    if let obligations { state.demands.append(obligations(index)) }
  }

  /// Whether the value is within bounds that other cells set.
  private func within(_ bounds: CellBounds, cell: Cell) -> Question {
    let form = form
    return .values(
      Relation(among: [cell.index] + bounds.cells, in: form) { value in
        guard let held = value(cell.index) else { return true }
        let current = bounds.current { other in value(other).map { (form.cells[other], $0) } }
        return cell.problem(with: held, isRequired: false, today: nil, bounds: current) == nil
      })
  }

  /// Whether the chosen options are among those offered.
  private func fitting(_ cell: Cell) -> Question {
    let form = form
    return .values(
      Relation(among: [cell.index] + cell.filters.map(\.cell), in: form) { value in
        guard case .selection(let selection)? = value(cell.index) else { return true }
        let offered = cell.offeredOptions { other in value(other).flatMap { form.cells[other].filterText(of: $0) } }
        guard let subset = offered.subset(of: selection.table) else { return true }
        return selection.rows.allSatisfy(subset.contains)
      })
  }

  /// Adds choices for whether a cell is shown and whether it can be changed.
  private mutating func decide(_ cell: Int, state: inout State) {
    if isShown(cell, state: state) == nil {
      // Fewer entries are tried first.
      let isOfEntry = form.sections[form.sectionOfCell[cell]].entry != nil
      state.choices.append([.shown(cell, !isOfEntry), .shown(cell, isOfEntry)])
    }
    if form.cells[cell].readOnlyWhen != nil, state.locked[cell] == nil {
      state.choices.append([.locked(cell, false), .locked(cell, true)])
    }
    touch(cell, state: &state)
  }

  /// Adds a choice for the number of entries in a section; smaller numbers are tried first.
  private func decideCount(of section: Int, _ state: inout State) {
    let left = state.counts[section] ?? counts(of: section)
    guard left.nonzeroBitCount > 1 else { return }
    state.choices.append(
      (0..<64).filter { left & 1 << UInt64($0) != 0 }.map {
        .holds(.entryCount(section: section, places: [], atLeast: $0, atMost: $0))
      })
  }

  // MARK: Outlooks

  /// The answer to a question, if it is already known; `nil` if it needs a search.
  private mutating func outlook(_ question: Question, state: State) -> Bool? {
    switch question {
    case .all(let parts):
      var isKnown = true
      for part in parts {
        switch outlook(part, state: state) {
        case false?: return false
        case nil: isKnown = false
        case true?: break
        }
      }
      return isKnown ? true : nil
    case .any(let ways):
      var isKnown = true
      for way in ways {
        switch outlook(way, state: state) {
        case true?: return true
        case nil: isKnown = false
        case false?: break
        }
      }
      return isKnown ? false : nil
    case .shown(let cell, let wanted): return isShown(cell, state: state).map { $0 == wanted }
    case .locked(let cell, let wanted):
      if form.cells[cell].isReadOnly { return wanted }
      return form.cells[cell].readOnlyWhen == nil ? !wanted : state.locked[cell].map { $0 == wanted }
    case .required(let cell, let wanted):
      if form.cells[cell].isRequired { return wanted }
      guard let condition = form.cells[cell].requiredWhen else { return !wanted }
      return outlook(.condition(condition, wanted ? .holds : .fails), state: state)
    case .value(let cell, let test): return outlook(cell, test: test, state: state)
    case .values: return nil
    case .condition(let condition, let outcomes):
      switch condition {
      case .not(let inner): return outlook(.condition(inner, outcomes.opposite), state: state)
      case .all(let parts), .any(let parts):
        let isAll = if case .all = condition { true } else { false }
        let questions = parts.map { Question.condition($0, outcomes) }
        return outlook(outcomes.contains(.isTrue) == isAll ? .all(questions) : .any(questions), state: state)
      case .isEntry(let section):
        guard let place = form.sections[section].entry else { return outcomes.contains(.isTrue) }
        let more = ~UInt64(0) << UInt64(place.number)
        let left = state.counts[place.section] ?? counts(of: place.section)
        if left & more == 0 { return outcomes.contains(.isFalse) }
        return left & ~more == 0 ? outcomes.contains(.isTrue) : nil
      case .anyEntry: return outcomes.contains(.isFalse)
      case .everyEntry: return outcomes.contains(.isTrue)
      case .entryCount, .compared: return nil
      case .equals(let cell, _), .isIn(let cell, _), .atLeast(let cell, _), .atMost(let cell, _), .filled(let cell):
        return outlook(cell, test: test(condition, outcomes: outcomes), state: state)
      }
    }
  }

  private mutating func outlook(_ index: Int, test: Question.Test, state: State) -> Bool? {
    let cell = form.cells[index]
    if cell.isDisabled { return test(nil) }
    let shown = isShown(index, state: state)
    if shown == false { return test(nil) }
    // If the value is not the visitor's, or matters only from now on, the test becomes a demand.
    if cell.isCalculated || cell.isReadOnly || cell.readOnlyWhen != nil
      || !state.isTouched.contains(index) && shown == true
    {
      let none = !cell.isCalculated && !cell.isReadOnly && cell.readOnlyWhen == nil && passing(index, test: test) == 0
      if none, shown == true {
        note(gapOf: index)
        return false
      }
      return nil
    }
    let left = state.left[index] ?? prover.domain(of: index).all
    let passing = left & passing(index, test: test)
    if shown == true {
      if passing == 0 {
        note(gapOf: index)
        return false
      }
      return passing == left ? true : nil
    }
    let ofHidden = test(nil)
    if passing == left, ofHidden { return true }
    if passing == 0, !ofHidden {
      note(gapOf: index)
      return false
    }
    return nil
  }
}
