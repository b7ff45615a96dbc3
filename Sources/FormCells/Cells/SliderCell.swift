public import Localization
import Support

/// `slider`: a number on a scale, or a range of two, which are typed or slid to. Until it can be read, the value is the text as typed.
package struct SliderKind: Sendable {
  /// How a number is read and checked: it has a minimum, a maximum and a step.
  package let number: NumberKind
  package let minimum: DecimalNumber
  package let maximum: DecimalNumber
  package let step: DecimalNumber
  /// Whether it asks for a first and a last number (`RangeTexts`).
  package let isRange: Bool
}

extension SliderKind: InputKind {
  static let type = CellType.slider
  var kind: Cell.Kind { .slider(self) }
  var measure: Condition.Measure? { isRange ? nil : number.measure }
  var numberRules: NumberRules? { number.numberRules }
  var parts: [String] { isRange ? RangeTexts.names : [] }
  var reading: TextReading? { isRange ? .lines : number.reading }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    guard isRange else { return number.problem(with: text, today: today) }
    let texts = RangeTexts(text)
    if let problem = texts.problem({ number.problem(with: $0, today: today) }) { return problem }
    guard let from = try? DecimalNumber(parsing: texts.from), let to = try? DecimalNumber(parsing: texts.to) else {
      return .notANumber
    }
    return to < from ? .endsBelow(from.description) : nil
  }

  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    guard isRange else { return number.readingProblem(of: kept, in: numbers) }
    return RangeTexts(kept).readingProblem({ number.readingProblem(of: $0, in: numbers) }, problem: number.problem)
  }

  func shown(_ kept: String, in numbers: NumberFormat) -> String {
    isRange ? RangeTexts(kept).map { number.shown($0, in: numbers) }.text : number.shown(kept, in: numbers)
  }

  func entered(_ text: String, in numbers: NumberFormat) -> String {
    guard isRange else { return number.entered(text, in: numbers) }
    return RangeTexts(posted: text).map { number.entered(number.normalised($0), in: numbers) }.text
  }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    guard isRange else { return number.value(plain: texts, numbers: numbers) }
    return .text(RangeTexts(plain: texts).map { number.value(plain: [$0], numbers: numbers)?.text ?? "" }.text)
  }

  func json(of value: CellValue) -> JSONValue? {
    guard isRange else { return number.json(of: value) }
    return RangeTexts(value.text).json { number.json(of: .text($0)) ?? .null }
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    guard isRange else { return number.sentSchema(demand) }
    return RangeTexts.sentSchema(demand, each: .object(number.sentSchema(demand.isChecked ? .filled : .readable)))
  }

  func equals(_ operand: String, text: String) -> Bool { number.equals(operand, text: text) }

  /// The number where a handle is; `nil` if the text is not a number of the scale, so that the handle has no place.
  package func position(of text: String) -> DecimalNumber? {
    guard let read = try? DecimalNumber(parsing: number.normalised(text)), read >= minimum, read <= maximum else {
      return nil
    }
    return read
  }
}

extension SliderKind {
  static let about = "A number on a scale, which can be slid to or typed."
  static let value: Shape? = .nullable(.either(.number, .object { .numberRange }))
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", .number, required: true, "The number at the beginning of the scale."),
    Key("maximum", .number, required: true, "The number at its end."),
    Key(
      "step", .schema(["type": "number", "exclusiveMinimum": 0]),
      "Between the numbers that can be entered, counted from the minimum; 1 if left out."),
    Key("unit", .text, "The text after the number."),
    Key("range", .boolean, "Whether it asks for a first and a last number, with two handles."),
  ]

  /// The maximum size of a scale: already more numbers than a visitor can slide to.
  private static let numberLimit = 100_000

  static func refusal(of key: String) -> String? {
    switch key {
    case "decimals": "a slider has as many decimals as its “step”; write \"step\": 0.5"
    case "stepper": "a slider has no buttons; a cell of the type “number” has them"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    for key in ["minimum", "maximum"] {
      guard case .object? = reader[key]?.content else { continue }
      reader.add(
        .badValue, key: key,
        message: "a scale begins and ends at numbers; write one, and compare with other cells in a “number” cell")
      return nil
    }
    let (minimum, maximum) = (reader.number("minimum"), reader.number("maximum"))
    let step = reader.number("step") ?? DecimalNumber(units: 1, decimals: 0)
    guard let minimum, let maximum else { return nil }
    var number = NumberKind()
    number.decimals = max(step.significantDecimals, minimum.significantDecimals)
    (number.minimum, number.maximum, number.step, number.unit) = (minimum, maximum, step, reader.text("unit"))
    number.hasStepper = false
    (self.number, self.minimum, self.maximum, self.step) = (number, minimum, maximum, step)
    isRange = reader.flag("range") ?? false
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    if let mistake = mistake { reader.add(.badValue, key: mistake.key, message: mistake.message) }
  }

  /// How many numbers it has; `nil` if its ends and step do not fit its decimals.
  package var count: Int? {
    guard let first = minimum.units(decimals: number.decimals), let last = maximum.units(decimals: number.decimals),
      let stride = step.units(decimals: number.decimals), stride > 0
    else { return nil }
    return Int((last - first) / stride) + 1
  }

  /// What is wrong with the scale, besides the order of its ends.
  private var mistake: (key: String, message: String)? {
    guard !step.isNegative, !step.isZero else { return ("step", "a step is larger than 0, not \(step)") }
    guard number.decimals < NumberKind.digitLimit, maximum.significantDecimals <= number.decimals,
      let first = minimum.units(decimals: number.decimals),
      let last = maximum.units(decimals: number.decimals), let stride = step.units(decimals: number.decimals)
    else {
      return (
        "maximum", "\(maximum) is not on the scale: it has more digits or decimals than “minimum” and “step” allow"
      )
    }
    if minimum == maximum {
      return ("maximum", "a scale has more than one number; “minimum” and “maximum” are the same")
    }
    guard last > first else { return nil }
    guard (last - first).isMultiple(of: stride) else {
      return ("maximum", "no step of \(step) from \(minimum) reaches \(maximum); change one of the three")
    }
    if (last - first) / stride > Self.numberLimit {
      return ("step", "the scale has more than \(Self.numberLimit) numbers; make the step larger, or use a “number”")
    }
    return nil
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    guard isRange else { return number.value(node, at: path, decoder: decoder) }
    switch node.content {
    case .null: return .text("")
    case .object: break
    case .bool, .number, .string, .array:
      return decoder.wrongType(node, at: path, expected: #"{ "from": NUMBER, "to": NUMBER } or null"#)
    }
    guard let reader = ObjectReader(node, as: .numberRange, at: path, decoder: decoder) else { return nil }
    let numbers = RangeTexts.names.map { end -> String? in
      guard let node = reader[end] else { return nil }
      if case .null = node.content {
        return decoder.wrongType(node, at: reader.path(of: end), expected: "a number")
      }
      return number.value(node, at: reader.path(of: end), decoder: decoder)?.text
    }
    guard let from = numbers[0], let to = numbers[1] else { return nil }
    return .text(RangeTexts(from: from, to: to).text)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    isRange
      ? decoder.noOperand(node, at: path, of: id, kind: self)
      : number.operand(node, at: path, of: id, decoder: decoder)
  }
}

extension KeyTable {
  static let numberRange = KeyTable(
    name: "numberRange", about: "The first and the last number.",
    keys: [
      Key("from", .number, required: true, "The first number."),
      Key("to", .number, required: true, "The last number."),
    ])
}

/// `slider` in a form written in Swift: a number on a scale. It needs a minimum and a maximum.
public struct SliderCell: QuantityCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(.slider, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension SliderCell {
  /// Its initial value; without one, it has none until somebody enters one.
  public func value(_ number: ExactNumber) -> Self { with("value", number.definition) }

  /// The initial numbers of a range.
  public func value(from: ExactNumber, to: ExactNumber) -> Self {
    with("value", .object([.init("from", from.definition), .init("to", to.definition)]))
  }

  /// Whether it asks for a first and a last number, with two handles.
  public func range(_ isRange: Bool = true) -> Self { with("range", .bool(isRange)) }

  /// The distance between numbers that can be entered; 1 if left out.
  public func step(_ number: ExactNumber) -> Self { with("step", number.definition) }

  /// The text after the number.
  public func unit(_ text: Localized) -> Self { with("unit", text.definition) }
}
