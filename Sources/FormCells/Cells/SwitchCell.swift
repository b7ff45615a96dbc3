public import Localization
import Support

/// `switch`: on or off (FO8).
package struct SwitchKind: Sendable {
  package var onLabel: Localized?
  package var offLabel: Localized?
  package var style = SwitchCell.Style.switch
  /// The label with its markup (`MarkedText`), for a single box to tick; `nil` for a switch.
  package private(set) var markedLabel: Localized?
  package init() {}
}

extension SwitchKind: CellKind {
  static let type = CellType.switch
  var kind: Cell.Kind { .switch(self) }
  static let place = PlaceOnPages.field
  /// Only an explicit `required` demands "on", as HTML's required checkbox does.
  static let alwaysHasValue = true

  var empty: CellValue { .flag(false) }
  func isEmpty(_ value: CellValue) -> Bool { !value.flag }
  func problem(with value: CellValue, today: CalendarDate?) -> Problem? { nil }

  func json(of value: CellValue) -> JSONValue? { .bool(value.flag) }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    demand == .filled ? [.init("const", true)] : [.init("type", "boolean")]
  }

  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool { operand == .flag(value.flag) }

  /// A page posts `on` and `off`; other programs write `true` and `false`, as in JSON.
  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    switch posted {
    case "on", "true": .flag(true)
    case "off", "false": .flag(false)
    default: nil
    }
  }

  func hiddenFieldValue(_ value: CellValue) -> String? { value.flag ? "true" : "false" }
  func value(hiddenFieldValue: String) -> CellValue? { Bool(hiddenFieldValue).map(CellValue.flag) }
}

extension SwitchKind {
  static let about = "On or off."
  static let value: Shape? = .boolean
  static let messageKeys: Set<Cell.MessageKey> = []
  static let keys = [
    Key("onLabel", .text, "The word for on."), Key("offLabel", .text, "The word for off."),
    Key(
      "style", .choice(SwitchCell.Style.self),
      "switch (the default), or checkbox: one box to tick, whose label may hold [links](https://example.com)."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    onLabel = reader.text("onLabel")
    offLabel = reader.text("offLabel")
    style = reader.choice("style", SwitchCell.Style.self) ?? .switch
  }

  mutating func take(label: Localized, _ reader: ObjectReader) -> Localized {
    guard style == .checkbox else { return label }
    reader.checkMarkup(of: label, key: "label")
    markedLabel = label
    return label.mapped { MarkedText($0).plain }
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    guard case .bool(let flag) = node.content else {
      return decoder.wrongType(node, at: path, expected: "true or false")
    }
    return .flag(flag)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    value(node, at: path, decoder: decoder).map { .flag($0.flag) }
  }
}

/// `switch` in a form written in Swift: on or off.
public struct SwitchCell: FormCell {
  /// How it is drawn.
  public enum Style: String, Sendable, CaseIterable {
    /// A switch at the end of its row.
    case `switch`
    /// One box to tick before its label, which may contain links: for consent.
    case checkbox
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.switch, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension SwitchCell {
  /// Whether it is on at first.
  public func value(_ isOn: Bool) -> Self { with("value", .bool(isOn)) }

  /// How it is drawn; `switch` if left out.
  public func style(_ style: Style) -> Self { with("style", .string(style.rawValue)) }

  /// The word for on.
  public func onLabel(_ text: Localized) -> Self { with("onLabel", text.definition) }

  /// The word for off.
  public func offLabel(_ text: Localized) -> Self { with("offLabel", text.definition) }
}
