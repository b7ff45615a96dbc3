public import Localization
import Support

/// `slider`: a number on a scale, typed or slid to; until it can be read, the text as typed.
package struct SliderKind: Sendable {
  /// How the number is read and checked: it has a minimum, a maximum and a step.
  package let number: NumberKind
  package let minimum: DecimalNumber
  package let maximum: DecimalNumber
  package let step: DecimalNumber
}

extension SliderKind: EntryKind {
  static let type = CellType.slider
  var kind: Cell.Kind { .slider(self) }
  var measure: Condition.Measure? { number.measure }
  var numberRules: NumberRules? { number.numberRules }

  func problem(with text: String, today: CalendarDate?) -> Problem? { number.problem(with: text, today: today) }
  func json(of value: CellValue) -> JSONValue? { number.json(of: value) }
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] { number.sentSchema(demand) }
  func equals(_ operand: String, text: String) -> Bool { number.equals(operand, text: text) }

  /// Where the handle stands; nil: the text is no number of the scale, and there is no place for it.
  package func position(of text: String) -> DecimalNumber? {
    guard let read = try? DecimalNumber(parsing: normalised(text)), read >= minimum, read <= maximum else { return nil }
    return read
  }
}

extension SliderKind {
  static let about = "A number on a scale, which can be slid to or typed."
  static let value: Shape? = .nullable(.number)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", .number, required: true, "The number at the beginning of the scale."),
    Key("maximum", .number, required: true, "The number at its end."),
    Key(
      "step", .schema(["type": "number", "exclusiveMinimum": 0]),
      "Between the numbers that can be entered, counted from the minimum; 1 if left out."),
    Key("unit", .text, "The text after the number."),
  ]

  /// Numbers on a scale: more than one can slide to.
  private static let numberLimit = 100_000

  static func refusal(of key: String) -> String? {
    switch key {
    case "decimals": "a slider takes as many decimals as its “step”; write \"step\": 0.5"
    case "range": "a slider has one handle; ask for two numbers with two cells"
    case "stepper": "a slider has no buttons: a cell of the type “number” has"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let (minimum, maximum) = (reader.number("minimum"), reader.number("maximum"))
    let step = reader.number("step") ?? DecimalNumber(units: 1, decimals: 0)
    guard let minimum, let maximum else { return nil }
    var number = NumberKind()
    number.decimals = max(step.significantDecimals, minimum.significantDecimals)
    (number.minimum, number.maximum, number.step, number.unit) = (minimum, maximum, step, reader.text("unit"))
    number.hasStepper = false
    (self.number, self.minimum, self.maximum, self.step) = (number, minimum, maximum, step)
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    if let mistake = mistake { reader.add(.badValue, key: mistake.key, mistake.message) }
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
      return ("step", "the scale has more than \(Self.numberLimit) numbers; make the step larger, or take a “number”")
    }
    return nil
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    number.value(node, at: path, decoder: decoder)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    number.operand(node, at: path, of: id, decoder: decoder)
  }
}

/// `slider`: a number on a scale, of a form that is written in Swift. It needs a minimum and a maximum.
public struct SliderCell: QuantityCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(_ id: String, label: Localized, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(.slider, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension SliderCell {
  /// The value that it begins with; without one, it has none until somebody enters one.
  public func value(_ number: ExactNumber) -> Self { with("value", number.definition) }

  /// The distance between numbers that can be entered; 1 if left out.
  public func step(_ number: ExactNumber) -> Self { with("step", number.definition) }

  /// The text after the number.
  public func unit(_ text: Localized) -> Self { with("unit", text.definition) }
}
