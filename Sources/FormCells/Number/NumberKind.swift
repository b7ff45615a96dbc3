import Support

/// `number`: a number of exact digits, as typed until it is one.
package struct NumberKind: Sendable {
  /// Digits of a number, decimals included: as many as every reader of JSON keeps exactly.
  package static let digitLimit = 15

  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  /// Between the numbers that can be entered, counted from the minimum, or from 0. Nil: any can, and the buttons go by 1.
  package var step: DecimalNumber?
  /// The text behind the number: "kg".
  package var unit: Localized?
  package var hasStepper = true
  /// How many may be typed.
  package var decimals = 0
  package init() {}
}

extension NumberKind: EntryKind {
  static let type = CellType.number
  var kind: Cell.Kind { .number(self) }
  var measure: Condition.Measure? { .number }

  var numberRules: NumberRules? {
    NumberRules(
      decimalLimit: decimals, digitLimit: Self.digitLimit, namesDecimals: true, affixes: unit.map { [$0] } ?? [])
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    let number: DecimalNumber
    switch DecimalNumber.read(text) {
    case .failure(let problem): return problem
    case .success(let read): number = read
    }
    if number.decimals > decimals { return .tooManyDecimals(limit: decimals) }
    if number.digitCount > Self.digitLimit { return .tooManyDigits(limit: Self.digitLimit) }
    if let problem = number.problem(minimum: minimum, maximum: maximum) { return problem }
    guard step != nil, let steps = Steps(of: self, from: number), let below = steps.below(number), below != number,
      let above = steps.above(number)
    else { return nil }
    return .betweenSteps(
      below: below.description, above: maximum.map { above > $0 } ?? false ? nil : above.description)
  }

  func json(of value: CellValue) -> JSONValue? {
    let text = normalised(value.text)
    if text.isEmpty { return .null }
    // What is not a number was refused before it came here; it is written as it is rather than lost.
    return numberRules?.exact(text) == nil ? .string(text) : .number(text)
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    guard demand.isChecked else { return demand.type("number") }
    var members = demand.type(decimals == 0 ? "integer" : "number")
    if let minimum { members.append(.init("minimum", .number(minimum.description))) }
    if let maximum { members.append(.init("maximum", .number(maximum.description))) }
    // Multiples of fractions are no exact matter for who computes with floating point.
    if decimals == 0, let step = step?.units(decimals: 0), let start = minimum.map({ $0.units(decimals: 0) }) ?? 0,
      start.isMultiple(of: step)
    {
      members.append(.init("multipleOf", .number(String(step))))
    }
    return members
  }

  /// As numbers: 12.5 is 12.50.
  func equals(_ operand: String, _ text: String) -> Bool {
    guard let number = try? DecimalNumber(parsing: operand) else { return false }
    return (try? DecimalNumber(parsing: text)) == number
  }
}

extension NumberKind {
  /// The buttons beside the field.
  package enum Button: String, Sendable, CaseIterable { case decrease, increase }

  /// The number after a button was pressed, within the bounds and with as many decimals as before; nothing counts as 0.
  /// Nil where the text is not a number.
  package func text(pressing button: Button, on text: String) -> String? {
    let text = normalised(text)
    guard let number = try? DecimalNumber(parsing: text.isEmpty ? "0" : text), number.digitCount <= Self.digitLimit,
      number.decimals <= decimals
    else { return nil }
    guard let steps = Steps(of: self, from: number),
      var next = button == .decrease ? steps.below(number, orAt: false) : steps.above(number)
    else { return nil }
    if let maximum, next > maximum {
      guard let last = step == nil ? maximum : steps.below(maximum) else { return nil }
      next = last
    }
    if let minimum, next < minimum { next = minimum }
    let pressed = next.description(minimumDecimals: number.decimals)
    return pressed.count(where: \.isNumber) <= Self.digitLimit ? pressed : nil
  }

  func button(named name: String) -> CellButton? {
    hasStepper ? Button(rawValue: name).map(CellButton.step) : nil
  }

  func value(pressing button: CellButton, on value: CellValue) -> CellValue {
    guard case .step(let button) = button else { return value }
    return .text(text(pressing: button, on: value.text) ?? value.text)
  }

  /// Whether a button leads anywhere.
  package func canPress(_ button: Button, on text: String) -> Bool {
    guard let next = self.text(pressing: button, on: text) else { return false }
    return !equals(text, next)
  }
}

/// The numbers that a cell's steps lead to, whatever its maximum. Nil stands for one with too many digits.
private struct Steps {
  private let decimals: Int
  private let base: Int128
  private let step: Int128

  /// - Parameter number: where steps begin that have no place of their own.
  init?(of cell: NumberKind, from number: DecimalNumber) {
    decimals = cell.decimals
    let start = cell.step == nil ? number : cell.minimum
    guard let base = start.map({ $0.units(decimals: cell.decimals) }) ?? 0,
      let step = cell.step.map({ $0.units(decimals: cell.decimals) })
        ?? repeatElement(10, count: decimals).reduce(1, *),
      step > 0
    else { return nil }
    (self.base, self.step) = (base, step)
  }

  /// The next one below a number, or the number itself.
  func below(_ number: DecimalNumber, orAt: Bool = true) -> DecimalNumber? {
    units(below: number, orAt: orAt).map { DecimalNumber(units: $0, decimals: decimals) }
  }

  /// The next one above a number.
  func above(_ number: DecimalNumber) -> DecimalNumber? {
    guard let units = units(below: number, orAt: true) else { return nil }
    return DecimalNumber(units: units + step, decimals: decimals)
  }

  private func units(below number: DecimalNumber, orAt: Bool) -> Int128? {
    guard let units = number.units(decimals: decimals) else { return nil }
    let rest = (units - base) % step
    let extra = rest < 0 ? rest + step : rest
    return units - (extra == 0 && !orAt ? step : extra)
  }
}
