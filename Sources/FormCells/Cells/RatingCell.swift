public import Localization
import Support

/// `rating`: one of a few numbers in a row, with words at both ends.
package struct RatingKind: Sendable {
  /// How the number is read and checked, with its minimum and maximum.
  package let number: NumberKind
  /// The numbers that can be chosen.
  package let scale: ClosedRange<Int>
  /// What the first and the last of them mean.
  package let fromLabel: Localized?
  package let toLabel: Localized?
  package let style: Rating.Style
}

extension RatingKind: InputKind {
  static let type = CellType.rating
  var kind: Cell.Kind { .rating(self) }
  var measure: Condition.Measure? { number.measure }
  var numberRules: NumberRules? { number.numberRules }

  func problem(with text: String, today: CalendarDate?) -> Problem? { number.problem(with: text, today: today) }
  func json(of value: CellValue) -> JSONValue? { number.json(of: value) }
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] { number.sentSchema(demand) }
  func equals(_ operand: String, text: String) -> Bool { number.equals(operand, text: text) }

  /// The chosen number; `nil` if no number of the scale is chosen.
  package func chosen(in text: String) -> Int? {
    guard let read = try? DecimalNumber(parsing: normalised(text)) else { return nil }
    return scale.first { DecimalNumber(units: Int128($0), decimals: 0) == read }
  }
}

extension RatingKind {
  static let about = "One of a few numbers in a row, with words at both ends."
  static let value: Shape? = .nullable(.number)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]

  /// The numbers that a scale can have.
  private static let ends = -10...10
  /// The maximum size of a scale: more numbers do not fit on a phone.
  private static let numberLimit = 11
  private static let endShape = Shape.schema([
    "type": "integer", "minimum": .number(String(ends.lowerBound)), "maximum": .number(String(ends.upperBound)),
  ])

  static let keys = [
    Key("from", endShape, "The first number; 1 if left out."),
    Key("to", endShape, "The last number; 5 if left out. A rating has at most \(numberLimit) numbers."),
    Key("fromLabel", .text, "What the first number means."),
    Key("toLabel", .text, "What the last number means."),
    Key("style", .choice(Rating.Style.self), "numbers (the default), or stars, which begin at 1."),
  ]

  static func refusal(of key: String) -> String? {
    switch key {
    case "minimum": "a rating begins at the number “from”"
    case "maximum": "a rating ends at the number “to”"
    case "step": "a rating goes by 1; for other steps, write \"type\": \"slider\""
    case "options": "a rating has numbers from “from” to “to”; a choice in words is a “radio-group”"
    default: nil
    }
  }

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let (from, to) = (Self.end("from", from: reader, otherwise: 1), Self.end("to", from: reader, otherwise: 5))
    let style = reader.choice("style", Rating.Style.self) ?? .numbers
    (fromLabel, toLabel) = (reader.text("fromLabel"), reader.text("toLabel"))
    guard let from, let to else { return nil }
    let key = reader.has("to") ? "to" : "from"
    guard from < to else {
      reader.add(.badValue, key: key, message: "a rating goes up, and this one goes from \(from) to \(to)")
      return nil
    }
    if to - from >= Self.numberLimit {
      reader.add(
        .badValue, key: key,
        message:
          "from \(from) to \(to) are \(to - from + 1) numbers; a rating has at most \(Self.numberLimit): use a “slider”"
      )
    }
    if style == .stars, from != 1 {
      reader.add(
        .badValue, key: "from", message: "stars are counted from 1; remove “from”, or write \"style\": \"numbers\"")
    }
    var number = NumberKind()
    (number.minimum, number.maximum) = (
      DecimalNumber(units: Int128(from), decimals: 0), DecimalNumber(units: Int128(to), decimals: 0)
    )
    number.hasStepper = false
    (self.number, scale, self.style) = (number, from...to, style)
  }

  /// One end of the scale; `nil` if it is wrong, which is reported.
  private static func end(_ key: String, from reader: ObjectReader, otherwise: Int) -> Int? {
    guard reader.has(key) else { return otherwise }
    guard let number = reader.number(key) else { return nil }
    guard number.significantDecimals == 0, let units = number.units(decimals: 0), let end = Int(exactly: units),
      ends.contains(end)
    else {
      reader.add(
        .badValue, key: key,
        message: "a whole number from \(ends.lowerBound) to \(ends.upperBound) is expected, not \(number); "
          + "for larger scales there is the type “slider”")
      return nil
    }
    return end
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    number.value(node, at: path, decoder: decoder)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    number.operand(node, at: path, of: id, decoder: decoder)
  }
}

/// `rating` in a form written in Swift: one of a few numbers in a row.
public struct Rating: FormCell {
  /// How the numbers are drawn.
  public enum Style: String, Sendable, CaseIterable {
    /// Parts of one bar.
    case numbers
    /// A star above each; those up to the chosen one are filled.
    case stars
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(.rating, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension Rating {
  /// The initial number; without one, none is chosen.
  public func value(_ number: Int) -> Self { with("value", .number(String(number))) }

  /// The first number; 1 if left out.
  public func from(_ number: Int) -> Self { with("from", .number(String(number))) }

  /// The last number; 5 if left out.
  public func to(_ number: Int) -> Self { with("to", .number(String(number))) }

  /// What the first number means.
  public func fromLabel(_ text: Localized) -> Self { with("fromLabel", text.definition) }

  /// What the last number means.
  public func toLabel(_ text: Localized) -> Self { with("toLabel", text.definition) }

  /// How the numbers are drawn; `numbers` if left out.
  public func style(_ style: Style) -> Self { with("style", .string(style.rawValue)) }
}
