import FormCells

/// What must hold for a form before it can be sent.
struct Sendability {
  private let prover: Prover
  private let form: Form
  /// The possible blockers, by the connected part of the form.
  private var blockers: [Int: [Blocker]] = [:]
  /// For each cell, the part of the form to which it belongs.
  private var parts: [Int]

  /// Something that can prevent sending.
  struct Blocker {
    /// What holds if it does not prevent sending.
    let question: Question
    let kind: Kind

    enum Kind: Equatable {
      /// A rule, by its position in the prover's form.
      case rule(Int)
      /// A cell, by `Cell.index`.
      case cell(Int)
      /// The minimum number of entries of a repeated section.
      case entries(Int)
    }
  }

  init(_ prover: Prover) {
    self.prover = prover
    form = prover.form
    parts = Array(form.cells.indices)
    join()
    for (position, rule) in form.rules.enumerated() {
      guard let first = rule.cells.first else { continue }
      add(Blocker(question: Self.keeping(rule), kind: .rule(position)), ofPartOf: first)
    }
    for section in form.repeatedSections {
      guard let repeated = form.sections[section].repeated, repeated.minimum > 0,
        let cell = form.sections[section].cells.first
      else { continue }
      let count = Condition.entryCount(section: section, places: [], atLeast: repeated.minimum, atMost: nil)
      let hidden = cell.sectionVisibleWhen.map { [Question.fails($0)] } ?? []
      add(Blocker(question: .any(hidden + [.holds(count)]), kind: .entries(section)), ofPartOf: cell.index)
    }
    for cell in form.cells where canRefuseAll(cell) {
      add(Blocker(question: obligation(of: cell.index), kind: .cell(cell.index)), ofPartOf: cell.index)
    }
  }

  private mutating func add(_ blocker: Blocker, ofPartOf cell: Int) {
    blockers[part(of: cell), default: []].append(blocker)
  }

  /// The rule is met, left open, or not checked.
  private static func keeping(_ rule: FormRule) -> Question {
    .any([.condition(rule.require, .keepsRule), .all(rule.cells.map { .shown($0, false) })])
  }

  /// Whether a cell may be required and have no possible value, or is a calculated cell with bounds.
  private func canRefuseAll(_ cell: Cell) -> Bool {
    if cell.isDisabled || form.sections[form.sectionOfCell[cell.index]].repeated != nil { return false }
    if cell.isCalculated { return cell.bounds.least != nil || cell.bounds.most != nil || cell.followedBounds != nil }
    guard cell.canBeRequired, cell.filters.isEmpty else { return false }
    return cell.followedBounds != nil || hasNoValue(cell.index)
  }

  /// Whether a required cell has no possible value, whatever the values of others.
  func hasNoValue(_ index: Int) -> Bool {
    let domain = prover.domain(of: index)
    return domain.gap == nil && !domain.values.contains { isGiven($0, cell: form.cells[index]) }
  }

  private func isGiven(_ value: CellValue, cell: Cell) -> Bool {
    cell.problem(with: value, isRequired: true, today: nil) == nil
  }

  /// What must hold for a cell, by index, before the form is sent.
  func obligation(of index: Int) -> Question {
    let (cell, form) = (form.cells[index], form)
    if cell.isDisabled || !cell.hasValue { return .nothing }
    if cell.isCalculated {
      return .values(
        Relation(among: [index] + (cell.followedBounds?.cells ?? []), in: form) { value in
          guard let held = value(index) else { return true }
          let bounds = cell.followedBounds?.current { other in value(other).map { (form.cells[other], $0) } }
          return cell.problem(with: held, isRequired: cell.isRequired, today: nil, bounds: bounds) == nil
        })
    }
    guard cell.canBeRequired else { return .nothing }
    let isLeft: [Question] = [.shown(index, false), .locked(index, true), .required(index, false)]
    if cell.filters.isEmpty { return .any(isLeft + [.value(of: index) { $0.map { isGiven($0, cell: cell) } ?? true }]) }
    // A picker without options does not have to be answered.
    let given = Relation(among: [index] + cell.filters.map(\.cell), in: form) { value in
      value(index).map { isGiven($0, cell: cell) } ?? true || cell.offersNothing(in: form.cells, value)
    }
    return .any(isLeft + [.values(given)])
  }

  // MARK: Asking

  /// Whether answers exist for which the question holds and the form can be sent.
  /// - Parameter cell: the cell on which the question depends, by index.
  /// - Parameters:
  ///   - left: the blockers to consider; by default, all in that part of the form.
  ///   - rule: the position of the only rule that may be broken.
  func verdict(
    on question: Question, about cell: Int, left: Left? = nil, breaking rule: Int? = nil
  ) -> Prover.Verdict {
    let rest = (left?.blockers ?? blockers(around: cell)).filter {
      rule == nil || $0.kind != rule.map(Blocker.Kind.rule)
    }
    return prover.verdict(on: .all([question] + rest.map(\.question))) { index in
      left?.obliged.contains(index) ?? true ? obligation(of: index) : .nothing
    }
  }

  /// What may prevent sending.
  struct Left {
    var blockers: [Blocker]
    /// Cells, by index, that may be required and that other parts of the form depend on.
    var obliged: Set<Int>

    var count: Int { blockers.count + obliged.count }

    /// Positions count the blockers first, then the cells.
    func without(_ positions: Range<Int>) -> Left {
      let cells = obliged.sorted().enumerated().filter { !positions.contains(blockers.count + $0.offset) }
      return Left(
        blockers: blockers.enumerated().filter { !positions.contains($0.offset) }.map(\.element),
        obliged: Set(cells.map(\.element)))
    }
  }

  /// The number of blockers and cells up to which the smallest combination is sought.
  private static let partLimit = 500

  /// The smallest combination that prevents sending if the question holds; `nil` if there are too many blockers to find
  /// it.
  func inTheWay(of question: Question, about cell: Int) -> Left? {
    let part = part(of: cell)
    let obliged = form.cells.indices.filter {
      self.part(of: $0) == part && form.cells[$0].canBeRequired && prover.isRead($0)
    }
    var left = Left(blockers: blockers(around: cell), obliged: Set(obliged))
    guard left.count <= Self.partLimit else { return nil }
    // Large groups are removed first.
    var size = max(1, left.count / 2)
    while true {
      var position = 0
      while position < left.count {
        let fewer = left.without(position..<min(position + size, left.count))
        if case .never = verdict(on: question, about: cell, left: fewer) { left = fewer } else { position += size }
      }
      if size == 1 { return left }
      size /= 2
    }
  }

  func blockers(around cell: Int) -> [Blocker] { blockers[part(of: cell)] ?? [] }

  /// One cell, by index, of each part of the form that has blockers.
  var blockedParts: [Int] { blockers.keys.sorted() }

  // MARK: Parts of the form

  func part(of cell: Int) -> Int {
    var cell = cell
    while parts[cell] != cell { cell = parts[cell] }
    return cell
  }

  private mutating func join(_ cells: [Int]) {
    guard let first = cells.first.map(part) else { return }
    var root = first
    for cell in cells.dropFirst() {
      let other = part(of: cell)
      let (low, high) = (min(root, other), max(root, other))
      parts[high] = low
      root = low
    }
    // Shortens the paths for later look-ups.
    for cell in cells { parts[cell] = root }
  }

  private mutating func join() {
    for section in form.sections {
      guard let first = section.cells.first else { continue }
      join([first.index] + (first.sectionVisibleWhen?.cells ?? []))
      // Joins the cells of a section that is shown or hidden as a whole, or that has a number of entries.
      if first.sectionVisibleWhen != nil || section.repeated != nil || section.entry != nil {
        join(section.cells.map(\.index))
      }
      if let entry = section.entry { join([first.index, form.sections[entry.section].cells[0].index]) }
    }
    for cell in form.cells {
      let conditions = [cell.visibleWhen, cell.requiredWhen, cell.readOnlyWhen].compactMap(\.self)
      join(
        [cell.index] + conditions.flatMap(\.cells) + cell.filters.map(\.cell) + (cell.followedBounds?.cells ?? [])
          + (cell.calculation?.cells ?? []) + (cell.calculation?.countedSections ?? []).compactMap(firstCell))
    }
    for rule in form.rules { join(rule.cells + rule.require.cells) }
    for section in form.repeatedSections { joinCounters(of: section) }
  }

  private func firstCell(of section: Int) -> Int? { form.sections[section].cells.first?.index }

  /// Joins a section with the cells whose conditions count its entries.
  private mutating func joinCounters(of section: Int) {
    guard let own = firstCell(of: section) else { return }
    for cell in form.cells where cell.allConditions.contains(where: { $0.counts(section) }) { join([own, cell.index]) }
    for rule in form.rules where rule.require.counts(section) { join([own] + rule.cells) }
  }
}

extension Cell {
  var canBeRequired: Bool { hasValue && !isCalculated && (isRequired || requiredWhen != nil) }

  fileprivate var allConditions: [Condition] {
    visibilityConditions + [requiredWhen, readOnlyWhen].compactMap(\.self)
  }
}

extension Condition {
  fileprivate func counts(_ section: Int) -> Bool {
    switch self {
    case .entryCount(section, _, _, _), .anyEntry(section, _), .everyEntry(section, _): true
    case .all(let parts), .any(let parts): parts.contains { $0.counts(section) }
    case .not(let part): part.counts(section)
    default: false
    }
  }
}
