public import Localization
import Support

/// `time`: a time of day. Until it can be read, the value is the text as typed.
package struct TimeKind: Sendable {
  package var minimum: TimeOfDay?
  package var maximum: TimeOfDay?
  /// Minutes between allowed times, counted from the minimum, or from midnight.
  package var step = 1
  package init() {}
}

extension TimeKind: InputKind {
  static let type = CellType.time
  var kind: Cell.Kind { .time(self) }
  var measure: Condition.Measure? { .time }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if text == CellValue.incompleteText { return .incomplete }
    guard let time = TimeOfDay(parsing: text) else {
      return TimeReading.isEndOfDay(typed: text) ? problemOfEndOfDay : .notATime
    }
    if let minimum, time < minimum { return .beforeTime(minimum) }
    if let maximum, time > maximum { return .afterTime(maximum) }
    let extra = (time.minutes - base) % step
    if extra == 0 { return nil }
    guard let below = TimeOfDay(minutes: time.minutes - extra) else { return nil }
    let above = TimeOfDay(minutes: below.minutes + step).flatMap { $0 > maximum ?? .last ? nil : $0 }
    return .betweenSteps(below: below.description, above: above?.description)
  }

  /// What to write instead of `24:00`, which may mean the start of the next day.
  private var problemOfEndOfDay: Problem {
    let meant = [TimeOfDay.last, .midnight].map(\.description).filter { problem(with: $0, today: nil) == nil }
    return meant.first.map { .betweenSteps(below: $0, above: meant.dropFirst().first) } ?? .notATime
  }

  private var base: Int { minimum?.minutes ?? 0 }

  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    let text = normalised(posted)
    return .text(TimeOfDay(typed: text)?.description ?? text)
  }

  func json(of value: CellValue) -> JSONValue? { value.text.isEmpty ? .null : .string(value.text) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand.type("string") + [.init("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
  }
}

extension TimeKind {
  static let about = "A time of day."
  private static let time = Shape.matching("^([01][0-9]|2[0-3]):[0-5][0-9]$")
  static let value: Shape? = .nullable(time)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", time.orCell(), "The first time."), Key("maximum", time.orCell(), "The last time."),
    Key("step", .count(1...720), "Minutes between the times that can be entered; 1 if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    minimum = reader.bound("minimum") { Self.time(reader, key: $0) }
    maximum = reader.bound("maximum") { Self.time(reader, key: $0) }
    step = reader.count("step") ?? 1
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    if minimum == .midnight { reader.addNoEffect(of: "minimum", "“minimum” has no effect: no time is before 00:00") }
    if maximum == .last { reader.addNoEffect(of: "maximum", "“maximum” has no effect: no time is after 23:59") }
    let room = (maximum ?? .last).minutes - base
    if step > 1, 0..<step ~= room {
      reader.add(
        .badValue, key: "step", message: "a step of \(step) minutes reaches no time but \(minimum ?? .midnight)")
    }
  }

  private static func time(_ reader: ObjectReader, key: String) -> TimeOfDay? {
    guard let text = reader.string(key) else { return nil }
    let time = TimeOfDay(parsing: text)
    if time == nil { reader.add(.badValue, key: key, message: "“\(text)” is not a time; write HH:MM") }
    return time
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): checked(text, node: node, at: path, decoder: decoder).map(CellValue.text)
    case .bool, .number, .array, .object: decoder.wrongType(node, at: path, expected: "a time “HH:MM” or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    guard case .string(let text) = node.content else { return decoder.textOperand(node, at: path) }
    return checked(text, node: node, at: path, decoder: decoder).map(Condition.Operand.text)
  }

  private func checked(_ text: String, node: JSONNode, at path: String, decoder: FormDecoder) -> String? {
    if TimeOfDay(parsing: text) != nil { return text }
    decoder.report.add(.badValue, at: node.offset, path: path, message: "“\(text)” is not a time; write HH:MM")
    return nil
  }
}

/// A time of day in whole minutes, 00:00 to 23:59.
package struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Minutes since midnight.
  package let minutes: Int

  static let midnight = TimeOfDay(checked: 0)
  static let last = TimeOfDay(checked: 24 * 60 - 1)

  private init(checked minutes: Int) { self.minutes = minutes }

  /// `nil` before 00:00 and after 23:59.
  init?(minutes: Int) {
    guard 0..<24 * 60 ~= minutes else { return nil }
    self.minutes = minutes
  }

  /// Exactly `HH:MM` (HTML's valid time string without seconds).
  package init?(parsing text: String) {
    guard text.utf8.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":") else { return nil }
    self.init(text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false))
  }

  /// As people type it (`TimeReading`).
  init?(typed text: String) {
    guard let minutes = TimeReading.minutes(typed: text) else { return nil }
    self.init(minutes: minutes)
  }

  /// - Parameter parts: the hour in one or two digits, and the minute in two.
  private init?(_ parts: [some Collection<UInt8>]) {
    guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
      parts.joined().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    guard numbers[0] < 24, numbers[1] < 60 else { return nil }
    minutes = numbers[0] * 60 + numbers[1]
  }

  /// `HH:MM`
  package var description: String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  package static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }
}

/// `time` in a form written in Swift: a time of day.
public struct TimeCell: MomentCell {
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.time, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension TimeCell {
  /// Minutes between the times that can be entered; 1 if left out.
  public func step(_ minutes: Int) -> Self { with("step", .count(minutes)) }
}
