import FormCells
import Support

/// Which conditions of a form hold never or always, whatever is entered. What depends on option files, on the day or on a host
/// is left open: a warning is certain.
struct ConditionTruths {
  private let checked: CheckedForm
  /// Cells that nobody ever sees, or that hold nothing because they are disabled, by index; and what they are.
  private var absent: [Int: String] = [:]

  enum Truth {
    /// - `place`: of the part that decides it.
    case never(Place, String)
    case always(Place, String)
    case open
  }

  init(_ checked: CheckedForm) {
    self.checked = checked
    for cell in checked.form.cells where cell.isDisabled { absent[cell.index] = "is disabled" }
    // What is never shown may be what another cell waits for.
    var isSettled = false
    while !isSettled {
      isSettled = true
      for checkedCell in checked.cells where absent[checkedCell.cell.index] == nil {
        guard let condition = checkedCell.cell.visibleWhen, let place = checkedCell.place["visibleWhen"],
          case .never = truth(of: condition, at: place)
        else { continue }
        absent[checkedCell.cell.index] = "is never shown"
        isSettled = false
      }
      for checkedCell in checked.cells where absent[checkedCell.cell.index] == nil {
        let section = checked.sections[checkedCell.section]
        guard case .never? = truth(of: section) else { continue }
        absent[checkedCell.cell.index] = "is never shown"
        isSettled = false
      }
    }
  }

  /// Nil: the section is always shown.
  private func truth(of section: CheckedSection) -> Truth? {
    guard let condition = section.section?.visibleWhen, let place = section.place["visibleWhen"] else { return nil }
    return truth(of: condition, at: place)
  }

  func findings(on section: CheckedSection) -> [Contradiction] {
    switch truth(of: section) {
    case .never(let part, let reason)?:
      [Contradiction(.neverTrue, part.breach("the section is never shown: \(reason)"))]
    case .always(let part, let reason)?:
      [Contradiction(.alwaysTrue, part.breach("“visibleWhen” always holds: \(reason); remove it"))]
    case .open?, nil: []
    }
  }

  func findings(on checkedCell: CheckedCell) -> [Contradiction] {
    let cell = checkedCell.cell
    var findings: [Contradiction] = []
    let visible = checkedCell.place["visibleWhen"]
    let further: [(String, Condition?, Place?, String)] = [
      ("visibleWhen", cell.visibleWhen, visible, "the cell is never shown"),
      ("requiredWhen", cell.requiredWhen, checkedCell.place["requiredWhen"], "the cell is never required by it"),
      ("readOnlyWhen", cell.readOnlyWhen, checkedCell.place["readOnlyWhen"], "the cell is never read-only"),
    ]
    let notes = zip(cell.notes, checkedCell.place.elements("notes")).map { note, place in
      ("when", Optional(note.when), place["when"], "the note is never shown")
    }
    for (key, condition, place, effect) in further + notes {
      guard let condition, let place else { continue }
      switch truth(of: condition, at: place) {
      case .never(let part, let reason):
        findings.append(Contradiction(.neverTrue, part.breach("\(effect): \(reason)")))
      case .always(let part, let reason):
        findings.append(Contradiction(.alwaysTrue, part.breach("“\(key)” always holds: \(reason); remove it")))
      case .open:
        // Only a cell that is shown is required or read-only.
        guard key != "visibleWhen", let visible, let shown = cell.visibleWhen,
          case .open = truth(of: shown, at: visible),
          let (_, reason) = contradiction(among: parts(of: shown, at: visible) + parts(of: condition, at: place))
        else { continue }
        findings.append(
          Contradiction(.neverTrue, place.breach("“\(key)” holds only while the cell is hidden: \(reason)")))
      }
    }
    return findings + neverOffered(checkedCell)
  }

  /// Of the rules of the form.
  var findingsOnRules: [Contradiction] {
    // A rule with mistakes has a place only.
    guard checked.rules.count == checked.form.rules.count else { return [] }
    return zip(checked.form.rules, checked.rules).compactMap { rule, place in
      if let reason = rule.cells.first.flatMap({ absent[$0] }), rule.cells.allSatisfy({ absent[$0] != nil }),
        let cells = place["cells"]
      {
        return Contradiction(
          .neverTrue,
          cells.breach("the rule is never checked: “\(id(rule.cells[0]))” \(reason); name a cell that is shown"))
      }
      guard let require = place["require"] else { return nil }
      switch truth(of: rule.require, at: require) {
      case .never(let part, let reason):
        return Contradiction(.neverTrue, part.breach("“require” never holds: \(reason)"))
      case .always(let part, let reason):
        return Contradiction(.alwaysTrue, part.breach("the rule always holds: \(reason); remove it"))
      case .open: return nil
      }
    }
  }

  /// A picker that follows a cell in which nobody ever fills in anything.
  private func neverOffered(_ checkedCell: CheckedCell) -> [Contradiction] {
    checkedCell.cell.filters.compactMap { filter in
      guard let reason = absent[filter.cell], let part = checkedCell.place["source"]?["where"]?[filter.column] else {
        return nil
      }
      let followed = checked.form.cells[filter.cell].id
      return Contradiction(.neverTrue, part.breach("nothing is ever offered: “\(followed)” \(reason)"))
    }
  }

  // MARK: One condition

  private func truth(of condition: Condition, at place: Place) -> Truth {
    switch condition {
    case .all(let conditions):
      let truths = children(conditions, key: "all", at: place).map { truth(of: $0.condition, at: $0.place) }
      for case .never(let part, let reason) in truths { return .never(part, reason) }
      if let (part, reason) = contradiction(among: parts(of: condition, at: place)) { return .never(part, reason) }
      return truths.allSatisfy(\.isAlways) ? truths.first ?? .open : .open
    case .any(let conditions):
      let truths = children(conditions, key: "any", at: place).map { truth(of: $0.condition, at: $0.place) }
      for case .always(let part, let reason) in truths { return .always(part, reason) }
      return truths.allSatisfy(\.isNever) ? truths.first ?? .open : .open
    case .not(let condition):
      // `"filled": false` is one.
      switch truth(of: condition, at: place["not"] ?? place) {
      case .never(let part, let reason): return .always(part, reason)
      case .always(let part, let reason): return .never(part, reason)
      case .open: return .open
      }
    case .equals(let cell, let operand): return truth(thatOneOf: [operand], isIn: cell, at: place["equals"] ?? place)
    case .isIn(let cell, let operands): return truth(thatOneOf: operands, isIn: cell, at: place["in"] ?? place)
    case .atLeast(let cell, let bound):
      let place = place["atLeast"] ?? place
      if let reason = absence(of: cell, measuresNothing: true) { return .never(place, reason) }
      guard let most = checked.form.cells[cell].bounds.most, most < bound else { return .open }
      return .never(place, "“\(id(cell))” holds \(most) at most; write no more than that, or raise its bound")
    case .atMost(let cell, let bound):
      let place = place["atMost"] ?? place
      if let reason = absence(of: cell, measuresNothing: true) { return .never(place, reason) }
      guard let least = checked.form.cells[cell].bounds.least, bound < least else { return .open }
      return .never(place, "“\(id(cell))” holds \(least) at least; write no less than that, or lower its bound")
    case .compared(let cell, let relation, let other): return truth(that: cell, relation, other, at: place)
    case .filled(let cell): return absence(of: cell).map { .never(place, $0) } ?? .open
    case .anyEntry(_, let condition):
      if case .never(let part, let reason) = truth(of: condition, at: place["any"] ?? place) {
        return .never(part, reason)
      }
      return .open
    case .entryCount(let section, _, let least, _):
      guard let repeated = checked.form.sections[section].repeated, let least, least > repeated.maximum else {
        return .open
      }
      return .never(
        place["count"] ?? place, "“\(repeated.id)” has \(repeated.maximum) entries at most; write no more than that")
    case .everyEntry, .isEntry: return .open
    }
  }

  private func truth(that cell: Int, _ relation: Condition.Relation, _ other: Int, at place: Place) -> Truth {
    let cells = [checked.form.cells[cell], checked.form.cells[other]]
    // What is absent is off.
    if cells.allSatisfy({ $0.type == .switch }) { return .open }
    if let reason = absence(of: cell, measuresNothing: true) ?? absence(of: other) { return .never(place, reason) }
    let (first, second) = (cells[0].bounds, cells[1].bounds)
    if relation != .atMost, let most = first.most, let least = second.least, most < least {
      return .never(
        place, "“\(id(cell))” holds \(most) at most, and “\(id(other))” \(least) at least; change one of the bounds")
    }
    if relation != .atLeast, let least = first.least, let most = second.most, most < least {
      return .never(
        place, "“\(id(cell))” holds \(least) at least, and “\(id(other))” \(most) at most; change one of the bounds")
    }
    return .open
  }

  private func truth(thatOneOf operands: [Condition.Operand], isIn cell: Int, at place: Place) -> Truth {
    let reasons = operands.map { refusal(of: $0, in: cell) }
    guard let first = reasons.first, let reason = first, !reasons.contains(where: { $0 == nil }) else {
      let isEmptyAsked = operands.contains { $0 == .null || $0 == .flag(false) }
      return isEmptyAsked ? absence(of: cell).map { .always(place, $0) } ?? .open : .open
    }
    return .never(place, reason)
  }

  /// Why the cell can never hold this; nil: it may.
  private func refusal(of operand: Condition.Operand, in index: Int) -> String? {
    if operand == .null || operand == .flag(false) { return nil }
    if let reason = absence(of: index) { return reason }
    let cell = checked.form.cells[index]
    guard case .text(let text) = operand else { return nil }
    if let source = cell.optionSource {
      guard !source.isData, source.isDisabled(text), cell.isEmpty(cell.initial) else { return nil }
      return "the option “\(text)” of “\(cell.id)” is disabled; write one that can be chosen"
    }
    guard cell.type != .orderPicker, !text.allSatisfy(\.isWhitespace),
      let problem = cell.problem(with: .text(text), isRequired: false, today: nil)
    else { return nil }
    return "“\(cell.id)” never takes “\(text)”: \(problem.sentence); write a value that it takes"
  }

  /// Why the cell counts as empty, always; nil: it may hold something.
  /// - `measuresNothing`: whether nothing is neither more nor less than something; of chosen values it is none.
  private func absence(of cell: Int, measuresNothing: Bool = false) -> String? {
    if measuresNothing, checked.form.cells[cell].optionSource != nil || checked.form.cells[cell].type == .orderPicker {
      return nil
    }
    return absent[cell].map { "“\(id(cell))” \($0) and holds nothing" }
  }

  private func id(_ cell: Int) -> String { checked.form.cells[cell].id }

  // MARK: Several that have to hold at once

  /// The conditions that all have to hold where this one does.
  private func parts(of condition: Condition, at place: Place) -> [(condition: Condition, place: Place)] {
    guard case .all(let conditions) = condition else { return [(condition, place)] }
    return children(conditions, key: "all", at: place).flatMap { parts(of: $0.condition, at: $0.place) }
  }

  /// `"atLeast"` and `"atMost"` of one condition are two, at one place.
  private func children(
    _ conditions: [Condition], key: String, at place: Place
  ) -> [(condition: Condition, place: Place)] {
    let places = place.elements(key)
    return conditions.enumerated().map { ($1, places.indices.contains($0) ? places[$0] : place) }
  }

  /// The first part that cannot hold beside one before it, and why; nil: all may hold.
  private func contradiction(among parts: [(condition: Condition, place: Place)]) -> (place: Place, reason: String)? {
    for (position, part) in parts.enumerated() {
      for former in parts[..<position] where excludes(former.condition, part.condition) {
        let cell = id(part.condition.cells[0])
        return (part.place, "“\(cell)” cannot be both at once; join them by “any”, or remove one")
      }
    }
    return nil
  }

  private func excludes(_ first: Condition, _ second: Condition) -> Bool {
    guard let cell = first.singleCell, cell == second.singleCell else { return false }
    let subject = checked.form.cells[cell]
    if case .not(let inner) = first { return inner == second }
    if case .not(let inner) = second { return inner == first }
    switch (first, second) {
    case (.atLeast(_, let least), .atMost(_, let most)), (.atMost(_, let most), .atLeast(_, let least)):
      return most < least
    default: break
    }
    guard let one = first.operands, let other = second.operands else {
      let isFilled = { (condition: Condition) in if case .filled = condition { true } else { false } }
      return isFilled(first) && second.operands == [.null] || isFilled(second) && first.operands == [.null]
    }
    let isSingle = !subject.allowsSeveral || one == [.null] || other == [.null]
    return isSingle && !one.contains { first in other.contains { Self.isSame(first, $0) } }
  }

  private static func isSame(_ first: Condition.Operand, _ second: Condition.Operand) -> Bool {
    if first == second { return true }
    guard case (.text(let one), .text(let other)) = (first, second),
      let number = try? DecimalNumber(parsing: one), let otherNumber = try? DecimalNumber(parsing: other)
    else { return false }
    return number == otherNumber
  }
}

extension ConditionTruths.Truth {
  fileprivate var isNever: Bool { if case .never = self { true } else { false } }
  fileprivate var isAlways: Bool { if case .always = self { true } else { false } }
}

extension Condition {
  /// The cell that a single condition, or its opposite, speaks of.
  fileprivate var singleCell: Int? {
    switch self {
    case .all, .any: nil
    case .not(let condition): condition.singleCell
    default: cells.first
    }
  }

  /// The values of which the cell holds one; nil: it asks for something else.
  fileprivate var operands: [Operand]? {
    switch self {
    case .equals(_, let operand): [operand]
    case .isIn(_, let operands): operands
    default: nil
    }
  }
}
