public import Localization
import Support

/// `duration`: hours and minutes, as ISO 8601 writes them. Until they can be read, the value is the text as typed.
package struct DurationKind: Sendable {
  /// In minutes.
  package var minimum: Int?
  package var maximum: Int?
  /// Minutes between durations that can be entered, counted from the minimum, or from 0.
  package var step = 1
}

extension DurationKind: InputKind {
  static let type = CellType.duration
  var kind: Cell.Kind { .duration(self) }

  var measure: Condition.Measure? { .duration }

  /// A duration longer than any that can be typed is shown as a program sent it.
  func shown(_ kept: String, in numbers: NumberFormat) -> String {
    guard let minutes = Self.minutes(of: kept), minutes <= TypedDuration.lastMinute else { return kept }
    return Self.clock(minutes)
  }

  /// The minutes of a value; `nil` if it cannot be read.
  package static func minutes(of text: String) -> Int? { TypedDuration.program(text) }

  /// `PT1H30M`
  package static func text(minutes: Int) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60)
    return "PT" + (hours > 0 ? "\(hours)H" : "") + (rest > 0 || hours == 0 ? "\(rest)M" : "")
  }

  /// "1:30", as a field shows it.
  package static func clock(_ minutes: Int) -> String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    guard let minutes = Self.minutes(of: text) else {
      if case .ambiguous(let readings) = TypedDuration(text), readings.count > 1 { return .ambiguousDuration(readings) }
      return .notADuration
    }
    if minutes > TypedDuration.lastMinute { return .longerThan(TypedDuration.lastMinute) }
    if let minimum, minutes < minimum { return .shorterThan(minimum) }
    if let maximum, minutes > maximum { return .longerThan(maximum) }
    let extra = (minutes - (minimum ?? 0)) % step
    if extra == 0 { return nil }
    let (below, above) = (minutes - extra, minutes - extra + step)
    return .betweenSteps(
      below: Self.text(minutes: below), above: above > maximum ?? Int.max ? nil : Self.text(minutes: above))
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    let text = normalised(posted)
    guard case .minutes(let minutes) = TypedDuration(text) else { return .text(text) }
    return .text(Self.text(minutes: minutes))
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string") + [.init("format", "duration"), .init("pattern", .string(Self.pattern))]
  }
}

extension DurationKind {
  static let about = "A duration in hours and minutes."
  private static let pattern = "^P([0-9]{1,4}D)?(T([0-9]{1,5}H)?([0-9]{1,6}M)?)?$"
  private static let length = Shape.schema([
    "anyOf": [
      ["type": "integer", "minimum": 0, "maximum": .number(String(TypedDuration.lastMinute))],
      ["type": "string", "pattern": .string(pattern)],
    ]
  ])
  static let value: Shape? = .nullable(.matching(pattern))
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", length.orCell(), "The shortest duration, in minutes, or as ISO 8601 writes it: PT1H30M."),
    Key("maximum", length.orCell(), "The longest duration, likewise."),
    Key("step", .count(1...1440), "Minutes between the durations that can be entered; 1 if left out."),
    .calculate,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = reader.bound("minimum") { Self.bound(reader, key: $0) }
    maximum = reader.bound("maximum") { Self.bound(reader, key: $0) }
    step = reader.count("step") ?? 1
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    if step > 1, let maximum, case let room = maximum - (minimum ?? 0), 0..<step ~= room {
      reader.add(
        .badValue, key: "step", message: "a step of \(step) minutes reaches no duration but \(Self.clock(minimum ?? 0))"
      )
    }
  }

  static func bound(_ reader: ObjectReader, key: String) -> Int? {
    guard let node = reader[key] else { return nil }
    let minutes: Int? =
      switch node.content {
      case .number(let digits): Int(digits)
      case .string(let text): minutes(of: text)
      case .null, .bool, .array, .object: nil
      }
    guard let minutes, minutes >= 0 else {
      reader.add(
        .badValue, key: key, message: "this is not a duration; write whole minutes, such as 90, or \"PT1H30M\"")
      return nil
    }
    guard minutes <= TypedDuration.lastMinute else {
      reader.add(
        .badValue, key: key,
        message:
          "no duration over \(clock(TypedDuration.lastMinute)) can be entered, which is \(TypedDuration.lastMinute) minutes"
      )
      return nil
    }
    return minutes
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): checked(text, node: node, at: path, decoder: decoder).map(CellValue.text)
    case .bool, .number, .array, .object: decoder.wrongType(node, at: path, expected: "a duration “PT1H30M” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return checked(text, node: node, at: path, decoder: decoder).map(Condition.Operand.text)
  }

  private func checked(_ text: String, node: JSONNode, at path: String, decoder: FormDecoder) -> String? {
    if let minutes = Self.minutes(of: text) { return Self.text(minutes: minutes) }
    decoder.report.add(
      .badValue, at: node.offset, path: path, message: "“\(text)” is not a duration; write hours and minutes as PT1H30M"
    )
    return nil
  }
}

/// `duration` in a form written in Swift: hours and minutes.
public struct DurationCell: CalculatedCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.duration, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension DurationCell {
  /// The initial duration, in minutes.
  public func value(minutes: Int) -> Self { with("value", .string(DurationKind.text(minutes: minutes))) }

  /// The shortest duration.
  public func minimum(minutes: Int) -> Self { with("minimum", .count(minutes)) }

  /// The longest duration.
  public func maximum(minutes: Int) -> Self { with("maximum", .count(minutes)) }

  /// Minutes between the durations that can be entered; 1 if left out.
  public func step(_ minutes: Int) -> Self { with("step", .count(minutes)) }
}
