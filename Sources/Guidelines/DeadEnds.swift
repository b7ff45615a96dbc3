import FormCells
import Support

/// Finds where a form cannot be sent, and why. Each finding has the fewest answers that lead there.
struct DeadEnds {
  private let checked: CheckedForm
  private let truths: ConditionTruths
  private let prover: Prover
  private let form: Form
  private let sendability: Sendability
  private let rulePlaces: [Int: Place]
  private(set) var findings: [Contradiction] = []
  private(set) var unproven: [ConditionTruths.Unproven] = []
  /// Parts of the form that can never be sent.
  private var dead: Set<Int> = []
  /// Answers with which a part of the form can be sent, collected during the search.
  private var sendable: [Answers] = []
  /// Parts of the form for which it is not known whether they can be sent.
  private var undecided: Set<Int> = []
  /// The number of pairs of choices that were tried.
  private var pairCount = 0
  /// Values with which the form cannot be sent, by the cell's index.
  private var deadValues: [Int: [CellValue]] = [:]

  /// The key paths at which other findings already name the cause.
  private let reported: [String]

  /// - Parameter others: the other findings.
  init(_ checked: CheckedForm, truths: ConditionTruths, besides others: [Contradiction]) {
    self.checked = checked
    reported = others.filter { [.neverTrue, .patternTooLong].contains($0.code) }.map(\.breach.keyPath)
    self.truths = truths
    prover = truths.prover
    form = prover.form
    sendability = Sendability(truths.prover)
    rulePlaces = checked.rulePlaces(in: truths.prover.form)
    findExcludedRules()
    for checkedCell in checked.cells { findMissingValues(checkedCell) }
    for cell in sendability.blockedParts { findDeadPart(cell) }
    for checkedCell in checked.cells { findDeadValues(checkedCell) }
    findDeadPairs()
    for (position, section) in checked.sections.enumerated() { findDeadSection(section, at: position) }
    for checkedCell in checked.cells { findDeadCell(checkedCell) }
  }

  private mutating func report(_ code: Diagnostic.Code, at place: Place, message: String, answers: Answers) {
    let witness = Witness(answers, of: form)
    findings.append(
      Contradiction(
        code, breach: place.breach("\(message); answers that lead there: \(witness.text)"), witness: witness))
  }

  // MARK: The whole form

  private mutating func findDeadPart(_ cell: Int) {
    let part = sendability.part(of: cell)
    switch sendability.verdict(on: .nothing, about: cell) {
    case .holds: return
    case .unknown(let reason):
      let place = sendability.blockers(around: cell).first.flatMap(place)
      unproven.append(ConditionTruths.Unproven(place: place ?? checked.whole, reason: reason, claim: .sending))
      return
    case .never: dead.insert(part)
    }
    let left = sendability.inTheWay(of: .nothing, about: cell)
    let blockers = left?.blockers ?? sendability.blockers(around: cell)
    guard let first = blockers.first, !isReported(blockers), let answers = answers(filling: left) else { return }
    report(
      .deadEnd, at: place(first) ?? checked.whole,
      message: "the form can never be sent: \(reason(left)); change one of them", answers: answers)
  }

  /// Answers that fill in what is required, so that the cause is visible.
  private func answers(filling left: Sendability.Left?) -> Answers? {
    let filled = (left?.obliged.sorted() ?? []).map { index -> Question in
      let cell = form.cells[index]
      return .all([.shown(index, true), .value(of: index) { $0.map { !cell.isEmpty($0) } ?? false }])
    }
    return prover.fewestAnswers(.all(filled)) ?? prover.fewestAnswers(.nothing)
  }

  /// Whether another finding already reports it.
  private func isReported(_ blockers: [Sendability.Blocker]) -> Bool {
    blockers.contains { blocker in
      guard let place = place(blocker) else { return false }
      return (reported + findings.map(\.breach.keyPath)).contains { $0.hasPrefix(place.keyPath) }
    }
  }

  // MARK: Rules

  private mutating func findExcludedRules() {
    let rules = rulePlaces.keys.sorted()
    for (position, second) in rules.enumerated() {
      let subjects = Set(form.rules[second].require.cells)
      for first in rules[..<position] where !subjects.isDisjoint(with: form.rules[first].require.cells) {
        findExclusion(first, second)
      }
    }
  }

  private mutating func findExclusion(_ first: Int, _ second: Int) {
    func all(_ outcomes: Outcomes) -> Question {
      .all([first, second].map { .condition(form.rules[$0].require, outcomes) })
    }
    guard case .never = prover.verdict(on: .all([checking(first), checking(second), all(.meetsRule)])),
      case .holds = prover.verdict(on: .condition(form.rules[first].require, .meetsRule)),
      case .holds = prover.verdict(on: .condition(form.rules[second].require, .meetsRule)),
      // The questions require both rules to be decided: each is either met or broken.
      let answers = prover.fewestAnswers(
        .all(
          [first, second].flatMap { rule -> [Question] in
            let require = form.rules[rule].require
            return [
              checking(rule), .any([.condition(require, .meetsRule), .condition(require, .breaksRule)]),
            ]
          })), let place = placeOfRule(second)?["require"], let other = placeOfRule(first)
    else { return }
    report(
      .excludingRules, at: place,
      message:
        "this rule and \(other.keyPath) never hold together, so one of them is always broken; change one of them",
      answers: answers)
  }

  /// At least one cell that shows the rule's message is visible.
  private func checking(_ rule: Int) -> Question { .any(form.rules[rule].cells.map { .shown($0, true) }) }

  // MARK: Cells

  /// A required cell that has no possible value because of the values of others.
  private mutating func findMissingValues(_ checkedCell: CheckedCell) {
    let index = truths.placed(checkedCell.cell.index)
    let (cell, form) = (form.cells[index], form)
    guard cell.canBeRequired, !cell.isDisabled, cell.filters.isEmpty,
      let place = ["minimum", "maximum", "maxLength", "type"].lazy.compactMap({ checkedCell.place[$0] }).first
    else { return }
    let asked: [Question] = [.shown(index, true), .locked(index, false), .required(index, true)]
    let domain = prover.domain(of: index)
    if case .text(let text) = cell.kind {
      // Another finding reports such a pattern.
      if text.pattern?.leastCount ?? 0 > text.maxLength ?? .max { return }
      if let gap = domain.gap, domain.values.allSatisfy(cell.isEmpty) {
        unproven.append(ConditionTruths.Unproven(place: place, reason: gap, claim: .value))
        return
      }
    }
    if sendability.hasNoValue(index) {
      guard let answers = prover.fewestAnswers(.all(asked)) else { return }
      report(
        .noValue, at: place, message: "the cell is required, but accepts no value; change its bounds",
        answers: answers)
      return
    }
    guard let bounds = cell.followedBounds else { return }
    // The cell's own value is ignored; the question is which values could be entered.
    let refusesAll = Relation(among: bounds.cells, in: form) { value in
      let current = bounds.current { other in value(other).map { (form.cells[other], $0) } }
      let near = [current.least, current.most].compactMap(\.self).flatMap { cell.values(near: $0) }
      return !(domain.values + near).contains {
        !cell.isEmpty($0) && cell.problem(with: $0, isRequired: true, today: nil, bounds: current) == nil
      }
    }
    let question = Question.all(asked + [.values(refusesAll)])
    switch prover.verdict(on: question) {
    case .never: return
    case .unknown(let reason):
      unproven.append(ConditionTruths.Unproven(place: place, reason: reason, claim: .value))
    case .holds:
      guard let answers = prover.fewestAnswers(question), domain.gap == nil else { return }
      let others = Set(bounds.cells).sorted().map { "“\(form.name(of: $0))”" }.joined(separator: " and ")
      report(
        .noValue, at: place,
        message:
          "the cell is required, but for some values of \(others) it accepts no value; limit \(others) as well",
        answers: answers)
    }
  }

  /// The choices of a cell on which something depends.
  private func choices(in checkedCell: CheckedCell) -> [CellValue] {
    let index = truths.placed(checkedCell.cell.index)
    let cell = form.cells[index]
    guard prover.isRead(index), !dead.contains(sendability.part(of: index)), !cell.isDisabled, !cell.isReadOnly,
      !cell.isCalculated, cell.optionSource != nil || cell.type == .switch, !cell.allowsSeveral
    else { return [] }
    return prover.domain(of: index).values.filter {
      (!cell.isEmpty($0) || cell.type == .switch)
        && cell.problem(with: $0, isRequired: cell.isRequired, today: nil) == nil
    }
  }

  private static func chooses(_ value: CellValue, in index: Int) -> Question {
    .all([.shown(index, true), .locked(index, false), .value(of: index) { $0 == value }])
  }

  private mutating func findDeadValues(_ checkedCell: CheckedCell) {
    let index = truths.placed(checkedCell.cell.index)
    for value in choices(in: checkedCell) {
      let question = Self.chooses(value, in: index)
      guard isDead(question, about: index, at: checkedCell.place), let answers = prover.fewestAnswers(question) else {
        continue
      }
      let isToldOf = leadsToDeadValue(answers)
      deadValues[index, default: []].append(value)
      if isToldOf { continue }
      let left = sendability.inTheWay(of: question, about: index)
      // A rule about this choice alone rejects it intentionally, and its message says so.
      if let left, left.count == 1, case .rule(let rule)? = left.blockers.first?.kind,
        form.rules[rule].require.cells.allSatisfy({ $0 == index })
      {
        continue
      }
      if let left, isReported(left.blockers) { continue }
      let place = place(of: value, checkedCell)
      report(
        .deadEnd, at: place,
        message:
          "with \(Self.name(of: value)) in “\(checkedCell.cell.id)” the form cannot be sent: \(reason(left)); change one of them",
        answers: answers)
    }
  }

  /// The number of pairs of choices that are tried in a form.
  private static let pairLimit = 2_000
  /// Enough of them to decide most pairs.
  private static let sendableLimit = 100

  /// Two choices that each allow the form to be sent, but not together.
  private mutating func findDeadPairs() {
    let choosers = checked.cells.map { ($0, choices(in: $0)) }.filter { !$0.1.isEmpty }
    for (position, (second, others)) in choosers.enumerated() {
      let otherIndex = truths.placed(second.cell.index)
      let part = sendability.part(of: otherIndex)
      // If single choices could not be decided, pairs cannot either.
      if undecided.contains(part) { continue }
      for (first, values) in choosers[..<position] where sendability.part(of: truths.placed(first.cell.index)) == part {
        findDeadPair(first, values: values, second: second, others: others)
        if undecided.contains(part) { break }
        guard pairCount > Self.pairLimit else { continue }
        unproven.append(
          ConditionTruths.Unproven(place: second.place, reason: "there are too many pairs of choices", claim: .sending))
        return
      }
    }
  }

  /// Finds the first such pair in two cells.
  private mutating func findDeadPair(
    _ first: CheckedCell, values: [CellValue], second: CheckedCell, others: [CellValue]
  ) {
    let (index, otherIndex) = (truths.placed(first.cell.index), truths.placed(second.cell.index))
    for value in values where deadValues[index]?.contains(value) != true {
      for other in others where deadValues[otherIndex]?.contains(other) != true {
        if sendable.contains(where: { $0.values[index] == value && $0.values[otherIndex] == other }) { continue }
        pairCount += 1
        let question = Question.all([Self.chooses(value, in: index), Self.chooses(other, in: otherIndex)])
        guard isDead(question, about: index, at: second.place), let answers = prover.fewestAnswers(question) else {
          continue
        }
        let left = sendability.inTheWay(of: question, about: index)
        // A single rule that rejects the pair does so intentionally, and its message says so.
        if let left, left.count == 1, case .rule? = left.blockers.first?.kind { continue }
        if let left, isReported(left.blockers) { continue }
        report(
          .deadEnd, at: place(of: other, second),
          message:
            "with \(Self.name(of: value)) in “\(first.cell.id)” and \(Self.name(of: other)) in “\(second.cell.id)” the form "
            + "cannot be sent: \(reason(left)); change one of them", answers: answers)
        return
      }
    }
  }

  private mutating func findDeadSection(_ section: CheckedSection, at position: Int) {
    guard form.sections.indices.contains(position), let condition = form.sections[position].visibleWhen,
      let place = section.place["visibleWhen"], let cell = form.sections[position].cells.first,
      form.sections[position].cells.contains(where: { $0.hasValue && !$0.isDisabled })
    else { return }
    findDead(.holds(condition), about: cell.index, at: place, lead: "the section is shown only")
  }

  private mutating func findDeadCell(_ checkedCell: CheckedCell) {
    let index = truths.placed(checkedCell.cell.index)
    let cell = form.cells[index]
    guard cell.hasValue, !cell.isDisabled else { return }
    if cell.visibleWhen != nil, let place = checkedCell.place["visibleWhen"] {
      findDead(.shown(index, true), about: index, at: place, lead: "the cell is shown only")
    }
    if let condition = cell.requiredWhen, let place = checkedCell.place["requiredWhen"] {
      findDead(
        .all([.shown(index, true), .holds(condition)]), about: index, at: place, lead: "the cell is required only"
      )
    }
  }

  private mutating func findDead(_ question: Question, about cell: Int, at place: Place, lead: String) {
    guard !dead.contains(sendability.part(of: cell)), isDead(question, about: cell, at: place),
      let answers = prover.fewestAnswers(question),
      // If the answers lead to a dead value, that value or its rule is already reported.
      !leadsToDeadValue(answers)
    else { return }
    let left = sendability.inTheWay(of: question, about: cell)
    if let left, isReported(left.blockers) { return }
    report(
      .deadEnd, at: place, message: "\(lead) where the form cannot be sent: \(reason(left)); change one of them",
      answers: answers)
  }

  private func leadsToDeadValue(_ answers: Answers) -> Bool {
    answers.values.contains { deadValues[$0.key]?.contains($0.value) ?? false }
  }

  private mutating func isDead(_ question: Question, about cell: Int, at place: Place) -> Bool {
    switch sendability.verdict(on: question, about: cell) {
    case .holds(let answers):
      if sendable.count < Self.sendableLimit { sendable.append(answers) }
      return false
    case .never: return true
    case .unknown(let reason):
      undecided.insert(sendability.part(of: cell))
      unproven.append(ConditionTruths.Unproven(place: place, reason: reason, claim: .sending))
      return false
    }
  }

  // MARK: Words

  private func reason(_ left: Sendability.Left?) -> String {
    guard let left, left.count > 0 else { return "too many conditions exclude one another to name them here" }
    var names: [String] = []
    for blocker in left.blockers {
      switch blocker.kind {
      case .rule(let rule): names.append(placeOfRule(rule)?.keyPath ?? "a rule")
      case .cell(let cell): names.append("“\(form.name(of: cell))”")
      case .entries(let section): names.append("the number of “\(form.sections[section].repeated?.id ?? "")”")
      }
    }
    names += left.obliged.sorted().map { "“\(form.name(of: $0))”" }
    var seen: Set<String> = []
    names = names.filter { seen.insert($0).inserted }
    return names.count == 1 ? "\(names[0]) is in the way" : "\(names.joined(separator: " and ")) exclude each other"
  }

  private static func name(of value: CellValue) -> String {
    switch value {
    case .flag(let isOn): isOn ? "true" : "false"
    case .selection(let selection): selection.values.first(where: { _ in true }).map { "“\($0)”" } ?? "“other”"
    case .text(let text): "“\(text)”"
    case .order: "an order"
    }
  }

  // MARK: Places

  private func place(of value: CellValue, _ cell: CheckedCell) -> Place {
    guard case .selection(let selection) = value, let text = selection.values.first(where: { _ in true }) else {
      return cell.place
    }
    return cell.options.first { $0.value == text }?.place ?? cell.optionsPlace ?? cell.place
  }

  private func place(_ blocker: Sendability.Blocker) -> Place? {
    switch blocker.kind {
    case .rule(let rule): return placeOfRule(rule)
    case .entries(let section): return checked.sections[section].place["minimum"]
    case .cell(let cell):
      let place = checked.cells.first { truths.placed($0.cell.index) == cell }?.place
      return place?["minimum"] ?? place?["maximum"] ?? place
    }
  }

  /// The place of a rule of the form, or of the first entry of a repeated section; `nil` for rules of other entries.
  private func placeOfRule(_ rule: Int) -> Place? { rulePlaces[rule] }
}

extension Diagnostic.Code {
  fileprivate static let deadEnd = Self("dead-end", summary: "Answers with which the form cannot be sent.")
  fileprivate static let noValue = Self("no-value", summary: "A required cell for which there is no value.")
  fileprivate static let excludingRules = Self("excluding-rules", summary: "Two rules that never hold together.")
}

extension Cell {
  /// The values at a bound and next to it.
  fileprivate func values(near bound: Condition.Bound) -> [CellValue] {
    if case .dateRange(let kind) = self.kind, case .day(let day) = bound {
      let days = (kind.fewestDays ?? 1) - 1
      return [(day, day.adding(days: days)), (day.adding(days: -days), day)].compactMap { first, last in
        first.flatMap { first in last.map { .text("\(first)\n\($0)") } }
      }
    }
    guard bound.decimals <= 9, let axis = ValueAxis(of: self, decimals: bound.decimals),
      let position = axis.position(of: bound)
    else { return [] }
    return axis.neighbours(of: position, 1).compactMap(axis.text).map(CellValue.text)
  }
}
