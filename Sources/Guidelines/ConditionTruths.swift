import FormCells
import Support

/// Finds the conditions of a form that hold never or always, whatever is entered. What depends on option files, on the
/// day or on a host is left undecided, so that every warning is certain.
final class ConditionTruths {
  private let checked: CheckedForm
  let prover: Prover
  /// The form with room for entries.
  private var form: Form { prover.form }
  /// What could not be decided, and why.
  private(set) var unproven: [Unproven] = []
  /// Why cells are never seen or never have a value, by index; `nil` if they may have one. Only cells that were asked
  /// for are in it.
  private var absences: [Int: String?] = [:]

  struct Unproven {
    let place: Place
    let reason: String
    var claim = Claim.outcomes

    /// What could not be proven.
    enum Claim: CaseIterable {
      /// A condition can both hold and fail.
      case outcomes
      /// The form can be sent.
      case sending
      /// A required cell can have a value.
      case value
    }
  }

  /// - `place`: the place of the part that decides.
  private struct Certainty {
    let place: Place
    let reason: String
  }

  init(_ checked: CheckedForm, prover: Prover) { (self.checked, self.prover) = (checked, prover) }

  func findings(on section: CheckedSection, at position: Int) -> [Contradiction] {
    guard form.sections.indices.contains(position), let condition = form.sections[position].visibleWhen,
      let place = section.place["visibleWhen"]
    else { return [] }
    if let never = never(condition, at: place) {
      return [Contradiction(.neverTrue, breach: never.place.breach("the section is never shown: \(never.reason)"))]
    }
    if let always = always(condition, at: place) {
      return [
        Contradiction(
          .alwaysTrue, breach: always.place.breach("“visibleWhen” always holds: \(always.reason); remove it"))
      ]
    }
    if let first = form.sections[position].cells.first, let whole = first.sectionVisibleWhen, whole != condition,
      isNever(.holds(whole), at: place)
    {
      return [
        Contradiction(
          .neverTrue,
          breach: place.breach("the section is never shown: “visibleWhen” holds only while its step is hidden"))
      ]
    }
    return deadParts(of: condition, at: place)
  }

  func findings(on checkedCell: CheckedCell) -> [Contradiction] {
    let cell = form.cells[placed(checkedCell.cell.index)]
    var findings: [Contradiction] = []
    var isShown = true
    if let condition = cell.visibleWhen, let place = checkedCell.place["visibleWhen"] {
      let found = self.findings(condition, at: place, key: "visibleWhen", effect: "the cell is never shown")
      isShown = found.isEmpty
      findings += isShown ? deadParts(of: condition, at: place) : found
      if isShown, let section = cell.sectionVisibleWhen, isNever(.all([.holds(section), .holds(condition)]), at: place)
      {
        isShown = isNever(.holds(section), at: place)
        if !isShown {
          findings.append(
            Contradiction(
              .neverTrue,
              breach: place.breach("the cell is never shown: “visibleWhen” holds only while its section is hidden"))
          )
        }
      }
    }
    typealias Further = (key: String, condition: Condition?, place: Place?, effect: String, instead: String)
    let further: [Further] = [
      (
        "requiredWhen", cell.requiredWhen, checkedCell.place["requiredWhen"], "it never makes the cell required",
        "write \"required\": true"
      ),
      (
        "readOnlyWhen", cell.readOnlyWhen, checkedCell.place["readOnlyWhen"], "the cell is never read-only",
        "write \"readOnly\": true"
      ),
    ]
    let notes = zip(cell.notes, checkedCell.place.elements("notes")).map { note, place -> Further in
      ("when", note.when, place["when"], "the note is never shown", "write the text as the cell's helper")
    }
    for further in further + notes {
      guard let condition = further.condition, let place = further.place else { continue }
      let found = self.findings(condition, at: place, key: further.key, effect: further.effect)
      findings += found.isEmpty ? deadParts(of: condition, at: place) : found
      // Only a visible cell can be required or read-only.
      guard found.isEmpty, isShown, !cell.visibilityConditions.isEmpty else { continue }
      let shown = Question.shown(cell.index, true)
      if isNever(.all([shown, .holds(condition)]), at: place), !isNever(shown, at: place) {
        findings.append(
          Contradiction(.neverTrue, breach: place.breach("“\(further.key)” holds only while the cell is hidden")))
      } else if further.key != "requiredWhen" || !cell.visibilityConditions.contains(condition),
        // The same condition at both keys is intended: the cell is required whenever it is shown.
        isNever(.all([shown, .fails(condition)]), at: place), !isNever(shown, at: place)
      {
        findings.append(
          Contradiction(
            .alwaysTrue,
            breach: place.breach("“\(further.key)” always holds while the cell is shown; \(further.instead) instead")))
      }
    }
    return findings + neverOffered(checkedCell) + lockedEmpty(checkedCell) + decidedComparisons(checkedCell)
  }

  /// Comparisons in its calculation that have the same result for every value of the cell they name.
  private func decidedComparisons(_ checkedCell: CheckedCell) -> [Contradiction] {
    guard let calculation = form.cells[placed(checkedCell.cell.index)].calculation,
      let place = checkedCell.place["calculate"]
    else { return [] }
    return calculation.comparisons.compactMap { condition in
      // An empty cell is not compared.
      guard let cell = condition.cells.first, !isCertain(.holds(.filled(cell: cell))) else { return nil }
      let name = "a comparison of “\(id(cell))”"
      let instead = "for every value that the cell accepts; change it, or the bounds of the cell"
      if isCertain(.holds(.all([.filled(cell: cell), condition]))) {
        return Contradiction(.neverTrue, breach: place.breach("\(name) fails \(instead)"))
      }
      if isCertain(.holds(.all([.filled(cell: cell), .not(condition)]))) {
        return Contradiction(.alwaysTrue, breach: place.breach("\(name) holds \(instead)"))
      }
      return nil
    }
  }

  /// A cell that other answers make read-only while it is required and has no value. It would be sent empty.
  private func lockedEmpty(_ checkedCell: CheckedCell) -> [Contradiction] {
    let cell = form.cells[placed(checkedCell.cell.index)]
    guard cell.readOnlyWhen != nil, !cell.isReadOnly, cell.isRequired || cell.requiredWhen != nil,
      cell.isEmpty(cell.initial),
      let place = checkedCell.place["readOnlyWhen"],
      let answers = prover.fewestAnswers(
        .all([.shown(cell.index, true), .required(cell.index, true), .locked(cell.index, true)]))
    else { return [] }
    let witness = Witness(answers, of: form)
    return [
      Contradiction(
        .lockedEmpty,
        breach: place.breach(
          "the cell may be read-only while it is required, and then it is sent empty: give it a “value”, or a “requiredWhen” that "
            + "does not hold then; answers that lead there: \(witness.text)"), witness: witness)
    ]
  }

  private func findings(_ condition: Condition, at place: Place, key: String, effect: String) -> [Contradiction] {
    if let never = never(condition, at: place) {
      return [Contradiction(.neverTrue, breach: never.place.breach("\(effect): \(never.reason)"))]
    }
    if let always = always(condition, at: place) {
      return [
        Contradiction(.alwaysTrue, breach: always.place.breach("“\(key)” always holds: \(always.reason); remove it"))
      ]
    }
    return []
  }

  /// The parts of an “any” that never hold.
  private func deadParts(of condition: Condition, at place: Place) -> [Contradiction] {
    // Conditions on entries are expanded into conditions for each entry.
    if place["section"] != nil { return [] }
    switch condition {
    case .not(let inner): return deadParts(of: inner, at: place["not"] ?? place)
    case .all(let parts): return children(parts, key: "all", at: place).flatMap { deadParts(of: $0, at: $1) }
    case .any(let parts):
      guard place.elements("any").count == parts.count else { return [] }
      return children(parts, key: "any", at: place).flatMap { part, place -> [Contradiction] in
        guard let never = never(part, at: place) else { return deadParts(of: part, at: place) }
        return [
          Contradiction(.neverTrue, breach: never.place.breach("this part of “any” never holds: \(never.reason)"))
        ]
      }
    default: return []
    }
  }

  /// The findings about a rule.
  func findings(on rule: FormRule, at place: Place) -> [Contradiction] {
    if rule.cells.allSatisfy({ absence(of: $0) != nil }), let first = rule.cells.first,
      let reason = absence(of: first), let cells = place["cells"]
    {
      return [
        Contradiction(
          .neverTrue,
          breach: cells.breach("the rule is never checked: “\(id(first))” \(reason); name a cell that is shown"))
      ]
    }
    guard let require = place["require"] else { return [] }
    if let never = never(rule.require, at: require) {
      return [Contradiction(.neverTrue, breach: never.place.breach("“require” never holds: \(never.reason)"))]
    }
    let isBroken = Question.condition(rule.require, .breaksRule)
    guard isNever(.all([.any(rule.cells.map { .shown($0, true) }), isBroken]), at: require) else {
      return deadParts(of: rule.require, at: require)
    }
    let always =
      always(rule.require, at: require)
      ?? Certainty(
        place: require,
        reason: isCertain(isBroken)
          ? "no possible answers break it" : "no answers break it while one of its cells is shown")
    return [
      Contradiction(.alwaysTrue, breach: always.place.breach("the rule always holds: \(always.reason); remove it"))
    ]
  }

  /// A picker that follows a cell in which nobody can ever enter anything.
  private func neverOffered(_ checkedCell: CheckedCell) -> [Contradiction] {
    checkedCell.cell.filters.compactMap { filter in
      guard let reason = absence(of: placed(filter.cell)),
        let part = checkedCell.place["source"]?["where"]?[filter.column]
      else {
        return nil
      }
      let followed = checked.form.cells[filter.cell].id
      return Contradiction(.neverTrue, breach: part.breach("no options are ever offered: “\(followed)” \(reason)"))
    }
  }

  func placed(_ cell: Int) -> Int { form.placed(cell) }

  // MARK: Proofs

  private func isNever(_ question: Question, at place: Place) -> Bool {
    switch prover.verdict(on: question) {
    case .never: return true
    case .holds: return false
    case .unknown(let reason):
      unproven.append(Unproven(place: place, reason: reason))
      return false
    }
  }

  private func isCertain(_ question: Question) -> Bool {
    if case .never = prover.verdict(on: question) { true } else { false }
  }

  /// The part because of which a condition never holds; `nil` if it may hold.
  private func never(_ condition: Condition, at place: Place) -> Certainty? {
    isNever(.holds(condition), at: place) ? decidingPart(ofNever: condition, at: place) : nil
  }

  /// The part because of which a condition always holds; `nil` if it may fail.
  private func always(_ condition: Condition, at place: Place) -> Certainty? {
    isNever(.fails(condition), at: place) ? decidingPart(ofAlways: condition, at: place) : nil
  }

  /// The part of a condition because of which it never holds.
  private func decidingPart(ofNever condition: Condition, at place: Place) -> Certainty {
    if place["section"] != nil { return Certainty(place: place, reason: reasonOfEntries(at: place)) }
    switch condition {
    // `"filled": false` is such a condition.
    case .not(let inner): return decidingPart(ofAlways: inner, at: place["not"] ?? place)
    case .any(let conditions):
      guard let first = children(conditions, key: "any", at: place).first else { break }
      return decidingPart(ofNever: first.condition, at: first.place)
    case .all(let conditions):
      let parts = children(conditions, key: "all", at: place)
      if let part = parts.first(where: { isCertain(.holds($0.condition)) }) {
        return decidingPart(ofNever: part.condition, at: part.place)
      }
      // Finds the first part that cannot hold together with those before it.
      for (position, part) in parts.enumerated().dropFirst()
      where isCertain(.all(parts[...position].map { .holds($0.condition) })) {
        let former = parts[..<position].first { isCertain(.all([.holds($0.condition), .holds(part.condition)])) }
        return Certainty(
          place: part.place, reason: exclusion(part.condition, former: former, besides: parts[..<position].map(\.place))
        )
      }
    case .equals(let cell, let operand): return reason(thatNoneOf: [operand], isIn: cell, at: place["equals"] ?? place)
    case .isIn(let cell, let operands): return reason(thatNoneOf: operands, isIn: cell, at: place["in"] ?? place)
    case .atLeast(let cell, let bound):
      let most = bounds(of: cell).most.flatMap { $0 < bound ? $0 : nil }
      return Certainty(
        place: place["atLeast"] ?? place,
        reason: absenceOfMeasure(of: cell)
          ?? most.map { "“\(id(cell))” holds \($0) at most; write no more than that, or raise its bound" }
          ?? "“\(id(cell))” is always below this value; write less, or change its bounds")
    case .atMost(let cell, let bound):
      let least = bounds(of: cell).least.flatMap { bound < $0 ? $0 : nil }
      return Certainty(
        place: place["atMost"] ?? place,
        reason: absenceOfMeasure(of: cell)
          ?? least.map { "“\(id(cell))” holds \($0) at least; write no less than that, or lower its bound" }
          ?? "“\(id(cell))” is always above this value; write more, or change its bounds")
    case .compared(let cell, let relation, let other):
      return Certainty(place: place, reason: reason(thatNot: cell, relation: relation, other: other))
    case .filled(let cell): return Certainty(place: place, reason: holdsNothing(cell) ?? Self.noAnswers)
    case .isEntry, .entryCount, .anyEntry, .everyEntry: break
    }
    return Certainty(place: place, reason: Self.noAnswers)
  }

  private static let noAnswers = "no possible answers lead there"

  /// - Parameters:
  ///   - former: the part that alone excludes this one; `nil` if several parts together do.
  ///   - others: all parts before it.
  private func exclusion(
    _ condition: Condition, former: (condition: Condition, place: Place)?, besides others: [Place]
  ) -> String {
    guard let cell = condition.cells.first else { return Self.noAnswers }
    guard let former else {
      let named = others.map(\.keyPath).joined(separator: ", ")
      return "its condition on “\(id(cell))” cannot hold together with \(named); change one of them"
    }
    if former.condition.cells.allSatisfy({ $0 == cell }), condition.cells.allSatisfy({ $0 == cell }) {
      return "“\(id(cell))” cannot be both at once; join them by “any”, or remove one"
    }
    let isHiding =
      !form.cells[cell].visibilityConditions.isEmpty
      && isCertain(.all([.holds(former.condition), .shown(cell, true)]))
    let situation =
      former.condition.cells.first.map { "“\(id($0))” meets \(former.place.keyPath)" }
      ?? "\(former.place.keyPath) holds"
    if isHiding {
      let host = form.cells[cell].visibleWhen == nil ? "the “visibleWhen” of its section" : "its “visibleWhen”"
      return "“\(id(cell))” is hidden, by \(host), while \(situation); change one of them"
    }
    return "“\(id(cell))” never meets this while \(situation); change one of them"
  }

  /// The part of a condition because of which it always holds.
  private func decidingPart(ofAlways condition: Condition, at place: Place) -> Certainty {
    if place["section"] != nil { return Certainty(place: place, reason: reasonOfEntries(at: place)) }
    switch condition {
    case .not(let inner): return decidingPart(ofNever: inner, at: place["not"] ?? place)
    case .all(let conditions):
      guard let first = children(conditions, key: "all", at: place).first else { break }
      return decidingPart(ofAlways: first.condition, at: first.place)
    case .any(let conditions):
      let parts = children(conditions, key: "any", at: place)
      if let part = parts.first(where: { isCertain(.fails($0.condition)) }) {
        return decidingPart(ofAlways: part.condition, at: part.place)
      }
      return Certainty(place: place, reason: "one of them holds, whatever is entered")
    case .equals(let cell, _), .isIn(let cell, _), .filled(let cell), .atLeast(let cell, _), .atMost(let cell, _),
      .compared(let cell, _, _):
      return Certainty(place: place, reason: holdsNothing(cell) ?? "it holds for every value of “\(id(cell))”")
    case .isEntry, .entryCount, .anyEntry, .everyEntry: break
    }
    return Certainty(place: place, reason: "it holds, whatever is entered")
  }

  private func reasonOfEntries(at place: Place) -> String {
    guard let name = place["section"]?.node.text, let section = form.repeatedSection(name),
      let repeated = form.sections[section].repeated
    else { return Self.noAnswers }
    guard place["count"] != nil else { return "no entries of “\(name)” lead there" }
    return "“\(name)” has \(repeated.minimum) to \(repeated.maximum) entries; change the number, or its bounds"
  }

  // MARK: Reasons

  private func reason(thatNot cell: Int, relation: Condition.Relation, other: Int) -> String {
    if let reason = absenceOfMeasure(of: cell) ?? holdsNothing(other) { return reason }
    let (first, second) = (bounds(of: cell), bounds(of: other))
    if relation != .atMost, let most = first.most, let least = second.least, most < least {
      return "“\(id(cell))” holds \(most) at most, and “\(id(other))” \(least) at least; change one of the bounds"
    }
    if relation != .atLeast, let least = first.least, let most = second.most, most < least {
      return "“\(id(cell))” holds \(least) at least, and “\(id(other))” \(most) at most; change one of the bounds"
    }
    return "no possible values of “\(id(cell))” and “\(id(other))” meet this; change a bound, or the condition"
  }

  /// The bounds of a cell that are the same every day.
  private func bounds(of cell: Int) -> (least: Condition.Bound?, most: Condition.Bound?) {
    prover.countsFromToday(cell) ? (nil, nil) : form.cells[cell].bounds
  }

  private func reason(thatNoneOf operands: [Condition.Operand], isIn cell: Int, at place: Place) -> Certainty {
    Certainty(place: place, reason: operands.lazy.compactMap { self.refusal(of: $0, in: cell) }.first ?? Self.noAnswers)
  }

  /// Why the cell can never have this value; `nil` if it can.
  private func refusal(of operand: Condition.Operand, in index: Int) -> String? {
    if operand == .null || operand == .flag(false) { return nil }
    if let reason = holdsNothing(index) { return reason }
    let cell = form.cells[index]
    guard case .text(let text) = operand else { return nil }
    if let source = cell.optionSource {
      guard !source.isData, source.isDisabled(text), cell.isEmpty(cell.initial) else { return nil }
      return "the option “\(text)” of “\(cell.id)” is disabled; write one that can be chosen"
    }
    guard cell.type != .orderPicker, !text.allSatisfy(\.isWhitespace),
      let problem = cell.problem(with: .text(text), isRequired: false, today: nil)
    else { return nil }
    var written = text
    if cell.measure == .number, case .number(let number)? = cell.measured(.text(text)) { written = number.shortest }
    return "“\(cell.id)” never accepts “\(written)”: \(problem.sentence); write a value that it accepts"
  }

  /// Why the cell is never seen or never has a value; `nil` unless that is certain.
  private func absence(of cell: Int) -> String? {
    if let known = absences[cell] { return known }
    let reason: String? =
      form.cells[cell].isDisabled ? "is disabled" : isCertain(.shown(cell, true)) ? "is never shown" : nil
    absences[cell] = .some(reason)
    return reason
  }

  /// Why the cell is always empty; `nil` if it may have a value.
  private func holdsNothing(_ cell: Int) -> String? {
    absence(of: cell).map { "“\(id(cell))” \($0) and counts as empty" }
  }

  /// The same for comparisons, in which an empty cell is neither more nor less; `nil` for counts, where empty means 0.
  private func absenceOfMeasure(of cell: Int) -> String? {
    form.cells[cell].measure == .count ? nil : holdsNothing(cell)
  }

  /// The cell's id in the definition.
  private func id(_ cell: Int) -> String { form.name(of: cell) }

  /// The parts with their places. `"atLeast"` and `"atMost"` in one condition are two parts at the same place.
  private func children(
    _ conditions: [Condition], key: String, at place: Place
  ) -> [(condition: Condition, place: Place)] {
    let places = place.elements(key)
    return conditions.enumerated().map { ($1, places.indices.contains($0) ? places[$0] : place) }
  }
}

extension Form {
  /// The cell itself; for a cell of a repeated section, the cell of its first entry, for which there is room.
  func placed(_ cell: Int) -> Int {
    let section = sectionOfCell[cell]
    guard sections[section].repeated != nil else { return cell }
    return self.cell(cell, in: EntryPlace(section: section, number: 1)) ?? cell
  }

  /// The id of a cell, by index; for the cell of an entry, the id of the repeated section's cell.
  func name(of cell: Int) -> String {
    let section = sectionOfCell[cell]
    guard let place = sections[section].entry, let first = sections[section].cells.first else { return cells[cell].id }
    return sections[place.section].cells[cell - first.index].id
  }
}
