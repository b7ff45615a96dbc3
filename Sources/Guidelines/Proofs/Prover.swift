import FormCells

/// Answers questions about a form for all possible answers at once.
///
/// How it works: a question is split into demands on single cells. A cell that has to be shown adds its own conditions
/// as demands, so that only cells on which the question depends are considered. A few values of each cell represent all
/// of them (`Domain`), and each demand reduces these values. If one of several alternatives has to hold, they are tried
/// in order; an alternative that is the only one left is tried first. Relations between several cells remain at the end
/// and are tried value by value.
///
/// All steps are counted, and beyond a limit the answer is unknown. So the search always ends, and always in the same
/// way.
final class Prover {
  /// The form with room for entries, and with fixed days instead of days relative to today.
  let form: Form
  /// The day from which days are counted.
  let today: CalendarDate
  private let comparands: Comparands
  private let finder: DomainFinder
  private var domains: [Int: Domain] = [:]
  private var ranges: [Int: (least: Condition.Bound?, most: Condition.Bound?)] = [:]
  /// The steps of all questions so far.
  private(set) var steps = 0

  /// The limit for one question.
  private static let stepLimit = 20_000
  /// The limit for all questions about a form. Beyond it, each question gets only a few steps.
  private static let totalLimit = 1_000_000
  private static let lastSteps = 1_000

  enum Verdict {
    case holds(Answers)
    case never
    /// Why it is not known.
    case unknown(String)
  }

  init(_ definition: Form, today: CalendarDate) {
    self.today = today
    let form = definition.fixed(on: today)
    let comparands = Comparands(of: form)
    let room = form.repeatedSections.compactMap { section in
      form.sections[section].repeated.map { comparands.room(for: section, $0) }
    }.max()
    let roomy = room.map { form.withRoom(for: $0) } ?? form
    self.form = roomy
    self.comparands = roomy === form ? comparands : Comparands(of: roomy)
    // Cells have the same indexes in both.
    let counting = roomy.room == 0 ? definition : definition.withRoom(for: roomy.room)
    finder = DomainFinder(form: roomy, comparands: self.comparands, days: CountedDays(of: counting, self.comparands))
  }

  /// Whether conditions, rules or bounds depend on the cell, by index.
  func isRead(_ cell: Int) -> Bool {
    comparands.asked.contains(cell) || comparands.bounds[cell] != nil || comparands.partners[cell] != nil
      || comparands.operands.contains(cell) || comparands.followers[cell] != nil
  }

  /// Whether its values are relative to today, by index.
  func countsFromToday(_ cell: Int) -> Bool { finder.days.areCounted(in: cell) }

  func domain(of cell: Int) -> Domain {
    if let domain = domains[cell] { return domain }
    let domain = finder.domain(of: form.cells[cell])
    domains[cell] = domain
    return domain
  }

  /// Whether the ranges of calculated cells exclude all of the outcomes of a comparison.
  func isRuledOut(_ condition: Condition, outcomes: Outcomes) -> Bool {
    let isReached: Bool
    let isMissed: Bool
    switch condition {
    case .atLeast(let cell, let bound) where form.cells[cell].isCalculated:
      let range = range(of: cell)
      isReached = range.most.map { bound <= $0 } ?? true
      isMissed = range.least.map { $0 < bound } ?? true
    case .atMost(let cell, let bound) where form.cells[cell].isCalculated:
      let range = range(of: cell)
      isReached = range.least.map { $0 <= bound } ?? true
      isMissed = range.most.map { bound < $0 } ?? true
    case .compared(let cell, let relation, let other)
    where form.cells[cell].isCalculated || form.cells[other].isCalculated:
      let (range, otherRange) = (range(of: cell), range(of: other))
      let isBelow = Self.isBelow(range, otherRange)
      let isAbove = Self.isBelow(otherRange, range)
      isReached =
        switch relation {
        case .atLeast: !isBelow
        case .atMost: !isAbove
        case .equal: !isBelow && !isAbove
        }
      isMissed = true
    default: return false
    }
    // If a cell is empty, a condition is false, and a rule is left open.
    if !isReached { return !outcomes.contains(.isFalse) && !outcomes.contains(.isOpen) }
    return !isMissed && outcomes.isOfRule && !outcomes.contains(.isTrue) && !outcomes.contains(.isOpen)
  }

  private static func isBelow(
    _ range: (least: Condition.Bound?, most: Condition.Bound?),
    _ other: (least: Condition.Bound?, most: Condition.Bound?)
  ) -> Bool {
    if let most = range.most, let least = other.least { most < least } else { false }
  }

  /// The range of a cell's values, by index; for an entered number, its bounds.
  private func range(of index: Int) -> (least: Condition.Bound?, most: Condition.Bound?) {
    if let known = ranges[index] { return known }
    let range = form.valueRange(of: index)
    ranges[index] = range
    return range
  }

  /// - Parameter obligations: what must also hold for each cell on which the question depends.
  func verdict(on question: Question, obligations: ((Int) -> Question)? = nil) -> Verdict {
    verdict(question, obligations: obligations, mostAnswers: nil)
  }

  /// The fewest answers for which the question holds; `nil` if there are none or it is not known.
  func fewestAnswers(_ question: Question, obligations: ((Int) -> Question)? = nil) -> Answers? {
    guard case .holds(var best) = verdict(on: question, obligations: obligations) else { return nil }
    // All attempts together get the limit of one question.
    let last = steps + Self.stepLimit
    for most in 0..<best.count where steps < last {
      if case .holds(let fewer) = verdict(question, obligations: obligations, mostAnswers: most) {
        best = fewer
        break
      }
    }
    return best
  }

  private func verdict(_ question: Question, obligations: ((Int) -> Question)?, mostAnswers: Int?) -> Verdict {
    let limit = steps < Self.totalLimit ? Self.stepLimit : Self.lastSteps
    var search = ProofSearch(prover: self, obligations: obligations, mostAnswers: mostAnswers, stepLimit: limit)
    let answers = search.answers(to: question)
    steps += search.steps
    if let answers { return .holds(answers) }
    return search.gap.map(Verdict.unknown) ?? .never
  }
}

/// Answers to a form: its differences from a blank form.
struct Answers {
  /// By `Cell.index` of the prover's form.
  var values: [Int: CellValue] = [:]
  /// The number of entries, by the position of the repeated section.
  var entryCounts: [Int: Int] = [:]

  var count: Int { values.count + entryCounts.values.reduce(0, +) }
}
