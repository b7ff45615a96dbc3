public import Localization
import Support

/// `number`: a number with exact digits. Until it can be read, the value is the text as typed.
package struct NumberKind: Sendable {
  /// The maximum number of digits, decimals included: all JSON readers keep this number of digits exactly.
  package static let digitLimit = 15

  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  /// The distance between allowed numbers, counted from the minimum, or from 0. If `nil`, all are allowed, and the buttons add 1.
  package var step: DecimalNumber?
  /// The text after the number: "kg".
  package var unit: Localized?
  package var hasStepper = true
  /// The maximum number of decimals that may be typed.
  package var decimals = 0
  package init() {}
}

extension NumberKind: InputKind {
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
    // Texts that are not numbers were refused before. If there is one all the same, it is written unchanged rather than lost.
    return numberRules?.exact(text) == nil ? .string(text) : .number(text)
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    guard demand.isChecked else { return demand.type("number") }
    var members = demand.type(decimals == 0 ? "integer" : "number")
    if let minimum { members.append(.init("minimum", .number(minimum.description))) }
    if let maximum { members.append(.init("maximum", .number(maximum.description))) }
    // Validators with floating point can't check multiples of fractions exactly.
    if decimals == 0, let step = step?.units(decimals: 0), let start = minimum.map({ $0.units(decimals: 0) }) ?? 0,
      start.isMultiple(of: step)
    {
      members.append(.init("multipleOf", .number(String(step))))
    }
    return members
  }

  /// Compares as numbers: 12.5 equals 12.50.
  func equals(_ operand: String, text: String) -> Bool {
    guard let number = try? DecimalNumber(parsing: operand) else { return false }
    return (try? DecimalNumber(parsing: text)) == number
  }
}

extension NumberKind {
  /// The buttons beside the field.
  package enum Button: String, Sendable, CaseIterable { case decrease, increase }

  /// The number after a button was pressed, within the bounds and with the same number of decimals as before; an empty text counts as 0.
  /// `nil` if the text is not a number.
  package func text(pressing button: Button, on text: String) -> String? {
    let text = normalised(text)
    guard let number = try? DecimalNumber(parsing: text.isEmpty ? "0" : text), number.digitCount <= Self.digitLimit,
      number.decimals <= decimals
    else { return nil }
    // A bound that is another cell's value may have more decimals.
    guard [minimum, maximum].allSatisfy({ $0.map { $0.significantDecimals <= decimals } ?? true }),
      let steps = Steps(of: self, from: number),
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

  /// The nearest number on a step: at or above a number, or at or below it.
  func onStep(_ number: DecimalNumber, isUp: Bool) -> DecimalNumber {
    guard step != nil, let steps = Steps(of: self, from: number), let below = steps.below(number) else { return number }
    return below == number || !isUp ? below : steps.above(number) ?? number
  }

  func button(named name: String) -> CellButton? {
    hasStepper ? Button(rawValue: name).map(CellButton.step) : nil
  }

  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    guard case .step(let button) = button else { return value }
    return .text(text(pressing: button, on: value.text) ?? value.text)
  }

  /// Whether a button would change the number.
  package func canPress(_ button: Button, on text: String) -> Bool {
    guard let next = self.text(pressing: button, on: text) else { return false }
    return !equals(text, text: next)
  }
}

/// The numbers on a cell's steps, whatever its maximum. A result is `nil` if it has too many digits.
private struct Steps {
  private let decimals: Int
  private let base: Int128
  private let step: Int128

  /// - Parameter number: where the steps begin if the cell has no step.
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

  /// The next number on a step below a number, or the number itself.
  func below(_ number: DecimalNumber, orAt: Bool = true) -> DecimalNumber? {
    units(below: number, orAt: orAt).map { DecimalNumber(units: $0, decimals: decimals) }
  }

  /// The next number on a step above a number.
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

extension NumberKind {
  static let about = "A number."
  static let value: Shape? = .nullable(.number)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", .number.orCell(), "The smallest number."),
    Key("maximum", .number.orCell(), "The largest number."),
    Key(
      "step", .schema(["type": "number", "exclusiveMinimum": 0]),
      "Between the numbers that can be entered, counted from the minimum or 0; left out, any can, and the buttons go by 1."
    ),
    Key("unit", .text, "The text after the number."),
    Key("stepper", .boolean, "Whether there are the buttons \"Decrease\" and \"Increase\"; true if left out."),
    Key("decimals", .count(0...digitLimit - 1), "How many decimals may be entered; 0 if left out."),
    .calculate,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    decimals = reader.count("decimals") ?? 0
    minimum = reader.bound("minimum") { number(reader, key: $0) }
    maximum = reader.bound("maximum") { number(reader, key: $0) }
    unit = reader.text("unit")
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    step = number(reader, key: "step")
    checkStep(reader)
    hasStepper = reader.flag("stepper") ?? true
    if reader.flag("stepper") == true {
      for key in ["readOnly", "disabled"] where reader.flag(key) == true {
        reader.addNoEffect(
          of: "stepper", "“stepper” has no effect together with “\(key)”: the number cannot be changed")
      }
    }
  }

  private func checkStep(_ reader: ObjectReader) {
    guard let step else { return }
    if step.isNegative || step.isZero {
      reader.add(.badValue, key: "step", message: "a step is larger than 0, not \(step)")
    } else if let minimum, let maximum, minimum < maximum,
      text(pressing: .increase, on: minimum.description) == minimum.description
    {
      reader.add(.badValue, key: "step", message: "a step of \(step) reaches no number but \(minimum)")
    }
  }

  private func number(_ reader: ObjectReader, key: String) -> DecimalNumber? {
    guard let number = reader.number(key) else { return nil }
    if number.significantDecimals > decimals {
      let many = decimals == 1 ? "1 decimal" : "\(decimals) decimals"
      reader.add(.badValue, key: key, message: "\(number) has more than the \(many) of the cell; see “decimals”")
      return nil
    }
    if number.digitCount > Self.digitLimit {
      reader.add(.badValue, key: key, message: "the number has more than \(Self.digitLimit) digits")
      return nil
    }
    return number
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .number(let digits): exact(digits, node: node, at: path, decoder: decoder).map(CellValue.text)
    case .bool, .string, .array, .object: decoder.wrongType(node, at: path, expected: "a number or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    switch node.content {
    case .null: .null
    case .number(let digits): exact(digits, node: node, at: path, decoder: decoder).map(Condition.Operand.text)
    case .bool, .string, .array, .object: decoder.wrongType(node, at: path, expected: "a number or null")
    }
  }

  /// The digits as written, without a redundant sign, zeros or decimals: 12.0 is the whole number 12.
  private func exact(_ digits: String, node: JSONNode, at path: String, decoder: FormDecoder) -> String? {
    do {
      let number = try DecimalNumber(parsingJSON: digits)
      return number.exactly(minimumDecimals: min(number.decimals, decimals), limit: decimals)
    } catch {
      switch error {
      case .tooManyDigits(let limit):
        decoder.report.add(.badValue, at: node.offset, path: path, message: "the number has more than \(limit) digits")
      case .notANumber:
        decoder.report.add(.badValue, at: node.offset, path: path, message: "\(digits) is not a number")
      }
      return nil
    }
  }
}

/// `number` in a form written in Swift: a number with exact digits.
public struct NumberCell: QuantityCell, CalculatedCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.number, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension NumberCell {
  /// Its initial value.
  public func value(_ number: ExactNumber) -> Self { with("value", number.definition) }

  /// The distance between numbers that can be entered. If left out, all can be entered, and the buttons go by 1.
  public func step(_ number: ExactNumber) -> Self { with("step", number.definition) }

  /// The text after the number.
  public func unit(_ text: Localized) -> Self { with("unit", text.definition) }

  /// Whether there are buttons that decrease and increase it; true if left out.
  public func stepper(_ isShown: Bool) -> Self { with("stepper", .bool(isShown)) }

  /// The maximum number of decimals that may be typed; 0 if left out.
  public func decimals(_ count: Int) -> Self { with("decimals", .count(count)) }
}
